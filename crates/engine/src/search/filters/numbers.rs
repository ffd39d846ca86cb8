//! The evaluator: numbers. None where a filter has no value.

use crate::casts::count_of;
use crate::chess::attacks::attack_pairs;
use crate::ir::{Num, NumId};
use crate::search::evaluator::Evaluator;
use crate::search::scratch::{Datum, Slot, SortNode, SortValue};
use crate::syntax::ast::Compare;

impl Evaluator<'_> {
    /// The number of a filter at a position, if it has one.
    #[inline]
    pub(in crate::search) fn number(&mut self, id: NumId, node: u32) -> Option<i64> {
        // Most operands are constants, and the evaluation of anything else takes a large stack frame.
        if let Num::Constant(value) = self.plan.ir.num(id) { Some(*value) } else { self.derived_number(id, node) }
    }

    #[inline(never)]
    fn derived_number(&mut self, id: NumId, node: u32) -> Option<i64> {
        let plan = self.plan;
        match plan.ir.num(id) {
            Num::Apply(op, arguments) => self.number_op(*op, arguments, id, node),
            Num::Constant(value) => Some(*value),
            Num::Variable(var) => match self.scratch.vars[var.index()] {
                Slot::Num(value) => Some(value),
                _ => {
                    self.unbound(*var, node);
                    None
                }
            },
            Num::Count(set) => Some(count_of(self.set(*set, node).count())),
            Num::Compare(op, a, b) => {
                let mark = self.scratch.comments.mark();
                let left = self.number(*a, node);
                let right = if left.is_some() { self.number(*b, node) } else { None };
                let holds = left.zip(right).is_some_and(|(a, b)| compare(*op, a.cmp(&b)));
                if !holds {
                    self.scratch.comments.cut(mark);
                }
                left.filter(|_| holds)
            }
            Num::Extreme { max, items } => self.extreme(*max, items, node),
            Num::At(position, inner) => self.at(*position, node, |evaluator, there| evaluator.number(*inner, there))?,
            Num::Guard(test, number) => self.guarded(*test, node, |evaluator| evaluator.number(*number, node)),
            Num::Call(arguments, number) => self.truth(*arguments, node).then(|| self.number(*number, node))?,
            Num::Dash { dash, last, target } => self.dash_number(*dash, *last, *target, node),
            Num::CountDash(dash) => Some(self.count_dash(*dash, node)),
            Num::CountWays(id) => Some(self.count_ways(*id, node)),
            Num::Hhdb(_) if !self.spend_comments(node) => None,
            Num::Sequence(id) => self.sequence_length(*id, node),
            Num::Reach(reach) => self.reach_count(reach, node),
            Num::Copies(range, copies) => {
                let mark = self.scratch.comments.mark();
                if !self.spend(4 * copies.len() as u64, node) {
                    return None;
                }
                let matching = count_of(copies.iter().filter(|&&copy| self.truth(copy, node)).count());
                let held = self.in_range(Some(*range), matching, node);
                if !held {
                    self.scratch.comments.cut(mark);
                }
                held.then_some(matching)
            }
            Num::MaxCopy(copies) => self.extreme(true, copies, node),
            Num::Negate(a) => {
                let negated = self.number(*a, node)?.checked_neg();
                self.checked(negated, id, node)
            }
            Num::Sum(terms) => {
                let mut sum = Some(0i64);
                for &(negative, term) in terms {
                    let value = self.number(term, node)?;
                    sum = sum.and_then(|sum| if negative { sum.checked_sub(value) } else { sum.checked_add(value) });
                }
                self.checked(sum, id, node)
            }
            Num::Multiply(a, b) => {
                let product = self.number(*a, node)?.checked_mul(self.number(*b, node)?);
                self.checked(product, id, node)
            }
            // Division by zero has no value.
            Num::Divide(a, b) => {
                let (a, b) = (self.number(*a, node)?, self.number(*b, node)?);
                if b == 0 {
                    return None;
                }
                self.checked(a.checked_div(b), id, node)
            }
            // Of the smallest number by -1 the remainder is 0.
            Num::Modulo(a, b) => {
                let (a, b) = (self.number(*a, node)?, self.number(*b, node)?);
                (b != 0).then(|| a.wrapping_rem(b))
            }
            Num::Length(text) => self.text(*text, node).map(|text| count_of(text.len())),
            Num::InRange(range, number) => {
                let value = self.number(*number, node)?;
                self.in_range(Some(*range), value, node).then_some(value)
            }
            Num::AttackPairs(a, b) => {
                let (a, b) = (self.set(*a, node), self.set(*b, node));
                self.spend_attacks(a, b, node).then(|| attack_pairs(self.board(node), a, b))
            }
            Num::MoveCount(id) => self.count_moves(*id, node),
            Num::If(test, then, otherwise) => {
                let branch = if self.truth(*test, node) { then } else { otherwise };
                self.number(*branch, node)
            }
            Num::PieceNumber(var) => match self.scratch.vars[var.index()] {
                Slot::Piece(piece) => Some(i64::from(piece)),
                _ => {
                    self.unbound(*var, node);
                    None
                }
            },
            Num::Hhdb(key) => self.hhdb_number(*key),
            Num::Echo(echo) => self.echo(echo, node),
            Num::CommonMoves(common) => self.common_moves(common, node),
            Num::Similar(models) => {
                let game = self.plan.models[*models as usize].similar_game(self.board(node))?;
                i64::try_from(game).ok()
            }
            Num::GroupStart(history, group) => {
                let (_, range) = self.group(*history, group, node)?;
                Some(count_of(range.start))
            }
            Num::Measure(measure) => self.measured_count(measure, node),
            Num::Differences(sequences) => Some(self.measured_differences(sequences, node)),
            Num::Entries(of) => Some(count_of(self.scratch.dictionaries.len(*of))),
            Num::Entry { of, key } => match self.entry(*of, *key, node)? {
                Datum::Num(value) => Some(value),
                _ => None,
            },
            Num::Sort(key, inner) => {
                let mark = self.scratch.comments.mark();
                let Some(value) = self.number(*inner, node) else {
                    self.scratch.comments.cut(mark);
                    return None;
                };
                self.sort_value(*key, SortNode::Number(*inner), SortValue::Number(value), mark);
                Some(value)
            }
        }
    }

    /// The greatest or smallest of the items that have a value.
    fn extreme(&mut self, max: bool, items: &[NumId], node: u32) -> Option<i64> {
        let better = |value: &i64, best: &i64| if max { value > best } else { value < best };
        self.best_of(items, better, |evaluator, item| evaluator.number(item, node))
    }
}

/// True if an order fits a comparison.
pub(super) fn compare(op: Compare, order: std::cmp::Ordering) -> bool {
    match op {
        Compare::Less => order.is_lt(),
        Compare::LessEqual => order.is_le(),
        Compare::Greater => order.is_gt(),
        Compare::GreaterEqual => order.is_ge(),
        Compare::Equal => order.is_eq(),
        Compare::NotEqual => order.is_ne(),
        Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual => false,
    }
}
