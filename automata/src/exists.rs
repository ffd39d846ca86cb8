//! The existence of matches, for all starts at once: sets of states in machine words.
//!
//! The same passes as `longest.rs`, with one bit per state. With at most 64 symbols a row is one word and the epsilon
//! transitions are one precomputed word per symbol, whatever the pattern. Beyond that, epsilon transitions are followed
//! against their direction from the states that are set, in ascending order, so the cost is that of the live part of
//! the automaton.

use crate::chain::Windows;
use crate::nfa::Nfa;
use crate::parallel::Parallel;
use crate::sweep::{Answers, Rows, sweep};
use crate::tree::{Direction, Symbols, Tree, is_chain};

/// One bit per node: is there a match that starts there?
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Starts {
    words: Vec<u64>,
    len: usize,
}

impl Starts {
    /// Is there a match that starts at `n`?
    #[inline]
    pub fn get(&self, n: u32) -> bool {
        self.words[n as usize / 64] >> (n % 64) & 1 == 1
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if there is no node.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bits, node 0 in the lowest bit of the first word; bits beyond the last node are 0.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

/// The engine for existence: reusable scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Exists {
    /// The stack of rows, as in [`Longest`](crate::Longest), one bit per symbol.
    rows: Vec<u64>,
    /// One bit per state.
    values: Vec<u64>,
    /// One bit per symbol: is its predicate an edge predicate?
    edge: Vec<u64>,
    answers: Answers,
    starts: Starts,
    /// For chains and patterns with counted repetitions.
    windows: Windows,
    /// For chains and small patterns.
    parallel: Parallel,
}

impl Exists {
    /// Scratch memory without content.
    pub fn new() -> Exists {
        Exists::default()
    }

    /// The answers of the last run.
    pub fn starts(&self) -> &Starts {
        &self.starts
    }

    /// The starts of all matches. Predicates are asked as by [`Longest`](crate::Longest).
    pub fn run<T: Tree, S: Symbols>(&mut self, nfa: &Nfa, tree: &T, symbols: &mut S, direction: Direction) -> &Starts {
        self.starts.len = tree.len() as usize;
        self.starts.words.clear();
        self.starts.words.resize(self.starts.len.div_ceil(64), 0);
        if let Some(counted) = &nfa.counted
            && is_chain(tree)
        {
            let words = &mut self.starts.words;
            self.windows.run(counted, tree.len(), symbols, (direction, true), |n, started| {
                words[n as usize / 64] |= u64::from(started != 0 || nfa.empty) << (n % 64);
            });
            return &self.starts;
        }
        if let Some(by_words) = &nfa.by_words
            && is_chain(tree)
        {
            self.parallel.run(by_words, (tree.len(), symbols, direction), &mut self.starts.words);
            return &self.starts;
        }
        self.values.clear();
        self.values.resize((nfa.len() + 1).div_ceil(64), 0);
        self.edge.clear();
        self.edge.resize(nfa.accept.len(), 0);
        self.answers.reset(nfa, tree.len(), symbols);
        for (s, sym) in nfa.syms.iter().enumerate() {
            if direction == Direction::Forward && symbols.is_edge(sym.pred) {
                self.edge[s / 64] |= 1 << (s % 64);
            }
        }
        let edges = self.edge.iter().any(|&word| word != 0);
        let mut pass = Pass {
            nfa,
            edge: &self.edge,
            values: &mut self.values,
            answers: &mut self.answers,
            starts: &mut self.starts.words,
        };
        sweep(&mut self.rows, &mut pass, (tree, symbols), direction, edges);
        &self.starts
    }
}

/// The state of one run.
struct Pass<'a> {
    nfa: &'a Nfa,
    edge: &'a [u64],
    values: &'a mut [u64],
    answers: &'a mut Answers,
    starts: &'a mut [u64],
}

impl Rows for Pass<'_> {
    fn width(&self) -> usize {
        self.nfa.accept.len()
    }

    #[inline]
    fn visit<S: Symbols>(&mut self, symbols: &mut S, row: &mut [u64], n: u32, leaf: bool) {
        let nfa = self.nfa;
        if let ([after], [edge], [accept]) = (&mut *row, self.edge, nfa.accept.as_slice()) {
            let ready = if leaf { *after | accept } else { *after | (accept & !edge) };
            let mut held = if ready == 0 { 0 } else { hold(nfa, symbols, self.answers, n, (ready, *edge, leaf)) };
            let starts = nfa.empty || held & nfa.first != 0;
            self.starts[n as usize / 64] |= u64::from(starts) << (n % 64);
            *after = 0;
            while held != 0 {
                *after |= nfa.after[held.trailing_zeros() as usize];
                held &= held - 1;
            }
            return;
        }
        self.values.fill(0);
        for (w, after) in row.iter_mut().enumerate() {
            let edge = self.edge[w];
            let mut held = *after & edge;
            let mut ready = (*after | nfa.accept[w]) & !edge;
            if leaf {
                ready |= nfa.accept[w] & edge;
            }
            while ready != 0 {
                let bit = ready & ready.wrapping_neg();
                ready ^= bit;
                let sym = &nfa.syms[w * 64 + bit.trailing_zeros() as usize];
                let holds = if edge & bit == 0 {
                    self.answers.node(symbols, sym, n)
                } else {
                    self.answers.leaf(symbols, sym, n)
                };
                held |= if holds { bit } else { 0 };
            }
            self.values[w] = held;
            *after = 0;
        }
        for w in 0..self.values.len() {
            let mut done = 0;
            // Unions set here may lie in the same word, but always above.
            while self.values[w] & !done != 0 {
                let bit = (self.values[w] & !done).trailing_zeros();
                done |= 1 << bit;
                for &user in nfa.users(w as u32 * 64 + bit) {
                    let set = if (user as usize) < nfa.syms.len() { &mut *row } else { &mut *self.values };
                    set[user as usize / 64] |= 1 << (user % 64);
                }
            }
        }
        let started = self.values[nfa.start as usize / 64] >> (nfa.start % 64) & 1 == 1;
        if started || nfa.empty {
            self.starts[n as usize / 64] |= 1 << (n % 64);
        }
    }

    fn cross_edges<S: Symbols>(
        &mut self,
        symbols: &mut S,
        row: &mut [u64],
        known: &[u64],
        (parent, child): (u32, u32),
    ) {
        for (w, word) in row.iter_mut().enumerate() {
            let known = known.get(w).copied().unwrap_or(0);
            let mut ready = (*word | self.nfa.accept[w]) & self.edge[w] & !known;
            *word &= !self.edge[w];
            while ready != 0 {
                let bit = ready & ready.wrapping_neg();
                ready ^= bit;
                let sym = &self.nfa.syms[w * 64 + bit.trailing_zeros() as usize];
                *word |= if self.answers.edge(symbols, sym, parent, child) { bit } else { 0 };
            }
        }
    }

    fn merge(&self, below: &mut [u64], row: &[u64]) {
        below.iter_mut().zip(row).for_each(|(old, new)| *old |= *new);
    }
}

/// The symbols of a small automaton that hold at `n`, of those that are ready. Edge symbols have asked already, but
/// for a leaf.
#[inline]
fn hold<S: Symbols>(
    nfa: &Nfa,
    symbols: &mut S,
    answers: &mut Answers,
    n: u32,
    (ready, edge, leaf): (u64, u64, bool),
) -> u64 {
    let mut held = ready & edge;
    let mut todo = ready & !edge;
    if leaf {
        todo |= held;
        held = 0;
    }
    while todo != 0 {
        let bit = todo & todo.wrapping_neg();
        todo ^= bit;
        let sym = &nfa.syms[bit.trailing_zeros() as usize];
        let holds = if edge & bit == 0 { answers.node(symbols, sym, n) } else { answers.leaf(symbols, sym, n) };
        held |= if holds { bit } else { 0 };
    }
    held
}
