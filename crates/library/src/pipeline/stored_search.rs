//! Games of a database through a searcher.

use super::game_search::{GameSearcher, GameStep};
use super::job::GameJob;
use super::outcome::{Outcome, PassedGames};
use super::stored::{StoredRange, damaged_block};
use crate::database::BlockError;
use std::ops::Range;

/// Searches the games and appends the results. When a game cannot be read, the block is lost from there on: the games
/// after it are left out, also those that other threads search, so that the results do not depend on the threads.
pub(crate) fn search<S: GameStep>(
    range: &StoredRange,
    searcher: &mut GameSearcher<S>,
    outcomes: &mut Vec<Outcome<S::Output>>,
) {
    outcomes.push(Outcome::Block(Some(range.block.id)));
    if let Err(error) = search_games(range, searcher, outcomes) {
        outcomes.push(Outcome::Lost(damaged_block(range.database(), &error)));
    }
    outcomes.push(Outcome::Block(None));
}

fn search_games<S: GameStep>(
    range: &StoredRange,
    searcher: &mut GameSearcher<S>,
    outcomes: &mut Vec<Outcome<S::Output>>,
) -> Result<(), BlockError> {
    let mut job = GameJob::default();
    let candidates = match range.block.candidates.get() {
        Some(candidates) => candidates,
        None => {
            let found = searcher.candidates(&range.block.block);
            let found = found.inspect_err(|_| range.block.lose(0))?;
            range.block.candidates.get_or_init(|| found)
        }
    };
    let mut at = range.games.start;
    let places = &*candidates.places;
    let first = candidates.games.partition_point(|wanted| wanted.end <= at);
    for wanted in &candidates.games[first..] {
        let (start, end) = (wanted.start.max(at), wanted.end.min(range.games.end));
        if start >= end {
            break;
        }
        pass_over(range, at..start, searcher, outcomes);
        for game in start..end {
            if searcher.is_over() {
                outcomes.push(Outcome::GivenUp);
                return Ok(());
            }
            if range.block.is_lost(game) {
                return Ok(());
            }
            job.place = range.start + game as u64;
            let block = &range.block.block;
            if let Some(found) = searcher.counted(block, game, places) {
                Outcome::count(outcomes, unread(range, game..game + 1, searcher), &found);
                continue;
            }
            match searcher.search_stored(block, game, (&mut job, places)) {
                Ok(Some(searched)) => Outcome::push(outcomes, searched),
                Ok(None) => {}
                Err(error) => {
                    range.block.lose(game);
                    return Err(error);
                }
            }
        }
        at = end;
    }
    pass_over(range, at..range.games.end, searcher, outcomes);
    Ok(())
}

/// Counts games that need not be read.
fn pass_over<S: GameStep>(
    range: &StoredRange,
    games: Range<usize>,
    searcher: &GameSearcher<S>,
    outcomes: &mut Vec<Outcome<S::Output>>,
) {
    if !games.is_empty() {
        Outcome::pass(outcomes, unread(range, games, searcher));
    }
}

/// Games that were not read. All queries see all of them, or they would have been read for their numbers.
fn unread<S: GameStep>(range: &StoredRange, games: Range<usize>, searcher: &GameSearcher<S>) -> PassedGames {
    let (first, thread) = (range.start + games.start as u64 + 1, searcher.thread());
    PassedGames { first, games: games.len() as u64, unread: true, thread }
}
