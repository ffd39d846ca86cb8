//! What a command writes: files and the terminal, the formats, and which matches become rows.
//!
//! ```text
//! claims     the files that a run reads and writes: none is both
//! targets    the names of outputs and the formats that they ask for
//! output     files, pipes, devices; `kept` is one in memory
//!   checksum SHA-256 of files and texts
//!   files    those that queries read and write themselves
//!   split    a file for each value of a field
//!   spaced   games as they were in their files
//!   sorting  rendered games put in order on disk
//! formats    what a format makes of a match, a game and a run
//!   sinks    the format of each destination; rows are those of `tabiya::rows`
//!   render   what one game gave, rendered by a format, on the threads that search
//! selection  the matches that become rows; `only_moves` checks puzzles
//! faults     every fault of a game, for programs
//! terminal   Markdown as text for a terminal, through a pager
//! picture    graphs as SVG
//! open       files shown by the programs of the desktop
//! ```

pub(crate) mod checksum;
pub(crate) mod claims;
pub(crate) mod faults;
pub(crate) mod files;
pub(crate) mod formats;
pub(crate) mod only_moves;
pub(crate) mod open;
pub(crate) mod output;
pub(crate) mod picture;
pub(crate) mod render;
pub(crate) mod selection;
pub(crate) mod sinks;
pub(crate) mod sorting;
pub(crate) mod spaced;
pub(crate) mod split;
pub(crate) mod targets;
pub(crate) mod terminal;
