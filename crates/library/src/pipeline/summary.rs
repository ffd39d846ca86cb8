//! What a run has found, and its errors.

use super::failures::{Failure, Failures, Taken};
use super::message::Message;
use super::outcome::{CountedGames, Made, PassedGames};
use crate::search::{Halt, QueryScope};

/// The number of messages that a summary keeps.
const MESSAGES: usize = 1000;

/// What a run has found, and its errors.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
/// use tabiya::{Query, RunOptions};
///
/// let mut found = Query::parse("mate")?.matches_in("examples/games/sample.pgn", &RunOptions::default())?;
/// for mate in found.by_ref() {
///     assert!(mate?.board().is_check());
/// }
/// let summary = found.finish()?;
/// assert_eq!((summary.games, summary.matched, summary.positions), (68, 20, 20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RunSummary {
    /// Games searched.
    pub games: u64,
    /// Games in which some query found something.
    pub matched: u64,
    /// Positions that match, of all queries together.
    pub positions: u64,
    /// The numbers of each query.
    pub queries: Vec<QueryCounts>,
    /// Games whose moves were left unread, because their tags or summaries show that nothing matches.
    pub unread: u64,
    /// Damaged games: some of their moves could not be read. The moves before the damage were searched.
    pub incomplete: u64,
    /// Games with faults that lose no moves.
    pub flawed: u64,
    /// Games that could not be searched by every query, because a query failed or reached a limit, or whose comments are left
    /// out for that reason.
    pub failed: u64,
    /// True if games are missing, because a file, or a part of it, could not be read.
    pub lost: bool,
    /// What there is to say about files and games, in order, and the lines that `message` prints (with the code `message`): the
    /// first thousand, and further ones about files until they are a thousand, as far as they take no more bytes than
    /// [`Limits::held`](crate::Limits::held).
    pub messages: Vec<Message>,
    /// The number of messages that were left out.
    pub omitted: u64,
    /// The first message that is an error: the results are not complete.
    pub error: Option<Message>,
    /// The reason why the run ended before its last game, if it did.
    pub ended: Option<Message>,
    /// The reason why the run was ended from outside, if it was.
    pub halted: Option<Halt>,
    /// The messages that are kept: their bytes, and how many of them are about files.
    kept: (usize, usize),
    failures: Failures,
}

/// The numbers of one query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueryCounts {
    /// Games that it has looked at.
    pub games: u64,
    /// Games in which it found something.
    pub matched: u64,
    /// Positions that match.
    pub positions: u64,
}

/// A run whose results are not complete: a file could not be read, a query failed, or the run was ended from outside. Matches
/// up to then have been handed over all the same.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct RunFailed {
    /// The first error.
    pub message: Box<Message>,
    /// The results, and all errors.
    pub summary: Box<RunSummary>,
}

impl From<Message> for RunFailed {
    fn from(message: Message) -> RunFailed {
        let messages = vec![message.clone()];
        let summary = RunSummary { messages, error: Some(message.clone()), ..RunSummary::default() };
        RunFailed { message: Box::new(message), summary: Box::new(summary) }
    }
}

impl RunSummary {
    /// The summary of a run of this many queries before its first game: all numbers are 0.
    pub fn of(queries: usize) -> RunSummary {
        RunSummary { queries: vec![QueryCounts::default(); queries], ..RunSummary::default() }
    }

    /// Counts games that were gone through.
    pub(super) fn pass(&mut self, scopes: &[QueryScope], passed: PassedGames) {
        self.games += passed.games;
        self.unread += if passed.unread { passed.games } else { 0 };
        for (scope, counts) in scopes.iter().zip(&mut self.queries) {
            counts.games += scope.sees_of(passed.first, passed.games);
        }
    }

    /// Counts what was found in a game.
    pub(super) fn find<T>(&mut self, made: &Made<T>) {
        self.matched += u64::from(!made.found.is_empty());
        for &(query, positions) in &made.found {
            self.queries[query].matched += 1;
            self.queries[query].positions += positions;
            self.positions += positions;
        }
    }

    /// Counts what was counted in games without reading them.
    pub(super) fn count(&mut self, counted: &CountedGames) {
        self.matched += counted.matched;
        for (counts, &(games, positions)) in self.queries.iter_mut().zip(&counted.queries) {
            counts.matched += games;
            counts.positions += positions;
            self.positions += positions;
        }
    }

    /// Keeps a message, unless there are enough, or they take more than `most` bytes.
    pub(super) fn say(&mut self, message: &Message, most: usize) {
        if message.is_error() && self.error.is_none() {
            self.error = Some(message.clone());
        }
        // A text that is not a PGN may look like many games, of which the same must be said.
        if message.game.is_none() && self.messages.last() == Some(message) {
            return;
        }
        // However many games are damaged, a file that is not a PGN is not passed over in silence.
        let ((held, files), of_file) = (&mut self.kept, message.game.is_none());
        let bytes = held.saturating_add(message.message.len());
        if bytes <= most && (self.messages.len() < MESSAGES || of_file && *files < MESSAGES) {
            *held = bytes;
            *files += usize::from(of_file);
            self.messages.push(message.clone());
        } else {
            self.omitted += 1;
        }
    }

    /// Takes the failure of the game that was counted last; `most` is the number of games given up that ends the run.
    pub(super) fn take(&mut self, failure: &Failure, most: u64) -> Taken {
        self.failed += 1;
        self.failures.take(failure, self.games, most)
    }

    /// The failures that were counted and not said one by one, in sums.
    pub fn further_failures(&self) -> Vec<Message> {
        self.failures.sum_up()
    }

    /// The summary, if the results are complete.
    ///
    /// # Errors
    ///
    /// The first error with the summary.
    pub fn complete(self) -> Result<RunSummary, RunFailed> {
        match &self.error {
            None => Ok(self),
            Some(message) => Err(RunFailed { message: Box::new(message.clone()), summary: Box::new(self) }),
        }
    }
}
