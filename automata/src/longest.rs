//! The longest match (or the first) for all starts at once: a dynamic program over (node, state).
//!
//! Forward, nodes are taken in descending order, so children come before their parents; a row holds, per symbol state,
//! the best that can follow once that symbol is consumed. A row lives from the last child of its node to the node
//! itself and rows form a stack: on a tree without branches it has one row, which is rewritten in place. Backward, nodes
//! are taken in ascending order and a row lives from a node to its last child.
//!
//! A best cell is one word, length in the high half and end in the low half; 0 is "no match", because whatever is
//! stored has consumed a node. Ties keep the run that is first in run order: alternatives of a union replace only
//! when strictly longer, and children, which arrive last first, replace when as long.

use crate::chain::Windows;
use crate::nfa::Nfa;
use crate::tree::{Cell, Direction, Symbols, Tree};

/// The length 1 in a packed cell.
pub(crate) const ONE: u64 = 1 << 32;

/// Which of the successful runs from a start is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The first in run order among those that consume the most nodes.
    Longest,
    /// The first in run order. An empty match, where allowed, comes before all others.
    First,
}

/// One `Option<Cell>` per node, packed into a word each.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    packed: Vec<u64>,
}

/// No match: the length cannot occur, since node numbers are below `u32::MAX`.
const NONE: u64 = u64::MAX;

impl Cells {
    /// The match that starts at `n`.
    #[inline]
    pub fn get(&self, n: u32) -> Option<Cell> {
        let packed = self.packed[n as usize];
        (packed != NONE).then(|| unpack(packed))
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// True if there is no node.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// The matches in the order of their starts.
    pub fn iter(&self) -> impl Iterator<Item = Option<Cell>> {
        self.packed.iter().map(|&packed| (packed != NONE).then(|| unpack(packed)))
    }
}

pub(crate) fn unpack(packed: u64) -> Cell {
    Cell { len: (packed >> 32) as u32, end: packed as u32 }
}

/// The engine for all starts: reusable scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Longest {
    /// The stack of rows; the last is the one being worked on.
    rows: Vec<u64>,
    /// The value of each state at the node being worked on, and a zero for "no state".
    values: Vec<u64>,
    asked: Asked,
    /// Per symbol: is its predicate an edge predicate?
    edge: Vec<bool>,
    cells: Cells,
    /// For chains and patterns with counted repetitions.
    windows: Windows,
}

impl Longest {
    /// Scratch memory without content.
    pub fn new() -> Longest {
        Longest::default()
    }

    /// The answers of the last run.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The chosen match from every node.
    ///
    /// A predicate is asked once at most per node (or per edge), and only where the rest of the pattern can succeed.
    pub fn run<T: Tree, S: Symbols>(
        &mut self,
        nfa: &Nfa,
        tree: &T,
        symbols: &mut S,
        direction: Direction,
        choice: Choice,
    ) -> &Cells {
        self.cells.packed.clear();
        self.cells.packed.resize(tree.len() as usize, NONE);
        if let Some(counted) = &nfa.counted
            && is_chain(tree)
        {
            let longest = choice == Choice::Longest;
            let packed = &mut self.cells.packed;
            self.windows.run(counted, tree.len(), symbols, (direction, longest), |n, started| {
                packed[n as usize] = pack(nfa, n, started, longest);
            });
            return &self.cells;
        }
        self.rows.clear();
        self.values.clear();
        self.values.resize(nfa.len() + 1, 0);
        self.asked.reset(nfa);
        self.edge.clear();
        let forward = direction == Direction::Forward;
        self.edge.extend(nfa.syms.iter().map(|sym| forward && symbols.is_edge(sym.pred)));
        let mut pass =
            Pass { nfa, tree, symbols, edges: self.edge.contains(&true), longest: choice == Choice::Longest };
        match direction {
            Direction::Forward => self.forward(&mut pass),
            Direction::Backward => self.backward(&mut pass),
        }
        &self.cells
    }

    fn forward<T: Tree, S: Symbols>(&mut self, pass: &mut Pass<'_, T, S>) {
        let width = pass.nfa.syms.len();
        for n in (0..pass.tree.len()).rev() {
            let end = pass.tree.end(n);
            let leaf = end == n + 1;
            if leaf {
                self.rows.resize(self.rows.len() + width, 0);
            }
            self.visit(pass, n, leaf);
            let Some(parent) = pass.tree.parent(n) else { break };
            let last = end == pass.tree.end(parent);
            if pass.edges && !pass.symbols.skip(parent) {
                self.cross_edges(pass, parent, n, last);
            }
            if !last {
                self.merge(width, pass.longest);
            }
        }
    }

    fn backward<T: Tree, S: Symbols>(&mut self, pass: &mut Pass<'_, T, S>) {
        let width = pass.nfa.syms.len();
        for n in 0..pass.tree.len() {
            let end = pass.tree.end(n);
            match pass.tree.parent(n) {
                None => self.rows.resize(width, 0),
                // The row of the parent serves for the last time.
                Some(parent) if end == pass.tree.end(parent) => {}
                Some(_) => self.rows.extend_from_within(self.rows.len() - width..),
            }
            self.visit(pass, n, false);
            if end == n + 1 {
                self.rows.truncate(self.rows.len() - width);
            }
        }
    }

    /// Takes the row of what may follow `n`, notes the match that starts at `n`, and leaves the row of what may start
    /// at `n`.
    #[inline]
    fn visit<T: Tree, S: Symbols>(&mut self, pass: &mut Pass<'_, T, S>, n: u32, leaf: bool) {
        if pass.symbols.skip(n) {
            return;
        }
        let nfa = pass.nfa;
        let top = self.rows.len() - nfa.syms.len();
        let row = &mut self.rows[top..];
        for (i, (sym, (&after, value))) in nfa.syms.iter().zip(row.iter().zip(&mut self.values)).enumerate() {
            *value = if pass.edges && self.edge[i] {
                if leaf && sym.accept && self.asked.leaf(pass.symbols, sym, n) { ONE | u64::from(n) } else { after }
            } else if sym.accept && (after == 0 || !pass.longest) {
                if self.asked.node(pass.symbols, sym, n) { ONE | u64::from(n) } else { 0 }
            } else if after != 0 && self.asked.node(pass.symbols, sym, n) {
                after + ONE
            } else {
                0
            };
        }
        for (state, alts) in (nfa.syms.len()..).zip(nfa.unions()) {
            self.values[state] = alts.iter().fold(0, |best, &alt| pass.better(best, self.values[alt as usize]));
        }
        let started = self.values[nfa.start as usize];
        self.cells.packed[n as usize] = pack(nfa, n, started, pass.longest);
        for (sym, after) in nfa.syms.iter().zip(row) {
            *after = self.values[sym.target as usize];
        }
    }

    /// Turns what may start at `child` into what may follow the parent, for edge predicates: those ask here, and
    /// include the success at the parent itself.
    fn cross_edges<T: Tree, S: Symbols>(&mut self, pass: &mut Pass<'_, T, S>, parent: u32, child: u32, last: bool) {
        let width = pass.nfa.syms.len();
        let top = self.rows.len() - width;
        let (below, row) = self.rows.split_at_mut(top);
        for (i, sym) in pass.nfa.syms.iter().enumerate() {
            if !self.edge[i] {
                continue;
            }
            let value = if sym.accept && (row[i] == 0 || !pass.longest) {
                ONE | u64::from(parent)
            } else if row[i] != 0 {
                row[i] + ONE
            } else {
                0
            };
            let known = if last { 0 } else { below[top - width + i] };
            let useful = value != 0 && !(pass.longest && known >> 32 > value >> 32);
            row[i] = if useful && self.asked.edge(pass.symbols, sym, parent, child) { value } else { 0 };
        }
    }

    /// Merges the last row into the one below; an earlier child (which comes later) wins a tie.
    fn merge(&mut self, width: usize, longest: bool) {
        let top = self.rows.len() - width;
        let (below, row) = self.rows.split_at_mut(top);
        for (old, &new) in below[top - width..].iter_mut().zip(&*row) {
            if new != 0 && (!longest || new >> 32 >= *old >> 32) {
                *old = new;
            }
        }
        self.rows.truncate(top);
    }
}

/// The result at `n` if `started` is the best match that consumes a node.
#[inline]
fn pack(nfa: &Nfa, n: u32, started: u64, longest: bool) -> u64 {
    if nfa.empty && (started == 0 || !longest) {
        u64::from(n)
    } else if started == 0 {
        NONE
    } else {
        started
    }
}

pub(crate) fn is_chain<T: Tree>(tree: &T) -> bool {
    (1..tree.len()).all(|n| tree.end(n) == tree.len())
}

/// What one run works with.
struct Pass<'a, T, S> {
    nfa: &'a Nfa,
    tree: &'a T,
    symbols: &'a mut S,
    /// True if there is an edge predicate.
    edges: bool,
    longest: bool,
}

impl<T, S> Pass<'_, T, S> {
    /// The better of two values, of which the first comes first in run order.
    #[inline]
    fn better(&self, first: u64, second: u64) -> u64 {
        let replace = if self.longest { second >> 32 > first >> 32 } else { first == 0 };
        if replace { second } else { first }
    }
}

/// The answers at the node (or edge) being worked on: kept only if a predicate stands at several symbols.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    active: bool,
    /// By pattern-local predicate: the node or child asked last plus 1, and the answer.
    nodes: Vec<(u32, bool)>,
    edges: Vec<(u32, bool)>,
}

impl Asked {
    pub(crate) fn reset(&mut self, nfa: &Nfa) {
        self.active = nfa.shares;
        self.nodes.clear();
        self.edges.clear();
        if self.active {
            self.nodes.resize(nfa.preds, (0, false));
            self.edges.resize(nfa.preds, (0, false));
        }
    }

    #[inline]
    pub(crate) fn node<S: Symbols>(&mut self, symbols: &mut S, sym: &crate::nfa::Sym, n: u32) -> bool {
        if !self.active {
            return symbols.node(sym.pred, n);
        }
        keep(&mut self.nodes[sym.local as usize], n, || symbols.node(sym.pred, n))
    }

    pub(crate) fn leaf<S: Symbols>(&mut self, symbols: &mut S, sym: &crate::nfa::Sym, n: u32) -> bool {
        if !self.active {
            return symbols.edge(sym.pred, n, None);
        }
        keep(&mut self.nodes[sym.local as usize], n, || symbols.edge(sym.pred, n, None))
    }

    /// An edge is known by its child.
    pub(crate) fn edge<S: Symbols>(&mut self, symbols: &mut S, sym: &crate::nfa::Sym, n: u32, child: u32) -> bool {
        if !self.active {
            return symbols.edge(sym.pred, n, Some(child));
        }
        keep(&mut self.edges[sym.local as usize], child, || symbols.edge(sym.pred, n, Some(child)))
    }
}

#[inline]
fn keep(kept: &mut (u32, bool), key: u32, ask: impl FnOnce() -> bool) -> bool {
    if kept.0 != key + 1 {
        *kept = (key + 1, ask());
    }
    kept.1
}
