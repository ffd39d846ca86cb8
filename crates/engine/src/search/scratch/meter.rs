//! Counters of what a query may still use in the current game.

use super::super::control::STEP;
use super::values::Live;

/// The size of an entry of a dictionary without its texts, in bytes.
pub(crate) const ENTRY_BYTES: usize = 64;

/// The rest of the limits of a game.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    /// The rest of the current slice of work.
    pub(crate) fuel: u64,
    /// The size of the current slice.
    pub(crate) granted: u64,
    /// The rest for the game, including the current slice.
    pub(crate) left: u64,
    /// Work that the run does not know of yet.
    unreported: u64,
    /// Bytes handed over so far.
    pub(crate) handed_over: usize,
    /// Bytes of values that are held.
    pub(crate) live: Live,
    /// The most bytes of values.
    pub(crate) memory: usize,
}

impl Meter {
    /// A game, or a further pass over it, begins.
    pub(crate) fn start(&mut self, steps: u64) {
        self.close();
        self.left = steps.saturating_mul(STEP);
        self.handed_over = 0;
    }

    /// Ends the slice: what is paid next asks for another one.
    pub(crate) fn close(&mut self) {
        let used = self.granted - self.fuel;
        self.left = self.left.saturating_sub(used);
        self.unreported += used;
        (self.fuel, self.granted) = (0, 0);
    }

    /// The work done since the last report.
    pub(crate) fn report(&mut self) -> u64 {
        self.close();
        std::mem::take(&mut self.unreported)
    }

    /// True if this much of the memory is used that caches should be dropped.
    pub(crate) fn is_short(&self) -> bool {
        self.live.bytes() > self.memory / 2
    }
}
