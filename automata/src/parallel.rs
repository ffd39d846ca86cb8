//! The starts of all matches on a chain, 64 nodes at a time.
//!
//! On a chain a set of nodes is a row of bits, and a pattern is a function on such sets: from the nodes where the rest
//! of the match may begin to those where the match itself may begin. For a predicate that is one shift and one AND, for
//! alternatives an OR; `p0 p0 p0` on a game of 120 positions takes twelve word operations. Parts are taken from the end
//! of the pattern to its start, and a predicate is asked only at nodes from which the rest can succeed, as by the other
//! engines of all starts.
//!
//! Members in any order, or at once, are the business of the other engines.
//!
//! This pays while the pattern is small ([`LARGEST`]) and repeats without bound only single predicates: other loops
//! would have to be iterated to a fixed point. Nothing is known here about lengths, so this answers for existence
//! alone.

use crate::bits::{Bits, all_set, clear_bits, copy};
use crate::ids::Pred;
use crate::ids::number_of;
use crate::pattern::{Pattern, PatternKind};
use crate::tree::{Columns, Direction, Symbols, lent};

/// The greatest number of states after unrolling.
const LARGEST: u64 = 64;

/// A pattern whose starts can be found by whole words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ByWords {
    pattern: Pattern,
    pub(crate) preds: Vec<Pred>,
    /// True if a symbol leads to the next node, which must exist.
    moves: bool,
}

impl ByWords {
    /// `None` if the pattern is not small enough, or repeats too much.
    pub(crate) fn new(pattern: &Pattern, moves: bool) -> Option<Box<ByWords>> {
        suits(pattern).then(|| Box::new(ByWords { pattern: pattern.clone(), preds: pattern.preds(), moves }))
    }

    /// The bytes that it takes, roughly.
    pub(crate) fn memory_usage(&self) -> usize {
        usize::try_from(self.pattern.size()).unwrap_or(usize::MAX).saturating_mul(64) + self.preds.len() * 4
    }
}

fn suits(pattern: &Pattern) -> bool {
    fn repeats_symbols(pattern: &Pattern) -> bool {
        match pattern.kind() {
            PatternKind::Empty | PatternKind::Pred(_) | PatternKind::Test(_) => true,
            PatternKind::Concat(parts) | PatternKind::Alt(parts) => parts.iter().all(repeats_symbols),
            PatternKind::Repeat { inner, max: None, .. } => matches!(inner.kind(), PatternKind::Pred(_)),
            PatternKind::Repeat { inner, .. } => repeats_symbols(inner),
            PatternKind::AnyOrder(_) | PatternKind::Both(_) => false,
        }
    }
    pattern.size() <= LARGEST && repeats_symbols(pattern)
}

/// A predicate of a run, with the words of its column, if it has one.
#[derive(Clone, Copy, Debug)]
struct Known<'a> {
    pred: Pred,
    edge: bool,
    column: Option<&'a [u64]>,
}

/// Scratch memory of this engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parallel {
    /// For each predicate, one row of words after the other, the nodes at which it has been asked; then likewise those of
    /// them at which it holds.
    answers: Bits,
    /// The nodes that are passed over.
    skipped: Bits,
}

/// The nodes at which a match may continue. One that is passed over is among them if the next one is.
#[derive(Debug)]
struct Frontier {
    nodes: Bits,
    /// True if it may also end at the far end of the chain, all nodes being consumed.
    beyond: bool,
}

impl Frontier {
    fn is_empty(&self) -> bool {
        !self.beyond && self.nodes.as_raw_slice().iter().all(|&word| word == 0)
    }

    fn is_same(&self, other: &Frontier) -> bool {
        self.beyond == other.beyond && self.nodes.as_raw_slice() == other.nodes.as_raw_slice()
    }

    fn copy(&self) -> Frontier {
        Frontier { nodes: copy(&self.nodes), beyond: self.beyond }
    }

    fn words(&mut self) -> &mut [u64] {
        self.nodes.as_raw_mut_slice()
    }

    fn join(&mut self, other: &Frontier) {
        self.words().iter_mut().zip(other.nodes.as_raw_slice()).for_each(|(word, other)| *word |= other);
        self.beyond |= other.beyond;
    }
}

impl Parallel {
    /// Sets the bits of all nodes of a chain of `len` nodes at which a match starts.
    pub(crate) fn run<S: Symbols>(
        &mut self,
        ByWords { pattern, preds, moves }: &ByWords,
        (len, columns, symbols): (u32, &Columns<'_>, &mut S),
        direction: Direction,
        starts: &mut [u64],
    ) {
        let Some(last) = len.checked_sub(1) else { return };
        let forward = direction == Direction::Forward;
        let known = |&pred: &Pred| Known { pred, edge: forward && symbols.is_edge(pred), column: lent(columns, pred) };
        let known: Vec<Known<'_>> = preds.iter().map(known).collect();
        let width = preds.len() * starts.len();
        clear_bits(&mut self.answers, 2 * width * 64);
        let (asked, holds) = self.answers.as_raw_mut_slice().split_at_mut(width);
        clear_bits(&mut self.skipped, len as usize);
        let skipped = self.skipped.as_raw_mut_slice();
        let all = Frontier { nodes: all_set(len as usize), beyond: !*moves };
        for ((word, skipped), &nodes) in (0..).zip(&mut *skipped).zip(all.nodes.as_raw_slice()) {
            *skipped = symbols.skips(word, nodes);
        }
        let mut chain = Chain { known: &known, asked, holds, skipped, symbols, forward, last };
        let mut found = chain.starts(pattern, all);
        for ((start, found), skipped) in starts.iter_mut().zip(found.words()).zip(skipped) {
            *start = *found & !*skipped;
        }
    }
}

/// Rows of bits are given as their words.
struct Chain<'a, S> {
    known: &'a [Known<'a>],
    asked: &'a mut [u64],
    holds: &'a mut [u64],
    skipped: &'a [u64],
    symbols: &'a mut S,
    forward: bool,
    last: u32,
}

impl<S: Symbols> Chain<'_, S> {
    /// The nodes from which the pattern leads into `after`.
    fn starts(&mut self, pattern: &Pattern, mut after: Frontier) -> Frontier {
        if after.is_empty() {
            return after;
        }
        match pattern.kind() {
            PatternKind::Empty => after,
            PatternKind::Pred(pred) => {
                self.step_back(&mut after);
                self.keep(*pred, &mut after);
                after
            }
            PatternKind::Test(pred) => {
                self.keep(*pred, &mut after);
                after
            }
            PatternKind::Concat(parts) => parts.iter().rev().fold(after, |after, part| self.starts(part, after)),
            PatternKind::Alt(parts) => {
                let mut nodes = Bits::new();
                clear_bits(&mut nodes, after.nodes.len());
                let mut all = Frontier { nodes, beyond: false };
                parts.iter().for_each(|part| all.join(&self.starts(part, after.copy())));
                all
            }
            PatternKind::Repeat { inner, min, max } => {
                match (max, inner.kind()) {
                    (None, PatternKind::Pred(pred)) => self.extend(&mut after, Some(self.place(*pred))),
                    _ => self.optional(inner, max.unwrap_or(*min) - min, &mut after),
                }
                (0..*min).fold(after, |after, _| self.starts(inner, after))
            }
            PatternKind::AnyOrder(_) | PatternKind::Both(_) => unreachable!("such a pattern is not taken by words"),
        }
    }

    /// Up to `count` iterations before `row`.
    fn optional(&mut self, inner: &Pattern, count: u32, row: &mut Frontier) {
        if count == 0 {
            return;
        }
        let (after, mut before) = (row.copy(), row.copy());
        for _ in 0..count {
            match inner.kind() {
                PatternKind::Pred(pred) => {
                    self.step_back(row);
                    self.keep(*pred, row);
                }
                _ => *row = self.starts(inner, row.copy()),
            }
            row.join(&after);
            if row.is_same(&before) {
                return;
            }
            before.words().copy_from_slice(row.nodes.as_raw_slice());
            before.beyond = row.beyond;
        }
    }

    /// Adds the nodes in line before those of `row` that are passed over or, if a place of a predicate is given, at which
    /// it holds, any number of them.
    fn extend(&mut self, row: &mut Frontier, place: Option<usize>) {
        let mut incoming = u64::from(row.beyond && place.is_some());
        let words = row.words();
        let width = words.len();
        for i in 0..width {
            let w = if self.forward { width - 1 - i } else { i };
            let top = if w + 1 == width { self.last % 64 } else { 63 };
            let word = &mut words[w];
            loop {
                let next = if self.forward { *word >> 1 | incoming << top } else { *word << 1 | incoming };
                let fresh = next & !*word & (!0 >> (63 - top));
                let passed = fresh & self.skipped[w];
                let wanted = fresh & !passed;
                let found = match place {
                    Some(place) if wanted != 0 => wanted & self.ask(place, w, wanted),
                    _ => 0,
                };
                if found | passed == 0 {
                    break;
                }
                *word |= found | passed;
            }
            incoming = if self.forward { *word & 1 } else { *word >> top & 1 };
        }
    }

    /// From the nodes that follow to those that they follow.
    fn step_back(&self, row: &mut Frontier) {
        let top = self.last % 64;
        let end = u64::from(std::mem::take(&mut row.beyond));
        let words = row.words();
        if self.forward {
            let mut above = 0;
            for word in words.iter_mut().rev() {
                (*word, above) = (*word >> 1 | above << 63, *word & 1);
            }
        } else {
            let mut below = end;
            for word in &mut *words {
                (*word, below) = (*word << 1 | below, *word >> 63);
            }
        }
        if let Some(last) = words.last_mut() {
            *last = if self.forward { *last | end << top } else { *last & !0 >> (63 - top) };
        }
    }

    /// Keeps the nodes at which a predicate holds, and those passed over from which the next of them is reached.
    fn keep(&mut self, pred: Pred, row: &mut Frontier) {
        let place = self.place(pred);
        let skipped = self.skipped;
        for (w, word) in row.words().iter_mut().enumerate() {
            *word &= !skipped[w];
            if *word != 0 {
                *word &= self.ask(place, w, *word);
            }
        }
        if skipped.iter().any(|&word| word != 0) {
            self.extend(row, None);
        }
    }

    fn place(&self, pred: Pred) -> usize {
        self.known.binary_search_by_key(&pred, |known| known.pred).expect("a predicate of the pattern")
    }

    /// The answers for 64 nodes, of which at least the wanted ones count.
    #[inline]
    fn ask(&mut self, place: usize, w: usize, wanted: u64) -> u64 {
        let Known { pred, edge, column } = self.known[place];
        let (known, held) = match column {
            None => (0, 0),
            Some(column) if !edge => return column[w],
            // An edge is known by its child; the last node has none.
            Some(column) => {
                let known = if number_of(w) == self.last / 64 { !(1 << (self.last % 64)) } else { !0 };
                let above = column.get(w + 1).map_or(0, |next| next << 63);
                (known, known & (column[w] >> 1 | above))
            }
        };
        let at = place * self.skipped.len() + w;
        let open = wanted & !(known | self.asked[at]);
        if open != 0 {
            self.asked[at] |= open;
            self.holds[at] |= match edge {
                true => self.symbols.edges(pred, number_of(w), open, self.last),
                false => self.symbols.nodes(pred, number_of(w), open),
            };
        }
        held | self.holds[at]
    }
}
