//! The evaluator: positions. None where there is no such position.

use super::dictionaries::Datum;
use super::machine::Machine;
use super::numbers::compare;
use super::scratch::Slot;
use crate::ir::{Pos, PosId};
use crate::syntax::ast::Compare;

impl Machine<'_> {
    /// The position of a filter at a position, if there is one.
    pub(super) fn position(&mut self, id: PosId, n: u32) -> Option<u32> {
        let plan = self.plan;
        match plan.ir.pos(id) {
            Pos::Apply(op, arguments) => self.position_op(*op, arguments, n),
            Pos::Child(None) => self.view.first_child(n),
            Pos::Child(Some(index)) => {
                let index = u32::try_from(self.number(*index, n)?).ok()?;
                self.view.child(n, index)
            }
            Pos::Position(index) => {
                let index = u32::try_from(self.number(*index, n)?).ok()?;
                (index < self.view.len()).then_some(index)
            }
            Pos::Variable(var) => match &self.s.vars[var.index()] {
                slot @ Slot::Pos(_) => self.held_position(slot),
                _ => {
                    self.unbound(*var, n);
                    None
                }
            },
            Pos::Imagine(edits) => self.imagine(edits, n),
            Pos::Compare(op, a, b) => {
                let mark = self.s.comments.mark();
                let left = self.position(*a, n);
                let right = if left.is_some() { self.position(*b, n) } else { None };
                let related = |(a, b)| self.seeing(a, b, |machine| machine.related(*op, a, b)) == Some(true);
                let holds = left.zip(right).is_some_and(related);
                if !holds {
                    self.s.comments.cut(mark);
                }
                left.filter(|_| holds)
            }
            Pos::Find(found) => self.find(found, n),
            Pos::If(test, then, otherwise) => {
                let branch = if self.truth(*test, n) { then } else { otherwise };
                self.position(*branch, n)
            }
            Pos::Dash { dash, came, target } => self.dash_position(*dash, *came, *target, n),
            Pos::SequenceEnd(id) => self.sequence_end(*id, n),
            Pos::At(position, inner) => self.at(*position, n, |machine, there| machine.position(*inner, there))?,
            Pos::Entry { of, key } => match self.entry(*of, *key, n)? {
                Datum::Pos(position) => Some(position).filter(|&position| self.exists(position)),
                _ => None,
            },
            Pos::Guard(test, position) => {
                let mark = self.s.comments.mark();
                let found = if self.truth(*test, n) { self.position(*position, n) } else { None };
                if found.is_none() {
                    self.s.comments.cut(mark);
                }
                found
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
