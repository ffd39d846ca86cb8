//! Men that have never moved, and where others can go if those never make way.
//!
//! Pawns on their home squares have never moved, nor have kings and rooks that may still castle. A man on its home
//! square that these wall in has never moved either, and walls in others: the bishop on c1 behind pawns on b2 and
//! d2, the queen on d1 next to it if the king may still castle. No other man of its kind can have taken its place,
//! since squares that no man can leave are squares that no man can enter. Knights are never walled in, for no man stays
//! for ever on the third rank.

use super::{homes, standard_rights};
use crate::{Bitboard, Board, Color, Rank, Role, Square};
use shakmaty::attacks;

/// The men that have never moved.
pub(super) struct Unmoved {
    /// Their squares: taken since the game began.
    pub(super) squares: Bitboard,
    /// By colour, black first: squares where its king was never able to stand, because unmoved pawns and kings of the
    /// other colour attack them.
    attacked_by_unmoved: [Bitboard; 2],
}

impl Unmoved {
    pub(super) fn of(board: &Board) -> Unmoved {
        let mut unmoved = Unmoved { squares: unmoved_pawns(board), attacked_by_unmoved: [Bitboard::EMPTY; 2] };
        for rook in standard_rights(board) {
            let king = if rook.rank() == Rank::First { Square::E1 } else { Square::E8 };
            unmoved.squares |= Bitboard::from(rook) | king;
        }
        unmoved.note_attacks(board);
        while unmoved.grow(board) {
            unmoved.note_attacks(board);
        }
        unmoved
    }

    /// Adds the men that are walled in at home; says whether there were any.
    fn grow(&mut self, board: &Board) -> bool {
        let before = self.squares;
        for color in [Color::White, Color::Black] {
            for (home, role) in homes(color) {
                let there = board.piece_at(home) == Some(role.of(color));
                if there && self.steps(role, color, home).is_empty() {
                    self.squares.add(home);
                }
            }
        }
        self.squares != before
    }

    fn note_attacks(&mut self, board: &Board) {
        for color in [Color::White, Color::Black] {
            let men = self.squares & board.by_color(!color) & (board.by_role(Role::Pawn) | board.by_role(Role::King));
            self.attacked_by_unmoved[color as usize] =
                men.into_iter().fold(Bitboard::EMPTY, |all, square| all | board.attacks_from(square));
        }
    }

    /// The squares that a man can have reached in one move, if only the men that never moved were in its way.
    fn steps(&self, role: Role, color: Color, from: Square) -> Bitboard {
        let to = attacks::attacks(from, role.of(color), self.squares) & !self.squares;
        if role == Role::King { to & !self.attacked_by_unmoved[color as usize] } else { to }
    }

    /// The squares that an officer can have reached from one of the squares `from`, these included.
    pub(super) fn reach(&self, role: Role, color: Color, from: Bitboard) -> Bitboard {
        let (mut seen, mut fresh) = (from, from & !self.squares);
        while let Some(square) = fresh.pop_front() {
            let new = self.steps(role, color, square) & !seen;
            seen |= new;
            fresh |= new;
        }
        seen
    }
}

fn unmoved_pawns(board: &Board) -> Bitboard {
    let pawns = |color: Color, rank| board.by_piece(Role::Pawn.of(color)) & Bitboard::from_rank(rank);
    pawns(Color::White, Rank::Second) | pawns(Color::Black, Rank::Seventh)
}
