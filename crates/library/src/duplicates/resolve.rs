//! Groups of games with the same moves, and which of their games are kept.

use super::names::UNKNOWN;
use super::record::{MovesNumber, Record, Records};
use super::{Compared, Duplicate, DuplicateOptions, Duplicates, GamePlace, Reason};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::sync::Arc;

/// The beginning of a game is a whole game, with which it agrees: the number of the group of that one, and of the game.
pub(super) type Contained = (u32, u32);

/// Games with the same moves, in groups.
#[derive(Debug)]
pub(super) struct Groups {
    pub(super) records: Records,
    /// All games in the order of their numbers of moves, and those of one number with the best first.
    order: Vec<u32>,
    /// Where each group begins in `order`, and the end of the last one.
    starts: Vec<u32>,
    /// Bits for the numbers of groups, so that most beginnings of games are not looked up.
    bits: Vec<u64>,
}

impl Groups {
    pub(super) fn new(records: Records) -> Groups {
        let games = &records.games;
        let count = u32::try_from(games.len()).unwrap_or(u32::MAX);
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_unstable_by_key(|&game| {
            let record = &games[game as usize];
            (record.moves, Reverse(record.worth), game)
        });
        let begins = |place: &u32| {
            let place = *place as usize;
            let moves = |place: usize| games[order[place] as usize].moves;
            place == 0 || moves(place) != moves(place - 1)
        };
        let starts: Vec<u32> = (0..count).filter(begins).chain([count]).collect();
        let mut bits = vec![0; (starts.len() / 4).next_power_of_two()];
        for &start in &starts[..starts.len() - 1] {
            let number = games[order[start as usize] as usize].moves;
            places_of(number, bits.len()).into_iter().for_each(|(word, bit)| bits[word] |= bit);
        }
        Groups { records, order, starts, bits }
    }

    /// The number of groups.
    fn len(&self) -> u32 {
        u32::try_from(self.starts.len() - 1).unwrap_or(u32::MAX)
    }

    /// The games of a group.
    pub(super) fn games(&self, group: u32) -> &[u32] {
        let at = |group: usize| self.starts[group] as usize;
        &self.order[at(group as usize)..at(group as usize + 1)]
    }

    fn moves(&self, group: u32) -> MovesNumber {
        self.first(group).moves
    }

    fn first(&self, group: u32) -> &Record {
        &self.records.games[self.order[self.starts[group as usize] as usize] as usize]
    }

    /// The group of the games with these moves.
    pub(super) fn find(&self, moves: MovesNumber) -> Option<u32> {
        if places_of(moves, self.bits.len()).into_iter().any(|(word, bit)| self.bits[word] & bit == 0) {
            return None;
        }
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.moves(middle) < moves { low = middle + 1 } else { high = middle }
        }
        (low < self.len() && self.moves(low) == moves).then_some(low)
    }
}

/// Two words of this many, each with a bit.
fn places_of(number: MovesNumber, words: usize) -> [(usize, u64); 2] {
    number.0.map(|half| ((half >> 6) as usize & (words - 1), 1 << (half & 63)))
}

/// The games of a group that are kept, by the surnames of their players.
#[derive(Default)]
struct Kept {
    games: Vec<u32>,
    /// Their places in `games`.
    by_players: FxHashMap<[u32; 2], Vec<u32>>,
}

impl Kept {
    fn add(&mut self, surnames: [u32; 2], game: u32) {
        let place = u32::try_from(self.games.len()).unwrap_or(u32::MAX);
        self.by_players.entry(surnames).or_default().push(place);
        self.games.push(game);
    }

    /// The first game for which something holds, among those whose players may be these.
    fn first(&self, [white, black]: [u32; 2], holds: impl Fn(u32) -> bool) -> Option<u32> {
        if white == UNKNOWN || black == UNKNOWN {
            return self.games.iter().copied().find(|&game| holds(game));
        }
        let keys = [[white, black], [UNKNOWN, black], [white, UNKNOWN], [UNKNOWN, UNKNOWN]];
        let lists = keys.into_iter().filter_map(|key| self.by_players.get(&key));
        let good = |list: &Vec<u32>| list.iter().copied().find(|&place| holds(self.games[place as usize]));
        lists.filter_map(good).min().map(|place| self.games[place as usize])
    }
}

/// Decides which games are kept. `contained` is sorted.
pub(super) fn resolve(groups: &Arc<Groups>, contained: Vec<Contained>, options: &DuplicateOptions) -> Duplicates {
    let Records { games, names, .. } = &groups.records;
    let mut left_out = vec![false; games.len()];
    let mut found = Vec::new();
    // Longer games are decided on before their beginnings.
    let mut longest: Vec<u32> = (0..groups.len()).collect();
    longest.sort_by_key(|&group| Reverse(groups.first(group).plies));
    for group in longest {
        let around = &contained[contained.partition_point(|&(inner, _)| inner < group)..];
        let around = &around[..around.partition_point(|&(inner, _)| inner == group)];
        let mut kept = Kept::default();
        for &game in groups.games(group) {
            let own = &games[game as usize];
            let tagged = options.compared == Compared::Games;
            let is_short = own.plies < options.plies;
            let surnames = own.players.map(|name| if tagged { names.surname(name) } else { UNKNOWN });
            let is_same = |other: u32| {
                let other = &games[other as usize];
                let dated = !is_short || own.is_dated() && other.is_dated();
                let agrees = || !tagged || dated && own.agrees(other, names, options.days, is_short);
                own.text == other.text || own.sound && other.sound && agrees()
            };
            let goes_on = |&&(_, other): &&Contained| {
                let agrees = || !tagged || own.agrees(&games[other as usize], names, options.days, true);
                // A game that has its last position twice does not go on after itself, nor do others that end there.
                let ends_here = games[other as usize].moves == own.moves;
                own.sound && !ends_here && !left_out[other as usize] && agrees()
            };
            let same = if options.compared == Compared::Positions { Reason::SamePosition } else { Reason::SameMoves };
            let other = match kept.first(surnames, is_same) {
                Some(other) => Some((other, same)),
                None => around.iter().find(goes_on).map(|&(_, other)| (other, Reason::Beginning)),
            };
            match other {
                None => kept.add(surnames, game),
                Some((other, reason)) => {
                    left_out[game as usize] = true;
                    found.push((game, other, reason));
                }
            }
        }
    }
    found.sort_unstable_by_key(|&(game, ..)| game);
    let place = |game: u32| groups.place(game);
    let duplicate = |(game, kept, reason)| Duplicate { game: place(game), kept: place(kept), reason };
    Duplicates { games: games.len() as u64, found: found.into_iter().map(duplicate).collect() }
}

impl Groups {
    fn place(&self, game: u32) -> GamePlace {
        let record = &self.records.games[game as usize];
        let file = self.records.files.get(record.file as usize).map_or_else(|| "".into(), Arc::clone);
        GamePlace { place: game.into(), file, number: record.number.into(), plies: record.plies }
    }
}
