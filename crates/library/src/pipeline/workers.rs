//! Games through searchers: on the thread that asks for the results, or on many.

use super::ahead::{Ahead, Turn};
use super::game_search::{GameSearcher, GameStep, SearchTask};
use super::job::GameJob;
use super::outcome::Outcome;
use super::pool::{BATCH_BYTES, BATCH_GAMES, Batch, Gathered, Pool, Room, Work};
use super::sources::{Next, Reader};
use super::stored::StoredRange;
use super::stored_search;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The greatest number of games of a database in a batch: a block.
const BATCH_STORED: usize = 1 << 16;

/// The greatest number of games in a batch whose results may be long: those of a whole batch are in memory at a time.
const BATCH_LONG: usize = 8;

/// The batches of a thread grow as long as one of them takes less time than this. Short batches bring the first results
/// soon, long ones wake the collecting thread seldom.
const QUICK_BATCH: Duration = Duration::from_millis(2);

/// They shrink if one takes more time than this.
const SLOW_BATCH: Duration = Duration::from_millis(8);

/// Longer memory for one game is not kept: alone, and in a batch.
const KEPT_BYTES: usize = 256 << 10;
const KEPT_IN_BATCH: usize = 16 << 10;

/// One thread that searches.
pub(crate) struct SearchWorker<S: GameStep> {
    searcher: GameSearcher<S>,
    /// The number of games in its next batch, and the greatest one.
    size: usize,
    most: usize,
}

impl<S: GameStep> SearchWorker<S> {
    pub(crate) fn new(task: Arc<SearchTask<S>>, thread: usize) -> SearchWorker<S> {
        let most = if task.hands_over_texts() { BATCH_LONG } else { BATCH_STORED };
        SearchWorker { searcher: GameSearcher::new(task, thread), size: 1, most }
    }

    /// Chooses the size of the next batch by the time that this one took.
    fn adapt(&mut self, time: Duration) {
        if time < QUICK_BATCH {
            self.size = (2 * self.size).min(self.most);
        } else if time > SLOW_BATCH {
            self.size = (self.size / 2).max(1);
        }
    }
}

impl<S: GameStep> Work for SearchWorker<S> {
    type Output = S::Output;

    fn room(&self) -> Room {
        let games = self.size.min(BATCH_GAMES);
        Room { games, bytes: BATCH_BYTES, stored: self.size, patient: false }
    }

    fn work(&mut self, batch: &mut Batch, outcomes: &mut Vec<Outcome<S::Output>>) {
        let started = Instant::now();
        if let Some(range) = batch.stored.take() {
            stored_search::search(&range, &mut self.searcher, outcomes);
        }
        for item in batch.items() {
            match item.message.take() {
                Some(message) => outcomes.push(Outcome::Message(message)),
                None if self.searcher.is_over() => outcomes.push(Outcome::GivenUp),
                None => {
                    let searched = self.searcher.search(&item.job);
                    item.job.raw.bytes.shrink_to(KEPT_IN_BATCH);
                    Outcome::push(outcomes, searched);
                }
            }
        }
        self.adapt(started.elapsed());
    }
}

/// The plain loop: one game after the other, on the thread that asks for the results.
struct Here<S: GameStep> {
    searcher: GameSearcher<S>,
    reader: Reader,
    /// Reads before the turn of games, if there are helpers to look through them.
    ahead: Option<Ahead<S::Output>>,
    job: GameJob,
    /// The place of the next game among all games of the run.
    place: u64,
    /// The greatest number of games of a block that are searched before their results are handed over.
    most: usize,
    /// The games of a block that are still to be searched, and how many of them are searched next.
    rest: Option<(StoredRange, usize)>,
    /// Results to be handed over, the next one last.
    outcomes: Vec<Outcome<S::Output>>,
    /// True if it has been said that a slow stream is waited for.
    waiting: bool,
}

impl<S: GameStep> Here<S> {
    fn new(task: Arc<SearchTask<S>>, reader: Reader) -> Here<S> {
        let most = if task.hands_over_texts() { BATCH_LONG } else { BATCH_GAMES };
        let ahead = task.helpers().map(Ahead::new);
        let searcher = GameSearcher::new(task, 0);
        let (job, outcomes) = (GameJob::default(), Vec::new());
        Here { searcher, reader, ahead, job, place: 0, most, rest: None, outcomes, waiting: false }
    }
}

impl<S: GameStep> Alone<S::Output> for Here<S> {
    fn persistent_values(&mut self, query: usize) -> Vec<(String, String)> {
        self.searcher.persistent_values(query)
    }

    fn next(&mut self) -> Gathered<S::Output> {
        loop {
            if let Some(outcome) = self.outcomes.pop() {
                return Gathered::Outcome(outcome);
            }
            if let Some((mut rest, size)) = self.rest.take() {
                let range = rest.split_off(size);
                stored_search::search(&range, &mut self.searcher, &mut self.outcomes);
                self.outcomes.reverse();
                if !rest.is_empty() {
                    self.rest = Some((rest, (2 * size).min(self.most)));
                }
                continue;
            }
            if self.searcher.is_over() {
                return Gathered::Halted;
            }
            // Results so far are shown while a slow stream is waited for.
            self.waiting = !self.waiting && self.reader.must_wait();
            if self.waiting {
                return Gathered::Idle;
            }
            match self.turn() {
                Turn::Halted => return Gathered::Halted,
                Turn::End => return Gathered::End,
                Turn::Outcome(outcome) => return Gathered::Outcome(outcome),
                Turn::Game => {
                    self.search_game();
                    self.job.raw.bytes.shrink_to(KEPT_BYTES);
                }
                Turn::Early => {
                    self.search_game();
                    if let (Some(ahead), Some(outcome)) = (&mut self.ahead, self.outcomes.pop()) {
                        ahead.keep(outcome);
                    }
                    return Gathered::Idle;
                }
                Turn::Stored(range) => self.rest = (!range.is_empty()).then_some((range, 1)),
            }
        }
    }
}

impl<S: GameStep> Here<S> {
    /// What comes next from the sources.
    fn turn(&mut self) -> Turn<S::Output> {
        let Here { reader, ahead, job, place, .. } = self;
        if let Some(ahead) = ahead {
            return ahead.next(reader, job);
        }
        match reader.next(&mut job.raw) {
            Next::End => Turn::End,
            Next::Halted(_) => Turn::Halted,
            Next::Report(message) => Turn::Outcome(Outcome::Message(message)),
            Next::Game => {
                job.raw.unfold();
                if !Arc::ptr_eq(&job.file, reader.file()) {
                    job.file = Arc::clone(reader.file());
                }
                job.place = *place;
                *place += 1;
                Turn::Game
            }
            Next::Block(block) => {
                let range = StoredRange::whole(block, *place);
                *place += range.games.end as u64;
                Turn::Stored(range)
            }
        }
    }

    fn search_game(&mut self) {
        let searched = self.searcher.search(&self.job);
        Outcome::push(&mut self.outcomes, searched);
    }
}

/// The plain loop, regardless of its steps.
pub(crate) trait Alone<T>: Send {
    /// What comes next.
    fn next(&mut self) -> Gathered<T>;

    /// Name and value of each persistent variable of a query, for people.
    fn persistent_values(&mut self, query: usize) -> Vec<(String, String)>;
}

/// All threads that work.
pub(crate) enum Workers<T> {
    Here(Box<dyn Alone<T>>),
    Threads(Pool<T>),
}

impl<T> fmt::Debug for Workers<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers").finish_non_exhaustive()
    }
}

impl<T: Send + 'static> Workers<T> {
    /// Starts to search.
    ///
    /// # Errors
    ///
    /// If the system does not allow that many threads.
    pub(crate) fn start<S: GameStep<Output = T>>(
        task: &Arc<SearchTask<S>>,
        reader: Reader,
        threads: usize,
    ) -> std::io::Result<Workers<T>> {
        if threads == 1 {
            return Ok(Workers::Here(Box::new(Here::new(Arc::clone(task), reader))));
        }
        let searches = (0..threads).map(|i| SearchWorker::new(Arc::clone(task), i));
        Pool::start(reader, task.control(), searches).map(Workers::Threads)
    }

    pub(crate) fn next(&mut self) -> Gathered<T> {
        match self {
            Workers::Here(here) => here.next(),
            Workers::Threads(pool) => pool.next(),
        }
    }
}
