//! Texts that are searched one by one on the thread that asks: the values of a column of a table, each with its games.

use super::game_search::{GameSearcher, GameStep, SearchTask};
use super::job::{GameJob, SearchedGame};
use super::options::RunOptions;
use crate::game::Frames;
use crate::query::QuerySet;
use std::fmt;
use std::io::Cursor;
use std::sync::Arc;

/// Searches texts of PGN, one after the other, in memory that is kept. Games count from 1 in each text.
///
/// ```
/// use tabiya::Query;
/// use tabiya::pipeline::{GameResults, RunOptions, TextSearcher};
///
/// let query = Query::parse("mate")?;
/// let mut searcher = TextSearcher::new(query.set(), &RunOptions::default(), || |_: GameResults<'_>| ());
/// let mut count = |text: &str| {
///     let mut positions = 0;
///     searcher.search(text.as_bytes(), |game| positions += game.found.iter().map(|(_, n)| n).sum::<u64>());
///     positions
/// };
/// assert_eq!(count("1. f3 e5 2. g4 Qh4# 0-1"), 1);
/// assert_eq!(count("1. e4 e5 *"), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TextSearcher<S: GameStep> {
    searcher: GameSearcher<S>,
    frames: Frames<Cursor<Vec<u8>>>,
    job: GameJob,
}

impl<S: GameStep> fmt::Debug for TextSearcher<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextSearcher").finish_non_exhaustive()
    }
}

impl<S: GameStep> TextSearcher<S> {
    /// A searcher for these queries with these options, of which those about files, threads and the whole run count for nothing.
    pub fn new(
        set: &QuerySet,
        options: &RunOptions,
        make_step: impl Fn() -> S + Send + Sync + 'static,
    ) -> TextSearcher<S> {
        let task = Arc::new(SearchTask::new(set, options.clone(), make_step));
        let frames = Frames::new(Cursor::new(Vec::new()));
        TextSearcher { searcher: GameSearcher::new(task, 0), frames, job: GameJob::default() }
    }

    /// Searches the games of a text; `take` gets the results of each.
    pub fn search(&mut self, text: &[u8], mut take: impl FnMut(SearchedGame<S::Output>)) {
        self.frames.restart(|source| {
            source.get_mut().clear();
            source.get_mut().extend_from_slice(text);
            source.set_position(0);
        });
        // Memory can be read.
        while self.frames.read_frame(&mut self.job.raw).unwrap_or(false) {
            take(self.searcher.search(&self.job));
            self.job.place += 1;
        }
    }
}
