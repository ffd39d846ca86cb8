//! The values that are counted: of a game, and of all games so far.
//!
//! The threads that search make the counts of each game, and who takes the games in their order adds them up. The threads
//! cannot, because they search games beyond those that a limit lets count.

use super::sums::{Aggregate, Sums};
use crate::names::{self, Spelling};
use crate::rows::Cell;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::hash_map::Entry;

/// The bytes that counts take in addition to their values, and a figure.
const GROUP_BYTES: usize = 80;
const AGGREGATE_BYTES: usize = 48;

/// The number of a query, and values that are counted.
pub(super) type Group = (usize, Vec<Cell<'static>>);

/// The number of a query, the place of a value, and the value.
pub(super) type Margin = (usize, usize, Cell<'static>);

/// The counts of a game: [`Tally::count`](super::Tally::count) makes them on any thread, and
/// [`Tally::add`](super::Tally::add) adds them to those of all games.
#[derive(Debug, Default)]
pub struct GameCounts {
    pub(super) matches: Vec<CountedMatch>,
    /// If rates are requested: the groups that it belongs to, whether it matches or not.
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
    /// Its half points, if scores are requested and the result is known.
    pub(super) halves: Option<u8>,
}

/// The counts of all games so far.
#[derive(Debug, Default)]
pub struct Counts {
    pub(super) sums: FxHashMap<Group, Sums>,
    /// Of two values: each of them with its games, which count once however many groups they are in.
    pub(super) margins: FxHashMap<Margin, Sums>,
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

    /// Counts each player under one spelling: the most frequent one in the places that are `players`. A game in which both players
    /// have one name then counts once for each of the spellings.
    pub(super) fn join_players(&mut self, players: &[bool]) {
        let names = |group: &Group| -> Vec<String> {
            let cells = group.1.iter().zip(players).filter(|(_, is_player)| **is_player);
            cells
                .filter_map(|(cell, _)| if let Cell::Text(name) = cell { Some(name.to_string()) } else { None })
                .collect()
        };
        let mut games: FxHashMap<String, u64> = FxHashMap::default();
        let counted = self.sums.iter().map(|(group, sums)| (group, sums.games));
        for (group, number) in counted.chain(self.everywhere.iter().map(|(group, number)| (group, *number))) {
            names(group).into_iter().for_each(|name| *games.entry(name).or_default() += number);
        }
        let spellings = games.into_iter().map(|(name, games)| Spelling { name, games }).collect();
        let mut preferred: FxHashMap<String, String> = FxHashMap::default();
        for player in names::players(spellings) {
            let name = player.preferred().to_owned();
            preferred.extend(player.spellings.into_iter().skip(1).map(|spelling| (spelling.name, name.clone())));
        }
        if preferred.is_empty() {
            return;
        }
        let join = |(query, mut cells): Group| -> Group {
            for (cell, _) in cells.iter_mut().zip(players).filter(|(_, is_player)| **is_player) {
                if let Cell::Text(name) = cell
                    && let Some(name) = preferred.get(&**name)
                {
                    *cell = Cell::Text(Cow::Owned(name.clone()));
                }
            }
            (query, cells)
        };
        for (group, more) in std::mem::take(&mut self.sums) {
            match self.sums.entry(join(group)) {
                Entry::Occupied(mut known) => known.get_mut().merge(&more),
                Entry::Vacant(free) => drop(free.insert(more)),
            }
        }
        for ((query, place, cell), more) in std::mem::take(&mut self.margins) {
            let mut cells = vec![Cell::None; place];
            cells.push(cell);
            let (query, mut cells) = join((query, cells));
            match self.margins.entry((query, place, cells.swap_remove(place))) {
                Entry::Occupied(mut known) => known.get_mut().merge(&more),
                Entry::Vacant(free) => drop(free.insert(more)),
            }
        }
        for (group, games) in std::mem::take(&mut self.everywhere) {
            *self.everywhere.entry(join(group)).or_default() += games;
        }
    }

    /// Adds those of a game. `truths` says which of the values that aggregates are made of are only true or false.
    pub(super) fn add(&mut self, game: GameCounts, aggregates: &[Aggregate], truths: &[bool]) {
        let Counts { sums, margins, everywhere, bytes } = self;
        let new_bytes = |(_, values): &Group| GROUP_BYTES + values.iter().map(Cell::bytes).sum::<usize>();
        // The sides for which the game counts already, by group and by margin.
        let mut seen: FxHashMap<Group, [bool; 2]> = FxHashMap::default();
        let mut seen_margins: FxHashMap<Margin, [bool; 2]> = FxHashMap::default();
        for CountedMatch { group, values, black, halves } in game.matches {
            let sums = sums.entry(group.clone()).or_insert_with_key(|group| {
                *bytes += new_bytes(group) + aggregates.len() * AGGREGATE_BYTES;
                Sums::new(aggregates)
            });
            sums.positions += 1;
            *bytes += sums.add(values, truths);
            let query = group.0;
            let pair = if let [_, _] = *group.1 { group.1.clone() } else { Vec::new() };
            sums.count(seen.entry(group), (black, halves));
            for (place, value) in pair.into_iter().enumerate() {
                let margin = (query, place, value);
                let sums = margins.entry(margin.clone()).or_insert_with_key(|(.., value)| {
                    *bytes += GROUP_BYTES + value.bytes();
                    Sums::default()
                });
                sums.count(seen_margins.entry(margin), (black, halves));
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
