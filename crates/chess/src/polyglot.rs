//! Positions and moves as opening books of Polyglot number them.
//!
//! The numbers of a position are shakmaty's, whose 64 bits are Polyglot's: pieces, rights to castle, the file on which a pawn has
//! just passed an enemy pawn next to it, and the side to move.

use crate::{Board, Color, Move, MoveKind, MoveList, Role, Square};
use shakmaty::CastlingSide;
use shakmaty::zobrist::{Zobrist64, ZobristValue as _};

/// The roles that pawns become, by their numbers in a move.
const PROMOTIONS: [Option<Role>; 5] =
    [None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];

/// The key of a position.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::{Board, polyglot};
/// assert_eq!(polyglot::key(&Board::initial()), 0x463b_9618_1691_fc9c);
/// ```
pub fn key(board: &Board) -> u64 {
    let mut key = Zobrist64::default();
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            key ^= Zobrist64::zobrist_for_piece(square, piece);
        }
    }
    for rook in board.castling() {
        let Some(color) = board.color_at(rook) else { continue };
        for king in board.kings(color) {
            let side = CastlingSide::from_king_side(rook.file() > king.file());
            key ^= Zobrist64::zobrist_for_castling_right(color, side);
        }
    }
    let own_pawns = board.by_piece(Role::Pawn.of(board.turn()));
    if let Some(to) = board.en_passant()
        && (shakmaty::attacks::pawn_attacks(!board.turn(), to) & own_pawns).any()
    {
        key ^= Zobrist64::zobrist_for_en_passant_file(to.file());
    }
    if board.turn() == Color::White {
        key ^= Zobrist64::zobrist_for_white_turn();
    }
    key.0
}

/// The number of a move: three bits each for the file and the rank that it reaches, and for those that it leaves, and for what a
/// pawn becomes. A king that castles takes its rook. Null moves and drops have none.
pub fn number(mv: &Move) -> Option<u16> {
    let to = match mv.kind {
        MoveKind::Castle { rook_from, .. } => rook_from,
        MoveKind::Normal | MoveKind::EnPassant => mv.to,
        MoveKind::Null | MoveKind::Drop => return None,
    };
    let promotion = PROMOTIONS.iter().position(|role| *role == mv.promotion)?;
    u16::try_from(usize::from(mv.from) << 6 | usize::from(to) | promotion << 12).ok()
}

/// The legal move with a number, if there is one. Castling is also known by the square that the king reaches.
pub fn find(board: &Board, number: u16, scratch: &mut MoveList) -> Option<Move> {
    scratch.clear();
    board.legal_moves(scratch);
    let exact = scratch.iter().find(|mv| self::number(mv) == Some(number));
    let by_king = || scratch.iter().find(|mv| mv.is_castle() && squares(mv) == number);
    exact.or_else(by_king).copied()
}

/// The squares of the king alone.
fn squares(mv: &Move) -> u16 {
    let square = |square: Square| u16::from(u8::from(square));
    square(mv.from) << 6 | square(mv.to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    /// The keys that the description of the format gives.
    const KEYS: [(&str, u64); 9] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ];

    #[test]
    fn keys_are_those_of_the_description() {
        for (text, expected) in KEYS {
            assert_eq!(key(&fen::parse(text).unwrap().board), expected, "{text}");
        }
    }

    #[test]
    fn moves_have_numbers() {
        let mut scratch = MoveList::new();
        let castling = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (text, uci, expected) in [
            (KEYS[0].0, "e2e4", 0o1434),
            // The king on e1 takes the rook on h1.
            (castling, "e1g1", 0o0407),
            (castling, "e1c1", 0o0400),
            (castling, "b7b8q", 0o4_6171),
            (castling, "b7a8n", 0o1_6170),
        ] {
            let board = fen::parse(text).unwrap().board;
            let mv = find(&board, expected, &mut scratch).unwrap();
            assert_eq!((mv.uci().as_str(), number(&mv)), (uci, Some(expected)));
        }
        let board = fen::parse(castling).unwrap().board;
        assert_eq!(find(&board, 0o0406, &mut scratch).map(|mv| mv.uci()), Some("e1g1".to_owned()));
        assert_eq!((find(&board, 0o0434, &mut scratch), find(&board, u16::MAX, &mut scratch)), (None, None));
    }
}
