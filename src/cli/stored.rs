//! Blocks of a database on their way to be searched.

use super::game_search::GameSearcher;
use super::interrupt;
use super::job::GameJob;
use super::outcome::{EmptyGames, Outcome};
use super::report::Message;
use std::ops::Range;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tabiya::database::{Block, BlockError, ExportScratch};

/// Tells blocks apart in one process.
static BLOCKS: AtomicU64 = AtomicU64::new(0);

/// A block, which several threads may share.
#[derive(Debug)]
pub(crate) struct StoredBlock {
    pub(crate) block: Block,
    /// The name of the database.
    database: Arc<str>,
    id: u64,
    /// The first game that is known to be unreadable.
    lost_from: AtomicUsize,
    /// The games that may match, once that has been found out.
    candidates: OnceLock<Vec<Range<usize>>>,
}

impl StoredBlock {
    pub(crate) fn new(block: Block, database: Arc<str>) -> StoredBlock {
        let id = BLOCKS.fetch_add(1, Ordering::Relaxed);
        let lost_from = AtomicUsize::new(usize::MAX);
        StoredBlock { block, database, id, lost_from, candidates: OnceLock::new() }
    }

    /// Notes that games from a number on cannot be read.
    fn lose(&self, game: usize) {
        self.lost_from.fetch_min(game, Ordering::Relaxed);
    }
}

/// Some games of a block.
#[derive(Clone, Debug)]
pub(crate) struct StoredRange {
    pub(crate) block: Arc<StoredBlock>,
    pub(crate) games: Range<usize>,
    /// The place of the block's first game among all games of the run.
    start: u64,
}

impl StoredRange {
    /// All games of a block. `start` is the place of its first game among all games of the run.
    pub(crate) fn whole(block: Arc<StoredBlock>, start: u64) -> StoredRange {
        let games = 0..block.block.len();
        StoredRange { block, games, start }
    }

    /// The name of the database.
    pub(crate) fn database(&self) -> &str {
        &self.block.database
    }

    /// Takes the first game off, with its text; `false` if there is none.
    ///
    /// # Errors
    /// If the game cannot be read. It has been taken off nevertheless.
    pub(crate) fn next_text(&mut self, job: &mut GameJob, scratch: &mut ExportScratch) -> Result<bool, BlockError> {
        let Some(game) = self.games.next() else { return Ok(false) };
        let block = &self.block.block;
        block.export_with(game, &mut job.raw, scratch)?;
        let source = block.source(game)?;
        if *job.file != *source {
            job.file = source.into();
        }
        job.place = self.start + game as u64;
        Ok(true)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Takes up to so many games from the front.
    pub(crate) fn split_off(&mut self, games: usize) -> StoredRange {
        let end = self.games.start.saturating_add(games).min(self.games.end);
        let front = StoredRange { games: self.games.start..end, ..self.clone() };
        self.games.start = end;
        front
    }

    /// Searches the games and appends the results. When a game cannot be read, the block is lost from there on: the games
    /// behind it are left out, also those that other threads search, so that the results do not depend on the threads.
    pub(crate) fn search(&self, searcher: &mut GameSearcher, outcomes: &mut Vec<Outcome>) {
        outcomes.push(Outcome::Block(Some(self.block.id)));
        if let Err(error) = self.search_games(searcher, outcomes) {
            outcomes.push(Outcome::Damaged(damaged_block(&self.block.database, &error)));
        }
        outcomes.push(Outcome::Block(None));
    }

    fn search_games(&self, searcher: &mut GameSearcher, outcomes: &mut Vec<Outcome>) -> Result<(), BlockError> {
        let mut job = GameJob::default();
        let candidates = match self.block.candidates.get() {
            Some(candidates) => candidates,
            None => {
                let found = searcher.candidates(&self.block.block);
                let found = found.inspect_err(|_| self.block.lose(0))?;
                self.block.candidates.get_or_init(|| found)
            }
        };
        let mut at = self.games.start;
        for range in candidates {
            let (start, end) = (range.start.max(at), range.end.min(self.games.end));
            if start >= end {
                continue;
            }
            self.pass_over(at..start, searcher, outcomes);
            for game in start..end {
                if interrupt::happened() {
                    outcomes.push(Outcome::GivenUp);
                    return Ok(());
                }
                if game >= self.block.lost_from.load(Ordering::Relaxed) {
                    return Ok(());
                }
                job.place = self.start + game as u64;
                match searcher.search_stored(&self.block.block, game, &mut job) {
                    Ok(Some(searched)) => Outcome::push_to(outcomes, job.raw.number, searched),
                    Ok(None) => {}
                    Err(error) => {
                        self.block.lose(game);
                        return Err(error);
                    }
                }
            }
            at = end;
        }
        self.pass_over(at..self.games.end, searcher, outcomes);
        Ok(())
    }

    /// Counts games that need not be read.
    fn pass_over(&self, games: Range<usize>, searcher: &GameSearcher, outcomes: &mut Vec<Outcome>) {
        if !games.is_empty() {
            // All queries see all games, or the games would have been read for their numbers.
            let (first, thread) = (self.start + games.start as u64 + 1, searcher.thread());
            let empty = EmptyGames { first, games: games.len() as u64, unread: true, thread };
            Outcome::push_empty(outcomes, empty);
        }
    }
}

/// The message about a block that cannot be read.
pub(crate) fn damaged_block(database: &str, error: &BlockError) -> Message {
    let help = "the games of this block are left out, those of other blocks are not; make the database again from its PGN \
                files, or keep what is left with `tabiya export`";
    Message::error("damaged-block", error.to_string()).file(database).help(help)
}
