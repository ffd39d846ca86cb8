//! Runs of moves: the interface to their predicates, and the ranking of runs.

use regex_automata::util::primitives::StateID;

use crate::ids::Pred;
use crate::tree::Cell;

/// The moves and predicates of a caller, for runs that may have effects.
pub trait Moves {
    /// Adds the nodes that one move from `node` leads to, in order; `first` says that no move has been made yet.
    fn moves(&mut self, node: u32, first: bool, reached: &mut Vec<u32>);

    /// Does the predicate accept the move to `node`, the `len`th of the run?
    fn accepts(&mut self, pred: Pred, node: u32, len: u32) -> bool;

    /// Does the predicate hold at `node`, reached after `len` moves?
    fn holds(&mut self, pred: Pred, node: u32, len: u32) -> bool;

    /// A run has succeeded: `len` moves, and where they lead. False: no further run is wanted.
    fn success(&mut self, cell: Cell) -> bool;

    /// True if some run that was reported since the start counts as one.
    fn has_succeeded(&self) -> bool;

    /// A point to which [`Moves::undo`] can go back; `moved` says that a move is about to be made.
    fn mark(&mut self, moved: bool) -> usize;

    /// Takes back what was done since the point, innermost first.
    fn undo(&mut self, mark: usize);
}

/// Moves of which some depend on the node alone, for [`MoveBacktrack::run_beside`](crate::MoveBacktrack::run_beside).
pub trait MovesBeside: Moves {
    /// Answers without effects.
    type Pure: PureMoves;

    /// The answers for states after which no effect can follow.
    fn pure(&mut self) -> &mut Self::Pure;
}

/// The moves and predicates of a caller. Every answer is a function of the arguments alone.
pub trait PureMoves {
    /// False if [`PureMoves::moves`] gives the same whether or not a move has been made. Always the same answer between
    /// two calls of [`MoveMemo::clear`](crate::MoveMemo::clear).
    fn first_differs(&self) -> bool {
        true
    }

    /// Adds the nodes that one move from `node` leads to, in order; `first` says that no move has been made yet.
    fn moves(&mut self, node: u32, first: bool, reached: &mut Vec<u32>);

    /// Does the predicate accept the move to `node`?
    fn accepts(&mut self, pred: Pred, node: u32) -> bool;

    /// Does the predicate hold at `node`?
    fn holds(&mut self, pred: Pred, node: u32) -> bool;

    /// The worth of a run that ends at `node`; `None` if such a run is not a success.
    fn worth(&mut self, node: u32) -> Option<i64>;
}

/// The rule that decides which successful run from a start is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ranking {
    /// The first in run order among those with the most moves.
    Length,
    /// The first in run order among those that are worth most.
    Worth,
    /// The first in run order among those with the fewest moves.
    Shortest,
    /// The first in run order.
    First,
}

/// The best run from somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestRun {
    /// The number of moves, and where the last one leads.
    pub cell: Cell,
    /// The worth of its end.
    pub worth: i64,
}

impl BestRun {
    /// The run with one more move before it.
    pub(crate) fn longer(self) -> BestRun {
        BestRun { cell: Cell { len: self.cell.len + 1, end: self.cell.end }, worth: self.worth }
    }
}

/// A question on a run: asked of a predicate at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveQuestion {
    /// A move to the node was accepted.
    Move(Pred, u32),
    /// A test held at the node.
    Test(Pred, u32),
}

/// A state at a node, before the first move of the run or after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    pub(crate) state: StateID,
    pub(crate) node: u32,
    pub(crate) first: bool,
}

impl Goal {
    /// The place in the row of its node.
    #[inline]
    pub(crate) fn place(self) -> usize {
        self.state.as_usize() * 2 + usize::from(self.first)
    }

    pub(crate) fn key(self) -> u64 {
        u64::from(self.node) << 32 | u64::from(self.state.as_u32()) << 1 | u64::from(self.first)
    }
}
