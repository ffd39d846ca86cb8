//! Facts known of a game from the text of its moves, before any of them is played.

use super::known::{Event, Kind, Known, piece};
use crate::casts::count_of;
use crate::chess::{Bitboard, Board};
use crate::game::MoveTokens;

/// A game that begins with the array of chess, and the tokens of its movetext. They hold in variations as well.
pub(crate) struct Skimmed<'t> {
    tokens: &'t MoveTokens,
    first: Board,
}

impl<'t> Skimmed<'t> {
    pub(crate) fn new(tokens: &'t MoveTokens) -> Skimmed<'t> {
        Skimmed { tokens, first: Board::initial() }
    }
}

impl Known for Skimmed<'_> {
    fn may(&mut self, event: Event) -> bool {
        let tokens = self.tokens;
        match event {
            Event::Variations => tokens.has_variations(),
            Event::Castle { short } => tokens.may_castle(short),
            Event::Null => tokens.has_null_moves(),
            Event::Drop => tokens.has_drops(),
            Event::Promotion(role) => tokens.promotions(role) > 0,
            Event::Result(result) => tokens.may_result(result),
            Event::Capture | Event::EnPassant | Event::Check | Event::End(_) => true,
        }
    }

    fn plies(&mut self) -> u32 {
        self.tokens.moves()
    }

    /// Any piece may have been captured: signs of capture are often left out.
    fn count(&mut self, kind: Kind) -> (i64, i64) {
        let first = count_of(self.first.by_piece(piece(kind)).count());
        let most = first + i64::from(self.tokens.promotions(piece(kind).role));
        (0, most.min(count_of(self.visited(kind).count())))
    }

    fn visited(&mut self, kind: Kind) -> Bitboard {
        self.first.by_piece(piece(kind)) | self.tokens.reached(piece(kind).role)
    }

    /// It stands there afterwards.
    fn may_arrive(&mut self, kind: Kind, squares: Bitboard) -> bool {
        self.may_visit(kind, squares)
    }

    fn may_lack_kings(&mut self) -> bool {
        false
    }
}
