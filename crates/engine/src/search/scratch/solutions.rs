//! The subjects of solvable comparisons (`plan::Solvable`), ranked by their values in the current game.

use crate::casts::number_of;
use crate::facts::Ranks;
use crate::ir::BoolId;
use crate::plan::Test;
use crate::syntax::ast::Compare;
use std::ops::Range;

/// Ranks of positions that match; in ascending order, without overlap.
pub(crate) type Hits = Vec<Range<u32>>;

/// The solutions of the solvable truths in the current game.
#[derive(Debug, Default)]
pub(crate) struct Solutions {
    /// By truth; shorter if the last ones have not been requested.
    known: Vec<State>,
}

#[derive(Debug)]
pub(crate) enum State {
    /// The number of positions that have been evaluated one by one.
    Asked(u32),
    Ranked(Box<Ranked>),
    /// The subject cannot be evaluated everywhere.
    Unfit,
}

/// A subject, ranked.
#[derive(Debug)]
pub(crate) struct Ranked {
    pub(crate) values: Values,
    /// A value's place in `values`; one more than the last for positions without a value, two more where a guard fails.
    ranks: Ranks,
}

/// Different values in ascending order.
#[derive(Debug)]
pub(crate) enum Values {
    Numbers(Vec<i64>),
    Texts(Vec<String>),
    Sets(Vec<u64>),
}

impl Solutions {
    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }

    /// Notes that a number of positions have been evaluated one by one. Once that is more work than to rank them all, they are
    /// ranked.
    pub(crate) fn spend(&mut self, id: BoolId, positions: usize) {
        if let State::Asked(asked) = self.state(id) {
            *asked = asked.saturating_add(u32::try_from(positions).unwrap_or(u32::MAX));
        }
    }

    /// True if the varying part of a truth is the same at all positions of a range where its closed parts hold.
    pub(crate) fn settled(&self, id: BoolId, positions: Range<u32>, hits: &Hits) -> Option<bool> {
        let State::Ranked(ranked) = self.known.get(id.index())? else { return None };
        let held = ranked.ranks.count(positions.clone(), hits);
        if held == 0 {
            return Some(false);
        }
        let all = 0..ranked.values.len() + 1;
        (held == ranked.ranks.count(positions, std::slice::from_ref(&all))).then_some(true)
    }

    /// The first position of a range with one of the ranks.
    pub(crate) fn first(&self, id: BoolId, positions: Range<u32>, hits: &Hits) -> Option<u32> {
        self.ranks(id)?.first(positions, hits)
    }

    /// The last position of a range with one of the ranks.
    pub(crate) fn last(&self, id: BoolId, positions: Range<u32>, hits: &Hits) -> Option<u32> {
        self.ranks(id)?.last(positions, hits)
    }

    /// The number of positions of a range with one of the ranks.
    pub(crate) fn count(&self, id: BoolId, positions: Range<u32>, hits: &Hits) -> u32 {
        self.ranks(id).map_or(0, |ranks| ranks.count(positions, hits))
    }

    pub(crate) fn state(&mut self, id: BoolId) -> &mut State {
        if self.known.len() <= id.index() {
            self.known.resize_with(id.index() + 1, || State::Asked(0));
        }
        &mut self.known[id.index()]
    }

    fn ranks(&self, id: BoolId) -> Option<&Ranks> {
        match self.known.get(id.index()) {
            Some(State::Ranked(ranked)) => Some(&ranked.ranks),
            _ => None,
        }
    }
}

/// The reason why a position has no rank of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Without {
    Value,
    Guard,
}

/// A value from outside.
pub(crate) enum Worth {
    Number(i64),
    Text(String),
    Set(u64),
}

pub(crate) fn ranked<T: Ord + Clone>(column: Vec<Result<T, Without>>, values: impl FnOnce(Vec<T>) -> Values) -> Ranked {
    let mut different: Vec<&T> = column.iter().flatten().collect();
    different.sort_unstable();
    different.dedup();
    let ranks = column.iter().map(|at| match at {
        Ok(value) => number_of(different.partition_point(|&other| other < value)),
        Err(Without::Value) => number_of(different.len()),
        Err(Without::Guard) => number_of(different.len()) + 1,
    });
    let ranks = Ranks::new(ranks.collect());
    Ranked { values: values(different.into_iter().cloned().collect()), ranks }
}

impl Values {
    /// The ranks for which a test holds.
    pub(crate) fn hits(&self, test: &Test, bound: &Option<Worth>) -> Hits {
        let (less, equal, len) = match (self, bound) {
            (Values::Numbers(values), Some(Worth::Number(bound))) => sides(values, bound),
            (Values::Texts(values), Some(Worth::Text(bound))) => sides(values, bound),
            (Values::Sets(values), Some(Worth::Set(bound))) => sides(values, bound),
            // Nothing compares with what has no value.
            (values, _) => return test.negated.then(|| 0..values.len() + 1).into_iter().collect(),
        };
        let hits = match test.op {
            Compare::Less => [0..less, 0..0],
            Compare::LessEqual => [0..equal, 0..0],
            Compare::Greater => [equal..len, 0..0],
            Compare::GreaterEqual => [less..len, 0..0],
            Compare::Equal => [less..equal, 0..0],
            Compare::NotEqual => [0..less, equal..len],
            Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual => [0..0, 0..0],
        };
        let hits = hits.into_iter().filter(|range| !range.is_empty());
        if !test.negated {
            return hits.collect();
        }
        // A position without a value does not compare, so there the opposite holds.
        let (mut others, mut from) = (Hits::new(), 0);
        for range in hits.chain(std::iter::once(len + 1..len + 1)) {
            if from < range.start {
                others.push(from..range.start);
            }
            from = range.end;
        }
        others
    }

    fn len(&self) -> u32 {
        match self {
            Values::Numbers(values) => number_of(values.len()),
            Values::Texts(values) => number_of(values.len()),
            Values::Sets(values) => number_of(values.len()),
        }
    }
}

/// The numbers of values that are less than a bound, that are not greater than it, and of all values.
fn sides<T: Ord>(values: &[T], bound: &T) -> (u32, u32, u32) {
    let less = values.partition_point(|value| value < bound);
    let equal = values.partition_point(|value| value <= bound);
    (number_of(less), number_of(equal), number_of(values.len()))
}

/// The ranks that are in both.
pub(crate) fn common(a: &Hits, b: &Hits) -> Hits {
    let mut both = Hits::new();
    for one in a {
        both.extend(b.iter().map(|other| one.start.max(other.start)..one.end.min(other.end)).filter(|r| !r.is_empty()));
    }
    both
}
