//! Long-range pieces on the lines of a square: which of them reach it.
//!
//! Attack tables answer for every set of occupied squares and take 700 KiB. Whether a king stands in check, or which
//! rook goes to a square, is a question about the one or two pieces that stand on a line with it, so looking at the
//! squares between is cheaper and touches 33 KiB.

use crate::{Bitboard, Square};
use shakmaty::attacks::between;

/// By square, what a rook attacks on an empty board.
static ROOK_LINES: [Bitboard; 64] = lines([(1, 0), (-1, 0), (0, 1), (0, -1)]);

/// By square, what a bishop attacks on an empty board.
static BISHOP_LINES: [Bitboard; 64] = lines([(1, 1), (-1, 1), (1, -1), (-1, -1)]);

const fn lines(directions: [(i32, i32); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < directions.len() {
            let (dx, dy) = directions[i];
            let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                table[square].0 |= 1 << (y * 8 + x);
                (x, y) = (x + dx, y + dy);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// The squares from which a rook reaches a square on an empty board.
#[inline]
pub(crate) fn rook_lines(square: Square) -> Bitboard {
    ROOK_LINES[usize::from(square)]
}

/// The squares from which a bishop reaches a square on an empty board.
#[inline]
pub(crate) fn bishop_lines(square: Square) -> Bitboard {
    BISHOP_LINES[usize::from(square)]
}

/// Those of `pieces`, all on a line with the square, between which and the square nothing stands.
#[inline]
pub(crate) fn unblocked(square: Square, pieces: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut clear = Bitboard::EMPTY;
    for piece in pieces {
        if (between(square, piece) & occupied).is_empty() {
            clear.add(piece);
        }
    }
    clear
}
