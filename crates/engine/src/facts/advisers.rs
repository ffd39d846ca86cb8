//! Whom queries may ask in addition to the games: tablebases, a chess engine, names of openings, and the program that runs them.

use super::{ChessEngine, EndgameTables, PositionPredicate};
use crate::game::Game;
use std::fmt::Debug;
use std::sync::Arc;

/// A table of names of openings. Threads ask it at the same time.
pub trait OpeningTable: Debug + Send + Sync {
    /// The name of a game's opening with its variation; `None` if nothing names it.
    fn full_name(&self, game: &Game) -> Option<String>;
}

/// Those who are there to be evaluated.
#[derive(Clone, Debug, Default)]
pub struct Advisers {
    /// Tablebases.
    pub tables: Option<Arc<dyn EndgameTables>>,
    /// A chess engine.
    pub engine: Option<Arc<dyn ChessEngine>>,
    /// Names of openings; without them, games have none.
    pub openings: Option<Arc<dyn OpeningTable>>,
    /// Predicates of the program, by the names that `position in` gives them. They come before files.
    pub predicates: Vec<(String, Arc<dyn PositionPredicate>)>,
}
