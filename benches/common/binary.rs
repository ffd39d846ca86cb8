//! The least that a search of games in binary form could do: moves of two bytes in memory are made on bitboards, and
//! each position is tested for check.

use tabiya::Game;
use tabiya::chess::{Board, Move, MoveKind, Role, Square};

/// The moves of the main lines of games that begin with the array: six bits each for the squares, and the role that a pawn
/// becomes. Castling goes from the king's square to the rook's.
#[derive(Default)]
pub(crate) struct BinaryGames {
    moves: Vec<u16>,
    /// Where the moves of each game end.
    ends: Vec<usize>,
}

impl BinaryGames {
    /// Adds a game, unless it begins elsewhere or has null moves.
    pub(crate) fn add(&mut self, game: &Game) {
        let tree = game.tree();
        let moves: Vec<&Move> = (1..tree.mainline_len()).filter_map(|n| tree.move_to(n)).collect();
        if *tree.board(0) != Board::initial() || moves.iter().any(|mv| mv.is_null() || mv.is_drop()) {
            return;
        }
        self.moves.extend(moves.into_iter().map(|mv| {
            let to = match mv.kind {
                MoveKind::Castle { rook_from, .. } => rook_from,
                _ => mv.to,
            };
            mv.from as u16 | (to as u16) << 6 | mv.promotion.map_or(0, |role| role as u16) << 12
        }));
        self.ends.push(self.moves.len());
    }

    /// The number of positions in check.
    pub(crate) fn checks(&self) -> u64 {
        let (mut checks, mut start) = (0, 0);
        for &end in &self.ends {
            let mut board = Board::initial();
            for &bytes in &self.moves[start..end] {
                step(&mut board, bytes);
                checks += u64::from(board.is_check());
            }
            start = end;
        }
        checks
    }
}

#[inline(always)]
fn step(board: &mut Board, bytes: u16) {
    let (from, to) = (Square::new(u32::from(bytes & 63)), Square::new(u32::from(bytes >> 6 & 63)));
    let (us, passed) = (board.turn(), board.en_passant());
    let role = board.role_at(from).unwrap_or(Role::Pawn);
    if board.by_color(us).contains(to) {
        let (king_to, rook_to) = Move::castle_targets(us, to > from);
        let kind = MoveKind::Castle { rook_from: to, rook_to };
        return board.advance(&Move { role, from, to: king_to, promotion: None, kind, captured: None });
    }
    if let Some(piece) = board.piece_at(to) {
        board.lift(to, piece);
    } else if role == Role::Pawn && passed == Some(to) {
        board.lift(Square::from_coords(to.file(), from.rank()), Role::Pawn.of(!us));
    }
    board.shift(role, from, to);
    if role == Role::Pawn {
        match bytes >> 12 {
            0 if u32::from(from).abs_diff(u32::from(to)) == 16 => {
                board.set_en_passant(Some(Square::new((u32::from(from) + u32::from(to)) / 2)));
            }
            0 => {}
            role => board.promote(to, Role::ALL[usize::from(role) - 1]),
        }
    }
}
