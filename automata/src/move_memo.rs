//! The best run of moves from one start, with a memo that serves further starts: the matcher for patterns of moves
//! whose predicates have no effects.
//!
//! [`MoveBacktrack`](crate::MoveBacktrack) reports every success; here only the best counts, and the best
//! continuation from a node does not depend on how the run came there. So each state is solved once at a node, for all starts. The
//! first move of a run may have a choice of its own ([`PureMoves::moves`]), so states before it are kept apart from
//! those after it.
//!
//! Run order decides between runs that are as good, as everywhere: alternatives replace only what is worse.
//!
//! The answers are kept in rows: a program has few states, and nearly all of them are solved at nearly every node, so a
//! row of states for each node replaces a hash table. Starts with the same pieces in focus mostly follow each other, so
//! the memo of the last start is at hand without a look-up. In a game of 6,000 plies that matches everywhere, `max`
//! went from 6.8 s to 0.1 s and `focus` from 10.8 s to 0.1 s.

use crate::ids::number_of;
use std::collections::HashMap;

use regex_automata::nfa::thompson::State;
use regex_automata::util::primitives::StateID;

use crate::alphabet::Symbol;
use crate::ids::Pred;
use crate::moves::{BestRun, Goal, MoveQuestion, PureMoves, Ranking};
use crate::program::{MoveProgram, MoveStep};
use crate::solve::{Goals, Spread, solve};
use crate::ties::Ties;
use crate::tree::Cell;

/// A goal that is being solved.
#[derive(Clone, Copy, Debug)]
struct Frame {
    goal: Goal,
    /// The number of alternatives that have been tried.
    tried: u32,
    /// The nodes that a move leads to lie here in the list of all frames.
    from: u32,
    best: Option<BestRun>,
}

/// The answers: for small programs a row of states for each node touched, for large ones a hash table.
#[derive(Debug, Default)]
struct Solved {
    /// The length of a row: two answers for each state. 0: there are no rows.
    width: usize,
    /// By state: whether its answer is the same before the first move and after it. Empty: not yet known.
    same: Vec<bool>,
    /// By node: one more than the number of its row; 0 if it has none.
    rows: Vec<u32>,
    /// The nodes that have rows, in the order of the rows.
    touched: Vec<u32>,
    cells: Vec<Answer>,
    scattered: HashMap<u64, Option<BestRun>, Spread>,
    /// The number of answers.
    len: usize,
}

/// A place for an answer.
#[derive(Clone, Copy, Debug)]
enum Answer {
    Unsolved,
    None,
    Best(BestRun),
}

/// Programs of more states than this are remembered in a hash table.
const WIDEST: usize = 64;

impl Solved {
    /// Makes room for a program; known results stay. `first_differs` says whether the first move has a choice of
    /// its own.
    fn fit(&mut self, program: &MoveProgram, first_differs: bool) {
        if self.same.is_empty() {
            let steps = program.steps().iter();
            let moves = |step: &MoveStep| matches!(step, MoveStep::Ask(word, _) if !word.test);
            self.same.extend(steps.map(|step| !first_differs && moves(step)));
            self.width = if self.same.len() <= WIDEST { self.same.len() * 2 } else { 0 };
        }
    }

    /// A goal with the same answer, for which it is kept.
    #[inline]
    fn kept(&self, goal: Goal) -> Goal {
        let same = self.same.get(goal.state.as_usize()).is_some_and(|&same| same);
        Goal { first: goal.first && !same, ..goal }
    }

    #[inline]
    fn get(&self, goal: Goal) -> Option<Option<BestRun>> {
        let goal = self.kept(goal);
        if self.width == 0 {
            return self.scattered.get(&goal.key()).copied();
        }
        let row = self.rows.get(goal.node as usize)?.checked_sub(1)? as usize;
        match self.cells[row * self.width + goal.place()] {
            Answer::Unsolved => None,
            Answer::None => Some(None),
            Answer::Best(best) => Some(Some(best)),
        }
    }

    /// Keeps the answer to a goal that had none.
    fn insert(&mut self, goal: Goal, best: Option<BestRun>) {
        let goal = self.kept(goal);
        self.len += 1;
        if self.width == 0 {
            self.scattered.insert(goal.key(), best);
            return;
        }
        let node = goal.node as usize;
        if node >= self.rows.len() {
            self.rows.resize(node + 1, 0);
        }
        if self.rows[node] == 0 {
            self.touched.push(goal.node);
            self.rows[node] = number_of(self.touched.len());
            self.cells.resize(self.cells.len() + self.width, Answer::Unsolved);
        }
        let row = self.rows[node] as usize - 1;
        self.cells[row * self.width + goal.place()] = best.map_or(Answer::None, Answer::Best);
    }

    fn clear(&mut self) {
        for node in self.touched.drain(..) {
            self.rows[node as usize] = 0;
        }
        self.cells.clear();
        self.scattered.clear();
        self.same.clear();
        self.len = 0;
    }
}

/// The engine for the best run of moves: scratch memory and the memo.
///
/// The memo belongs to one program, rank and meaning of the predicates: [`MoveMemo::clear`] it before any of them
/// changes.
///
/// ```
/// use tabiya_automata::*;
///
/// /// Nodes are numbers; a move adds 1 or doubles, up to 10. Predicate 0 accepts moves to even numbers.
/// struct Numbers;
/// impl PureMoves for Numbers {
///     fn moves(&mut self, node: u32, _first: bool, reached: &mut Vec<u32>) {
///         reached.extend([node + 1, node * 2].into_iter().filter(|&next| next > node && next <= 10));
///     }
///     fn accepts(&mut self, _pred: Pred, node: u32) -> bool {
///         node % 2 == 0
///     }
///     fn holds(&mut self, _pred: Pred, _node: u32) -> bool {
///         true
///     }
///     fn worth(&mut self, node: u32) -> Option<i64> {
///         Some(node.into())
///     }
/// }
///
/// let even = Pattern::pred(Pred::must(0));
/// let program = MoveProgram::compile(&Pattern::repeat(even, 1, Some(3)), &Config::default())?;
/// // 1 + 1, 2 * 2, 4 * 2.
/// let best = MoveMemo::new().run(&program, &mut Numbers, Ranking::Worth, 1).expect("a run");
/// assert_eq!((best.cell, best.worth), (Cell { len: 3, end: 8 }, 8));
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Debug, Default)]
pub struct MoveMemo {
    solved: Solved,
    frames: Vec<Frame>,
    reached: Vec<u32>,
    /// Made when ties are wanted.
    ties: Option<Box<Ties>>,
}

impl MoveMemo {
    /// An empty memo.
    pub fn new() -> MoveMemo {
        MoveMemo::default()
    }

    /// Forgets everything; the memory is kept for the next use.
    pub fn clear(&mut self) {
        self.solved.clear();
        if let Some(ties) = &mut self.ties {
            ties.clear();
        }
    }

    /// The number of states that are solved at some node.
    pub fn len(&self) -> usize {
        self.solved.len
    }

    /// True if nothing is known.
    pub fn is_empty(&self) -> bool {
        self.solved.len == 0
    }

    /// The best run from `start`.
    pub fn run<M: PureMoves>(
        &mut self,
        program: &MoveProgram,
        moves: &mut M,
        rank: Ranking,
        start: u32,
    ) -> Option<BestRun> {
        let mut goals = program.starts().map(|state| Goal { state, node: start, first: true });
        goals.find_map(|goal| self.solve(program, moves, rank, goal))
    }

    /// The goal from which the best run from a start was found; none if there is no run.
    fn begun(&self, program: &MoveProgram, start: u32) -> Option<Goal> {
        let mut goals = program.starts().map(|state| Goal { state, node: start, first: true });
        goals.find(|&goal| self.known(goal).is_some())
    }

    /// The best run that goes on from a goal.
    pub(crate) fn solve<M: PureMoves>(
        &mut self,
        program: &MoveProgram,
        moves: &mut M,
        rank: Ranking,
        start: Goal,
    ) -> Option<BestRun> {
        self.reached.clear();
        let (reached, solved) = (&mut self.reached, &mut self.solved);
        solved.fit(program, moves.first_differs());
        solve(&mut Search { program, moves, rank, reached, solved }, &mut self.frames, start)
    }

    /// The ends of all runs from `start` that are as good as the best, in run order, once that has been found; the best
    /// is the first. Where [`MoveBacktrack`](crate::MoveBacktrack) would need more than `limit` steps to try all runs,
    /// an end to which several of them lead comes once. With [`Ranking::First`] there are none except the best.
    pub fn ties<M: PureMoves>(
        &mut self,
        program: &MoveProgram,
        moves: &mut M,
        (rank, limit): (Ranking, u64),
        start: u32,
    ) -> Vec<u32> {
        let Some((nfa, start)) = program.nfa().zip(self.begun(program, start)) else { return Vec::new() };
        if rank == Ranking::First {
            return self.known(start).map(|found| found.cell.end).into_iter().collect();
        }
        let mut ties = self.ties.take().unwrap_or_default();
        let ends = ties.ends(&|goal| self.known(goal), (program, nfa), moves, (rank, limit), start);
        self.ties = Some(ties);
        ends
    }

    /// The moves and tests of the best run from `start`, in order, once it has been found. Each comes with the number
    /// of what follows it: where that is the same as in an earlier run, so is the rest. `visit` says whether to go on.
    pub fn retrace<M: PureMoves>(
        &mut self,
        program: &MoveProgram,
        moves: &mut M,
        start: u32,
        mut visit: impl FnMut(&mut M, MoveQuestion, u64) -> bool,
    ) {
        let Some((nfa, mut goal)) = program.nfa().zip(self.begun(program, start)) else { return };
        while let Some(best) = self.known(goal) {
            let alternative = |state: &&StateID| self.known(Goal { state: **state, ..goal }) == Some(best);
            match nfa.state(goal.state) {
                State::Match { .. } => return,
                State::BinaryUnion { alt1, alt2 } => {
                    goal.state = *[alt1, alt2].into_iter().find(alternative).unwrap_or(alt2);
                }
                State::Union { alternates } => match alternates.iter().find(alternative) {
                    Some(&state) => goal.state = state,
                    None => return,
                },
                _ => {
                    let (word, next) = program.word(nfa, goal.state);
                    if !word.test {
                        let Some(node) = self.taken(moves, goal, (program.factors(&word), next), best) else { return };
                        goal = Goal { state: next, node, first: false };
                    }
                    goal.state = next;
                    let asked = if word.test { MoveQuestion::Test } else { MoveQuestion::Move };
                    let mut factors = program.factors(&word).iter();
                    if !factors.all(|&pred| visit(moves, asked(pred, goal.node), goal.key())) {
                        return;
                    }
                }
            }
        }
    }

    pub(crate) fn known(&self, goal: Goal) -> Option<BestRun> {
        self.solved.get(goal).flatten()
    }

    /// The node to which a best run continues by a move; `None` if the move does not lead to it.
    fn taken<M: PureMoves>(
        &mut self,
        moves: &mut M,
        Goal { node, first, .. }: Goal,
        (preds, next): (&[Pred], StateID),
        best: BestRun,
    ) -> Option<u32> {
        let mut reached = std::mem::take(&mut self.reached);
        reached.clear();
        moves.moves(node, first, &mut reached);
        let mut nodes = reached.iter().copied();
        let taken = nodes.find(|&node| {
            let rest = self.known(Goal { state: next, node, first: false });
            rest.map(BestRun::longer) == Some(best) && preds.iter().all(|&pred| moves.accepts(pred, node))
        });
        self.reached = reached;
        taken
    }
}

/// The parts of one search.
struct Search<'a, M> {
    program: &'a MoveProgram,
    moves: &'a mut M,
    rank: Ranking,
    reached: &'a mut Vec<u32>,
    solved: &'a mut Solved,
}

impl<M: PureMoves> Goals for Search<'_, M> {
    type Goal = Goal;
    type Frame = Frame;
    type Answer = Option<BestRun>;

    fn enter(&mut self, goal: Goal) -> Result<Option<BestRun>, Frame> {
        let fresh = || Frame { goal, tried: 0, from: number_of(self.reached.len()), best: None };
        self.solved.get(goal).ok_or_else(fresh)
    }

    fn leave(&mut self, frame: Frame) -> Option<BestRun> {
        self.reached.truncate(frame.from as usize);
        self.solved.insert(frame.goal, frame.best);
        frame.best
    }

    #[inline]
    fn advance(&mut self, frame: &mut Frame, answer: Option<BestRun>) -> Option<Goal> {
        let Goal { state, node, first } = frame.goal;
        let tried = frame.tried as usize;
        frame.tried += 1;
        let program = self.program;
        let alternative = match program.step(state) {
            MoveStep::Match => {
                let worth = if first { None } else { self.moves.worth(node) };
                frame.best = worth.map(|worth| BestRun { cell: Cell { len: 0, end: node }, worth });
                return None;
            }
            MoveStep::Try(states) => states.get(tried).copied(),
            MoveStep::Ask(word, next) => return self.word(frame, answer, tried, (*word, *next)),
            MoveStep::Inside => None,
        };
        if tried > 0 {
            self.take(frame, answer);
        }
        let next = alternative.filter(|_| !self.is_enough(frame, 0));
        next.map(|state| Goal { state, ..frame.goal })
    }
}

impl<M: PureMoves> Search<'_, M> {
    fn word(
        &mut self,
        frame: &mut Frame,
        answer: Option<BestRun>,
        tried: usize,
        (word, next): (Symbol, StateID),
    ) -> Option<Goal> {
        let Goal { node, first, .. } = frame.goal;
        let program = self.program;
        let mut preds = program.factors(&word).iter();
        if word.test {
            if tried == 0 {
                let holds = preds.all(|&pred| self.moves.holds(pred, node));
                return holds.then_some(Goal { state: next, node, first });
            }
            frame.best = answer;
            return None;
        }
        if tried == 0 {
            self.moves.moves(node, first, self.reached);
            self.reached[frame.from as usize..].reverse();
        } else {
            self.take(frame, answer.map(BestRun::longer));
        }
        // The nodes that are still to be tried, the next one last.
        while self.reached.len() > frame.from as usize && !self.is_enough(frame, 1) {
            let node = self.reached.pop()?;
            if preds.clone().all(|&pred| self.moves.accepts(pred, node)) {
                return Some(Goal { state: next, node, first: false });
            }
        }
        None
    }

    /// Takes a run that comes later in run order than the best so far.
    fn take(&self, frame: &mut Frame, found: Option<BestRun>) {
        let better = match (frame.best, found) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(best), Some(found)) => match self.rank {
                Ranking::Length => found.cell.len > best.cell.len,
                Ranking::Worth => found.worth > best.worth,
                Ranking::Shortest => found.cell.len < best.cell.len,
                Ranking::First => false,
            },
        };
        if better {
            frame.best = found;
        }
    }

    /// True if no run that comes later is better, since each has `least` moves or more.
    fn is_enough(&self, frame: &Frame, least: u32) -> bool {
        frame.best.is_some_and(|best| match self.rank {
            Ranking::Length | Ranking::Worth => false,
            Ranking::First => true,
            Ranking::Shortest => best.cell.len <= least,
        })
    }
}
