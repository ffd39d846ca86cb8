//! The numbers of one line of a tally: games and positions, scores, and figures from the values of expressions.
//!
//! A sum is kept in 128 bits, so that no number of matches makes it too large. A median needs all values; equal ones are
//! kept once with their number, and those that differ count against the limit on what a run holds.

use crate::rows::{Cell, ColumnType};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::collections::hash_map::Entry;

/// The bytes that one of the values of a median takes.
const MIDDLE_BYTES: usize = 32;

/// The figure made of the values that an expression has at the matches of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aggregate {
    /// Their mean.
    Average,
    /// Their sum.
    Sum,
    /// The smallest one.
    Least,
    /// The greatest one.
    Greatest,
    /// The one in the middle; of two, their mean.
    Median,
}

impl Aggregate {
    /// The first word of the name of its column: `avg ply`.
    pub fn word(self) -> &'static str {
        match self {
            Aggregate::Average => "avg",
            Aggregate::Sum => "sum",
            Aggregate::Least => "min",
            Aggregate::Greatest => "max",
            Aggregate::Median => "median",
        }
    }

    /// The type of what is made of values of a type; none if they are not numbers, of which it is made.
    pub(super) fn of(self, values: ColumnType) -> Option<ColumnType> {
        let is_text = matches!(values, ColumnType::Text | ColumnType::Tags);
        match self {
            Aggregate::Least | Aggregate::Greatest if is_text => Some(ColumnType::Text),
            _ if is_text => None,
            Aggregate::Average | Aggregate::Median => Some(ColumnType::Float64),
            Aggregate::Least | Aggregate::Greatest | Aggregate::Sum => Some(ColumnType::Int64),
        }
    }
}

/// The numbers of a line so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    pub(super) games: u64,
    pub(super) positions: u64,
    /// Half points, and the results that they are from.
    pub(super) halves: u64,
    pub(super) decided: u64,
    values: Vec<Sum>,
}

/// The data kept of the values of an expression.
#[derive(Clone, Debug)]
enum Sum {
    /// For means and sums.
    Total { sum: i128, count: u64 },
    /// The smallest or the greatest value so far.
    Best { greatest: bool, value: Option<Cell<'static>> },
    /// Each value with its number.
    Middle(FxHashMap<i64, u64>),
}

/// A further number of a line, or what stands in its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// There is none: no result is known, or no match has a value.
    None,
    /// The share of the games that match among all games with the same values, from 0 to 1.
    Rate(f64),
    /// The score of the side that matches: its points by the number of results, from 0 to 1.
    Score(f64),
    /// A sum, or the smallest or the greatest number.
    Whole(i128),
    /// A mean, or a median.
    Real(f64),
    /// The smallest or the greatest text.
    Text(String),
}

impl Sums {
    /// The numbers of a line without matches.
    pub(super) fn new(aggregates: &[Aggregate]) -> Sums {
        Sums { values: aggregates.iter().copied().map(Sum::new).collect(), ..Sums::default() }
    }

    /// Takes the values of a match, whose expressions are only true or false where `truths` says so; the bytes that are
    /// needed for them.
    pub(super) fn add(&mut self, values: Vec<Cell<'static>>, truths: &[bool]) -> usize {
        let each = self.values.iter_mut().zip(values).zip(truths);
        each.map(|((sum, value), truth)| {
            sum.add(if *truth { Cell::Number(i64::from(value == Cell::Boolean(true))) } else { value })
        })
        .sum()
    }

    /// Counts a game, unless it has been seen here, and its half points for the side that matches, if it is Black, unless that side
    /// has been seen.
    pub(super) fn count<K>(&mut self, seen: Entry<'_, K, [bool; 2]>, (black, halves): (bool, Option<u8>)) {
        let sides = seen.or_insert_with(|| {
            self.games += 1;
            [false; 2]
        });
        if let Some(halves) = halves.filter(|_| !std::mem::replace(&mut sides[usize::from(black)], true)) {
            self.halves += u64::from(halves);
            self.decided += 1;
        }
    }

    /// Takes the numbers of another line.
    pub(super) fn merge(&mut self, other: &Sums) {
        self.games += other.games;
        self.positions += other.positions;
        self.halves += other.halves;
        self.decided += other.decided;
        self.values.iter_mut().zip(&other.values).for_each(|(sum, other)| sum.merge(other));
    }

    /// The part of all points that were made.
    pub(super) fn score(&self) -> Figure {
        match self.decided {
            0 => Figure::None,
            results => Figure::Score(self.halves as f64 / (2 * results) as f64),
        }
    }

    /// The result made of the values.
    pub(super) fn aggregates(&self, aggregates: &[Aggregate]) -> impl Iterator<Item = Figure> {
        self.values.iter().zip(aggregates).map(|(sum, aggregate)| sum.figure(*aggregate))
    }
}

impl Sum {
    fn new(aggregate: Aggregate) -> Sum {
        match aggregate {
            Aggregate::Average | Aggregate::Sum => Sum::Total { sum: 0, count: 0 },
            Aggregate::Least | Aggregate::Greatest => {
                Sum::Best { greatest: aggregate == Aggregate::Greatest, value: None }
            }
            Aggregate::Median => Sum::Middle(FxHashMap::default()),
        }
    }

    /// Takes a value; the bytes that are needed for it.
    fn add(&mut self, value: Cell<'static>) -> usize {
        match self {
            Sum::Total { sum, count } => {
                if let Cell::Number(n) = value {
                    *sum += i128::from(n);
                    *count += 1;
                }
                0
            }
            Sum::Best { greatest, value: best } => {
                let is_better = |best: &Cell<'static>| value.compare(best).is_gt() == *greatest && value != *best;
                if value != Cell::None && best.as_ref().is_none_or(is_better) {
                    let grown = value.bytes().saturating_sub(best.as_ref().map_or(0, Cell::bytes));
                    *best = Some(value);
                    return grown;
                }
                0
            }
            Sum::Middle(values) => {
                let Cell::Number(n) = value else { return 0 };
                let before = values.len();
                *values.entry(n).or_default() += 1;
                (values.len() - before) * MIDDLE_BYTES
            }
        }
    }

    fn merge(&mut self, other: &Sum) {
        match (self, other) {
            (Sum::Total { sum, count }, Sum::Total { sum: more, count: others }) => {
                *sum += more;
                *count += others;
            }
            (Sum::Middle(values), Sum::Middle(others)) => {
                others.iter().for_each(|(value, times)| *values.entry(*value).or_default() += times);
            }
            (best, Sum::Best { value: Some(value), .. }) => drop(best.add(value.clone())),
            _ => {}
        }
    }

    fn figure(&self, aggregate: Aggregate) -> Figure {
        match self {
            Sum::Total { count: 0, .. } => Figure::None,
            Sum::Total { sum, count } if aggregate == Aggregate::Average => Figure::Real(*sum as f64 / *count as f64),
            Sum::Total { sum, .. } => Figure::Whole(*sum),
            Sum::Best { value: None, .. } => Figure::None,
            Sum::Best { value: Some(Cell::Number(n)), .. } => Figure::Whole((*n).into()),
            Sum::Best { value: Some(value), .. } => Figure::Text(value.text().into_owned()),
            Sum::Middle(values) => median(values),
        }
    }
}

/// The value in the middle; of two, their mean.
fn median(values: &FxHashMap<i64, u64>) -> Figure {
    let count: u64 = values.values().sum();
    if count == 0 {
        return Figure::None;
    }
    let mut sorted: Vec<(i64, u64)> = values.iter().map(|(value, times)| (*value, *times)).collect();
    sorted.sort_unstable();
    let at = |place: u64| {
        let mut before = 0;
        let found = sorted.iter().find(|(_, times)| {
            before += times;
            before > place
        });
        found.map_or(0.0, |(value, _)| *value as f64)
    };
    Figure::Real((at((count - 1) / 2) + at(count / 2)) / 2.0)
}

impl Figure {
    /// The figure as the value of a column.
    pub fn cell(&self) -> Cell<'static> {
        match self {
            Figure::None => Cell::None,
            Figure::Whole(n) => Cell::Sum(*n),
            Figure::Real(x) | Figure::Rate(x) | Figure::Score(x) => Cell::Float(*x),
            Figure::Text(text) => Cell::Text(text.clone().into()),
        }
    }

    /// Its place among others of its column, from the smallest on; those that are missing are equal.
    pub(super) fn compare(&self, other: &Figure) -> Ordering {
        match (self, other) {
            (Figure::Whole(a), Figure::Whole(b)) => a.cmp(b),
            (Figure::Rate(a), Figure::Rate(b))
            | (Figure::Score(a), Figure::Score(b))
            | (Figure::Real(a), Figure::Real(b)) => a.total_cmp(b),
            (Figure::Text(a), Figure::Text(b)) => a.cmp(b),
            _ => Ordering::Equal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(aggregate: Aggregate, values: &[i64]) -> Figure {
        let mut sum = Sum::new(aggregate);
        let mut other = Sum::new(aggregate);
        // In two parts, which are put together.
        for (i, value) in values.iter().enumerate() {
            let part = if i % 2 == 0 { &mut sum } else { &mut other };
            part.add(Cell::Number(*value));
            part.add(Cell::None);
        }
        sum.merge(&other);
        sum.figure(aggregate)
    }

    #[test]
    fn aggregates() {
        let values = [3, -5, 10, 10, 7];
        assert_eq!(figure(Aggregate::Average, &values), Figure::Real(5.0));
        assert_eq!(figure(Aggregate::Sum, &values), Figure::Whole(25));
        assert_eq!(figure(Aggregate::Least, &values), Figure::Whole(-5));
        assert_eq!(figure(Aggregate::Greatest, &values), Figure::Whole(10));
        assert_eq!(figure(Aggregate::Median, &values), Figure::Real(7.0));
        assert_eq!(figure(Aggregate::Median, &[4, 1, 2, 9]), Figure::Real(3.0));
        assert_eq!(figure(Aggregate::Sum, &[i64::MAX, i64::MAX]), Figure::Whole(2 * i128::from(i64::MAX)));
        for aggregate in [Aggregate::Average, Aggregate::Sum, Aggregate::Least, Aggregate::Median] {
            assert_eq!(figure(aggregate, &[]), Figure::None, "{aggregate:?}");
        }
    }

    #[test]
    fn only_values_that_differ_take_room_in_a_median() {
        let mut sum = Sum::new(Aggregate::Median);
        assert_eq!([7, 7, 8].map(|n| sum.add(Cell::Number(n))), [MIDDLE_BYTES, 0, MIDDLE_BYTES]);
    }
}
