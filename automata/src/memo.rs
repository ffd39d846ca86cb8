//! The longest match (or the first, or the shortest) for one start, with a memo that serves further starts.
//!
//! Depth-first search over (node, state) with an explicit stack; each pair is solved once until [`Memo::clear`]. It
//! goes forward from the start, so it never touches a node that no live run reaches and asks no predicate that a
//! matcher reading from left to right would not ask.

use std::collections::HashMap;

use crate::common::{AnswerScope, Common};
use crate::nfa::{Nfa, Sym};
use crate::solve::{Goals, Spread, solve};
use crate::table::{Table, WIDEST_ROW, key};
use crate::tree::{Cell, Choice, Direction, ONE, Symbols, Tree, after_next, first_next, unpack};

/// The engine for single starts: scratch memory and the memo.
///
/// The memo belongs to one automaton, tree, direction and meaning of the predicates: [`Memo::clear`] it before any of
/// them changes.
///
/// ```
/// use tabiya_automata::*;
///
/// /// Predicate 0 holds at even nodes, predicate 1 at odd ones.
/// struct Parity;
/// impl Symbols for Parity {
///     fn node(&mut self, pred: Pred, n: u32) -> bool {
///         n as usize % 2 == pred.index()
///     }
/// }
///
/// let [even, odd] = [0, 1].map(|n| Pattern::pred(Pred::must(n)));
/// let nfa = Nfa::compile(&Pattern::plus(Pattern::concat(vec![even, odd])), &Config::default())?;
/// // A chain of five nodes: each is the child of the one before.
/// let tree = ParentTree::new(&[0, 1, 2, 3]).unwrap();
/// let mut memo = Memo::new();
/// let mut at = |start| memo.run(&nfa, &tree, &mut Parity, (Direction::Forward, Choice::Longest), start);
/// assert_eq!(at(0), Some(Cell { len: 4, end: 3 }));
/// assert_eq!(at(1), None);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memo {
    longest: Table,
    first: Table,
    shortest: Table,
    /// Answers by predicate and node (or child, for edges), kept if a predicate stands at several symbols.
    asked: HashMap<u64, bool, Spread>,
    frames: Vec<Frame>,
}

/// A pair (node, state) that is being solved.
#[derive(Clone, Copy, Debug)]
struct Frame {
    node: u32,
    state: u32,
    /// The current alternative: an index into those of a union, or else a node that follows. [`FRESH`] at first.
    cursor: u32,
    /// The best so far, packed as in `longest.rs`; 0 means none.
    best: u64,
    /// The place where the answer will be kept.
    scope: AnswerScope,
}

const FRESH: u32 = u32::MAX;

impl Memo {
    /// The greatest number of states of which a memo that is not sparse keeps a row for each node; of larger automata it
    /// keeps single answers.
    pub const WIDEST_ROW: usize = WIDEST_ROW;

    /// An empty memo.
    pub fn new() -> Memo {
        Memo::default()
    }

    /// Forgets everything; the memory is kept for the next use.
    pub fn clear(&mut self) {
        self.longest.clear();
        self.first.clear();
        self.shortest.clear();
        self.asked.clear();
    }

    /// The number of pairs and answers that are kept in a sparse memo: see [`Memo::run_beside`].
    pub fn len(&self) -> usize {
        let kept = [&self.longest, &self.first, &self.shortest].map(Table::scattered);
        kept.iter().sum::<usize>() + self.asked.len()
    }

    /// The number of nodes about which a memo that is not sparse knows something, where the automaton is small.
    pub fn rows(&self) -> usize {
        [&self.longest, &self.first, &self.shortest].map(Table::rows).iter().sum()
    }

    /// True if a sparse memo keeps nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The chosen match that starts at `start`. The first start takes time in proportion to the pairs of node and state that a
    /// run can reach; a further start takes only what is new to it.
    pub fn run<T: Tree, S: Symbols>(
        &mut self,
        nfa: &Nfa,
        tree: &T,
        symbols: &mut S,
        how: (Direction, Choice),
        start: u32,
    ) -> Option<Cell> {
        self.search((nfa, tree, symbols), how, start, (None, false))
    }

    /// The same where predicates vary from memo to memo: what does not depend on those that vary is kept in `common`.
    /// A sparse memo takes room for the pairs that it keeps only, not for the whole tree.
    pub fn run_beside<T: Tree, S: Symbols>(
        &mut self,
        common: &mut Common,
        world: (&Nfa, &T, &mut S),
        how: (Direction, Choice),
        start: u32,
        sparse: bool,
    ) -> Option<Cell> {
        common.fit(world.0, world.1.len(), world.2);
        self.search(world, how, start, (Some(common), sparse))
    }

    /// The best of the runs that go on with a state at a node, packed as in `longest.rs`; 0 means none. Nothing
    /// that varies may be evaluated from there on.
    pub(crate) fn tail<T: Tree, S: Symbols>(
        &mut self,
        common: &mut Common,
        (nfa, tree, symbols): (&Nfa, &T, &mut S),
        (direction, choice): (Direction, Choice),
        start: (u32, u32),
    ) -> u64 {
        let (own, common, asked) = (&mut self.longest, Some(common), &mut self.asked);
        solve(&mut Search { nfa, tree, symbols, direction, choice, asked, own, common }, &mut self.frames, start)
    }

    fn search<T: Tree, S: Symbols>(
        &mut self,
        (nfa, tree, symbols): (&Nfa, &T, &mut S),
        (direction, choice): (Direction, Choice),
        start: u32,
        (common, sparse): (Option<&mut Common>, bool),
    ) -> Option<Cell> {
        if symbols.skip(start) {
            return None;
        }
        let nothing = Cell { len: 0, end: start };
        if nfa.empty && choice != Choice::Longest {
            return Some(nothing);
        }
        let own = match choice {
            Choice::Longest => &mut self.longest,
            Choice::First => &mut self.first,
            Choice::Shortest => &mut self.shortest,
        };
        own.fit(nfa.len(), tree.len(), sparse);
        let asked = &mut self.asked;
        let mut search = Search { nfa, tree, symbols, direction, choice, asked, own, common };
        let mut found = nfa.starts().map(|(state, _)| solve(&mut search, &mut self.frames, (start, state)));
        let best = found.find(|&best| best != 0).unwrap_or(0);
        if best != 0 { Some(unpack(best)) } else { nfa.empty.then_some(nothing) }
    }
}

/// The state of one search.
struct Search<'a, T, S> {
    nfa: &'a Nfa,
    tree: &'a T,
    symbols: &'a mut S,
    direction: Direction,
    choice: Choice,
    asked: &'a mut HashMap<u64, bool, Spread>,
    own: &'a mut Table,
    common: Option<&'a mut Common>,
}

impl<T, S> Search<'_, T, S> {
    fn table(&mut self, scope: AnswerScope) -> &mut Table {
        match (scope, &mut self.common) {
            (AnswerScope::Common(place), Some(common)) => common.table(place),
            _ => &mut *self.own,
        }
    }
}

impl<T: Tree, S: Symbols> Goals for Search<'_, T, S> {
    /// A node and a state.
    type Goal = (u32, u32);
    type Frame = Frame;
    type Answer = u64;

    fn enter(&mut self, (node, state): (u32, u32)) -> Result<u64, Frame> {
        if state == self.nfa.nothing() {
            return Ok(0);
        }
        let scope = match &mut self.common {
            Some(common) => common.scope(self.symbols, node, state),
            None => AnswerScope::Own,
        };
        let table = self.table(scope);
        if let Some(known) = table.get(node, state) {
            return Ok(known);
        }
        if table.is_scattered() && !self.symbols.solves(node) {
            return Ok(0);
        }
        Err(Frame { node, state, cursor: FRESH, best: 0, scope })
    }

    fn leave(&mut self, frame: Frame) -> u64 {
        self.table(frame.scope).insert(frame.node, frame.state, frame.best);
        frame.best
    }

    #[inline]
    fn advance(&mut self, frame: &mut Frame, solved: u64) -> Option<(u32, u32)> {
        let symbol = self.nfa.syms.get(frame.state as usize).copied();
        if self.symbols.skip(frame.node) {
            self.take(frame, solved);
            return self.follow(frame).map(|next| (next, frame.state));
        }
        let Some(sym) = symbol else {
            let alternatives = self.nfa.alternatives(frame.state);
            self.take(frame, solved);
            frame.cursor = if frame.cursor == FRESH { 0 } else { frame.cursor + 1 };
            let next = alternatives.get(frame.cursor as usize).filter(|_| !self.done(frame));
            return next.map(|&state| (frame.node, state));
        };
        if frame.cursor != FRESH && solved != 0 {
            self.take(frame, solved + ONE);
        }
        if self.direction == Direction::Forward && self.symbols.is_edge(sym.pred) {
            return self.advance_edge(frame, &sym);
        }
        if frame.cursor == FRESH {
            if !self.holds(&sym, frame.node) {
                return None;
            }
            self.accept(frame, &sym);
        }
        if sym.target == self.nfa.nothing() {
            return None;
        }
        self.follow(frame).map(|next| (next, sym.target))
    }
}

impl<T: Tree, S: Symbols> Search<'_, T, S> {
    fn advance_edge(&mut self, frame: &mut Frame, sym: &Sym) -> Option<(u32, u32)> {
        if frame.cursor == FRESH && first_next(self.tree, self.direction, frame.node).is_none() {
            if sym.accept && self.symbols.edge(sym.pred, frame.node, None) {
                self.accept(frame, sym);
            }
            return None;
        }
        while let Some(child) = self.follow(frame) {
            if self.crosses(sym, frame.node, child) {
                self.accept(frame, sym);
                if self.done(frame) {
                    return None;
                }
                if sym.target != self.nfa.nothing() {
                    return Some((child, sym.target));
                }
            }
        }
        None
    }

    /// Moves the cursor to the next node that follows, if any is still wanted.
    fn follow(&self, frame: &mut Frame) -> Option<u32> {
        if self.done(frame) {
            return None;
        }
        let next = match frame.cursor {
            FRESH => first_next(self.tree, self.direction, frame.node),
            last => after_next(self.tree, self.direction, frame.node, last),
        };
        frame.cursor = next.unwrap_or(frame.cursor);
        next
    }

    fn done(&self, frame: &Frame) -> bool {
        match self.choice {
            Choice::Longest => false,
            Choice::First => frame.best != 0,
            Choice::Shortest => frame.best >> 32 == 1,
        }
    }

    /// Offers a value that comes later in run order than the best so far.
    fn take(&self, frame: &mut Frame, value: u64) {
        if frame.cursor != FRESH {
            frame.best = self.choice.better(frame.best, value);
        }
    }

    /// Records a success at the node of a symbol.
    fn accept(&self, frame: &mut Frame, sym: &Sym) {
        if sym.accept && frame.best == 0 {
            frame.best = ONE | u64::from(frame.node);
        }
    }

    fn holds(&mut self, sym: &Sym, n: u32) -> bool {
        if !self.nfa.shares {
            return self.symbols.node(sym.pred, n);
        }
        *self.asked.entry(key(n, sym.local)).or_insert_with(|| self.symbols.node(sym.pred, n))
    }

    fn crosses(&mut self, sym: &Sym, n: u32, child: u32) -> bool {
        if !self.nfa.shares {
            return self.symbols.edge(sym.pred, n, Some(child));
        }
        *self.asked.entry(key(child, sym.local)).or_insert_with(|| self.symbols.edge(sym.pred, n, Some(child)))
    }
}
