//! The evaluator: the `move` filter.

use super::machine::{Machine, castles};
use crate::chess::{Bitboard, Move, Role};
use crate::ir::{MoveId, MoveIr, MoveMode, MoveSquares};
use crate::syntax::ast::Pieces;

/// The sets of a `move` filter at the position that its moves start from.
struct Wanted<'p> {
    ir: &'p MoveIr,
    from: Option<Bitboard>,
    to: Option<Bitboard>,
    capture: Option<Bitboard>,
    en_passant_square: Option<Bitboard>,
}

impl Wanted<'_> {
    fn fits(&self, m: &Move) -> bool {
        let within = |set: Option<Bitboard>, square| set.is_none_or(|set| set.contains(square));
        let captured = |set: Option<Bitboard>| set.is_none_or(|set| m.captured.is_some_and(|at| set.contains(at)));
        within(self.from, m.from)
            && within(self.to, m.to)
            && captured(self.capture)
            && (self.en_passant_square.is_none() || m.is_en_passant() && captured(self.en_passant_square))
            && (!self.ir.en_passant || m.is_en_passant())
            && (!self.ir.null || m.is_null())
            && self.ir.castling.is_none_or(|which| castles(m, which))
            && self.ir.promote.is_none_or(|pieces| m.promotion.is_some_and(|role| promotes(pieces, role)))
    }
}

/// Whether a promotion to a role is among some pieces, whatever their colour.
pub(super) fn promotes(pieces: Pieces, role: Role) -> bool {
    let bit = 1u16 << (role as u16 - 1);
    pieces.0 & (bit | bit << 6) != 0
}

impl Machine<'_> {
    /// Whether some move fits; with a comment in the move's custody every fitting move gets it.
    pub(super) fn any_move(&mut self, id: MoveId, n: u32) -> bool {
        let custody = self.plan.ir.move_filter(id).custody;
        let mut any = false;
        self.each_move(id, n, &mut |machine, _, tail| {
            any = true;
            if let (Some(custody), Some(tail)) = (custody, tail) {
                machine.truth(custody, tail);
            }
            custody.is_some()
        });
        any
    }

    /// How many moves fit.
    pub(super) fn count_moves(&mut self, id: MoveId, n: u32) -> i64 {
        let custody = self.plan.ir.move_filter(id).custody;
        let mut count = 0;
        self.each_move(id, n, &mut |machine, _, tail| {
            count += 1;
            if let (Some(custody), Some(tail)) = (custody, tail) {
                machine.truth(custody, tail);
            }
            true
        });
        count
    }

    /// The squares of the moves that fit.
    pub(super) fn move_squares(&mut self, id: MoveId, squares: MoveSquares, n: u32) -> Bitboard {
        let custody = self.plan.ir.move_filter(id).custody;
        let mut set = Bitboard::EMPTY;
        self.each_move(id, n, &mut |machine, m, tail| {
            match squares {
                MoveSquares::From => set.add(m.from),
                MoveSquares::To => set.add(m.to),
                MoveSquares::Captured => set |= m.captured.map_or(Bitboard::EMPTY, Bitboard::from),
            }
            if let (Some(custody), Some(tail)) = (custody, tail) {
                machine.truth(custody, tail);
            }
            true
        });
        set
    }

    /// Calls `found` with each fitting move and the position after it, until it answers false.
    pub(super) fn each_move(
        &mut self,
        id: MoveId,
        n: u32,
        found: &mut dyn FnMut(&mut Self, &Move, Option<u32>) -> bool,
    ) {
        let plan = self.plan;
        let ir = plan.ir.move_filter(id);
        match ir.mode {
            MoveMode::Played => self.played_moves(ir, n, found),
            MoveMode::Previous => {
                let Some((parent, m)) = self.view.parent(n).zip(self.view.move_to(n)) else { return };
                let secondary = self.view.node(n).child_index > 0;
                if ir.secondary.is_none_or(|wanted| wanted == secondary) && self.wanted(ir, parent).fits(m) {
                    found(self, m, Some(n));
                }
            }
            MoveMode::Legal | MoveMode::Pseudolegal => self.possible_moves(ir, n, found),
        }
    }

    fn played_moves(&mut self, ir: &MoveIr, n: u32, found: &mut dyn FnMut(&mut Self, &Move, Option<u32>) -> bool) {
        // The sets are evaluated only where a move is there to compare them with.
        let mut wanted = None;
        for child in self.view.children(n) {
            let hidden = ir.linear && self.edge.is_some_and(|edge| edge != Some(child));
            let secondary = self.view.node(child).child_index > 0;
            if hidden || ir.secondary.is_some_and(|wanted| wanted != secondary) {
                continue;
            }
            let Some(m) = self.view.move_to(child) else { continue };
            if wanted.is_none() {
                wanted = Some(self.wanted(ir, n));
            }
            let fits = wanted.as_ref().is_some_and(|wanted| wanted.fits(m));
            if fits && !found(self, m, Some(child)) {
                return;
            }
        }
    }

    fn possible_moves(&mut self, ir: &MoveIr, n: u32, found: &mut dyn FnMut(&mut Self, &Move, Option<u32>) -> bool) {
        let wanted = self.wanted(ir, n);
        let mut moves = std::mem::take(&mut self.s.moves);
        moves.clear();
        let board = self.board(n);
        match ir.mode {
            MoveMode::Legal => board.legal_moves(&mut moves),
            _ => board.pseudolegal_moves(&mut moves),
        }
        for m in &moves {
            if wanted.fits(m) && !found(self, m, None) {
                break;
            }
        }
        self.s.moves = moves;
    }

    fn wanted<'p>(&mut self, ir: &'p MoveIr, n: u32) -> Wanted<'p> {
        Wanted {
            ir,
            from: ir.from.map(|set| self.set(set, n)),
            to: ir.to.map(|set| self.set(set, n)),
            capture: ir.capture.map(|set| self.set(set, n)),
            en_passant_square: ir.en_passant_square.map(|set| self.set(set, n)),
        }
    }
}
