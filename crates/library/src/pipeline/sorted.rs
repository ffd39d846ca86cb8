//! Games in the order of their sort keys, while the best are kept.

use crate::query::{QuerySet, SortKey};
use crate::search::GameMatches;
use std::collections::BTreeMap;

/// The order of games: by the sort keys of all queries, then in the order read.
#[derive(Debug)]
pub(super) struct Order {
    /// Those of each query.
    keys: Vec<Vec<SortKey>>,
}

impl Order {
    /// The order that some queries ask for; `None` if none of them sorts.
    pub(super) fn of(set: &QuerySet) -> Option<Order> {
        let keys: Vec<Vec<SortKey>> = (0..set.queries().len()).map(|query| set.sort_keys(query)).collect();
        keys.iter().any(|keys| !keys.is_empty()).then_some(Order { keys })
    }

    /// The place of a game with its results: no other game has the same.
    pub(super) fn place(&self, found: &[(usize, GameMatches)], place: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (query, keys) in self.keys.iter().enumerate() {
            let values = found.iter().find(|(i, _)| *i == query).map(|(_, matches)| &matches.sort_values);
            for (i, key) in keys.iter().enumerate() {
                key.push_place(values.and_then(|values| values.get(i)?.as_ref()), &mut bytes);
            }
        }
        bytes.extend(place.to_be_bytes());
        bytes
    }
}

/// The results of the best games so far, each with its place.
#[derive(Debug)]
pub(super) struct Best<T> {
    games: BTreeMap<Vec<u8>, Vec<T>>,
    /// The greatest number of games that are kept.
    limit: u64,
}

impl<T> Best<T> {
    pub(super) fn new(limit: u64) -> Best<T> {
        Best { games: BTreeMap::new(), limit }
    }

    /// Takes a game, unless nothing was found in it or better ones are enough.
    pub(super) fn add(&mut self, place: Vec<u8>, made: Vec<T>) {
        if !made.is_empty() {
            self.games.insert(place, made);
        }
        if self.games.len() as u64 > self.limit {
            self.games.pop_last();
        }
    }

    /// Everything in order.
    pub(super) fn finish(self) -> Vec<T> {
        self.games.into_values().flatten().collect()
    }
}
