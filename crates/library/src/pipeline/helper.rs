//! What a helper does with a batch of games: it reads and searches them, and keeps nothing but which have something in them.

use super::game_search::{GameResults, GameSearcher, GameStep, SearchTask};
use super::helpers::{Verdict, next_number, next_text};
use super::job::GameJob;
use super::options::RunOptions;
use crate::game::RawGame;
use crate::query::QuerySet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// A batch is given back after this time, with the games that are left: the search may be over, which nobody can tell a helper
/// while it works.
const LONGEST: Duration = Duration::from_millis(50);

/// Makes nothing of the games that it sees.
struct NoStep;

impl GameStep for NoStep {
    type Output = ();

    fn take(&mut self, _: GameResults<'_>) {}
}

/// One that looks through batches of games for a run in another instance of the program.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
/// use tabiya::pipeline::{Helper, Helpers, RunOptions, Sources};
/// use tabiya::Query;
///
/// let query = Query::parse("mate")?;
/// let helpers = Arc::new(Helpers::new(1));
/// let threads = Some(NonZeroUsize::MIN);
/// let options = RunOptions { threads, helpers: Some(Arc::clone(&helpers)), ..RunOptions::default() };
/// let games = Sources::new().bytes("games", "1. e4 *\n\n1. d4 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n".repeat(9));
/// let mut helper = Helper::new(query.set(), &RunOptions::default());
/// let summary = query.search(games, &options, |_| {
///     // Elsewhere, and with a way for the bytes.
///     while let Some(answer) = helpers.take().and_then(|batch| helper.look(&batch)) {
///         helpers.give(&answer);
///     }
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((summary.games, summary.matched), (27, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Helper {
    searcher: GameSearcher<NoStep>,
    job: GameJob,
}

impl fmt::Debug for Helper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Helper").finish_non_exhaustive()
    }
}

impl Helper {
    /// A helper for runs of these queries with these options.
    pub fn new(set: &QuerySet, options: &RunOptions) -> Helper {
        let task = Arc::new(SearchTask::new(set, options.clone(), || NoStep));
        Helper { searcher: GameSearcher::new(task, 0), job: GameJob::default() }
    }

    /// Looks through a batch, for some hundredths of a second and at least one game. `None` if the bytes are not of a batch, or
    /// the control in the options has ended the work.
    pub fn look(&mut self, mut batch: &[u8]) -> Option<Vec<u8>> {
        let mut answer = next_number(&mut batch)?.to_le_bytes().to_vec();
        self.job.file = String::from_utf8_lossy(next_text(&mut batch)?).into();
        let started = Instant::now();
        while !batch.is_empty() && started.elapsed() < LONGEST {
            let mut number = || next_number(&mut batch);
            let (number, line, offset, place) = (number()?, number()?, number()?, number()?);
            let mut bytes = std::mem::take(&mut self.job.raw.bytes);
            bytes.clear();
            bytes.extend_from_slice(next_text(&mut batch)?);
            self.job.raw = RawGame { bytes, number, line, offset, ..RawGame::default() };
            self.job.place = place;
            let searched = self.searcher.search(&self.job);
            if self.searcher.is_over() {
                return None;
            }
            let verdict = match searched.is_empty() {
                false => Verdict::Search,
                true if searched.games.unread => Verdict::Unread,
                true => Verdict::Nothing,
            };
            answer.push(verdict as u8);
        }
        Some(answer)
    }
}
