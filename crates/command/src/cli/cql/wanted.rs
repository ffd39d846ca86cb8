//! The games that `-player` and `-year` choose.

use tabiya::pipeline::GameTest;
use tabiya::{Game, Query, Scratch, SearchOptions};

/// The games that are searched.
#[derive(Debug)]
pub(super) struct WantedGames {
    /// The years that the date may have.
    pub(super) years: Option<(u64, u64)>,
    /// The query that must match at the first position.
    pub(super) query: Option<Query>,
}

impl WantedGames {
    fn in_years(&self, game: &Game) -> bool {
        let inside = |(low, high): (u64, u64)| game.year().is_some_and(|year| (low..=high).contains(&u64::from(year)));
        self.years.is_none_or(inside)
    }
}

impl GameTest for WantedGames {
    fn is_refused_by_tags(&self, game: &Game, scratch: &mut Scratch) -> bool {
        let refuses = |query: &Query| query.is_refused_by_tags(game, scratch, &SearchOptions::default());
        !self.in_years(game) || self.query.as_ref().is_some_and(refuses)
    }

    fn holds(&self, game: &Game, scratch: &mut Scratch) -> bool {
        self.in_years(game)
            && self.query.as_ref().is_none_or(|query| {
                let found = query.search_game(game, scratch, &SearchOptions::default());
                found.is_ok_and(|found| !found.matches.is_empty())
            })
    }
}
