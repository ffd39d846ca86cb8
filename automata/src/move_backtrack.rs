//! Runs of moves in run order: the matcher for patterns whose predicates have effects, or whose moves are chosen by the
//! caller.
//!
//! Each symbol is a move: from the node reached so far to one that the caller offers. Tests ask at the node reached.
//! Every success is reported, and the caller keeps what it wants: the longest, the best by some measure, all.
//!
//! | next in the pattern | attempts, in this order |
//! |---|---|
//! | nothing | success, unless no move has been made |
//! | test | ask; if it holds, the rest |
//! | symbol | for each node that a move leads to: ask; if it holds, the rest from there |
//! | alternatives | each in order; a repetition is first left, then repeated |

use crate::ids::number_of;
use std::collections::HashSet;

use regex_automata::nfa::thompson::{NFA, State};
use regex_automata::util::primitives::StateID;

use crate::alphabet::Symbol;
use crate::error::StepLimit;
use crate::move_memo::MoveMemo;
use crate::moves::{Goal, Moves, MovesBeside, Ranking};
use crate::program::MoveProgram;
use crate::run_order::{RunOrder, Task};
use crate::solve::Spread;
use crate::tree::Cell;

#[derive(Clone, Copy, Debug)]
enum Attempt {
    /// Goes on with a state at a node.
    Enter { state: StateID, node: u32, len: u32 },
    /// Tries the nodes `at..end` of the list for a symbol; the list is cut to `from` when they are done.
    Try { word: Symbol, next: StateID, len: u32, from: u32, at: u32, end: u32 },
}

/// The engine for runs of moves in run order: scratch memory.
///
/// ```
/// use tabiya_automata::*;
///
/// /// Nodes are numbers; a move adds 1 or doubles, up to 10. Every run that ends at 4 is kept by its length.
/// struct Numbers(Vec<u32>);
/// impl Moves for Numbers {
///     fn moves(&mut self, node: u32, _first: bool, reached: &mut Vec<u32>) {
///         reached.extend([node + 1, node * 2].into_iter().filter(|&next| next > node && next <= 10));
///     }
///     fn accepts(&mut self, _pred: Pred, _node: u32, _len: u32) -> bool {
///         true
///     }
///     fn holds(&mut self, _pred: Pred, _node: u32, _len: u32) -> bool {
///         true
///     }
///     fn success(&mut self, cell: Cell) -> bool {
///         if cell.end == 4 {
///             self.0.push(cell.len);
///         }
///         true
///     }
///     fn has_succeeded(&self) -> bool {
///         !self.0.is_empty()
///     }
///     fn mark(&mut self, _moved: bool) -> usize {
///         0
///     }
///     fn undo(&mut self, _mark: usize) {}
/// }
///
/// let any = Pattern::plus(Pattern::pred(Pred::must(0)));
/// let program = MoveProgram::compile(&any, &Config::default())?;
/// let mut numbers = Numbers(Vec::new());
/// MoveBacktrack::new().run(&program, &mut numbers, (10_000, false), 2)?;
/// // 2 + 1 + 1 comes before 2 * 2.
/// assert_eq!(numbers.0, [2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct MoveBacktrack {
    tasks: Vec<Task<Attempt>>,
    /// The nodes that open symbols may still lead to.
    reached: Vec<u32>,
    /// States entered at nodes, where each is entered once: what was tried there fails or succeeds in the same way
    /// again.
    entered: HashSet<u64, Spread>,
}

impl MoveBacktrack {
    /// Scratch memory without content.
    pub fn new() -> MoveBacktrack {
        MoveBacktrack::default()
    }

    /// All runs from `start`, in run order, until one is enough or `limit` steps have been taken.
    ///
    /// `once` is for answers that depend on the predicate and the node alone (where every node is reached by the same
    /// moves, as in a tree): each state is then entered once at each node, and a run that would end as an earlier one
    /// did is not reported.
    ///
    /// # Errors
    ///
    /// If the limit is reached; successes up to then have been reported.
    pub fn run<M: Moves>(
        &mut self,
        program: &MoveProgram,
        moves: &mut M,
        how: (u64, bool),
        start: u32,
    ) -> Result<(), StepLimit> {
        self.follow(program, moves, how, start, |_, _, _| None)
    }

    /// The same where some predicates have no effects and depend on the node alone. From a state on at which only
    /// such predicates follow (`tails.1` says which: [`MoveProgram::varying_ahead`]) one success is reported, the
    /// best, from a memo that belongs to the program, the choice of moves and the rank. To take it is one step.
    ///
    /// # Errors
    ///
    /// If the limit is reached.
    pub fn run_beside<M: MovesBeside>(
        &mut self,
        tails: (&mut MoveMemo, &[bool], Ranking),
        program: &MoveProgram,
        moves: &mut M,
        how: (u64, bool),
        start: u32,
    ) -> Result<(), StepLimit> {
        let (best, varying, rank) = tails;
        if program.nfa().is_none() {
            return Ok(());
        }
        self.follow(program, moves, how, start, |moves, goal, len| {
            if varying[goal.state.as_usize()] {
                return None;
            }
            let Some(found) = best.solve(program, moves.pure(), rank, goal) else { return Some(true) };
            Some(moves.success(Cell { len: len + found.cell.len, end: found.cell.end }))
        })
    }

    /// Runs in run order. `tail` may answer for all that follows a goal, and says then whether more runs are wanted.
    fn follow<M: Moves>(
        &mut self,
        program: &MoveProgram,
        moves: &mut M,
        (limit, once): (u64, bool),
        start: u32,
        tail: impl FnMut(&mut M, Goal, u32) -> Option<bool>,
    ) -> Result<(), StepLimit> {
        self.tasks.clear();
        self.reached.clear();
        self.entered.clear();
        let Some(nfa) = program.nfa() else { return Ok(()) };
        let mut search = Search { program, nfa, moves, trail: self, once, tail };
        let mut left = limit;
        for state in program.starts() {
            search.push(Attempt::Enter { state, node: start, len: 0 });
            left -= search.run(left).map_err(|_| StepLimit { limit })?;
            // Runs with more differences do not count if there are runs with fewer.
            if search.moves.has_succeeded() {
                break;
            }
        }
        Ok(())
    }
}

/// The parts of one search.
struct Search<'a, M, F> {
    program: &'a MoveProgram,
    nfa: &'a NFA,
    moves: &'a mut M,
    trail: &'a mut MoveBacktrack,
    once: bool,
    tail: F,
}

impl<M: Moves, F: FnMut(&mut M, Goal, u32) -> Option<bool>> RunOrder for Search<'_, M, F> {
    type Attempt = Attempt;

    fn tasks(&mut self) -> &mut Vec<Task<Attempt>> {
        &mut self.trail.tasks
    }

    fn attempt(&mut self, attempt: Attempt) -> bool {
        match attempt {
            Attempt::Try { .. } => self.try_next(attempt),
            Attempt::Enter { state, node, len } => {
                if let Some(more) = (self.tail)(self.moves, Goal { state, node, first: len == 0 }, len) {
                    return more;
                }
                if !self.once || self.trail.entered.insert(u64::from(node) << 32 | u64::from(state.as_u32())) {
                    return self.enter(state, node, len);
                }
            }
        }
        true
    }

    fn undo(&mut self, mark: usize) {
        self.moves.undo(mark);
    }
}

impl<M: Moves, F> Search<'_, M, F> {
    fn push(&mut self, attempt: Attempt) {
        self.trail.tasks.push(Task::Attempt(attempt));
    }

    /// False if no further run is wanted.
    fn enter(&mut self, state: StateID, node: u32, len: u32) -> bool {
        match self.nfa.state(state) {
            State::Match { .. } => return len == 0 || self.moves.success(Cell { len, end: node }),
            State::BinaryUnion { alt1, alt2 } => {
                [*alt2, *alt1].into_iter().for_each(|state| self.push(Attempt::Enter { state, node, len }));
            }
            State::Union { alternates } => {
                alternates.iter().rev().for_each(|&state| self.push(Attempt::Enter { state, node, len }));
            }
            _ => {
                let (word, next) = self.program.word(self.nfa, state);
                if word.test {
                    let mark = self.moves.mark(false);
                    if !self.program.factors(&word).iter().all(|&pred| self.moves.holds(pred, node, len)) {
                        self.moves.undo(mark);
                        return true;
                    }
                    self.trail.tasks.push(Task::Undo { mark });
                    self.push(Attempt::Enter { state: next, node, len });
                } else {
                    let from = number_of(self.trail.reached.len());
                    self.moves.moves(node, len == 0, &mut self.trail.reached);
                    let end = number_of(self.trail.reached.len());
                    self.push(Attempt::Try { word, next, len: len + 1, from, at: from, end });
                }
            }
        }
        true
    }

    fn try_next(&mut self, attempt: Attempt) {
        let Attempt::Try { word, next, len, from, at, end } = attempt else { return };
        if at == end {
            self.trail.reached.truncate(from as usize);
            return;
        }
        self.push(Attempt::Try { word, next, len, from, at: at + 1, end });
        let node = self.trail.reached[at as usize];
        let mark = self.moves.mark(true);
        if self.program.factors(&word).iter().all(|&pred| self.moves.accepts(pred, node, len)) {
            self.trail.tasks.push(Task::Undo { mark });
            self.push(Attempt::Enter { state: next, node, len });
        } else {
            self.moves.undo(mark);
        }
    }
}
