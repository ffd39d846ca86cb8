//! Games that are read before their turn, so that helpers can look through them, and handed over in their order.
//!
//! The thread that has the run searches the first batch. When it comes to one that a helper is still looking through, it goes
//! on with the next one that nobody has, so that no two do the same; when there is none, it does not wait. So all are busy, and
//! the run ends even if a helper never answers.

use super::helpers::{Helpers, Verdict};
use super::job::GameJob;
use super::outcome::{Outcome, PassedGames};
use super::pool::{BATCH_BYTES, BATCH_GAMES};
use super::sources::{Next, Reader};
use super::stored::StoredRange;
use std::collections::VecDeque;
use std::sync::Arc;

/// The number of batches for each helper that are read before their turn: it looks through one while others are on their way.
const BATCHES_EACH: usize = 4;

/// Helpers are requested no more if they leave more than this many of eight games to be searched, out of this many.
const LEFT_OF_8: u64 = 7;
const JUDGED_BY: u64 = 2048;

/// What comes next.
pub(crate) enum Turn<T> {
    /// The results of a game, or what there is to say instead.
    Outcome(Outcome<T>),
    /// A game to be searched now.
    Game,
    /// A game to be searched before its turn: its result goes to [`Ahead::keep`].
    Early,
    /// Games of a database.
    Stored(StoredRange),
    /// Everything has been read, or the run was ended before that.
    End,
    Halted,
}

/// Batches of games that were read before their turn. `T` is what is made of a game in which something is found.
pub(crate) struct Ahead<T> {
    helpers: Arc<Helpers>,
    /// In the order of the games.
    batches: VecDeque<ReadBatch<T>>,
    /// The number of games in the next batch. It grows while helpers have time for whole batches.
    size: usize,
    /// The place of the next game among all games of the run.
    place: u64,
    /// True if there is no more to read, and true if that is because the run was ended.
    over: bool,
    halted: bool,
    /// Where the result of the game that is searched early belongs: the batch and the game in it.
    early: (usize, usize),
    /// The games that helpers have looked through, and those of them that they left to be searched.
    looked: u64,
    left: u64,
}

/// Some games of one file, or games of a database.
struct ReadBatch<T> {
    number: u64,
    /// True while it is offered to helpers, or one has it.
    offered: bool,
    /// The number of its games, and of those that have been handed over already.
    games: usize,
    gone: usize,
    items: VecDeque<QueuedGames<T>>,
}

enum QueuedGames<T> {
    Game(GameJob),
    Stored(StoredRange),
    Known(Outcome<T>),
}

impl<T> Ahead<T> {
    pub(crate) fn new(helpers: Arc<Helpers>) -> Ahead<T> {
        let (over, halted, batches) = (false, false, VecDeque::new());
        Ahead { helpers, batches, size: 1, place: 0, over, halted, early: (0, 0), looked: 0, left: 0 }
    }

    /// What comes next; a game is in `job` then.
    pub(crate) fn next(&mut self, reader: &mut Reader, job: &mut GameJob) -> Turn<T> {
        self.take_answers();
        loop {
            self.read(reader);
            if self.halted {
                return Turn::Halted;
            }
            let Some(front) = self.batches.front_mut() else { return Turn::End };
            // What no helper has begun is done here.
            front.offered &= !self.helpers.withdraw(front.number);
            let with_helper = front.offered && matches!(front.items.front(), Some(QueuedGames::Game(_)));
            if with_helper && self.find_early(job) {
                return Turn::Early;
            }
            let Some(front) = self.batches.front_mut() else { return Turn::End };
            front.gone += 1;
            match front.items.pop_front() {
                Some(QueuedGames::Game(game)) => {
                    *job = game;
                    return Turn::Game;
                }
                Some(QueuedGames::Stored(range)) => return Turn::Stored(range),
                Some(QueuedGames::Known(outcome)) => return Turn::Outcome(outcome),
                None => drop(self.batches.pop_front()),
            }
        }
    }

    /// Keeps the result of the game that was searched early.
    pub(crate) fn keep(&mut self, outcome: Outcome<T>) {
        let (batch, item) = self.early;
        if let Some(kept) = self.batches.get_mut(batch).and_then(|batch| batch.items.get_mut(item)) {
            *kept = QueuedGames::Known(outcome);
        }
    }

    /// Finds a game of a later batch that no helper has.
    fn find_early(&mut self, job: &mut GameJob) -> bool {
        for (number, batch) in self.batches.iter_mut().enumerate().skip(1) {
            batch.offered &= !self.helpers.withdraw(batch.number);
            if batch.offered {
                continue;
            }
            for (item, game) in batch.items.iter_mut().enumerate() {
                if let QueuedGames::Game(game) = game {
                    std::mem::swap(job, game);
                    self.early = (number, item);
                    return true;
                }
            }
        }
        false
    }

    /// Notes what helpers have found out.
    fn take_answers(&mut self) {
        for (number, verdicts) in self.helpers.answers() {
            let Some(batch) = self.batches.iter_mut().find(|batch| batch.number == number) else { continue };
            batch.offered = false;
            self.size = match verdicts.len() < batch.games {
                true => verdicts.len().max(1),
                false => (2 * batch.games).clamp(self.size, BATCH_GAMES),
            };
            self.looked += verdicts.len() as u64;
            self.left += verdicts.iter().filter(|verdict| **verdict == Verdict::Search).count() as u64;
            for (item, verdict) in batch.items.iter_mut().zip(verdicts.into_iter().skip(batch.gone)) {
                if let QueuedGames::Game(job) = item
                    && verdict != Verdict::Search
                {
                    let (first, unread) = (job.raw.number, verdict == Verdict::Unread);
                    *item = QueuedGames::Known(Outcome::Passed(PassedGames { first, games: 1, unread, thread: 0 }));
                }
            }
        }
    }

    /// True if it is worth asking helpers.
    fn are_of_use(&self) -> bool {
        self.looked < JUDGED_BY || self.left * 8 <= self.looked * LEFT_OF_8
    }

    /// Reads a batch, if fewer are kept than may be: with each game one, so that the first game does not wait for all.
    fn read(&mut self, reader: &mut Reader) {
        let most = if self.are_of_use() { 1 + BATCHES_EACH * self.helpers.count() } else { 1 };
        // A block is large, and a slow stream is waited for when nothing else is left.
        let stored =
            self.batches.back().is_some_and(|batch| matches!(batch.items.back(), Some(QueuedGames::Stored(_))));
        let waits = stored || !self.batches.is_empty() && reader.must_wait();
        if self.batches.len() < most && !waits && !self.over {
            let games = if most == 1 { 1 } else { self.size };
            self.read_batch(reader, games);
        }
    }

    /// Reads a batch of this many games at most, and offers it unless it is the next one.
    fn read_batch(&mut self, reader: &mut Reader, games: usize) {
        let (mut items, mut bytes, mut plain) = (VecDeque::new(), 0, true);
        while items.len() < games && bytes < BATCH_BYTES {
            let mut job = GameJob::default();
            match reader.next(&mut job.raw) {
                Next::Game => {
                    job.raw.unfold();
                    job.file = Arc::clone(reader.file());
                    job.place = self.place;
                    self.place += 1;
                    bytes += job.raw.bytes.len();
                    // The facts about these, apart from their text, stay here.
                    plain &= !job.raw.cut && job.raw.row.is_none();
                    items.push_back(QueuedGames::Game(job));
                }
                Next::Block(block) => {
                    let range = StoredRange::whole(block, self.place);
                    self.place += range.games.end as u64;
                    items.push_back(QueuedGames::Stored(range));
                    plain = false;
                    break;
                }
                // Between games of two files there is the end of the first one.
                Next::Report(message) => {
                    items.push_back(QueuedGames::Known(Outcome::Message(message)));
                    plain = false;
                    break;
                }
                end @ (Next::End | Next::Halted(_)) => {
                    self.over = true;
                    self.halted = matches!(end, Next::Halted(_));
                    break;
                }
            }
            if reader.must_wait() {
                break;
            }
        }
        let jobs = || items.iter().filter_map(|item| if let QueuedGames::Game(job) = item { Some(job) } else { None });
        let file = jobs().next().map(|job| Arc::clone(&job.file));
        let file =
            file.filter(|file| plain && !self.batches.is_empty() && jobs().all(|job| Arc::ptr_eq(&job.file, file)));
        let number = self.helpers.number();
        if let Some(file) = &file {
            self.helpers.offer(number, file, jobs());
        }
        self.batches.push_back(ReadBatch { number, offered: file.is_some(), games: items.len(), gone: 0, items });
    }
}

/// A search is kept when its run is over, and with it the helpers.
impl<T> Drop for Ahead<T> {
    fn drop(&mut self) {
        self.helpers.clear();
    }
}
