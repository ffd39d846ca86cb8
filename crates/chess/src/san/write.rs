//! Moves in SAN as they should be written.

use super::find::{plain, reaching};
use crate::{Bitboard, Board, Move, MoveKind, MoveList, Role};

/// Appends a move in SAN: disambiguated by file, then rank, then both, among legal moves, with `+` or `#`. `after`
/// is the board after the move; `moves` is scratch memory. A null move is `--` and no more: with a `+` after it, it
/// would be read as the sign for a decisive advantage.
pub fn write(board: &Board, mv: &Move, after: &Board, moves: &mut MoveList, out: &mut String) {
    write_core(board, mv, out);
    if !mv.is_null() && after.is_check() {
        out.push(if after.has_legal_move(moves) { '+' } else { '#' });
    }
}

fn write_core(board: &Board, mv: &Move, out: &mut String) {
    match mv.kind {
        MoveKind::Null => return out.push_str("--"),
        MoveKind::Castle { .. } => return out.push_str(if mv.is_castle_short() { "O-O" } else { "O-O-O" }),
        MoveKind::Drop => {
            out.push(mv.role.upper_char());
            out.push('@');
            return out.push_str(&mv.to.to_string());
        }
        MoveKind::Normal | MoveKind::EnPassant => {}
    }
    if mv.role != Role::Pawn {
        out.push(mv.role.upper_char());
        write_origin(board, mv, out);
    } else if mv.is_capture() {
        out.push(mv.from.file().char());
    }
    if mv.is_capture() {
        out.push('x');
    }
    out.push(mv.to.file().char());
    out.push(mv.to.rank().char());
    if let Some(role) = mv.promotion {
        out.push('=');
        out.push(role.upper_char());
    }
}

/// The file, rank or square of origin, where another piece of the kind could make the move.
fn write_origin(board: &Board, mv: &Move, out: &mut String) {
    let rivals = rivals(board, mv);
    if rivals.is_empty() {
        return;
    }
    let same_file = (rivals & Bitboard::from_file(mv.from.file())).any();
    let same_rank = (rivals & Bitboard::from_rank(mv.from.rank())).any();
    if !same_file || same_rank {
        out.push(mv.from.file().char());
    }
    if same_file {
        out.push(mv.from.rank().char());
    }
}

/// True if another piece of the kind, which is no pawn, could make a move.
pub(super) fn is_ambiguous(board: &Board, mv: &Move) -> bool {
    mv.kind == MoveKind::Normal && mv.role != Role::Pawn && rivals(board, mv).any()
}

/// The other pieces of the kind that could make a move.
fn rivals(board: &Board, mv: &Move) -> Bitboard {
    let us = board.turn();
    let others = board.by_piece(mv.role.of(us)) & !Bitboard::from(mv.from);
    let able = reaching(mv.role, mv.to, others, board.occupied());
    able.into_iter().filter(|&from| board.is_safe(&plain(board, mv.role, from, mv.to))).collect()
}
