//! Sets that are made of designators alone: by the content of a square, the squares on which it counts.
//!
//! `[RQ]a-h8 & ~Ra8` holds rooks on b8 to h8 and queens on a8 to h8. Unions, intersections and complements of such sets
//! are such sets again, so that nothing is lost.

use crate::chess::{Bitboard, Designator, Pieces};
use crate::facts::{KINDS, Kind};

/// The index of the empty square among the contents.
const EMPTY: usize = KINDS as usize;

/// By content, the squares on which it belongs to a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contents([Bitboard; KINDS as usize + 1]);

impl Contents {
    pub(crate) fn of(designator: Designator) -> Contents {
        let squares =
            |bit: usize| if designator.pieces.0 & (1 << bit) != 0 { designator.squares } else { Bitboard::EMPTY };
        Contents(std::array::from_fn(squares))
    }

    /// Some squares, no matter what stands there.
    pub(crate) fn squares(squares: Bitboard) -> Contents {
        Contents::of(Designator { pieces: Pieces::ANY, squares })
    }

    /// Every square.
    pub(crate) fn all() -> Contents {
        Contents::squares(Bitboard::FULL)
    }

    /// Some pieces on any square.
    pub(crate) fn pieces(pieces: Pieces) -> Contents {
        Contents::of(Designator { pieces, squares: Bitboard::FULL })
    }

    pub(crate) fn or(self, other: Contents) -> Contents {
        Contents(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub(crate) fn and(self, other: Contents) -> Contents {
        Contents(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub(crate) fn not(self) -> Contents {
        Contents(std::array::from_fn(|i| !self.0[i]))
    }

    /// The squares that differ from those of another set.
    pub(crate) fn xor(self, other: Contents) -> Contents {
        Contents(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }

    /// Its pieces, without empty squares.
    pub(crate) fn occupied(mut self) -> Contents {
        self.0[EMPTY] = Bitboard::EMPTY;
        self
    }

    /// The empty squares in it.
    pub(crate) fn empty_squares(&self) -> Bitboard {
        self.0[EMPTY]
    }

    /// The squares that belong to it no matter what stands there.
    pub(crate) fn whole_squares(&self) -> Bitboard {
        self.0.iter().fold(Bitboard::FULL, |all, &squares| all & squares)
    }

    /// The squares on which something in it may be, or nothing.
    pub(crate) fn any_squares(&self) -> Bitboard {
        self.0.iter().fold(Bitboard::EMPTY, |all, &squares| all | squares)
    }

    /// The kinds of pieces in it, each with its squares.
    pub(crate) fn parts(&self) -> Vec<(Kind, Bitboard)> {
        (0..KINDS).map(|kind| (kind, self.0[usize::from(kind)])).filter(|(_, squares)| squares.any()).collect()
    }
}
