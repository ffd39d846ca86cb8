//! Legality: the rules for a board alone, without its history.

use super::{Disproof, material, standard_rights};
use crate::{Bitboard, Board, Color, Rank, Role};

/// True if a board is legal; see [`legality`].
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::{fen, retro};
/// let legal = |text: &str| retro::is_legal(&fen::parse(text).unwrap().board);
/// assert!(legal("4k3/8/8/8/8/8/8/4K2R b K -"));
/// assert!(!legal("4k3/8/8/8/8/8/8/4K2R w H e6")); // no pawn has passed e6
/// assert!(!legal("4k2R/8/8/8/8/8/8/4K3 w - -")); // Black has left the king in check
/// ```
pub fn is_legal(board: &Board) -> bool {
    legality(board).is_ok()
}

/// Checks that a board is legal: one king each, no pawn on the first or last rank, pieces that eight pawns and
/// their promotions allow, no check to the side that has just moved, castling rights and an en passant square that
/// the pieces bear out.
///
/// # Errors
///
/// The first of these conditions that does not hold.
pub fn legality(board: &Board) -> Result<(), Disproof> {
    for color in [Color::White, Color::Black] {
        if board.kings(color).count() != 1 {
            return Err(Disproof::Kings(color));
        }
        if board.by_color(color).count() > 16 {
            return Err(Disproof::Men(color));
        }
        if board.by_piece(Role::Pawn.of(color)).count() > 8 {
            return Err(Disproof::Pawns(color));
        }
        if !material::is_possible(board, color) {
            return Err(Disproof::Promoted(color));
        }
    }
    let ends = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
    if let Some(square) = (board.by_role(Role::Pawn) & ends).first() {
        return Err(Disproof::PawnRank(square));
    }
    if board.king_attacked(!board.turn()) {
        return Err(Disproof::Opponent);
    }
    if standard_rights(board) != board.castling() {
        return Err(Disproof::Castling);
    }
    if passed_in_vain(board) { Err(Disproof::EnPassant) } else { Ok(()) }
}

/// True if there is an en passant square without its pawn just beyond, or with a man on the pawn's way.
fn passed_in_vain(board: &Board) -> bool {
    let Some(square) = board.en_passant() else { return false };
    let mover = !board.turn();
    let step = mover.fold_wb(8, -8);
    let (Some(pawn), Some(home)) = (square.offset(step), square.offset(-step)) else { return true };
    home.rank() != mover.fold_wb(Rank::Second, Rank::Seventh)
        || !board.by_piece(Role::Pawn.of(mover)).contains(pawn)
        || (board.occupied() & (Bitboard::from(square) | home)).any()
}
