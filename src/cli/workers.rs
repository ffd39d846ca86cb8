//! Games through searchers: on one thread in a plain loop, or on many with the order restored.
//!
//! With many threads there is no thread that only reads. A worker that has nothing to do takes the reader, cuts a batch of
//! games from the input, lets the reader go, and searches the batch. So the bytes of a game stay with the processor that
//! has read them, and as many threads are busy as were asked for. The collector gets the results and restores the order. A
//! batch needs a list for its results, and there is a fixed number of lists, so memory is bounded, and the workers wait
//! when the collector does.

use super::STACK;
use super::game_search::{GameSearcher, SearchTask};
use super::inputs::{Next, Reader};
use super::interrupt;
use super::job::{GameJob, SearchedGame};
use super::report::{Message, Report};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::{Duration, Instant};
use tabiya::game::RawGame;

/// The greatest number of games in a batch.
const BATCH_GAMES: usize = 256;

/// With so many bytes a batch is full.
const BATCH_BYTES: usize = 256 << 10;

/// The batches of a worker grow as long as one of them takes less time than this. Short batches bring the first results
/// soon, long ones wake the collector seldom.
const QUICK_BATCH: Duration = Duration::from_millis(2);

/// They shrink if one takes more time than this.
const SLOW_BATCH: Duration = Duration::from_millis(8);

/// The number of batches for each thread that may be searched or wait for their turn to be collected.
const BATCHES_PER_THREAD: usize = 4;

/// A run that is to end waits for the batches being searched no longer than this.
const LAST_BATCHES: Duration = Duration::from_secs(1);

/// Longer memory for one game is not kept: alone, and in a batch.
const KEPT_BYTES: usize = 256 << 10;
const KEPT_IN_BATCH: usize = 16 << 10;

/// Takes what comes of the games, in their order.
pub(crate) trait Collect {
    /// Takes the results of the game with a number; `false` if no more are wanted.
    fn take(&mut self, number: u64, searched: SearchedGame) -> bool;
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
    if threads > 1 {
        match WorkerPool::start(task, reader.decompress_ahead(), threads) {
            Ok(pool) => pool.collect(collector),
            Err(error) => {
                let message = format!("cannot start {threads} threads: {error}");
                collector.message(&Message::error("threads", message).help("choose fewer with --threads"));
            }
        }
    } else {
        run_here(task, reader, collector);
    }
}

/// The plain loop.
fn run_here(task: &Arc<SearchTask>, mut reader: Reader, collector: &mut impl Collect) {
    let mut searcher = GameSearcher::new(Arc::clone(task), 0);
    let mut job = GameJob { raw: RawGame::default(), file: "".into(), place: 0 };
    loop {
        if interrupt::happened() {
            return collector.interrupt();
        }
        match reader.next(&mut job.raw) {
            Next::End if interrupt::happened() => return collector.interrupt(),
            Next::End => return collector.searched(&mut searcher),
            Next::Report(message) => collector.message(&message),
            Next::Game => {
                if !Arc::ptr_eq(&job.file, reader.file()) {
                    job.file = Arc::clone(reader.file());
                }
                if !collector.take(job.raw.number, searcher.search(&job)) {
                    return;
                }
                job.place += 1;
                job.raw.bytes.shrink_to(KEPT_BYTES);
            }
        }
    }
}

/// Some games that are to be searched, or something to say in the place of one. A worker has one batch, and uses its memory
/// again.
#[derive(Default)]
struct Batch {
    /// Its place among all batches, from 0.
    place: u64,
    /// The number of `items` in use; the others are memory for later.
    used: usize,
    items: Vec<Item>,
}

struct Item {
    job: GameJob,
    message: Option<Message>,
}

/// What comes of one item of a batch.
enum Outcome {
    Message(Message),
    /// The number of a game, and its results.
    Searched(u64, SearchedGame),
    /// The run is to end, and the game was not searched.
    GivenUp,
}

/// What comes of a batch.
struct Outcomes {
    place: u64,
    list: Vec<Outcome>,
}

/// The input, which one worker at a time reads from.
struct Source {
    reader: Reader,
    /// The numbers of batches and games that have been cut off.
    batches: u64,
    games: u64,
    /// True if there is no more to read.
    over: bool,
}

impl Source {
    /// Fills a batch with up to `most` games.
    fn fill(&mut self, batch: &mut Batch, most: usize) {
        batch.place = self.batches;
        batch.used = 0;
        self.batches += 1;
        let mut bytes = 0;
        while batch.used < most && bytes < BATCH_BYTES {
            // What is there is searched while the stream is slow.
            if batch.used > 0 && self.reader.must_wait() {
                return;
            }
            let item = batch.next_item(&self.reader);
            item.message = match self.reader.next(&mut item.job.raw) {
                Next::End => {
                    self.over = true;
                    return;
                }
                Next::Report(message) => Some(message),
                Next::Game => {
                    bytes += item.job.raw.bytes.len();
                    if !Arc::ptr_eq(&item.job.file, self.reader.file()) {
                        item.job.file = Arc::clone(self.reader.file());
                    }
                    item.job.place = self.games;
                    self.games += 1;
                    None
                }
            };
            batch.used += 1;
        }
    }
}

impl Batch {
    /// The first item that is not in use.
    fn next_item(&mut self, reader: &Reader) -> &mut Item {
        if self.used == self.items.len() {
            let job = GameJob { raw: RawGame::default(), file: Arc::clone(reader.file()), place: 0 };
            self.items.push(Item { job, message: None });
        }
        &mut self.items[self.used]
    }
}

/// What all workers share.
struct Shared {
    source: Mutex<Source>,
    /// True if no more results are wanted.
    stop: AtomicBool,
}

/// One thread that reads and searches.
struct Worker {
    shared: Arc<Shared>,
    searcher: GameSearcher,
    batch: Batch,
    /// The number of games in its next batch.
    size: usize,
    empty: Receiver<Vec<Outcome>>,
    done: Sender<Outcomes>,
}

impl Worker {
    /// Searches batch after batch. A batch gets its place only when there is a list for its results, so the batch that the
    /// collector waits for is always in the hands of a worker that can go on.
    fn run(mut self) {
        while let Ok(mut list) = self.empty.recv() {
            let Ok(mut source) = self.shared.source.lock() else { return };
            if source.over || self.shared.stop.load(Ordering::Relaxed) {
                return;
            }
            source.fill(&mut self.batch, self.size);
            drop(source);
            let started = Instant::now();
            self.search(&mut list);
            self.adapt(started.elapsed());
            if self.done.send(Outcomes { place: self.batch.place, list }).is_err() {
                return;
            }
        }
    }

    fn search(&mut self, list: &mut Vec<Outcome>) {
        for item in &mut self.batch.items[..self.batch.used] {
            list.push(match item.message.take() {
                Some(message) => Outcome::Message(message),
                None if interrupt::happened() => Outcome::GivenUp,
                None => {
                    let searched = self.searcher.search(&item.job);
                    item.job.raw.bytes.shrink_to(KEPT_IN_BATCH);
                    Outcome::Searched(item.job.raw.number, searched)
                }
            });
        }
    }

    /// Chooses the size of the next batch by the time that this one took.
    fn adapt(&mut self, time: Duration) {
        if time < QUICK_BATCH {
            self.size = (2 * self.size).min(BATCH_GAMES);
        } else if time > SLOW_BATCH {
            self.size = (self.size / 2).max(1);
        }
    }
}

/// All workers, seen from the collector.
struct WorkerPool {
    shared: Arc<Shared>,
    empty: Sender<Vec<Outcome>>,
    done: Receiver<Outcomes>,
}

impl WorkerPool {
    fn start(task: &Arc<SearchTask>, reader: Reader, threads: usize) -> std::io::Result<WorkerPool> {
        let batches = threads * BATCHES_PER_THREAD;
        let (empty, to_fill) = bounded(batches);
        let (searched, done) = bounded(batches);
        for _ in 0..batches {
            // There is room for all of them.
            let _ = empty.send(Vec::new());
        }
        let source = Mutex::new(Source { reader, batches: 0, games: 0, over: false });
        let shared = Arc::new(Shared { source, stop: AtomicBool::new(false) });
        for i in 0..threads {
            let (task, shared) = (Arc::clone(task), Arc::clone(&shared));
            let (empty, done) = (to_fill.clone(), searched.clone());
            Builder::new().name(format!("search {i}")).stack_size(STACK).spawn(move || {
                let (searcher, batch) = (GameSearcher::new(task, i), Batch::default());
                Worker { shared, searcher, batch, size: 1, empty, done }.run();
            })?;
        }
        Ok(WorkerPool { shared, empty, done })
    }

    /// Hands the results of all batches over in order.
    fn collect(self, collector: &mut impl Collect) {
        let mut waiting: BTreeMap<u64, Vec<Outcome>> = BTreeMap::new();
        let (mut next, mut ending) = (0, None);
        loop {
            match self.done.recv_timeout(Duration::from_millis(100)) {
                Ok(outcomes) => drop(waiting.insert(outcomes.place, outcomes.list)),
                // Workers give up their games soon, and what they have found before is still to come.
                Err(RecvTimeoutError::Timeout) if interrupt::happened() => {
                    if ending.get_or_insert_with(Instant::now).elapsed() > LAST_BATCHES {
                        return collector.interrupt();
                    }
                }
                Err(RecvTimeoutError::Timeout) => collector.idle(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(mut list) = waiting.remove(&next) {
                if !hand_over(&mut list, collector) {
                    self.shared.stop.store(true, Ordering::Relaxed);
                    return;
                }
                next += 1;
                // The workers have gone when everything has been read.
                let _ = self.empty.try_send(list);
            }
        }
        if interrupt::happened() {
            return collector.interrupt();
        }
        let over = self.shared.source.lock().is_ok_and(|source| source.over && source.batches == next);
        if !over {
            let message = "the program failed while it read the games; those behind this place were not searched";
            collector.message(&Message::error("internal-error", message).help("please report this, with the games"));
        }
    }
}

/// Hands the results of a batch over; `false` if no more are wanted.
fn hand_over(list: &mut Vec<Outcome>, collector: &mut impl Collect) -> bool {
    for outcome in list.drain(..) {
        match outcome {
            Outcome::Message(message) => collector.message(&message),
            Outcome::Searched(number, searched) => {
                if !collector.take(number, searched) {
                    return false;
                }
            }
            Outcome::GivenUp => {
                collector.interrupt();
                return false;
            }
        }
    }
    true
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
