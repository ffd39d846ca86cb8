//! Sort keys: the best value of each in a game, and the comments that go with it.

use super::comments::Note;
use super::machine::Machine;
use crate::ir::{NumId, SetId, SortId, TextId};
use std::cmp::Ordering;
use std::collections::BTreeMap;

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
    /// What each `sort` filter has kept, by its key and its place in the typed form.
    kept: BTreeMap<(usize, SortNode), Kept>,
}

/// The best value of one `sort` filter, and the comments that came with it.
type Kept = (SortValue, Vec<(u32, Note)>);

/// A `sort` filter: several may share a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SortNode {
    Number(NumId),
    Text(TextId),
    Set(SetId),
}

impl SortState {
    pub(super) fn fit(&mut self, keys: usize) {
        self.best.resize(keys, None);
    }

    pub(super) fn clear(&mut self) {
        self.best.fill(None);
        self.kept.clear();
    }

    pub(super) fn best(&self, key: SortId) -> Option<&SortValue> {
        self.best[key.index()].as_ref()
    }

    /// The comments kept for the best value of a key, by every filter that reached it.
    pub(super) fn take_comments(&mut self, key: SortId) -> Vec<(u32, Note)> {
        let best = self.best[key.index()].clone();
        let kept = self.kept.iter_mut().filter(|((k, _), _)| *k == key.index());
        let kept = kept.filter(|(_, (value, _))| best.as_ref() == Some(value));
        kept.flat_map(|(_, (_, comments))| std::mem::take(comments)).collect()
    }
}

impl Machine<'_> {
    /// Notes a value of a sort key. What its body commented since `mark` is kept for the filter's best value only.
    pub(super) fn sort_value(&mut self, key: SortId, node: SortNode, value: SortValue, mark: usize) {
        let min = self.plan.ir.sorts[key.index()].min;
        let wanted = if min { Ordering::Less } else { Ordering::Greater };
        let better = |old: Option<&SortValue>| old.is_none_or(|old| value.cmp(old) == wanted);
        let best = &mut self.s.sorts.best[key.index()];
        if better(best.as_ref()) {
            *best = Some(value.clone());
        }
        if self.departures.plain_sort_comments || !self.s.comments.wanted() {
            return;
        }
        let comments = self.s.comments.take_since(mark);
        let place = (key.index(), node);
        if better(self.s.sorts.kept.get(&place).map(|(value, _)| value)) {
            self.s.sorts.kept.insert(place, (value, comments));
        }
    }
}
