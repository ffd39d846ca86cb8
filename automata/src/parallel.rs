//! The starts of all matches on a chain, 64 nodes at a time.
//!
//! On a chain a set of nodes is a row of bits, and a pattern is a function on such sets: from the nodes where the rest
//! of the match may begin to those where the match itself may begin. For a predicate that is one shift and one AND, for
//! alternatives an OR; `p0 p0 p0` on a game of 120 positions takes twelve word operations. Parts are taken from the end
//! of the pattern to its start, and a predicate is asked only at nodes from which the rest can succeed, as by the other
//! engines of all starts.
//!
//! This pays while the pattern is small ([`LARGEST`]) and repeats without bound only single predicates: other loops
//! would have to be iterated to a fixed point. Nothing is known here about lengths, so this answers for existence
//! alone.

use crate::ids::Pred;
use crate::pattern::{Pattern, PatternKind};
use crate::tree::{Direction, Symbols};

/// The greatest number of states after unrolling.
const LARGEST: u64 = 64;

/// A pattern whose starts can be found by whole words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ByWords {
    pattern: Pattern,
    preds: Vec<Pred>,
    /// True if a symbol leads to the next node, which must exist.
    moves: bool,
}

impl ByWords {
    /// `None` if the pattern is not small enough, or repeats too much.
    pub(crate) fn new(pattern: &Pattern, moves: bool) -> Option<Box<ByWords>> {
        suits(pattern).then(|| Box::new(ByWords { pattern: pattern.clone(), preds: pattern.preds(), moves }))
    }
}

fn suits(pattern: &Pattern) -> bool {
    fn repeats_symbols(pattern: &Pattern) -> bool {
        match pattern.kind() {
            PatternKind::Empty | PatternKind::Pred(_) | PatternKind::Test(_) => true,
            PatternKind::Concat(parts) | PatternKind::Alt(parts) => parts.iter().all(repeats_symbols),
            PatternKind::Repeat { inner, max: None, .. } => matches!(inner.kind(), PatternKind::Pred(_)),
            PatternKind::Repeat { inner, .. } => repeats_symbols(inner),
        }
    }
    pattern.size() <= LARGEST && repeats_symbols(pattern)
}

/// The column of one predicate, as far as it is known.
#[derive(Clone, Debug)]
struct Known {
    pred: Pred,
    edge: bool,
    /// The nodes at which it holds, as far as it has been asked, and those at which it has been asked.
    holds: Vec<u64>,
    asked: Vec<u64>,
}

/// Scratch memory of this engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parallel {
    known: Vec<Known>,
    /// The nodes that are passed over.
    skipped: Vec<u64>,
}

/// The nodes at which a match may continue. One that is passed over is among them if the next one is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Frontier {
    words: Vec<u64>,
    /// True if it may also end at the far end of the chain, all nodes being consumed.
    beyond: bool,
}

impl Frontier {
    fn is_empty(&self) -> bool {
        !self.beyond && self.words.iter().all(|&word| word == 0)
    }

    fn join(&mut self, other: &Frontier) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
        self.beyond |= other.beyond;
    }
}

impl Parallel {
    /// Sets the bits of all nodes of a chain of `len` nodes at which a match starts.
    pub(crate) fn run<S: Symbols>(
        &mut self,
        ByWords { pattern, preds, moves }: &ByWords,
        (len, symbols, direction): (u32, &mut S, Direction),
        starts: &mut [u64],
    ) {
        let Some(last) = len.checked_sub(1) else { return };
        self.prepare(preds, (len, symbols), direction);
        let mut words = vec![!0; starts.len()];
        words[starts.len() - 1] = !0 >> (63 - last % 64);
        self.skipped.clear();
        self.skipped.resize(starts.len(), 0);
        (0..len).for_each(|n| self.skipped[n as usize / 64] |= u64::from(symbols.skip(n)) << (n % 64));
        let mut chain = Chain { known: &mut self.known, skipped: &self.skipped, symbols, direction, last };
        let found = chain.starts(pattern, Frontier { words, beyond: !*moves });
        let found = found.words.iter().zip(&self.skipped).map(|(found, skipped)| found & !skipped);
        starts.iter_mut().zip(found).for_each(|(start, found)| *start = found);
    }

    /// Takes over the columns that are known as a whole.
    fn prepare<S: Symbols>(&mut self, preds: &[Pred], (len, symbols): (u32, &mut S), direction: Direction) {
        let width = len.div_ceil(64) as usize;
        self.known.clear();
        for &pred in preds {
            let edge = direction == Direction::Forward && symbols.is_edge(pred);
            let (mut holds, mut asked) = (vec![0; width], vec![0; width]);
            if let Some(column) = symbols.column(pred) {
                asked.fill(!0);
                holds.copy_from_slice(&column[..width]);
                if edge {
                    // An edge is known by its child; the last node has none.
                    shift_down(&mut holds);
                    asked[width - 1] = !0 >> 1 >> (63 - (len - 1) % 64);
                }
            }
            self.known.push(Known { pred, edge, holds, asked });
        }
    }
}

fn shift_down(words: &mut [u64]) {
    let mut above = 0;
    for word in words.iter_mut().rev() {
        (*word, above) = (*word >> 1 | above << 63, *word & 1);
    }
}

struct Chain<'a, S> {
    known: &'a mut [Known],
    skipped: &'a [u64],
    symbols: &'a mut S,
    direction: Direction,
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
                let mut all = Frontier { words: vec![0; after.words.len()], beyond: false };
                parts.iter().for_each(|part| all.join(&self.starts(part, after.clone())));
                all
            }
            PatternKind::Repeat { inner, min, max } => {
                match (max, inner.kind()) {
                    (None, PatternKind::Pred(pred)) => self.repeat(*pred, &mut after),
                    _ => self.optional(inner, max.unwrap_or(*min) - min, &mut after),
                }
                (0..*min).fold(after, |after, _| self.starts(inner, after))
            }
        }
    }

    /// Up to `count` iterations before `row`.
    fn optional(&mut self, inner: &Pattern, count: u32, row: &mut Frontier) {
        let after = row.clone();
        for _ in 0..count {
            let mut more = self.starts(inner, row.clone());
            more.join(&after);
            if more == *row {
                return;
            }
            *row = more;
        }
    }

    /// Any number of nodes at which a predicate holds before `row`.
    fn repeat(&mut self, pred: Pred, row: &mut Frontier) {
        let place = self.place(pred);
        let width = row.words.len();
        let mut incoming = u64::from(row.beyond);
        for i in 0..width {
            let forward = self.direction == Direction::Forward;
            let w = if forward { width - 1 - i } else { i };
            let top = if w + 1 == width { self.last % 64 } else { 63 };
            let word = &mut row.words[w];
            loop {
                let next = if forward { *word >> 1 | incoming << top } else { *word << 1 | incoming };
                let fresh = next & !*word & (!0 >> (63 - top));
                let passed = fresh & self.skipped[w];
                let wanted = fresh & !passed;
                let found = if wanted == 0 { 0 } else { wanted & self.ask(place, w, wanted) };
                if found | passed == 0 {
                    break;
                }
                *word |= found | passed;
            }
            incoming = if forward { *word & 1 } else { *word >> top & 1 };
        }
    }

    /// From the nodes that follow to those that they follow.
    fn step_back(&self, row: &mut Frontier) {
        let top = self.last % 64;
        let end = u64::from(std::mem::take(&mut row.beyond));
        let Some(width) = row.words.len().checked_sub(1) else { return };
        match self.direction {
            Direction::Forward => {
                shift_down(&mut row.words);
                row.words[width] |= end << top;
            }
            Direction::Backward => {
                let mut below = end;
                for word in &mut row.words {
                    (*word, below) = (*word << 1 | below, *word >> 63);
                }
                row.words[width] &= !0 >> (63 - top);
            }
        }
    }

    /// Keeps the nodes at which a predicate holds, and those passed over from which the next of them is reached.
    fn keep(&mut self, pred: Pred, row: &mut Frontier) {
        let place = self.place(pred);
        let skipped = self.skipped;
        for (w, word) in row.words.iter_mut().enumerate() {
            *word &= !skipped[w];
            if *word != 0 {
                *word &= self.ask(place, w, *word);
            }
        }
        if skipped.iter().any(|&word| word != 0) {
            self.pass_over(row);
        }
    }

    fn pass_over(&self, row: &mut Frontier) {
        let width = row.words.len();
        let mut incoming = 0;
        for i in 0..width {
            let forward = self.direction == Direction::Forward;
            let w = if forward { width - 1 - i } else { i };
            let word = &mut row.words[w];
            loop {
                let next = if forward { *word >> 1 | incoming << 63 } else { *word << 1 | incoming };
                let passed = next & !*word & self.skipped[w];
                if passed == 0 {
                    break;
                }
                *word |= passed;
            }
            incoming = if forward { *word & 1 } else { *word >> 63 };
        }
    }

    fn place(&self, pred: Pred) -> usize {
        self.known.binary_search_by_key(&pred, |known| known.pred).expect("a predicate of the pattern")
    }

    /// The answers for 64 nodes, of which at least the wanted ones count.
    #[inline]
    fn ask(&mut self, place: usize, w: usize, wanted: u64) -> u64 {
        let known = &mut self.known[place];
        let open = wanted & !known.asked[w];
        if open != 0 {
            known.asked[w] |= open;
            known.holds[w] |= match known.edge {
                true => self.symbols.edges(known.pred, w as u32, open, self.last),
                false => self.symbols.nodes(known.pred, w as u32, open),
            };
        }
        known.holds[w]
    }
}
