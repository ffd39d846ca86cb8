//! Truths whose evaluation may end in an error of the query, although they read no variable: a number too large, a
//! direction out of range. Limits of steps and memory are not such errors.

use super::children::NodeId;
use super::ids::{BoolId, NumId};
use super::node::{Ir, Num, Set, Text, Value};
use super::value::BoundIr;
use crate::syntax::catalogue::NumberOp;

/// The bits of numbers that a game or a board gives: lengths, ratings, counts.
const SMALL: u32 = 40;

/// The most bits of a result that certainly fits.
const MOST: u32 = 62;

impl Ir {
    /// True if evaluating a truth may end in an error. Variables without a value apart.
    pub(crate) fn may_fail(&self, id: BoolId) -> bool {
        self.nodes_in(id).into_iter().any(|node| match node {
            NodeId::Value(Value::Num(id)) => self.number_may_fail(id),
            NodeId::Value(Value::Set(id)) => match self.set(id) {
                Set::Direction { range, .. } => match (range.low, range.high) {
                    (BoundIr::Constant(low), BoundIr::Constant(high)) => low > high || low < -7 || high > 7,
                    _ => true,
                },
                _ => false,
            },
            NodeId::Value(Value::Text(id)) => {
                matches!(self.text(id), Text::Match(search) if self.pattern(search.pattern).backtracks())
            }
            _ => false,
        })
    }

    fn number_may_fail(&self, id: NumId) -> bool {
        match self.num(id) {
            Num::Apply(NumberOp::LastGameNumber, _) => true,
            Num::Apply(NumberOp::Abs, _) | Num::Sum(_) | Num::Negate(_) | Num::Multiply(..) | Num::Divide(..) => {
                self.bits(id).is_none_or(|bits| bits > MOST)
            }
            _ => false,
        }
    }

    /// The bits of the greatest value that a number may have, without its sign; none if that is not known.
    fn bits(&self, id: NumId) -> Option<u32> {
        use NumberOp::{Clock, ClockBlack, ClockWhite, Elapsed, Eval, EvalMate, Int};
        let greatest = |numbers: &[NumId]| numbers.iter().try_fold(0, |most, &id| Some(self.bits(id)?.max(most)));
        Some(match self.num(id) {
            Num::Constant(value) => u64::BITS - value.unsigned_abs().leading_zeros(),
            Num::Apply(NumberOp::Abs | NumberOp::Sqrt, arguments) => match arguments.first() {
                Some(Value::Num(inner)) => self.bits(*inner)?,
                _ => return None,
            },
            // Comments may name any number.
            Num::Apply(Int | Clock | ClockWhite | ClockBlack | Elapsed | Eval | EvalMate, _) => return None,
            Num::Apply(..)
            | Num::Count(_)
            | Num::Length(_)
            | Num::Sequence(_)
            | Num::Reach(_)
            | Num::Copies(..)
            | Num::AttackPairs(..)
            | Num::MoveCount(_)
            | Num::CountDash(_)
            | Num::CountWays(_)
            | Num::Hhdb(_)
            | Num::CommonMoves(_)
            | Num::Similar(_)
            | Num::GroupStart(..)
            | Num::Entries(_)
            | Num::Measure(_)
            | Num::Differences(_)
            | Num::PieceNumber(_) => SMALL,
            Num::Negate(inner)
            | Num::Compare(_, inner, _)
            | Num::InRange(_, inner)
            | Num::At(_, inner)
            | Num::Guard(_, inner)
            | Num::Call(_, inner)
            | Num::Sort(_, inner)
            | Num::Divide(inner, _)
            | Num::Modulo(inner, _) => self.bits(*inner)?,
            Num::Dash { target, .. } => self.bits(*target)?,
            Num::If(_, then, otherwise) => greatest(&[*then, *otherwise])?,
            Num::Extreme { items, .. } | Num::MaxCopy(items) => greatest(items)?,
            Num::Sum(terms) => {
                let most = terms.iter().try_fold(0, |most, &(_, term)| Some(self.bits(term)?.max(most)))?;
                most + terms.len().next_power_of_two().trailing_zeros()
            }
            Num::Multiply(a, b) => self.bits(*a)? + self.bits(*b)?,
            Num::Variable(_) | Num::Echo(_) | Num::Entry { .. } => return None,
        })
    }
}
