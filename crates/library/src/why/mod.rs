//! Why a query matches, and why not: what each of its filters leaves of many games, and what each of
//! them is at one position.

mod funnel;

pub use funnel::{Example, Funnel, FunnelRow};

use crate::game::Game;
use crate::plan::{Automaton, Outline, Plan};
use crate::query::{ParsedQuery, QueryError, QueryOptions, QuerySet, SearchOptions};
use crate::search::{self, GameContext, Observation, QueryScope, RunError, Scratch};
use crate::syntax::HIGHEST;
use crate::syntax::ast::Header;
use crate::syntax::stack::with_room;
use std::sync::Arc;

/// A query that is ready to be explained on games.
///
/// ```
/// use tabiya::{Games, ParsedQuery, QueryOptions, Scratch, SearchOptions, Source, Why};
///
/// let options = QueryOptions::default();
/// let source = Source { name: "query".into(), text: "mate ply < 4 Q attacks k".into() };
/// let why = Why::new(ParsedQuery::parse(source, &options)?, &options)?;
/// let (mut scratch, search) = (Scratch::new(), SearchOptions::default());
/// let mut funnel = why.funnel();
/// for game in Games::from_bytes("1. f3 e5 2. g4 Qh4# 0-1")? {
///     let game = game?;
///     why.count("fool.pgn", &game, &mut scratch, &search, &mut funnel)?;
///     let at = why.at(&game, 4, &mut scratch, &search)?;
///     assert_eq!(at.parts.iter().map(|part| part.holds).collect::<Vec<_>>(), [Some(true), Some(false), Some(false)]);
/// }
/// assert_eq!(funnel.rows().iter().map(|row| row.positions).collect::<Vec<_>>(), [1, 0, 0]);
/// assert_eq!(funnel.rows()[1].example.as_ref().map(|lost| lost.played.as_str()), Some("2... Qh4#"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Why {
    query: ParsedQuery,
    /// The query with a column for each of its filters.
    set: QuerySet,
    outline: Outline,
}

/// A query at one position.
#[derive(Clone, Debug, PartialEq)]
pub struct AtPosition {
    /// True if the query matches there. The number of matches that the header may ask for (`matchcount`) does not count.
    pub matches: bool,
    /// The conjuncts of the query in the order of its text; first, what its header asks of the game, if the game is not so.
    pub parts: Vec<Observation>,
}

impl Why {
    /// Prepares a query.
    ///
    /// # Errors
    ///
    /// As [`QuerySet::new`].
    pub fn new(query: ParsedQuery, options: &QueryOptions) -> Result<Why, QueryError> {
        let made = |operands, constituents| {
            let source = &query.source().text;
            let outline = with_room(HIGHEST, || {
                Outline::of(query.script(), source, (operands, constituents), options.limits.compiled)
            })?;
            let set = QuerySet::new(vec![query.with_selects(outline.probes.clone())], options).ok()?;
            search::follows_runs(set.plan_of(0)?.0, &outline).then_some((outline, set))
        };
        // Constituents have no rows where one of them has effects, and where a part of the query means nothing by itself,
        // only its tests are shown.
        match made(true, true).or_else(|| made(true, false)).or_else(|| made(false, false)) {
            Some((outline, set)) => Ok(Why { query, set, outline }),
            // The query itself is wrong, and its error says where.
            None => {
                let set = QuerySet::new(vec![query.with_selects(Vec::new())], options)?;
                Ok(Why { query, set, outline: Outline::default() })
            }
        }
    }

    /// The query.
    pub fn query(&self) -> &ParsedQuery {
        &self.query
    }

    /// The reason why the games must be explained in order, with one [`Scratch`]; `None` if they need not be.
    pub fn must_run_in_order(&self) -> Option<&'static str> {
        self.set.must_run_in_order()
    }

    /// True if the query asks for the number of games of the run.
    pub fn needs_game_count(&self) -> bool {
        self.set.needs_game_count()
    }

    /// True if variations are searched.
    pub fn variations(&self) -> bool {
        self.plan().variations()
    }

    /// An empty funnel, to which games are added with [`count`](Self::count).
    pub fn funnel(&self) -> Funnel {
        Funnel::new(self.query.header(), &self.outline)
    }

    /// Adds a game of a file to a funnel of this query. Takes about as long as a search without the conditions by which
    /// games and positions are passed over.
    ///
    /// # Errors
    ///
    /// As [`Query::run`](crate::Query::run). Then the game is left out of the funnel. Because conjuncts are evaluated in
    /// the order of the text, a variable without a value may be read here where a search would not come to it.
    pub fn count(
        &self,
        file: &str,
        game: &Game,
        scratch: &mut Scratch,
        options: &SearchOptions,
        funnel: &mut Funnel,
    ) -> Result<(), RunError> {
        let taken = takes(self.query.header(), game);
        let counted = match taken {
            true => search::count_game(self.plan(), &self.outline, game, scratch, &context(options))?,
            false => {
                let tree = game.tree();
                let view = if self.plan().variations() { tree.full() } else { tree.mainline() };
                search::GameFunnel { positions: u64::from(view.len()), ..search::GameFunnel::default() }
            }
        };
        funnel.add(file, game, taken, counted);
        Ok(())
    }

    /// The filters of the query with their values at a position of a game. A query with effects is first evaluated at all
    /// positions before it.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the game has no position with this number: see [`positions`](Self::positions).
    pub fn at(
        &self,
        game: &Game,
        position: u32,
        scratch: &mut Scratch,
        options: &SearchOptions,
    ) -> Result<AtPosition, RunError> {
        assert!(position < self.positions(game), "the position must be in the game");
        let mut parts = search::observe(self.plan(), &self.outline, (game, position), scratch, &context(options))?;
        let mut matches = parts.iter().all(|part| part.holds == Some(true));
        let header = self.query.header();
        if !takes(header, game) {
            matches = false;
            let text = funnel::game_tests(header).unwrap_or_default();
            parts.insert(0, Observation::failed(text));
        }
        Ok(AtPosition { matches, parts })
    }

    /// The positions of a game at which the query matches, in ascending order.
    ///
    /// # Errors
    ///
    /// As [`Query::run`](crate::Query::run).
    pub fn matches(&self, game: &Game, scratch: &mut Scratch, options: &SearchOptions) -> Result<Vec<u32>, RunError> {
        let header = self.query.header();
        let mut scratches = vec![std::mem::take(scratch)];
        let found = self.set.search_game(game, &mut scratches, options).swap_remove(0);
        *scratch = scratches.swap_remove(0);
        let mut positions: Vec<u32> = found?.matches.iter().map(|found| found.position).collect();
        positions.sort_unstable();
        positions.dedup();
        let counts = takes(header, game) && QueryScope::new(header, None).is_match(positions.len());
        Ok(if counts { positions } else { Vec::new() })
    }

    /// The automata of the query's sequences, in the order of its text, to be drawn. A transform has those of all its
    /// images. Empty if no filter is a sequence.
    ///
    /// ```
    /// use tabiya::{ParsedQuery, QueryOptions, Source, Why};
    ///
    /// let (options, text) = (QueryOptions::default(), "next (check+ mate)");
    /// let source = Source { name: "query".into(), text: text.into() };
    /// let automata = Why::new(ParsedQuery::parse(source, &options)?, &options)?.automata();
    /// let labels: Vec<&str> = automata[0].edges.iter().map(|edge| edge.label.as_str()).collect();
    /// assert_eq!(labels, ["check", "mate", "", ""]);
    /// let span = automata[0].edges[0].span.expect("`check` stands there once");
    /// assert_eq!(&text[span.start as usize..span.end as usize], "check");
    /// # Ok::<(), tabiya::QueryError>(())
    /// ```
    pub fn automata(&self) -> Vec<Automaton> {
        search::automata(self.plan(), &self.outline)
    }

    /// The automata with the states of the runs that begin at a position, along the line that goes through another one and
    /// on by first moves to its end; toward the root for `previous`. A match from `start` exists if the accepting state is
    /// alive somewhere along one of the lines from there; whether it counts is also a matter of the filter's range and of
    /// `nestban`. A query with effects is first evaluated at all positions before the start.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the game has no position with the number of the start: see [`positions`](Self::positions).
    pub fn automata_at(
        &self,
        game: &Game,
        (start, through): (u32, u32),
        scratch: &mut Scratch,
        options: &SearchOptions,
    ) -> Result<Vec<Automaton>, RunError> {
        assert!(start < self.positions(game), "the position must be in the game");
        search::automata_at(self.plan(), &self.outline, (game, start, through), scratch, &context(options))
    }

    /// The number of positions of a game that are searched.
    pub fn positions(&self, game: &Game) -> u32 {
        let tree = game.tree();
        if self.plan().variations() { tree.full().len() } else { tree.mainline().len() }
    }

    fn plan(&self) -> &Plan {
        self.set.plan_of(0).expect("there is one query").0
    }
}

/// True if the header of a query takes a game.
fn takes(header: &Header, game: &Game) -> bool {
    let scope = QueryScope::new(header, None);
    scope.sees(game.number()) && scope.takes(game)
}

fn context(options: &SearchOptions) -> GameContext {
    GameContext {
        last_game_number: options.last_game_number,
        files: options.files.clone(),
        control: Arc::clone(&options.control),
        ..GameContext::default()
    }
}
