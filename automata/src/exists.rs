//! The existence of matches, for all starts at once: sets of states in machine words.
//!
//! The same passes as `longest.rs`, with one bit per state. With at most 64 symbols a row is one word and the epsilon
//! transitions are one precomputed word per symbol, for any pattern. Beyond that, epsilon transitions are followed
//! against their direction from the states that are set, in ascending order, so the cost is that of the live part of
//! the automaton.

use crate::bits::{Bits, clear_bits, ones};
use crate::chain::Windows;
use crate::ids::number_of;
use crate::nfa::Nfa;
use crate::rows::Rows;
use crate::sweep::{Answers, Kept, Sweep, sweep};
use crate::tree::{Columns, Direction, Symbols, Tree};

/// The engine for existence: reusable scratch memory. It may be used for any automata and trees, one after another.
///
/// ```
/// use tabiya_automata::*;
///
/// struct Text(&'static [u8]);
/// impl Symbols for Text {
///     fn node(&mut self, pred: Pred, n: u32) -> bool {
///         self.0[n as usize] == b"ab"[pred.index()]
///     }
/// }
///
/// // Where does `a b` begin in "aabab"?
/// let [a, b] = [0, 1].map(|n| Pattern::pred(Pred::must(n)));
/// let nfa = Nfa::compile(&Pattern::concat(vec![a, b]), &Config::default())?;
/// let mut exists = Exists::new();
/// let starts = exists.run(&nfa, &Chain(5), &[], &mut Text(b"aabab"), Direction::Forward);
/// assert_eq!(starts.iter_ones().collect::<Vec<_>>(), [1, 3]);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Exists {
    /// The stack of rows, as in [`Longest`](crate::Longest), one bit per symbol.
    rows: Vec<u64>,
    /// One bit per state.
    values: Bits,
    kept: Kept,
    starts: Bits,
    /// For chains and patterns with counted repetitions.
    windows: Windows,
    /// For chains and automata that are not too large.
    chain: Rows,
}

impl Exists {
    /// Scratch memory without content.
    pub fn new() -> Exists {
        Exists::default()
    }

    /// The answers of the last run: one bit per node; those beyond the last node are clear.
    pub fn starts(&self) -> &Bits {
        &self.starts
    }

    /// The starts of all matches. Predicates are evaluated as by [`Longest`](crate::Longest).
    pub fn run<T: Tree, S: Symbols>(
        &mut self,
        nfa: &Nfa,
        tree: &T,
        columns: &Columns<'_>,
        symbols: &mut S,
        direction: Direction,
    ) -> &Bits {
        clear_bits(&mut self.starts, tree.len() as usize);
        if let Some(order) = &nfa.order
            && tree.is_chain()
        {
            let starts = self.starts.as_raw_mut_slice();
            self.chain.run_chain((nfa, order), (tree.len(), columns, symbols), direction, starts);
            return &self.starts;
        }
        if let Some(counted) = &nfa.counted
            && tree.is_chain()
        {
            let words = self.starts.as_raw_mut_slice();
            self.windows.run(counted, (tree.len(), columns, symbols), (direction, true), |n, started| {
                words[n as usize / 64] |= u64::from(started != 0 || nfa.empty) << (n % 64);
            });
            return &self.starts;
        }
        clear_bits(&mut self.values, nfa.len() + 1);
        let answers = Answers::new(nfa, columns, symbols, direction, &mut self.kept);
        let edges = answers.has_edges();
        let (values, starts) = (self.values.as_raw_mut_slice(), self.starts.as_raw_mut_slice());
        let mut pass = Pass { nfa, accept: nfa.accept.as_raw_slice(), values, answers, starts };
        sweep(&mut self.rows, &mut pass, tree, direction, edges);
        &self.starts
    }
}

/// The state of one run. Rows of bits are given as their words.
struct Pass<'a, S> {
    nfa: &'a Nfa,
    accept: &'a [u64],
    values: &'a mut [u64],
    answers: Answers<'a, S>,
    starts: &'a mut [u64],
}

impl<S: Symbols> Pass<'_, S> {
    /// The symbols of a word that hold at `n`, of those that are ready. Edge symbols have asked already, but for a leaf.
    #[inline]
    fn hold(&mut self, w: usize, n: u32, after: u64, leaf: bool) -> u64 {
        let (accept, edge) = (self.accept[w], self.answers.edge[w]);
        let ready = if leaf { after | accept } else { (after | accept) & !edge };
        let held = if leaf { 0 } else { after & edge };
        ones(ready).fold(held, |held, s| {
            let sym = &self.nfa.syms[w * 64 + s];
            let holds = if edge >> s & 1 == 0 { self.answers.node(sym, n) } else { self.answers.leaf(sym, n) };
            held | u64::from(holds) << s
        })
    }
}

impl<S: Symbols> Sweep for Pass<'_, S> {
    fn width(&self) -> usize {
        self.accept.len()
    }

    fn skip(&self, n: u32) -> bool {
        self.answers.symbols.skip(n)
    }

    #[inline]
    fn visit(&mut self, row: &mut [u64], n: u32, leaf: bool) {
        let nfa = self.nfa;
        if let [after] = row {
            let held = self.hold(0, n, *after, leaf);
            let starts = nfa.empty || held & nfa.first != 0;
            self.starts[n as usize / 64] |= u64::from(starts) << (n % 64);
            *after = ones(held).fold(0, |before, s| before | nfa.after[s]);
            return;
        }
        self.values.fill(0);
        for (w, after) in row.iter_mut().enumerate() {
            self.values[w] = self.hold(w, n, *after, leaf);
            *after = 0;
        }
        for w in 0..self.values.len() {
            let mut done = 0;
            // Unions set here may be in the same word, but always above.
            while let Some(bit) = ones(self.values[w] & !done).next() {
                done |= 1 << bit;
                for &user in nfa.users(number_of(w * 64 + bit)) {
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

    fn cross_edges(&mut self, row: &mut [u64], known: &[u64], (parent, child): (u32, u32)) {
        for (w, word) in row.iter_mut().enumerate() {
            let known = known.get(w).copied().unwrap_or(0);
            let edge = self.answers.edge[w];
            let ready = (*word | self.accept[w]) & edge & !known;
            *word &= !edge;
            for s in ones(ready) {
                *word |= u64::from(self.answers.edge(&self.nfa.syms[w * 64 + s], parent, child)) << s;
            }
        }
    }

    fn merge(&self, below: &mut [u64], row: &[u64]) {
        below.iter_mut().zip(row).for_each(|(old, new)| *old |= *new);
    }
}
