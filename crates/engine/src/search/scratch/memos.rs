//! What sequences and searches remember of the current game for values of variables, within a budget.

use super::slot::Slot;
use crate::facts::Column;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::sync::Arc;
use tabiya_automata::{Common, Memo, Tails};

/// The greatest size of the memos, and of the keyed columns, that are kept for one game, in bytes each.
const BUDGET: usize = 16 << 20;

/// The same for the memos of a long game, for each of its positions, and for the longest: enough for a small automaton and
/// each square.
const BUDGET_BY_POSITION: usize = 2 << 10;
const GREATEST_BUDGET: usize = 128 << 20;

/// By state of a program, whether effects may follow; None where no state is worth keeping answers for.
pub(crate) type VaryingAhead = Option<Arc<Vec<bool>>>;

/// Answers that are kept for some combination of values. They only save time.
#[derive(Debug, Default)]
pub(crate) struct Memos {
    /// Memos of parametric sequences, by sequence and values of the variables read.
    pub(crate) by_values: HashMap<(usize, Vec<Slot>), Memo>,
    /// The size of the memos, in bytes, and the greatest in this game.
    pub(crate) bytes: usize,
    room: usize,
    /// The answers that the memos of a sequence have in common, by sequence and start colour, and by class of heights.
    pub(crate) commons: FxHashMap<(usize, u32), Box<Common>>,
    /// Answers for the constituents after the last one with effects, by the same keys, and by whether comments are
    /// wanted. None where no answer is worth keeping, or while it is in use.
    pub(crate) tails: FxHashMap<(usize, u32, bool), Option<Box<Tails>>>,
    /// For the program of a path with effects, likewise.
    pub(crate) varying_ahead: FxHashMap<(usize, u32, bool), VaryingAhead>,
    /// Keyed columns: what parametric `next*` and `find` look for, by predicate and values.
    pub(crate) keyed: FxHashMap<(usize, Vec<Slot>), Column>,
    spare: Vec<Memo>,
}

impl Memos {
    /// A game of this many positions comes.
    pub(crate) fn clear(&mut self, positions: usize) {
        self.spare.extend(self.by_values.drain().map(|(_, memo)| memo));
        self.spare.truncate(64);
        self.bytes = 0;
        self.room = BUDGET.max((positions * BUDGET_BY_POSITION).min(GREATEST_BUDGET));
        self.commons.values_mut().for_each(|common| common.clear());
        self.tails.values_mut().flatten().for_each(|tails| tails.clear());
        self.keyed.clear();
    }

    /// A memo for a new combination of values, with a size of `bytes`. When the memos of a game grow beyond their room, or
    /// memory is short, all are forgotten.
    pub(crate) fn fresh(&mut self, bytes: usize, short: bool) -> Memo {
        if self.bytes + bytes > self.room || short {
            self.spare.extend(self.by_values.drain().map(|(_, memo)| memo).take(8));
            self.bytes = 0;
        }
        self.bytes += bytes;
        let mut memo = self.spare.pop().unwrap_or_default();
        memo.clear();
        memo
    }

    /// A column for a new combination of values, under the same budget.
    pub(crate) fn fresh_column(&mut self, positions: usize, short: bool) -> Column {
        if (self.keyed.len() + 1) * positions / 4 > BUDGET || short {
            self.keyed.clear();
        }
        let mut column = Column::default();
        column.reset(positions);
        column
    }
}
