//! `tabiya.Sequence`: sequences of positions put together in Python.
//!
//! The queries of a sequence must agree on variations, because a sequence follows one tree: a query that was compiled
//! for the main line only would be false everywhere else, which nobody could tell from the answer. A sequence with
//! functions is searched on the calling thread: its functions need the GIL, so more threads would wait for each other.
//! The games are read ahead on others, and the engine asks a function only where a sequence depends on the answer.

use crate::errors::{PatternError, SearchError};
use crate::game::Game;
use crate::position::Position;
use crate::query::{Options, Query};
use crate::search::{How, Search};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;
use tabiya::game::TreeView;
use tabiya::{QueryScope, QuerySet, RunOptions, Scratch, SearchOptions};
use tabiya_automata::{Bits, Choice, Config, Direction, Longest, Nfa, Pattern, Pred, Symbols};

/// What must be true of a position.
enum Predicate {
    /// A query matches there.
    Query(Py<Query>),
    /// A function returns true.
    Function(Py<PyAny>),
}

impl Predicate {
    fn clone_ref(&self, py: Python<'_>) -> Predicate {
        match self {
            Predicate::Query(query) => Predicate::Query(query.clone_ref(py)),
            Predicate::Function(function) => Predicate::Function(function.clone_ref(py)),
        }
    }
}

/// A sequence of positions: one predicate for each, repeated and grouped as in a regular expression.
///
/// A predicate is a query, or a function that takes a `Position` and returns something true or false. Functions are called
/// only where the sequence needs their answer, at most once for each position. A sequence is never changed: every method
/// returns a new one.
///
/// >>> quiet_then_mate = Sequence("not check").plus().then(lambda position: position.is_mate)
/// >>> [len(match) for match in quiet_then_mate.search(b"1. f3 e5 2. g4 Qh4# 0-1")]
/// [5, 4, 3, 2]
#[pyclass(frozen, module = "tabiya")]
pub(crate) struct Sequence {
    predicates: Vec<Predicate>,
    parts: Vec<Pattern>,
}

#[pymethods]
impl Sequence {
    /// A sequence of parts in a row: queries, functions and sequences; without parts, an empty one.
    ///
    /// A query that was made by `tabiya.compile` keeps its dialect and its `variations`.
    ///
    /// Raises:
    ///     QueryError: A query cannot run.
    ///     ValueError: A query has `select`, whose values would be lost.
    #[new]
    #[pyo3(signature = (*parts))]
    fn new(parts: &Bound<'_, PyTuple>) -> PyResult<Sequence> {
        let mut sequence = Sequence { predicates: Vec::new(), parts: Vec::new() };
        for part in parts {
            let part = sequence.part(&part)?;
            sequence.parts.push(part);
        }
        Ok(sequence)
    }

    /// The same sequence with one more part after it.
    fn then(&self, part: &Bound<'_, PyAny>) -> PyResult<Sequence> {
        let mut sequence = self.copy(part.py());
        let part = sequence.part(part)?;
        sequence.parts.push(part);
        Ok(sequence)
    }

    /// The same sequence with a choice between several parts after it.
    #[pyo3(signature = (*parts))]
    fn then_either(&self, parts: &Bound<'_, PyTuple>) -> PyResult<Sequence> {
        let mut sequence = self.copy(parts.py());
        let parts: PyResult<Vec<Pattern>> = parts.iter().map(|part| sequence.part(&part)).collect();
        sequence.parts.push(Pattern::alt(parts?));
        Ok(sequence)
    }

    /// The last part any number of times, or not at all.
    fn star(&self, py: Python<'_>) -> PyResult<Sequence> {
        self.repeated(py, 0, None)
    }

    /// The last part once or more.
    fn plus(&self, py: Python<'_>) -> PyResult<Sequence> {
        self.repeated(py, 1, None)
    }

    /// The last part once or not at all.
    fn optional(&self, py: Python<'_>) -> PyResult<Sequence> {
        self.repeated(py, 0, Some(1))
    }

    /// The last part at least `low` and at most `high` times; without `high`, any number of times from `low` on.
    ///
    /// Raises:
    ///     ValueError: `high` is less than `low`, or the sequence has no part yet.
    #[pyo3(signature = (low, high=None))]
    fn times(&self, py: Python<'_>, low: u32, high: Option<u32>) -> PyResult<Sequence> {
        self.repeated(py, low, high)
    }

    /// The longest match from every position of a game that starts one, in the order of the first positions.
    ///
    /// Args:
    ///     variations: As for `search`.
    ///
    /// Raises:
    ///     ValueError: The queries and `variations` contradict each other.
    ///     SearchError: A query fails in the game.
    ///     PatternError: The automaton is too large, because repetitions are large and nested.
    ///
    /// An exception of a function ends the search and is passed on.
    #[pyo3(signature = (game, *, variations=None))]
    fn matches(&self, py: Python<'_>, game: &Game, variations: Option<bool>) -> PyResult<Vec<SequenceMatch>> {
        self.compiled(py, variations)?.run(py, &game.game)
    }

    /// The longest match from every position that starts one, game by game, as an iterator.
    ///
    /// Args:
    ///     games: As for `tabiya.search`, with the same errors and warnings.
    ///     variations: Also follows the variations, or not; by default it does if a query was compiled with `variations=True`
    ///         or has a header that asks for them. It must not contradict a query that was compiled with `variations`.
    ///
    /// The functions run on the calling thread, while other threads read games ahead.
    #[pyo3(signature = (games, *, variations=None))]
    fn search(&self, py: Python<'_>, games: &Bound<'_, PyAny>, variations: Option<bool>) -> PyResult<SequenceSearch> {
        let compiled = self.compiled(py, variations)?;
        let all = Query::read(py, "initial", &Options { variations: Some(false), ..Options::default() })?;
        let games = all.find(games, How { stream: true, ..How::default() })?;
        Ok(SequenceSearch { compiled, games, found: Vec::new().into_iter() })
    }

    fn __repr__(&self) -> String {
        let label = |pred: Pred| match &self.predicates[pred.index()] {
            Predicate::Query(query) => format!("{:?}", query.get().text()),
            Predicate::Function(function) => function.to_string(),
        };
        format!("Sequence({})", Pattern::concat(self.parts.clone()).text(label))
    }
}

impl Sequence {
    fn copy(&self, py: Python<'_>) -> Sequence {
        let predicates = self.predicates.iter().map(|one| one.clone_ref(py)).collect();
        Sequence { predicates, parts: self.parts.clone() }
    }

    /// A part as the caller gives it: a query, a function of a position, or another sequence as a group.
    fn part(&mut self, part: &Bound<'_, PyAny>) -> PyResult<Pattern> {
        if let Ok(group) = part.cast::<Sequence>() {
            let (group, shift) = (group.get(), self.predicates.len());
            self.predicates.extend(group.predicates.iter().map(|one| one.clone_ref(part.py())));
            let whole = Pattern::concat(group.parts.clone());
            return Ok(whole.map(&|pred| Pred::must(pred.index() + shift)));
        }
        let predicate = if let Ok(text) = part.extract::<String>() {
            Predicate::Query(Py::new(part.py(), Query::read_for_later(part.py(), &text, &Options::default())?)?)
        } else if let Ok(query) = part.cast::<Query>() {
            if query.get().has_selects() {
                let text =
                    "a query in a sequence only says where it matches, so its select would be lost: compile it without";
                return Err(PyValueError::new_err(text));
            }
            Predicate::Query(query.clone().unbind())
        } else if part.is_callable() {
            Predicate::Function(part.clone().unbind())
        } else {
            return Err(PyTypeError::new_err(
                "a part of a sequence is a query, a function of a position, or a sequence",
            ));
        };
        self.predicates.push(predicate);
        Ok(Pattern::pred(Pred::must(self.predicates.len() - 1)))
    }

    fn repeated(&self, py: Python<'_>, low: u32, high: Option<u32>) -> PyResult<Sequence> {
        if high.is_some_and(|high| high < low) {
            return Err(PyValueError::new_err("the upper bound of a repetition is less than the lower one"));
        }
        let mut sequence = self.copy(py);
        match sequence.parts.pop() {
            Some(last) => sequence.parts.push(Pattern::repeat(last, low, high)),
            None => return Err(PyValueError::new_err("there is no part to repeat yet")),
        }
        Ok(sequence)
    }

    /// The sequence, ready to be searched for in many games.
    pub(crate) fn compiled(&self, py: Python<'_>, variations: Option<bool>) -> PyResult<Compiled> {
        let pattern = Pattern::concat(self.parts.clone());
        let nfa = Nfa::compile(&pattern, &Config { empty_match: false, ..Config::default() })
            .map_err(|error| PatternError::new_err(error.to_string()))?;
        let variations = agreed(variations, &self.predicates)?;
        let ready = |one: &Predicate| match one {
            Predicate::Query(query) => {
                let set = query.get().with_variations(py, variations)?;
                Ok(Ready::Query { scopes: RunOptions::default().scopes(&set), set })
            }
            Predicate::Function(function) => Ok(Ready::Function(function.clone_ref(py))),
        };
        let predicates = self.predicates.iter().map(ready).collect::<PyResult<Vec<Ready>>>()?;
        Ok(Compiled { nfa, predicates, variations, engine: Longest::new(), scratches: Vec::new() })
    }
}

/// True if variations are followed: as the caller says, otherwise as the queries say, which must not contradict each other.
fn agreed(given: Option<bool>, predicates: &[Predicate]) -> PyResult<bool> {
    let mut wishes = given.into_iter().chain(predicates.iter().filter_map(|one| match one {
        // What the caller says takes the place of what headers say.
        Predicate::Query(query) => {
            let query = query.get();
            query.variations().or_else(|| (given.is_none() && query.has_variations_header()).then_some(true))
        }
        Predicate::Function(_) => None,
    }));
    let first = wishes.next().unwrap_or(false);
    if wishes.all(|wish| wish == first) {
        return Ok(first);
    }
    Err(PyValueError::new_err(
        "of this sequence and its queries, some are to search variations and some are not: compile all queries with the same \
         variations as the sequence is searched with",
    ))
}

/// A predicate that can be asked.
enum Ready {
    Query {
        set: QuerySet,
        /// The games that its header names.
        scopes: Vec<QueryScope>,
    },
    Function(Py<PyAny>),
}

/// A sequence that is ready to be searched for, with memory that is used again from game to game.
pub(crate) struct Compiled {
    nfa: Nfa,
    predicates: Vec<Ready>,
    variations: bool,
    engine: Longest,
    scratches: Vec<Vec<Scratch>>,
}

impl Compiled {
    /// The longest match from every position of a game that starts one.
    pub(crate) fn run(&mut self, py: Python<'_>, game: &Arc<tabiya::Game>) -> PyResult<Vec<SequenceMatch>> {
        let tree = game.tree();
        let view = if self.variations { tree.full() } else { tree.mainline() };
        self.scratches.resize_with(self.predicates.len(), Vec::new);
        let mut known = Vec::with_capacity(self.predicates.len());
        for (predicate, scratches) in self.predicates.iter().zip(&mut self.scratches) {
            known.push(match predicate {
                Ready::Query { set, scopes } => Some(positions(py, (set, scopes), game, scratches)?),
                Ready::Function(_) => None,
            });
        }
        let columns: Vec<_> = known.iter().map(Option::as_ref).collect();
        let mut symbols = Asking { py, game, predicates: &self.predicates, error: None };
        let cells = self.engine.run(&self.nfa, &view, &columns, &mut symbols, Direction::Forward, Choice::Longest);
        if let Some(error) = symbols.error {
            return Err(error);
        }
        let found = (0..view.len()).filter_map(|start| Some((start, cells.get(start)?.end)));
        Ok(found.map(|(start, end)| SequenceMatch::new(game, view, start, end)).collect())
    }
}

/// The positions at which a query matches.
fn positions(
    py: Python<'_>,
    (set, scopes): (&QuerySet, &[QueryScope]),
    game: &Arc<tabiya::Game>,
    scratches: &mut Vec<Scratch>,
) -> PyResult<Bits> {
    let mut holds = Bits::repeat(false, game.tree().len() as usize);
    if !scopes.iter().all(|scope| scope.sees(game.number()) && scope.takes(game)) {
        return Ok(holds);
    }
    let mut results = py.detach(|| set.search_game(game, scratches, &SearchOptions::default()));
    let found = results.swap_remove(0).map_err(|error| SearchError::new_err(error.to_string()))?;
    if scopes.iter().all(|scope| scope.is_match(found.matches.len())) {
        found.matches.iter().for_each(|one| holds.set(one.position as usize, true));
    }
    Ok(holds)
}

/// The functions of a sequence, asked about one game: what queries say is lent to the engine as columns. After an exception
/// of a function every answer is no.
struct Asking<'c, 'py> {
    py: Python<'py>,
    game: &'c Arc<tabiya::Game>,
    predicates: &'c [Ready],
    error: Option<PyErr>,
}

impl Symbols for Asking<'_, '_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        let Ready::Function(function) = &self.predicates[pred.index()] else {
            unreachable!("a query has a column");
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

/// The matches of a sequence in many games: an iterator, made by `Sequence.search`.
#[pyclass(module = "tabiya")]
pub(crate) struct SequenceSearch {
    compiled: Compiled,
    games: Search,
    found: std::vec::IntoIter<SequenceMatch>,
}

#[pymethods]
impl SequenceSearch {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<SequenceMatch>> {
        loop {
            if let Some(found) = self.found.next() {
                return Ok(Some(found));
            }
            let Some(game) = self.games.__next__(py)? else { return Ok(None) };
            self.found = self.compiled.run(py, &game.game_handle())?.into_iter();
        }
    }
}

/// A place where a sequence was found: a path of one or more positions. `len` gives their number.
#[pyclass(frozen, module = "tabiya")]
pub(crate) struct SequenceMatch {
    game: Arc<tabiya::Game>,
    /// The ids of its positions, from first to last.
    ids: Vec<u32>,
}

impl SequenceMatch {
    fn new(game: &Arc<tabiya::Game>, view: TreeView<'_>, start: u32, end: u32) -> SequenceMatch {
        let way = std::iter::successors(Some(end), |&node| (node != start).then(|| view.parent(node)).flatten());
        let mut ids: Vec<u32> = way.collect();
        ids.reverse();
        SequenceMatch { game: Arc::clone(game), ids }
    }
}

#[pymethods]
impl SequenceMatch {
    /// The game that the sequence is in.
    #[getter]
    fn game(&self) -> Game {
        Game::new(Arc::clone(&self.game), None, None)
    }

    /// Its positions, from first to last.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        self.ids.iter().map(|&id| Position::new(Arc::clone(&self.game), id)).collect()
    }

    /// The first position.
    #[getter]
    fn start(&self) -> Position {
        Position::new(Arc::clone(&self.game), self.ids[0])
    }

    /// The last position.
    #[getter]
    fn end(&self) -> Position {
        Position::new(Arc::clone(&self.game), self.ids[self.ids.len() - 1])
    }

    /// The moves from the first position to the last, in SAN.
    #[getter]
    fn moves(&self) -> Vec<Option<String>> {
        self.positions().into_iter().skip(1).map(|position| position.san()).collect()
    }

    /// The number of positions.
    fn __len__(&self) -> usize {
        self.ids.len()
    }

    fn __repr__(&self) -> String {
        format!("<SequenceMatch of {} positions, game {}>", self.ids.len(), self.game.number())
    }
}
