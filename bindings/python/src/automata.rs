//! `tabiya.automata`: regular expressions over columns of truth values, on chains and trees, without chess.

use crate::columns::{integers, memory, truths};
use crate::errors::PatternError;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tabiya_automata as engine;
use tabiya_automata::{Bits, Chain, Choice, Config, Direction, Longest, Nfa, ParentTree, Pred, Symbols, Tree};

/// A sequence of named predicates, repeated and grouped as in a regular expression.
///
/// A pattern is never changed: every method returns a new one.
///
/// >>> Pattern("warn").plus().then("restart")
/// Pattern(warn+ restart)
#[pyclass(frozen, module = "tabiya.automata")]
#[derive(Clone)]
pub(crate) struct Pattern {
    /// The names of the predicates, by their numbers.
    names: Vec<String>,
    parts: Vec<engine::Pattern>,
}

#[pymethods]
impl Pattern {
    /// A pattern of parts in a row: names of predicates, and patterns as groups; without parts, an empty one.
    #[new]
    #[pyo3(signature = (*parts))]
    fn new(parts: &Bound<'_, PyTuple>) -> PyResult<Pattern> {
        let mut pattern = Pattern { names: Vec::new(), parts: Vec::new() };
        for part in parts {
            let part = pattern.part(&part)?;
            pattern.parts.push(part);
        }
        Ok(pattern)
    }

    /// The same pattern with one more part after it.
    fn then(&self, part: &Bound<'_, PyAny>) -> PyResult<Pattern> {
        let mut pattern = self.clone();
        let part = pattern.part(part)?;
        pattern.parts.push(part);
        Ok(pattern)
    }

    /// The same pattern with a choice between several parts after it; those named first are tried first.
    #[pyo3(signature = (*parts))]
    fn then_either(&self, parts: &Bound<'_, PyTuple>) -> PyResult<Pattern> {
        let mut pattern = self.clone();
        let parts: PyResult<Vec<engine::Pattern>> = parts.iter().map(|part| pattern.part(&part)).collect();
        pattern.parts.push(engine::Pattern::alt(parts?));
        Ok(pattern)
    }

    /// The last part any number of times, or not at all.
    fn star(&self) -> PyResult<Pattern> {
        self.repeated(0, None)
    }

    /// The last part once or more.
    fn plus(&self) -> PyResult<Pattern> {
        self.repeated(1, None)
    }

    /// The last part once or not at all.
    fn optional(&self) -> PyResult<Pattern> {
        self.repeated(0, Some(1))
    }

    /// The last part at least `low` and at most `high` times; without `high`, any number of times from `low` on.
    ///
    /// Raises:
    ///     ValueError: `high` is less than `low`, or the pattern has no part yet.
    #[pyo3(signature = (low, high=None))]
    fn times(&self, low: u32, high: Option<u32>) -> PyResult<Pattern> {
        self.repeated(low, high)
    }

    /// The names of the predicates, in the order in which the pattern was given them.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// The longest match from every node that starts one.
    ///
    /// Args:
    ///     columns: For each name of a predicate one truth value for each node: a boolean column of Arrow (pyarrow, Polars;
    ///         missing values are false), a NumPy array of the type `bool` with one dimension, or a sequence of `bool`.
    ///     parents: The parent of each node, in pre-order, as integers; -1 for the first node, which is the root. Without it
    ///         each node follows the one before it.
    ///
    /// Returns:
    ///     `Matches`, at most one for each node.
    ///
    /// Raises:
    ///     KeyError: There is no column for a predicate.
    ///     TypeError: A column is not of truth values.
    ///     ValueError: The columns differ in length, or the parents are not in pre-order.
    ///     PatternError: The automaton is too large, because repetitions are large and nested.
    ///
    /// Takes time proportional to the number of nodes times the size of the pattern, repetitions written out.
    #[pyo3(signature = (columns, *, parents=None))]
    fn longest(
        &self,
        py: Python<'_>,
        columns: &Bound<'_, PyAny>,
        parents: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Matches> {
        let mut bits = Vec::new();
        for name in &self.names {
            let column = columns.get_item(name).map_err(|error| {
                let missing = error.is_instance_of::<PyKeyError>(py);
                if missing { PyKeyError::new_err(format!("no column for the predicate {name:?}")) } else { error }
            })?;
            bits.push(truths(&column, name)?);
        }
        let parents = parents.map(integers).transpose()?;
        let len = self.number_of_nodes(&bits, parents.as_deref(), columns)?;
        let nfa = Nfa::compile(&self.whole(), &Config { empty_match: false, ..Config::default() })
            .map_err(|error| PatternError::new_err(error.to_string()))?;
        let tree = match parents {
            None => None,
            Some(parents) => Some(tree_of(&parents, len)?),
        };
        py.detach(move || {
            Ok(match tree {
                None => search(&nfa, &Chain(len), &bits),
                Some(tree) => search(&nfa, &tree, &bits),
            })
        })
    }

    fn __repr__(&self) -> String {
        let text = self.whole().text(|pred| self.names[pred.index()].clone());
        format!("Pattern({text})")
    }
}

impl Pattern {
    fn whole(&self) -> engine::Pattern {
        engine::Pattern::concat(self.parts.clone())
    }

    /// A part as the caller gives it: the name of a predicate, or another pattern as a group.
    fn part(&mut self, part: &Bound<'_, PyAny>) -> PyResult<engine::Pattern> {
        if let Ok(name) = part.extract::<String>() {
            return Ok(engine::Pattern::pred(self.number(&name)));
        }
        let Ok(group) = part.cast::<Pattern>() else {
            return Err(PyValueError::new_err("a part of a pattern is the name of a predicate or a pattern"));
        };
        let group = group.get();
        let numbers: Vec<Pred> = group.names.iter().map(|name| self.number(name)).collect();
        Ok(group.whole().map(&|pred| numbers[pred.index()]))
    }

    fn number(&mut self, name: &str) -> Pred {
        let known = self.names.iter().position(|other| other == name);
        Pred::must(known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        }))
    }

    fn repeated(&self, low: u32, high: Option<u32>) -> PyResult<Pattern> {
        if high.is_some_and(|high| high < low) {
            return Err(PyValueError::new_err("the upper bound of a repetition is less than the lower one"));
        }
        let mut pattern = self.clone();
        match pattern.parts.pop() {
            Some(last) => pattern.parts.push(engine::Pattern::repeat(last, low, high)),
            None => return Err(PyValueError::new_err("there is no part to repeat yet")),
        }
        Ok(pattern)
    }

    /// The number of nodes: all columns and the parents must agree on it.
    fn number_of_nodes(&self, bits: &[Bits], parents: Option<&[i64]>, columns: &Bound<'_, PyAny>) -> PyResult<u32> {
        let named = self.names.iter().map(String::as_str).zip(bits.iter().map(Bits::len));
        let all: Vec<(&str, usize)> = named.chain(parents.map(|parents| ("parents", parents.len()))).collect();
        let Some(&(first, len)) = all.first() else {
            let empty = columns.cast::<PyDict>().is_ok_and(|columns| columns.is_empty());
            let text = if empty { "there are no columns" } else { "the pattern is empty" };
            return Err(PyValueError::new_err(text));
        };
        if let Some((other, wrong)) = all.iter().find(|(_, other)| *other != len) {
            return Err(PyValueError::new_err(format!("{other} has {wrong} values, but {first} has {len}")));
        }
        u32::try_from(len).map_err(|_| PyValueError::new_err("more than 4,294,967,295 nodes"))
    }
}

/// The tree with these parents, of which the first is that of the root.
fn tree_of(parents: &[i64], len: u32) -> PyResult<ParentTree> {
    let refused =
        || PyValueError::new_err("parents[0] is -1, and the other nodes come in pre-order after their parents");
    let (root, others) = parents.split_first().ok_or_else(|| PyValueError::new_err("a tree has at least one node"))?;
    if *root != -1 {
        return Err(refused());
    }
    let others: Option<Vec<u32>> = others.iter().map(|&parent| u32::try_from(parent).ok()).collect();
    let tree = others.and_then(|others| ParentTree::new(&others)).filter(|tree| tree.len() == len);
    tree.ok_or_else(refused)
}

struct Known<'b>(&'b [Bits]);

impl Symbols for Known<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.0[pred.index()][n as usize]
    }
}

fn search<T: Tree>(nfa: &Nfa, tree: &T, bits: &[Bits]) -> Matches {
    let columns: Vec<Option<&Bits>> = bits.iter().map(Some).collect();
    let mut engine = Longest::new();
    let cells = engine.run(nfa, tree, &columns, &mut Known(bits), Direction::Forward, Choice::Longest);
    let found = cells.iter().zip(0..).filter_map(|(cell, start)| Some((start, cell?)));
    let mut matches = Matches::default();
    for (start, cell) in found {
        matches.starts.push(start);
        matches.lengths.push(cell.len);
        matches.ends.push(cell.end);
    }
    matches
}

/// The longest matches of a pattern, in the order of their starts: a sequence of tuples `(start, length, end)`.
///
/// `starts`, `lengths` and `ends` are the same numbers as memory views, from which `numpy.asarray` makes arrays without a copy.
#[pyclass(frozen, module = "tabiya.automata")]
#[derive(Default)]
pub(crate) struct Matches {
    starts: Vec<u32>,
    lengths: Vec<u32>,
    ends: Vec<u32>,
}

#[pymethods]
impl Matches {
    /// The first node of each match, from 0: a memory view of unsigned 32-bit integers with the shape `(len(matches),)`.
    #[getter]
    fn starts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        memory(py, &self.starts)
    }

    /// The number of nodes of each match, of the same type and shape.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        memory(py, &self.lengths)
    }

    /// The last node of each match, which belongs to it, of the same type and shape.
    #[getter]
    fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        memory(py, &self.ends)
    }

    fn __len__(&self) -> usize {
        self.starts.len()
    }

    /// A match as `(start, length, end)`.
    fn __getitem__(&self, index: isize) -> PyResult<(u32, u32, u32)> {
        let len = self.starts.len();
        let place = if index < 0 { len.checked_add_signed(index) } else { usize::try_from(index).ok() };
        let place = place.filter(|place| *place < len);
        let place = place.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no match has this index"))?;
        Ok((self.starts[place], self.lengths[place], self.ends[place]))
    }

    fn __iter__(slf: Bound<'_, Self>) -> MatchesIterator {
        MatchesIterator { matches: slf.unbind(), next: 0 }
    }

    fn __repr__(&self) -> String {
        format!("<{} matches>", self.starts.len())
    }
}

/// An iterator over matches.
#[pyclass]
struct MatchesIterator {
    matches: Py<Matches>,
    next: usize,
}

#[pymethods]
impl MatchesIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<(u32, u32, u32)> {
        let (matches, place) = (self.matches.get(), self.next);
        self.next += 1;
        Some((*matches.starts.get(place)?, matches.lengths[place], matches.ends[place]))
    }
}
