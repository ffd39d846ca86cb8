//! `tabiya.Match`: a position that matches, with its game.

use crate::chess;
use crate::game::Game;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;
use tabiya::chess::{Bitboard, MoveList};
use tabiya::puzzle::Puzzle;
use tabiya::rows::{Choice, Columns};
use tabiya::{Found, ParsedQuery, QuerySet, SortValue, Value};
use tabiya_diagram::Diagram;

/// The names of a query and of what it computes at each match.
pub(crate) struct ValueNames {
    query: String,
    selects: Vec<String>,
    /// The columns of sort keys, each with the place of its key.
    keys: Vec<(String, usize)>,
}

impl ValueNames {
    /// The names of queries, which are those of their columns in a table.
    pub(crate) fn of(set: &QuerySet) -> Arc<[ValueNames]> {
        let columns = Columns::new(&Choice::of(set)).unwrap_or_default();
        let of_query = |(i, query): (usize, &ParsedQuery)| {
            let selects = set.selects(i).into_iter().map(|(name, _)| name.to_owned()).collect();
            let all = set.sort_keys(i);
            let place = |label: &str| all.iter().position(|key| key.label == label);
            let keys = columns.sort_keys().filter_map(|(name, label)| Some((name.to_owned(), place(label)?))).collect();
            ValueNames { query: query.source().name.clone(), selects, keys }
        };
        set.queries().iter().enumerate().map(of_query).collect()
    }
}

/// A position that matches a query.
///
/// In a notebook it is shown as a picture of the board.
#[pyclass(frozen, module = "tabiya")]
pub(crate) struct Match {
    found: Found<Arc<tabiya::Game>>,
    names: Arc<[ValueNames]>,
    original: Option<Py<PyAny>>,
}

impl Match {
    pub(crate) fn new(found: Found<Arc<tabiya::Game>>, names: Arc<[ValueNames]>, original: Option<Py<PyAny>>) -> Match {
        Match { found, names, original }
    }
}

impl Match {
    /// The game, to be kept.
    pub(crate) fn game_handle(&self) -> Arc<tabiya::Game> {
        self.found.clone().into_game()
    }
}

#[pymethods]
impl Match {
    /// The game: its tags as a mapping, its text, its positions.
    #[getter]
    fn game(&self, py: Python<'_>) -> Game {
        let original = self.original.as_ref().map(|original| original.clone_ref(py));
        // A game of python-chess has no file; its source has a name for messages only.
        let file = self.found.file().filter(|_| original.is_none()).map(Arc::from);
        Game::new(self.game_handle(), file, original)
    }

    /// The name of the query that matches, of several that were searched together; `"query"` for a single one.
    #[getter]
    fn query(&self) -> &str {
        &self.names().query
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

    /// The values of `select` at this position, by their names: `int`, `str`, `True`, a list of squares such as `["e4", "f5"]`, or
    /// `None` where an expression has no value; and those of `sort`, by the names of their columns in a table.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for (name, value) in self.names().selects.iter().zip(self.found.values()) {
            values.set_item(name, python_value(py, value)?)?;
        }
        for (name, place) in &self.names().keys {
            match self.found.sort_values().get(*place) {
                Some(Some(SortValue::Number(number))) => values.set_item(name, number)?,
                Some(Some(SortValue::Text(text))) => values.set_item(name, text)?,
                Some(None) | None => values.set_item(name, py.None())?,
            }
        }
        Ok(values)
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
    fn puzzle<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let game = self.found.game();
        let Some(puzzle) = Puzzle::of_game(game).or_else(|| Puzzle::of(game, self.found.matched())) else {
            return Ok(None);
        };
        let row = PyDict::new(py);
        row.set_item("fen", game.fen(puzzle.start))?;
        row.set_item("moves", puzzle.uci(game).split(' ').collect::<Vec<&str>>())?;
        row.set_item("san", puzzle.san(game, &mut MoveList::default()))?;
        Ok(Some(row))
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
        let game = self.found.game();
        let mut diagram = Diagram::new(self.found.board());
        if let Some(mv) = game.tree().move_to(self.position()) {
            diagram = diagram.last_move(Bitboard::from(mv.from) | Bitboard::from(mv.to));
        }
        diagram.title(self.fen()).to_svg()
    }

    fn _repr_html_(&self) -> String {
        format!(
            "<figure style=\"width:18em;margin:0\">{}<figcaption>{}</figcaption></figure>",
            self.svg(),
            escaped(&self.title())
        )
    }

    fn __repr__(&self) -> String {
        format!("<Match {}>", self.title())
    }
}

impl Match {
    fn names(&self) -> &ValueNames {
        &self.names[self.found.query()]
    }

    /// The players, the year and the move.
    fn title(&self) -> String {
        let tag = |name| self.found.game().tags().get(name).unwrap_or("?");
        let played = self.found.numbered_move().unwrap_or_else(|| "start".into());
        let game = self.found.game();
        format!("{} - {}, {}, game {}, {played}", tag("White"), tag("Black"), game.result().as_str(), game.number())
    }
}

/// A value of the library as an object of Python.
pub(crate) fn python_value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::None => py.None().into_bound(py),
        Value::True => true.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => number.into_pyobject(py)?.into_any(),
        Value::Text(text) => text.into_pyobject(py)?.into_any(),
        Value::Squares(squares) => squares.into_pyobject(py)?.into_any(),
        Value::Position(id) => id.into_pyobject(py)?.into_any(),
    })
}

/// Text as the content of an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
