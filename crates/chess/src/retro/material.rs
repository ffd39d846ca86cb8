//! The men that one colour can have at once: eight pawns, and each promoted man for a pawn.

use crate::{Bitboard, Board, Color, Role};

/// The number of promoted men that a colour's officers prove, by their number alone. The two bishops of the array
/// stand on squares of different shades.
pub(super) fn promoted(board: &Board, color: Color) -> usize {
    let count = |role: Role| board.by_piece(role.of(color)).count();
    let bishops = board.by_piece(Role::Bishop.of(color));
    let over = |have: usize, usual: usize| have.saturating_sub(usual);
    over(count(Role::Queen), 1)
        + over(count(Role::Rook), 2)
        + over(count(Role::Knight), 2)
        + over((bishops & Bitboard::LIGHT_SQUARES).count(), 1)
        + over((bishops & Bitboard::DARK_SQUARES).count(), 1)
}

/// The number of a colour's eight pawns that are not on the board.
pub(super) fn missing_pawns(board: &Board, color: Color) -> usize {
    8_usize.saturating_sub(board.by_piece(Role::Pawn.of(color)).count())
}

/// True if a colour can have these men, wherever they stand.
pub(super) fn is_possible(board: &Board, color: Color) -> bool {
    board.by_piece(Role::Pawn.of(color)).count() <= 8 && promoted(board, color) <= missing_pawns(board, color)
}
