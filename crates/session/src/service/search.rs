//! One search: it keeps what it has found, for anyone who asks, while it runs on threads of its own or, where there are none,
//! a slice at a time.
//!
//! Each client takes events from the rows at its own pace, again from the beginning if it likes, so there is no queue
//! that could fill. Rows share what is said of their game. Their number is bounded for each search, and for all
//! searches together: those that ended first are forgotten.

use super::failure::Problem;
use super::fields::{Severity, answers, words};
use super::queries::QueryText;
use super::rows::Row;
use super::source::GameSource;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tabiya::pipeline::Helpers;
use tabiya::{QueryOptions, QuerySet, RunControl};
use tokio::sync::watch;
use web_time::Instant;

words! {
    /// How far a search is.
    Status = Running | Complete | Cancelled | Limit | Failed;
}

answers! {
    /// A search that has begun.
    Began {
        id: String;
        /// What its query sorts by, most important first.
        sort: Vec<SortedBy>
    }

    /// A value of the query by which games are sorted.
    SortedBy {
        /// Its name among the values of a row.
        name: String,
        /// The smallest value comes first.
        min: bool
    }

    /// A search.
    #[cfg_attr(test, ts(rename = "SearchState"))]
    Known { id: String, query: String, status: Status, rows: usize, seconds: f64 }

    /// How far a search is, in numbers.
    #[derive(Clone, Copy, Default, PartialEq)]
    #[cfg_attr(test, ts(rename = "Progress"))]
    Numbers { games: u64, matched_games: u64, positions: u64, bytes: u64, total_bytes: u64, seconds: f64 }

    /// The text about a search or a file.
    #[cfg_attr(test, ts(rename = "SearchMessage"))]
    Said { severity: Severity, code: &'static str, text: String; file: String, line: u64, game: u64 }

    /// How a search ended.
    SearchEnd {
        status: Status, games: u64, matched_games: u64, positions: u64, rows: usize, seconds: f64;
        error: Problem
    }
}

/// The number of searches that run at a time.
pub(super) const RUNNING: usize = 8;

/// The games that are searched, and how far.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) query: QueryText,
    pub(super) set: QuerySet,
    pub(super) options: QueryOptions,
    pub(super) sources: Vec<Arc<GameSource>>,
    pub(super) seconds: f64,
    /// The number of rows after which the search ends.
    pub(super) rows: usize,
    /// The number of games given up at a limit that ends the search, if they are one in twenty.
    pub(super) given_up: u64,
    pub(super) threads: Option<NonZeroUsize>,
    /// True if it keeps nothing but numbers. Such a search is next to a question that is being put, and is nobody's to look at
    /// later.
    pub(super) counts_only: bool,
}

/// A search.
#[derive(Debug)]
pub struct Search {
    /// Its name for clients: `q1`.
    pub id: String,
    pub(super) task: Task,
    pub(super) started: Instant,
    pub(super) control: Arc<RunControl>,
    /// Other instances of the program that look through its games, where it has no threads.
    pub(super) helpers: Option<Arc<Helpers>>,
    cancelled: AtomicBool,
    audience: Mutex<Audience>,
    state: Mutex<State>,
    /// Changes when there is more to see.
    pub(super) version: watch::Sender<u64>,
}

/// Who wants to know what a search finds.
#[derive(Clone, Copy, Debug)]
struct Audience {
    listeners: usize,
    /// When somebody asked last.
    heard: Instant,
    /// True if all listeners have gone.
    is_left: bool,
}

/// Listens to a search.
#[derive(Debug)]
pub(super) struct Listener(Arc<Search>);

impl Listener {
    pub(super) fn new(search: Arc<Search>) -> Listener {
        let mut audience = search.audience();
        *audience = Audience { listeners: audience.listeners + 1, heard: Instant::now(), is_left: false };
        drop(audience);
        Listener(search)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut audience = self.0.audience();
        let listeners = audience.listeners.saturating_sub(1);
        *audience = Audience { listeners, heard: Instant::now(), is_left: listeners == 0 };
    }
}

impl std::ops::Deref for Listener {
    type Target = Arc<Search>;

    fn deref(&self) -> &Arc<Search> {
        &self.0
    }
}

/// What a search has found so far.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) rows: Vec<Row>,
    pub(super) messages: Vec<Said>,
    pub(super) numbers: Numbers,
    pub(super) end: Option<End>,
    /// The bytes of the rows and messages.
    pub(super) held: usize,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub(super) struct End {
    status: Status,
    error: Option<Problem>,
}

impl End {
    pub(super) fn new(status: Status) -> End {
        End { status, error: None }
    }

    pub(super) fn because(status: Status, code: &'static str, message: &str, help: Option<&str>) -> End {
        let error = Problem { code, message: message.to_owned(), help: help.map(str::to_owned) };
        End { status, error: Some(error) }
    }
}

impl State {
    /// The last event, if the search has ended.
    pub(super) fn last(&self) -> Option<SearchEnd> {
        let End { status, error } = self.end.clone()?;
        let Numbers { games, matched_games, positions, seconds, .. } = self.numbers;
        Some(SearchEnd { status, games, matched_games, positions, rows: self.rows.len(), seconds, error })
    }
}

impl Search {
    /// A search that has not begun to search.
    pub(super) fn new(id: String, task: Task, helpers: Option<Arc<Helpers>>) -> Arc<Search> {
        Arc::new(Search {
            id,
            started: Instant::now(),
            control: Arc::new(control_of(&task)),
            task,
            helpers,
            cancelled: AtomicBool::new(false),
            audience: Mutex::new(Audience { listeners: 0, heard: Instant::now(), is_left: false }),
            state: Mutex::default(),
            version: watch::Sender::new(0),
        })
    }

    /// The message when it has begun.
    pub fn began(&self) -> impl Serialize + use<> {
        let keys = self.task.set.sort_keys(0).into_iter().filter(|key| !key.match_count);
        let sort: Vec<_> = keys.map(|key| SortedBy { name: key.label, min: key.min }).collect();
        Began { id: self.id.clone(), sort: Some(sort).filter(|sort| !sort.is_empty()) }
    }

    /// Ends it early.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.control.stop();
    }

    /// True if it was told to end.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody asks about it.
    pub(super) fn hear(&self) {
        self.audience().heard = Instant::now();
    }

    /// True if it runs for listeners that have all gone.
    pub(super) fn is_left(&self) -> bool {
        self.audience().is_left && self.is_running()
    }

    /// How long nobody has listened or asked.
    pub fn silence(&self) -> Duration {
        let audience = self.audience();
        if audience.listeners > 0 { Duration::ZERO } else { audience.heard.elapsed() }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True while it runs.
    pub fn is_running(&self) -> bool {
        self.state().end.is_none()
    }

    /// Says when there is more to see.
    pub(super) fn watch(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    pub(super) fn finish(&self, end: End) {
        let mut state = self.state();
        state.numbers.seconds = self.started.elapsed().as_secs_f64();
        state.end = Some(end);
        drop(state);
        self.version.send_modify(|version| *version += 1);
    }

    /// Its query, and how far it is.
    pub(crate) fn known(&self) -> Known {
        let state = self.state();
        let (status, seconds) = match &state.end {
            Some(end) => (end.status, state.numbers.seconds),
            None => (Status::Running, self.started.elapsed().as_secs_f64()),
        };
        Known { id: self.id.clone(), query: self.task.query.text.clone(), status, rows: state.rows.len(), seconds }
    }

    /// The control of another run for it, such as an export: it takes no longer than the search may.
    pub fn time_of_its_own(&self) -> Arc<RunControl> {
        Arc::new(control_of(&self.task))
    }

    /// The source with a name of the server's, if this search has searched it.
    pub(super) fn source(&self, id: &str) -> Option<&Arc<GameSource>> {
        self.task.sources.iter().find(|source| source.id == id)
    }
}

/// The time that a search may take.
fn control_of(task: &Task) -> RunControl {
    RunControl::with_time_limit(time_of(task.seconds))
}

/// This many seconds, or for ever.
pub(super) fn time_of(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}
