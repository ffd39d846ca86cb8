//! Numbers of pieces and of moves, for all positions of a block, and what comes of comparing them.

use super::kept::Changes;
use super::row::{Bits, Row};
use super::{Answer, Columns};
use crate::ir::{Bool, BoolId, Num, NumId, SetId, Value};
use crate::syntax::ast::Compare;
use crate::syntax::catalogue::NumberOp;
use std::ops::RangeInclusive;
use std::rc::Rc;
use tabiya_chess::Bitboard;
use tabiya_database::BlockError;

/// A number at each position.
#[derive(Clone, Debug)]
pub(super) enum Number {
    /// The number of moves played.
    Ply,
    Sum(Sum),
}

/// A constant, and numbers of pieces, each as often as is said.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    constant: i64,
    pieces: Vec<(Rc<Changes>, i16)>,
}

/// The worth of pieces by their kinds, as `power` has it.
const WORTH: [i16; 6] = [1, 3, 3, 5, 9, 0];

/// This many lists of squares are added up.
const MOST_LISTS: usize = 32;

/// The most pieces of a kind that a board has.
const MOST_PIECES: i16 = 64;

impl Sum {
    fn constant(constant: i64) -> Sum {
        Sum { constant, pieces: Vec::new() }
    }

    /// The number of some pieces.
    pub(super) fn of(pieces: impl IntoIterator<Item = Rc<Changes>>) -> Sum {
        Sum { constant: 0, pieces: pieces.into_iter().map(|changes| (changes, 1)).collect() }
    }

    /// Adds another one, or takes it away.
    fn add(&mut self, other: Sum, negative: bool) {
        let constant = if negative { other.constant.saturating_neg() } else { other.constant };
        self.constant = self.constant.saturating_add(constant);
        let times = |times: i16| if negative { -times } else { times };
        self.pieces.extend(other.pieces.into_iter().map(|(changes, often)| (changes, times(often))));
    }

    /// The values that the pieces can have together; none if a change from one to another may not fit.
    fn reach(&self) -> Option<RangeInclusive<i16>> {
        let most = |sum: i16, (_, often): &(Rc<Changes>, i16)| sum.checked_add(often.abs().checked_mul(MOST_PIECES)?);
        let most = self.pieces.iter().try_fold(0, most).filter(|most| *most <= i16::MAX / 2)?;
        Some(-most..=most)
    }
}

/// The numbers that compare to one as they should; none if they are all but one.
fn allowed(op: Compare, value: i64) -> Option<RangeInclusive<i64>> {
    Some(match op {
        Compare::Less => i64::MIN..=value.saturating_sub(1),
        Compare::LessEqual => i64::MIN..=value,
        Compare::Greater => value.saturating_add(1)..=i64::MAX,
        Compare::GreaterEqual => value..=i64::MAX,
        Compare::Equal => value..=value,
        Compare::NotEqual => return None,
        // These compare positions.
        Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual => {
            RangeInclusive::new(1, 0)
        }
    })
}

impl Columns<'_> {
    /// The positions at which a number exists.
    pub(super) fn has_number(&mut self, id: NumId) -> Result<Answer, BlockError> {
        let plan = self.plan;
        match plan.ir.num(id) {
            Num::Compare(op, a, b) => match (self.number(*a)?, self.number(*b)?) {
                (Some(a), Some(b)) => Ok(self.compared((*op, a, b), &Row::All).map_or(Answer::ALL, Answer::exact)),
                _ => Ok(self.has_number(*a)?.and(|| self.has_number(*b))?.bound()),
            },
            Num::InRange(range, inner) => match (range.constant(), self.number(*inner)?) {
                (Some((low, high)), Some(number)) => {
                    Ok(self.in_range(&number, low..=high, &Row::All).map_or(Answer::ALL, Answer::exact))
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

    /// The positions among some at which two numbers compare, if a filter does nothing else and columns tell both.
    pub(super) fn compared_within(&mut self, id: BoolId, within: &Row) -> Result<Option<Row>, BlockError> {
        let plan = self.plan;
        let Bool::HasNum(number) = plan.ir.bool(id) else { return Ok(None) };
        let Num::Compare(op, a, b) = plan.ir.num(*number) else { return Ok(None) };
        let (Some(a), Some(b)) = (self.number(*a)?, self.number(*b)?) else { return Ok(None) };
        Ok(self.compared((*op, a, b), within).map(|row| row.and(within)))
    }

    /// A number that exists at every position, if columns tell it.
    fn number(&mut self, id: NumId) -> Result<Option<Number>, BlockError> {
        let plan = self.plan;
        Ok(match plan.ir.num(id) {
            Num::Constant(value) => Some(Number::Sum(Sum::constant(*value))),
            Num::Apply(NumberOp::Ply, _) => Some(Number::Ply),
            Num::Count(set) => self.weighed(*set, |_| 1)?.map(Number::Sum),
            Num::Apply(NumberOp::Power, arguments) => match arguments.as_slice() {
                &[Value::Set(set)] => self.weighed(set, |kind| WORTH[usize::from(kind % 6)])?.map(Number::Sum),
                _ => None,
            },
            Num::Sum(terms) => {
                let mut sum = Sum::default();
                for &(negative, term) in terms {
                    let Some(Number::Sum(term)) = self.number(term)? else { return Ok(None) };
                    sum.add(term, negative);
                }
                Some(Number::Sum(sum))
            }
            _ => None,
        })
    }

    /// The worth of the pieces of a set together, if it is made of whole kinds of pieces, or of few squares.
    fn weighed(&mut self, set: SetId, worth: impl Fn(u8) -> i16) -> Result<Option<Sum>, BlockError> {
        let (contents, true) = self.plan.contents_of(set) else { return Ok(None) };
        let (parts, mut lists) = (contents.parts(), 0);
        if contents.empty_squares().any() {
            return Ok(None);
        }
        let mut pieces = Vec::new();
        for (kind, squares) in parts {
            if squares == Bitboard::FULL {
                pieces.push((self.counts(kind)?, worth(kind)));
                continue;
            }
            lists += squares.count();
            if lists > MOST_LISTS {
                return Ok(None);
            }
            let (mut changes, positions) = (Changes::new(), self.positions);
            for square in squares {
                self.stretches(kind, square, |stretch| {
                    changes.push((stretch.start, 1));
                    // There is no position behind the last one.
                    changes.extend((stretch.end < positions).then_some((stretch.end, -1)));
                })?;
            }
            changes.sort_unstable_by_key(|&(position, _)| position);
            pieces.push((Rc::new(changes), worth(kind)));
        }
        Ok(Some(Sum { constant: 0, pieces }))
    }

    /// The positions at which two numbers compare; none if that is not told. Only those among some are right.
    fn compared(&self, (op, a, b): (Compare, Number, Number), among: &Row) -> Option<Row> {
        let (number, value) = match (a, b) {
            (Number::Sum(mut sum), Number::Sum(other)) => {
                sum.add(other, true);
                (Number::Sum(sum), 0)
            }
            (Number::Ply, Number::Ply) => (Number::Sum(Sum::default()), 0),
            (Number::Ply, Number::Sum(sum)) if sum.pieces.is_empty() => (Number::Ply, sum.constant),
            (Number::Sum(sum), Number::Ply) if sum.pieces.is_empty() => {
                return self.compared((op.flipped()?, Number::Ply, Number::Sum(sum)), among);
            }
            _ => return None,
        };
        match allowed(op, value) {
            Some(allowed) => self.in_range(&number, allowed, among),
            None => Some(self.in_range(&number, value..=value, among)?.not(self.positions)),
        }
    }

    /// The positions at which a number is in a range; none if that is not told. Only those among some are right.
    fn in_range(&self, number: &Number, range: RangeInclusive<i64>, among: &Row) -> Option<Row> {
        match number {
            Number::Ply => Some(self.where_plies(&range)),
            Number::Sum(sum) => self.where_sum(sum, &range, among),
        }
    }

    /// The positions at which a sum is in a range; none if it may be too great. Only those among some are right.
    pub(super) fn where_sum(&self, sum: &Sum, range: &RangeInclusive<i64>, among: &Row) -> Option<Row> {
        let reach = sum.reach()?;
        let bound = |bound: i64| bound.saturating_sub(sum.constant);
        let low = bound(*range.start()).max(i64::from(*reach.start()));
        let high = bound(*range.end()).min(i64::from(*reach.end()));
        if low > high {
            return Some(Row::None);
        }
        let (low, high) = (i16::try_from(low).ok()?, i16::try_from(high).ok()?);
        if (low..=high) == reach {
            return Some(Row::All);
        }
        if let [(list, often)] = &*sum.pieces {
            return Some(self.where_number(list, |number| (low..=high).contains(&(number * often))));
        }
        // Numbers of pieces are not negative.
        if sum.pieces.iter().all(|(_, often)| *often > 0) && (high == 0 || low == 1 && high == *reach.end()) {
            let present = |row: Row, (list, _): &(Rc<Changes>, i16)| row.or(&self.where_number(list, |n| n > 0));
            let any = sum.pieces.iter().fold(Row::None, present);
            return Some(if high == 0 { any.not(self.positions) } else { any });
        }
        let mut changes = vec![0_i16; self.positions as usize];
        for (list, often) in &sum.pieces {
            for &(position, change) in &**list {
                // What overflows comes back: the sums themselves are small.
                let at = &mut changes[position as usize];
                *at = at.wrapping_add(change.wrapping_mul(*often));
            }
        }
        let (bounds, mut sum) = ((low.into(), high.into()), 0);
        Some(Row::of((0..).step_by(64).zip(changes.chunks(64)).map(|(first, changes)| {
            // The changes together fit because they lead from one sum to another.
            let whole = || changes.iter().fold(0_i16, |sum, change| sum.wrapping_add(*change));
            let (after, word) =
                if among.word(first) == 0 { (sum + i32::from(whole()), 0) } else { sum_up(changes, sum, bounds) };
            sum = after;
            word
        })))
    }

    /// The positions at which there is a piece of a kind.
    pub(super) fn present(&mut self, kind: u8) -> Result<Row, BlockError> {
        if let Some(row) = self.present.get(&kind) {
            return Ok(row.clone());
        }
        let changes = self.counts(kind)?;
        let row = self.where_number(&changes, |number| number > 0);
        self.present.insert(kind, row.clone());
        Ok(row)
    }

    /// The positions at which the number of a kind of piece is as it should be.
    fn where_number(&self, changes: &Changes, holds: impl Fn(i16) -> bool) -> Row {
        let (mut bits, mut number, mut since) = (Bits::new(self.positions), 0, 0);
        for &(position, change) in changes.iter().chain([&(self.positions, 0)]) {
            if since < position && holds(number) {
                bits.fill(since..position);
            }
            (number, since) = (number + change, position);
        }
        bits.finish()
    }

    /// The positions at which the number of moves played is in a range.
    fn where_plies(&self, range: &RangeInclusive<i64>) -> Row {
        let longest = self.lines.each().map(|game| game.end - game.start).max().unwrap_or(0);
        // Every game has its first plies, and few have its last ones.
        let ply = |ply: i64| u32::try_from(ply.clamp(0, i64::from(longest))).unwrap_or(longest);
        let (first, behind) = (ply(*range.start()), ply(range.end().saturating_add(1)));
        let mut bits = Bits::new(self.positions);
        for game in self.lines.each() {
            let (start, end) = (game.start + first, game.end.min(game.start + behind));
            if start < end {
                bits.fill(start..end);
            }
        }
        bits.finish()
    }
}

/// Adds up to 64 changes to a sum. The second value has a bit for each of the sums: whether it is between two bounds.
fn sum_up(changes: &[i16], mut sum: i32, (low, high): (i32, i32)) -> (i32, u64) {
    // Each product has the lowest bits of eight bytes in its highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let all = !0 >> (64 - changes.len());
    let add = |(falls, rises), &change: &i16| (falls + i32::from(change.min(0)), rises + i32::from(change.max(0)));
    let (falls, rises) = changes.iter().fold((0, 0), add);
    // Mostly the sums are far from the bounds, which is seen without making them.
    if sum + rises < low || sum + falls > high {
        return (sum + falls + rises, 0);
    }
    if sum + falls >= low && sum + rises <= high {
        return (sum + falls + rises, all);
    }
    let mut tests = [0; 64];
    for (test, &change) in tests.iter_mut().zip(changes) {
        sum += i32::from(change);
        *test = u8::from(low <= sum) & u8::from(sum <= high);
    }
    let (eights, _) = tests.as_chunks();
    let gathered = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56;
    (sum, eights.iter().rev().fold(0, |bits, eight| bits << 8 | gathered(eight)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_tested_in_their_order() {
        let numbers: Vec<i16> = (0..64).map(|n| (n * 37 + 5) % 23 - 11).collect();
        let mut before = 3;
        let change = |&number: &i16| number - std::mem::replace(&mut before, number);
        let changes: Vec<i16> = numbers.iter().map(change).collect();
        for (low, high) in [(-11, 11), (0, 0), (-3, 4), (9, 20), (12, 20)] {
            for len in [1, 8, 13, 64] {
                let (sum, bits) = sum_up(&changes[..len], 3, (low, high));
                let holds = |place: &usize| *place < len && (low..=high).contains(&i32::from(numbers[*place]));
                let expected: Vec<usize> = (0..64).filter(holds).collect();
                assert_eq!((0..64).filter(|place| bits >> place & 1 == 1).collect::<Vec<_>>(), expected);
                assert_eq!(sum, i32::from(numbers[len - 1]));
            }
        }
        assert_eq!(sum_up(&[0; 5], 3, (3, 3)), (3, 0b1_1111));
        assert_eq!(sum_up(&[0; 64], 3, (4, 9)), (3, 0));
    }
}
