//! Long-range pieces on the lines of a square: which of them reach it.
//!
//! Attack tables answer for every set of occupied squares and take 700 KiB. Whether a king stands in check, or which
//! rook goes to a square, is a question about the one or two pieces that stand on a line with it, so looking at the
//! squares between is cheaper and touches 33 KiB.

use crate::{Bitboard, Color, Piece, Role, Square};
use shakmaty::attacks;

/// By square, what a rook attacks on an empty board.
static ROOK_LINES: [Bitboard; 64] = lines([(1, 0), (-1, 0), (0, 1), (0, -1)]);

/// By square, what a bishop attacks on an empty board.
static BISHOP_LINES: [Bitboard; 64] = lines([(1, 1), (-1, 1), (1, -1), (-1, -1)]);

const fn lines(directions: [(i32, i32); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0_u32;
    while square < 64 {
        let mut i = 0;
        while i < directions.len() {
            let (dx, dy) = directions[i];
            let (mut x, mut y) = ((square % 8).cast_signed() + dx, (square / 8).cast_signed() + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                table[square as usize].0 |= 1 << (y * 8 + x);
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

/// The squares from which pieces of each kind reach one square on an empty board.
#[derive(Clone, Copy)]
pub(crate) struct Aims([Bitboard; 8]);

impl Aims {
    /// The squares from which a kind of piece reaches the square; for pawns, those from where one takes there.
    #[inline]
    pub(crate) fn of(&self, piece: Piece) -> Bitboard {
        let black_pawn = piece.role == Role::Pawn && piece.color == Color::Black;
        self.0[if black_pawn { 0 } else { piece.role as usize }]
    }
}

/// By square, all of that in one place: black pawns, then the roles in their order.
static AIMS: [Aims; 64] = {
    let mut table = [Aims([Bitboard::EMPTY; 8]); 64];
    let mut n = 0;
    while n < 64 {
        let square = Square::ALL[n];
        // A pawn attacks a square from where a pawn of the other colour on that square would attack.
        table[n].0[0] = attacks::pawn_attacks(Color::White, square);
        table[n].0[Role::Pawn as usize] = attacks::pawn_attacks(Color::Black, square);
        table[n].0[Role::Knight as usize] = attacks::knight_attacks(square);
        table[n].0[Role::Bishop as usize] = BISHOP_LINES[n];
        table[n].0[Role::Rook as usize] = ROOK_LINES[n];
        table[n].0[Role::Queen as usize] = Bitboard(BISHOP_LINES[n].0 | ROOK_LINES[n].0);
        table[n].0[Role::King as usize] = attacks::king_attacks(square);
        n += 1;
    }
    table
};

/// The squares from which pieces reach a square on an empty board.
#[inline]
pub(crate) fn aims(square: Square) -> &'static Aims {
    &AIMS[usize::from(square)]
}

/// By two squares, those between them on a rank, file or diagonal.
static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut n = 0;
    while n < 4096 {
        table[n / 64][n % 64] = attacks::between(Square::ALL[n / 64], Square::ALL[n % 64]);
        n += 1;
    }
    table
};

/// The squares between two squares on a rank, file or diagonal.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[usize::from(a)][usize::from(b)]
}

/// True if nothing stands between a square and one of some pieces, all on a line with it.
#[inline]
pub(crate) fn some_unblocked(square: Square, pieces: Bitboard, occupied: Bitboard) -> bool {
    let between = &BETWEEN[usize::from(square)];
    let mut rest = pieces.0;
    while rest != 0 {
        if (between[rest.trailing_zeros() as usize % 64] & occupied).is_empty() {
            return true;
        }
        rest &= rest - 1;
    }
    false
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
