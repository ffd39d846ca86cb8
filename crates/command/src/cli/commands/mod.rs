//! The commands, each from its options to its exit status. A search is in `cli/games`, CQL's command in `cli/cql`.
//!
//! ```text
//! tag        which queries of a set match each game
//! check      queries without games; `watch` does it again when a file changes
//! fmt        query files in their standard layout
//! lsp        a language server for editors
//! board      a position as text or as a picture
//! rewrite    games of any quality as clean PGN, in the shape that is wanted, or as they were read
//!   rewrite_notes  evaluations of an engine and novelties, added to them
//! tree       what was played from a position, as a list, a table, JSON or a game
//! novelty    the first moves of games that lead to positions which older games do not have
//! repertoire where games leave the lines of a file, and what it has instead
//! me         searches about the games of one player
//! names      the players whom games have in several spellings
//! dedupe     games without those that occur twice
//! index      games -> a database file, over the library's pool
//! info       what is in a database file; `openings` what it knows of a position
//! shard      games -> files of about equal size and their manifest
//!   shard_pack   frames and blocks, packed on several threads
//!   shard_files  the folder, its files, its manifest
//! explain    how queries are read and run
//!   words    what they mean, in words
//!   why      what their filters leave of games, and what they are at a position
//! doc        pages of the book, recipes beside them
//! recipes    the recipes of the book and the user's own
//! lesson     lessons of the book, and answers to their exercises
//! manual     manual pages
//! ```

pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod dedupe;
pub(crate) mod doc;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod index;
pub(crate) mod info;
pub(crate) mod lesson;
pub(crate) mod lsp;
pub(crate) mod manual;
pub(crate) mod me;
pub(crate) mod names;
pub(crate) mod novelty;
pub(crate) mod openings;
pub(crate) mod recipes;
pub(crate) mod repertoire;
pub(crate) mod rewrite;
mod rewrite_notes;
pub(crate) mod shard;
pub(crate) mod shard_files;
pub(crate) mod shard_pack;
pub(crate) mod tag;
pub(crate) mod tree;
pub(crate) mod watch;
pub(crate) mod why;
pub(crate) mod words;
