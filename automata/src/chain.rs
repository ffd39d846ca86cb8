//! Longest match on chains with counted repetitions of one predicate: cost by run length, not by the bounds.
//!
//! The nodes are taken from the far end of the matches to their starts; `position` counts them. A symbol `p{a,b}` may
//! end at any position of the present run of `p` that is between a and b nodes away. The best of those is the front of
//! a monotone queue (a sliding-window maximum): a new end removes all that are not strictly better, because among ends
//! that are as good the nearest comes first in run order. Each end enters and leaves once.
//!
//! On trees with branches windows of several children would have to be merged; there the unrolled program runs.
//!
//! On a tree the windows of all branches would need a structure each, so there a counted repetition is unrolled, within
//! the limit of states. For existence alone small automata run over rows of bits instead (`rows.rs`).

use std::collections::VecDeque;

use crate::nfa::Counted;
use crate::sweep::{Answers, Kept};
use crate::tree::{Columns, Direction, ONE, Symbols};

/// A place where a counted repetition may end.
#[derive(Clone, Copy, Debug)]
struct End {
    position: u32,
    /// The length and the end of the rest, packed; the length may be 0.
    after: u64,
}

/// The state of one counted symbol along the chain.
#[derive(Clone, Debug, Default)]
pub(crate) struct Window {
    /// Ends in the present run that are too near, nearest last.
    near: VecDeque<End>,
    /// Ends between the bounds, best and farthest first.
    best: VecDeque<End>,
}

impl Window {
    fn clear(&mut self) {
        self.near.clear();
        self.best.clear();
    }

    /// The value of the repetition when the node at `position` is consumed as its first.
    fn value(&mut self, position: u32, (min, max): (u32, Option<u32>), longest: bool) -> u64 {
        while let Some(&end) = self.near.front().filter(|end| position - end.position + 1 >= min) {
            self.near.pop_front();
            while self.best.back().is_some_and(|back| !longest || reach(back) <= reach(&end)) {
                self.best.pop_back();
            }
            self.best.push_back(end);
        }
        while self.best.front().is_some_and(|end| max.is_some_and(|max| position - end.position + 1 > max)) {
            self.best.pop_front();
        }
        self.best.front().map_or(0, |end| end.after + ONE * u64::from(position - end.position + 1))
    }
}

/// The value compared: the length of the whole without a term that is the same for all ends.
fn reach(end: &End) -> i64 {
    i64::from((end.after >> 32) as u32) - i64::from(end.position)
}

/// Scratch memory of this engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Windows {
    windows: Vec<Window>,
    row: Vec<u64>,
    values: Vec<u64>,
    kept: Kept,
}

impl Windows {
    /// Calls `found` with each node that is not passed over and the packed value of the best match from there, 0 if
    /// there is none that consumes a node.
    pub(crate) fn run<S: Symbols>(
        &mut self,
        counted: &Counted,
        (len, columns, symbols): (u32, &Columns<'_>, &mut S),
        (direction, longest): (Direction, bool),
        mut found: impl FnMut(u32, u64),
    ) {
        let nfa = &counted.nfa;
        let mut answers = Answers::new(nfa, columns, symbols, direction, &mut self.kept);
        self.row.clear();
        self.row.resize(nfa.syms.len(), 0);
        self.values.clear();
        self.values.resize(nfa.len() + 1, 0);
        self.windows.resize_with(self.windows.len().max(nfa.syms.len()), Window::default);
        self.windows.iter_mut().for_each(Window::clear);
        let mut position = 0;
        for i in 0..len {
            let n = if direction == Direction::Forward { len - 1 - i } else { i };
            if answers.symbols.skip(n) {
                continue;
            }
            for (s, sym) in nfa.syms.iter().enumerate() {
                let dead = self.row[s] == 0 && !sym.accept;
                let ends_here = sym.accept && (self.row[s] == 0 || !longest);
                let after = if ends_here { u64::from(n) } else { self.row[s] };
                let window = &mut self.windows[s];
                if !dead {
                    window.near.push_back(End { position, after });
                } else if window.near.is_empty() && window.best.is_empty() {
                    self.values[s] = 0;
                    continue;
                }
                let holds = match answers.is_edge(s) {
                    false => answers.node(sym, n),
                    true if n + 1 < len => answers.edge(sym, n, n + 1),
                    true => answers.leaf(sym, n),
                };
                if !holds {
                    window.clear();
                }
                self.values[s] = window.value(position, counted.times[s], longest);
            }
            for (state, alts) in (nfa.syms.len()..).zip(nfa.unions()) {
                self.values[state] = alts.iter().fold(0, |best, &alt| {
                    let value = self.values[alt as usize];
                    let better = if longest { value >> 32 > best >> 32 } else { best == 0 };
                    if better { value } else { best }
                });
            }
            found(n, self.values[nfa.start as usize]);
            for (after, sym) in self.row.iter_mut().zip(&nfa.syms) {
                *after = self.values[sym.target as usize];
            }
            position += 1;
        }
    }
}
