//! The facts about the current game, regardless of the query.

use crate::facts::{Column, PieceTracks, PrefixCounts};
use rustc_hash::FxHashMap;

/// Facts of the current game, found out when they are first requested.
#[derive(Debug, Default)]
pub(crate) struct GameFacts {
    pub(crate) check: Column,
    pub(crate) mate: Column,
    pub(crate) stalemate: Column,
    /// True if `mate` and `stalemate` have room for this game.
    pub(crate) ends_ready: bool,
    pub(crate) pieces: PieceTracks,
    /// By position, the number of times that it has stood on the board; empty before it is needed.
    pub(crate) repetitions: Vec<u32>,
    /// True if the game shows a cook; `None` before it is requested.
    pub(crate) cooked: Option<bool>,
    /// Counts of what closed `next*`, `previous*` and `find` look for, by predicate.
    pub(crate) prefix_counts: FxHashMap<usize, PrefixCounts>,
}

impl GameFacts {
    /// A game of this many positions comes.
    pub(crate) fn clear(&mut self, positions: usize) {
        self.check.reset(positions);
        self.ends_ready = false;
        self.pieces.clear();
        self.repetitions.clear();
        self.cooked = None;
        self.prefix_counts.clear();
    }
}
