//! The matches that are kept of each game: all, the first ones, the last, or the one by which the game is sorted.

use crate::query::SortKey;
use crate::search::{GameMatches, Match, SortValue};

/// The matches of a query that are kept of each game.
///
/// ```
/// use tabiya::pipeline::EachGame;
/// use tabiya::{Query, RunOptions, Sources};
///
/// let games = Sources::new().bytes("a game", "1. f3 e5 2. g4 Qh4# 0-1");
/// let options = RunOptions { each_game: EachGame::Last, ..RunOptions::default() };
/// let found = Query::parse("ply > 1")?.matches_in(games, &options)?.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(found.iter().map(|found| found.ply()).collect::<Vec<_>>(), [4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EachGame {
    /// All of them.
    #[default]
    All,
    /// This many from the first one on.
    First(usize),
    /// The last one.
    Last,
    /// The first one with the best value of the first sort key that has a value; without one, the first.
    Best,
}

impl EachGame {
    /// Drops the matches of a game that are not kept or do not pass a test. The game has the best of the sort values of those
    /// that are left, so that what is shown is what it is sorted by.
    pub fn keep(self, keys: &[SortKey], found: &mut GameMatches, mut passes: impl FnMut(&Match) -> bool) {
        let before = found.matches.len();
        let of_matches: Vec<bool> = (0..keys.len()).map(|place| has_its_value(keys, found, place)).collect();
        found.matches.retain(|matched| passes(matched));
        match self {
            EachGame::All => {}
            EachGame::First(n) => found.matches.truncate(n),
            EachGame::Last => drop(found.matches.drain(..found.matches.len().saturating_sub(1))),
            EachGame::Best => {
                let best = best_match(keys, found);
                found.matches.drain(..best.min(found.matches.len()));
                found.matches.truncate(1);
            }
        }
        if found.matches.len() == before {
            return;
        }
        for (place, key) in keys.iter().enumerate() {
            // What no match has is the value of the whole game.
            if of_matches[place] {
                let best = best_value(key, found, place).map(|(_, value)| value.clone());
                if let Some(value) = found.sort_values.get_mut(place) {
                    *value = best;
                }
            }
        }
    }
}

/// True if the value of a sort key that the game has is one of its matches'.
fn has_its_value(keys: &[SortKey], found: &GameMatches, place: usize) -> bool {
    let value = found.sort_values.get(place).and_then(Option::as_ref);
    let is_it = |matched: &Match| matched.sort_values.get(place).and_then(Option::as_ref) == value;
    value.is_some() && !keys[place].match_count && found.matches.iter().any(is_it)
}

/// The best value of a sort key that a match has, with the place of the first match that has it.
fn best_value<'f>(key: &SortKey, found: &'f GameMatches, place: usize) -> Option<(usize, &'f SortValue)> {
    let values = found.matches.iter().enumerate();
    let values = values.filter_map(|(i, matched)| Some((i, matched.sort_values.get(place)?.as_ref()?)));
    values.reduce(|best, other| {
        let better = if key.min { other.1 < best.1 } else { other.1 > best.1 };
        if better { other } else { best }
    })
}

/// The place of the first match with the best value of the first sort key that matches have values of.
fn best_match(keys: &[SortKey], found: &GameMatches) -> usize {
    let keys = keys.iter().enumerate().filter(|(_, key)| !key.match_count);
    let mut best = keys.filter_map(|(place, key)| best_value(key, found, place));
    best.next().map_or(0, |(place, _)| place)
}
