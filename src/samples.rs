//! Floor 7, front: games that are always there, so that a query can be tried without any file.

/// The sample games, as PGN.
pub(crate) const GAMES: &[u8] = include_bytes!("../examples/games/sample.pgn");

/// What stands for the file's name in results.
pub(crate) const NAME: &str = "sample.pgn";
