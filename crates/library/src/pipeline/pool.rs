//! Threads that read games and work on them, and the order of their results.
//!
//! There is no thread that only reads. A worker that has nothing to do takes the reader, takes a batch from the
//! input, lets the reader go, and works on the batch. So the bytes of a game stay with the processor that has read them,
//! and as many threads are busy as were requested. The thread that gathers gets the results and restores their order. A
//! batch needs a list for its results, and there is a fixed number of lists, so memory is bounded, and the workers wait
//! when the gathering thread does.
//!
//! Three threads on two processors would push each other aside. Batches grow to some milliseconds of work, so the
//! gathering thread is woken seldom (`mate` over 107,156 games: some 500 forced switches between threads instead of
//! some 4,000); they begin with one game, so the first results come at once. Games without results reach the gathering
//! thread as one number. Results have no memory of their own that one thread would ask for and another give back: both
//! would wait for one lock (`check` in a database with two threads went from 0.166 to 0.127 s).
//!
//! A batch of PGN that is not small is a section, which the worker cuts into games itself (`tabiya_pgn::Section`). How many games
//! the sections before it have is known when they have been cut, so games get their numbers afterwards (`order.rs`).
//!
//! What only one thread at a time does: reading the bytes of PGN, finding the ends of sections, and gathering (1 % of the
//! instructions of `check` over games of `otb`, from a database 2 %). A compressed file is decompressed on a thread of its own,
//! which adds 18 %. The rest of a database's work is shared, but for 6 %, the contents of chunks and blocks, which two threads
//! read twice where their ranges meet.
//!
//! A batch gets its number while the reader is locked, after the list for its results was taken. So the batch that is
//! waited for is always in the hands of a worker that can go on.

use super::job::GameJob;
use super::message::Message;
use super::order::GameOrder;
use super::outcome::Outcome;
use super::sources::{Next, Reader};
use super::stored::StoredRange;
use crate::game::{Frames, Section};
use crate::search::RunControl;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// The stack of each thread that searches, in bytes: filters nest, and their evaluation with them.
pub const STACK: usize = 64 << 20;

/// The most threads of a run, no matter who asks for them. Each takes the memory of its stack and of the largest games.
pub const MAX_THREADS: usize = 1024;

/// The greatest number of games of PGN in a batch of a search, and with how many bytes one is full.
pub(crate) const BATCH_GAMES: usize = 256;
pub(crate) const BATCH_BYTES: usize = 256 << 10;

/// Smaller batches are cut game by game: they bring the first results, or are long to work on.
const LEAST_SECTION: usize = 16 << 10;

/// A run that must end waits for the batches that are being worked on no longer than this.
const LAST_BATCHES: Duration = Duration::from_secs(1);

/// The size of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The greatest number of games from PGN.
    pub games: usize,
    /// The number of bytes of PGN with which a batch is full.
    pub bytes: usize,
    /// The greatest number of games from a database.
    pub stored: usize,
    /// True if a batch must be filled even if the input keeps its reader waiting.
    pub patient: bool,
}

/// The work of one thread, with its memory. A [`Run`](super::Run) makes one for each thread; batches are worked on in any order, and
/// results are handed over in the order of the games. See [`IndexWork`](super::IndexWork) for one.
pub trait Work: Send + 'static {
    /// What it makes of a game, or of several.
    type Output: Send + 'static;

    /// The number of batches for each thread that may be worked on or wait for their turn to be gathered.
    const BATCHES: usize = 4;

    /// The size of the next batch.
    fn room(&self) -> Room;

    /// Works on a batch, and appends the results. Messages of the batch are taken over in their places.
    fn work(&mut self, batch: &mut Batch, outcomes: &mut Vec<Outcome<Self::Output>>);
}

/// Games to work on. A worker has one batch, and uses its memory again.
#[derive(Debug, Default)]
pub struct Batch {
    /// Its place among all batches, from 0.
    place: u64,
    /// The number of `items` in use; the others are memory for later.
    used: usize,
    items: Vec<BatchItem>,
    /// What the items are cut from, if they were not cut one by one: the file, and the place of the first game.
    section: Section,
    is_section: bool,
    file: Arc<str>,
    first: u64,
    /// Games of a database; there are no items then.
    pub stored: Option<StoredRange>,
}

/// A game, or something to say in the place of one.
#[derive(Debug)]
pub struct BatchItem {
    /// The game, if there is no message.
    pub job: GameJob,
    /// What there is to say.
    pub message: Option<Message>,
}

impl Batch {
    /// The games and messages, in their order.
    pub fn items(&mut self) -> &mut [BatchItem] {
        &mut self.items[..self.used]
    }

    /// Cuts the section.
    fn cut(&mut self, frames: &mut Frames<Cursor<Vec<u8>>>) {
        frames.restart_with(&mut self.section);
        // Memory can be read.
        while frames.read_frame(&mut self.next_item().job.raw).unwrap_or(false) {
            let (file, place) = (Arc::clone(&self.file), self.first + self.used as u64);
            let item = self.next_item();
            item.message = None;
            (item.job.file, item.job.place) = (file, place);
            self.used += 1;
        }
    }

    /// Gives the games their numbers, when it is their turn; `false` if that never comes.
    fn number(&mut self, order: &GameOrder) -> bool {
        let batch = (self.place, self.is_section);
        let items = self.items[..self.used].iter_mut().filter(|item| item.message.is_none());
        order.number(batch, self.stored.as_mut(), items.map(|item| &mut item.job))
    }

    /// The first item that is not in use.
    fn next_item(&mut self) -> &mut BatchItem {
        if self.used == self.items.len() {
            self.items.push(BatchItem { job: GameJob::default(), message: None });
        }
        &mut self.items[self.used]
    }
}

/// The input, which one worker at a time reads from.
#[derive(Debug)]
struct SharedReader {
    reader: Reader,
    /// The games of a block that are still to be handed out.
    block: Option<StoredRange>,
    /// The numbers of batches and games that have been cut off.
    batches: u64,
    games: u64,
    /// True if there is no more to read.
    over: bool,
    /// True if everything has been read.
    complete: bool,
}

impl SharedReader {
    /// Fills a batch.
    fn fill(&mut self, batch: &mut Batch, room: Room) {
        batch.place = self.batches;
        batch.used = 0;
        batch.stored = None;
        self.batches += 1;
        let wanted = room.bytes / BATCH_GAMES * room.games.min(BATCH_GAMES);
        batch.is_section = wanted >= LEAST_SECTION
            && !room.patient
            && self.block.is_none()
            && self.reader.read_section(&mut batch.section, wanted);
        if batch.is_section {
            (batch.file, batch.first) = (Arc::clone(self.reader.file()), self.games);
            return;
        }
        let mut bytes = 0;
        while batch.used < room.games && bytes < room.bytes {
            if let Some(block) = &mut self.block {
                if batch.used == 0 {
                    batch.stored = Some(block.split_off(room.stored));
                    self.block.take_if(|block| block.is_empty());
                }
                return;
            }
            // Games that are there are searched while the stream is slow.
            if !room.patient && batch.used > 0 && self.reader.must_wait() {
                return;
            }
            let item = batch.next_item();
            item.message = match self.reader.next(&mut item.job.raw) {
                end @ (Next::End | Next::Halted(_)) => {
                    self.over = true;
                    self.complete = matches!(end, Next::End);
                    return;
                }
                Next::Block(block) => {
                    let range = StoredRange::whole(block, self.games);
                    self.games += range.games.end as u64;
                    self.block = Some(range).filter(|range| !range.is_empty());
                    continue;
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

/// What all workers share.
#[derive(Debug)]
struct Shared {
    source: Mutex<SharedReader>,
    order: GameOrder,
    /// True if no more results are wanted.
    stop: AtomicBool,
}

/// The results of a batch.
#[derive(Debug)]
struct Outcomes<T> {
    place: u64,
    list: Vec<Outcome<T>>,
}

/// One thread that reads and works.
struct Worker<W: Work> {
    work: W,
    shared: Arc<Shared>,
    batch: Batch,
    frames: Frames<Cursor<Vec<u8>>>,
    empty: Receiver<Vec<Outcome<W::Output>>>,
    done: Sender<Outcomes<W::Output>>,
}

impl<W: Work> Worker<W> {
    /// Works on batch after batch. A batch gets its place only when there is a list for its results, so the batch that is
    /// waited for is always in the hands of a worker that can go on.
    fn run(mut self) {
        while let Ok(mut list) = self.empty.recv() {
            let Ok(mut source) = self.shared.source.lock() else { return };
            if source.over || self.shared.stop.load(Ordering::Relaxed) {
                return;
            }
            source.fill(&mut self.batch, self.work.room());
            drop(source);
            if self.batch.is_section {
                self.batch.cut(&mut self.frames);
            }
            if !self.batch.number(&self.shared.order) {
                return;
            }
            self.batch.items().iter_mut().for_each(|item| item.job.raw.unfold());
            self.work.work(&mut self.batch, &mut list);
            if self.done.send(Outcomes { place: self.batch.place, list }).is_err() {
                return;
            }
        }
    }
}

/// The worker whose turn others wait for must not go without a word.
impl<W: Work> Drop for Worker<W> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.shared.order.give_up();
        }
    }
}

/// All workers, seen from the thread that gathers. When it is dropped, they end after the batches that they work on.
#[derive(Debug)]
pub(crate) struct Pool<T> {
    shared: Arc<Shared>,
    control: Arc<RunControl>,
    empty: Sender<Vec<Outcome<T>>>,
    done: Receiver<Outcomes<T>>,
    /// The results of batches whose turn has not come.
    waiting: BTreeMap<u64, Vec<Outcome<T>>>,
    /// The place of the batch whose turn is next.
    next: u64,
    /// The results that are being handed over, the next one last; `None` between batches.
    current: Option<Vec<Outcome<T>>>,
    /// The time at which it was noticed that the run must end.
    ending: Option<Instant>,
}

/// What comes next from a pool.
#[derive(Debug)]
pub(crate) enum Gathered<T> {
    Outcome(Outcome<T>),
    /// Time has passed without results.
    Idle,
    /// The run was ended.
    Halted,
    /// The run ended with an error.
    Lost(Message),
    /// Everything has been handed over.
    End,
}

impl<T: Send + 'static> Pool<T> {
    /// Starts a thread for each of the works. `control` ends the run early.
    ///
    /// # Errors
    ///
    /// If there are more than [`MAX_THREADS`] works, or the system does not allow that many threads.
    pub(crate) fn start<W: Work<Output = T>>(
        reader: Reader,
        control: &Arc<RunControl>,
        works: impl ExactSizeIterator<Item = W>,
    ) -> std::io::Result<Pool<T>> {
        if works.len() > MAX_THREADS {
            let message = format!("a run has at most {MAX_THREADS} threads");
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, message));
        }
        let batches = works.len() * W::BATCHES;
        let (empty, to_fill) = bounded(batches);
        let (results, done) = bounded(batches);
        for _ in 0..batches {
            // There is room for all of them.
            let _ = empty.send(Vec::new());
        }
        let order = GameOrder::new(reader.numbered());
        let reader = reader.decompress_ahead();
        let source =
            Mutex::new(SharedReader { reader, block: None, batches: 0, games: 0, over: false, complete: false });
        let shared = Arc::new(Shared { source, order, stop: AtomicBool::new(false) });
        for (i, work) in works.enumerate() {
            let (shared, empty, done) = (Arc::clone(&shared), to_fill.clone(), results.clone());
            let frames = Frames::new(Cursor::new(Vec::new()));
            let worker = Worker { work, shared, batch: Batch::default(), frames, empty, done };
            Builder::new().name(format!("work {i}")).stack_size(STACK).spawn(move || worker.run())?;
        }
        let control = Arc::clone(control);
        let waiting = BTreeMap::new();
        Ok(Pool { shared, control, empty, done, waiting, next: 0, current: None, ending: None })
    }

    /// What comes next, in the order of the games.
    pub(crate) fn next(&mut self) -> Gathered<T> {
        loop {
            if let Some(outcome) = self.current.as_mut().and_then(Vec::pop) {
                return Gathered::Outcome(outcome);
            }
            if let Some(list) = self.current.take() {
                self.next += 1;
                // The workers have gone when everything has been read.
                let _ = self.empty.try_send(list);
            }
            if let Some(mut list) = self.waiting.remove(&self.next) {
                list.reverse();
                self.current = Some(list);
                continue;
            }
            match self.done.recv_timeout(Duration::from_millis(100)) {
                Ok(outcomes) => drop(self.waiting.insert(outcomes.place, outcomes.list)),
                // Workers give up their games soon, and what they have found before is still to come.
                Err(RecvTimeoutError::Timeout) if self.control.halted().is_some() => {
                    if self.ending.get_or_insert_with(Instant::now).elapsed() > LAST_BATCHES {
                        return Gathered::Halted;
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Gathered::Idle,
                Err(RecvTimeoutError::Disconnected) => return self.end(),
            }
        }
    }

    /// All workers have gone.
    fn end(&self) -> Gathered<T> {
        if self.control.halted().is_some() {
            return Gathered::Halted;
        }
        let complete = self.shared.source.lock().is_ok_and(|source| source.complete && source.batches == self.next);
        if complete {
            return Gathered::End;
        }
        let message = "the program failed; the games after this place were left out";
        Gathered::Lost(Message::error("internal-error", message).help("please report this, with the games"))
    }
}

impl<T> Drop for Pool<T> {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}
