//! `tabiya.Match`: a position that matches, with its game.

use crate::chess;
use crate::game::Game;
use crate::pickled::Pickled;
use crate::{pictures, values};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};
use std::sync::{Arc, OnceLock};
use tabiya::chess::MoveList;
use tabiya::puzzle::Puzzle;
use tabiya::rows::{Columns, Row};
use tabiya::{Found, Path, QuerySet, SortKey};

/// What the matches of a search have in common.
pub(crate) struct Common {
    /// The names of the queries, and the keys by which they sort.
    queries: Vec<(String, Vec<SortKey>)>,
    /// The columns of the table.
    pub(crate) columns: Arc<Columns>,
}

impl Common {
    pub(crate) fn new(set: &QuerySet, columns: Columns) -> Common {
        let queries = set.queries().iter().enumerate();
        let queries = queries.map(|(i, query)| (query.source().name.clone(), set.sort_keys(i))).collect();
        Common { queries, columns: Arc::new(columns) }
    }
}

/// Where a match comes from.
enum Origin {
    Search(Arc<Common>),
    /// It was pickled: the name of its query, its puzzle, and whether moves of its game could not be read.
    Pickle(String, Option<Py<PyAny>>, bool),
}

/// What a match travels as: its game, the name of its query, its position, the positions of its sequence, its row, its puzzle.
type Parts<'py> = (Game, String, u32, Vec<u32>, Bound<'py, PyDict>, Option<Bound<'py, PyAny>>);

/// A position that matches a query: a mapping from the names of the table's columns to their values.
///
/// `match["white"]` is the value of a column: `int`, `float`, `str`, `True`, a list of squares such as `["e4", "f5"]`, or `None` where
/// there is none. The columns are those of the argument `columns`, or the usual ones, with the values of `select` and the keys of
/// `sort` by their names. So `dict(match)` is a row, and `pandas.DataFrame(search)` a table.
///
/// In a notebook it is shown as a picture of the board. A match that was pickled keeps its game as PGN has it.
#[pyclass(frozen, mapping, module = "tabiya")]
pub(crate) struct Match {
    found: Found<Arc<tabiya::Game>>,
    origin: Origin,
    original: Option<Py<PyAny>>,
    /// The row, once somebody has asked for a value.
    row: OnceLock<Py<PyDict>>,
}

impl Match {
    pub(crate) fn new(found: Found<Arc<tabiya::Game>>, common: Arc<Common>, original: Option<Py<PyAny>>) -> Match {
        Match { found, origin: Origin::Search(common), original, row: OnceLock::new() }
    }

    /// The game, to be kept.
    pub(crate) fn game_handle(&self) -> Arc<tabiya::Game> {
        self.found.clone().into_game()
    }

    /// The values of the columns, by their names.
    fn row<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        if let (None, Origin::Search(common)) = (self.row.get(), &self.origin) {
            let (query, sort_keys) = &common.queries[self.found.query()];
            let row = Row::of(&self.found, query, sort_keys);
            let cells = common.columns.values(&row, &mut MoveList::default());
            let made = values::row(py, common.columns.names().zip(cells))?;
            let _ = self.row.set(made.unbind());
        }
        Ok(self.row.get_or_init(|| PyDict::new(py).unbind()).bind(py))
    }
}

#[pymethods]
impl Match {
    fn __getitem__<'py>(&self, py: Python<'py>, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.row(py)?.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.clone().unbind()))
    }

    fn __contains__(&self, py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.row(py)?.contains(name)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.row(py)?.keys().try_iter()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.row(py)?.len())
    }

    /// The value of a column; `default` if there is no such column.
    #[pyo3(signature = (key, default=None, /))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        key: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.row(py)?.get_item(key)?.or(default))
    }

    /// The names of the columns, in their order.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.row(py)?.keys())
    }

    /// The values of the columns.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.row(py)?.values())
    }

    /// The names of the columns with their values.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.row(py)?.items())
    }

    /// The game: its tags as a mapping, its text, its positions.
    #[getter]
    fn game(&self, py: Python<'_>) -> Game {
        let original = self.original.as_ref().map(|original| original.clone_ref(py));
        // A game of python-chess has no file; its source has a name for messages only.
        let file = self.found.file().filter(|_| original.is_none()).map(Arc::from);
        let was_incomplete = matches!(self.origin, Origin::Pickle(_, _, true));
        Game::new(self.game_handle(), file, original).incomplete_if(was_incomplete)
    }

    /// The name of the query that matches, of several that were searched together; `"query"` for a single one.
    #[getter]
    fn query(&self) -> &str {
        match &self.origin {
            Origin::Search(common) => &common.queries[self.found.query()].0,
            Origin::Pickle(query, ..) => query,
        }
    }

    /// The number of the position in its game: 0 for the initial one, those of the main line first.
    #[getter]
    fn position(&self) -> u32 {
        self.found.position()
    }

    /// The number of moves by either side since the initial position.
    #[getter]
    fn ply(&self) -> u32 {
        self.found.ply()
    }

    /// The move that led to the position, in SAN; `None` for the initial position.
    #[getter]
    fn san(&self) -> Option<String> {
        self.found.san()
    }

    /// The same move with its number, such as `12... Nf6`.
    #[getter]
    fn move_text(&self) -> Option<String> {
        self.found.numbered_move()
    }

    /// The move that led to the position, as UCI writes it; `None` for the initial position.
    #[getter]
    fn uci(&self) -> Option<String> {
        self.found.uci()
    }

    /// The position in FEN, with its counters.
    #[getter]
    fn fen(&self) -> String {
        self.found.fen()
    }

    /// The moves of the longest sequence that starts here, in SAN; empty without a sequence.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.found.moves()
    }

    /// The same moves, as UCI writes them.
    #[getter]
    fn uci_moves(&self) -> Vec<String> {
        self.found.uci_moves()
    }

    /// The positions of the longest sequence that starts here, as numbers in the sense of `position`, from first to last; empty
    /// without a sequence.
    #[getter]
    fn positions(&self) -> Vec<u32> {
        self.found.sequence().map_or_else(Vec::new, |sequence| sequence.positions.clone())
    }

    /// The puzzle that the match is, as `tabiya search --format puzzles` writes it: a dictionary with the position, `fen`, and the
    /// moves of the solution, `moves` as UCI writes them and `san`. The solution are the moves of the first sequence of the
    /// query; without one, the move that a filter of the query finds (`move legal : mate`), or the move that gave mate. `None` where
    /// there is none. A game from a collection of puzzles
    /// is the puzzle itself.
    #[getter]
    fn puzzle<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if let Origin::Pickle(_, puzzle, _) = &self.origin {
            return Ok(puzzle.as_ref().map(|puzzle| puzzle.bind(py).clone()));
        }
        let game = self.found.game();
        let Some(puzzle) = Puzzle::of_game(game).or_else(|| Puzzle::of(game, self.found.matched())) else {
            return Ok(None);
        };
        let row = PyDict::new(py);
        row.set_item("fen", game.fen(puzzle.start))?;
        row.set_item("moves", puzzle.uci(game).split(' ').collect::<Vec<&str>>())?;
        row.set_item("san", puzzle.san(game, &mut MoveList::default()))?;
        Ok(Some(row.into_any()))
    }

    /// The position as objects of python-chess: its `chess.Board`, and its node in a `chess.pgn.Game`.
    ///
    /// The board is of the class that python-chess has for the variant. The game is the one that was searched, if it was an object
    /// of python-chess; otherwise python-chess reads it from PGN.
    ///
    /// Raises:
    ///     ImportError: python-chess is not installed (`pip install chess`).
    ///     ValueError: python-chess does not read the game as far as this position.
    fn to_chess<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let game = self.game(py).to_chess(py)?;
        let node = chess::node_of(&game, self.found.game().tree().full(), self.position())?;
        PyTuple::new(py, [chess::board(py, self.found.game(), self.position())?, node])
    }

    /// The board as a picture in SVG, with the last move.
    fn svg(&self) -> String {
        pictures::board(self.found.game(), self.position())
    }

    fn _repr_html_(&self) -> String {
        pictures::figure(&self.svg(), &self.title())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, Parts<'py>>> {
        let again = py.import("tabiya._support")?.getattr("found")?;
        let (query, row) = (self.query().to_owned(), self.row(py)?.clone());
        Ok((again, (self.game(py), query, self.position(), self.positions(), row, self.puzzle(py)?)))
    }

    /// A match that was pickled.
    #[staticmethod]
    fn _pickled(
        game: &Game,
        query: String,
        position: u32,
        positions: Vec<u32>,
        row: Bound<'_, PyDict>,
        puzzle: Option<Py<PyAny>>,
    ) -> Match {
        let found = Found::new(Arc::clone(&game.game), game.file.clone(), sequence_match(position, positions));
        let origin = Origin::Pickle(query, puzzle, game.was_incomplete);
        Match { found, origin, original: None, row: OnceLock::from(row.unbind()) }
    }

    fn __repr__(&self) -> String {
        format!("<Match {}>", self.title())
    }
}

impl Match {
    /// The players, the year and the move.
    fn title(&self) -> String {
        let tag = |name| self.found.game().tags().get(name).unwrap_or("?");
        let played = self.found.numbered_move().unwrap_or_else(|| "start".into());
        let game = self.found.game();
        format!("{} - {}, {}, game {}, {played}", tag("White"), tag("Black"), game.result().as_str(), game.number())
    }
}

/// A match with a sequence of these positions, if there are any.
pub(crate) fn sequence_match(position: u32, positions: Vec<u32>) -> tabiya::Match {
    let mut matched = tabiya::Match::bare(0, position);
    if !positions.is_empty() {
        matched.paths.push(Path {
            filter: "next",
            length: i64::try_from(positions.len()).unwrap_or(i64::MAX),
            positions,
            passed_over: Vec::new(),
            constituents: Arc::default(),
            spans: Arc::default(),
            matched_by: Vec::new(),
            differs: Vec::new(),
        });
    }
    matched
}
