//! What all threads of a run share: whether it is to end, until when it may last, how many steps it has taken.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The work of a step. Less than a step are things that are done in passing.
pub(super) const STEP: u64 = 16;

/// The controls of a run: ends it from outside, also in the middle of a game.
///
/// Searches whose options share one control are one run. The evaluator looks at it every thousand steps and at the beginning
/// of each game.
#[derive(Debug, Default)]
pub struct RunControl {
    stopped: AtomicBool,
    deadline: Option<Instant>,
    /// Work done, in parts of a step.
    work: AtomicU64,
}

/// Why a whole run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Halt {
    /// [`RunControl::stop`] was called.
    Stopped,
    /// The time is over.
    TimeLimit,
    /// All queries together have taken as many steps as [`Limits::run_steps`](crate::Limits::run_steps) allows.
    StepLimit,
}

impl RunControl {
    /// A run without a limit of time.
    pub fn new() -> RunControl {
        RunControl::default()
    }

    /// A run that ends when so much time has passed from now on.
    pub fn with_time_limit(time: Duration) -> RunControl {
        RunControl { deadline: Instant::now().checked_add(time), ..RunControl::default() }
    }

    /// Ends the run: searches give up with [`RunErrorKind::Halted`](crate::RunErrorKind::Halted).
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the run was stopped or its time is over.
    pub fn halted(&self) -> Option<Halt> {
        if self.stopped.load(Ordering::Relaxed) {
            return Some(Halt::Stopped);
        }
        self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| Halt::TimeLimit)
    }

    /// How many steps have been taken so far; those of games being searched may be missing.
    pub fn steps(&self) -> u64 {
        self.work.load(Ordering::Relaxed) / STEP
    }

    /// Adds work that was done; says whether the run is to end.
    pub(super) fn add(&self, work: u64, most_steps: u64) -> Option<Halt> {
        let before =
            if work == 0 { self.work.load(Ordering::Relaxed) } else { self.work.fetch_add(work, Ordering::Relaxed) };
        let over = (before + work) / STEP >= most_steps;
        self.halted().or(over.then_some(Halt::StepLimit))
    }
}
