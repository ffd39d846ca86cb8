//! What a query needs: conditions on a game, derived from the typed form, without which nothing in it can match.
//!
//! `derive`, `sets` and `moves` go through the nodes of a body and collect a [`Formula`] over what may be known of a
//! game without searching it: its tags, its result, the number of its moves, which pieces stood where. Each kind of
//! condition has a name and a switch ([`Need`]).

mod contents;
mod derive;
mod formula;
mod kinds;
mod moves;
mod numbers;
mod places;
mod sets;

pub(crate) use formula::{Atom, Formula};
pub use kinds::{Need, Needs};
pub(crate) use places::Places;

use super::Plan;
use crate::facts::{Known, Sketch, Unknown};
use crate::game::GameResult;
use crate::ir::{BoolId, QueryIr};
use derive::Deriver;
use std::cell::Cell;

/// The number of truths of a query that are looked at.
const PATIENCE: u32 = 100_000;

/// A formula with more atoms is not worth asking.
const MOST_ATOMS: usize = 512;

/// What one query needs.
#[derive(Clone, Debug)]
pub(crate) struct QueryNeeds {
    /// True of every game in which it matches, and in which searching changes anything.
    pub(crate) formula: Formula,
    /// What of it tags say.
    pub(crate) tags: Formula,
    /// What of it a sketch of the game says.
    pub(crate) sketched: Formula,
    /// The positions at which it can match.
    pub(crate) places: Places,
}

impl Default for QueryNeeds {
    fn default() -> QueryNeeds {
        QueryNeeds { formula: Formula::Always, tags: Formula::Always, sketched: Formula::Always, places: Places::All }
    }
}

impl QueryNeeds {
    /// False if what is known shows that the query does not match anywhere in a game, and that searching it changes
    /// nothing. Tags are not asked. `variations` says whether they are searched.
    pub(crate) fn may_match(&self, known: &mut impl Known, variations: bool) -> bool {
        hold(&self.formula, known, variations)
    }

    /// The same by a sketch of the game.
    pub(crate) fn may_match_sketch(&self, sketch: &mut Sketch<'_>, variations: bool) -> bool {
        hold(&self.sketched, sketch, variations)
    }
}

fn hold(formula: &Formula, known: &mut impl Known, variations: bool) -> bool {
    // What is known of a game is about its main line.
    let varies = variations && known.may_vary();
    if varies { formula.holds(&mut Varied(known), &mut |_| true) } else { formula.holds(known, &mut |_| true) }
}

/// A game of which only the result is known.
struct Varied<'k, K>(&'k mut K);

impl<K: Known> Known for Varied<'_, K> {
    fn may_result(&mut self, result: GameResult) -> bool {
        self.0.may_result(result)
    }
}

impl Plan {
    /// By query: what it needs. `match_counts` are the numbers of matches with which a game counts as found.
    pub(super) fn find_needs(&self, match_counts: impl Iterator<Item = Option<(i64, i64)>>) -> Vec<QueryNeeds> {
        let queries = &self.ir.queries;
        // What outlives a game may be changed by any of them.
        let outlives =
            queries.iter().any(|query| query.files) || self.ir.vars.iter().any(|var| var.persistent.is_some());
        let needs = |(query, match_count): (&QueryIr, Option<(i64, i64)>)| {
            // A game in which nothing matches may be wanted.
            let counts_without = match_count.is_some_and(|(low, high)| (low..=high).contains(&0));
            if outlives || counts_without { QueryNeeds::default() } else { self.needs_of(query.body) }
        };
        queries.iter().zip(match_counts).map(needs).collect()
    }

    fn needs_of(&self, body: BoolId) -> QueryNeeds {
        let wanted = self.options.needs;
        let deriver = Deriver { ir: &self.ir, wanted, patience: Cell::new(PATIENCE) };
        let (formula, _) = deriver.body(body);
        let formula = if formula.atoms() > MOST_ATOMS { Formula::Always } else { formula };
        let places = if wanted.has(Need::Places) { places::places(&self.ir, body).0 } else { Places::All };
        let tags = formula.only(&|atom| matches!(atom, Atom::Tags(_)));
        let formula = if wanted == Needs::NONE { Formula::Always } else { formula };
        let sketched = formula.only(&|atom| !matches!(atom, Atom::Tags(_) | Atom::Check | Atom::Contains(_)));
        QueryNeeds { formula, tags, sketched, places }
    }

    /// The tests of tags of each query, as text; none if some query has none, or moves are always read.
    pub(crate) fn tag_tests_text(&self) -> Option<Vec<String>> {
        let text = |needs: &QueryNeeds| {
            (needs.tags != Formula::Always && self.options.skip_moves).then(|| needs.tags.words(&self.ir))
        };
        self.needs.iter().map(text).collect()
    }

    /// What a query needs beside tests of tags, in words; none if that is nothing.
    pub(crate) fn needs_text(&self, query: usize) -> Option<String> {
        let needs = &self.needs[query];
        let conditions = needs.formula.words(&self.ir);
        let places = match needs.places {
            Places::All => None,
            Places::Ends => Some("asked only where no move follows"),
            Places::First => Some("asked only of the first position"),
        };
        match (needs.formula == Formula::Always, places) {
            (true, None) => None,
            (true, Some(places)) => Some(places.into()),
            (false, None) => Some(conditions),
            (false, Some(places)) => Some(format!("{conditions}; {places}")),
        }
    }

    /// True if no query matches anywhere in a game by what is known of it.
    pub(crate) fn is_refused(&self, known: &mut impl Known) -> bool {
        self.needs.iter().all(|needs| !needs.may_match(known, self.variations))
    }

    /// Asks all that the conditions of all queries ask.
    pub(crate) fn ask_all_needs(&self, known: &mut impl Known) {
        self.needs.iter().for_each(|needs| needs.formula.ask_all(known));
    }

    /// True if some query looks for a position that is given square by square.
    pub(crate) fn looks_up_positions(&self) -> bool {
        let mut needs = self.needs.iter();
        needs.any(|needs| needs.formula.only(&|atom| matches!(atom, Atom::Contains(_))) != Formula::Always)
    }

    /// False if the tags of a game show that a query does not match in it.
    pub(crate) fn may_match_tags(&self, query: usize, test: &mut dyn FnMut(BoolId) -> bool) -> bool {
        self.needs[query].tags.holds(&mut Unknown, test)
    }
}
