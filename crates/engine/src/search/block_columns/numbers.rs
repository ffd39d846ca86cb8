//! Numbers of pieces and of moves, for all positions of a block, and what comes of comparing them.

use super::kept::Steps;
use super::row::{Bits, Row};
use super::{Answer, Columns};
use crate::ir::{Num, NumId, SetId, Value};
use crate::search::filters::compare;
use crate::syntax::ast::Compare;
use crate::syntax::catalogue::NumberOp;
use std::cmp::Ordering;
use std::rc::Rc;
use tabiya_chess::Bitboard;
use tabiya_database::BlockError;

/// A number at each position.
#[derive(Clone, Debug)]
pub(super) enum Number {
    /// The number of moves played.
    Ply,
    Steps(Rc<Steps>),
}

/// The worth of pieces by their kinds, as `power` has it.
const WORTH: [i64; 6] = [1, 3, 3, 5, 9, 0];

impl Number {
    fn constant(value: i64) -> Number {
        Number::Steps(Rc::new(vec![(0, value)]))
    }
}

/// So many lists of squares are added up.
const MOST_LISTS: usize = 32;

/// Greater numbers are not summed up.
const GREATEST: i64 = 1 << 24;

impl Columns<'_> {
    /// The positions at which a number exists.
    pub(super) fn has_number(&mut self, id: NumId) -> Result<Answer, BlockError> {
        let plan = self.plan;
        match plan.ir.num(id) {
            Num::Compare(op, a, b) => match (self.number(*a)?, self.number(*b)?) {
                (Some(a), Some(b)) => Ok(self.compared(*op, &a, &b).map_or(Answer::ALL, Answer::exact)),
                _ => Ok(self.has_number(*a)?.and(|| self.has_number(*b))?.bound()),
            },
            Num::InRange(range, inner) => match (range.constant(), self.number(*inner)?) {
                (Some((low, high)), Some(number)) => {
                    let low = self.compared(Compare::GreaterEqual, &number, &Number::constant(low));
                    let high = self.compared(Compare::LessEqual, &number, &Number::constant(high));
                    Ok(low.zip(high).map_or(Answer::ALL, |(low, high)| Answer::exact(low.and(&high))))
                }
                _ => Ok(self.has_number(*inner)?.bound()),
            },
            Num::Sequence(sequence) => Ok(self.sequence(*sequence)?.bound()),
            Num::Reach(reach) if reach.depth.is_none() => {
                let counts = reach.range.is_some_and(|range| range.constant().is_some_and(|(low, _)| low > 0));
                if counts { Ok(self.spread(reach.body, reach.backward)?.bound()) } else { Ok(Answer::ALL) }
            }
            Num::Guard(test, inner) | Num::Call(test, inner) => {
                Ok(self.truth(*test)?.and(|| self.has_number(*inner))?.bound())
            }
            Num::Sort(_, inner) => Ok(self.has_number(*inner)?.bound()),
            _ => Ok(self.number(id)?.map_or(Answer::ALL, |_| Answer::exact(Row::All))),
        }
    }

    /// A number that exists at every position, if columns tell it.
    fn number(&mut self, id: NumId) -> Result<Option<Number>, BlockError> {
        let plan = self.plan;
        Ok(match plan.ir.num(id) {
            Num::Constant(value) => Some(Number::constant(*value)),
            Num::Apply(NumberOp::Ply, _) => Some(Number::Ply),
            Num::Count(set) => self.weighed(*set, |_| 1)?,
            Num::Apply(NumberOp::Power, arguments) => match arguments.as_slice() {
                &[Value::Set(set)] => self.weighed(set, |kind| WORTH[usize::from(kind % 6)])?,
                _ => None,
            },
            Num::Sum(terms) => {
                let mut parts = Vec::new();
                for &(negative, term) in terms {
                    let Some(Number::Steps(term)) = self.number(term)? else { return Ok(None) };
                    parts.push((term, if negative { -1 } else { 1 }));
                }
                self.sum(&parts).map(Number::Steps)
            }
            _ => None,
        })
    }

    /// The worth of the pieces of a set together, if it is made of whole kinds of pieces, or of few squares.
    fn weighed(&mut self, set: SetId, worth: impl Fn(u8) -> i64) -> Result<Option<Number>, BlockError> {
        let (contents, true) = self.plan.contents_of(set) else { return Ok(None) };
        let (parts, mut lists) = (contents.parts(), 0);
        if contents.empty_squares().any() {
            return Ok(None);
        }
        let mut counted = Vec::new();
        for (kind, squares) in parts {
            if squares == Bitboard::FULL {
                counted.push((self.counts(kind)?, worth(kind)));
                continue;
            }
            lists += squares.count();
            if lists > MOST_LISTS {
                return Ok(None);
            }
            for square in squares {
                let mut steps = vec![(0, 0)];
                self.stretches(kind, square, |stretch| steps.extend([(stretch.start, 1), (stretch.end, 0)]))?;
                // There is no position behind the last one.
                steps.truncate(steps.partition_point(|step| step.0 < self.positions));
                counted.push((Rc::new(steps), worth(kind)));
            }
        }
        Ok(self.sum(&counted).map(Number::Steps))
    }

    /// The sum of some numbers, each as often as is said; none if it may be too great.
    pub(super) fn sum(&self, parts: &[(Rc<Steps>, i64)]) -> Option<Rc<Steps>> {
        if let [(only, 1)] = parts {
            return Some(Rc::clone(only));
        }
        let mut changes = vec![0_i32; self.positions as usize];
        for (steps, times) in parts {
            let mut before = 0;
            for &(position, number) in &**steps {
                let number = number * times;
                if number.abs() > GREATEST {
                    return None;
                }
                changes[position as usize] += i32::try_from(number - before).ok()?;
                before = number;
            }
        }
        let (mut steps, mut sum) = (vec![(0, 0)], 0);
        for (first, eight) in (0..).step_by(8).zip(changes.chunks(8)) {
            // Most positions change nothing.
            if eight.iter().fold(0, |any, change| any | change) == 0 {
                continue;
            }
            for (position, &change) in (first..).zip(eight).filter(|(_, change)| **change != 0) {
                sum += i64::from(change);
                steps.push((position, sum));
            }
        }
        Some(Rc::new(steps))
    }

    /// The positions at which two numbers compare; none if that is not told.
    fn compared(&self, op: Compare, a: &Number, b: &Number) -> Option<Row> {
        match (a, b) {
            (Number::Steps(a), Number::Steps(b)) => {
                let holds = |order: Ordering| compare(op, order);
                if let [(_, value)] = b[..] {
                    return Some(self.where_steps(a, |number| holds(number.cmp(&value))));
                }
                let difference = self.sum(&[(Rc::clone(a), 1), (Rc::clone(b), -1)])?;
                Some(self.where_steps(&difference, |number| holds(number.cmp(&0))))
            }
            (Number::Ply, Number::Steps(steps)) => match steps[..] {
                [(_, value)] => Some(self.where_plies(|ply| compare(op, ply.cmp(&value)))),
                _ => None,
            },
            (Number::Steps(steps), Number::Ply) => match steps[..] {
                [(_, value)] => Some(self.where_plies(|ply| compare(op, value.cmp(&ply)))),
                _ => None,
            },
            (Number::Ply, Number::Ply) => Some(if compare(op, Ordering::Equal) { Row::All } else { Row::None }),
        }
    }

    /// The positions at which a number is as it should be.
    pub(super) fn where_steps(&self, steps: &Steps, holds: impl Fn(i64) -> bool) -> Row {
        let mut bits = Bits::new(self.positions);
        let ends = steps[1..].iter().map(|step| step.0).chain([self.positions]);
        for (&(start, number), end) in steps.iter().zip(ends) {
            if start < end && holds(number) {
                bits.fill(start..end);
            }
        }
        bits.finish()
    }

    /// The positions at which the number of moves played is as it should be.
    fn where_plies(&self, holds: impl Fn(i64) -> bool) -> Row {
        let longest = self.lines.each().map(|game| game.end - game.start).max().unwrap_or(0);
        let (mut runs, mut since) = (Vec::new(), None);
        for ply in 0..=longest {
            match (ply < longest && holds(ply.into()), since) {
                (true, None) => since = Some(ply),
                (false, Some(start)) => {
                    runs.push(start..ply);
                    since = None;
                }
                _ => {}
            }
        }
        let mut bits = Bits::new(self.positions);
        for game in self.lines.each() {
            for run in &runs {
                let (start, end) = (game.start + run.start, game.end.min(game.start + run.end));
                if start < end {
                    bits.fill(start..end);
                }
            }
        }
        bits.finish()
    }
}
