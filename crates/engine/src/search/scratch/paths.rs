//! The memory of sequences with effects and of `path`: the run that is being followed, the last matches, and the best matches
//! from positions on.

use super::comments::StackPoint;
use super::slot::Slot;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use tabiya_automata::{Cell, MoveMemo};

/// A path that is being followed, or the last one that matched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathRun {
    pub(crate) start: u32,
    /// The moves made so far, or of the match.
    pub(crate) count: u32,
    /// The end of the best match so far.
    pub(crate) end: Option<u32>,
}

/// The paths of the current query.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    /// Those that are being followed, innermost last.
    pub(crate) runs: Vec<PathRun>,
    /// The last one that matched in this game.
    pub(crate) last: Option<PathRun>,
    /// The last match of each sequence with effects: where it started, its cell and its value.
    pub(crate) recorded: FxHashMap<usize, (u32, Cell, i64)>,
    pub(crate) best: BestPaths,
}

impl Paths {
    pub(crate) fn start_query(&mut self) {
        self.runs.clear();
        self.last = None;
        self.recorded.clear();
    }
}

/// Pieces by number, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pieces(u64);

impl Pieces {
    pub(crate) fn new(numbers: impl Iterator<Item = u8>) -> Pieces {
        Pieces(numbers.fold(0, |all, number| all | 1 << (number & 63)))
    }

    pub(crate) fn has(self, number: u8) -> bool {
        self.0 >> (number & 63) & 1 == 1
    }
}

/// The pieces whose moves a path is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Focus {
    pub(crate) pieces: Pieces,
    /// True if captures of them count.
    pub(crate) capture: bool,
}

/// The key of kept answers: the sequence, the pieces in focus, and the state of the variables read.
pub(crate) type Kind = (usize, Option<Focus>, Reads);

/// The state of the variables that a path reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reads {
    /// Their values.
    Values(Vec<Slot>),
    /// Every symbol that reads variables is the same at all positions ahead; here its truth, by symbol.
    Settled(Vec<bool>),
}

/// Answers that are kept for the starts of a game.
#[derive(Debug, Default)]
pub(crate) struct BestPaths {
    kinds: FxHashMap<Kind, Box<Known>>,
    /// The kind that was used last: the next start mostly has the same.
    last: Option<(Kind, Box<Known>)>,
    /// The number of answers.
    size: usize,
    spare: Vec<Known>,
}

/// The answers of one kind.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) best: MoveMemo,
    /// The steps whose rest of the best path has been commented on, with the point of the comment stack after that.
    pub(crate) commented: HashMap<u64, StackPoint>,
}

/// The number of answers that are kept; with more, those for other pieces in focus are dropped: they only save time.
const MOST: usize = 400_000;

impl BestPaths {
    pub(crate) fn clear(&mut self) {
        self.spare.extend(self.kinds.drain().chain(self.last.take()).map(|(_, known)| *known));
        self.spare.truncate(8);
        self.size = 0;
    }

    /// The memo of some kind, to be put back: for what follows the last effect of a path.
    pub(crate) fn take_memo(&mut self, kind: &Kind) -> MoveMemo {
        self.take(kind).best
    }

    pub(crate) fn put_back_memo(&mut self, kind: Kind, best: MoveMemo) {
        self.put_back(kind, Box::new(Known { best, ..Known::default() }));
    }

    pub(crate) fn take(&mut self, kind: &Kind) -> Box<Known> {
        if let Some((_, known)) = self.last.take_if(|(last, _)| last == kind) {
            self.size -= known.best.len();
            return known;
        }
        if let Some(known) = self.kinds.remove(kind) {
            self.size -= known.best.len();
            return known;
        }
        let mut known = Box::new(self.spare.pop().unwrap_or_default());
        known.best.clear();
        known.commented.clear();
        known
    }

    pub(crate) fn put_back(&mut self, kind: Kind, known: Box<Known>) {
        if self.size + known.best.len() > MOST {
            self.clear();
        }
        self.size += known.best.len();
        if let Some((kind, known)) = self.last.replace((kind, known)) {
            self.kinds.insert(kind, known);
        }
    }
}
