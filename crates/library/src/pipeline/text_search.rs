//! Texts that are searched one by one on the thread that asks: the values of a column of a table, each with its games.

use super::game_search::{GameSearcher, GameStep, SearchTask};
use super::job::GameJob;
use super::outcome::Made;
use crate::game::Frames;
use std::io::Cursor;
use std::sync::Arc;

/// Searches texts of PGN, one after the other, in memory that is kept. Games count from 1 in each text.
pub(crate) struct TextSearcher<S: GameStep> {
    searcher: GameSearcher<S>,
    frames: Frames<Cursor<Vec<u8>>>,
    job: GameJob,
}

impl<S: GameStep> TextSearcher<S> {
    /// A searcher for the thread with a number. Options about files, sorting and the whole run count for nothing.
    pub(crate) fn new(task: Arc<SearchTask<S>>, thread: usize) -> TextSearcher<S> {
        let frames = Frames::new(Cursor::new(Vec::new()));
        TextSearcher { searcher: GameSearcher::new(task, thread), frames, job: GameJob::default() }
    }

    /// True if the run must end.
    pub(crate) fn is_over(&self) -> bool {
        self.searcher.is_over()
    }

    /// Searches the games of a text; `take` gets the results of each.
    pub(crate) fn search(&mut self, text: &str, mut take: impl FnMut(Made<S::Output>)) {
        self.frames.restart(|source| {
            source.get_mut().clear();
            source.get_mut().extend_from_slice(text.as_bytes());
            source.set_position(0);
        });
        // Memory can be read.
        while self.frames.read_frame(&mut self.job.raw).unwrap_or(false) {
            take(self.searcher.search(&self.job));
            self.job.place += 1;
        }
    }
}
