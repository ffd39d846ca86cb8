//! The games that a query looks at, and how many of their positions must match, as its header says.

use crate::casts::count_of;
use crate::game::{Game, GameResult};
use crate::syntax::ast::{self, Header};

/// The games that a query looks at, and the number of positions that must match for a game to be found.
#[derive(Clone, Debug)]
pub struct QueryScope {
    /// The numbers of the first and of the last game that it looks at, in each file.
    games: (u64, u64),
    /// The results that a game must have.
    results: Vec<ast::GameResult>,
    /// The number of positions of a game that must match, from and to; at least one if it is not set.
    match_count: Option<(i64, i64)>,
}

impl QueryScope {
    /// What the header of a query says. `games` takes the place of its `gamenumber`.
    pub fn new(header: &Header, games: Option<(u64, u64)>) -> QueryScope {
        let natural = |number: i64| u64::try_from(number).unwrap_or(0);
        let named = header.game_numbers.map(|(low, high)| (natural(low), natural(high)));
        QueryScope {
            games: games.or(named).unwrap_or((1, u64::MAX)),
            results: header.results.clone(),
            match_count: header.match_count,
        }
    }

    /// The numbers of the first and of the last game.
    pub fn games(&self) -> (u64, u64) {
        self.games
    }

    /// True if it looks at the game with a number.
    pub fn sees(&self, number: u64) -> bool {
        (self.games.0..=self.games.1).contains(&number)
    }

    /// The number of games in scope in a range of successive numbers.
    pub fn sees_of(&self, first: u64, games: u64) -> u64 {
        let (from, to) = (self.games.0.max(first), self.games.1.min(first + games - 1));
        if from <= to { to - from + 1 } else { 0 }
    }

    /// True if it looks at every game, regardless of its number and its result.
    pub fn takes_all(&self) -> bool {
        self.games == (1, u64::MAX) && self.results.is_empty()
    }

    /// True if a game has one of the results that are wanted.
    pub fn takes(&self, game: &Game) -> bool {
        let result = game.result();
        self.results.iter().all(|wanted| {
            result
                == match wanted {
                    ast::GameResult::WhiteWins => GameResult::White,
                    ast::GameResult::BlackWins => GameResult::Black,
                    ast::GameResult::Draw => GameResult::Draw,
                }
        })
    }

    /// True if a game with this number of matching positions is found.
    pub fn is_match(&self, positions: usize) -> bool {
        let positions = count_of(positions);
        self.match_count.map_or(positions > 0, |(low, high)| low <= positions && positions <= high)
    }
}
