//! The predicate that consumed each node: the chosen run, recovered along its route.
//!
//! The route from start to end is known (it is the way through the tree), so one pass forward finds the symbols that
//! runs can reach and that hold, one pass backward those from which the end is reached exactly, and a third takes the
//! first alternative in run order. Time is route length times states.

use crate::ids::Pred;
use crate::nfa::Nfa;
use crate::tree::{Cell, Direction, Symbols, Tree, first_next};

/// One node consumed by one predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The node.
    pub node: u32,
    /// The predicate that consumed it.
    pub pred: Pred,
    /// For an edge predicate, the child that was chosen; `None` at a node without children and for node predicates.
    pub child: Option<u32>,
    /// If the node was consumed in the place of a predicate that did not hold ([`Almost`](crate::Almost)): that one.
    pub missed: Option<Pred>,
}

/// The engine that recovers runs: reusable scratch memory.
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
/// let [a, b] = [0, 1].map(Pred::must);
/// let pattern = Pattern::concat(vec![Pattern::star(Pattern::pred(a)), Pattern::pred(b)]);
/// let nfa = Nfa::compile(&pattern, &Config::default())?;
/// let how = (Direction::Forward, Choice::Longest);
/// let cell = Memo::new().run(&nfa, &Chain(3), &mut Text(b"aab"), how, 0).expect("a match");
/// let mut traceback = Traceback::new();
/// let steps = traceback.run(&nfa, &Chain(3), &mut Text(b"aab"), how.0, (0, cell)).expect("its run");
/// assert_eq!(steps.iter().map(|step| (step.node, step.pred)).collect::<Vec<_>>(), [(0, a), (1, a), (2, b)]);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Traceback {
    /// The nodes from start to end.
    route: Vec<u32>,
    /// One row of bits per node of the route, one bit per symbol: reached and holding; later also alive.
    live: Vec<u64>,
    /// Per state: seen at this node; later, alive at this node.
    marks: Vec<bool>,
    entries: Vec<u32>,
    next_entries: Vec<u32>,
    todo: Vec<u32>,
    steps: Vec<Step>,
    differences: u8,
}

impl Traceback {
    /// Scratch memory without content.
    pub fn new() -> Traceback {
        Traceback::default()
    }

    /// The steps of the chosen run: the first in run order of all that consume the same nodes. `None` if there is no
    /// such run. Takes time in proportion to the length of the run times the states.
    ///
    /// `cell` is what [`Longest`](crate::Longest) or [`Memo`](crate::Memo) gave for `start` with the same arguments; the
    /// program may be another one of the same pattern, with a run order of its own
    /// ([`Config::greedy`](crate::Config::greedy)).
    pub fn run<T: Tree, S: Symbols>(
        &mut self,
        nfa: &Nfa,
        tree: &T,
        symbols: &mut S,
        direction: Direction,
        (start, cell): (u32, Cell),
    ) -> Option<&[Step]> {
        self.steps.clear();
        self.differences = 0;
        if cell.len == 0 {
            return Some(&self.steps);
        }
        self.find_route(tree, direction, start, cell.end)?;
        for (begin, differences) in nfa.starts() {
            self.steps.clear();
            self.pass_forward((nfa, begin), tree, symbols, direction);
            self.pass_backward(nfa, symbols);
            let found = self.choose((nfa, begin), tree, symbols, direction);
            if found.is_some() && self.steps.len() == cell.len as usize {
                self.differences = differences;
                return Some(&self.steps);
            }
        }
        None
    }

    /// The number of differences that the last run made, those included that consumed no node.
    pub fn differences(&self) -> u8 {
        self.differences
    }

    fn find_route<T: Tree>(&mut self, tree: &T, direction: Direction, start: u32, end: u32) -> Option<()> {
        let (low, high) = match direction {
            Direction::Forward => (end, start),
            Direction::Backward => (start, end),
        };
        self.route.clear();
        self.route.push(low);
        let mut node = low;
        while node != high {
            node = tree.parent(node)?;
            self.route.push(node);
        }
        if direction == Direction::Forward {
            self.route.reverse();
        }
        Some(())
    }

    /// Finds the symbols that are reached and hold. Nothing else is evaluated.
    fn pass_forward<T: Tree, S: Symbols>(
        &mut self,
        (nfa, begin): (&Nfa, u32),
        tree: &T,
        symbols: &mut S,
        direction: Direction,
    ) {
        let width = nfa.syms.len().div_ceil(64);
        self.live.clear();
        self.live.resize(width * self.route.len(), 0);
        self.entries.clear();
        self.entries.push(begin);
        for (i, &node) in self.route.iter().enumerate() {
            if symbols.skip(node) {
                continue;
            }
            self.marks.clear();
            self.marks.resize(nfa.len() + 1, false);
            self.marks[nfa.nothing() as usize] = true;
            self.next_entries.clear();
            for &entry in &self.entries {
                self.todo.push(entry);
                while let Some(state) = self.todo.pop() {
                    if std::mem::replace(&mut self.marks[state as usize], true) {
                        continue;
                    }
                    let Some(sym) = nfa.syms.get(state as usize) else {
                        self.todo.extend(nfa.alternatives(state));
                        continue;
                    };
                    let next = self.route.get(i + 1).copied();
                    let useful = if next.is_none() { sym.accept } else { sym.target != nfa.nothing() };
                    if useful && holds(tree, symbols, direction, (sym.pred, node, next)) {
                        self.live[i * width + state as usize / 64] |= 1 << (state % 64);
                        self.next_entries.push(sym.target);
                    }
                }
            }
            std::mem::swap(&mut self.entries, &mut self.next_entries);
        }
    }

    /// Keeps only the symbols from which the end is reached exactly.
    fn pass_backward<S: Symbols>(&mut self, nfa: &Nfa, symbols: &S) {
        let width = nfa.syms.len().div_ceil(64);
        for (i, &node) in self.route.iter().enumerate().rev() {
            if symbols.skip(node) {
                continue;
            }
            let row = &mut self.live[i * width..(i + 1) * width];
            if i + 1 < self.route.len() {
                for (s, sym) in nfa.syms.iter().enumerate() {
                    if !self.marks[sym.target as usize] {
                        row[s / 64] &= !(1 << (s % 64));
                    }
                }
            }
            mark_alive(nfa, row, &mut self.marks);
        }
    }

    fn choose<T: Tree, S: Symbols>(
        &mut self,
        (nfa, begin): (&Nfa, u32),
        tree: &T,
        symbols: &mut S,
        direction: Direction,
    ) -> Option<()> {
        let width = nfa.syms.len().div_ceil(64);
        let mut state = begin;
        for (i, &node) in self.route.iter().enumerate() {
            if symbols.skip(node) {
                continue;
            }
            mark_alive(nfa, &self.live[i * width..(i + 1) * width], &mut self.marks);
            while state as usize >= nfa.syms.len() && state != nfa.nothing() {
                let alternatives = nfa.alternatives(state).iter();
                state = alternatives.copied().find(|&alt| self.marks[alt as usize])?;
            }
            let sym = nfa.syms.get(state as usize).filter(|_| self.marks[state as usize])?;
            let edge = direction == Direction::Forward && symbols.is_edge(sym.pred);
            let child = match self.route.get(i + 1) {
                _ if !edge => None,
                Some(&next) => Some(next),
                None => tree.children(node).find(|&child| symbols.edge(sym.pred, node, Some(child))),
            };
            self.steps.push(Step { node, pred: sym.pred, child, missed: nfa.missed(state) });
            state = sym.target;
        }
        Some(())
    }
}

/// Does the predicate hold at `node` when the run goes on to `next`, or ends there?
pub(crate) fn holds<T: Tree, S: Symbols>(
    tree: &T,
    symbols: &mut S,
    direction: Direction,
    (pred, node, next): (Pred, u32, Option<u32>),
) -> bool {
    if direction == Direction::Backward || !symbols.is_edge(pred) {
        return symbols.node(pred, node);
    }
    match next {
        Some(next) => symbols.edge(pred, node, Some(next)),
        None if first_next(tree, direction, node).is_none() => symbols.edge(pred, node, None),
        None => tree.children(node).any(|child| symbols.edge(pred, node, Some(child))),
    }
}

/// Marks the states from which a symbol in the row is reached by epsilon transitions.
fn mark_alive(nfa: &Nfa, row: &[u64], marks: &mut Vec<bool>) {
    marks.clear();
    marks.extend((0..nfa.syms.len()).map(|s| row[s / 64] >> (s % 64) & 1 == 1));
    for alts in nfa.unions() {
        let alive = alts.iter().any(|&alt| marks[alt as usize]);
        marks.push(alive);
    }
    marks.push(false);
}
