//! Games through searchers: on one thread in a plain loop, or on many with the order restored.
//!
//! With many threads games travel in batches. There is a fixed number of batches, which go round in a circle: an
//! empty one is filled by the reader, searched by a worker, and emptied by the collector in the order of reading. So
//! memory is bounded, and the reader waits when the collector does.

use super::STACK;
use super::game_search::{GameSearcher, SearchTask};
use super::inputs::{Next, Reader};
use super::interrupt;
use super::job::{GameJob, SearchedGame};
use super::report::{Message, Report};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};
use tabiya::game::RawGame;

/// The greatest number of games in a batch.
const BATCH_GAMES: usize = 16;

/// With so many bytes a batch is full.
const BATCH_BYTES: usize = 48 << 10;

/// So long a run that is to end waits for the batches being searched.
const LAST_BATCHES: Duration = Duration::from_secs(1);

/// Longer memory for one game is not kept.
const KEPT_BYTES: usize = 256 << 10;

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
        match WorkerPool::start(task, reader, threads) {
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

/// Some games on their way round.
#[derive(Default)]
struct Batch {
    /// Its place among all batches, from 0.
    place: u64,
    /// The number of `items` in use; the others are memory for later.
    used: usize,
    items: Vec<Item>,
}

/// A game, or something to say in its place.
struct Item {
    job: GameJob,
    message: Option<Message>,
    /// Nothing if the run was interrupted before.
    searched: Option<SearchedGame>,
}

impl Batch {
    /// Fills itself; `false` at the end of all inputs.
    fn fill(&mut self, reader: &mut Reader, games: &mut u64) -> bool {
        self.used = 0;
        let mut bytes = 0;
        while self.used < BATCH_GAMES && bytes < BATCH_BYTES {
            if self.used == self.items.len() {
                let job = GameJob { raw: RawGame::default(), file: Arc::clone(reader.file()), place: 0 };
                self.items.push(Item { job, message: None, searched: None });
            }
            let item = &mut self.items[self.used];
            item.searched = None;
            item.message = match reader.next(&mut item.job.raw) {
                Next::End => return false,
                Next::Report(message) => Some(message),
                Next::Game => {
                    bytes += item.job.raw.bytes.len();
                    item.job.file = Arc::clone(reader.file());
                    item.job.place = *games;
                    *games += 1;
                    None
                }
            };
            self.used += 1;
        }
        true
    }

    fn search(&mut self, searcher: &mut GameSearcher) {
        for item in &mut self.items[..self.used] {
            if item.message.is_none() && !interrupt::happened() {
                item.searched = Some(searcher.search(&item.job));
                item.job.raw.bytes.shrink_to(KEPT_BYTES);
            }
        }
    }
}

/// One reader and some workers.
struct WorkerPool {
    empty: Sender<Batch>,
    done: Receiver<Batch>,
    stop: Arc<AtomicBool>,
}

impl WorkerPool {
    fn start(task: &Arc<SearchTask>, reader: Reader, threads: usize) -> std::io::Result<WorkerPool> {
        let batches = threads * 4;
        let (empty, to_fill) = bounded::<Batch>(batches);
        let (filled, to_search) = bounded::<Batch>(batches);
        let (searched, done) = bounded::<Batch>(batches);
        for _ in 0..batches {
            // There is room for all of them.
            let _ = empty.send(Batch::default());
        }
        for i in 0..threads {
            let (task, to_search, searched) = (Arc::clone(task), to_search.clone(), searched.clone());
            Builder::new().name(format!("search {i}")).stack_size(STACK).spawn(move || {
                let mut searcher = GameSearcher::new(task, i);
                for mut batch in to_search {
                    batch.search(&mut searcher);
                    if searched.send(batch).is_err() {
                        return;
                    }
                }
            })?;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        Builder::new().name("read".into()).spawn(move || read(reader, &to_fill, &filled, &stopped))?;
        Ok(WorkerPool { empty, done, stop })
    }

    /// Empties the batches in order.
    fn collect(self, collector: &mut impl Collect) {
        let mut waiting: BTreeMap<u64, Batch> = BTreeMap::new();
        let (mut next, mut ending) = (0, None);
        loop {
            match self.done.recv_timeout(Duration::from_millis(100)) {
                Ok(batch) => drop(waiting.insert(batch.place, batch)),
                // Workers give up their games soon, and what they have found before is still to come.
                Err(RecvTimeoutError::Timeout) if interrupt::happened() => {
                    if ending.get_or_insert_with(Instant::now).elapsed() > LAST_BATCHES {
                        return collector.interrupt();
                    }
                }
                Err(RecvTimeoutError::Timeout) => collector.idle(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(mut batch) = waiting.remove(&next) {
                if !empty_into(&mut batch, collector) {
                    self.stop.store(true, Ordering::Relaxed);
                    return;
                }
                next += 1;
                // The reader has gone when everything has been read.
                let _ = self.empty.try_send(batch);
            }
        }
        if interrupt::happened() {
            collector.interrupt();
        }
    }
}

/// The reader's thread.
fn read(mut reader: Reader, to_fill: &Receiver<Batch>, filled: &Sender<Batch>, stop: &AtomicBool) {
    let (mut place, mut games) = (0, 0);
    for mut batch in to_fill {
        if stop.load(Ordering::Relaxed) || interrupt::happened() {
            return;
        }
        batch.place = place;
        place += 1;
        let more = batch.fill(&mut reader, &mut games);
        if filled.send(batch).is_err() || !more {
            return;
        }
    }
}

/// Hands the searched games of a batch over; `false` if no more are wanted.
fn empty_into(batch: &mut Batch, collector: &mut impl Collect) -> bool {
    for item in &mut batch.items[..batch.used] {
        if let Some(message) = item.message.take() {
            collector.message(&message);
        } else if let Some(searched) = item.searched.take() {
            if !collector.take(item.job.raw.number, searched) {
                return false;
            }
        } else {
            collector.interrupt();
            return false;
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
