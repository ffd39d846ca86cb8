//! One search: it keeps what it has found, for whoever asks, while it runs on threads of its own or, where there are none,
//! a slice at a time.
//!
//! Each client takes events from the rows at its own pace, again from the beginning if it likes, so there is no queue
//! that could fill. Rows share what is said of their game. Their number is bounded for each search, and for all
//! searches together: those that ended first are forgotten.

use super::queries::QueryText;
use super::rows::Row;
use super::source::GameSource;
use serde::Serialize;
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tabiya::pipeline::Helpers;
use tabiya::{QueryOptions, QuerySet, RunControl};
use tokio::sync::watch;
use web_time::Instant;

/// The number of searches that run at a time.
pub(super) const RUNNING: usize = 8;

/// What is searched, and how far.
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
    pub(super) messages: Vec<Value>,
    pub(super) numbers: Numbers,
    pub(super) end: Option<End>,
    /// The bytes of the rows and messages.
    pub(super) held: usize,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Numbers {
    pub(super) games: u64,
    pub(super) matched_games: u64,
    pub(super) positions: u64,
    pub(super) bytes: u64,
    pub(super) total_bytes: u64,
    pub(super) seconds: f64,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub(super) struct End {
    status: &'static str,
    error: Option<Value>,
}

impl End {
    pub(super) fn new(status: &'static str) -> End {
        End { status, error: None }
    }

    pub(super) fn because(status: &'static str, code: &str, message: &str, help: Option<&str>) -> End {
        let mut error = json!({"code": code, "message": message});
        if let Some(help) = help {
            error["help"] = help.into();
        }
        End { status, error: Some(error) }
    }
}

impl State {
    /// The state as one word.
    fn status(&self) -> &'static str {
        self.end.as_ref().map_or("running", |end| end.status)
    }

    /// The last event, if the search has ended.
    pub(super) fn end_json(&self) -> Option<Value> {
        let end = self.end.as_ref()?;
        let Numbers { games, matched_games, positions, seconds, .. } = self.numbers;
        let mut json = json!({
            "status": end.status, "games": games, "matchedGames": matched_games, "positions": positions,
            "rows": self.rows.len(), "seconds": seconds,
        });
        if let Some(error) = &end.error {
            json["error"] = error.clone();
        }
        Some(json)
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
    pub fn to_json(&self) -> Value {
        let state = self.state();
        let seconds = match state.end {
            Some(_) => state.numbers.seconds,
            None => self.started.elapsed().as_secs_f64(),
        };
        json!({
            "id": self.id, "query": self.task.query.text, "status": state.status(), "rows": state.rows.len(),
            "seconds": seconds,
        })
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

/// So many seconds, or for ever.
pub(super) fn time_of(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}
