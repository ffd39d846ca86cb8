//! Comments: they belong to the evaluation that made them and go when it fails.
//!
//! A comment is not made twice: the earlier one lies deeper in the stack and stays as long. If a run joins one that was
//! commented on, the rest is not evaluated again; `path (-- comment(ply))+` in a game of 6,000 plies went from 66 s and
//! 2.7 GB to 0.2 s and 19 MB. This does not apply with `sort`, which takes comments off the stack, nor with
//! `-nouniquecomments`, nor to runs of `next` in which something is numbered, because the numbers differ each time.
//!
//! At most 4,800 bytes of different texts are kept for a position, which is all that an output takes, so memory stays
//! bounded.

use crate::casts::number_of;
use crate::game::IMAGINED;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher as _};

/// A comment that a search adds to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The position id.
    pub position: u32,
    /// The text.
    pub text: String,
}

/// The content of a comment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Note {
    /// A text.
    Text(String),
    /// `next* i of n`.
    Hit { label: &'static str, index: u32, of: u32 },
    /// `NEXT k (position i of n)`: the number k is given when the game is finished, to those that stay.
    Step { label: &'static str, run: u32, index: u32, of: u32 },
}

impl Note {
    /// Bytes, about.
    fn size(&self) -> u32 {
        match self {
            Note::Text(text) => u32::try_from(text.len()).unwrap_or(FULL),
            Note::Hit { label, .. } => number_of(label.len()) + 10,
            Note::Step { label, .. } => number_of(label.len()) + 24,
        }
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        Hash::hash(self, &mut hasher);
        hasher.finish()
    }
}

/// The size, in bytes, of the different texts that are kept for a position. CQL's output files take no more, and
/// without a bound the comments of a game with many overlapping sequences would grow with the square of its length.
const FULL: u32 = 4_800;

/// A point in the stack: its height, and the number of the comment on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StackPoint(usize, u64);

/// The comment stack of one game. Filters take a mark before they evaluate and cut back to it when they fail.
#[derive(Debug, Default)]
pub(crate) struct Comments {
    entries: Vec<(u32, Note)>,
    /// For each entry, its number, counted over all that were ever made, and its hash.
    marks: Vec<(u64, u64)>,
    made: u64,
    /// Bytes of all entries, about.
    bytes: usize,
    /// Bytes of the different texts of each position, as far as there are any.
    sizes: Vec<u32>,
    /// The number of copies of a text, by its hash, at a position.
    counts: FxHashMap<(u32, u64), u32>,
    /// Zero while comments are wanted.
    muted: u32,
    runs: u32,
    /// Nothing is cut: comments stay no matter what becomes of the filter that made them.
    keep_all: bool,
    /// A text that stands at its position already is left out. The earlier one lies deeper in the stack, so it stays as
    /// long as the later one would.
    once: bool,
}

impl Comments {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
        self.marks.clear();
        self.sizes.clear();
        self.counts.clear();
        self.runs = 0;
    }

    /// Keeps comments even if the filter that made them fails.
    pub(crate) fn keep_all(&mut self, keep_all: bool) {
        self.keep_all = keep_all;
    }

    /// Keeps equal texts of a position once. Not where comments are taken off the stack for later.
    pub(crate) fn once(&mut self, once: bool) {
        self.once = once;
    }

    /// The size of all comments, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// True if comments are kept now.
    pub(crate) fn wanted(&self) -> bool {
        self.muted == 0
    }

    pub(crate) fn mute(&mut self) {
        self.muted += 1;
    }

    pub(crate) fn unmute(&mut self) {
        self.muted -= 1;
    }

    pub(crate) fn mark(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn cut(&mut self, mark: usize) {
        while self.entries.len() > mark && !self.keep_all {
            let (Some((position, note)), Some((_, hash))) = (self.entries.pop(), self.marks.pop()) else { return };
            self.forget(position, &note, hash);
        }
    }

    pub(crate) fn text(&mut self, position: u32, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.note(position, Note::Text(text));
        }
    }

    /// Adds a text that is made only if the position takes it.
    pub(crate) fn text_of(&mut self, position: u32, make: impl FnOnce() -> String) {
        if self.wanted() && !self.is_full(position) {
            self.text(position, make());
        }
    }

    /// True if a position takes no more comments.
    pub(crate) fn is_full(&self, position: u32) -> bool {
        self.sizes.get(position as usize).is_some_and(|&size| size > FULL)
    }

    fn forget(&mut self, position: u32, note: &Note, hash: u64) {
        self.bytes -= note.size() as usize;
        if let Some(count) = self.counts.get_mut(&(position, hash)) {
            *count -= 1;
            if *count > 0 {
                return;
            }
            self.counts.remove(&(position, hash));
        }
        if let Some(size) = self.sizes.get_mut(position as usize) {
            *size = size.saturating_sub(note.size());
        }
    }

    /// A new run of a sequence filter, for its steps.
    pub(crate) fn run(&mut self) -> u32 {
        self.runs += 1;
        self.runs
    }

    /// The number of runs of sequence filters that have been numbered.
    pub(crate) fn runs(&self) -> u32 {
        self.runs
    }

    pub(crate) fn note(&mut self, position: u32, note: Note) {
        // Positions outside the game have no comments.
        if !self.wanted() || self.is_full(position) || position >= IMAGINED {
            return;
        }
        let hash = note.hash();
        let count = self.counts.entry((position, hash)).or_default();
        if self.once && *count > 0 {
            return;
        }
        *count += 1;
        if *count == 1 {
            let position = position as usize;
            if position >= self.sizes.len() {
                self.sizes.resize(position + 1, 0);
            }
            self.sizes[position] = self.sizes[position].saturating_add(note.size());
        }
        self.bytes += note.size() as usize;
        self.entries.push((position, note));
        self.made += 1;
        self.marks.push((self.made, hash));
    }

    /// The current place of the stack; `None` where a comment may be left out only because it is made twice.
    pub(crate) fn place(&self) -> Option<StackPoint> {
        self.once.then(|| StackPoint(self.entries.len(), self.marks.last().map_or(0, |&(number, _)| number)))
    }

    /// True if all comments that stood there at some time stand there now.
    pub(crate) fn stands(&self, StackPoint(height, number): StackPoint) -> bool {
        height == 0 || self.marks.get(height - 1).is_some_and(|&(there, _)| there == number)
    }

    /// Takes away everything since a mark; nothing where comments stay where they are.
    pub(crate) fn take_since(&mut self, mark: usize) -> Vec<(u32, Note)> {
        if self.keep_all {
            return Vec::new();
        }
        let mark = mark.min(self.entries.len());
        let (taken, marks) = (self.entries.split_off(mark), self.marks.split_off(mark));
        for ((position, note), (_, hash)) in taken.iter().zip(marks) {
            self.forget(*position, note, hash);
        }
        taken
    }

    pub(crate) fn extend(&mut self, entries: Vec<(u32, Note)>) {
        entries.into_iter().for_each(|(position, note)| self.note(position, note));
    }

    /// The comments that have been added since a mark, to be put back after a cut.
    pub(crate) fn since(&self, mark: usize) -> &[(u32, Note)] {
        let mark = if self.keep_all { self.entries.len() } else { mark };
        &self.entries[mark.min(self.entries.len())..]
    }

    /// The comments of a finished game, in order; the steps of each sequence are numbered from 1.
    pub(crate) fn finish(&mut self) -> Vec<Comment> {
        self.bytes = 0;
        if self.entries.is_empty() {
            self.marks.clear();
            return Vec::new();
        }
        let mut numbers: FxHashMap<(&str, u32), usize> = FxHashMap::default();
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        self.marks.clear();
        let finished = self.entries.drain(..).map(|(position, note)| {
            let text = match note {
                Note::Text(text) => text,
                Note::Hit { label, index, of } => format!("{label} {index} of {of}"),
                Note::Step { label, run, index, of } => {
                    let number = *numbers.entry((label, run)).or_insert_with(|| {
                        let count = counts.entry(label).or_default();
                        *count += 1;
                        *count
                    });
                    format!("{label} {number} (position {index} of {of})")
                }
            };
            Comment { position, text }
        });
        finished.collect()
    }
}
