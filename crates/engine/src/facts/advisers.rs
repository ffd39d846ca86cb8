//! Whom queries may ask in addition to the games: tablebases, a chess engine, and the program that runs them.

use super::{ChessEngine, EndgameTables, PositionPredicate};
use std::sync::Arc;

/// Those who are there to be evaluated.
#[derive(Clone, Debug, Default)]
pub struct Advisers {
    /// Tablebases.
    pub tables: Option<Arc<dyn EndgameTables>>,
    /// A chess engine.
    pub engine: Option<Arc<dyn ChessEngine>>,
    /// Predicates of the program, by the names that `position in` gives them. They come before files.
    pub predicates: Vec<(String, Arc<dyn PositionPredicate>)>,
}
