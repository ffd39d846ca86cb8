//! The state that all threads of a run share: a request to stop, the deadline, the number of steps taken.
//!
//! Several runs may share one control, and dropping one run must not end the others. So each run has a control of its
//! own that is part of the shared one (`RunControl::part_of`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use web_time::Instant;

/// The work of one step, the unit of the limits. Cheaper operations cost a fraction of a step.
pub(super) const STEP: u64 = 16;

/// The controls of a run: ends it from outside, also in the middle of a game.
///
/// Searches whose options share one control are one run. The evaluator looks at it every thousand steps and at the
/// beginning of each game.
///
/// ```
/// use std::sync::Arc;
/// use std::time::Duration;
/// use tabiya::{Game, Halt, Query, RunControl, RunErrorKind, Scratch, SearchOptions};
///
/// let control = Arc::new(RunControl::with_time_limit(Duration::from_secs(60)));
/// let options = SearchOptions { control: Arc::clone(&control), ..SearchOptions::default() };
/// // Any thread may do this at any time.
/// control.stop();
/// let game = Game::from_pgn("1. e4 *");
/// let error = Query::parse("check")?.search_game(&game, &mut Scratch::new(), &options).unwrap_err();
/// assert_eq!(error.kind, RunErrorKind::Halted(Halt::Stopped));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct RunControl {
    stopped: AtomicBool,
    deadline: Option<Instant>,
    /// Work done, in parts of a step.
    work: AtomicU64,
    /// The control of the run that this one is a part of.
    above: Option<Arc<RunControl>>,
}

/// The reason for ending a whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Halt {
    /// [`RunControl::stop`] was called.
    Stopped,
    /// The time limit was reached.
    TimeLimit,
    /// All queries together have taken as many steps as [`Limits::run_steps`](crate::limits::Limits::run_steps) allows.
    StepLimit,
}

impl RunControl {
    /// A run without a limit of time.
    pub fn new() -> RunControl {
        RunControl::default()
    }

    /// A run that ends when `time` has passed from now on.
    pub fn with_time_limit(time: Duration) -> RunControl {
        RunControl { deadline: Instant::now().checked_add(time), ..RunControl::default() }
    }

    /// A part of a run, which can be ended alone. It ends when the run does, and its steps are counted as those of the run.
    pub fn part_of(run: &Arc<RunControl>) -> RunControl {
        RunControl { above: Some(Arc::clone(run)), ..RunControl::default() }
    }

    /// Ends the run: searches give up with [`RunErrorKind::Halted`](super::RunErrorKind::Halted).
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The reason for ending the run, if it was stopped or its time limit was reached.
    pub fn halted(&self) -> Option<Halt> {
        if self.stopped.load(Ordering::Relaxed) {
            return Some(Halt::Stopped);
        }
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late { Some(Halt::TimeLimit) } else { self.above.as_ref().and_then(|run| run.halted()) }
    }

    /// The number of steps taken so far; up to a thousand steps of each game being searched may be missing.
    pub fn steps(&self) -> u64 {
        self.above.as_ref().map_or_else(|| self.work.load(Ordering::Relaxed) / STEP, |run| run.steps())
    }

    /// Adds work that was done; returns the reason for ending the run, if there is one.
    pub(super) fn add(&self, work: u64, most_steps: u64) -> Option<Halt> {
        if let Some(run) = &self.above {
            let halt = run.add(work, most_steps);
            return if self.stopped.load(Ordering::Relaxed) { Some(Halt::Stopped) } else { halt };
        }
        let before =
            if work == 0 { self.work.load(Ordering::Relaxed) } else { self.work.fetch_add(work, Ordering::Relaxed) };
        let over = (before + work) / STEP >= most_steps;
        self.halted().or(over.then_some(Halt::StepLimit))
    }
}
