//! Generation of the moves that may have led to a board.
//!
//! A move is retracted by putting its man where it came from and, for a capture, a man of the other colour where it
//! was taken. Every board that this gives leads to the present one by a pseudolegal move; `tests/engine/chess` holds the
//! list against all boards that differ in the right number of squares.
//!
//! A man that is put back must be able to be missing: the other colour with that man more must have men that eight
//! pawns and their promotions allow, and so must the own colour with a pawn in place of a promoted man.
//!
//! Only what the board says is assumed. If there is an en passant square, only that double step is retracted;
//! otherwise a double step is as good as any other move, because diagrams do not show the square. The board before the
//! move gets no castling right that the move does not need. Both choices leave as many histories possible as they can,
//! so a position is disproved only if every history is. The boards reached are legal, also by their number of pieces:
//! nothing can be retracted from a board with nine pawns of a colour, and bishops are counted by the colour of their
//! squares.

use super::{UnMove, is_legal, material, standard_rights};
use crate::{Bitboard, Board, Color, Move, MoveKind, Rank, Role, Square};
use shakmaty::attacks;
use std::ops::ControlFlow;

/// The moves that are retracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Legal moves from a legal board.
    Legal,
    /// Pseudolegal moves: the mover's king may now be attacked, and the board before need not be legal.
    Pseudolegal,
}

/// The moves by which the side that is not to move may have reached a board.
///
/// If the board has an en passant square, only the double step over it may have been the last move. A move
/// that would have cost a castling right that the board still has does not count.
pub fn unmoves(board: &Board, mode: Mode) -> Vec<UnMove> {
    let mut list = Vec::new();
    let _ = visit_unmoves(board, mode, &mut |unmove| {
        list.push(*unmove);
        ControlFlow::Continue(())
    });
    list
}

/// Calls `visit` with the moves of [`unmoves`], in no order that matters, until it breaks.
pub fn visit_unmoves(board: &Board, mode: Mode, visit: &mut dyn FnMut(&UnMove) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut after = *board;
    after.set_castling(standard_rights(board));
    let us = !board.turn();
    if mode == Mode::Legal && after.king_attacked(us) {
        return ControlFlow::Continue(());
    }
    let mut bare = after;
    bare.set_turn(us);
    bare.set_en_passant(None);
    Back { after, bare, us, mode, visit }.all()
}

/// The data that every part of the generator needs.
struct Back<'a> {
    /// The board that was reached.
    after: Board,
    /// The same with the mover to move and no en passant square: the board before, but for the men that change.
    bare: Board,
    /// The side that moved.
    us: Color,
    mode: Mode,
    visit: &'a mut dyn FnMut(&UnMove) -> ControlFlow<()>,
}

impl Back<'_> {
    fn all(&mut self) -> ControlFlow<()> {
        if let Some(passed) = self.after.en_passant() {
            return self.only_double_step(passed);
        }
        let own = self.after.by_color(self.us);
        for to in own & !self.after.castling() {
            match self.after.role_at(to) {
                Some(Role::Pawn) => self.pawn(to)?,
                Some(role) => self.officer(role, to)?,
                None => {}
            }
        }
        self.castling()
    }

    fn empty(&self, square: Square) -> bool {
        !self.after.occupied().contains(square)
    }

    /// The square this many ranks nearer to the mover's home and this many files aside, if it is empty.
    fn behind(&self, square: Square, ranks: i32, files: i32) -> Option<Square> {
        let file = square.file() as i32 + files;
        let rank = square.rank() as i32 - self.us.fold_wb(ranks, -ranks);
        if !(0..8).contains(&file) || !(0..8).contains(&rank) {
            return None;
        }
        Some(Square::new((rank * 8 + file).cast_unsigned())).filter(|&square| self.empty(square))
    }

    /// A rank counted from the mover's side, first is 0.
    fn rank(&self, square: Square) -> u32 {
        let rank = square.rank() as u32;
        self.us.fold_wb(rank, 7 - rank)
    }

    fn officer(&mut self, role: Role, to: Square) -> ControlFlow<()> {
        let home = Bitboard::from_rank(self.us.fold_wb(Rank::First, Rank::Eighth));
        if role == Role::King && (self.after.castling() & home).any() {
            return ControlFlow::Continue(());
        }
        let origins = attacks::attacks(to, role.of(self.us), self.after.occupied()) & !self.after.occupied();
        let came = |from| Move { role, from, to, promotion: None, kind: MoveKind::Normal, captured: None };
        for from in origins {
            self.quiet(came(from))?;
        }
        for from in origins {
            self.captures(came(from))?;
        }
        if role != Role::King && self.rank(to) == 7 { self.promotion(role, to) } else { ControlFlow::Continue(()) }
    }

    fn promotion(&mut self, role: Role, to: Square) -> ControlFlow<()> {
        let came =
            |from| Move { role: Role::Pawn, from, to, promotion: Some(role), kind: MoveKind::Normal, captured: None };
        if let Some(from) = self.behind(to, 1, 0) {
            self.quiet(came(from))?;
        }
        for files in [-1, 1] {
            if let Some(from) = self.behind(to, 1, files) {
                self.captures(came(from))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn pawn(&mut self, to: Square) -> ControlFlow<()> {
        let rank = self.rank(to);
        if !(2..=6).contains(&rank) {
            return ControlFlow::Continue(());
        }
        let came = |from| Move { role: Role::Pawn, from, to, promotion: None, kind: MoveKind::Normal, captured: None };
        if let Some(from) = self.behind(to, 1, 0) {
            self.quiet(came(from))?;
            if rank == 3 {
                self.double_step(to)?;
            }
        }
        for files in [-1, 1] {
            let Some(from) = self.behind(to, 1, files) else { continue };
            self.captures(came(from))?;
            if rank == 5 {
                self.en_passant(Move { kind: MoveKind::EnPassant, ..came(from) })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Takes back a pawn's double step; the square passed is known to be empty.
    fn double_step(&mut self, to: Square) -> ControlFlow<()> {
        match self.behind(to, 2, 0) {
            Some(from) => {
                self.quiet(Move { role: Role::Pawn, from, to, promotion: None, kind: MoveKind::Normal, captured: None })
            }
            None => ControlFlow::Continue(()),
        }
    }

    fn only_double_step(&mut self, passed: Square) -> ControlFlow<()> {
        let pawns = self.after.by_piece(Role::Pawn.of(self.us));
        let to = passed.offset(self.us.fold_wb(8, -8)).filter(|&to| pawns.contains(to));
        match to {
            Some(to) if self.rank(to) == 3 && self.empty(passed) => self.double_step(to),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Takes back a capture in passing. The pawn taken had come by a double step, so that its home square is empty.
    fn en_passant(&mut self, mv: Move) -> ControlFlow<()> {
        let home = mv.to.offset(self.us.fold_wb(8, -8)).filter(|&home| self.empty(home));
        let (Some(taken), Some(_)) = (self.behind(mv.to, 1, 0), home) else { return ControlFlow::Continue(()) };
        let mv = Move { captured: Some(taken), ..mv };
        let mut before = self.taken_back(&mv);
        before.put(taken, Role::Pawn.of(!self.us));
        before.set_en_passant(Some(mv.to));
        if material::is_possible(&before, !self.us) {
            self.offer(UnMove { mv, before, uncaptured: Some(Role::Pawn) })
        } else {
            ControlFlow::Continue(())
        }
    }

    fn castling(&mut self) -> ControlFlow<()> {
        let home = Bitboard::from_rank(self.us.fold_wb(Rank::First, Rank::Eighth));
        if (self.after.castling() & home).any() {
            return ControlFlow::Continue(());
        }
        let (king_from, corners) =
            self.us.fold_wb((Square::E1, [Square::H1, Square::A1]), (Square::E8, [Square::H8, Square::A8]));
        for (rook_from, short) in corners.into_iter().zip([true, false]) {
            let (king_to, rook_to) = Move::castle_targets(self.us, short);
            let stand = self.after.kings(self.us).contains(king_to)
                && self.after.by_piece(Role::Rook.of(self.us)).contains(rook_to)
                && self.empty(king_from)
                && self.empty(rook_from);
            if !stand {
                continue;
            }
            let mut before = self.bare;
            before.remove(king_to);
            before.remove(rook_to);
            before.put(king_from, Role::King.of(self.us));
            before.put(rook_from, Role::Rook.of(self.us));
            before.set_castling(self.after.castling() | rook_from);
            if let Some(mv) = before.castling_with(rook_from) {
                self.offer(UnMove { mv, before, uncaptured: None })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The board before a move, but for what it captured.
    fn taken_back(&self, mv: &Move) -> Board {
        let mut before = self.bare;
        before.remove(mv.to);
        before.put(mv.from, mv.role.of(self.us));
        before
    }

    fn quiet(&mut self, mv: Move) -> ControlFlow<()> {
        let before = self.taken_back(&mv);
        if mv.promotion.is_some() && !material::is_possible(&before, self.us) {
            return ControlFlow::Continue(());
        }
        self.offer(UnMove { mv, before, uncaptured: None })
    }

    /// Takes back a move as a capture of every kind of man that can be missing.
    fn captures(&mut self, mv: Move) -> ControlFlow<()> {
        let bare = self.taken_back(&mv);
        if mv.promotion.is_some() && !material::is_possible(&bare, self.us) {
            return ControlFlow::Continue(());
        }
        let mv = Move { captured: Some(mv.to), ..mv };
        let ends = matches!(mv.to.rank(), Rank::First | Rank::Eighth);
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            if role == Role::Pawn && ends {
                continue;
            }
            let mut before = bare;
            before.put(mv.to, role.of(!self.us));
            if material::is_possible(&before, !self.us) {
                self.offer(UnMove { mv, before, uncaptured: Some(role) })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn offer(&mut self, unmove: UnMove) -> ControlFlow<()> {
        debug_assert_eq!(unmove.before.play(&unmove.mv).occupied(), self.after.occupied());
        if self.mode == Mode::Legal && !is_legal(&unmove.before) {
            return ControlFlow::Continue(());
        }
        (self.visit)(&unmove)
    }
}
