//! What is known of a game before it is searched: bounds, each of which may be as wide as it must be.

use crate::chess::{Bitboard, Board, Color, Piece, Role};
use crate::game::GameResult;
use tabiya_database::Summary;

/// A piece: 0 to 5 are White's pawn, knight, bishop, rook, queen and king, 6 to 11 Black's, as in `Pieces`.
pub(crate) type Kind = u8;

/// The number of kinds of pieces.
pub(crate) const KINDS: u8 = 12;

/// The piece of a kind.
pub(crate) fn piece(kind: Kind) -> Piece {
    let color = if kind < 6 { Color::White } else { Color::Black };
    Piece { color, role: Role::ALL[usize::from(kind % 6)] }
}

/// A kind of move that some games lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpecialMove {
    Castle,
    CastleShort,
    CastleLong,
    Capture,
    EnPassant,
    Null,
    Drop,
    /// A pawn is promoted to one of these roles: bit 0 for a pawn to bit 5 for a king.
    Promotion(u8),
}

/// The last position of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The side to move is in check.
    InCheck,
    /// It is not.
    OutOfCheck,
    /// It has no legal move.
    Stuck,
}

/// What is known of the main line of a game.
///
/// Each answer errs on one side only: what is not known is possible, and bounds hold whatever the game is. So a
/// condition that every match needs, and that does not hold by these answers, shows that nothing in the game matches.
pub(crate) trait Known {
    /// True if there may be variations.
    fn may_vary(&mut self) -> bool {
        true
    }

    /// The number of moves of the main line, or more.
    fn plies(&mut self) -> u32 {
        u32::MAX
    }

    /// The least and the greatest number of pieces of a kind on some squares, at the same time.
    fn counts(&mut self, _kind: Kind, squares: Bitboard) -> (i64, i64) {
        (0, squares.count() as i64)
    }

    /// True if a piece of a kind may have stood on one of these squares.
    fn may_visit(&mut self, _kind: Kind, _squares: Bitboard) -> bool {
        true
    }

    /// True if there may be such a move.
    fn may_play(&mut self, _special: SpecialMove) -> bool {
        true
    }

    /// True if some position may be check.
    fn may_check(&mut self) -> bool {
        true
    }

    /// True if the last position may be like this.
    fn may_end(&mut self, _ending: Ending) -> bool {
        true
    }

    /// True if a side may have no king, or several.
    fn may_lack_kings(&mut self) -> bool {
        true
    }

    /// True if the game may have this result.
    fn may_result(&mut self, _result: GameResult) -> bool {
        true
    }

    /// True if these pieces, and no others, may have stood on the board.
    fn may_contain(&mut self, _board: &Board) -> bool {
        true
    }
}

/// Nothing is known, for example because variations are searched, too.
pub(crate) struct Unknown;

impl Known for Unknown {}

/// A summary, and the result, if it is known.
pub(crate) struct Summarized<'s> {
    pub(crate) summary: &'s Summary,
    pub(crate) result: Option<GameResult>,
}

impl Known for Summarized<'_> {
    fn may_vary(&mut self) -> bool {
        self.summary.has_variations
    }

    fn plies(&mut self) -> u32 {
        self.summary.plies
    }

    #[inline]
    fn counts(&mut self, kind: Kind, squares: Bitboard) -> (i64, i64) {
        let piece = piece(kind);
        let (range, visited) = (self.summary.count(piece), self.summary.visited(piece));
        let always = visited & !squares;
        let least = if always.is_empty() { i64::from(range.least) } else { 0 };
        (least, i64::from(range.most).min((visited & squares).count() as i64))
    }

    #[inline]
    fn may_visit(&mut self, kind: Kind, squares: Bitboard) -> bool {
        (self.summary.visited(piece(kind)) & squares).any()
    }

    fn may_play(&mut self, special: SpecialMove) -> bool {
        let summary = self.summary;
        let castled = |short| Color::ALL.into_iter().any(|color| summary.castled(color, short));
        let promoted = |role: Role| Color::ALL.into_iter().any(|color| summary.promoted(color, role));
        match special {
            SpecialMove::Castle => castled(true) || castled(false),
            SpecialMove::CastleShort => castled(true),
            SpecialMove::CastleLong => castled(false),
            SpecialMove::Capture => summary.captures,
            SpecialMove::EnPassant => summary.en_passant,
            SpecialMove::Null => summary.null_moves,
            SpecialMove::Drop => summary.drops,
            SpecialMove::Promotion(roles) => Role::ALL.into_iter().any(|role| has(roles, role) && promoted(role)),
        }
    }

    fn may_check(&mut self) -> bool {
        self.summary.check
    }

    fn may_end(&mut self, ending: Ending) -> bool {
        match ending {
            Ending::InCheck => self.summary.ends_in_check,
            Ending::OutOfCheck => !self.summary.ends_in_check,
            Ending::Stuck => self.summary.ends_without_moves,
        }
    }

    fn may_lack_kings(&mut self) -> bool {
        let one = |color| {
            let kings = self.summary.count(Piece { color, role: Role::King });
            (kings.least, kings.most) == (1, 1)
        };
        !Color::ALL.into_iter().all(one)
    }

    fn may_result(&mut self, result: GameResult) -> bool {
        self.result.is_none_or(|known| known == result)
    }
}

/// True if a role is among those of a promotion.
pub(super) fn has(roles: u8, role: Role) -> bool {
    roles & (1 << (role as u8 - 1)) != 0
}
