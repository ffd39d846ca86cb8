//! A run through games as every command sees it: what it says, how far it is, how it ends.

use super::Exit;
use super::report::{Message, Report};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;
use tabiya::pipeline::Sources;

/// The course of a run.
pub(crate) struct Course {
    pub(crate) report: Report,
    /// The number of games so far.
    pub(crate) games: u64,
    /// True if something could not be read or written.
    pub(crate) failed: bool,
    /// True if the run was ended from outside.
    pub(crate) interrupted: bool,
    /// The number of bytes that have been read.
    read: Arc<AtomicU64>,
    started: Instant,
}

impl Course {
    /// Begins to show how far a run through all games of some sources is.
    pub(crate) fn start(mut report: Report, sources: &Sources) -> Course {
        report.start_progress(sources.total());
        let (read, started) = (sources.bytes_read(), Instant::now());
        Course { report, games: 0, failed: false, interrupted: false, read, started }
    }

    /// Counts games that have been read.
    pub(crate) fn pass(&mut self, games: u64) {
        self.games += games;
        self.show(None);
    }

    /// Shows how far the run is, and how many games match.
    pub(crate) fn show(&self, matched: Option<u64>) {
        self.report.progress(&self.read, self.games, matched);
    }

    /// Says what is to be said of a file.
    pub(crate) fn say(&mut self, message: &Message) {
        self.failed |= message.is_error();
        self.report.say(message);
    }

    /// Says why the run cannot go on.
    pub(crate) fn fail(&mut self, message: &Message) {
        self.failed = true;
        self.report.end_progress();
        self.report.say(message);
    }

    /// Says that this number of threads cannot be started.
    pub(crate) fn lack_threads(&mut self, threads: usize, error: &std::io::Error) {
        self.fail(&Message::error("threads", format!("cannot start {threads} threads: {error}")));
    }

    /// True if nothing has gone wrong.
    pub(crate) fn is_whole(&self) -> bool {
        !self.failed && !self.interrupted
    }

    /// The seconds since it began.
    pub(crate) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// The exit status; `good` if nothing has gone wrong.
    pub(crate) fn exit(&self, good: Exit) -> Exit {
        match (self.interrupted, self.failed) {
            (true, _) => Exit::Interrupted,
            (_, true) => Exit::Error,
            _ => good,
        }
    }
}
