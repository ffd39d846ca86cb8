//! `tabiya.Search`: an answer that comes while it is read, as matches or as record batches.
//!
//! There is a thread between the search and Python: `MatchesIn` belongs to one thread, and waiting for its next match
//! may take as long as a game does. That thread puts matches into a channel of 256 (8,192 for rows); `next` waits for
//! the channel with the GIL released, and looks for signals every 50 ms. So Ctrl-C, `close` and the end of an object
//! work while a search is busy, and other threads of Python run. The objects of matches are made only when they are
//! asked for. Cells of tables are computed on the threads that search, where the game is at hand (`QuerySet::map`); the
//! thread that gathers them appends them to columns.
//!
//! `sort` puts the best games first here, and in the library only on request: a user of Python writes the query that
//! the command was given, and expects its answer. So `tabiya.search` sets `RunOptions::sort` unless `stream=True`. Both
//! keep what is found in memory, at most `limit` games of it: a match is a game, not text that could go to disk as the
//! command's results do.

use crate::errors::{GamesError, GamesWarning, QueryWarning, SearchError, warn};
use crate::found::{Match, ValueNames};
use crate::games::{self, Games};
use crate::resources::in_python;
use crate::{tables, waiting};
use arrow_array::{ArrayRef, StructArray};
use arrow_schema::ArrowError;
use crossbeam_channel::{Receiver, Sender, bounded};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tabiya::pipeline::{MatchesIn, Message, Printer, RunOptions, RunSummary, SecondLook, Sources};
use tabiya::rows::{Batches, Cell, Choice, Columns};
use tabiya::syntax::Severity;
use tabiya::{FileAccess, Files, Found, QuerySet, RunControl, printable};

/// The number of matches that may wait to be taken. Each may keep a game in memory.
const MATCHES_AHEAD: usize = 256;

/// The number of rows that may wait: so many that the threads seldom wait for each other.
const ROWS_AHEAD: usize = 8192;

/// The text of the error if a search is read twice.
const READ_ALREADY: &str = "this search has been read already; start another one";

/// The text of the error if a search is read that was closed before its end.
const CLOSED: &str = "this search was closed before its end; start another one";

/// What the thread of a search sends.
enum Item<T> {
    Found(T),
    Error(Message),
    /// A line that the filter `message` prints.
    Line(String),
}

/// A search that is under way on threads of its own.
struct Running<T> {
    items: Receiver<Item<T>>,
    control: Arc<RunControl>,
    thread: Option<JoinHandle<RunSummary>>,
}

impl<T: Send + 'static> Running<T> {
    /// Starts the threads with what makes the matches of a plan. `ahead` is the number of items that may wait to be taken.
    fn start(
        plan: Plan,
        search: impl FnOnce(&QuerySet, Sources, &RunOptions) -> Result<MatchesIn<T>, Message>,
        (control, games): (&Arc<RunControl>, &Arc<AtomicU64>),
        ahead: usize,
    ) -> PyResult<Running<T>> {
        let (sender, items) = bounded(ahead);
        let Plan { set, games: Games { sources, .. }, mut options, .. } = plan;
        let lines = sender.clone();
        options.printer = Some(Printer::new(move |line| drop(lines.send(Item::Line(line.to_owned())))));
        let again = SecondLook::new(&set, &sources, &options);
        let matches = search(&set, sources, &options).map_err(|message| raised(&message))?;
        let games = Arc::clone(games);
        let work = move || hand_over(matches, again, &sender, &games);
        let thread = std::thread::Builder::new().name("tabiya".into()).spawn(work);
        let thread = Some(thread.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
        Ok(Running { items, control: Arc::clone(control), thread })
    }

    /// The next match or error; `None` after the last one. Lines before it are printed. Others may run Python meanwhile, and
    /// signals are attended to.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Result<T, Message>>> {
        loop {
            match waiting::next(py, &self.items).inspect_err(|_| self.control.stop())? {
                Some(Item::Line(line)) => print(py, &line).inspect_err(|_| self.control.stop())?,
                Some(Item::Found(found)) => return Ok(Some(Ok(found))),
                Some(Item::Error(message)) => return Ok(Some(Err(message))),
                None => return Ok(None),
            }
        }
    }

    /// What sums up the search, once it has ended by itself.
    fn summary(&mut self, py: Python<'_>) -> Option<RunSummary> {
        let thread = self.thread.take()?;
        py.detach(|| thread.join().ok())
    }
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// Prints a line as Python does, made safe for a terminal.
pub(crate) fn print(py: Python<'_>, line: &str) -> PyResult<()> {
    py.import("builtins")?.call_method1("print", (&*printable::lines(line),)).map(drop)
}

/// Sends what is found until nobody takes it any more. If nothing is found, the games are looked at once more.
fn hand_over<T: Send + 'static>(
    mut matches: MatchesIn<T>,
    again: Option<SecondLook>,
    sender: &Sender<Item<T>>,
    games: &AtomicU64,
) -> RunSummary {
    while let Some(item) = matches.next() {
        games.store(matches.summary().games, Ordering::Relaxed);
        if sender.send(item.map_or_else(Item::Error, Item::Found)).is_err() {
            break;
        }
    }
    let mut summary = matches.summary().clone();
    games.store(summary.games, Ordering::Relaxed);
    if summary.games > 0 && summary.matched == 0 && summary.error.is_none() {
        summary.messages.extend(again.into_iter().flat_map(SecondLook::look));
    }
    summary
}

/// The exception for an error of a run.
pub(crate) fn raised(message: &Message) -> PyErr {
    let text = in_python(&message.to_string());
    // What the caller asked for is not wrong with the games.
    if message.game.is_some() || message.code == "time-limit" {
        SearchError::new_err(text)
    } else {
        GamesError::new_err(text)
    }
}

/// The instructions for the threads of a search, until they are started.
struct Plan {
    set: QuerySet,
    games: Games,
    options: RunOptions,
    /// The names of the columns of rows, if they are chosen.
    names: Option<Vec<String>>,
    /// True if there is a row for each position of a sequence.
    steps: bool,
    /// True if the games are given in which nothing matches: they are rows without a position.
    unmatched: bool,
}

impl Plan {
    /// The word for a search whose results are rows and no matches.
    fn rows_only(&self) -> Option<&'static str> {
        let words = [(self.steps, "rows=\"steps\""), (self.unmatched, "unmatched=True")];
        words.into_iter().find(|(is_set, _)| *is_set).map(|(_, word)| word)
    }
}

/// The results of a search, which come while they are read: an iterator over matches, or a table.
///
/// pyarrow, pandas, Polars and DuckDB read it as a table by Arrow's C stream interface, without a copy of the rows. It is
/// read once, either as an iterator or as a table. `close`, the end of a `with` block and the end of the object end its threads.
#[pyclass(module = "tabiya")]
pub(crate) struct Search {
    state: Arc<Mutex<State>>,
    names: Arc<ValueNames>,
    originals: Arc<HashMap<String, Py<PyAny>>>,
    games: Arc<AtomicU64>,
    control: Arc<RunControl>,
}

enum State {
    Ready(Box<Plan>),
    Running(Running<Found<Arc<tabiya::Game>>>),
    Over,
    Closed,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Search {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

#[pymethods]
impl Search {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    pub(crate) fn __next__(&self, py: Python<'_>) -> PyResult<Option<Match>> {
        if let State::Ready(plan) = &*self.state()
            && let Some(word) = plan.rows_only()
        {
            let text = format!("with {word} a search is a table: give it to pyarrow, pandas, Polars or DuckDB");
            return Err(PyValueError::new_err(text));
        }
        let state = std::mem::replace(&mut *self.state(), State::Over);
        let mut running = match state {
            State::Ready(plan) => self.start(*plan)?,
            State::Running(running) => running,
            State::Over => return Ok(None),
            State::Closed => {
                *self.state() = State::Closed;
                return Err(PyRuntimeError::new_err(CLOSED));
            }
        };
        // While this waits, the state says that it is over: nobody else may wait for the same matches.
        let next = running.next(py)?;
        match next {
            None => {
                let summary = running.summary(py);
                summary.map_or(Ok(()), |summary| report(py, &summary))?;
                Ok(None)
            }
            Some(item) => {
                *self.state() = State::Running(running);
                let found = item.map_err(|message| raised(&message))?;
                let original = found.file().and_then(|file| self.originals.get(file)).map(|one| one.clone_ref(py));
                Ok(Some(Match::new(found, Arc::clone(&self.names), original)))
            }
        }
    }

    /// The number of games searched so far.
    #[getter]
    fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// The table as a stream of Arrow's C interface, with one row for each match; libraries call it.
    ///
    /// Raises:
    ///     RuntimeError: The search has been read already.
    ///     ValueError: A name in `columns` is unknown.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let state = self.state();
        let plan = match &*state {
            State::Ready(plan) => plan,
            State::Closed => return Err(PyRuntimeError::new_err(CLOSED)),
            State::Running(_) | State::Over => return Err(PyRuntimeError::new_err(READ_ALREADY)),
        };
        let rows = Rows::new(self, plan)?;
        let schema = rows.batches.schema();
        tables::stream(py, rows, &schema, requested_schema)
    }

    /// Ends the search and its threads. What has not been read can no longer be.
    fn close(&self) {
        self.control.stop();
        let mut state = self.state();
        // Who has read everything may ask once more.
        if !matches!(*state, State::Over) {
            *state = State::Closed;
        }
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) {
        self.close();
    }
}

impl Search {
    fn start(&self, plan: Plan) -> PyResult<Running<Found<Arc<tabiya::Game>>>> {
        let matches = |set: &QuerySet, sources: Sources, options: &RunOptions| set.matches_in(sources, options);
        Running::start(plan, matches, (&self.control, &self.games), MATCHES_AHEAD)
    }
}

/// The rows of a search, batch by batch. The search starts when the first batch is asked for: some libraries ask for a
/// stream only to see its columns, and for another one to read it.
struct Rows {
    state: Arc<Mutex<State>>,
    control: Arc<RunControl>,
    games: Arc<AtomicU64>,
    columns: Arc<Columns>,
    batches: Batches,
    running: Option<Running<Vec<Cell<'static>>>>,
    /// True if there is nothing more to come.
    over: bool,
}

impl Rows {
    fn new(search: &Search, plan: &Plan) -> PyResult<Rows> {
        let (names, steps) = (plan.names.as_deref(), plan.steps);
        if steps && plan.unmatched {
            return Err(PyValueError::new_err("games in which nothing matches have no steps"));
        }
        if steps && !plan.set.has_paths(0) {
            let text = "rows=\"steps\" needs `next`, `previous`, `line` or `path` among the conditions of the query";
            return Err(PyValueError::new_err(text));
        }
        let columns = Columns::new(&Choice { names, steps, ..Choice::of(&plan.set) })
            .map_err(|error| PyValueError::new_err(format!("{error}; {}", error.help())))?;
        let (state, control, games) = (&search.state, &search.control, &search.games);
        Ok(Rows {
            state: Arc::clone(state),
            control: Arc::clone(control),
            games: Arc::clone(games),
            batches: Batches::new(&columns),
            columns: Arc::new(columns),
            running: None,
            over: false,
        })
    }

    /// The search, which starts now unless it has started.
    fn running(&mut self) -> PyResult<&mut Running<Vec<Cell<'static>>>> {
        if self.running.is_none() {
            let ready = std::mem::replace(&mut *lock(&self.state), State::Over);
            let State::Ready(plan) = ready else { return Err(PyRuntimeError::new_err(READ_ALREADY)) };
            let columns = Arc::clone(&self.columns);
            let rows = |set: &QuerySet, sources: Sources, options: &RunOptions| {
                let mut options = options.clone();
                options.search.constituents = columns.need_constituents();
                let values = Arc::clone(&columns);
                set.map_rows(sources, &options, &columns, move |row, moves| values.values(row, moves))
            };
            self.running = Some(Running::start(*plan, rows, (&self.control, &self.games), ROWS_AHEAD)?);
        }
        self.running.as_mut().ok_or_else(|| PyRuntimeError::new_err(READ_ALREADY))
    }

    /// Reads until a batch is full or the search has ended.
    fn fill(&mut self) -> PyResult<()> {
        Python::attach(|py| {
            while !self.over && !self.batches.is_full() {
                let running = self.running()?;
                match running.next(py)? {
                    Some(Ok(row)) => self.batches.push_cells(row),
                    Some(Err(message)) => return Err(raised(&message)),
                    None => {
                        let summary = running.summary(py);
                        self.over = true;
                        summary.map_or(Ok(()), |summary| report(py, &summary))?;
                    }
                }
            }
            // A search that never waits attends to Ctrl-C with every batch.
            py.check_signals().inspect_err(|_| self.control.stop())
        })
    }
}

impl Iterator for Rows {
    type Item = Result<ArrayRef, ArrowError>;

    fn next(&mut self) -> Option<Result<ArrayRef, ArrowError>> {
        if let Err(error) = self.fill() {
            self.over = true;
            self.batches.finish();
            return Some(Err(waiting::told(error)));
        }
        let some = self.batches.rows() > 0;
        some.then(|| Ok(Arc::new(StructArray::from(self.batches.finish())) as ArrayRef))
    }
}

/// Warns about files without games, and about games that lost moves, and tells why nothing was found if that is known.
fn report(py: Python<'_>, summary: &RunSummary) -> PyResult<()> {
    bad_files(py, &summary.messages)?;
    let mut hints =
        summary.messages.iter().filter(|message| SecondLook::CODES.contains(&message.code)).map(Message::text);
    hints.try_for_each(|hint| warn::<QueryWarning>(py, &hint))?;
    let first = summary.messages.iter().find(|message| message.game.is_some());
    damaged_games(py, summary.incomplete, first, "the moves before them were searched")
}

/// Warns about files, such as those that are no PGN: of each once.
pub(crate) fn bad_files(py: Python<'_>, messages: &[Message]) -> PyResult<()> {
    let mut told = HashSet::new();
    let of_files = messages.iter().filter(|one| one.severity == Severity::Warning && one.game.is_none());
    let mut texts = of_files.map(Message::text).filter(|text| told.insert(text.clone()));
    texts.try_for_each(|text| warn::<GamesWarning>(py, &text))
}

/// Warns about this many games that lost moves, and says what was done with them.
pub(crate) fn damaged_games(py: Python<'_>, games: u64, first: Option<&Message>, done: &str) -> PyResult<()> {
    let games = match games {
        0 => return Ok(()),
        1 => "1 game has".into(),
        _ => format!("{games} games have"),
    };
    let mut text = format!("{games} moves that could not be read; {done}");
    if let Some(first) = first {
        text.push_str(&format!(" (first: {first})"));
    }
    warn::<GamesWarning>(py, &text)
}

/// How a search is run.
#[derive(Default)]
pub(crate) struct How {
    pub(crate) columns: Option<Vec<String>>,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) limit: Option<u64>,
    /// True if `sort` leaves the order alone.
    pub(crate) stream: bool,
    /// True if there is a row for each position of a sequence.
    pub(crate) steps: bool,
    /// True if the games are given in which nothing matches.
    pub(crate) unmatched: bool,
    /// The time after which the search ends.
    pub(crate) time_limit: Option<Duration>,
    /// What `readfile` may open.
    pub(crate) files: FileAccess,
}

/// What opens the files of a query; `None` if it may open none.
pub(crate) fn opener(files: &FileAccess) -> Option<Arc<dyn Files>> {
    (!files.is_none()).then(|| Arc::new(files.clone()) as _)
}

/// Prepares a search; it starts when the first match is asked for.
pub(crate) fn start(set: &QuerySet, names: &Arc<ValueNames>, games: &Bound<'_, PyAny>, how: How) -> PyResult<Search> {
    let games = games::read(games)?;
    let How { columns, threads, limit, stream, steps, unmatched, time_limit, files } = how;
    let control = Arc::new(time_limit.map_or_else(RunControl::new, RunControl::with_time_limit));
    let mut options = RunOptions { threads, limit, sort: !stream, ..RunOptions::controlled(&control) };
    options.search.files = opener(&files);
    let originals = Arc::clone(&games.originals);
    let plan = Plan { set: set.clone(), games, options, names: columns, steps, unmatched };
    Ok(Search {
        state: Arc::new(Mutex::new(State::Ready(Box::new(plan)))),
        names: Arc::clone(names),
        originals,
        games: Arc::default(),
        control,
    })
}
