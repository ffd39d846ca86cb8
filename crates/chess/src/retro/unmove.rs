//! A retracted move, with the board before it, and how it is written.

use crate::{Board, Move, MoveKind, Role};
use std::fmt;

/// A move that may have led to a board.
///
/// | text | meaning |
/// |---|---|
/// | `~Ke3f2+` | the king came from e3, with check |
/// | `~Bb4x(N)c3+` | the bishop came from b4 and took a knight |
/// | `~Pe7e8=Q#` | a pawn was promoted, with mate |
/// | `~Pe5x(P)d6e.p.` | a pawn took another in passing |
/// | `~O-O`, `~O-O-O` | the king castled |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnMove {
    /// The move as it was played from `before`.
    pub mv: Move,
    /// The board before the move. It has a castling right only if the move needs it, or if the right still exists
    /// after the move.
    pub before: Board,
    /// The kind of man that was captured, and now is back on the board `before`.
    pub uncaptured: Option<Role>,
}

impl UnMove {
    /// The text with the number of the retracted move, as a list of moves has it: `1.~Ke3f2+`, `1...~Bb4c3`.
    pub fn numbered(&self, number: u32) -> String {
        format!("{number}{}{self}", self.before.turn().fold_wb(".", "..."))
    }
}

impl fmt::Display for UnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mv = &self.mv;
        if mv.is_castle() {
            f.write_str(if mv.is_castle_short() { "~O-O" } else { "~O-O-O" })?;
        } else {
            write!(f, "~{}{}", mv.role.upper_char(), mv.from)?;
            if let Some(role) = self.uncaptured {
                write!(f, "x({})", role.upper_char())?;
            }
            write!(f, "{}", mv.to)?;
            if let Some(role) = mv.promotion {
                write!(f, "={}", role.upper_char())?;
            }
            if mv.kind == MoveKind::EnPassant {
                f.write_str("e.p.")?;
            }
        }
        let after = self.before.play(mv);
        match (after.is_check(), after.has_legal_move(&mut Vec::new())) {
            (true, true) => f.write_str("+"),
            (true, false) => f.write_str("#"),
            _ => Ok(()),
        }
    }
}
