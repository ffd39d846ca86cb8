//! Depth-first search over goals, each solved once: the machine of [`Memo`](crate::Memo) and
//! [`MoveMemo`](crate::MoveMemo).
//!
//! The two differ in what follows a state at a node (the tree, or moves that the caller chooses) and in what makes one
//! answer better than another. The stack is explicit, since games are as deep as they are long.

use std::hash::{BuildHasherDefault, Hasher};

/// A space of goals, and the memo of their answers.
pub(crate) trait Goals {
    /// A state at a node.
    type Goal: Copy;
    /// A goal that is being solved.
    type Frame;
    /// The best of what follows from a goal.
    type Answer: Copy + Default;

    /// The answer to a goal, if it is known; else the frame in which to find it.
    fn enter(&mut self, goal: Self::Goal) -> Result<Self::Answer, Self::Frame>;

    /// Takes the answer to the goal that the frame gave last (meaningless in a new frame) and gives the next one;
    /// `None` if the frame is solved.
    fn advance(&mut self, frame: &mut Self::Frame, answer: Self::Answer) -> Option<Self::Goal>;

    /// Keeps the answer of a solved frame.
    fn leave(&mut self, frame: Self::Frame) -> Self::Answer;
}

/// The answer to a goal.
pub(crate) fn solve<G: Goals>(goals: &mut G, frames: &mut Vec<G::Frame>, start: G::Goal) -> G::Answer {
    frames.clear();
    let mut goal = Some(start);
    let mut answer = G::Answer::default();
    loop {
        match goal.map(|goal| goals.enter(goal)) {
            None => {}
            Some(Ok(known)) => answer = known,
            Some(Err(frame)) => frames.push(frame),
        }
        let Some(frame) = frames.last_mut() else { return answer };
        goal = goals.advance(frame, answer);
        if goal.is_none()
            && let Some(frame) = frames.pop()
        {
            answer = goals.leave(frame);
        }
    }
}

pub(crate) type Spread = BuildHasherDefault<SpreadHasher>;

/// Multiplication and folding: for keys that are pairs of small numbers. `FxHasher` costs a fifth more time on memos of
/// moves, where nodes stand in the upper half of a key and states in the lower.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SpreadHasher(u64);

impl Hasher for SpreadHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the product")]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}
