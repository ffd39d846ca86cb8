//! The two seams to the world: a tree in pre-order, and the question "does this predicate hold here?".

use crate::bits::{Bits, ones};
use crate::ids::Pred;
use crate::ids::number_of;

/// An ordered tree whose nodes are numbered in pre-order: 0 is the root, the descendants of `n` are
/// `n + 1 .. end(n)`, its first child is `n + 1`, and the sibling after `c` is `end(c)`.
pub trait Tree {
    /// The number of nodes.
    fn len(&self) -> u32;

    /// The parent; `None` for the root only.
    fn parent(&self, n: u32) -> Option<u32>;

    /// One more than the number of the last descendant of `n`; `n + 1` for a leaf.
    fn end(&self, n: u32) -> u32;

    /// True if there is no node.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True if no node has two children.
    fn is_chain(&self) -> bool {
        (1..self.len()).all(|n| self.end(n) == self.len())
    }

    /// The children of `n` in order.
    fn children(&self, n: u32) -> Children<'_, Self>
    where
        Self: Sized,
    {
        Children { tree: self, next: n + 1, end: self.end(n) }
    }
}

/// The children of a node in order: see [`Tree::children`].
#[derive(Clone, Debug)]
pub struct Children<'t, T> {
    tree: &'t T,
    next: u32,
    end: u32,
}

impl<T: Tree> Iterator for Children<'_, T> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.next >= self.end {
            return None;
        }
        let child = self.next;
        self.next = self.tree.end(child);
        Some(child)
    }
}

/// A tree without branches: each node is the only child of the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain(
    /// The number of nodes.
    pub u32,
);

impl Tree for Chain {
    fn len(&self) -> u32 {
        self.0
    }

    fn parent(&self, n: u32) -> Option<u32> {
        n.checked_sub(1)
    }

    fn end(&self, n: u32) -> u32 {
        if n < self.0 { self.0 } else { n + 1 }
    }

    fn is_chain(&self) -> bool {
        true
    }
}

/// A tree held as two arrays.
///
/// ```
/// use tabiya_automata::{ParentTree, Tree};
///
/// // Node 0 has the children 1 and 3, and node 2 is the child of 1.
/// let tree = ParentTree::new(&[0, 1, 0]).unwrap();
/// assert_eq!(tree.children(0).collect::<Vec<_>>(), [1, 3]);
/// assert_eq!((tree.len(), tree.parent(2), tree.end(1)), (4, Some(1), 3));
/// assert!(ParentTree::new(&[0, 0, 1]).is_none(), "the descendants of 1 must follow it directly");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParentTree {
    /// `parent[n] < n` for all but the root, and the numbering is pre-order.
    parent: Vec<u32>,
    end: Vec<u32>,
}

impl ParentTree {
    /// The tree in which node `n + 1` has the parent `parents[n]`; `None` if that numbering is not pre-order.
    pub fn new(parents: &[u32]) -> Option<ParentTree> {
        let len = u32::try_from(parents.len() + 1).ok()?;
        let mut path = vec![0u32];
        let mut end = vec![len; len as usize];
        for (n, &parent) in (1u32..).zip(parents) {
            while *path.last()? != parent {
                end[path.pop()? as usize] = n;
            }
            path.push(n);
        }
        let mut parent = vec![0];
        parent.extend_from_slice(parents);
        Some(ParentTree { parent, end })
    }
}

impl Tree for ParentTree {
    fn len(&self) -> u32 {
        number_of(self.parent.len())
    }

    fn parent(&self, n: u32) -> Option<u32> {
        if n == 0 { None } else { Some(self.parent[n as usize]) }
    }

    fn end(&self, n: u32) -> u32 {
        self.end[n as usize]
    }
}

/// The direction of a search: the nodes that may follow a consumed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Each of its children, in order.
    Forward,
    /// Its parent.
    Backward,
}

/// The meaning of the predicates: the only interface between this crate and its users.
///
/// Every engine except [`Backtrack`](crate::Backtrack) takes the answers as a function of the arguments alone. It asks
/// the fewest questions it can and keeps the answers, so the order and the number of the questions are its own.
pub trait Symbols {
    /// Does the predicate hold at node `n`?
    fn node(&mut self, pred: Pred, n: u32) -> bool;

    /// True if the answer depends on the child into which the match goes on. Asked when a search starts; never used
    /// for [`Direction::Backward`].
    fn is_edge(&self, _pred: Pred) -> bool {
        false
    }

    /// Does the predicate hold at `n` when the match goes on into `child`, or ends at `n` with `child` chosen?
    /// `None` if `n` has no children.
    fn edge(&mut self, pred: Pred, n: u32, _child: Option<u32>) -> bool {
        self.node(pred, n)
    }

    /// The nodes of one word at which the predicate holds, of those requested: bit `i` of word `w` is node
    /// `64 * w + i`. The same answers as one by one.
    fn nodes(&mut self, pred: Pred, word: u32, asked: u64) -> u64 {
        ones(asked).fold(0, |holds, bit| holds | u64::from(self.node(pred, word * 64 + number_of(bit))) << bit)
    }

    /// The same for an edge predicate on a chain, where every node but the `last` has one child.
    fn edges(&mut self, pred: Pred, word: u32, asked: u64, last: u32) -> u64 {
        ones(asked).fold(0, |holds, bit| {
            let n = word * 64 + number_of(bit);
            holds | u64::from(self.edge(pred, n, (n < last).then_some(n + 1))) << bit
        })
    }

    /// True if the answers about a predicate vary from memo to memo among those that share a
    /// [`Common`](crate::Common) memo, or if to ask about it has effects that the caller wants.
    fn varies(&self, _pred: Pred) -> bool {
        true
    }

    /// For a predicate that varies: whether it does so no more at `n` and beyond it (at its descendants, or on its way
    /// to the root, whichever the match goes through). `Some(false)`: it holds at none of these nodes. `Some(true)`: at
    /// each of them it holds in every memo that answers `Some(true)` here, or in none of these.
    fn settled(&mut self, _pred: Pred, _n: u32) -> Option<bool> {
        None
    }

    /// Called before a state of an automaton is solved at a node, where the answer takes memory of its own. False: the
    /// search is to end. Its answers then mean nothing, and neither do those of the memo.
    fn solves(&mut self, _n: u32) -> bool {
        true
    }

    /// True if `n` is passed over: it consumes no symbol and cannot be the end, and what follows it is entered in the
    /// same state. There is no match from a start that is passed over.
    fn skip(&self, _n: u32) -> bool {
        false
    }

    /// The nodes of one word that are passed over, of those requested: as [`Symbols::nodes`].
    fn skips(&self, word: u32, asked: u64) -> u64 {
        ones(asked).fold(0, |skipped, bit| skipped | u64::from(self.skip(word * 64 + number_of(bit))) << bit)
    }
}

/// The results of predicates known before a run over all starts begins, lent to the engine: by the number of a predicate,
/// the answers about it at all nodes. For an edge predicate, the bit of a child stands for the edge that leads to it. A
/// predicate that has no column is evaluated at each node when its turn comes, as is an edge predicate, in any case, at
/// nodes without children.
pub type Columns<'c> = [Option<&'c Bits>];

/// The words of the column of a predicate, if it has one.
pub(crate) fn lent<'c>(columns: &Columns<'c>, pred: Pred) -> Option<&'c [u64]> {
    columns.get(pred.index())?.map(|column| column.as_raw_slice())
}

/// The outcome of a match: how many nodes it consumed, and the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The number of nodes consumed.
    pub len: u32,
    /// The last node consumed; the start itself if `len` is 0.
    pub end: u32,
}

/// The first node that may follow `n`.
pub(crate) fn first_next<T: Tree>(tree: &T, direction: Direction, n: u32) -> Option<u32> {
    match direction {
        Direction::Forward => (n + 1 < tree.end(n)).then_some(n + 1),
        Direction::Backward => tree.parent(n),
    }
}

/// The node that may follow `n` and is tried after `next`.
pub(crate) fn after_next<T: Tree>(tree: &T, direction: Direction, n: u32, next: u32) -> Option<u32> {
    match direction {
        Direction::Forward => Some(tree.end(next)).filter(|&sibling| sibling < tree.end(n)),
        Direction::Backward => None,
    }
}

/// The rule that chooses among the successful runs from a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The first in run order among those that consume the most nodes.
    Longest,
    /// The first in run order. An empty match, where allowed, comes before all others.
    First,
    /// The first in run order among those that consume the fewest nodes; an empty match, where allowed.
    Shortest,
}

impl Choice {
    /// True if a run of this number of nodes is better than one that comes before it in run order.
    #[inline]
    pub(crate) fn prefers(self, later: u32, before: u32) -> bool {
        match self {
            Choice::Longest => later > before,
            Choice::First => false,
            Choice::Shortest => later < before,
        }
    }

    /// The better of two packed cells, of which the first comes first in run order; 0 means none.
    #[inline]
    pub(crate) fn better(self, first: u64, second: u64) -> u64 {
        match self {
            // Nothing is shorter than anything.
            Choice::Longest if second >> 32 > first >> 32 => second,
            Choice::Longest => first,
            _ if first == 0 || second != 0 && self.prefers((second >> 32) as u32, (first >> 32) as u32) => second,
            _ => first,
        }
    }
}

/// The length 1 in a packed cell.
pub(crate) const ONE: u64 = 1 << 32;

/// A cell from one word: the length in the high half, the end in the low one.
pub(crate) fn unpack(packed: u64) -> Cell {
    Cell { len: (packed >> 32) as u32, end: (packed & 0xFFFF_FFFF) as u32 }
}
