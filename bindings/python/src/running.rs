//! A search that is under way: its threads, what they send, how far it has come.
//!
//! There is a thread between the search and Python: `MatchesIn` belongs to one thread, and waiting for its next match
//! may take as long as a game does. That thread puts matches into a channel; `next` waits for the channel with the GIL
//! released, and looks for signals every 50 ms. So Ctrl-C, `close` and the end of an object work while a search is busy,
//! and other threads of Python run.

use crate::reports::{print, raised};
use crate::waiting;
use crossbeam_channel::{Receiver, Sender, bounded};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tabiya::pipeline::{MatchesIn, Message, Printer, RunOptions, RunSummary, SecondLook, Sources};
use tabiya::{QuerySet, RunControl};

/// The caller's function is told of the progress this often.
const TOLD: Duration = Duration::from_millis(100);

/// What the thread of a search sends.
enum Item<T> {
    Found(T),
    Error(Message),
    /// A line that the filter `message` prints.
    Line(String),
}

/// How far a search or a sum has come, for a function of the caller's.
pub(crate) struct Progress {
    tell: Py<PyAny>,
    pub(crate) games: Arc<AtomicU64>,
    /// The bytes that have been read, and those that will be, if they are known.
    read: Vec<Arc<AtomicU64>>,
    total: Option<u64>,
    told: Instant,
}

impl Progress {
    /// The progress of reading some sources as often as is said, if a function wants to be told.
    pub(crate) fn of(tell: Option<Py<PyAny>>, sources: &[&Sources], passes: u64) -> Option<Progress> {
        let tell = tell?;
        let total: Option<u64> = sources.iter().map(|sources| sources.total()).sum();
        let read = sources.iter().map(|sources| sources.bytes_read()).collect();
        let total = total.map(|total| total * passes);
        Some(Progress { tell, games: Arc::default(), read, total, told: Instant::now() })
    }

    /// Tells the caller, unless that was done a moment ago.
    pub(crate) fn look(&mut self, py: Python<'_>) -> PyResult<()> {
        if self.told.elapsed() < TOLD {
            return Ok(());
        }
        let read: u64 = self.read.iter().map(|read| read.load(Ordering::Relaxed)).sum();
        let share = self.total.filter(|total| *total > 0).map(|total| (read as f64 / total as f64).min(1.0));
        self.tell(py, share)
    }

    pub(crate) fn tell(&mut self, py: Python<'_>, share: Option<f64>) -> PyResult<()> {
        self.told = Instant::now();
        self.tell.call1(py, (self.games.load(Ordering::Relaxed), share)).map(drop)
    }
}

/// What a search is started with.
pub(crate) struct Start<'a> {
    pub(crate) set: &'a QuerySet,
    pub(crate) sources: Sources,
    pub(crate) options: RunOptions,
    /// Where the games are counted.
    pub(crate) games: &'a Arc<AtomicU64>,
    /// The function that is told of the progress.
    pub(crate) progress: Option<Py<PyAny>>,
    /// The number of items that may wait to be taken.
    pub(crate) ahead: usize,
}

/// A search that is under way on threads of its own.
pub(crate) struct Running<T> {
    items: Receiver<Item<T>>,
    control: Arc<RunControl>,
    thread: Option<JoinHandle<RunSummary>>,
    progress: Option<Progress>,
}

impl<T: Send + 'static> Running<T> {
    /// Starts the threads with what makes the matches.
    pub(crate) fn start(
        start: Start<'_>,
        search: impl FnOnce(&QuerySet, Sources, &RunOptions) -> Result<MatchesIn<T>, Message>,
    ) -> PyResult<Running<T>> {
        let Start { set, sources, mut options, games, progress, ahead } = start;
        let (sender, items) = bounded(ahead);
        let lines = sender.clone();
        options.printer = Some(Printer::new(move |line| drop(lines.send(Item::Line(line.to_owned())))));
        let again = SecondLook::new(&[set], &sources, &options);
        let progress = Progress::of(progress, &[&sources], 1);
        let matches = search(set, sources, &options).map_err(|message| raised(&message))?;
        let counted = Arc::clone(games);
        let work = move || hand_over(matches, again, &sender, &counted);
        let thread = std::thread::Builder::new().name("tabiya".into()).spawn(work);
        let thread = Some(thread.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
        let progress = progress.map(|progress| Progress { games: Arc::clone(games), ..progress });
        Ok(Running { items, control: options.search.control, thread, progress })
    }

    /// The next match or error; `None` after the last one. Lines before it are printed. Others may run Python meanwhile, and
    /// signals are attended to.
    pub(crate) fn next(&mut self, py: Python<'_>) -> PyResult<Option<Result<T, Message>>> {
        self.take(py).inspect_err(|_| self.control.stop())
    }

    fn take(&mut self, py: Python<'_>) -> PyResult<Option<Result<T, Message>>> {
        loop {
            let Running { items, progress, .. } = self;
            let mut look = |py: Python<'_>| progress.as_mut().map_or(Ok(()), |progress| progress.look(py));
            let next = waiting::next_while(py, items, &mut look)?;
            look(py)?;
            match next {
                Some(Item::Line(line)) => print(py, &line)?,
                Some(Item::Found(found)) => return Ok(Some(Ok(found))),
                Some(Item::Error(message)) => return Ok(Some(Err(message))),
                None => return self.end_progress(py).map(|()| None),
            }
        }
    }

    /// Tells that all has been read that there is to read, no matter what was left of it.
    pub(crate) fn end_progress(&mut self, py: Python<'_>) -> PyResult<()> {
        self.progress.take().map_or(Ok(()), |mut progress| progress.tell(py, Some(1.0)))
    }

    /// What sums up the search, once it has ended by itself.
    pub(crate) fn summary(&mut self, py: Python<'_>) -> Option<RunSummary> {
        let thread = self.thread.take()?;
        py.detach(|| thread.join().ok())
    }
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        self.control.stop();
    }
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
        summary.messages.extend(again.into_iter().flat_map(|again| again.look().0));
    }
    summary
}
