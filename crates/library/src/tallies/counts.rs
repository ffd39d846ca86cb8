//! What is counted: of a game, and of all games so far.
//!
//! The threads that search make the counts of each game, and who takes the games in their order adds them up. The threads
//! cannot, because they search games beyond those that a limit lets count.

use super::sums::{Aggregate, Sums};
use crate::rows::Cell;
use rustc_hash::FxHashMap;

/// The bytes that counts take beside their values, and what is made of a value.
const GROUP_BYTES: usize = 80;
const AGGREGATE_BYTES: usize = 48;

/// The number of a query, and values that are counted.
pub(super) type Group = (usize, Vec<Cell<'static>>);

/// What is counted of a game.
#[derive(Debug, Default)]
pub struct GameCounts {
    pub(super) matches: Vec<CountedMatch>,
    /// If rates are asked for: the groups that it belongs to, whether it matches or not.
    pub(super) everywhere: Vec<Group>,
}

/// A match as it counts.
#[derive(Debug)]
pub(super) struct CountedMatch {
    pub(super) group: Group,
    /// The values that figures are made of.
    pub(super) values: Vec<Cell<'static>>,
    /// True if the side that matches is Black.
    pub(super) black: bool,
    /// Its half points, if scores are asked for and the result is known.
    pub(super) halves: Option<u8>,
}

/// The counts of all games so far.
#[derive(Debug, Default)]
pub struct Counts {
    pub(super) sums: FxHashMap<Group, Sums>,
    /// The number of all games with the same values.
    pub(super) everywhere: FxHashMap<Group, u64>,
    /// The bytes that they take.
    bytes: usize,
}

impl GameCounts {
    /// True if nothing counts.
    pub fn is_empty(&self) -> bool {
        self.matches.is_empty() && self.everywhere.is_empty()
    }
}

impl Counts {
    /// The bytes that they take, about: results that a run keeps, see [`QuerySet::held`](crate::QuerySet::held).
    pub fn held(&self) -> usize {
        self.bytes
    }

    /// Adds those of a game. `truths` says which of the values that aggregates are made of are only true or false.
    pub(super) fn add(&mut self, game: GameCounts, aggregates: &[Aggregate], truths: &[bool]) {
        let Counts { sums, everywhere, bytes } = self;
        let new_bytes = |(_, values): &Group| GROUP_BYTES + values.iter().map(Cell::bytes).sum::<usize>();
        // The sides for which the game counts already, by group.
        let mut seen: FxHashMap<Group, [bool; 2]> = FxHashMap::default();
        for CountedMatch { group, values, black, halves } in game.matches {
            let sums = sums.entry(group.clone()).or_insert_with_key(|group| {
                *bytes += new_bytes(group) + aggregates.len() * AGGREGATE_BYTES;
                Sums::new(aggregates)
            });
            sums.positions += 1;
            *bytes += sums.add(values, truths);
            let sides = seen.entry(group).or_insert_with(|| {
                sums.games += 1;
                [false; 2]
            });
            if let Some(halves) = halves.filter(|_| !std::mem::replace(&mut sides[usize::from(black)], true)) {
                sums.halves += u64::from(halves);
                sums.decided += 1;
            }
        }
        for group in game.everywhere {
            *everywhere.entry(group).or_insert_with_key(|group| {
                *bytes += new_bytes(group);
                0
            }) += 1;
        }
    }
}
