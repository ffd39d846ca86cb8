//! `tabiya.Search`: an answer that comes while it is read, as matches or as record batches.
//!
//! The objects of matches are made only when they are requested. Cells of tables are computed on the threads that
//! search, where the game is at hand (`QuerySet::map_rows`); the thread that gathers them appends them to columns.
//!
//! An answer can be read as often as its games can: files and bytes are searched again, and a table that was read to its
//! end is kept, for cells of notebooks are run again and DuckDB scans a table more than once. Each `for` is a reading of its
//! own, also behind one that was broken off, while `next` of the search goes on where it was. Streams are read once.
//!
//! `sort` puts the best games first here, and in the library only on request: a user of Python writes the query that
//! the command was given, and expects its answer. So `tabiya.search` sets `RunOptions::sort` unless `stream=True`. Both
//! keep what is found in memory, at most `limit` games of it: a match is a game, not text that could go to disk as the
//! command's results do.

use crate::found::{Common, Match};
use crate::games::Games;
use crate::reports::{raised, report};
use crate::running::{Running, Start};
use crate::tables::{self, Shelf, Source};
use arrow_array::RecordBatch;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tabiya::pipeline::{EachGame, MatchesIn, Message, RunOptions, Sources};
use tabiya::rows::{Batches, Cell, Choice, Columns};
use tabiya::{FileAccess, Files, Found, QuerySet, RunControl};

/// The number of matches that may wait to be taken. Each may keep a game in memory.
const MATCHES_AHEAD: usize = 256;

/// The number of rows that may wait: so many that the threads seldom wait for each other.
const ROWS_AHEAD: usize = 8192;

/// The text of the error if a search is read twice whose games can be read only once.
pub(crate) const READ_ALREADY: &str =
    "this search has been read already, and its games cannot be read once more; start another one";

/// The text of the error if two threads read the same matches.
pub(crate) const BUSY: &str =
    "another thread is reading these matches; let each thread have a reading of its own, as `iter(search)` gives it";

/// The text of the error if a search is read that was closed.
const CLOSED: &str = "this search was closed; start another one";

/// The instructions for the threads of a search, until they are started.
struct Plan {
    sources: Sources,
    task: Arc<Task>,
}

/// What all readings of a search do.
struct Task {
    set: QuerySet,
    options: RunOptions,
    how: How,
}

impl Plan {
    /// The name of the option by which a search gives rows instead of matches.
    fn rows_only(&self) -> Option<&'static str> {
        let how = &self.task.how;
        let words = [(how.steps, "rows=\"steps\""), (how.unmatched, "unmatched=True")];
        words.into_iter().find(|(is_set, _)| *is_set).map(|(_, word)| word)
    }

    /// The same for a further reading, if the games can be read once more.
    fn again(&self) -> Option<Box<Plan>> {
        Some(Box::new(Plan { sources: self.sources.again()?, task: Arc::clone(&self.task) }))
    }
}

/// What all readings of a search share.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// The rows, once a table has been read to its end.
    shelf: Shelf,
    /// The games searched by the last reading.
    games: Arc<AtomicU64>,
    /// The controls of all readings that may be under way.
    controls: Arc<Mutex<Vec<Weak<RunControl>>>>,
    /// True if the search was closed, with all its readings.
    closed: Arc<AtomicBool>,
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// The plan of a further reading, if the games can be read once more.
    fn again(&self) -> Option<Box<Plan>> {
        match self {
            State::Ready(plan) => plan.again(),
            State::Running(_, plan) | State::Waiting(plan) | State::Over(plan) => plan.as_ref()?.again(),
            State::Closed => None,
        }
    }
}

impl Shared {
    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// The same for a reading of its own.
    fn reading(&self, plan: Box<Plan>) -> Shared {
        Shared {
            state: Mutex::new(State::Ready(plan)),
            shelf: self.shelf.clone(),
            games: Arc::clone(&self.games),
            controls: Arc::clone(&self.controls),
            closed: Arc::clone(&self.closed),
        }
    }

    /// Starts a reading.
    fn start<T: Send + 'static>(
        &self,
        py: Python<'_>,
        plan: Plan,
        ahead: usize,
        search: impl FnOnce(&QuerySet, Sources, &RunOptions) -> Result<MatchesIn<T>, Message>,
    ) -> PyResult<Running<T>> {
        let Plan { sources, task } = plan;
        let Task { set, how, .. } = &*task;
        let control = Arc::new(how.time_limit.map_or_else(RunControl::new, RunControl::with_time_limit));
        let mut controls = lock(&self.controls);
        controls.retain(|control| control.strong_count() > 0);
        controls.push(Arc::downgrade(&control));
        drop(controls);
        let mut options = task.options.clone();
        options.search.control = control;
        let progress = how.progress.as_ref().map(|tell| tell.clone_ref(py));
        Running::start(Start { set, sources, options, games: &self.games, progress, ahead }, search)
    }
}

/// How far an answer has been read as an iterator.
#[derive(Default)]
enum State {
    Ready(Box<Plan>),
    /// Being read; with the plan for reading again.
    Running(Running<Found<Arc<tabiya::Game>>>, Option<Box<Plan>>),
    /// A thread waits for the next match.
    Waiting(Option<Box<Plan>>),
    /// Was read to its end.
    Over(Option<Box<Plan>>),
    #[default]
    Closed,
}

/// The results of a search, which come while they are read: an iterator over matches, or a table.
///
/// pyarrow, pandas, Polars and DuckDB read it as a table by Arrow's C stream interface, without a copy of the rows. It can
/// be read as often as its games can, as an iterator and as a table: each `for` and each table searches again, but a table that was
/// read to its end is kept, in a temporary file if it is large, unless `keep=False` was given. `next` goes on where it was.
/// `async for` reads without blocking. `close`, the end of a `with` block and the end of the object end its threads.
#[pyclass(module = "tabiya")]
pub(crate) struct Search {
    shared: Arc<Shared>,
    common: Arc<Common>,
    originals: Arc<HashMap<String, Py<PyAny>>>,
}

#[pymethods]
impl Search {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        iterator(Bound::new(py, self.reading(py)?)?.as_any())
    }

    pub(crate) fn __next__(&self, py: Python<'_>) -> PyResult<Option<Match>> {
        let mut state = lock(&self.shared.state);
        if let State::Ready(plan) = &*state
            && let Some(word) = plan.rows_only()
        {
            let text = format!("with {word} a search is a table: give it to pyarrow, pandas, Polars or DuckDB");
            return Err(PyValueError::new_err(text));
        }
        if self.shared.is_closed() {
            return Err(PyRuntimeError::new_err(CLOSED));
        }
        if matches!(&*state, State::Waiting(_)) {
            return Err(PyRuntimeError::new_err(BUSY));
        }
        // While this waits, nobody else may wait for the same matches.
        let again = state.again();
        let before = std::mem::replace(&mut *state, State::Waiting(again));
        drop(state);
        let (mut running, again) = match before {
            State::Ready(plan) => {
                let again = plan.again();
                let constituents = self.common.columns.need_constituents();
                let matches = |set: &QuerySet, sources: Sources, options: &RunOptions| {
                    let mut options = options.clone();
                    options.search.constituents = constituents;
                    set.matches_in(sources, &options)
                };
                match self.shared.start(py, *plan, MATCHES_AHEAD, matches) {
                    Ok(running) => (running, again),
                    Err(error) => return self.ended(again, error),
                }
            }
            State::Running(running, again) => (running, again),
            over @ (State::Over(_) | State::Waiting(_) | State::Closed) => {
                *lock(&self.shared.state) = over;
                return Ok(None);
            }
        };
        let next = match running.next(py) {
            Ok(next) => next,
            Err(error) => return self.ended(again, error),
        };
        let mut state = lock(&self.shared.state);
        if self.shared.is_closed() {
            return Err(PyRuntimeError::new_err(CLOSED));
        }
        let Some(item) = next else {
            *state = State::Over(again);
            drop(state);
            let summary = running.summary(py);
            return summary.map_or(Ok(None), |summary| report(py, &summary).map(|()| None));
        };
        *state = State::Running(running, again);
        drop(state);
        let found = item.map_err(|message| raised(&message))?;
        let original = found.file().and_then(|file| self.originals.get(file)).map(|one| one.clone_ref(py));
        Ok(Some(Match::new(found, Arc::clone(&self.common), original)))
    }

    fn __aiter__(&self, py: Python<'_>) -> PyResult<Search> {
        self.reading(py)
    }

    fn __anext__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        py.import("tabiya._support")?.call_method1("following", (slf,))
    }

    /// The number of games searched so far, by the last reading.
    #[getter]
    fn games(&self) -> u64 {
        self.shared.games.load(Ordering::Relaxed)
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
        if let Some(kept) = self.shared.shelf.stream(py, requested_schema.as_ref()) {
            return kept;
        }
        let (rows, keep) = match &*lock(&self.shared.state) {
            State::Ready(plan)
            | State::Running(_, Some(plan))
            | State::Waiting(Some(plan))
            | State::Over(Some(plan)) => (Rows::new(&self.shared, &self.common, plan.again()), plan.task.how.keep),
            State::Closed => return Err(PyRuntimeError::new_err(CLOSED)),
            State::Running(_, None) | State::Waiting(None) | State::Over(None) => {
                return Err(PyRuntimeError::new_err(READ_ALREADY));
            }
        };
        let schema = rows.batches.schema();
        tables::stream(py, rows, &schema, keep.then_some(&self.shared.shelf), requested_schema)
    }

    /// Ends the search and its threads. Matches that have not been read are lost.
    fn close(&self) {
        self.shared.closed.store(true, Ordering::Relaxed);
        lock(&self.shared.controls)
            .drain(..)
            .filter_map(|control| control.upgrade())
            .for_each(|control| control.stop());
        self.shared.shelf.clear();
        *lock(&self.shared.state) = State::Closed;
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        let state = match &*lock(&self.shared.state) {
            State::Ready(_) => "not read yet",
            State::Running(..) | State::Waiting(_) => "is being read",
            State::Over(_) => "read",
            State::Closed => "closed",
        };
        format!("<Search, {state}, {} games>", self.games())
    }
}

/// An iterator over what an object gives next, which is itself where Python wants an iterator.
pub(crate) fn iterator<'py>(reading: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = reading.py();
    py.import("builtins")?.call_method1("iter", (reading.getattr("__next__")?, py.None()))
}

impl Search {
    /// The search for a reading of its own; of games that can be read only once there is one.
    fn reading(&self, py: Python<'_>) -> PyResult<Search> {
        if self.shared.is_closed() {
            return Err(PyRuntimeError::new_err(CLOSED));
        }
        let state = lock(&self.shared.state);
        let shared = match (state.again(), &*state) {
            (Some(plan), _) => Arc::new(self.shared.reading(plan)),
            (None, State::Over(_)) => return Err(PyRuntimeError::new_err(READ_ALREADY)),
            (None, _) => Arc::clone(&self.shared),
        };
        let originals = self.originals.iter().map(|(file, game)| (file.clone(), game.clone_ref(py))).collect();
        Ok(Search { shared, common: Arc::clone(&self.common), originals: Arc::new(originals) })
    }

    /// Ends a reading by an exception that is not one of the games'.
    fn ended(&self, again: Option<Box<Plan>>, error: PyErr) -> PyResult<Option<Match>> {
        let mut state = lock(&self.shared.state);
        if !self.shared.is_closed() {
            *state = State::Over(again);
        }
        Err(error)
    }
}

/// The rows of a search, batch by batch. The search starts when the first batch is requested: some libraries ask for a
/// stream only to see its columns, and for another one to read it.
struct Rows {
    shared: Arc<Shared>,
    /// The plan of this reading; without one, that of the search is taken, which is the only one.
    plan: Option<Box<Plan>>,
    common: Arc<Common>,
    batches: Batches,
    running: Option<Running<Vec<Cell<'static>>>>,
    /// True if there is nothing more to come.
    over: bool,
}

impl Rows {
    fn new(shared: &Arc<Shared>, common: &Arc<Common>, own: Option<Box<Plan>>) -> Rows {
        let (shared, common) = (Arc::clone(shared), Arc::clone(common));
        Rows { shared, plan: own, batches: Batches::new(&common.columns), common, running: None, over: false }
    }

    /// Starts the search.
    fn start(&mut self, py: Python<'_>) -> PyResult<Running<Vec<Cell<'static>>>> {
        let plan = self.take_plan()?;
        let common = Arc::clone(&self.common);
        self.shared.start(py, *plan, ROWS_AHEAD, |set, sources, options| {
            let mut options = options.clone();
            options.search.constituents = common.columns.need_constituents();
            let values = Arc::clone(&common);
            set.map_rows(sources, &options, &common.columns, move |row, moves| values.columns.values(row, moves))
        })
    }

    fn take_plan(&mut self) -> PyResult<Box<Plan>> {
        let mut state = lock(&self.shared.state);
        match (self.plan.take(), &*state) {
            _ if self.shared.is_closed() => Err(PyRuntimeError::new_err(CLOSED)),
            (_, State::Closed) => Err(PyRuntimeError::new_err(CLOSED)),
            (Some(plan), _) => Ok(plan),
            (None, State::Ready(_)) => match std::mem::replace(&mut *state, State::Over(None)) {
                State::Ready(plan) => Ok(plan),
                _ => unreachable!("it has just been looked at"),
            },
            (None, State::Running(..) | State::Waiting(_) | State::Over(_)) => {
                Err(PyRuntimeError::new_err(READ_ALREADY))
            }
        }
    }
}

impl Source for Rows {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        if self.running.is_none() && !self.over {
            self.running = Some(self.start(py)?);
        }
        while let Some(running) = &mut self.running
            && !self.batches.is_full()
        {
            match running.next(py)? {
                Some(Ok(row)) => self.batches.push_cells(row),
                Some(Err(message)) => return Err(raised(&message)),
                None => {
                    let summary = running.summary(py);
                    (self.running, self.over) = (None, true);
                    summary.map_or(Ok(()), |summary| report(py, &summary))?;
                }
            }
        }
        Ok((self.batches.rows() > 0).then(|| self.batches.finish()))
    }
}

/// How a search is run.
#[derive(Default)]
pub(crate) struct How {
    pub(crate) columns: Option<Vec<String>>,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) limit: Option<u64>,
    /// The matches that are kept of each game.
    pub(crate) each_game: EachGame,
    /// The games of each file that are searched.
    pub(crate) game_range: Option<RangeInclusive<u64>>,
    /// True if `sort` leaves the order alone.
    pub(crate) stream: bool,
    /// True if there is a row for each position of a sequence.
    pub(crate) steps: bool,
    /// True if a table that was read to its end is kept.
    pub(crate) keep: bool,
    /// True if the games are given in which nothing matches.
    pub(crate) unmatched: bool,
    /// The time after which the search ends.
    pub(crate) time_limit: Option<Duration>,
    /// The function that is told of the progress.
    pub(crate) progress: Option<Py<PyAny>>,
    /// What `readfile` may open.
    pub(crate) files: FileAccess,
}

impl How {
    /// The options of the run.
    pub(crate) fn options(&self) -> RunOptions {
        let mut options = RunOptions {
            threads: self.threads,
            limit: self.limit,
            sort: !self.stream,
            each_game: self.each_game,
            games: self.game_range.clone(),
            ..RunOptions::default()
        };
        options.search.files = opener(&self.files);
        options
    }
}

/// What opens the files of a query; `None` if it may open none.
pub(crate) fn opener(files: &FileAccess) -> Option<Arc<dyn Files>> {
    (!files.is_none()).then(|| Arc::new(files.clone()) as _)
}

/// The columns of the table.
pub(crate) fn columns_of(set: &QuerySet, how: &How) -> PyResult<Columns> {
    let (names, steps, queries) = (how.columns.as_deref(), how.steps, set.queries().len());
    if steps && how.unmatched {
        return Err(PyValueError::new_err("games in which nothing matches have no steps"));
    }
    if steps && !(0..queries).any(|query| set.has_paths(query)) {
        let text = "rows=\"steps\" needs `next`, `previous`, `line` or `path` among the conditions of the query";
        return Err(PyValueError::new_err(text));
    }
    let columns = Columns::new(&Choice { names, steps, ..Choice::of(set) });
    columns.map_err(|error| PyValueError::new_err(format!("{error}; {}", error.help())))
}

/// Prepares a search; it starts when the first match is requested.
pub(crate) fn start(set: &QuerySet, columns: Columns, games: Games, how: How) -> Search {
    let Games { sources, originals } = games;
    let plan = Plan { sources, task: Arc::new(Task { set: set.clone(), options: how.options(), how }) };
    let shared = Shared { state: Mutex::new(State::Ready(Box::new(plan))), ..Shared::default() };
    Search { shared: Arc::new(shared), common: Arc::new(Common::new(set, columns)), originals }
}
