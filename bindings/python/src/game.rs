//! `tabiya.Game`: a game that was read, as a mapping of its tags.

use crate::pickled::{Parts, Pickled};
use crate::position::Position;
use crate::{chess, pickled, pictures};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};
use std::sync::Arc;
use tabiya::game::RawGame;

/// A game: a mapping from the names of its tags to their texts, and its positions.
///
/// `game["White"]` is the text of a tag; it raises `KeyError` if the game does not have it, and `game.get("Round", "?")` does not.
///
/// In a notebook it is shown as a picture of its last position. It is pickled as PGN.
#[pyclass(frozen, mapping, module = "tabiya")]
pub(crate) struct Game {
    pub(crate) game: Arc<tabiya::Game>,
    pub(crate) file: Option<Arc<str>>,
    /// The game of python-chess that it was made of, if it was made of one.
    original: Option<Py<PyAny>>,
    /// True if it was pickled without moves that could not be read.
    pub(crate) was_incomplete: bool,
}

impl Game {
    pub(crate) fn new(game: Arc<tabiya::Game>, file: Option<Arc<str>>, original: Option<Py<PyAny>>) -> Game {
        Game { game, file, original, was_incomplete: false }
    }

    /// The same game, from which moves that could not be read are missing.
    pub(crate) fn incomplete_if(self, was_incomplete: bool) -> Game {
        Game { was_incomplete, ..self }
    }

    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        self.game.tags().iter().try_for_each(|(name, value)| tags.set_item(name, value))?;
        Ok(tags)
    }
}

#[pymethods]
impl Game {
    fn __getitem__(&self, name: &str) -> PyResult<&str> {
        self.game.tags().get(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<&str>().is_ok_and(|name| self.game.tags().get(name).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tags(py)?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.game.tags().len()
    }

    /// The text of a tag; `default` if the game does not have it.
    #[pyo3(signature = (key, default=None, /))]
    fn get<'py>(&self, py: Python<'py>, key: &str, default: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        match self.game.tags().get(key) {
            Some(value) => Ok(value.into_pyobject(py)?.into_any()),
            None => Ok(default.unwrap_or_else(|| py.None().into_bound(py))),
        }
    }

    /// The names of the tags, in the order of the game.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.tags(py)?.keys())
    }

    /// The texts of the tags.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.tags(py)?.values())
    }

    /// The names of the tags with their texts.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.tags(py)?.items())
    }

    /// The number of the game in its file, from 1.
    #[getter]
    fn number(&self) -> u64 {
        self.game.number()
    }

    /// The file that the game came from; `None` for games in memory.
    #[getter]
    fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The result as it comes after the moves: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[getter]
    fn result(&self) -> &'static str {
        self.game.result().as_str()
    }

    /// True if moves of the game could not be read; the moves before them are there.
    #[getter]
    fn is_incomplete(&self) -> bool {
        self.game.is_incomplete() || self.was_incomplete
    }

    /// All positions in the order of their numbers; the main line comes before the variations.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        (0..self.game.tree().len()).map(|id| Position::new(Arc::clone(&self.game), id)).collect()
    }

    /// The game as PGN, with variations, comments and NAGs.
    fn pgn(&self) -> String {
        pickled::pgn(&self.game)
    }

    /// The game as a `chess.pgn.Game` of python-chess: the one that was searched, or a new one.
    ///
    /// Raises:
    ///     ImportError: python-chess is not installed (`pip install chess`).
    pub(crate) fn to_chess<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.original {
            Some(original) => Ok(original.bind(py).clone()),
            None => chess::read_game(py, &self.pgn()),
        }
    }

    fn _repr_html_(&self) -> String {
        let last = self.game.tree().mainline_len() - 1;
        pictures::figure(&pictures::board(&self.game, last), &self.__repr__()[1..].replace('>', ""))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, Parts>> {
        let again = py.import("tabiya._support")?.getattr("game")?;
        let (pgn, number, file, _) = pickled::parts(&self.game, self.file());
        Ok((again, (pgn, number, file, self.is_incomplete())))
    }

    /// A game that was pickled.
    #[staticmethod]
    fn _pickled(pgn: &str, number: u64, file: Option<&str>, was_incomplete: bool) -> Game {
        let mut game = tabiya::Game::new();
        game.parse(&RawGame { number, ..RawGame::from_bytes(pgn.as_bytes()) });
        Game { game: Arc::new(game), file: file.map(Arc::from), original: None, was_incomplete }
    }

    fn __repr__(&self) -> String {
        let tag = |name| self.game.tags().get(name).unwrap_or("?");
        format!("<Game {}: {} - {}, {}>", self.game.number(), tag("White"), tag("Black"), self.game.result().as_str())
    }
}
