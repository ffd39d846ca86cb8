//! The best values of sort keys, and the comments that go with them.

use super::comments::Note;
use crate::ir::{NumId, SetId, SortId, TextId};
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
pub(crate) struct SortState {
    pub(crate) best: Vec<Option<SortValue>>,
    /// The same for the position at which the query is being evaluated.
    pub(crate) here: Vec<Option<SortValue>>,
    /// The best value of each `sort` filter, by its key and its node in the typed form.
    pub(crate) kept: BTreeMap<(usize, SortNode), Kept>,
}

/// The best value of one `sort` filter, and the comments that came with it.
pub(crate) type Kept = (SortValue, Vec<(u32, Note)>);

/// A `sort` filter: several may share a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SortNode {
    Number(NumId),
    Text(TextId),
    Set(SetId),
}

impl SortState {
    pub(crate) fn fit(&mut self, keys: usize) {
        self.best.resize(keys, None);
        self.here.resize(keys, None);
    }

    pub(crate) fn clear(&mut self) {
        self.best.fill(None);
        self.here.fill(None);
        self.kept.clear();
    }

    pub(crate) fn best(&self, key: SortId) -> Option<&SortValue> {
        self.best[key.index()].as_ref()
    }

    /// The comments kept for the best value of a key, by every filter that reached it.
    pub(crate) fn take_comments(&mut self, key: SortId) -> Vec<(u32, Note)> {
        let best = self.best[key.index()].clone();
        let kept = self.kept.iter_mut().filter(|((k, _), _)| *k == key.index());
        let kept = kept.filter(|(_, (value, _))| best.as_ref() == Some(value));
        kept.flat_map(|(_, (_, comments))| std::mem::take(comments)).collect()
    }
}
