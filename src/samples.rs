//! Floor 8, front: games that are always there, so that a query can be tried without any file.

/// The sample games, as PGN.
pub(crate) const GAMES: &[u8] = include_bytes!("../examples/games/sample.pgn");

/// The file name of the samples in results.
pub(crate) const NAME: &str = "sample.pgn";
