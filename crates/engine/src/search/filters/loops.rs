//! The evaluator: loops over squares and pieces.

use crate::chess::attacks::{attacked_counts, attacker_counts};
use crate::chess::{Bitboard, Square, SquareCounts};
use crate::ir::{LoopId, LoopIr, SquareCount};
use crate::search::evaluator::Evaluator;
use crate::search::scratch::Slot;
use crate::syntax::ast::Compare;

/// A number for each square, or one for all of them.
pub(super) enum Counts {
    Number(i64),
    BySquare(SquareCounts),
}

impl Counts {
    /// The squares whose number is greater than in `other`, and those whose numbers are equal.
    fn compare(self, other: Counts) -> (Bitboard, Bitboard) {
        let all_if = |holds| if holds { Bitboard::FULL } else { Bitboard::EMPTY };
        match (self, other) {
            (Counts::Number(a), Counts::Number(b)) => (all_if(a > b), all_if(a == b)),
            (Counts::BySquare(a), Counts::BySquare(b)) => a.compare(&b),
            (Counts::BySquare(a), Counts::Number(b)) => match u8::try_from(b) {
                Ok(b @ ..=127) => a.compare(&SquareCounts::constant(b)),
                // No square has such a number.
                _ => (all_if(b < 0), Bitboard::EMPTY),
            },
            (number, by_square) => {
                let (less, equal) = by_square.compare(number);
                (!(less | equal), equal)
            }
        }
    }

    /// The squares for which the numbers compare.
    pub(super) fn squares(self, op: Compare, other: Counts) -> Bitboard {
        let (greater, equal) = self.compare(other);
        match op {
            Compare::Greater => greater,
            Compare::GreaterEqual => greater | equal,
            Compare::Less => !(greater | equal),
            Compare::LessEqual => !greater,
            Compare::Equal => equal,
            Compare::NotEqual => !equal,
            Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual => {
                Bitboard::EMPTY
            }
        }
    }
}

impl Evaluator<'_> {
    /// The squares of the domain for which the body matches.
    pub(super) fn loop_squares(&mut self, id: LoopId, node: u32) -> Bitboard {
        let plan = self.plan;
        let each = plan.ir.each(id);
        let mut squares = Bitboard::EMPTY;
        let domain = self.set(each.domain, node);
        for square in domain {
            if self.turn_of_loop(each, square, node) == Some(true) {
                squares.add(square);
            }
        }
        squares
    }

    /// True if the body, which has no effects, matches for something in the domain.
    pub(super) fn loop_any(&mut self, id: LoopId, node: u32) -> bool {
        let plan = self.plan;
        let each = plan.ir.each(id);
        let domain = self.set(each.domain, node);
        domain.into_iter().any(|square| self.turn_of_loop(each, square, node) == Some(true))
    }

    /// True if the body matches for everything in the domain.
    pub(super) fn loop_all(&mut self, id: LoopId, node: u32) -> bool {
        let plan = self.plan;
        let each = plan.ir.each(id);
        let mark = self.scratch.comments.mark();
        let domain = self.set(each.domain, node);
        for square in domain {
            if self.turn_of_loop(each, square, node) == Some(false) {
                self.scratch.comments.cut(mark);
                return false;
            }
        }
        true
    }

    /// The squares for which two counts compare.
    pub(super) fn compared(&mut self, op: Compare, counts: [SquareCount; 2], node: u32) -> Bitboard {
        let [left, right] = counts.map(|count| self.square_counts(count, node));
        let (Some(left), Some(right)) = (left, right) else { return Bitboard::EMPTY };
        left.squares(op, right)
    }

    /// A number for each square; none if it is one number and has no value.
    fn square_counts(&mut self, count: SquareCount, node: u32) -> Option<Counts> {
        Some(match count {
            SquareCount::Number(number) => Counts::Number(self.number(number, node)?),
            SquareCount::Attackers(set) => {
                let attackers = self.set(set, node);
                Counts::BySquare(attacker_counts(self.board(node), attackers))
            }
            SquareCount::Attacked(set) => {
                let targets = self.set(set, node);
                Counts::BySquare(attacked_counts(self.board(node), targets))
            }
        })
    }

    /// One turn: whether the body matches; none for an empty square in a loop over pieces.
    fn turn_of_loop(&mut self, each: &LoopIr, square: Square, node: u32) -> Option<bool> {
        if !self.spend(1, node) {
            return Some(false);
        }
        let slot =
            if each.piece { Slot::Piece(self.piece_on(node, square)?) } else { Slot::Set(Bitboard::from(square)) };
        if self.scratch.vars[each.var.index()] != Slot::Unbound {
            let name = &self.plan.ir.vars[each.var.index()].name;
            let message = format!("the loop variable `{name}` already has a value here");
            self.fail(node, message, Some("choose another name for the variable of the inner loop"));
            return Some(false);
        }
        let mark = self.scratch.comments.mark();
        self.assign(each.var, slot);
        let holds = self.truth(each.body, node);
        self.assign(each.var, Slot::Unbound);
        if !holds {
            self.scratch.comments.cut(mark);
        }
        Some(holds)
    }
}
