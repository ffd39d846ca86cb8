//! What a query needs: conditions on a game, derived from the typed form, without which nothing in it can match.
//!
//! `derive`, `sets` and `moves` go through the nodes of a body and collect a [`Formula`] over what may be known of a
//! game without searching it: its tags, its result, the number of its moves, which pieces stood where. Each kind of
//! condition has a name and a switch ([`Need`]).
//!
//! The same formula serves tags before the moves are read, the text of the moves, a sketch of a game after that
//! (`facts/sketch.rs`), and the summaries of a database. A conjunct counts unless one with an effect, with a variable
//! that may have no value, or with a number that may be too large (`Ir::may_fail`) comes before it. Inside a conjunct
//! that is free of these, order does not matter, and loops, sequences and `find` are gone into.
//!
//! An `or` of more than 64 atoms, as transforms make them, is replaced by what its copies have in common: for each kind
//! of piece, one atom of all its squares. A condition that is then still larger than 512 atoms is dropped.
//!
//! `mate` is a condition on the last position, because the reader plays only legal moves (castling without the right
//! included: it is not possible in check), so that nothing but a null move follows a mate. A game with a null move, or
//! without exactly one king of each colour, is not skipped, and where such a game is searched, positions before null
//! moves are evaluated as well.

mod contents;
mod derive;
mod formula;
mod kinds;
mod moves;
mod numbers;
mod places;
mod refusal;
mod sets;

pub(crate) use contents::Contents;
pub(crate) use formula::{Atom, Formula};
pub use kinds::{Need, Needs};
pub(crate) use places::Places;

use super::Plan;
use crate::facts::{Event, Known, Ordinary, Sketch, Skimmed, Unknown};
use crate::game::MoveTokens;
use crate::ir::{BoolId, QueryIr, SetId};
use derive::{Deriver, PlacedPieces};
use std::cell::Cell;

/// The number of truths of a query that are looked at.
const PATIENCE: u32 = 100_000;

/// A formula with more atoms is not worth asking.
const MOST_ATOMS: usize = 512;

/// A body that costs this much at each position is worth a sketch of every game. A cheaper one is answered nearly as fast
/// as the sketch is made, so it gets one only if the sketch skips most games.
const DEAR: u32 = 64;

/// What one query needs.
#[derive(Clone, Debug)]
pub(crate) struct QueryNeeds {
    /// True of every game in which it matches, and in which searching changes anything.
    pub(crate) formula: Formula,
    /// What of it tags say.
    pub(crate) tags: Formula,
    /// What of it a sketch of the game says; [`Formula::Always`] if a sketch costs more than it saves.
    pub(crate) sketched: Formula,
    /// What of it tags and the text of the moves say. Only tags, if going through the text costs more than it saves.
    pub(crate) skimmed: Formula,
    /// The positions at which it can match.
    pub(crate) places: Places,
    /// True if a game in which nothing matches is not wanted, and searching it leaves nothing behind that outlives it.
    pub(crate) is_confined: bool,
}

impl Default for QueryNeeds {
    fn default() -> QueryNeeds {
        QueryNeeds {
            formula: Formula::Always,
            tags: Formula::Always,
            sketched: Formula::Always,
            skimmed: Formula::Always,
            places: Places::All,
            is_confined: false,
        }
    }
}

impl QueryNeeds {
    /// False if what is known shows that the query does not match anywhere in a game, and that searching it changes
    /// nothing. Tags are not tested. `variations` says whether they are searched.
    pub(crate) fn may_match(&self, known: &mut impl Known, variations: bool) -> bool {
        hold(&self.formula, known, variations)
    }

    /// The same by a sketch of the game.
    pub(crate) fn may_match_sketch(&self, sketch: &mut Sketch<'_>, variations: bool) -> bool {
        hold(&self.sketched, sketch, variations)
    }
}

fn hold(formula: &Formula, known: &mut impl Known, variations: bool) -> bool {
    // The facts known of a game are about its main line.
    let varies = variations && known.may(Event::Variations);
    if varies { formula.holds(&mut Varied(known), &mut |_| true) } else { formula.holds(known, &mut |_| true) }
}

/// A game of which only the result is known.
struct Varied<'k, K>(&'k mut K);

impl<K: Known> Known for Varied<'_, K> {
    fn may(&mut self, event: Event) -> bool {
        !matches!(event, Event::Result(_)) || self.0.may(event)
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
        let deriver = self.deriver();
        let (formula, _) = deriver.body(body);
        let formula = if formula.atoms() > MOST_ATOMS { Formula::Always } else { formula };
        let places = if wanted.has(Need::Places) { places::places(self, body).0 } else { Places::All };
        let tags = formula.only(&|atom| matches!(atom, Atom::Tags(_)));
        let formula = if wanted == Needs::NONE { Formula::Always } else { formula };
        let is_sketched = |atom: &Atom| !matches!(atom, Atom::Tags(_) | Atom::Check | Atom::Contains(_));
        let mut sketched = formula.only(&is_sketched);
        if self.ir.bool_info(body).cost < DEAR && sketched.is_usually_met(&mut Ordinary::sketched()) {
            sketched = Formula::Always;
        }
        let is_skimmed = |atom: &Atom| !matches!(atom, Atom::Check | Atom::Contains(_) | Atom::Ending(_));
        let mut skimmed = formula.only(&is_skimmed);
        if !self.options.tokens || skimmed.is_usually_met(&mut Ordinary::skimmed()) {
            skimmed = tags.clone();
        }
        QueryNeeds { formula, tags, sketched, skimmed, places, is_confined: true }
    }

    fn deriver(&self) -> Deriver<'_> {
        Deriver { ir: &self.ir, wanted: self.options.needs, patience: Cell::new(PATIENCE) }
    }

    /// The contents of which a set consists, and true; or contents that hold all of it, and perhaps more, and false.
    pub(crate) fn contents_of(&self, id: SetId) -> (Contents, bool) {
        let deriver = self.deriver();
        deriver.exact(id).map_or_else(|| (deriver.upper(id), false), |exact| (exact, true))
    }

    /// What a truth without effects needs so that it holds somewhere in a game.
    pub(crate) fn needed_by(&self, id: BoolId) -> Formula {
        let deriver = Deriver { wanted: Needs::ALL, ..self.deriver() };
        deriver.truth(id)
    }

    /// If the parts of a conjunction say what stands on each square: the pieces with their squares, and the other parts.
    pub(crate) fn placement_of(&self, parts: &[BoolId]) -> Option<PlacedPieces> {
        self.deriver().placement(parts)
    }

    /// The tests of tags of each query, as text; none if some query has none, or moves are always read.
    pub fn tag_tests_text(&self) -> Option<Vec<String>> {
        let text = |needs: &QueryNeeds| {
            (needs.tags != Formula::Always && self.options.skip_moves).then(|| needs.tags.words(&self.ir))
        };
        self.needs.iter().map(text).collect()
    }

    /// What a query needs in addition to tests of tags, in words; none if that is nothing.
    pub(crate) fn needs_text(&self, query: usize) -> Option<String> {
        let needs = &self.needs[query];
        let conditions = needs.formula.words(&self.ir);
        let places = match needs.places {
            Places::All => None,
            Places::Ends => Some("evaluated only where no move follows"),
            Places::First => Some("evaluated only at the first position"),
            Places::Starts(_) => Some("evaluated only where its sequence begins"),
        };
        match (needs.formula == Formula::Always, places) {
            (true, None) => None,
            (true, Some(places)) => Some(places.into()),
            (false, None) => Some(conditions),
            (false, Some(places)) => Some(format!("{conditions}; {places}")),
        }
    }

    /// True if no query matches anywhere in a game by what is known of it.
    pub(super) fn is_refused(&self, known: &mut impl Known) -> bool {
        self.needs.iter().all(|needs| !needs.may_match(known, self.variations))
    }

    /// Asks all that the conditions of all queries ask.
    fn ask_all_needs(&self, known: &mut impl Known) {
        self.needs.iter().for_each(|needs| needs.formula.ask_all(known));
    }

    /// False if what summaries of games say skips none of them: some query has no condition that they know of.
    pub fn asks_summaries(&self) -> bool {
        let is_known = |atom: &Atom| {
            !matches!(
                atom,
                Atom::Tags(_) | Atom::Result(_) | Atom::OtherResult(_) | Atom::Contains(_) | Atom::Arrive(_)
            )
        };
        self.needs.iter().all(|needs| needs.formula.only(&is_known) != Formula::Always)
    }

    /// True if some query looks for a position that is given square by square.
    pub fn looks_up_positions(&self) -> bool {
        let mut needs = self.needs.iter();
        needs.any(|needs| needs.formula.only(&|atom| matches!(atom, Atom::Contains(_))) != Formula::Always)
    }

    /// False if the tags of a game show that a query does not match in it, or, if they are given, the tokens of its
    /// movetext.
    pub(crate) fn may_match_head(
        &self,
        query: usize,
        tokens: Option<&MoveTokens>,
        test: &mut dyn FnMut(BoolId) -> bool,
    ) -> bool {
        let needs = &self.needs[query];
        match tokens {
            Some(tokens) => needs.skimmed.holds(&mut Skimmed::new(tokens), test),
            None => needs.tags.holds(&mut Unknown, test),
        }
    }

    /// True if every query has a condition by which tags or the text of the moves may skip a game.
    pub fn refuses_unread(&self) -> bool {
        self.options.skip_moves && self.needs.iter().all(|needs| needs.skimmed != Formula::Always)
    }

    /// True if some query has a condition for which the text of the moves is gone through.
    pub fn skims(&self) -> bool {
        self.options.skip_moves && self.needs.iter().any(|needs| needs.skimmed != needs.tags)
    }

    /// What the tags and the text of the moves must show for each query before the moves are played, in words.
    pub fn skimmed_text(&self) -> Vec<String> {
        self.needs.iter().map(|needs| needs.skimmed.words(&self.ir)).collect()
    }
}
