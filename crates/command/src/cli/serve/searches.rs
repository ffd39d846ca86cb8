//! All searches: how many may run, which are kept, and their events.
//!
//! A search ends when all its listeners are gone, because then nobody can see or cancel it. It gets some seconds,
//! because browsers reconnect, but gives way at once to a new search when there are too many. The page cancels what it
//! runs when it goes, which is quicker and may fail.

use super::failure::{Failure, short};
use super::rows::Row;
use super::search::{Listener, Search, Task};
use axum::http::StatusCode;
use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream::unfold;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// The number of searches that run at a time.
const RUNNING: usize = 8;

/// The number of searches, and of rows and bytes of all of them, that are kept. Beyond that, those that ended first are
/// forgotten.
const KEPT: usize = 32;
const KEPT_ROWS: usize = 1_000_000;
const KEPT_BYTES: usize = 512 << 20;

/// The rows of one event, and the bytes of rows with which it is full: an event is in memory several times.
const BATCH: usize = 2_000;
const BATCH_BYTES: usize = 1 << 20;

/// Events with rows follow each other no faster.
const PACE: Duration = Duration::from_millis(50);

/// The searches, in the order in which they began.
#[derive(Debug, Default)]
pub(super) struct Searches {
    all: Mutex<Vec<Arc<Search>>>,
    next: AtomicU64,
}

impl Searches {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<Search>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a search.
    pub(super) fn start(&self, task: Task) -> Result<Arc<Search>, Failure> {
        let mut all = self.all();
        // One that was told to end takes a moment longer.
        let running = || all.iter().filter(|search| search.is_running() && !search.is_cancelled());
        if running().count() >= RUNNING
            && let Some(left) = running().find(|search| search.is_left())
        {
            // Its page was closed or loaded again.
            left.cancel();
        }
        if running().count() >= RUNNING {
            let message = format!("{RUNNING} searches are running already");
            let failure = Failure::new(StatusCode::TOO_MANY_REQUESTS, "too-many-searches", message);
            return Err(failure.help("wait for one of them, or cancel it"));
        }
        let id = format!("q{}", self.next.fetch_add(1, Ordering::Relaxed) + 1);
        let search = Search::start(id, task).map_err(|error| {
            Failure::new(StatusCode::SERVICE_UNAVAILABLE, "threads", format!("no thread can be started: {error}"))
        })?;
        all.push(Arc::clone(&search));
        forget(&mut all);
        Ok(search)
    }

    pub(super) fn get(&self, id: &str) -> Result<Arc<Search>, Failure> {
        let found = self.all().iter().find(|search| search.id == id).cloned();
        let search =
            found.ok_or_else(|| Failure::missing("no-search", format!("there is no search `{}`", short(id))))?;
        search.hear();
        Ok(search)
    }

    /// Ends a search, or forgets it if it has ended.
    pub(super) fn remove(&self, id: &str) -> Result<(), Failure> {
        let search = self.get(id)?;
        match search.is_running() {
            true => search.cancel(),
            false => self.all().retain(|one| one.id != id),
        }
        Ok(())
    }

    /// Ends all searches.
    pub(super) fn stop(&self) {
        self.all().iter().for_each(|search| search.cancel());
    }

    pub(super) fn to_json(&self) -> Value {
        self.all().iter().map(|search| search.to_json()).collect()
    }
}

/// Forgets the searches that ended first, as far as there are too many.
fn forget(all: &mut Vec<Arc<Search>>) {
    loop {
        let sizes = all.iter().map(|search| {
            let state = search.state();
            (state.rows.len(), state.held)
        });
        let (rows, bytes) = sizes.fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1));
        let most = all.len().saturating_sub(1);
        let oldest = all.iter().take(most).position(|search| !search.is_running());
        match oldest.filter(|_| all.len() > KEPT || rows > KEPT_ROWS || bytes > KEPT_BYTES) {
            Some(oldest) => drop(all.remove(oldest)),
            None => return,
        }
    }
}

/// How far a client has seen a search.
struct Seen {
    search: Listener,
    changes: watch::Receiver<u64>,
    rows: usize,
    messages: usize,
    progress: Option<Value>,
    next: Instant,
    over: bool,
}

/// The events of a search from its beginning, or after the last one that a client has seen. Each client takes them at its own
/// pace, and what it has not taken costs nothing.
pub(super) fn events(search: Arc<Search>, last: Option<&str>) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
    let last = last.and_then(|last| last.split_once('.'));
    let (rows, messages) = last.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?))).unwrap_or((0, 0));
    let (changes, search) = (search.watch(), Listener::new(search));
    let seen = Seen { changes, search, rows, messages, progress: None, next: Instant::now(), over: false };
    unfold(seen, |mut seen| async move {
        loop {
            if let Some(event) = seen.event() {
                return Some((Ok(event), seen));
            }
            if seen.over {
                return None;
            }
            if seen.next > Instant::now() {
                sleep_until(seen.next).await;
            } else if seen.changes.changed().await.is_err() {
                return None;
            }
        }
    })
}

impl Seen {
    /// The next event, if there is one now.
    fn event(&mut self) -> Option<Event> {
        if self.over {
            return None;
        }
        self.changes.borrow_and_update();
        let search = Arc::clone(&self.search);
        let state = search.state();
        if let Some(message) = state.messages.get(self.messages) {
            self.messages += 1;
            return Some(self.named("message", message.to_string()));
        }
        if self.rows < state.rows.len() {
            if self.next > Instant::now() {
                return None;
            }
            let mut room = BATCH_BYTES;
            let fits = |row: &&Row| {
                let fits = room > 0;
                room = room.saturating_sub(row.bytes());
                fits
            };
            // A row is shared with its game, so a copy costs little, and nobody waits while it is written.
            let rows: Vec<Row> = state.rows[self.rows..].iter().take(BATCH).take_while(fits).cloned().collect();
            drop(state);
            self.rows += rows.len();
            self.next = Instant::now() + PACE;
            return Some(self.named("rows", json!({"rows": rows}).to_string()));
        }
        let numbers = serde_json::to_value(state.numbers).unwrap_or_default();
        if self.progress.as_ref() != Some(&numbers) && (self.next <= Instant::now() || state.end.is_some()) {
            self.next = self.next.max(Instant::now()) + PACE;
            self.progress = Some(numbers.clone());
            return Some(self.named("progress", numbers.to_string()));
        }
        let end = state.end_json()?;
        if self.progress.as_ref() != Some(&numbers) {
            return None;
        }
        self.over = true;
        Some(self.named("end", end.to_string()))
    }

    /// An event with a name by which a client says later how far it has come.
    fn named(&self, name: &'static str, data: String) -> Event {
        Event::default().event(name).id(format!("{}.{}", self.rows, self.messages)).data(data)
    }
}
