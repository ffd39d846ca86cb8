//! The evaluator: positions. None where there is no such position.

use super::evaluator::Evaluator;
use super::numbers::compare;
use super::scratch::{Datum, Slot};
use crate::ir::{Pos, PosId};
use crate::syntax::ast::Compare;

impl Evaluator<'_> {
    /// The position of a filter at a position, if there is one.
    pub(super) fn position(&mut self, id: PosId, node: u32) -> Option<u32> {
        let plan = self.plan;
        match plan.ir.pos(id) {
            Pos::Apply(op, arguments) => self.position_op(*op, arguments, node),
            Pos::Variable(var) => match &self.scratch.vars[var.index()] {
                slot @ Slot::Pos(_) => self.held_position(slot),
                _ => {
                    self.unbound(*var, node);
                    None
                }
            },
            Pos::Imagine(edits) => self.imagine(edits, node),
            Pos::Compare(op, a, b) => {
                let mark = self.scratch.comments.mark();
                let left = self.position(*a, node);
                let right = if left.is_some() { self.position(*b, node) } else { None };
                let related = |(a, b)| self.seeing(a, b, |evaluator| evaluator.related(*op, a, b)) == Some(true);
                let holds = left.zip(right).is_some_and(related);
                if !holds {
                    self.scratch.comments.cut(mark);
                }
                left.filter(|_| holds)
            }
            Pos::Find(found) => self.find(found, node),
            Pos::If(test, then, otherwise) => {
                let branch = if self.truth(*test, node) { then } else { otherwise };
                self.position(*branch, node)
            }
            Pos::Dash { dash, last, target } => self.dash_position(*dash, *last, *target, node),
            Pos::Measure(measure) => self.measured_position(measure, node),
            Pos::SequenceEnd(id) => self.sequence_end(*id, node),
            Pos::At(position, inner) => {
                self.at(*position, node, |evaluator, there| evaluator.position(*inner, there))?
            }
            Pos::Entry { of, key } => match self.entry(*of, *key, node)? {
                Datum::Pos(position) => Some(position).filter(|&position| self.exists(position)),
                _ => None,
            },
            Pos::Guard(test, position) => {
                let mark = self.scratch.comments.mark();
                let found = if self.truth(*test, node) { self.position(*position, node) } else { None };
                if found.is_none() {
                    self.scratch.comments.cut(mark);
                }
                found
            }
            Pos::Call(arguments, position) => {
                if self.truth(*arguments, node) {
                    self.position(*position, node)
                } else {
                    None
                }
            }
        }
    }

    fn related(&self, op: Compare, a: u32, b: u32) -> bool {
        match op {
            Compare::Ancestor => a != b && self.view.is_ancestor(a, b),
            Compare::AncestorEqual => a == b || self.view.is_ancestor(a, b),
            Compare::Descendant => a != b && self.view.is_ancestor(b, a),
            Compare::DescendantEqual => a == b || self.view.is_ancestor(b, a),
            _ => compare(op, a.cmp(&b)),
        }
    }
}
