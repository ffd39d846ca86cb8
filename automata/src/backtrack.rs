//! The exact ordered matcher for predicates with effects: every attempt asks again, in run order, nothing is kept.
//!
//! It may take exponential time, so it has a step limit. The stack is explicit. After the last predicate
//! that has effects, the answer is a matter of the tree alone, and is found once ([`Tails`]).
//!
//! From a state on which only closed predicates without wanted comments follow, trying run after run changes
//! nothing. Taking the stored answer is one step, so fewer matches exceed the limit.

use crate::common::Common;
use crate::error::StepLimit;
use crate::memo::Memo;
use crate::nfa::Nfa;
use crate::run_order::{RunOrder, Task};
use crate::tree::{Cell, Choice, Direction, Symbols, Tree, after_next, first_next, unpack};

/// Predicates with effects, and the caller's own state that follows the search.
///
/// Around each attempt to consume a node the matcher takes a mark and later undoes to it: at once if the predicate
/// failed, else when everything that can follow has been tried. The effects between the marks are those of the run
/// being tried.
pub trait Effects: Symbols {
    /// A mark to which the state can be undone.
    fn mark(&mut self) -> usize {
        0
    }

    /// Goes back to a mark.
    fn undo(&mut self, _mark: usize) {}

    /// The run being tried succeeds and is better than all before: time to keep what belongs to it.
    fn success(&mut self, _cell: Cell) {}
}

/// The backtracking matcher: reusable scratch memory and the step limit. For predicates whose evaluation has effects; the other
/// engines are faster and have no limit.
///
/// ```
/// use tabiya_automata::*;
///
/// /// Predicate 0 holds everywhere and notes the node; predicate 1 holds at node 2.
/// struct Notes(Vec<u32>);
/// impl Symbols for Notes {
///     fn node(&mut self, pred: Pred, n: u32) -> bool {
///         if pred.index() == 0 {
///             self.0.push(n);
///         }
///         pred.index() == 0 || n == 2
///     }
/// }
/// impl Effects for Notes {
///     fn mark(&mut self) -> usize {
///         self.0.len()
///     }
///     fn undo(&mut self, mark: usize) {
///         self.0.truncate(mark);
///     }
///     fn success(&mut self, cell: Cell) {
///         assert_eq!((cell.end, self.0.as_slice()), (2, &[0, 1][..]), "the notes are those of the run");
///     }
/// }
///
/// let [any, last] = [0, 1].map(|n| Pattern::pred(Pred::must(n)));
/// let nfa = Nfa::compile(&Pattern::concat(vec![Pattern::star(any), last]), &Config::default())?;
/// let how = (Direction::Forward, Choice::Longest);
/// let found = Backtrack::new(1000).run(&nfa, &Chain(3), &mut Notes(Vec::new()), how, 0)?;
/// assert_eq!(found, Some(Cell { len: 3, end: 2 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Backtrack {
    limit: u64,
    tasks: Vec<Task<Attempt>>,
}

/// Answers for the states from which only predicates without effects follow ([`Symbols::varies`] says no): they do
/// not depend on earlier attempts.
///
/// They belong to one automaton and one choice, for good, and to one tree and meaning of those predicates:
/// [`Tails::clear`] them before those change.
///
/// Most searches fail at once and are tried again as quickly as their answer is looked up, so nothing is kept before
/// the states that could have an answer have been entered this many times for each node of the tree.
#[derive(Clone, Debug)]
pub struct Tails {
    memo: Memo,
    common: Common,
    /// The number of times, for each node, that such states are entered before their answers are kept.
    patience: u32,
    /// The number of times that such states have been entered since the last [`Tails::clear`].
    entered: u64,
}

/// At eight, no query of the benches takes more instructions than without answers, and a search of quadratic time is
/// stopped before it takes ten times that of a linear one.
const PATIENCE: u32 = 8;

impl Default for Tails {
    fn default() -> Tails {
        Tails::with_patience(PATIENCE)
    }
}

impl Tails {
    /// Without answers.
    pub fn new() -> Tails {
        Tails::default()
    }

    /// Without answers; none is kept before states have been entered `patience` times for each node. 0 keeps all.
    pub fn with_patience(patience: u32) -> Tails {
        Tails { memo: Memo::default(), common: Common::default(), patience, entered: 0 }
    }

    /// True if the automaton of the last search has states whose answers are worth keeping.
    pub fn is_useful(&self) -> bool {
        self.common.has_settled()
    }

    /// Forgets all answers; the memory is kept for the next tree.
    pub fn clear(&mut self) {
        if self.entered > 0 {
            self.memo.clear();
            self.common.clear();
            self.entered = 0;
        }
    }

    /// True if the answer for a state that is entered now is worth keeping.
    fn keeps(&mut self, state: u32, nodes: u32) -> bool {
        if !self.common.is_settled(state) {
            return false;
        }
        self.entered += 1;
        self.entered > u64::from(self.patience) * u64::from(nodes)
    }
}

#[derive(Clone, Copy, Debug)]
enum Attempt {
    /// Enter a state at a node, with `len` nodes consumed.
    Enter { state: u32, node: u32, len: u32 },
    /// Try an edge symbol with this child, then with its later siblings.
    Edge { state: u32, node: u32, child: u32, len: u32 },
}

impl Default for Backtrack {
    fn default() -> Backtrack {
        Backtrack::new(10_000_000)
    }
}

impl Backtrack {
    /// A matcher that gives up after a number of steps per match. A step is one state entered or one child tried.
    pub fn new(limit: u64) -> Backtrack {
        Backtrack { limit, tasks: Vec::new() }
    }

    /// The chosen match that starts at `start`. Time may be exponential in the length of a run, up to the limit.
    ///
    /// # Errors
    ///
    /// If the limit is reached.
    pub fn run<T: Tree, E: Effects>(
        &mut self,
        nfa: &Nfa,
        tree: &T,
        effects: &mut E,
        how: (Direction, Choice),
        start: u32,
    ) -> Result<Option<Cell>, StepLimit> {
        self.run_beside(None, (nfa, tree, effects), how, start)
    }

    /// The same with answers for what follows the last predicate with effects; to take one is one step.
    ///
    /// # Errors
    ///
    /// If the limit is reached.
    pub fn run_beside<T: Tree, E: Effects>(
        &mut self,
        mut tails: Option<&mut Tails>,
        (nfa, tree, effects): (&Nfa, &T, &mut E),
        (direction, choice): (Direction, Choice),
        start: u32,
    ) -> Result<Option<Cell>, StepLimit> {
        self.tasks.clear();
        if let Some(tails) = &mut tails {
            tails.common.fit(nfa, tree.len(), effects);
        }
        let mut search = Search { nfa, tree, effects, direction, choice, tails, tasks: &mut self.tasks, best: None };
        if search.effects.skip(start) {
            return Ok(None);
        }
        if nfa.empty {
            search.record(0, start);
        }
        let mut left = self.limit;
        // Runs with the fewest differences come first.
        for (state, _) in nfa.starts() {
            if !search.is_enough() {
                search.push(Attempt::Enter { state, node: start, len: 0 });
            }
            left -= search.run(left).map_err(|_| StepLimit { limit: self.limit })?;
            if search.best.is_some() {
                break;
            }
        }
        Ok(search.best)
    }
}

struct Search<'a, T, E> {
    nfa: &'a Nfa,
    tree: &'a T,
    effects: &'a mut E,
    direction: Direction,
    choice: Choice,
    tails: Option<&'a mut Tails>,
    tasks: &'a mut Vec<Task<Attempt>>,
    best: Option<Cell>,
}

impl<T: Tree, E: Effects> RunOrder for Search<'_, T, E> {
    type Attempt = Attempt;

    fn tasks(&mut self) -> &mut Vec<Task<Attempt>> {
        self.tasks
    }

    fn attempt(&mut self, attempt: Attempt) -> bool {
        match attempt {
            Attempt::Enter { state, node, len } => self.enter(state, node, len),
            Attempt::Edge { state, node, child, len } => self.edge(state, node, child, len),
        }
        !self.is_enough()
    }

    fn undo(&mut self, mark: usize) {
        self.effects.undo(mark);
    }
}

impl<T: Tree, E: Effects> Search<'_, T, E> {
    fn is_enough(&self) -> bool {
        self.best.is_some_and(|best| match self.choice {
            Choice::Longest => false,
            Choice::First => true,
            Choice::Shortest => best.len <= 1,
        })
    }

    fn push(&mut self, attempt: Attempt) {
        self.tasks.push(Task::Attempt(attempt));
    }

    fn enter(&mut self, state: u32, node: u32, len: u32) {
        if state == self.nfa.nothing() || self.is_too_long(len) {
            return;
        }
        if let Some(tails) = &mut self.tails
            && tails.keeps(state, self.tree.len())
        {
            let how = (self.direction, self.choice);
            let world = (self.nfa, self.tree, &mut *self.effects);
            let best = tails.memo.tail(&mut tails.common, world, how, (node, state));
            if best != 0 {
                let cell = unpack(best);
                self.record(len + cell.len, cell.end);
            }
            return;
        }
        if self.effects.skip(node) {
            return self.enter_all(state, node, len);
        }
        let Some(&sym) = self.nfa.syms.get(state as usize) else {
            let alternatives = self.nfa.alternatives(state).iter().rev();
            return alternatives.for_each(|&state| self.push(Attempt::Enter { state, node, len }));
        };
        if self.direction == Direction::Forward && self.effects.is_edge(sym.pred) {
            if let Some(child) = first_next(self.tree, self.direction, node) {
                return self.push(Attempt::Edge { state, node, child, len });
            }
            let mark = self.effects.mark();
            if self.effects.edge(sym.pred, node, None) && sym.accept {
                self.record(len + 1, node);
            }
            return self.effects.undo(mark);
        }
        let mark = self.effects.mark();
        if !self.effects.node(sym.pred, node) {
            return self.effects.undo(mark);
        }
        if sym.accept {
            self.record(len + 1, node);
        }
        self.tasks.push(Task::Undo { mark });
        self.enter_all(sym.target, node, len + 1);
    }

    /// True if no run that goes on after this number of nodes is better than the best.
    fn is_too_long(&self, len: u32) -> bool {
        self.choice == Choice::Shortest && self.best.is_some_and(|best| len + 1 >= best.len)
    }

    fn edge(&mut self, state: u32, node: u32, child: u32, len: u32) {
        if self.is_too_long(len) {
            return;
        }
        if let Some(child) = after_next(self.tree, self.direction, node, child) {
            self.push(Attempt::Edge { state, node, child, len });
        }
        let sym = self.nfa.syms[state as usize];
        let mark = self.effects.mark();
        if !self.effects.edge(sym.pred, node, Some(child)) {
            return self.effects.undo(mark);
        }
        if sym.accept {
            self.record(len + 1, node);
        }
        self.tasks.push(Task::Undo { mark });
        self.push(Attempt::Enter { state: sym.target, node: child, len: len + 1 });
    }

    /// Enters a state at every node that follows, the first first.
    fn enter_all(&mut self, state: u32, node: u32, len: u32) {
        if state == self.nfa.nothing() {
            return;
        }
        let before = self.tasks.len();
        let mut next = first_next(self.tree, self.direction, node);
        while let Some(n) = next {
            self.push(Attempt::Enter { state, node: n, len });
            next = after_next(self.tree, self.direction, node, n);
        }
        self.tasks[before..].reverse();
    }

    fn record(&mut self, len: u32, end: u32) {
        if self.best.is_none_or(|best| self.choice.prefers(len, best.len)) {
            let cell = Cell { len, end };
            self.best = Some(cell);
            self.effects.success(cell);
        }
    }
}
