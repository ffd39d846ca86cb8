//! The evaluator: comparisons that are solved for the value from outside (`plan::Solvable`).
//!
//! `x=ply find ply==x+7` asks about a new value at every start. Asked position by position, that takes the square of the
//! game's length; instead the subject is ranked once a game, and each value is looked up. Where a value does not fit
//! (an error, a number near the ends of 64 bits), the caller asks position by position, as it would without all this.

use super::machine::Machine;
use super::values::Words;
use crate::facts::Ranks;
use crate::ir::BoolId;
use crate::plan::{Bound, Guard, Solvable, Subject, Term, Test};
use crate::syntax::ast::Compare;
use std::ops::Range;

/// Positions are ranked once so many times their number have been asked about one by one: in the games of a few dozen
/// moves that most are, a match that lies near is found sooner by asking.
const PATIENCE: u32 = 8;

/// Numbers up to this one can be added and subtracted in any order.
const SAFE: i64 = 1 << 56;

/// Sums of more terms are not solved.
const TERMS: usize = 64;

/// Texts of longer games are not kept.
const LONGEST_FOR_TEXTS: u32 = 1 << 18;

/// Ranks of positions that match; in ascending order, without overlap.
pub(super) type Hits = Vec<Range<u32>>;

/// What is known about the solvable truths of a game.
#[derive(Debug, Default)]
pub(super) struct Solutions {
    /// By truth; shorter if nobody has asked about the last ones.
    known: Vec<State>,
}

#[derive(Debug)]
enum State {
    /// So many positions have been asked one by one.
    Asked(u32),
    Ranked(Box<Ranked>),
    /// The subject cannot be evaluated everywhere.
    Unfit,
}

/// A subject, ranked.
#[derive(Debug)]
struct Ranked {
    values: Values,
    /// A value's place in `values`; one more than the last for positions without a value, two more where a guard fails.
    ranks: Ranks,
}

/// Different values in ascending order.
#[derive(Debug)]
enum Values {
    Numbers(Vec<i64>),
    Texts(Vec<String>),
    Sets(Vec<u64>),
}

impl Solutions {
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    /// Notes that so many positions have been asked one by one. Once that is more work than to rank them all, they are
    /// ranked.
    pub(super) fn spend(&mut self, id: BoolId, positions: usize) {
        if let State::Asked(asked) = self.state(id) {
            *asked = asked.saturating_add(u32::try_from(positions).unwrap_or(u32::MAX));
        }
    }

    /// Whether the varying part of a truth is the same at all positions of a range where its closed parts hold.
    pub(super) fn settled(&self, id: BoolId, positions: Range<u32>, hits: &Hits) -> Option<bool> {
        let State::Ranked(ranked) = self.known.get(id.index())? else { return None };
        let held = ranked.ranks.count(positions.clone(), hits);
        if held == 0 {
            return Some(false);
        }
        let all = 0..ranked.values.len() + 1;
        (held == ranked.ranks.count(positions, std::slice::from_ref(&all))).then_some(true)
    }

    /// The first position of a range with one of the ranks.
    pub(super) fn first(&self, id: BoolId, positions: Range<u32>, hits: &Hits) -> Option<u32> {
        self.ranks(id)?.first(positions, hits)
    }

    /// The last position of a range with one of the ranks.
    pub(super) fn last(&self, id: BoolId, positions: Range<u32>, hits: &Hits) -> Option<u32> {
        self.ranks(id)?.last(positions, hits)
    }

    /// How many positions of a range have one of the ranks.
    pub(super) fn count(&self, id: BoolId, positions: Range<u32>, hits: &Hits) -> u32 {
        self.ranks(id).map_or(0, |ranks| ranks.count(positions, hits))
    }

    fn state(&mut self, id: BoolId) -> &mut State {
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

impl Machine<'_> {
    /// Notes that a truth was asked at so many positions one by one, if it could have been solved.
    pub(super) fn note_asked(&mut self, id: BoolId, positions: usize) {
        if self.plan.solvable(id).is_some() {
            self.s.solutions.spend(id, positions);
        }
    }

    /// The ranks for which a truth holds, under the present values of the variables. None: ask position by position.
    pub(super) fn solved(&mut self, id: BoolId, n: u32) -> Option<Hits> {
        let solvable = self.plan.solvable(id)?;
        match self.s.solutions.state(id) {
            State::Unfit => return None,
            State::Ranked(_) => {}
            State::Asked(asked) if *asked < self.view.len().saturating_mul(PATIENCE) => return None,
            State::Asked(_) => {
                let state = self.ranked(solvable).map_or(State::Unfit, |ranked| State::Ranked(Box::new(ranked)));
                *self.s.solutions.state(id) = state;
            }
        }
        let mut all: Option<Hits> = None;
        for test in &solvable.tests {
            let bound = self.bound(&test.bound, n)?;
            let State::Ranked(ranked) = self.s.solutions.state(id) else { return None };
            let hits = ranked.values.hits(test, &bound);
            all = Some(match all {
                None => hits,
                Some(all) => common(&all, &hits),
            });
        }
        all
    }

    /// The subject's value at every position, ranked.
    fn ranked(&mut self, solvable: &Solvable) -> Option<Ranked> {
        let len = self.view.len();
        let sound = self.s.error.is_none();
        self.s.comments.mute();
        let ranked = match &solvable.subject {
            Subject::Number(terms) if terms.len() <= TERMS => {
                let mut fits = true;
                let column = self.subject(&solvable.guards, |machine, n| match machine.sum(terms, n) {
                    Ok(value) => value,
                    Err(Unfit) => {
                        fits = false;
                        None
                    }
                });
                let ranked = ranked(column, Values::Numbers);
                fits.then_some(ranked)
            }
            Subject::Text(text) if len <= LONGEST_FOR_TEXTS => {
                let column = self.subject(&solvable.guards, |machine, n| machine.text(*text, n).map(Words::into_owned));
                Some(ranked(column, Values::Texts))
            }
            Subject::Set(set) => {
                let column = self.subject(&solvable.guards, |machine, n| Some(machine.set(*set, n).0));
                Some(ranked(column, Values::Sets))
            }
            _ => None,
        };
        self.s.comments.unmute();
        if sound && self.s.error.is_some() {
            self.s.error = None;
            return None;
        }
        ranked
    }

    fn subject<T>(
        &mut self,
        guards: &[Guard],
        mut value: impl FnMut(&mut Self, u32) -> Option<T>,
    ) -> Vec<Result<T, Without>> {
        let positions = 0..self.view.len();
        let at = |n| match guards.iter().all(|&guard| self.guarded(guard, n)) {
            true => value(self, n).ok_or(Without::Value),
            false => Err(Without::Guard),
        };
        positions.map(at).collect()
    }

    fn guarded(&mut self, guard: Guard, n: u32) -> bool {
        match guard {
            Guard::Holds(id) => self.holds(id, n),
            Guard::Fits(dash) => self.view.parent(n).is_some_and(|head| self.dash_fits(dash, head, n, None)),
        }
    }

    /// What a subject is compared with; `Some(None)` if it has no value.
    fn bound(&mut self, bound: &Bound, n: u32) -> Option<Option<Worth>> {
        let sound = self.s.error.is_none();
        self.s.comments.mute();
        let worth = match bound {
            Bound::Number(terms) if terms.len() <= TERMS => match self.sum(terms, n) {
                Ok(value) => Some(value.map(Worth::Number)),
                Err(Unfit) => None,
            },
            Bound::Number(_) => None,
            Bound::Text(text) => Some(self.text(*text, n).map(|text| Worth::Text(text.into_owned()))),
            Bound::Set(set) => Some(Some(Worth::Set(self.set(*set, n).0))),
        };
        self.s.comments.unmute();
        if sound && self.s.error.is_some() {
            self.s.error = None;
            return None;
        }
        worth
    }

    /// A sum whose terms can be added in any order.
    fn sum(&mut self, terms: &[Term], n: u32) -> Result<Option<i64>, Unfit> {
        let mut sum = 0;
        for &(negative, term) in terms {
            let Some(value) = self.number(term, n) else { return Ok(None) };
            if !(-SAFE..=SAFE).contains(&value) {
                return Err(Unfit);
            }
            sum += if negative { -value } else { value };
        }
        Ok(Some(sum))
    }
}

/// A number that is too large to be moved from one side to the other.
struct Unfit;

/// Why a position has no rank of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Without {
    Value,
    Guard,
}

/// A value from outside.
enum Worth {
    Number(i64),
    Text(String),
    Set(u64),
}

fn ranked<T: Ord + Clone>(column: Vec<Result<T, Without>>, values: impl FnOnce(Vec<T>) -> Values) -> Ranked {
    let mut different: Vec<&T> = column.iter().flatten().collect();
    different.sort_unstable();
    different.dedup();
    let ranks = column.iter().map(|at| match at {
        Ok(value) => different.partition_point(|&other| other < value) as u32,
        Err(Without::Value) => different.len() as u32,
        Err(Without::Guard) => different.len() as u32 + 1,
    });
    let ranks = Ranks::new(ranks.collect());
    Ranked { values: values(different.into_iter().cloned().collect()), ranks }
}

impl Values {
    /// The ranks for which a test holds.
    fn hits(&self, test: &Test, bound: &Option<Worth>) -> Hits {
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
            Values::Numbers(values) => values.len() as u32,
            Values::Texts(values) => values.len() as u32,
            Values::Sets(values) => values.len() as u32,
        }
    }
}

/// How many values are less than a bound, how many are not greater, and how many there are.
fn sides<T: Ord>(values: &[T], bound: &T) -> (u32, u32, u32) {
    let less = values.partition_point(|value| value < bound);
    let equal = values.partition_point(|value| value <= bound);
    (less as u32, equal as u32, values.len() as u32)
}

/// The ranks that are in both.
fn common(a: &Hits, b: &Hits) -> Hits {
    let mut both = Hits::new();
    for one in a {
        both.extend(b.iter().map(|other| one.start.max(other.start)..one.end.min(other.end)).filter(|r| !r.is_empty()));
    }
    both
}
