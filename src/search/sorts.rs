//! Sort keys: the best value of each in a game, and the comments that go with it.

use super::comments::Note;
use super::machine::Machine;
use crate::ir::SortId;
use std::cmp::Ordering;

/// A value that games are sorted by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SortValue {
    /// A number; sets count their squares.
    Number(i64),
    /// A text, compared byte by byte.
    Text(String),
}

impl std::fmt::Display for SortValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SortValue::Number(n) => n.fmt(f),
            SortValue::Text(text) => text.fmt(f),
        }
    }
}

/// The best values of the current game.
#[derive(Debug, Default)]
pub(super) struct SortState {
    best: Vec<Option<SortValue>>,
    comments: Vec<Vec<(u32, Note)>>,
}

impl SortState {
    pub(super) fn fit(&mut self, keys: usize) {
        self.best.resize(keys, None);
        self.comments.resize(keys, Vec::new());
    }

    pub(super) fn clear(&mut self) {
        self.best.fill(None);
        self.comments.iter_mut().for_each(Vec::clear);
    }

    pub(super) fn best(&self, key: SortId) -> Option<&SortValue> {
        self.best[key.index()].as_ref()
    }

    pub(super) fn take_comments(&mut self, key: SortId) -> Vec<(u32, Note)> {
        std::mem::take(&mut self.comments[key.index()])
    }
}

impl Machine<'_> {
    /// Notes a value of a sort key. What its body commented since `mark` is kept for the best value only.
    pub(super) fn sort_value(&mut self, key: SortId, value: SortValue, mark: usize) {
        let min = self.plan.ir.sorts[key.index()].min;
        let wanted = if min { Ordering::Less } else { Ordering::Greater };
        let best = &mut self.s.sorts.best[key.index()];
        let better = best.as_ref().is_none_or(|best| value.cmp(best) == wanted);
        if better {
            *best = Some(value);
        }
        let comments = self.s.comments.take_since(mark);
        if better {
            self.s.sorts.comments[key.index()] = comments;
        }
    }
}
