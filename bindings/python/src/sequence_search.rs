//! `tabiya.SequenceSearch`: the matches of a sequence in many games, as an iterator and as a table.

use crate::errors::SearchError;
use crate::found::sequence_match;
use crate::game::Game;
use crate::pickled::Pickled;
use crate::pictures;
use crate::position::Position;
use crate::query::{Options, Query};
use crate::reports::{raised, report};
use crate::running::{Running, Start};
use crate::search::{BUSY, READ_ALREADY, iterator};
use crate::sequence_engine::{Compiled, Ids, Memory};
use crate::tables::{self, Shelf, Source};
use arrow_array::RecordBatch;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tabiya::chess::MoveList;
use tabiya::pipeline::{RunOptions, Sources};
use tabiya::rows::{Batches, Choice, Columns, Row, Subject};
use tabiya::{Found, QuerySet, RunControl};

/// The columns of the table by default.
const COLUMNS: [&str; 14] = [
    "file",
    "game",
    "position",
    "ply",
    "white",
    "black",
    "date",
    "event",
    "result",
    "start",
    "end",
    "length",
    "moves",
    "uci_moves",
];

/// The number of games that may wait to be taken.
const AHEAD: usize = 256;

/// What the readings of a search have in common.
struct Task {
    compiled: Arc<Compiled>,
    /// Finds every game.
    all: QuerySet,
    options: RunOptions,
    /// The number of games with matches after which a reading ends.
    limit: Option<u64>,
    progress: Option<Py<PyAny>>,
}

/// A game with the matches in it.
type InGame = (Arc<tabiya::Game>, Option<Arc<str>>, Vec<Ids>);

/// One reading: what the threads send.
enum Reading {
    /// Of queries: matches, or why a query failed in a game.
    Queries(Running<Result<Option<InGame>, String>>),
    /// With functions: games, which are searched where they are taken.
    Functions(Running<Found<Arc<tabiya::Game>>>, Box<Memory>),
}

impl Reading {
    /// [`Running::end_progress`].
    fn end_progress(&mut self, py: Python<'_>) -> PyResult<()> {
        match self {
            Reading::Queries(running) => running.end_progress(py),
            Reading::Functions(running, _) => running.end_progress(py),
        }
    }
}

impl Task {
    fn start(&self, py: Python<'_>, sources: Sources) -> PyResult<Reading> {
        let mut options = self.options.clone();
        options.search.control = Arc::new(RunControl::new());
        let progress = self.progress.as_ref().map(|tell| tell.clone_ref(py));
        let start = Start { set: &self.all, sources, options, games: &Arc::default(), progress, ahead: AHEAD };
        if self.compiled.has_functions() {
            let running = Running::start(start, |set, sources, options| set.matches_in(sources, options))?;
            return Ok(Reading::Functions(running, Box::default()));
        }
        let (compiled, memories) = (Arc::clone(&self.compiled), Mutex::new(Vec::<Memory>::new()));
        let matches = move |found: Found<&tabiya::Game>| {
            let mut memory = lock(&memories).pop().unwrap_or_default();
            let paths = compiled.run_queries(found.game(), &mut memory);
            lock(&memories).push(memory);
            let paths = paths.map_err(|error| error.to_string())?;
            let some =
                (!paths.is_empty()).then(|| (Arc::new(found.game().clone()), found.file().map(Arc::from), paths));
            Ok(some)
        };
        Ok(Reading::Queries(Running::start(start, |set, sources, options| set.map(sources, options, matches))?))
    }

    /// The matches of the next game in which there are any.
    fn next(&self, py: Python<'_>, reading: &mut Reading) -> PyResult<Option<InGame>> {
        loop {
            let (next, summary) = match reading {
                Reading::Queries(running) => match running.next(py)? {
                    Some(Ok(made)) => (made.map_err(SearchError::new_err)?, None),
                    Some(Err(message)) => return Err(raised(&message)),
                    None => (None, Some(running.summary(py))),
                },
                Reading::Functions(running, memory) => match running.next(py)? {
                    Some(Ok(found)) => {
                        let (file, game) = (found.file().map(Arc::from), found.into_game());
                        let paths = self.compiled.run(py, &game, memory)?;
                        ((!paths.is_empty()).then_some((game, file, paths)), None)
                    }
                    Some(Err(message)) => return Err(raised(&message)),
                    None => (None, Some(running.summary(py))),
                },
            };
            match (next, summary) {
                (Some(found), _) => return Ok(Some(found)),
                (None, None) => {}
                (None, Some(summary)) => {
                    summary.map_or(Ok(()), |summary| report(py, &summary))?;
                    return Ok(None);
                }
            }
        }
    }
}

fn lock<T>(one: &Mutex<T>) -> MutexGuard<'_, T> {
    one.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The matches of a sequence in many games: an iterator, and a table for pyarrow, pandas, Polars and DuckDB. It can be read as often
/// as its games can, as a `Search` can.
#[pyclass(module = "tabiya")]
pub(crate) struct SequenceSearch {
    task: Arc<Task>,
    columns: Arc<Columns>,
    /// The games of the next reading.
    sources: Arc<Mutex<Option<Sources>>>,
    /// The rows, once the table has been read to its end.
    shelf: Shelf,
    /// How far it was read with `next`.
    reading: Arc<Mutex<Option<Matches>>>,
}

/// The matches of a reading, one by one.
struct Matches {
    task: Arc<Task>,
    /// Until it is over.
    reading: Option<Reading>,
    /// The number of games with matches that are still wanted.
    left: u64,
    game: Option<(Arc<tabiya::Game>, Option<Arc<str>>)>,
    found: std::vec::IntoIter<Ids>,
}

impl Matches {
    fn start(py: Python<'_>, task: &Arc<Task>, sources: &Mutex<Option<Sources>>) -> PyResult<Matches> {
        let mut left = lock(sources);
        let now = left.take().ok_or_else(|| PyRuntimeError::new_err(READ_ALREADY))?;
        *left = now.again();
        drop(left);
        let (reading, left) = (Some(task.start(py, now)?), task.limit.unwrap_or(u64::MAX));
        Ok(Matches { task: Arc::clone(task), reading, left, game: None, found: Vec::new().into_iter() })
    }

    fn next(&mut self, py: Python<'_>) -> PyResult<Option<SequenceMatch>> {
        loop {
            if let (Some((game, file)), Some(ids)) = (&self.game, self.found.next()) {
                return Ok(Some(SequenceMatch::new(game, file.clone(), ids)));
            }
            let Some(reading) = &mut self.reading else {
                return Ok(None);
            };
            let next =
                if self.left > 0 { self.task.next(py, reading)? } else { reading.end_progress(py).map(|()| None)? };
            match next {
                Some((game, file, paths)) => {
                    (self.game, self.found) = (Some((game, file)), paths.into_iter());
                    self.left -= 1;
                }
                None => self.reading = None,
            }
        }
    }
}

impl SequenceSearch {
    pub(crate) fn new(
        py: Python<'_>,
        compiled: Compiled,
        sources: Sources,
        columns: Option<Vec<String>>,
        threads: Option<NonZeroUsize>,
        limit: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<SequenceSearch> {
        let all = Query::read(py, "initial", &Options { variations: Some(false), ..Options::default() })?.set;
        let names = columns.unwrap_or_else(|| COLUMNS.map(str::to_owned).to_vec());
        let columns = Columns::new(&Choice { names: Some(&names), ..Choice::of(&all) })
            .map_err(|error| PyValueError::new_err(format!("{error}; {}", error.help())))?;
        let options = RunOptions { threads, ..RunOptions::default() };
        let task = Task { compiled: Arc::new(compiled), all, options, limit, progress };
        let sources = Arc::new(Mutex::new(Some(sources)));
        Ok(SequenceSearch {
            task: Arc::new(task),
            columns: Arc::new(columns),
            sources,
            shelf: Shelf::default(),
            reading: Arc::default(),
        })
    }
}

#[pymethods]
impl SequenceSearch {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let of = |sources, reading| SequenceSearch {
            task: Arc::clone(&self.task),
            columns: Arc::clone(&self.columns),
            sources,
            shelf: self.shelf.clone(),
            reading,
        };
        let again = lock(&self.sources).as_ref().and_then(Sources::again);
        let search = match again {
            Some(sources) => of(Arc::new(Mutex::new(Some(sources))), Arc::default()),
            None => {
                // Of games that can be read only once, and have been, there is none.
                if let Ok(mut reading) = self.reading.try_lock() {
                    reading.take_if(|matches| matches.reading.is_none());
                }
                of(Arc::clone(&self.sources), Arc::clone(&self.reading))
            }
        };
        iterator(Bound::new(py, search)?.as_any())
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<SequenceMatch>> {
        // Who waits for a match lets others run Python, and would keep them waiting here for ever.
        let mut reading = self.reading.try_lock().map_err(|_| PyRuntimeError::new_err(BUSY))?;
        let matches = match &mut *reading {
            Some(matches) => matches,
            none => none.insert(Matches::start(py, &self.task, &self.sources)?),
        };
        matches.next(py)
    }

    /// The table as a stream of Arrow's C interface, with one row for each match; libraries call it.
    ///
    /// Raises:
    ///     RuntimeError: The search has been read already, and its games cannot be read once more.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        if let Some(kept) = self.shelf.stream(py, requested_schema.as_ref()) {
            return kept;
        }
        let batches = Batches::new(&self.columns);
        let schema = batches.schema();
        let (task, columns, sources) = (Arc::clone(&self.task), Arc::clone(&self.columns), Arc::clone(&self.sources));
        let rows = Rows { task, columns, sources, matches: None, batches, moves: MoveList::default() };
        tables::stream(py, rows, &schema, Some(&self.shelf), requested_schema)
    }
}

/// The rows of a reading, batch by batch. It starts when the first batch is requested.
struct Rows {
    task: Arc<Task>,
    columns: Arc<Columns>,
    sources: Arc<Mutex<Option<Sources>>>,
    matches: Option<Matches>,
    batches: Batches,
    /// Memory that is used again.
    moves: MoveList,
}

impl Source for Rows {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        let matches = match &mut self.matches {
            Some(matches) => matches,
            None => self.matches.insert(Matches::start(py, &self.task, &self.sources)?),
        };
        while !self.batches.is_full()
            && let Some(found) = matches.next(py)?
        {
            let matched = sequence_match(found.ids[0], found.ids.clone());
            let file = found.file.as_deref().unwrap_or_default();
            let row = Row { query: "sequence", subject: Subject::Match(&matched), ..Row::of_game(file, &found.game) };
            self.batches.push(&self.columns, &row, &mut self.moves);
        }
        Ok((self.batches.rows() > 0).then(|| self.batches.finish()))
    }
}

/// A place where a sequence was found: a path of one or more positions. `len` gives their number.
///
/// In a notebook it is shown as pictures of its first and its last position.
#[pyclass(frozen, module = "tabiya")]
pub(crate) struct SequenceMatch {
    game: Arc<tabiya::Game>,
    file: Option<Arc<str>>,
    /// The ids of its positions, from first to last.
    ids: Vec<u32>,
}

impl SequenceMatch {
    pub(crate) fn new(game: &Arc<tabiya::Game>, file: Option<Arc<str>>, ids: Ids) -> SequenceMatch {
        SequenceMatch { game: Arc::clone(game), file, ids }
    }
}

#[pymethods]
impl SequenceMatch {
    /// The game that the sequence is in.
    #[getter]
    fn game(&self) -> Game {
        Game::new(Arc::clone(&self.game), self.file.clone(), None)
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

    fn _repr_html_(&self) -> String {
        let shown = [0, self.ids.len() - 1].map(|place| self.ids[place]);
        let shown = if self.ids.len() == 1 { &shown[..1] } else { &shown };
        let boards = shown.iter().map(|&id| {
            let mv = self.game.numbered_move(id, &mut MoveList::default());
            pictures::figure(&pictures::board(&self.game, id), if mv.is_empty() { "start" } else { &mv })
        });
        format!("<div style=\"display:flex;gap:1em\">{}</div>", boards.collect::<String>())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Game, Vec<u32>)>> {
        Ok((py.import("tabiya._support")?.getattr("sequence_match")?, (self.game(), self.ids.clone())))
    }

    /// A match that was pickled.
    #[staticmethod]
    fn _pickled(game: &Game, ids: Vec<u32>) -> SequenceMatch {
        SequenceMatch { game: Arc::clone(&game.game), file: game.file.clone(), ids }
    }

    /// The number of positions.
    fn __len__(&self) -> usize {
        self.ids.len()
    }

    fn __repr__(&self) -> String {
        format!("<SequenceMatch of {} positions, game {}>", self.ids.len(), self.game.number())
    }
}
