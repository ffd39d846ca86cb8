//! Games that are always there, so that a query can be tried without any file.
//!
//! They are never searched by default: a script whose list of files is empty would get an answer about other games, and
//! one rule without exceptions (`--sample`) is easier to trust than one that depends on whether there is a terminal.

/// The sample games, as PGN.
pub const GAMES: &[u8] = include_bytes!(concat!(env!("TABIYA_PARTS"), "/examples/games/sample.pgn"));

/// The file name of the samples in results.
pub const NAME: &str = "sample.pgn";
