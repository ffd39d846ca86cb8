//! The events of a search, as one client takes them: from the beginning or after the last one that it has seen, at its own
//! pace. What it has not taken costs nothing.

use super::fields::answers;
use super::rows::Row;
use super::search::{Listener, Numbers, Search};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use web_time::Instant;

/// The rows of one event, and the bytes of rows with which it is full: an event is in memory several times.
const BATCH: usize = 2_000;
const BATCH_BYTES: usize = 1 << 20;

/// Events with rows follow each other no faster.
const PACE: Duration = Duration::from_millis(50);

answers! {
    /// Matches of a search, in their order.
    RowsFound { rows: Vec<Row> }
}

/// What comes next.
#[derive(Debug)]
pub enum Next {
    /// An event, which can be sent.
    Event(Event),
    /// Nothing before this time.
    Later(Instant),
    /// Nothing before the search has found more.
    Change,
    /// The last event was taken.
    Over,
}

/// Something that a search tells.
#[derive(Debug)]
pub struct Event {
    /// `rows`, `progress`, `message` or `end`.
    pub name: &'static str,
    /// By this a client says later how far it has come.
    pub id: String,
    /// An object of JSON as text: hundreds of thousands of rows are written once, without a value for each.
    pub data: String,
}

/// How far a client has seen a search.
#[derive(Debug)]
pub struct Follower {
    search: Listener,
    changes: watch::Receiver<u64>,
    rows: usize,
    messages: usize,
    progress: Option<Numbers>,
    next: Instant,
    over: bool,
}

impl Follower {
    /// Follows a search from its beginning, or after the event with the id `last`.
    pub fn new(search: Arc<Search>, last: Option<&str>) -> Follower {
        let last = last.and_then(|last| last.split_once('.'));
        let (rows, messages) = last.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?))).unwrap_or((0, 0));
        let (changes, search) = (search.watch(), Listener::new(search));
        Follower { search, changes, rows, messages, progress: None, next: Instant::now(), over: false }
    }

    /// The next event, or when there may be one.
    pub fn poll(&mut self) -> Next {
        match self.event() {
            Some(event) => Next::Event(event),
            None if self.over => Next::Over,
            None if self.next > Instant::now() => Next::Later(self.next),
            None => Next::Change,
        }
    }

    /// Waits until the search has found more.
    pub async fn change(&mut self) {
        // The search sends as long as it is followed.
        let _ = self.changes.changed().await;
    }

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
            return Some(self.named("message", message));
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
            return Some(self.named("rows", &RowsFound { rows }));
        }
        let numbers = state.numbers;
        if self.progress != Some(numbers) && (self.next <= Instant::now() || state.end.is_some()) {
            self.next = self.next.max(Instant::now()) + PACE;
            self.progress = Some(numbers);
            return Some(self.named("progress", &numbers));
        }
        let end = state.last()?;
        if self.progress != Some(numbers) {
            return None;
        }
        self.over = true;
        Some(self.named("end", &end))
    }

    fn named(&self, name: &'static str, data: &impl Serialize) -> Event {
        let data = serde_json::to_string(data).unwrap_or_default();
        Event { name, id: format!("{}.{}", self.rows, self.messages), data }
    }
}
