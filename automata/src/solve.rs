//! Depth-first search over goals, each solved once: the machine of [`Memo`](crate::Memo) and [`MoveMemo`](crate::MoveMemo).
//!
//! The two differ in what follows a state at a node (the tree, or moves that the caller chooses) and in what makes one
//! answer better than another. The stack is explicit, since games are as deep as they are long.

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

    /// Takes the answer to the goal that the frame gave last (meaningless in a new frame) and gives the next one; `None`
    /// if the frame is solved.
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
