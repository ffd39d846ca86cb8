//! Whose turn it is while no pawn has moved and nothing was captured.
//!
//! Then the bishops, kings and queens are shut in, the rooks slide between two squares each, and every move of a
//! knight or of such a rook goes to a square of the other shade. The shades tell how many moves were made, even or odd.

use super::Disproof;
use crate::{Bitboard, Board, Color, Rank, Role};

/// Checks that the side to move is the one that the shades of knights and rooks imply, if they imply one.
pub(super) fn parity(board: &Board) -> Result<(), Disproof> {
    let home = |color: Color, rank| board.by_piece(Role::Pawn.of(color)) & Bitboard::from_rank(rank);
    let unmoved = home(Color::White, Rank::Second) | home(Color::Black, Rank::Seventh);
    if board.occupied().count() != 32 || unmoved.count() != 16 {
        return Ok(());
    }
    let movers = board.by_role(Role::Knight) | board.by_role(Role::Rook);
    let even = (movers & Bitboard::LIGHT_SQUARES).count().is_multiple_of(2);
    if even == (board.turn() == Color::White) { Ok(()) } else { Err(Disproof::Parity) }
}
