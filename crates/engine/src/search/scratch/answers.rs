//! The facts known of the current game about filters of the plan.

use crate::chess::Bitboard;
use crate::facts::Column;
use crate::plan::Plan;

/// Answers about the positions of the current game, by the tables of the plan.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    pub(crate) columns: Vec<Column>,
    /// By column, true if it has room for this game.
    ready: Vec<bool>,
    /// The last position at which a set inside a loop was evaluated, and its squares there.
    pub(crate) loop_invariant_sets: Vec<(u32, Bitboard)>,
    /// The answers of the per-game tests that have been evaluated, by their index.
    pub(crate) per_game_tests: Vec<Option<bool>>,
}

impl Answers {
    pub(crate) fn fit(&mut self, plan: &Plan) {
        self.columns.resize_with(plan.columns as usize, Column::default);
        self.ready.resize(plan.columns as usize, false);
        self.loop_invariant_sets.resize(plan.ir.sets.len(), (u32::MAX, Bitboard::EMPTY));
        self.per_game_tests.resize(plan.per_game_tests.iter().flatten().count(), None);
    }

    pub(crate) fn clear(&mut self) {
        self.ready.fill(false);
        self.loop_invariant_sets.fill((u32::MAX, Bitboard::EMPTY));
        self.per_game_tests.fill(None);
    }

    /// Makes room for a game of this many positions in a column, unless there is; true if there was none.
    pub(crate) fn open(&mut self, index: usize, positions: u32) -> bool {
        let opened = !std::mem::replace(&mut self.ready[index], true);
        if opened {
            self.columns[index].reset(positions as usize);
        }
        opened
    }
}
