//! Facts known of a game before it is searched: bounds, each of which may be as wide as it must be.

use crate::casts::count_of;
use crate::chess::{Bitboard, Board, Color, Piece, Role};
use crate::game::GameResult;

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

/// What happens in some games and not in others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Variations,
    Castle { short: bool },
    Capture,
    EnPassant,
    Null,
    Drop,
    Promotion(Role),
    Check,
    End(Ending),
    Result(GameResult),
}

/// The facts known of the main line of a game: five questions, from which everything else follows in the same way no matter which
/// knows it. They are evaluated one by one, since some answers take a look at all moves.
///
/// Each answer errs on one side only: what is not known is possible, and bounds hold regardless of the game. So a
/// condition that every match needs, and that does not hold by these answers, shows that nothing in the game matches.
pub(crate) trait Known {
    /// True if this may happen.
    fn may(&mut self, _event: Event) -> bool {
        true
    }

    /// The number of moves of the main line, or more.
    fn plies(&mut self) -> u32 {
        u32::MAX
    }

    /// The least and the greatest number of pieces of a kind at the same time.
    fn count(&mut self, _kind: Kind) -> (i64, i64) {
        (0, 64)
    }

    /// The squares on which a piece of a kind may have stood.
    fn visited(&mut self, _kind: Kind) -> Bitboard {
        Bitboard::FULL
    }

    /// True if these pieces, and no others, may have stood on the board.
    fn may_contain(&mut self, _board: &Board) -> bool {
        true
    }

    /// True if a piece of a kind may have stood on one of these squares.
    #[inline]
    fn may_visit(&mut self, kind: Kind, squares: Bitboard) -> bool {
        (self.visited(kind) & squares).any()
    }

    /// True if a move may have led a piece of a kind, which it has left as it was, to one of these squares. By the rules
    /// of some variants such a piece may vanish there.
    fn may_arrive(&mut self, _kind: Kind, _squares: Bitboard) -> bool {
        true
    }

    /// The least and the greatest number of pieces of a kind on some squares, at the same time.
    #[inline]
    fn count_on(&mut self, kind: Kind, squares: Bitboard) -> (i64, i64) {
        let (least, most) = self.count(kind);
        if squares == Bitboard::FULL {
            return (least, most);
        }
        let visited = self.visited(kind);
        let always = (visited & !squares).is_empty();
        (if always { least } else { 0 }, most.min(count_of((visited & squares).count())))
    }

    /// True if there may be such a move.
    fn may_play(&mut self, special: SpecialMove) -> bool {
        self.may(match special {
            SpecialMove::Castle => {
                return [true, false].into_iter().any(|short| self.may(Event::Castle { short }));
            }
            SpecialMove::Promotion(roles) => {
                let among = |role: &Role| roles & (1 << (*role as u8 - 1)) != 0;
                return Role::ALL.into_iter().filter(among).any(|role| self.may(Event::Promotion(role)));
            }
            SpecialMove::CastleShort => Event::Castle { short: true },
            SpecialMove::CastleLong => Event::Castle { short: false },
            SpecialMove::Capture => Event::Capture,
            SpecialMove::EnPassant => Event::EnPassant,
            SpecialMove::Null => Event::Null,
            SpecialMove::Drop => Event::Drop,
        })
    }

    /// True if a side may have no king, or several.
    fn may_lack_kings(&mut self) -> bool {
        KINGS.map(|kind| self.count(kind)) != [(1, 1); 2]
    }
}

/// The kings of both sides.
const KINGS: [Kind; 2] = [5, 11];

/// Nothing is known, for example because variations are searched as well.
pub(crate) struct Unknown;

impl Known for Unknown {}
