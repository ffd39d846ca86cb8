//! Sequences of positions that are ready to be searched for: an automaton over queries and functions of Python.

use crate::errors::SearchError;
use crate::position::Position;
use pyo3::prelude::*;
use std::sync::Arc;
use tabiya::game::TreeView;
use tabiya::{Game, QueryScope, QuerySet, RunError, RunOptions, Scratch, SearchOptions};
use tabiya_automata::{Bits, Choice, Direction, Longest, Memo, Nfa, Pred, Symbols};

/// A predicate that can be queried.
pub(crate) enum Ready {
    Query {
        set: QuerySet,
        /// The games that its header names.
        scopes: Vec<QueryScope>,
    },
    Function(Py<PyAny>),
}

impl Ready {
    pub(crate) fn query(set: QuerySet) -> Ready {
        Ready::Query { scopes: RunOptions::default().scopes(&set), set }
    }
}

/// A sequence that is ready to be searched for.
pub(crate) struct Compiled {
    nfa: Nfa,
    predicates: Vec<Ready>,
    variations: bool,
}

/// The memory of a thread, used again from game to game.
#[derive(Default)]
pub(crate) struct Memory {
    engine: Longest,
    scratches: Vec<Vec<Scratch>>,
}

/// The ids of the positions of a match, from first to last.
pub(crate) type Ids = Vec<u32>;

impl Compiled {
    pub(crate) fn new(nfa: Nfa, predicates: Vec<Ready>, variations: bool) -> Compiled {
        Compiled { nfa, predicates, variations }
    }

    /// True if functions of Python are among the predicates.
    pub(crate) fn has_functions(&self) -> bool {
        self.predicates.iter().any(|one| matches!(one, Ready::Function(_)))
    }

    /// The longest match from every position of a game that starts one. Others may run Python while queries are searched.
    pub(crate) fn run(&self, py: Python<'_>, game: &Arc<Game>, memory: &mut Memory) -> PyResult<Vec<Ids>> {
        let known = py.detach(|| self.known(game, memory)).map_err(|error| SearchError::new_err(error.to_string()))?;
        let view = self.view(game);
        let mut symbols = Asking { py, game, predicates: &self.predicates, known: &known, error: None };
        // From start to start, so that a function is called where all before it holds.
        let (mut memo, how) = (Memo::new(), (Direction::Forward, Choice::Longest));
        let mut end = |start| memo.run(&self.nfa, &view, &mut symbols, how, start).map(|cell| cell.end);
        let found = (0..view.len()).filter_map(|start| Some(ids(view, start, end(start)?))).collect();
        symbols.error.map_or(Ok(found), Err)
    }

    /// The same for a sequence of queries alone.
    ///
    /// # Errors
    ///
    /// If a query fails in the game.
    pub(crate) fn run_queries(&self, game: &Game, memory: &mut Memory) -> Result<Vec<Ids>, RunError> {
        let (known, view) = (self.known(game, memory)?, self.view(game));
        let columns: Vec<_> = known.iter().map(Option::as_ref).collect();
        let cells = memory.engine.run(&self.nfa, &view, &columns, &mut Known, Direction::Forward, Choice::Longest);
        Ok((0..view.len()).filter_map(|start| Some(ids(view, start, cells.get(start)?.end))).collect())
    }

    fn view<'g>(&self, game: &'g Game) -> TreeView<'g> {
        if self.variations { game.tree().full() } else { game.tree().mainline() }
    }

    /// Where each of the queries matches.
    fn known(&self, game: &Game, memory: &mut Memory) -> Result<Vec<Option<Bits>>, RunError> {
        memory.scratches.resize_with(self.predicates.len(), Vec::new);
        let columns = self.predicates.iter().zip(&mut memory.scratches).map(|(predicate, scratches)| match predicate {
            Ready::Query { set, scopes } => positions((set, scopes), game, scratches).map(Some),
            Ready::Function(_) => Ok(None),
        });
        columns.collect()
    }
}

/// The way from a start to its end.
fn ids(view: TreeView<'_>, start: u32, end: u32) -> Ids {
    let way = std::iter::successors(Some(end), |&node| (node != start).then(|| view.parent(node)).flatten());
    let mut ids: Ids = way.collect();
    ids.reverse();
    ids
}

/// The positions at which a query matches.
fn positions(
    (set, scopes): (&QuerySet, &[QueryScope]),
    game: &Game,
    scratches: &mut Vec<Scratch>,
) -> Result<Bits, RunError> {
    let mut holds = Bits::repeat(false, game.tree().len() as usize);
    if !scopes.iter().all(|scope| scope.sees(game.number()) && scope.takes(game)) {
        return Ok(holds);
    }
    let found = set.search_game(game, scratches, &SearchOptions::default()).swap_remove(0)?;
    if scopes.iter().all(|scope| scope.is_match(found.matches.len())) {
        found.matches.iter().for_each(|one| holds.set(one.position as usize, true));
    }
    Ok(holds)
}

/// The predicates of a sequence, for one game. After an exception of a function no predicate holds.
struct Asking<'c, 'py> {
    py: Python<'py>,
    game: &'c Arc<Game>,
    predicates: &'c [Ready],
    /// Where the queries match.
    known: &'c [Option<Bits>],
    error: Option<PyErr>,
}

impl Symbols for Asking<'_, '_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        if let Some(known) = &self.known[pred.index()] {
            return known[n as usize];
        }
        let Ready::Function(function) = &self.predicates[pred.index()] else {
            unreachable!("where a query matches is known");
        };
        if self.error.is_some() {
            return false;
        }
        let answer = function.bind(self.py).call1((Position::new(Arc::clone(self.game), n),));
        answer.and_then(|answer| answer.is_truthy()).unwrap_or_else(|error| {
            self.error = Some(error);
            false
        })
    }
}

/// Nothing is queried where every predicate has a column.
struct Known;

impl Symbols for Known {
    fn node(&mut self, _pred: Pred, _n: u32) -> bool {
        unreachable!("every query has a column")
    }
}
