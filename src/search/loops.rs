//! The evaluator: loops over squares and pieces.

use super::machine::Machine;
use super::scratch::Slot;
use crate::chess::{Bitboard, Square};
use crate::ir::{LoopId, LoopIr};

impl Machine<'_> {
    /// The squares of the domain for which the body matches.
    pub(super) fn loop_squares(&mut self, id: LoopId, n: u32) -> Bitboard {
        let plan = self.plan;
        let each = plan.ir.each(id);
        let mut squares = Bitboard::EMPTY;
        let domain = self.set(each.domain, n);
        for square in domain {
            if self.turn_of_loop(each, square, n) == Some(true) {
                squares.add(square);
            }
        }
        squares
    }

    /// Whether the body, which has no effects, matches for something in the domain.
    pub(super) fn loop_any(&mut self, id: LoopId, n: u32) -> bool {
        let plan = self.plan;
        let each = plan.ir.each(id);
        let domain = self.set(each.domain, n);
        domain.into_iter().any(|square| self.turn_of_loop(each, square, n) == Some(true))
    }

    /// Whether the body matches for everything in the domain.
    pub(super) fn loop_all(&mut self, id: LoopId, n: u32) -> bool {
        let plan = self.plan;
        let each = plan.ir.each(id);
        let mark = self.s.comments.mark();
        let domain = self.set(each.domain, n);
        for square in domain {
            if self.turn_of_loop(each, square, n) == Some(false) {
                self.s.comments.cut(mark);
                return false;
            }
        }
        true
    }

    /// One turn: whether the body matches; none for an empty square in a loop over pieces.
    fn turn_of_loop(&mut self, each: &LoopIr, square: Square, n: u32) -> Option<bool> {
        let slot = if each.piece { Slot::Piece(self.piece_on(n, square)?) } else { Slot::Set(Bitboard::from(square)) };
        if self.s.vars[each.var.index()] != Slot::Unbound {
            let name = &self.plan.ir.vars[each.var.index()].name;
            let message = format!("the loop variable `{name}` already has a value here");
            self.fail(n, message, Some("use another name for the inner loop"));
            return Some(false);
        }
        let mark = self.s.comments.mark();
        self.assign(each.var, slot);
        let holds = self.truth(each.body, n);
        self.assign(each.var, Slot::Unbound);
        if !holds {
            self.s.comments.cut(mark);
        }
        Some(holds)
    }
}
