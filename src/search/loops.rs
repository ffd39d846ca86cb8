//! The evaluator: loops over squares and pieces.

use super::machine::Machine;
use super::numbers::compare;
use super::scratch::Slot;
use crate::chess::attacks::{attacked_counts, attacker_counts};
use crate::chess::{Bitboard, Square};
use crate::ir::{LoopId, LoopIr, SquareCount};
use crate::syntax::ast::Compare;

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

    /// The squares for which two counts compare.
    pub(super) fn compared(&mut self, op: Compare, counts: [SquareCount; 2], n: u32) -> Bitboard {
        let [left, right] = counts.map(|count| self.square_counts(count, n));
        let (Some(left), Some(right)) = (left, right) else { return Bitboard::EMPTY };
        let holds = |square: &Square| compare(op, left[usize::from(*square)].cmp(&right[usize::from(*square)]));
        Square::ALL.into_iter().filter(holds).collect()
    }

    /// A number for each square; none if it is one number and has no value.
    fn square_counts(&mut self, count: SquareCount, n: u32) -> Option<[i64; 64]> {
        Some(match count {
            SquareCount::Number(number) => [self.number(number, n)?; 64],
            SquareCount::Attackers(set) => {
                let attackers = self.set(set, n);
                attacker_counts(self.board(n), attackers)
            }
            SquareCount::Attacked(set) => {
                let targets = self.set(set, n);
                attacked_counts(self.board(n), targets)
            }
        })
    }

    /// One turn: whether the body matches; none for an empty square in a loop over pieces.
    fn turn_of_loop(&mut self, each: &LoopIr, square: Square, n: u32) -> Option<bool> {
        if !self.spend(1, n) {
            return Some(false);
        }
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
