//! Boards and moves in shakmaty's form and in ours.

use crate::{Bitboard, Board, Move, MoveKind, Role, Square};
use shakmaty::{Color, Position, Setup};

/// The board of one of shakmaty's positions.
pub(super) fn board(position: &impl Position) -> Board {
    let mut board = Board::with_pieces(position.board());
    board.set_turn(position.turn());
    board.set_castling(position.castles().castling_rights());
    board.set_en_passant(position.maybe_ep_square());
    board
}

/// A board as a set-up of shakmaty's, without pockets, checks and counters.
pub(super) fn setup(board: &Board) -> Setup {
    let mut setup = Setup::empty();
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            setup.board.set_piece_at(square, piece);
        }
    }
    setup.turn = board.turn();
    setup.castling_rights = board.castling();
    setup.ep_square = board.en_passant();
    setup
}

/// A move of shakmaty's in our form; `us` makes it.
pub(super) fn ours(m: shakmaty::Move, us: Color) -> Move {
    let plain = |role, from, to| Move { role, from, to, promotion: None, kind: MoveKind::Normal, captured: None };
    match m {
        shakmaty::Move::Normal { role, from, capture, to, promotion } => {
            Move { promotion, captured: capture.map(|_| to), ..plain(role, from, to) }
        }
        shakmaty::Move::EnPassant { from, to } => {
            let behind = Square::from_coords(to.file(), from.rank());
            Move { kind: MoveKind::EnPassant, captured: Some(behind), ..plain(Role::Pawn, from, to) }
        }
        shakmaty::Move::Castle { king, rook } => {
            let (to, rook_to) = Move::castle_targets(us, rook.file() > king.file());
            Move { kind: MoveKind::Castle { rook_from: rook, rook_to }, ..plain(Role::King, king, to) }
        }
        shakmaty::Move::Put { role, to } => Move::drop(role, to),
    }
}

/// One of our moves in shakmaty's form; a null move has none.
pub(super) fn theirs(m: &Move, position: &impl Position) -> Option<shakmaty::Move> {
    let Move { role, from, to, promotion, .. } = *m;
    Some(match m.kind {
        MoveKind::Normal => {
            let capture = position.board().role_at(to).filter(|_| m.is_capture());
            shakmaty::Move::Normal { role, from, capture, to, promotion }
        }
        MoveKind::EnPassant => shakmaty::Move::EnPassant { from, to },
        MoveKind::Castle { rook_from, .. } => shakmaty::Move::Castle { king: from, rook: rook_from },
        MoveKind::Drop => shakmaty::Move::Put { role, to },
        MoveKind::Null => return None,
    })
}

/// The squares that a piece from the pocket could be dropped on if no king stood in check.
pub(super) fn drop_squares(role: Role, occupied: Bitboard) -> Bitboard {
    if role == Role::Pawn { !occupied & !Bitboard::BACKRANKS } else { !occupied }
}
