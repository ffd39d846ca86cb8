//! Whom queries may ask beside the games: endgame tables and a chess engine.

use super::{ChessEngine, EndgameTables};
use std::sync::Arc;

/// Those who are there to be asked.
#[derive(Clone, Debug, Default)]
pub struct Advisers {
    /// Endgame tables.
    pub tables: Option<Arc<dyn EndgameTables>>,
    /// A chess engine.
    pub engine: Option<Arc<dyn ChessEngine>>,
}
