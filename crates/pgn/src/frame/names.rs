//! The names of the tags that the current game has so far: whether a name comes again decides where a game ends.

use std::collections::HashSet;
use std::ops::Range;

/// The number of names that are compared one by one. Real games have fewer, and comparing a dozen words is quicker than
/// hashing.
const FEW: usize = 32;

/// Names of tags. The first ones are places in the text of the game, the others are kept in a hash table, so that a
/// game of a million tags takes no longer for each than a game of ten.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Places in the window that begins with the game.
    few: Vec<Range<usize>>,
    /// The marks of all names, so that most of those that are new are known to be.
    marks: u64,
    more: HashSet<Box<[u8]>>,
}

impl Names {
    pub(super) fn clear(&mut self) {
        self.few.clear();
        self.marks = 0;
        self.more.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.few.is_empty()
    }

    /// True if the name at a place of the window is known.
    #[inline]
    pub(super) fn has(&self, window: &[u8], name: &Range<usize>) -> bool {
        let name = &window[name.clone()];
        if self.marks & mark(name) == 0 {
            return false;
        }
        self.few.iter().any(|old| window[old.clone()] == *name) || self.more.contains(name)
    }

    /// Adds a name that is not known yet.
    #[inline]
    pub(super) fn add(&mut self, window: &[u8], name: Range<usize>) {
        self.marks |= mark(&window[name.clone()]);
        if self.few.len() < FEW {
            self.few.push(name);
        } else {
            self.more.insert(window[name].into());
        }
    }
}

/// A bit that depends on the first byte, the last one and the length.
#[inline]
fn mark(name: &[u8]) -> u64 {
    let (&[first, ..], &[.., last]) = (name, name) else { return 1 };
    1 << ((usize::from(first) + 5 * usize::from(last) + 17 * name.len()) % 64)
}
