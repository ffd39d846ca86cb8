//! All starts at once: the way through the tree that [`Exists`](crate::Exists) and [`Longest`](crate::Longest) share.
//!
//! A row holds what is known about each symbol at one place of the tree: what may follow once it has been consumed. For
//! existence that is a bit, for the longest match a packed cell. Forward, nodes are taken in descending order, so
//! children come before their parents; a row lives from the last child of its node to the node itself, and rows form a
//! stack: on a tree without branches it has one row, which is rewritten in place. Backward, nodes are taken in
//! ascending order and a row lives from a node to its last child.

use crate::ids::Pred;
use crate::nfa::{Nfa, Sym};
use crate::tree::{Direction, Symbols, Tree};

/// The operations of an engine on its rows.
pub(crate) trait Rows {
    /// Words per row.
    fn width(&self) -> usize;

    /// Takes the row of what may follow `n`, notes the answer for `n`, and leaves the row of what may start at `n`.
    fn visit<S: Symbols>(&mut self, symbols: &mut S, row: &mut [u64], n: u32, leaf: bool);

    /// Turns what may start at `child` into what may follow the parent, for edge predicates: those ask here, and
    /// include the success at the parent itself. `known` is the row of the later children, if there are any.
    fn cross_edges<S: Symbols>(&mut self, symbols: &mut S, row: &mut [u64], known: &[u64], edge: (u32, u32));

    /// Merges the row of a child into that of its later siblings.
    fn merge(&self, below: &mut [u64], row: &[u64]);
}

/// Takes all nodes of a tree in the order that the direction asks for. `edges` says that there are edge predicates.
pub(crate) fn sweep<T: Tree, S: Symbols, R: Rows>(
    rows: &mut Vec<u64>,
    engine: &mut R,
    (tree, symbols): (&T, &mut S),
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
            if !symbols.skip(n) {
                engine.visit(symbols, &mut rows[top..], n, false);
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
        if !symbols.skip(n) {
            engine.visit(symbols, &mut rows[top..], n, leaf);
        }
        let Some(parent) = tree.parent(n) else { break };
        let last = end == tree.end(parent);
        let (below, row) = rows.split_at_mut(top);
        let below = if last { &mut [] } else { &mut below[top - width..] };
        if edges && !symbols.skip(parent) {
            engine.cross_edges(symbols, row, below, (parent, n));
        }
        if !last {
            engine.merge(below, row);
            rows.truncate(top);
        }
    }
}

/// The predicates of a run. Columns that are known before it are copied and read here; of the others, the answers at
/// the node (or edge) being worked on are kept if a predicate stands at several symbols.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// By pattern-local predicate: where its column starts, if it has one.
    columns: Vec<Option<usize>>,
    words: Vec<u64>,
    /// By pattern-local predicate: the node or child asked last plus 1, and the answer.
    nodes: Vec<(u32, bool)>,
    edges: Vec<(u32, bool)>,
}

impl Answers {
    pub(crate) fn reset<S: Symbols>(&mut self, nfa: &Nfa, nodes: u32, symbols: &mut S) {
        for kept in [&mut self.nodes, &mut self.edges] {
            kept.clear();
            kept.resize(if nfa.shares { nfa.preds } else { 0 }, (0, false));
        }
        self.words.clear();
        self.columns.clear();
        self.columns.resize(nfa.preds, None);
        let mut asked = vec![false; nfa.preds];
        for sym in &nfa.syms {
            if !std::mem::replace(&mut asked[sym.local as usize], true)
                && let Some(column) = symbols.column(sym.pred)
            {
                self.columns[sym.local as usize] = Some(self.words.len());
                self.words.extend_from_slice(&column[..nodes.div_ceil(64) as usize]);
            }
        }
    }

    /// True if a column has the bit of a node; `None` if there is no such column.
    #[inline]
    fn column(&self, sym: &Sym, n: u32) -> Option<bool> {
        let first = self.columns[sym.local as usize]?;
        Some(self.words[first + n as usize / 64] >> (n % 64) & 1 == 1)
    }

    #[inline]
    pub(crate) fn node<S: Symbols>(&mut self, symbols: &mut S, sym: &Sym, n: u32) -> bool {
        if let Some(known) = self.column(sym, n) {
            return known;
        }
        self.keep_node(sym, n, |pred| symbols.node(pred, n))
    }

    /// The answer of an edge predicate at a node without children.
    pub(crate) fn leaf<S: Symbols>(&mut self, symbols: &mut S, sym: &Sym, n: u32) -> bool {
        self.keep_node(sym, n, |pred| symbols.edge(pred, n, None))
    }

    fn keep_node(&mut self, sym: &Sym, n: u32, ask: impl FnOnce(Pred) -> bool) -> bool {
        match self.nodes.get_mut(sym.local as usize) {
            Some(kept) => keep(kept, n, || ask(sym.pred)),
            None => ask(sym.pred),
        }
    }

    /// An edge is known by its child.
    pub(crate) fn edge<S: Symbols>(&mut self, symbols: &mut S, sym: &Sym, n: u32, child: u32) -> bool {
        if let Some(known) = self.column(sym, child) {
            return known;
        }
        match self.edges.get_mut(sym.local as usize) {
            Some(kept) => keep(kept, child, || symbols.edge(sym.pred, n, Some(child))),
            None => symbols.edge(sym.pred, n, Some(child)),
        }
    }
}

#[inline]
fn keep(kept: &mut (u32, bool), key: u32, ask: impl FnOnce() -> bool) -> bool {
    if kept.0 != key + 1 {
        *kept = (key + 1, ask());
    }
    kept.1
}
