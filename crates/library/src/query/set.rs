//! Queries that are searched together: their plans, and what the plans say of each query.
//!
//! For the first 86 queries of the cost tables and 600 games one pass takes 1,030 million instructions, 32 times one
//! for `check`: what is saved is reading. The rest is the work of the queries themselves, of which few have a
//! predicate in common. Queries that skip most games by a sketch are the other extreme: 384
//! designators (`Pa1` to `Kh8`) take ten times as long as `check` alone.

use super::error::QueryError;
use super::options::QueryOptions;
use super::parsed::ParsedQuery;
use crate::opening_names::OpeningNames;
use crate::plan::Plan;
use crate::position_files::FilePositions;
use crate::search::{self, CompatOptions, GameFact, Scratch, SortKey, ValueType};
use crate::syntax::ast::{Filter, Script, VariableKind};
use std::sync::{Arc, Mutex};

/// Queries that are searched together in one pass over the games; equal filters are evaluated once for all of them. A copy
/// shares everything with the original.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
/// use tabiya::{ParsedQuery, QueryOptions, QuerySet, RunOptions, Source};
///
/// let options = QueryOptions::default();
/// let read = |name: &str, text: &str| ParsedQuery::parse(Source { name: name.into(), text: text.into() }, &options);
/// let set = QuerySet::new(vec![read("mate", "mate")?, read("mate by a queen", "mate and Q attacks k")?], &options)?;
/// let mut positions = [0, 0];
/// for found in set.matches_in("examples/games/sample.pgn", &RunOptions::default())? {
///     positions[found?.query()] += 1;
/// }
/// assert!(positions[0] > positions[1] && positions[1] > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct QuerySet {
    pub(super) planned: Arc<Planned>,
    pub(super) compat: CompatOptions,
}

/// What the copies of a set share.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) queries: Vec<ParsedQuery>,
    /// One plan for queries with variations and one for those without, each with the numbers of its queries.
    pub(super) plans: Vec<(Plan, Vec<usize>)>,
    /// The names of openings, if they are not those of the program.
    openings: Option<Arc<OpeningNames>>,
    /// Memory of searches for which the caller keeps none.
    pub(super) spare: Mutex<Vec<Vec<Scratch>>>,
}

impl QuerySet {
    /// Plans queries that have been read.
    ///
    /// # Errors
    ///
    /// If a query cannot be evaluated under these options, or the automaton of a sequence is too large.
    pub fn new(queries: Vec<ParsedQuery>, options: &QueryOptions) -> Result<QuerySet, QueryError> {
        let mut plans = Vec::new();
        let advisers = options.advisers();
        for variations in [false, true] {
            let searched = |query: &ParsedQuery| options.variations.unwrap_or(query.script.header.variations);
            let numbers: Vec<usize> = (0..queries.len()).filter(|&i| searched(&queries[i]) == variations).collect();
            if numbers.is_empty() {
                continue;
            }
            let scripts: Vec<(&Script, &[(String, Filter)])> =
                numbers.iter().map(|&i| (&queries[i].script, queries[i].selects.as_slice())).collect();
            let mut plan =
                Plan::new(&scripts, variations, options.linearize, (options.plan, options.limits), &advisers)
                    .map_err(|(i, error)| queries[numbers[i]].plan_error(error))?;
            let compared = || queries.iter().map(|query| &query.compared);
            let models = || compared().flat_map(|compared| &compared.models);
            let positions = || compared().flat_map(|compared| &compared.positions);
            plan.take_models(|key| {
                Arc::clone(&models().find(|(other, _)| other == key).expect("read with its query").1)
            });
            plan.take_position_files(|name| {
                let (_, found) = positions().find(|(other, _)| other == name).expect("opened with its query");
                Arc::<FilePositions>::clone(found)
            });
            plans.push((plan, numbers));
        }
        let planned = Planned { queries, plans, openings: options.openings.clone(), spare: Mutex::default() };
        Ok(QuerySet { planned: Arc::new(planned), compat: CompatOptions::default() })
    }

    /// The set with filters that behave as options of CQL's own command ask for.
    #[must_use]
    pub fn with_compat(self, compat: CompatOptions) -> QuerySet {
        QuerySet { compat, ..self }
    }

    /// The bytes of results that a run may keep ([`Limits::held`](crate::Limits::held)).
    pub fn held(&self) -> usize {
        self.planned.plans.first().map_or(usize::MAX, |(plan, _)| plan.limits().held)
    }

    /// True if a query hands texts over that may be long.
    pub(crate) fn hands_over_texts(&self) -> bool {
        self.planned.plans.iter().any(|(plan, _)| plan.hands_over_texts())
    }

    /// True if the queries may ask a chess engine, which says what games do not.
    pub(crate) fn may_ask_engine(&self) -> bool {
        self.planned.plans.iter().any(|(plan, _)| plan.may_ask_engine())
    }

    /// The queries, in the order given.
    pub fn queries(&self) -> &[ParsedQuery] {
        &self.planned.queries
    }

    /// The names of openings that columns and `opening` have, if they are not those of the program.
    pub fn openings(&self) -> Option<&Arc<OpeningNames>> {
        self.planned.openings.as_ref()
    }

    /// The sort keys of a query, most important first.
    pub fn sort_keys(&self, query: usize) -> Vec<SortKey> {
        self.plan_of(query).map_or_else(Vec::new, |(plan, place)| plan.sort_keys(place))
    }

    /// Name and type of each selected column of a query ([`QueryOptions::selects`]), in their order: that of
    /// [`MatchDetails::values`](crate::MatchDetails::values).
    pub fn selects(&self, query: usize) -> Vec<(&str, ValueType)> {
        self.plan_of(query).map_or_else(Vec::new, |(plan, place)| plan.selects(place))
    }

    /// For each selected column of a query, what it is read from if it is the same at every position of a game; none if it
    /// may differ from position to position.
    pub fn game_facts(&self, query: usize) -> Vec<Option<GameFact>> {
        self.plan_of(query).map_or_else(Vec::new, |(plan, place)| plan.game_facts(place))
    }

    /// True if the matches of a query come with paths: see [`MatchDetails::paths`](crate::MatchDetails::paths).
    pub fn has_paths(&self, query: usize) -> bool {
        self.plan_of(query).is_some_and(|(plan, place)| plan.has_paths(place))
    }

    /// True if constituents of a query's sequences, as far as its matches come with their paths, have names:
    /// `start:=(check)`. See [`Path::matched_by`](crate::Path::matched_by).
    pub fn names_constituents(&self, query: usize) -> bool {
        self.plan_of(query).is_some_and(|(plan, place)| plan.names_constituents(place))
    }

    /// The reason why the games must be searched in order on one thread; `None` if they need not be.
    pub fn must_run_in_order(&self) -> Option<&'static str> {
        let mut plans = self.planned.plans.iter().map(|(plan, _)| plan);
        let files = plans.clone().any(Plan::uses_files);
        match plans.find_map(Plan::lasting_variable) {
            Some(VariableKind::Dictionary(_)) => Some("a dictionary keeps entries from game to game"),
            Some(_) => Some("a persistent variable keeps its value from game to game"),
            None => files.then_some("files must be read and written in the order of the games"),
        }
    }

    /// The name and value of each persistent variable of a query that is shown after a run, in the order in which they
    /// were first assigned. `scratches` must be those of the run.
    pub fn persistent_values(&self, query: usize, scratches: &mut Vec<Scratch>) -> Vec<(String, String)> {
        scratches.resize_with(self.planned.plans.len().max(scratches.len()), Scratch::new);
        let plans = self.planned.plans.iter().zip(scratches);
        let place = |numbers: &[usize]| numbers.iter().position(|&i| i == query);
        let found = plans.filter_map(|((plan, numbers), scratch)| Some((plan, place(numbers)?, scratch))).next();
        found.map_or_else(Vec::new, |(plan, place, scratch)| search::persistent_values(plan, place, scratch))
    }

    /// True if some query needs the number of games before the first one is searched (`lastgamenumber`).
    pub fn needs_game_count(&self) -> bool {
        self.planned.plans.iter().any(|(plan, _)| plan.needs_game_count())
    }

    /// The plan as text: typed form, columns and automata of the plan that a query belongs to.
    pub fn explain(&self, query: usize) -> String {
        self.plan_of(query).map_or_else(String::new, |(plan, place)| plan.explain(place))
    }

    /// The automata of a query's sequences in the language of Graphviz, one graph for each.
    pub fn automata_dot(&self, query: usize) -> Vec<String> {
        self.plan_of(query).map_or_else(Vec::new, |(plan, place)| plan.dot(place))
    }

    /// The queries of each plan, by their numbers.
    pub(crate) fn by_plan(&self) -> impl Iterator<Item = &[usize]> {
        self.planned.plans.iter().map(|(_, numbers)| numbers.as_slice())
    }

    /// The plan of a query and its place among the queries of that plan.
    pub(crate) fn plan_of(&self, query: usize) -> Option<(&Plan, usize)> {
        self.planned.plans.iter().find_map(|(plan, numbers)| Some((plan, numbers.iter().position(|&i| i == query)?)))
    }
}
