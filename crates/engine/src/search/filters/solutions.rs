//! The evaluator: comparisons that are solved for the value from outside (`plan::Solvable`).
//!
//! `x=ply find ply==x+7` asks about a new value at every start. Asked position by position, that takes the square of
//! the game's length; instead the subject is ranked once a game, and each value is looked up. Where a value does not
//! fit (an error, a number near the ends of 64 bits), the caller asks position by position, as it would without all
//! this.

use crate::ir::BoolId;
use crate::plan::{Bound, Guard, Solvable, Subject, Term};
use crate::search::evaluator::Evaluator;
use crate::search::scratch::{Hits, Ranked, State, Values, Without, Words, Worth, common, ranked};

/// Positions are ranked once this many times their number have been evaluated one by one: in a game of a few dozen
/// moves, as most are, a match nearby is found sooner by asking.
const PATIENCE: u32 = 8;

/// Numbers up to this one can be added and subtracted in any order.
const SAFE: i64 = 1 << 56;

/// Sums of more terms are not solved.
const TERMS: usize = 64;

/// Texts of longer games are not kept.
const LONGEST_FOR_TEXTS: u32 = 1 << 18;

impl Evaluator<'_> {
    /// Notes that a truth was evaluated at a number of positions one by one, if it could have been solved.
    pub(super) fn note_asked(&mut self, id: BoolId, positions: usize) {
        if self.plan.solvable(id).is_some() {
            self.scratch.solutions.spend(id, positions);
        }
    }

    /// The ranks for which a truth holds, under the present values of the variables. None: ask position by position.
    pub(super) fn solved(&mut self, id: BoolId, node: u32) -> Option<Hits> {
        let solvable = self.plan.solvable(id)?;
        match self.scratch.solutions.state(id) {
            State::Unfit => return None,
            State::Ranked(_) => {}
            State::Asked(asked) if *asked < self.view.len().saturating_mul(PATIENCE) => return None,
            State::Asked(_) => {
                let state = self.ranked(solvable).map_or(State::Unfit, |ranked| State::Ranked(Box::new(ranked)));
                *self.scratch.solutions.state(id) = state;
            }
        }
        let mut all: Option<Hits> = None;
        for test in &solvable.tests {
            let bound = self.bound(&test.bound, node)?;
            let State::Ranked(ranked) = self.scratch.solutions.state(id) else { return None };
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
        let sound = self.scratch.error.is_none();
        self.scratch.comments.mute();
        let ranked = match &solvable.subject {
            Subject::Number(terms) if terms.len() <= TERMS => {
                let mut fits = true;
                let column = self.subject(&solvable.guards, |evaluator, node| match evaluator.sum(terms, node) {
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
                let column = self
                    .subject(&solvable.guards, |evaluator, node| evaluator.text(*text, node).map(Words::into_owned));
                Some(ranked(column, Values::Texts))
            }
            Subject::Set(set) => {
                let column = self.subject(&solvable.guards, |evaluator, node| Some(evaluator.set(*set, node).0));
                Some(ranked(column, Values::Sets))
            }
            _ => None,
        };
        self.scratch.comments.unmute();
        if sound && self.scratch.error.is_some() {
            self.scratch.error = None;
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
        let at = |node| match guards.iter().all(|&guard| self.guard_holds(guard, node)) {
            true => value(self, node).ok_or(Without::Value),
            false => Err(Without::Guard),
        };
        positions.map(at).collect()
    }

    fn guard_holds(&mut self, guard: Guard, node: u32) -> bool {
        match guard {
            Guard::Holds(id) => self.holds(id, node),
            Guard::Fits(dash) => self.dash_fits(dash, node, None),
        }
    }

    /// The value that a subject is compared with; `Some(None)` if it has no value.
    fn bound(&mut self, bound: &Bound, node: u32) -> Option<Option<Worth>> {
        let sound = self.scratch.error.is_none();
        self.scratch.comments.mute();
        let worth = match bound {
            Bound::Number(terms) if terms.len() <= TERMS => match self.sum(terms, node) {
                Ok(value) => Some(value.map(Worth::Number)),
                Err(Unfit) => None,
            },
            Bound::Number(_) => None,
            Bound::Text(text) => Some(self.text(*text, node).map(|text| Worth::Text(text.into_owned()))),
            Bound::Set(set) => Some(Some(Worth::Set(self.set(*set, node).0))),
        };
        self.scratch.comments.unmute();
        if sound && self.scratch.error.is_some() {
            self.scratch.error = None;
            return None;
        }
        worth
    }

    /// A sum whose terms can be added in any order.
    fn sum(&mut self, terms: &[Term], node: u32) -> Result<Option<i64>, Unfit> {
        let mut sum = 0;
        for &(negative, term) in terms {
            let Some(value) = self.number(term, node) else { return Ok(None) };
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
