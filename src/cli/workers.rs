//! Games through searchers: on one thread in a plain loop, or on many.

use super::game_search::{GameSearcher, SearchTask};
use super::inputs::{Next, Reader};
use super::interrupt;
use super::job::{GameJob, SearchedGame};
use super::outcome::{EmptyGames, Outcome};
use super::pool::{Batch, Gather, Pool, Room, Work};
use super::report::{Message, Report};
use super::stored::StoredRange;
use super::stored_search;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The greatest number of games of PGN in a batch, and with how many bytes one is full.
const BATCH_GAMES: usize = 256;
const BATCH_BYTES: usize = 256 << 10;

/// The greatest number of games of a database in a batch: a block.
const BATCH_STORED: usize = 1 << 16;

/// The batches of a thread grow as long as one of them takes less time than this. Short batches bring the first results
/// soon, long ones wake the collecting thread seldom.
const QUICK_BATCH: Duration = Duration::from_millis(2);

/// They shrink if one takes more time than this.
const SLOW_BATCH: Duration = Duration::from_millis(8);

/// The number of batches for each thread that may be searched or wait for their turn to be collected.
const BATCHES_PER_THREAD: usize = 4;

/// Longer memory for one game is not kept: alone, and in a batch.
const KEPT_BYTES: usize = 256 << 10;
const KEPT_IN_BATCH: usize = 16 << 10;

/// Takes what comes of the games, in their order.
pub(crate) trait Collect {
    /// Takes the results of the game with a number; `false` if no more are wanted.
    fn take(&mut self, number: u64, searched: SearchedGame) -> bool;
    /// Takes games in which nothing was found and of which nothing is to be said.
    fn take_empty(&mut self, empty: EmptyGames);
    /// Something is to be said about a file.
    fn message(&mut self, message: &Message);
    /// Notes that the run ends early.
    fn interrupt(&mut self);
    /// Time passes without searched games.
    fn idle(&mut self) {}
    /// Everything has been searched by one thread, whose memory this is.
    fn searched(&mut self, _searcher: &mut GameSearcher) {}
}

/// Searches everything that the reader delivers.
pub(crate) fn run(task: &Arc<SearchTask>, reader: Reader, threads: usize, collector: &mut impl Collect) {
    let mut results = Results { collector, block: None, lost: None };
    if threads == 1 {
        return run_here(task, reader, &mut results);
    }
    let searches = (0..threads).map(|i| Search { searcher: GameSearcher::new(Arc::clone(task), i), size: 1 });
    match Pool::start(reader, searches, BATCHES_PER_THREAD) {
        Ok(pool) => pool.gather(&mut results),
        Err(error) => {
            let message = format!("cannot start {threads} threads: {error}");
            results.message(&Message::error("threads", message).help("choose fewer with --threads"));
        }
    }
}

/// The plain loop.
fn run_here(task: &Arc<SearchTask>, mut reader: Reader, results: &mut Results<'_, impl Collect>) {
    let mut searcher = GameSearcher::new(Arc::clone(task), 0);
    let mut job = GameJob::default();
    loop {
        if interrupt::happened() {
            return results.interrupt();
        }
        // What was found so far is shown while a slow stream is waited for.
        if reader.must_wait() {
            results.idle();
        }
        match reader.next(&mut job.raw) {
            Next::End if interrupt::happened() => return results.interrupt(),
            Next::End => return results.collector.searched(&mut searcher),
            Next::Report(message) => results.message(&message),
            Next::Game => {
                if !Arc::ptr_eq(&job.file, reader.file()) {
                    job.file = Arc::clone(reader.file());
                }
                if !results.collector.take(job.raw.number, searcher.search(&job)) {
                    return;
                }
                job.place += 1;
                job.raw.bytes.shrink_to(KEPT_BYTES);
            }
            Next::Block(block) => {
                let mut rest = StoredRange::whole(block, job.place);
                job.place += rest.games.len() as u64;
                let mut outcomes = Vec::new();
                let mut size = 1;
                while !rest.is_empty() {
                    let range = rest.split_off(size);
                    size = (2 * size).min(BATCH_GAMES);
                    stored_search::search(&range, &mut searcher, &mut outcomes);
                    if !outcomes.drain(..).all(|outcome| results.take(outcome)) {
                        return;
                    }
                }
            }
        }
    }
}

/// One thread that searches.
struct Search {
    searcher: GameSearcher,
    /// The number of games in its next batch.
    size: usize,
}

impl Search {
    /// Chooses the size of the next batch by the time that this one took.
    fn adapt(&mut self, time: Duration) {
        if time < QUICK_BATCH {
            self.size = (2 * self.size).min(BATCH_STORED);
        } else if time > SLOW_BATCH {
            self.size = (self.size / 2).max(1);
        }
    }
}

impl Work for Search {
    type Outcome = Outcome;

    fn room(&self) -> Room {
        let games = self.size.min(BATCH_GAMES);
        Room { games, bytes: BATCH_BYTES, stored: self.size, patient: false }
    }

    fn work(&mut self, batch: &mut Batch, outcomes: &mut Vec<Outcome>) {
        let started = Instant::now();
        if let Some(range) = batch.stored.take() {
            stored_search::search(&range, &mut self.searcher, outcomes);
        }
        for item in batch.items() {
            match item.message.take() {
                Some(message) => outcomes.push(Outcome::Message(message)),
                None if interrupt::happened() => outcomes.push(Outcome::GivenUp),
                None => {
                    let searched = self.searcher.search(&item.job);
                    item.job.raw.bytes.shrink_to(KEPT_IN_BATCH);
                    Outcome::push_to(outcomes, item.job.raw.number, searched);
                }
            }
        }
        self.adapt(started.elapsed());
    }
}

/// Takes results in their order.
struct Results<'c, C> {
    collector: &'c mut C,
    /// The block of a database that the games come from.
    block: Option<u64>,
    /// The block that was lost last.
    lost: Option<u64>,
}

impl<C: Collect> Gather<Outcome> for Results<'_, C> {
    fn take(&mut self, outcome: Outcome) -> bool {
        let lost = self.block.is_some() && self.block == self.lost;
        match outcome {
            Outcome::Message(message) => self.collector.message(&message),
            Outcome::Block(block) => self.block = block,
            // Another thread may have found such games before it knew.
            Outcome::Searched(..) | Outcome::Empty(_) | Outcome::Damaged(_) if lost => {}
            Outcome::Searched(number, searched) => return self.collector.take(number, *searched),
            Outcome::Empty(empty) => self.collector.take_empty(empty),
            Outcome::Damaged(message) => {
                self.lost = self.block;
                self.collector.message(&message);
            }
            Outcome::GivenUp => {
                self.collector.interrupt();
                return false;
            }
        }
        true
    }

    fn message(&mut self, message: &Message) {
        self.collector.message(message);
    }

    fn interrupt(&mut self) {
        self.collector.interrupt();
    }

    fn idle(&mut self) {
        self.collector.idle();
    }
}

/// The number of threads to use.
pub(crate) fn threads(asked: Option<u16>, in_order: Option<&str>, report: &Report) -> usize {
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = asked.map_or_else(available, usize::from);
    match in_order {
        Some(reason) => {
            if asked.is_some_and(|n| n > 1) {
                report.note(&format!("using one thread, because {reason}"));
            }
            1
        }
        None => threads,
    }
}
