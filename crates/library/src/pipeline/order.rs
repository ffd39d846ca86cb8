//! The numbers of games that batches are cut into outside the lock on the input: how many games a section has is known only when it
//! has been cut, and the numbers of all games after it depend on that.

use super::job::GameJob;
use super::stored::StoredRange;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Gives games their numbers in the order of the batches.
#[derive(Debug, Default)]
pub(super) struct GameOrder {
    counted: Mutex<Counted>,
    changed: Condvar,
    /// The number of the last game in its file.
    numbered: Arc<AtomicU64>,
}

/// The games of the sections of all batches before the next one.
#[derive(Debug, Default)]
struct Counted {
    /// The batch whose turn it is.
    batch: u64,
    /// Their number, in all files and in the last file.
    games: u64,
    of_file: u64,
    file: Arc<str>,
    /// True if a worker has failed, so that some batch never gets its turn.
    broken: bool,
}

impl GameOrder {
    pub(super) fn new(numbered: Arc<AtomicU64>) -> GameOrder {
        GameOrder { numbered, ..GameOrder::default() }
    }

    /// Numbers the games of a batch when all batches before have been numbered; `false` if that cannot happen any more. So far they are
    /// numbered as if the sections before had no games.
    pub(super) fn number<'a>(
        &self,
        (batch, is_section): (u64, bool),
        stored: Option<&mut StoredRange>,
        jobs: impl Iterator<Item = &'a mut GameJob>,
    ) -> bool {
        let counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let is_early = |counted: &mut Counted| counted.batch < batch && !counted.broken;
        let mut counted = self.changed.wait_while(counted, is_early).unwrap_or_else(PoisonError::into_inner);
        if counted.broken {
            return false;
        }
        if let Some(range) = stored {
            range.start += counted.games;
        }
        let mut games = 0;
        for job in jobs {
            if !Arc::ptr_eq(&job.file, &counted.file) {
                (counted.file, counted.of_file) = (Arc::clone(&job.file), 0);
            }
            job.raw.number += counted.of_file;
            job.place += counted.games;
            games += 1;
            if is_section || counted.of_file > 0 {
                self.numbered.store(job.raw.number, Ordering::Relaxed);
            }
        }
        if is_section {
            counted.games += games;
            counted.of_file += games;
        }
        counted.batch += 1;
        self.changed.notify_all();
        true
    }

    /// Says that a worker has failed.
    pub(super) fn give_up(&self) {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner).broken = true;
        self.changed.notify_all();
    }
}
