//! What is known of a game from the text of its moves, before any of them is played.

use super::known::{Kind, Known, SpecialMove, has, piece};
use crate::chess::{Bitboard, Board, Role};
use crate::game::{GameResult, MoveTokens};

/// A game that begins with the array of chess, and the tokens of its movetext. What is known holds in variations, too.
pub(crate) struct Skimmed<'t> {
    tokens: &'t MoveTokens,
    first: Board,
}

impl<'t> Skimmed<'t> {
    pub(crate) fn new(tokens: &'t MoveTokens) -> Skimmed<'t> {
        Skimmed { tokens, first: Board::initial() }
    }

    /// The squares on which a piece of a kind may have stood.
    fn visited(&self, kind: Kind) -> Bitboard {
        self.first.by_piece(piece(kind)) | self.tokens.reached(piece(kind).role)
    }
}

impl Known for Skimmed<'_> {
    fn may_vary(&mut self) -> bool {
        self.tokens.has_variations()
    }

    fn plies(&mut self) -> u32 {
        self.tokens.moves()
    }

    /// Any piece may have been captured: signs of capture are often left out.
    fn counts(&mut self, kind: Kind, squares: Bitboard) -> (i64, i64) {
        let first = self.first.by_piece(piece(kind)).count() as i64;
        let most = first + i64::from(self.tokens.promotions(piece(kind).role));
        (0, most.min((self.visited(kind) & squares).count() as i64))
    }

    fn may_visit(&mut self, kind: Kind, squares: Bitboard) -> bool {
        (self.visited(kind) & squares).any()
    }

    fn may_play(&mut self, special: SpecialMove) -> bool {
        let tokens = self.tokens;
        match special {
            SpecialMove::Castle => tokens.may_castle(true) || tokens.may_castle(false),
            SpecialMove::CastleShort => tokens.may_castle(true),
            SpecialMove::CastleLong => tokens.may_castle(false),
            SpecialMove::Capture | SpecialMove::EnPassant => true,
            SpecialMove::Null => tokens.has_null_moves(),
            SpecialMove::Drop => tokens.has_drops(),
            SpecialMove::Promotion(roles) => {
                Role::ALL.into_iter().any(|role| has(roles, role) && tokens.promotions(role) > 0)
            }
        }
    }

    fn may_lack_kings(&mut self) -> bool {
        false
    }

    fn may_result(&mut self, result: GameResult) -> bool {
        self.tokens.may_result(result)
    }
}
