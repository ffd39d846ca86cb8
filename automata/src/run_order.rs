//! Search in run order with effects: the machine of [`Backtrack`](crate::Backtrack) and
//! [`MoveBacktrack`](crate::MoveBacktrack).
//!
//! The two differ in what follows a state at a node (the tree, or moves that the caller chooses). Nothing is kept, so
//! each evaluation has effects, and each attempt is undone when all that can follow it has been tried.

use crate::error::StepLimit;

/// The tasks still to be done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Task<A> {
    Attempt(A),
    /// Everything after the mark has been tried.
    Undo {
        mark: usize,
    },
}

/// A search in run order.
pub(crate) trait RunOrder {
    /// Something to be tried.
    type Attempt;

    /// The stack of tasks: the next one last.
    fn tasks(&mut self) -> &mut Vec<Task<Self::Attempt>>;

    /// Tries something; false if no further run is wanted.
    fn attempt(&mut self, attempt: Self::Attempt) -> bool;

    /// Takes back the effects since a mark.
    fn undo(&mut self, mark: usize);

    /// Does all tasks, each of which is one step, and counts them. After `limit` steps, or when no further run is wanted,
    /// effects are undone and nothing else happens.
    fn run(&mut self, limit: u64) -> Result<u64, StepLimit> {
        let mut steps = 0;
        let mut done = false;
        while let Some(task) = self.tasks().pop() {
            steps += u64::from(!done);
            done |= steps > limit;
            match task {
                Task::Undo { mark } => self.undo(mark),
                Task::Attempt(_) if done => {}
                Task::Attempt(attempt) => done = !self.attempt(attempt),
            }
        }
        if steps > limit { Err(StepLimit { limit }) } else { Ok(steps) }
    }
}
