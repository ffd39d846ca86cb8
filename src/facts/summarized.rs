//! What the summaries of several games say of them together, and which parts of summaries a question needs.

use super::known::{Ending, Kind, Known, SpecialMove, has, piece};
use crate::chess::{Bitboard, Color, Piece, Role};
use tabiya_database::{SummaryParts, SummaryRange};

/// Some games that follow one another in a block of a database.
pub(crate) struct SummarizedRange<'s> {
    pub(crate) games: &'s SummaryRange<'s>,
}

impl Known for SummarizedRange<'_> {
    fn may_vary(&mut self) -> bool {
        self.games.has_variations()
    }

    fn plies(&mut self) -> u32 {
        self.games.plies()
    }

    fn counts(&mut self, kind: Kind, squares: Bitboard) -> (i64, i64) {
        let piece = piece(kind);
        let range = self.games.count(piece);
        let (least, most) = (i64::from(range.least), i64::from(range.most));
        if squares == Bitboard::FULL {
            return (least, most);
        }
        let visited = self.games.visited(piece);
        let outside = visited & !squares;
        (if outside.is_empty() { least } else { 0 }, most.min((visited & squares).count() as i64))
    }

    fn may_visit(&mut self, kind: Kind, squares: Bitboard) -> bool {
        (self.games.visited(piece(kind)) & squares).any()
    }

    fn may_play(&mut self, special: SpecialMove) -> bool {
        let games = self.games;
        let castled = |short| Color::ALL.into_iter().any(|color| games.castled(color, short));
        let promoted = |role: Role| Color::ALL.into_iter().any(|color| games.promoted(color, role));
        match special {
            SpecialMove::Castle => castled(true) || castled(false),
            SpecialMove::CastleShort => castled(true),
            SpecialMove::CastleLong => castled(false),
            SpecialMove::Capture => games.captures(),
            SpecialMove::EnPassant => games.en_passant(),
            SpecialMove::Null => games.null_moves(),
            SpecialMove::Drop => games.drops(),
            SpecialMove::Promotion(roles) => Role::ALL.into_iter().any(|role| has(roles, role) && promoted(role)),
        }
    }

    fn may_check(&mut self) -> bool {
        self.games.check()
    }

    fn may_end(&mut self, ending: Ending) -> bool {
        match ending {
            Ending::InCheck => self.games.ends_in_check(),
            Ending::OutOfCheck => self.games.ends_out_of_check(),
            Ending::Stuck => self.games.ends_without_moves(),
        }
    }

    fn may_lack_kings(&mut self) -> bool {
        let one = |color| {
            let kings = self.games.count(Piece { color, role: Role::King });
            (kings.least, kings.most) == (1, 1)
        };
        !Color::ALL.into_iter().all(one)
    }
}

/// Notes the parts of summaries that are asked for. It says no wherever it can, so that an alternative does not keep the next one
/// from being asked.
#[derive(Default)]
pub(crate) struct PartsAsked(pub(crate) SummaryParts);

impl Known for PartsAsked {
    fn may_vary(&mut self) -> bool {
        false
    }

    fn plies(&mut self) -> u32 {
        self.0 = self.0.with_plies();
        0
    }

    fn counts(&mut self, kind: Kind, squares: Bitboard) -> (i64, i64) {
        self.0 = self.0.with_count(piece(kind));
        if squares != Bitboard::FULL {
            self.0 = self.0.with_visited(piece(kind));
        }
        (0, 0)
    }

    fn may_visit(&mut self, kind: Kind, _squares: Bitboard) -> bool {
        self.0 = self.0.with_visited(piece(kind));
        false
    }

    fn may_play(&mut self, special: SpecialMove) -> bool {
        match special {
            SpecialMove::Castle | SpecialMove::CastleShort | SpecialMove::CastleLong => {
                self.0 = self.0.with_castlings();
            }
            SpecialMove::Promotion(_) => self.0 = self.0.with_promotions(),
            SpecialMove::Capture | SpecialMove::EnPassant | SpecialMove::Null | SpecialMove::Drop => {}
        }
        false
    }

    fn may_check(&mut self) -> bool {
        false
    }

    fn may_end(&mut self, _ending: Ending) -> bool {
        false
    }

    fn may_lack_kings(&mut self) -> bool {
        let kings = Color::ALL.into_iter().map(|color| Piece { color, role: Role::King });
        self.0 = kings.fold(self.0, SummaryParts::with_count);
        false
    }
}
