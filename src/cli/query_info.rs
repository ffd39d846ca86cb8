//! The command's data about each query: its name, its columns, the games it is put to, the destination of its results.

use std::sync::Arc;
use tabiya::game::GameResult;
use tabiya::syntax::ast;
use tabiya::{Game, GameMatches, Query, Scratch, SearchOptions, SortKey, SortValue};

/// The command's data about a query.
#[derive(Clone, Debug)]
pub(crate) struct QueryInfo {
    /// From 1, in the order of the command line.
    pub(crate) number: usize,
    /// Its file, or what stands for it.
    pub(crate) name: String,
    /// The names of the columns asked for.
    pub(crate) columns: Vec<String>,
    pub(crate) sort_keys: Vec<SortKey>,
    /// The number of positions of a game that must match, from and to; at least one if it is not set.
    pub(crate) match_count: Option<(i64, i64)>,
    /// The games that it looks at.
    pub(crate) games: (u64, u64),
    /// The results that a game must have.
    pub(crate) results: Vec<ast::GameResult>,
    /// A further condition on the games that it looks at.
    pub(crate) test: Option<Arc<GameTest>>,
    /// True if it wants no comment at all.
    pub(crate) silent: bool,
    /// The text that it puts at each match.
    pub(crate) match_string: String,
    /// The index of the destination of its results.
    pub(crate) sink: usize,
}

/// A test of a whole game.
#[derive(Debug)]
pub(crate) struct GameTest {
    /// The years that its date may have.
    pub(crate) years: Option<(u64, u64)>,
    /// The query that must match at the game's first position.
    pub(crate) query: Option<Query>,
}

impl GameTest {
    /// True if the tags of a game show that the test fails.
    fn is_refused_by_tags(&self, game: &Game, scratch: &mut Scratch) -> bool {
        let refuses = |query: &Query| query.is_refused_by_tags(game, scratch, &SearchOptions::default());
        !self.in_years(game) || self.query.as_ref().is_some_and(refuses)
    }

    fn in_years(&self, game: &Game) -> bool {
        let inside = |(low, high): (u64, u64)| game.year().is_some_and(|year| (low..=high).contains(&u64::from(year)));
        self.years.is_none_or(inside)
    }

    fn holds(&self, game: &Game, scratch: &mut Scratch) -> bool {
        self.in_years(game)
            && self.query.as_ref().is_none_or(|query| {
                let found = query.search(game, scratch, &SearchOptions::default());
                found.is_ok_and(|found| !found.matches.is_empty())
            })
    }
}

impl QueryInfo {
    /// True if it looks at the game with a number.
    pub(crate) fn sees(&self, number: u64) -> bool {
        (self.games.0..=self.games.1).contains(&number)
    }

    /// The number of games that it looks at among some with successive numbers.
    pub(crate) fn sees_of(&self, first: u64, games: u64) -> u64 {
        let (from, to) = (self.games.0.max(first), self.games.1.min(first + games - 1));
        if from <= to { to - from + 1 } else { 0 }
    }

    /// True if a game is one that the query is put to.
    pub(crate) fn takes(&self, game: &Game, scratch: &mut Scratch) -> bool {
        self.takes_result(game.result()) && self.test.as_ref().is_none_or(|test| test.holds(game, scratch))
    }

    /// True if the tags of a game show that the query is not put to it, and that it is not found for that.
    pub(crate) fn is_refused_by_tags(&self, game: &Game, scratch: &mut Scratch) -> bool {
        !self.is_match(0) && self.test.as_ref().is_some_and(|test| test.is_refused_by_tags(game, scratch))
    }

    /// The result for a game that the query is not put to.
    pub(crate) fn nothing(&self) -> GameMatches {
        let value = |key: &SortKey| key.match_count.then_some(SortValue::Number(0));
        GameMatches { sort_values: self.sort_keys.iter().map(value).collect(), ..GameMatches::default() }
    }

    fn takes_result(&self, result: GameResult) -> bool {
        self.results.iter().all(|wanted| {
            result
                == match wanted {
                    ast::GameResult::WhiteWins => GameResult::White,
                    ast::GameResult::BlackWins => GameResult::Black,
                    ast::GameResult::Draw => GameResult::Draw,
                }
        })
    }

    pub(crate) fn is_match(&self, positions: usize) -> bool {
        let positions = positions as i64;
        self.match_count.map_or(positions > 0, |(low, high)| low <= positions && positions <= high)
    }
}
