//! All searches: how many may run, and which are kept. One whose listeners have all gone gives way to a new search when there
//! are too many.

use super::failure::{Failure, Kind, short};
use super::helping::HelperBatch;
use super::running::{Running, spawn};
use super::search::{Known, RUNNING, Search, Task};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tabiya::pipeline::Helpers;
use web_time::Instant;

/// The number of searches, and of rows and bytes of all of them, that are kept. Beyond that, those that ended first are
/// forgotten.
const KEPT: usize = 32;
const KEPT_ROWS: usize = 1_000_000;
const KEPT_BYTES: usize = 512 << 20;

/// How long a search without threads goes on until others have their turn.
const TURN: Duration = Duration::from_millis(20);

/// The searches, in the order in which they began.
#[derive(Debug, Default)]
pub struct Searches {
    all: Mutex<Vec<Arc<Search>>>,
    next: AtomicU64,
    /// Those that run, if they have no threads of their own; the next one first.
    here: Option<Mutex<VecDeque<Running>>>,
    /// The number of helpers of those.
    helpers: AtomicUsize,
}

impl Searches {
    /// Searches without threads: `work` goes on with them.
    pub fn here() -> Searches {
        Searches { here: Some(Mutex::default()), ..Searches::default() }
    }

    /// Goes on with those that have no threads, each in its turn, for about this long; true while there is more to do.
    pub(super) fn work(&self, time: Duration) -> bool {
        let Some(here) = &self.here else { return false };
        let mut running = here.lock().unwrap_or_else(PoisonError::into_inner);
        let started = Instant::now();
        while let Some(mut next) = running.pop_front() {
            let turn = Instant::now();
            let ended = loop {
                match next.step() {
                    None if turn.elapsed() < TURN.min(time) => {}
                    ended => break ended,
                }
            };
            match ended {
                Some(end) => next.search().finish(end),
                None => running.push_back(next),
            }
            if started.elapsed() >= time {
                break;
            }
        }
        !running.is_empty()
    }

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
            let failure = Failure::new(Kind::TooMany, "too-many-searches", message);
            return Err(failure.help("wait for one of them, or cancel it"));
        }
        let id = format!("q{}", self.next.fetch_add(1, Ordering::Relaxed) + 1);
        let helpers = self.here.is_some().then(|| Arc::new(Helpers::new(self.helpers.load(Ordering::Relaxed))));
        let search = Search::new(id, task, helpers);
        match &self.here {
            Some(here) => {
                let running = Running::new(Arc::clone(&search));
                here.lock().unwrap_or_else(PoisonError::into_inner).push_back(running);
            }
            None => spawn(&search).map_err(|error| {
                Failure::new(Kind::Unavailable, "threads", format!("no thread can be started: {error}"))
            })?,
        }
        all.push(Arc::clone(&search));
        forget(&mut all);
        Ok(search)
    }

    /// Searches without threads that begin from now on have this many helpers.
    pub fn set_helpers(&self, count: usize) {
        self.helpers.store(count, Ordering::Relaxed);
    }

    /// The next batch for a helper, of the search that began first.
    pub fn batch(&self) -> Option<HelperBatch> {
        self.all().iter().filter(|search| search.is_running()).find_map(|search| HelperBatch::of(search))
    }

    /// Takes what a helper has made of a batch. The search may be over.
    pub fn give(&self, id: &str, answer: &[u8]) {
        let running = |search: &&Arc<Search>| search.id == id && search.is_running();
        if let Some(helpers) = self.all().iter().find(running).and_then(|search| search.helpers.as_ref()) {
            helpers.give(answer);
        }
    }

    /// The search with this id.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn get(&self, id: &str) -> Result<Arc<Search>, Failure> {
        let found = self.all().iter().find(|search| search.id == id).cloned();
        let search =
            found.ok_or_else(|| Failure::missing("no-search", format!("there is no search `{}`", short(id))))?;
        search.hear();
        Ok(search)
    }

    /// Ends a search, or forgets it if it has ended.
    pub fn remove(&self, id: &str) -> Result<(), Failure> {
        let search = self.get(id)?;
        match search.is_running() {
            true => search.cancel(),
            false => self.all().retain(|one| one.id != id),
        }
        Ok(())
    }

    /// Ends all searches.
    pub fn stop(&self) {
        self.all().iter().for_each(|search| search.cancel());
    }

    /// All that keep what they find, in the order in which they began.
    pub(crate) fn known(&self) -> Vec<Known> {
        self.all().iter().filter(|search| !search.task.counts_only).map(|search| search.known()).collect()
    }
}

/// Forgets the searches that ended first, as far as there are too many: before all others those that
/// only count.
fn forget(all: &mut Vec<Arc<Search>>) {
    loop {
        let sizes = all.iter().map(|search| {
            let state = search.state();
            (state.rows.len(), state.held)
        });
        let (rows, bytes) = sizes.fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1));
        let most = all.len().saturating_sub(1);
        let ended = |only: bool| move |search: &Arc<Search>| !search.is_running() && (search.task.counts_only || !only);
        let oldest = [true, false].into_iter().find_map(|only| all.iter().take(most).position(ended(only)));
        match oldest.filter(|_| all.len() > KEPT || rows > KEPT_ROWS || bytes > KEPT_BYTES) {
            Some(oldest) => drop(all.remove(oldest)),
            None => return,
        }
    }
}
