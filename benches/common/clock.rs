//! A clock that other programs on the machine disturb as little as possible.

use std::fs;
use std::time::{Duration, Instant};

/// Measures the processor time of this thread where the system tells it (Linux), else the time of day.
pub(crate) struct Stopwatch {
    cpu: Option<Duration>,
    wall: Instant,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { cpu: cpu_time(), wall: Instant::now() }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        match (self.cpu, cpu_time()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }

    /// The name of the time that is measured, for the head of a table.
    pub(crate) fn what() -> &'static str {
        if cpu_time().is_some() { "processor time of one thread" } else { "time of day" }
    }
}

/// The time that this thread has run. The first number of the file is nanoseconds, updated every few
/// milliseconds.
fn cpu_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
