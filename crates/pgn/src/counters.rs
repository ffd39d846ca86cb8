//! The counters of a FEN, which depend on the moves before a position: counted along the moves of a game, once for all
//! its positions.
//!
//! A field in each node would cost every game four bytes a position, and a walk back to the last pawn move is quadratic
//! in long games. So all are counted at the first request.

use super::Game;
use std::sync::OnceLock;
use tabiya_chess::{Bitboard, Board, Color, Role, Square};

/// The counters of a game. Nothing is counted before the first request.
#[derive(Clone, Debug, Default)]
pub(super) struct Counters {
    halfmoves: OnceLock<Vec<u32>>,
    homes: OnceLock<Vec<u8>>,
    /// True if clocks show hours and minutes.
    hours: OnceLock<bool>,
}

impl Counters {
    /// Whether clocks show hours and minutes: found out at the first request.
    pub(super) fn hours(&self, find: impl FnOnce() -> bool) -> bool {
        *self.hours.get_or_init(find)
    }
}

/// Kings and rooks at home, by bit.
const HOMES: [(Square, Square); 4] =
    [(Square::E1, Square::H1), (Square::E1, Square::A1), (Square::E8, Square::H8), (Square::E8, Square::A8)];

/// The kings and rooks that stand at home on a board, as bits: bit `n` for the `n`th pair of home squares (e1 with h1,
/// e1 with a1, e8 with h8, e8 with a8).
pub fn homes(board: &Board) -> u8 {
    let at_home = |&(king, rook): &(Square, Square)| {
        let color = if king == Square::E1 { Color::White } else { Color::Black };
        board.kings(color).contains(king) && board.by_piece(Role::Rook.of(color)).contains(rook)
    };
    (0..).zip(&HOMES).filter(|(_, home)| at_home(home)).map(|(bit, _)| 1 << bit).sum()
}

/// The squares of the rooks in a set of homes.
pub fn rooks(homes: u8) -> Bitboard {
    let rooks = (0..).zip(HOMES).filter(|(bit, _)| homes >> bit & 1 == 1);
    rooks.map(|(_, (_, rook))| Bitboard::from(rook)).fold(Bitboard::EMPTY, |all, rook| all | rook)
}

impl Game {
    /// Plies up to a position since the last capture or pawn move; those that the FEN tag counts are added where there
    /// was neither.
    pub fn halfmoves(&self, node: u32) -> u32 {
        let counted = self.counters.halfmoves.get_or_init(|| {
            let tree = self.tree.full();
            let mut counted: Vec<u32> = Vec::with_capacity(tree.len() as usize);
            for n in 0..tree.len() {
                let count = match (tree.parent(n), tree.move_to(n)) {
                    (Some(_), Some(last)) if last.is_capture() || last.role == Role::Pawn => 0,
                    (Some(above), _) => counted[above as usize].saturating_add(1),
                    (None, _) => self.start.halfmoves,
                };
                counted.push(count);
            }
            counted
        });
        counted[node as usize]
    }

    /// The kings and rooks that have stood at home at every position up to this one: see [`homes`].
    pub fn unmoved_homes(&self, node: u32) -> u8 {
        let unmoved = self.counters.homes.get_or_init(|| {
            let tree = self.tree.full();
            let mut unmoved: Vec<u8> = Vec::with_capacity(tree.len() as usize);
            for n in 0..tree.len() {
                let before = tree.parent(n).map_or(u8::MAX, |above| unmoved[above as usize]);
                unmoved.push(before & homes(tree.board(n)));
            }
            unmoved
        });
        unmoved[node as usize]
    }
}
