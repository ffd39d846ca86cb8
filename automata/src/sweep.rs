//! All starts at once: the way through the tree that [`Exists`](crate::Exists) and [`Longest`](crate::Longest) share.
//!
//! A row holds what is known about each symbol at one place of the tree: what may follow once it has been consumed. For
//! existence that is a bit, for the longest match a packed cell. Forward, nodes are taken in descending order, so
//! children come before their parents; a row lives from the last child of its node to the node itself, and rows form a
//! stack: on a tree without branches it has one row, which is rewritten in place. Backward, nodes are taken in
//! ascending order and a row lives from a node to its last child.

use crate::bits::{Bits, clear_bits};
use crate::nfa::{Nfa, Sym};
use crate::tree::{Columns, Direction, Symbols, Tree, lent};

/// The operations of an engine on its rows.
pub(crate) trait Sweep {
    /// Words per row.
    fn width(&self) -> usize;

    /// True if a node is passed over.
    fn skip(&self, n: u32) -> bool;

    /// Takes the row of what may follow `n`, notes the answer for `n`, and leaves the row of what may start at `n`.
    fn visit(&mut self, row: &mut [u64], n: u32, leaf: bool);

    /// Turns what may start at `child` into what may follow the parent, for edge predicates: those ask here, and
    /// include the success at the parent itself. `known` is the row of the later children, if there are any.
    fn cross_edges(&mut self, row: &mut [u64], known: &[u64], edge: (u32, u32));

    /// Merges the row of a child into that of its later siblings.
    fn merge(&self, below: &mut [u64], row: &[u64]);
}

/// Takes all nodes of a tree in the order that the direction asks for. `edges` says that there are edge predicates.
pub(crate) fn sweep<T: Tree, R: Sweep>(
    rows: &mut Vec<u64>,
    engine: &mut R,
    tree: &T,
    direction: Direction,
    edges: bool,
) {
    let width = engine.width();
    rows.clear();
    if direction == Direction::Backward {
        for n in 0..tree.len() {
            let end = tree.end(n);
            match tree.parent(n) {
                None => rows.resize(width, 0),
                // The row of the parent serves for the last time.
                Some(parent) if end == tree.end(parent) => {}
                Some(_) => rows.extend_from_within(rows.len() - width..),
            }
            let top = rows.len() - width;
            if !engine.skip(n) {
                engine.visit(&mut rows[top..], n, false);
            }
            if end == n + 1 {
                rows.truncate(top);
            }
        }
        return;
    }
    for n in (0..tree.len()).rev() {
        let end = tree.end(n);
        let leaf = end == n + 1;
        if leaf {
            rows.resize(rows.len() + width, 0);
        }
        let top = rows.len() - width;
        if !engine.skip(n) {
            engine.visit(&mut rows[top..], n, leaf);
        }
        let Some(parent) = tree.parent(n) else { break };
        let last = end == tree.end(parent);
        let (below, row) = rows.split_at_mut(top);
        let below = if last { &mut [] } else { &mut below[top - width..] };
        if edges && !engine.skip(parent) {
            engine.cross_edges(row, below, (parent, n));
        }
        if !last {
            engine.merge(below, row);
            rows.truncate(top);
        }
    }
}

/// Memory of [`Answers`], to be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    /// By pattern-local predicate: the last question, and its answer. Empty if each predicate stands at one symbol only.
    last: Vec<(u64, bool)>,
    edge: Bits,
}

/// The predicates of a run. Those that have columns are looked up; of the others, the answer at the node (or edge) being
/// worked on is kept if a predicate stands at several symbols.
pub(crate) struct Answers<'r, S> {
    pub(crate) symbols: &'r mut S,
    /// By pattern-local predicate: the words of its column, if it has one.
    columns: Vec<Option<&'r [u64]>>,
    last: &'r mut [(u64, bool)],
    /// One bit per symbol, in words: is its predicate an edge predicate?
    pub(crate) edge: &'r [u64],
}

impl<'r, S: Symbols> Answers<'r, S> {
    pub(crate) fn new(
        nfa: &Nfa,
        columns: &Columns<'r>,
        symbols: &'r mut S,
        direction: Direction,
        kept: &'r mut Kept,
    ) -> Self {
        kept.last.clear();
        kept.last.resize(if nfa.shares { nfa.locals } else { 0 }, (0, false));
        clear_bits(&mut kept.edge, nfa.syms.len());
        let mut words = vec![None; nfa.locals];
        for (s, sym) in nfa.syms.iter().enumerate() {
            words[sym.local as usize] = lent(columns, sym.pred);
            if direction == Direction::Forward && symbols.is_edge(sym.pred) {
                kept.edge.set(s, true);
            }
        }
        Answers { symbols, columns: words, last: &mut kept.last, edge: kept.edge.as_raw_slice() }
    }

    /// True if there are edge predicates.
    pub(crate) fn has_edges(&self) -> bool {
        self.edge.iter().any(|&word| word != 0)
    }

    #[inline]
    pub(crate) fn is_edge(&self, symbol: usize) -> bool {
        self.edge[symbol / 64] >> (symbol % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn node(&mut self, sym: &Sym, n: u32) -> bool {
        match self.column(sym, n) {
            Some(known) => known,
            None => self.kept(sym, 2 * u64::from(n) + 1, |symbols| symbols.node(sym.pred, n)),
        }
    }

    /// The answer of an edge predicate at a node without children.
    pub(crate) fn leaf(&mut self, sym: &Sym, n: u32) -> bool {
        self.kept(sym, 2 * u64::from(n) + 1, |symbols| symbols.edge(sym.pred, n, None))
    }

    /// An edge is known by its child.
    pub(crate) fn edge(&mut self, sym: &Sym, n: u32, child: u32) -> bool {
        match self.column(sym, child) {
            Some(known) => known,
            None => self.kept(sym, 2 * u64::from(child) + 2, |symbols| symbols.edge(sym.pred, n, Some(child))),
        }
    }

    /// The words of the column of a symbol's predicate, if it has one.
    #[inline]
    pub(crate) fn lent(&self, sym: &Sym) -> Option<&'r [u64]> {
        self.columns[sym.local as usize]
    }

    #[inline]
    fn column(&self, sym: &Sym, n: u32) -> Option<bool> {
        let words = self.lent(sym)?;
        Some(words[n as usize / 64] >> (n % 64) & 1 == 1)
    }

    /// The answer to a question, which has a number that is not 0.
    #[inline]
    fn kept(&mut self, sym: &Sym, question: u64, ask: impl FnOnce(&mut S) -> bool) -> bool {
        let Some(last) = self.last.get_mut(sym.local as usize) else { return ask(self.symbols) };
        if last.0 != question {
            *last = (question, ask(self.symbols));
        }
        last.1
    }
}
