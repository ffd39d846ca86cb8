//! What the command line says: the options of each command, the values that they take, and their help.
//!
//! ```text
//! args          all commands; the other files ending in `_args` are parts of it, most of them for several commands
//! command_line  a query in the place of a command
//! format_names  the formats, and what is known of each before a game is read
//! help          the headings and the ends of the pages of help and manual
//! pages         the pages of the help
//! limits        the limits on what queries use
//! place         a position of a game
//! values        folders, times, ranges of games
//! ```

pub(crate) mod args;
pub(crate) mod command_line;
pub(crate) mod database_args;
pub(crate) mod editing_args;
pub(crate) mod format_names;
pub(crate) mod help;
pub(crate) mod limit_args;
pub(crate) mod limits;
pub(crate) mod names_args;
pub(crate) mod opening_args;
pub(crate) mod pages;
pub(crate) mod pass_args;
pub(crate) mod place;
pub(crate) mod reading_args;
pub(crate) mod report_args;
pub(crate) mod rewrite_args;
pub(crate) mod row_args;
#[cfg(feature = "serve")]
pub(crate) mod serve_args;
#[cfg(feature = "engine")]
pub(crate) mod service_args;
pub(crate) mod shard_args;
pub(crate) mod tables_args;
pub(crate) mod tag_args;
pub(crate) mod tally_args;
pub(crate) mod uci_args;
pub(crate) mod values;
