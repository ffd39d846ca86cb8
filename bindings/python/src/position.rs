//! `tabiya.Position`: a position of a game, as predicates written in Python see it.

use crate::pickled::{self, Parts, Pickled};
use crate::{chess, pictures};
use pyo3::prelude::*;
use std::sync::Arc;
use tabiya::chess::{Color, MoveList};

/// A position of a game, as predicates written in Python see it.
///
/// Positions are equal if they are the same place in the same game, which a pickled one is not any more. Attributes are computed when
/// they are requested. In a notebook it is shown as a picture of the board.
#[pyclass(frozen, module = "tabiya")]
#[derive(Clone)]
pub(crate) struct Position {
    game: Arc<tabiya::Game>,
    id: u32,
}

impl Position {
    pub(crate) fn new(game: Arc<tabiya::Game>, id: u32) -> Position {
        Position { game, id }
    }

    fn is_stuck(&self) -> bool {
        self.game.tree().full().is_stuck(self.id, &mut MoveList::default())
    }
}

#[pymethods]
impl Position {
    /// The number of the position in its game: 0 for the initial one, those of the main line first.
    #[getter]
    fn id(&self) -> u32 {
        self.id
    }

    /// The number of moves by either side since the initial position.
    #[getter]
    fn ply(&self) -> u32 {
        self.game.tree().node(self.id).ply
    }

    /// True if White is to move, as in python-chess.
    #[getter]
    fn turn(&self) -> bool {
        self.game.tree().board(self.id).turn() == Color::White
    }

    /// The position in FEN, with its counters.
    #[getter]
    fn fen(&self) -> String {
        self.game.fen(self.id)
    }

    /// The move that led here, in SAN; `None` for the initial position.
    #[getter]
    pub(crate) fn san(&self) -> Option<String> {
        self.game.tree().move_to(self.id)?;
        let mut text = String::new();
        self.game.tree().write_san(self.id, &mut MoveList::default(), &mut text);
        Some(text)
    }

    /// The move that led here, as UCI writes it; `None` for the initial position.
    #[getter]
    fn uci(&self) -> Option<String> {
        self.game.tree().move_to(self.id).map(|mv| mv.uci())
    }

    /// The comment after the move, or before the first one.
    #[getter]
    fn comment(&self) -> Option<&str> {
        self.game.notes().comment(self.id)
    }

    /// The position before the move; `None` for the initial position.
    #[getter]
    fn parent(&self) -> Option<Position> {
        let parent = self.game.tree().full().parent(self.id)?;
        Some(Position::new(Arc::clone(&self.game), parent))
    }

    /// The positions that follow, that of the main line first.
    #[getter]
    fn children(&self) -> Vec<Position> {
        let children = self.game.tree().full().children(self.id);
        children.map(|id| Position::new(Arc::clone(&self.game), id)).collect()
    }

    /// True if the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.game.tree().full().is_check(self.id)
    }

    /// True if the side to move is checkmated.
    #[getter]
    fn is_mate(&self) -> bool {
        self.is_check() && self.is_stuck()
    }

    /// True if the side to move is not in check and has no legal move.
    #[getter]
    fn is_stalemate(&self) -> bool {
        !self.is_check() && self.is_stuck()
    }

    /// The position as a `chess.Board` of python-chess, without the moves before it.
    ///
    /// Raises:
    ///     ImportError: python-chess is not installed (`pip install chess`).
    fn to_chess<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        chess::board(py, &self.game, self.id)
    }

    /// The board as a picture in SVG, with the last move.
    fn svg(&self) -> String {
        pictures::board(&self.game, self.id)
    }

    fn _repr_html_(&self) -> String {
        let mv = self.game.numbered_move(self.id, &mut MoveList::default());
        pictures::figure(&self.svg(), if mv.is_empty() { "start" } else { &mv })
    }

    /// A position travels as its game and its number.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (u32, Parts)>> {
        Ok((py.import("tabiya._support")?.getattr("position")?, (self.id, pickled::parts(&self.game, None))))
    }

    fn __repr__(&self) -> String {
        format!("<Position {}: {}>", self.id, self.fen())
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.id == other.id && Arc::ptr_eq(&self.game, &other.game)
    }

    fn __hash__(&self) -> u64 {
        (Arc::as_ptr(&self.game) as usize as u64).rotate_left(17) ^ u64::from(self.id)
    }
}
