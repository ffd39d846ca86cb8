//! Chess engines that speak UCI, for queries and alone.

use pyo3::exceptions::{PyFileNotFoundError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tabiya::chess::{Move, fen};
use tabiya::uci::{SearchLimit, UciEngine};
use tabiya::{ChessEngine, Score};

/// A chess engine that speaks UCI, such as Stockfish, as a program of its own. It is started when it is first queried, and once
/// more for each thread that asks meanwhile; it ends with the last query that may ask it.
///
/// Args:
///     program: The path of the program, or its name in a folder of `PATH`. `FileNotFoundError` is raised if it is not there.
///     nodes: The number of nodes per position; by default 100,000.
///     depth: The depth in plies instead.
///     time: The seconds per position instead. Values then differ from run to run.
///     options: Options of the engine with their values, such as `{"SyzygyPath": "tables"}`.
///
/// Answers are kept as long as the engine: a position is evaluated once.
#[pyclass(module = "tabiya", frozen)]
pub(crate) struct Engine {
    engine: Arc<UciEngine>,
    /// How it was made, as Python writes it.
    shown: String,
}

impl Engine {
    /// The engine, for queries.
    pub(crate) fn shared(&self) -> Arc<dyn ChessEngine> {
        self.engine.clone()
    }
}

/// Asks an engine, as long as Python's signals let it.
fn heeding_signals<T: Send>(
    py: Python<'_>,
    ask: impl FnOnce(&dyn Fn() -> bool) -> Result<T, String> + Send,
) -> PyResult<T> {
    let raised: OnceLock<PyErr> = OnceLock::new();
    let halted = || {
        let checked = || Python::attach(|py| py.check_signals());
        raised.get().is_some() || checked().is_err_and(|error| raised.set(error).is_ok())
    };
    let answer = py.detach(|| ask(&halted));
    raised.into_inner().map_or_else(|| answer.map_err(PyRuntimeError::new_err), Err)
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (program, *, nodes=None, depth=None, time=None, options=None))]
    fn new(
        py: Python<'_>,
        program: PathBuf,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
        options: Option<BTreeMap<String, String>>,
    ) -> PyResult<Engine> {
        let limit = match (nodes, depth, time) {
            (None, None, None) => Some(SearchLimit::default()),
            (Some(nodes), None, None) if nodes > 0 => Some(SearchLimit::Nodes(nodes)),
            (None, Some(depth), None) if depth > 0 => Some(SearchLimit::Depth(depth)),
            (None, None, Some(time)) if time > 0.0 => Duration::try_from_secs_f64(time).ok().map(SearchLimit::Time),
            _ => None,
        };
        let limit = limit.ok_or_else(|| PyValueError::new_err("give one of nodes, depth and time, greater than 0"))?;
        let options = options.unwrap_or_default();
        if options.iter().flat_map(|(name, value)| [name, value]).any(|text| text.contains(['\n', '\r', '\t'])) {
            return Err(PyValueError::new_err("options have neither tabs nor line breaks"));
        }
        if py.import("shutil")?.call_method1("which", (&program,))?.is_none() {
            let text = format!("the chess engine {} is no program that can be run", program.display());
            return Err(PyFileNotFoundError::new_err(text));
        }
        let shown = match (nodes, depth, time) {
            (Some(nodes), ..) => format!(", nodes={nodes}"),
            (_, Some(depth), _) => format!(", depth={depth}"),
            (.., Some(time)) => format!(", time={time}"),
            _ => String::new(),
        };
        let named = if options.is_empty() { "" } else { ", options=..." };
        let shown = format!("Engine({:?}{shown}{named})", program.display().to_string());
        Ok(Engine { engine: Arc::new(UciEngine::new(program, limit, options)), shown })
    }

    /// What the engine calls itself, such as `Stockfish 15.1`.
    ///
    /// Raises:
    ///     RuntimeError: It cannot be started, or does not speak UCI.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        heeding_signals(py, |halted| self.engine.name_unless(halted).map(str::to_owned))
    }

    /// The best lines from a position, the best first.
    ///
    /// Args:
    ///     fen: The position.
    ///     lines: The greatest number of lines, which begin with different moves.
    ///
    /// Returns:
    ///     One dictionary for each line: `cp`, the score of the side to move in hundredths of a pawn (10,000 for mate), `mate`,
    ///     the moves to it (negative if the side to move is mated) or `None`, and `moves` as UCI writes them. An empty list
    ///     if no game can be played from there.
    ///
    /// Raises:
    ///     ValueError: The position cannot be read, or the number of lines is not from 1 to 255.
    ///     RuntimeError: The engine does not answer.
    #[pyo3(signature = (fen, lines=1))]
    fn evaluate<'py>(&self, py: Python<'py>, fen: &str, lines: u8) -> PyResult<Vec<Bound<'py, PyDict>>> {
        if lines == 0 {
            return Err(PyValueError::new_err("lines is a number from 1 to 255"));
        }
        let board = fen::parse(fen).map_err(|wrong| PyValueError::new_err(format!("{fen:?}: {wrong}")))?.board;
        let found = heeding_signals(py, |halted| self.engine.lines(&board, lines, halted))?;
        let dictionary = |line: tabiya::EngineLine| {
            let entry = PyDict::new(py);
            entry.set_item("cp", line.score.centipawns())?;
            entry.set_item("mate", if let Score::Mate(moves) = line.score { Some(moves) } else { None })?;
            entry.set_item("moves", line.moves.iter().map(Move::uci).collect::<Vec<_>>())?;
            Ok(entry)
        };
        found.into_iter().flatten().map(dictionary).collect()
    }

    fn __repr__(&self) -> String {
        self.shown.clone()
    }
}
