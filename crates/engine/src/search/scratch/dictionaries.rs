//! The entries of dictionaries.

use super::meter::ENTRY_BYTES;
use super::values::{Built, Live};
use crate::ir::{VarId, VarIr};
use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

/// A key or a value. The order is that of loops over keys: sets by their squares as a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Datum {
    Num(i64),
    Text(Built),
    Set(u64),
    Pos(u32),
}

/// All dictionaries of a plan, by variable.
#[derive(Debug, Default)]
pub(crate) struct Dictionaries {
    pub(crate) entries: HashMap<VarId, BTreeMap<Datum, Datum>>,
    /// The number of entries in all dictionaries.
    pub(crate) count: usize,
    /// The number of changes.
    pub(crate) changes: i64,
}

impl Dictionaries {
    /// Forgets the entries of dictionaries that last for one game.
    pub(crate) fn start_game(&mut self, vars: &[VarIr], live: &Live) {
        let before = self.count;
        self.entries.retain(|var, _| vars[var.index()].persistent.is_some());
        self.count = self.entries.values().map(BTreeMap::len).sum();
        live.remove((before - self.count) * ENTRY_BYTES);
    }

    /// The number of entries in all dictionaries.
    pub(crate) fn entries(&self) -> usize {
        self.count
    }

    /// Takes entries away: one, or all of a dictionary. Gives how many there were.
    pub(crate) fn remove(&mut self, of: VarId, key: Option<&Datum>) -> usize {
        let gone = match key {
            None => self.entries.remove(&of).map_or(0, |entries| entries.len()),
            Some(key) => self.entries.get_mut(&of).map_or(0, |entries| usize::from(entries.remove(key).is_some())),
        };
        self.count -= gone;
        gone
    }

    pub(crate) fn len(&self, of: VarId) -> usize {
        self.entries.get(&of).map_or(0, BTreeMap::len)
    }

    pub(crate) fn get(&self, of: VarId, key: &Datum) -> Option<&Datum> {
        self.entries.get(&of)?.get(key)
    }

    /// The first key after one, or the first of all.
    pub(crate) fn next_key(&self, of: VarId, last: Option<&Datum>) -> Option<Datum> {
        let bounds = (last.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded);
        self.entries.get(&of)?.range::<Datum, _>(bounds).next().map(|(key, _)| key.clone())
    }
}
