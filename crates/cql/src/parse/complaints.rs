//! The errors of a query so far, and when reading is given up: no user reads thousands of errors.

use crate::diagnostic::Diagnostic;
use crate::limits::ReadingLimits;

/// The bytes of messages after which reading is given up: errors may name what is as long as the query.
const MOST_TOLD: usize = 4 << 20;

/// The errors and warnings so far.
#[derive(Default)]
pub(crate) struct Complaints {
    pub(super) limits: ReadingLimits,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The number of errors beyond those that are recognized.
    pub(super) beyond: usize,
    /// Reading was given up because of too many errors.
    pub(super) gave_up: bool,
    /// Attempts being made whose errors are forgotten if they fail.
    pub(super) attempts: u32,
    /// True if reading was given up: no more errors are reported.
    pub(super) abandoned: bool,
    /// The bytes of the messages so far.
    told: usize,
}

impl Complaints {
    /// Adds one; false if reading is given up with it.
    pub(super) fn add(&mut self, diagnostic: Diagnostic) -> bool {
        if self.has_room() && self.told < MOST_TOLD {
            self.told += diagnostic.message.len();
            self.diagnostics.push(diagnostic);
        } else if self.attempts == 0 {
            self.beyond += 1;
            (self.gave_up, self.abandoned) = (true, true);
            return false;
        }
        true
    }

    /// True if another error would be recognized.
    pub(super) fn has_room(&self) -> bool {
        self.diagnostics.len() < self.limits.recognized()
    }

    /// True if another error would be shown, so that looking for a suggestion is worthwhile.
    pub(super) fn tells(&self) -> bool {
        self.diagnostics.len() < self.limits.errors
    }

    /// The number of errors and warnings so far; see [`Complaints::forget`].
    pub(super) fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// Takes back those that were added since there were this many.
    pub(super) fn forget(&mut self, len: usize) {
        self.diagnostics.truncate(len);
    }

    /// Takes back those that were added since there were this many, except some.
    pub(super) fn keep_since(&mut self, len: usize, keep: impl Fn(&Diagnostic) -> bool) {
        let mut at = 0;
        self.diagnostics.retain(|one| {
            at += 1;
            at <= len || keep(one)
        });
    }
}
