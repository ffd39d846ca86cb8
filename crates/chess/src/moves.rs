//! A move as it was played or could be played: squares, kind, promotion, captured square.
//!
//! A drop is a kind of move without an origin: `from` holds the square of the drop and `Move::origin` says that there
//! is none, so that moves stay eight bytes. Dropped pieces have no piece number, and exploded ones are gone without
//! having been captured.

use super::{Color, Role, Square};

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A plain move or capture.
    Normal,
    /// A pawn takes the pawn that has just passed it.
    EnPassant,
    /// The king castles; the rook goes from the first square to the second.
    Castle {
        /// The rook's square before the move.
        rook_from: Square,
        /// The rook's square after the move.
        rook_to: Square,
    },
    /// The side to move passes (`--` in PGN): a king move whose squares are equal.
    Null,
    /// A piece from the pocket is put on the board (`N@f3` in PGN).
    Drop,
}

/// A move on a [`Board`](super::Board).
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::{MoveList, Square, fen};
///
/// let board = fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap().board;
/// let mut moves = MoveList::new();
/// board.legal_moves(&mut moves);
/// let castling = moves.iter().find(|mv| mv.is_castle()).expect("a legal move");
/// assert_eq!((castling.uci().as_str(), castling.to, castling.is_castle_short()), ("e1g1", Square::G1, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The piece that moves; the king for castling and null moves.
    pub role: Role,
    /// The square it leaves. For a null move on a board without a king, a1; for a drop, which leaves none, `to`: see
    /// [`Move::origin`].
    pub from: Square,
    /// The square it reaches; for castling, the king's.
    pub to: Square,
    /// The role that the pawn is promoted to.
    pub promotion: Option<Role>,
    /// The kind of move.
    pub kind: MoveKind,
    /// The square that the captured piece stood on. Differs from `to` for en passant only.
    pub captured: Option<Square>,
}

impl Move {
    /// A piece put on the board.
    pub fn drop(role: Role, to: Square) -> Move {
        Move { role, from: to, to, promotion: None, kind: MoveKind::Drop, captured: None }
    }

    /// The move as the UCI protocol writes it: `e2e4`, `e7e8q`, `N@f3`. Castling is written as the move of the king,
    /// a null move as `0000`.
    pub fn uci(&self) -> String {
        if self.is_null() {
            return "0000".into();
        }
        if self.is_drop() {
            return format!("{}@{}", self.role.upper_char(), self.to);
        }
        let promotion = self.promotion.map_or_else(String::new, |role| role.char().to_string());
        format!("{}{}{promotion}", self.from, self.to)
    }

    /// The square that the piece leaves; none if it comes from the pocket.
    pub fn origin(&self) -> Option<Square> {
        (self.kind != MoveKind::Drop).then_some(self.from)
    }

    /// True if a piece comes from the pocket.
    pub fn is_drop(&self) -> bool {
        self.kind == MoveKind::Drop
    }

    /// True if something is captured.
    pub fn is_capture(&self) -> bool {
        self.captured.is_some()
    }

    /// True if the king castles, on either side.
    pub fn is_castle(&self) -> bool {
        matches!(self.kind, MoveKind::Castle { .. })
    }

    /// True if the king castles with the rook on its right (h-file side).
    pub fn is_castle_short(&self) -> bool {
        matches!(self.kind, MoveKind::Castle { rook_from, .. } if rook_from.file() > self.from.file())
    }

    /// True if the king castles with the rook on its left (a-file side).
    pub fn is_castle_long(&self) -> bool {
        matches!(self.kind, MoveKind::Castle { rook_from, .. } if rook_from.file() < self.from.file())
    }

    /// True if a pawn takes en passant.
    pub fn is_en_passant(&self) -> bool {
        self.kind == MoveKind::EnPassant
    }

    /// True if the side to move passes.
    pub fn is_null(&self) -> bool {
        self.kind == MoveKind::Null
    }

    /// The squares a castling side's king and rook reach: c and d, or g and f, on the king's rank.
    pub fn castle_targets(color: Color, short: bool) -> (Square, Square) {
        match (color, short) {
            (Color::White, true) => (Square::G1, Square::F1),
            (Color::White, false) => (Square::C1, Square::D1),
            (Color::Black, true) => (Square::G8, Square::F8),
            (Color::Black, false) => (Square::C8, Square::D8),
        }
    }
}
