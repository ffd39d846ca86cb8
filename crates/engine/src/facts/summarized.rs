//! What summaries say of one game or of several together, and which parts of summaries a question needs.

use super::known::{Ending, Event, Kind, Known, piece};
use crate::chess::{Bitboard, Color};
use crate::game::GameResult;
use tabiya_database::{Summary, SummaryParts, SummaryRange};

/// A summary, and the result, if it is known.
pub(crate) struct Summarized<'s> {
    pub(crate) summary: &'s Summary,
    pub(crate) result: Option<GameResult>,
}

impl Known for Summarized<'_> {
    fn may(&mut self, event: Event) -> bool {
        let game = self.summary;
        match event {
            Event::Variations => game.has_variations,
            Event::Castle { short } => Color::ALL.into_iter().any(|color| game.castled(color, short)),
            Event::Capture => game.captures,
            Event::EnPassant => game.en_passant,
            Event::Null => game.null_moves,
            Event::Drop => game.drops,
            Event::Promotion(role) => Color::ALL.into_iter().any(|color| game.promoted(color, role)),
            Event::Check => game.check,
            Event::End(Ending::InCheck) => game.ends_in_check,
            Event::End(Ending::OutOfCheck) => !game.ends_in_check,
            Event::End(Ending::Stuck) => game.ends_without_moves,
            Event::Result(result) => self.result.is_none_or(|known| known == result),
        }
    }

    fn plies(&mut self) -> u32 {
        self.summary.plies
    }

    fn count(&mut self, kind: Kind) -> (i64, i64) {
        let range = self.summary.count(piece(kind));
        (range.least.into(), range.most.into())
    }
}

/// Some games that follow one another in a block of a database.
pub(crate) struct SummarizedRange<'s> {
    pub(crate) games: &'s SummaryRange<'s>,
}

impl Known for SummarizedRange<'_> {
    fn may(&mut self, event: Event) -> bool {
        let games = self.games;
        match event {
            Event::Variations => games.has_variations(),
            Event::Castle { short } => Color::ALL.into_iter().any(|color| games.castled(color, short)),
            Event::Capture => games.captures(),
            Event::EnPassant => games.en_passant(),
            Event::Null => games.null_moves(),
            Event::Drop => games.drops(),
            Event::Promotion(role) => Color::ALL.into_iter().any(|color| games.promoted(color, role)),
            Event::Check => games.check(),
            Event::End(Ending::InCheck) => games.ends_in_check(),
            Event::End(Ending::OutOfCheck) => games.ends_out_of_check(),
            Event::End(Ending::Stuck) => games.ends_without_moves(),
            Event::Result(_) => true,
        }
    }

    fn plies(&mut self) -> u32 {
        self.games.plies()
    }

    fn count(&mut self, kind: Kind) -> (i64, i64) {
        let range = self.games.count(piece(kind));
        (range.least.into(), range.most.into())
    }
}

/// Notes the parts of summaries that are requested. It says no wherever it can, so that an alternative does not keep the next one
/// from being asked.
#[derive(Default)]
pub(crate) struct PartsAsked(pub(crate) SummaryParts);

impl Known for PartsAsked {
    fn may(&mut self, event: Event) -> bool {
        match event {
            Event::Castle { .. } => self.0 = self.0.with_castlings(),
            Event::Promotion(_) => self.0 = self.0.with_promotions(),
            // The rest is always there, or never.
            _ => {}
        }
        false
    }

    fn plies(&mut self) -> u32 {
        self.0 = self.0.with_plies();
        0
    }

    fn count(&mut self, kind: Kind) -> (i64, i64) {
        self.0 = self.0.with_count(piece(kind));
        (0, 0)
    }

    fn may_arrive(&mut self, _kind: Kind, _squares: Bitboard) -> bool {
        false
    }
}
