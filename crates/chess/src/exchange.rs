//! Exchanges on a square: what the side that begins wins there if both sides capture as long as it pays.
//!
//! Pawn 1, knight and bishop 3, rook 5, queen 9. Each side captures with its least valuable piece, as engines do it
//! under the name of static exchange evaluation. Captures that leave the own king in check do not count, so that
//! pinned pieces defend nothing they may not go to; sliders behind the capturing piece join in. A pawn that captures on
//! the last rank becomes a queen. Captures en passant are left out.

use crate::{Bitboard, Board, Color, Move, MoveList, Rank, Role, Square};

/// The worth of a piece, in pawns. A king cannot be captured, so its worth does not matter.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// Pieces, kings apart, that the other side can win material by capturing, with either side to move. Time: some dozens of
/// attack sets for each piece that is attacked.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::{Bitboard, Color, Square, exchange, fen};
///
/// let board = fen::parse("4k3/8/8/4p3/8/8/4R3/4RK2 w - - 0 1").unwrap().board;
/// assert_eq!(exchange::hanging(&board), Bitboard::from(Square::E5));
/// assert_eq!(exchange::exchange(&board, Square::E5, Color::White), 1);
/// ```
pub fn hanging(board: &Board) -> Bitboard {
    let pieces = board.occupied() & !board.by_role(Role::King);
    let hangs = |&square: &Square| board.color_at(square).is_some_and(|color| exchange(board, square, !color) > 0);
    pieces.into_iter().filter(hangs).collect()
}

/// Those of some pieces that can move nowhere without being lost: after each of their legal moves, made as if their side
/// were to move, the other side wins more on the square than the move captured. A piece without a legal move is trapped
/// if it hangs. Kings and pawns are not, and nothing is while a king is attacked.
pub fn trapped(board: &Board, among: Bitboard, moves: &mut MoveList) -> Bitboard {
    let pieces = among & board.occupied() & !board.by_role(Role::King) & !board.by_role(Role::Pawn);
    if pieces.is_empty() || Color::ALL.into_iter().any(|color| board.king_attacked(color)) {
        return Bitboard::EMPTY;
    }
    let mut found = Bitboard::EMPTY;
    for color in Color::ALL {
        let mut board = *board;
        board.set_turn(color);
        let own = pieces & board.by_color(color);
        found |= own.into_iter().filter(|&square| is_trapped(&board, square, moves)).collect::<Bitboard>();
    }
    found
}

/// The same of one piece of the side to move, on a board without a check.
fn is_trapped(board: &Board, from: Square, moves: &mut MoveList) -> bool {
    let them = !board.turn();
    moves.clear();
    board.pseudolegal_moves_between(Bitboard::from(from), !board.kings(them), moves);
    board.retain_legal(0, moves);
    match moves.is_empty() {
        true => exchange(board, from, them) > 0,
        false => moves.iter().all(|m| is_lost(board, m)),
    }
}

/// True if a move costs material, because the piece is then captured on its new square.
fn is_lost(board: &Board, m: &Move) -> bool {
    let captured = m.captured.and_then(|square| board.role_at(square)).map_or(0, worth);
    exchange(&board.play(m), m.to, !board.turn()) > captured
}

/// The material, in pawns, that `by` wins by capturing on a square first; 0 if it wins nothing or should not capture.
pub fn exchange(board: &Board, square: Square, by: Color) -> i32 {
    let Some(target) = board.role_at(square) else { return 0 };
    Exchange { board, square }.won(by, board.occupied(), worth(target))
}

struct Exchange<'b> {
    board: &'b Board,
    square: Square,
}

impl Exchange<'_> {
    /// The material, in pawns, that a side wins from here on. `occupied`: the pieces that are left; `prize`: the piece
    /// on the square.
    fn won(&self, side: Color, occupied: Bitboard, prize: i32) -> i32 {
        let Some((from, role)) = self.least(side, occupied) else { return 0 };
        let last = side.fold_wb(Rank::Eighth, Rank::First);
        let (gain, stands) = match role {
            Role::Pawn if self.square.rank() == last => (worth(Role::Queen) - worth(Role::Pawn), worth(Role::Queen)),
            role => (0, worth(role)),
        };
        let rest = occupied & !Bitboard::from(from);
        (prize + gain - self.won(!side, rest, stands)).max(0)
    }

    /// The least valuable piece of a side that may capture on the square.
    fn least(&self, side: Color, occupied: Bitboard) -> Option<(Square, Role)> {
        let around = occupied & !Bitboard::from(self.square);
        let attackers = self.board.attackers(self.square, side, occupied) & around;
        let by_role = |role: Role| attackers & self.board.by_role(role);
        let pieces = Role::ALL.into_iter().flat_map(|role| by_role(role).into_iter().map(move |from| (from, role)));
        pieces.into_iter().find(|&(from, role)| self.is_safe(side, from, role, around))
    }

    /// True if no king of the side is attacked after the capture. `around`: the pieces that are left apart from the square.
    fn is_safe(&self, side: Color, from: Square, role: Role, around: Bitboard) -> bool {
        let others = around & !Bitboard::from(from);
        let kings = match role {
            Role::King => self.board.kings(side) & others | self.square,
            _ => self.board.kings(side) & others,
        };
        let attacked = |king| (self.board.attackers(king, !side, others | self.square) & others).any();
        !kings.into_iter().any(attacked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    fn board(text: &str) -> Board {
        fen::parse(text).expect("a position").board
    }

    #[test]
    fn least_valuable_first() {
        // Rook takes a pawn that a pawn defends: 1 - 5; with a rook behind it 1 - 5 + 1.
        assert_eq!(exchange(&board("4k3/8/3p4/4p3/8/8/4R3/4RK2 w - - 0 1"), Square::E5, Color::White), 0);
        assert_eq!(exchange(&board("4k3/8/8/4p3/8/8/4R3/4RK2 w - - 0 1"), Square::E5, Color::White), 1);
        // A pawn takes a knight, defended or not.
        assert_eq!(exchange(&board("4k3/4r3/3p4/4n3/3P4/8/8/4K3 w - - 0 1"), Square::E5, Color::White), 2);
    }

    #[test]
    fn pieces_behind_join_in() {
        let doubled = board("3rk3/3r4/8/3p4/8/8/3R4/3QK3 w - - 0 1");
        assert_eq!(exchange(&doubled, Square::D5, Color::White), 0);
        let tripled = board("3rk3/3r4/8/3p4/8/3R4/3R4/3QK3 w - - 0 1");
        assert_eq!(exchange(&tripled, Square::D5, Color::White), 1);
    }

    #[test]
    fn pinned_pieces_defend_nothing() {
        // The knight on e7 is pinned to its king, so it does not defend d5.
        let pinned = board("4k3/4n3/8/3p4/2B5/8/4R3/4K3 w - - 0 1");
        assert_eq!(exchange(&pinned, Square::D5, Color::White), 1);
        // The pawn attacks the bishop, which nothing defends.
        assert_eq!(hanging(&pinned), Bitboard::from(Square::D5) | Square::C4);
    }

    #[test]
    fn kings_do_not_capture_what_is_defended() {
        assert_eq!(hanging(&board("8/8/8/4k3/4P3/3P4/8/4K3 b - - 0 1")), Bitboard::EMPTY);
        assert_eq!(hanging(&board("8/8/8/4k3/4P3/8/8/4K3 b - - 0 1")), Bitboard::from(Square::E4));
    }

    #[test]
    fn capturing_pawns_promote() {
        // exd8 wins the knight and a queen for the pawn, less the queen that the king takes.
        assert_eq!(exchange(&board("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1"), Square::D8, Color::White), 2);
    }

    #[test]
    fn trapped_pieces_have_nowhere_to_go() {
        let trapped = |text| trapped(&board(text), Bitboard::FULL, &mut MoveList::new());
        // The bishop can go to b8 or take b6, both of which are defended.
        assert_eq!(trapped("8/Bkp5/1p6/8/8/8/8/4K3 b - - 0 1"), Bitboard::from(Square::A7));
        // With b6 undefended it has a way out; so it has if it can take a piece of its own worth.
        assert_eq!(trapped("k7/B7/1p6/8/8/8/8/4K3 b - - 0 1"), Bitboard::EMPTY);
        assert_eq!(trapped("8/Bkp5/1n6/8/8/8/8/4K3 b - - 0 1"), Bitboard::EMPTY);
        // Without a legal move: the knight is pinned and attacked, then only pinned.
        assert_eq!(trapped("4k3/4r3/8/8/3p4/4N3/8/4K3 w - - 0 1"), Bitboard::from(Square::E3));
        assert_eq!(trapped("4k3/4r3/8/8/3p4/4N3/3P4/4K3 w - - 0 1"), Bitboard::from(Square::E3));
        assert_eq!(trapped("4k3/4r3/8/8/8/4N3/3P4/4K3 w - - 0 1"), Bitboard::EMPTY);
        // A check comes first, with either side to move.
        assert_eq!(trapped("8/Bkp5/1p6/8/8/8/8/r3K3 w - - 0 1"), Bitboard::EMPTY);
        assert_eq!(trapped("8/Bkp5/1p6/8/8/8/8/r3K3 b - - 0 1"), Bitboard::EMPTY);
    }
}
