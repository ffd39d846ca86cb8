//! Whom queries may ask beside the games: endgame tables, a chess engine, and the program that runs them.

use super::{ChessEngine, EndgameTables, PositionPredicate};
use std::sync::Arc;

/// Those who are there to be asked.
#[derive(Clone, Debug, Default)]
pub struct Advisers {
    /// Endgame tables.
    pub tables: Option<Arc<dyn EndgameTables>>,
    /// A chess engine.
    pub engine: Option<Arc<dyn ChessEngine>>,
    /// Predicates of the program, by the names that `position in` gives them. They come before files.
    pub predicates: Vec<(String, Arc<dyn PositionPredicate>)>,
}
