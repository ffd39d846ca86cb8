//! `tabiya.Sequence`: sequences of positions put together in Python.
//!
//! The queries of a sequence must agree on variations, because a sequence follows one tree: a query that was compiled
//! for the main line only would be false everywhere else, which nobody could tell from the answer. A sequence with
//! functions is searched on the calling thread: its functions need the GIL, so more threads would wait for each other.
//! The games are read ahead on others, and the engine asks a function only where a sequence depends on the answer. A
//! sequence of queries alone is searched on all processors.

use crate::arguments::{self, teller};
use crate::errors::PatternError;
use crate::game::Game;
use crate::games;
use crate::query::{Options, Query};
use crate::sequence_engine::{Compiled, Memory, Ready};
use crate::sequence_search::{SequenceMatch, SequenceSearch};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::num::NonZeroUsize;
use tabiya_automata::{Config, Nfa, Pattern, PatternKind, Pred};

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
        let compiled = self.compiled(py, variations)?;
        let paths = compiled.run(py, &game.game, &mut Memory::default())?;
        Ok(paths.into_iter().map(|ids| SequenceMatch::new(&game.game, None, ids)).collect())
    }

    /// The longest match from every position that starts one, game by game, as an iterator and as a table.
    ///
    /// Args:
    ///     games: As for `tabiya.search`, with the same errors and warnings.
    ///     pgn: The text of games, in place of `games`.
    ///     variations: Also follows the variations, or not; by default it does if a query was compiled with `variations=True`
    ///         or has a header that asks for them. It must not contradict a query that was compiled with `variations`.
    ///     columns: The names of the columns of the table; `moves`, `length` and others speak of the sequence.
    ///     threads: The number of threads; by default that of the processors. Functions of Python run on the calling thread in any
    ///         case, while others read games ahead.
    ///     limit: The number of games with a match after which the search ends.
    ///     progress: As for `tabiya.search`.
    ///
    /// Returns:
    ///     A `SequenceSearch`: an iterator over matches in the order of the games, and a stream of Arrow record batches. It can be
    ///     read as often as its games can.
    #[pyo3(signature = (games=None, *, pgn=None, variations=None, columns=None, threads=None, limit=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names for callers")]
    fn search(
        &self,
        py: Python<'_>,
        games: Option<&Bound<'_, PyAny>>,
        pgn: Option<&str>,
        variations: Option<bool>,
        columns: Option<Vec<String>>,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
        #[pyo3(from_py_with = arguments::limit)] limit: Option<u64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<SequenceSearch> {
        let compiled = self.compiled(py, variations)?;
        let sources = games::given(games, pgn)?.sources;
        SequenceSearch::new(py, compiled, sources, columns, threads, limit, teller(progress)?)
    }

    /// A sequence travels as its parts: queries as their texts, functions as Python pickles them.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let parts = self.parts.iter().map(|part| self.pickled(py, part)).collect::<PyResult<Vec<_>>>()?;
        let made = py.import("tabiya._support")?.getattr("sequence")?;
        Ok((made, (PyTuple::new(py, parts)?.into_any(),)))
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
            query.get().alone()?;
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

    /// A part as `tabiya._support.sequence` reads it: a predicate, or the name of a form with what it is made of.
    fn pickled<'py>(&self, py: Python<'py>, part: &Pattern) -> PyResult<Bound<'py, PyAny>> {
        let all = |parts: &[Pattern]| {
            let parts = parts.iter().map(|part| self.pickled(py, part)).collect::<PyResult<Vec<_>>>()?;
            PyTuple::new(py, parts)
        };
        match part.kind() {
            PatternKind::Pred(pred) => Ok(match &self.predicates[pred.index()] {
                Predicate::Query(query) => query.bind(py).clone().into_any(),
                Predicate::Function(function) => function.bind(py).clone(),
            }),
            PatternKind::Concat(parts) => ("group", all(parts)?).into_bound_py_any(py),
            PatternKind::Alt(parts) => ("either", all(parts)?).into_bound_py_any(py),
            PatternKind::Repeat { inner, min, max } => {
                ("times", self.pickled(py, inner)?, *min, *max).into_bound_py_any(py)
            }
            PatternKind::Empty => ("group", PyTuple::empty(py)).into_bound_py_any(py),
            PatternKind::Test(_) | PatternKind::AnyOrder(_) | PatternKind::Both(_) => {
                unreachable!("no method makes such a part")
            }
        }
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
                Ok(Ready::query(set))
            }
            Predicate::Function(function) => Ok(Ready::Function(function.clone_ref(py))),
        };
        let predicates = self.predicates.iter().map(ready).collect::<PyResult<Vec<Ready>>>()?;
        Ok(Compiled::new(nfa, predicates, variations))
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
