//! The evaluator: check, mate and stalemate, which are found out once at each position of the game.

use super::evaluator::Evaluator;
use super::scratch::Scratch;
use crate::facts::Column;

impl Evaluator<'_> {
    /// True if the side to move is in check.
    pub(super) fn check(&mut self, node: u32) -> bool {
        self.kept(|scratch| &mut scratch.facts.check, node, |evaluator| evaluator.view.is_check(node))
    }

    pub(super) fn mate(&mut self, node: u32) -> bool {
        self.check(node) && self.ends(|scratch| &mut scratch.facts.mate, node)
    }

    /// Stalemate also needs a position where the game ends: a null move may have been played on.
    pub(super) fn stalemate(&mut self, node: u32) -> bool {
        self.view.is_terminal(node) && !self.check(node) && self.ends(|scratch| &mut scratch.facts.stalemate, node)
    }

    /// True if the side to move, of which it is known whether it is in check, has no legal move. Few positions are evaluated,
    /// so the columns have room for this game only from the first of them on.
    fn ends(&mut self, column: impl Fn(&mut Scratch) -> &mut Column, node: u32) -> bool {
        if !std::mem::replace(&mut self.scratch.facts.ends_ready, true) {
            let len = self.view.len() as usize;
            self.scratch.facts.mate.reset(len);
            self.scratch.facts.stalemate.reset(len);
        }
        self.kept(column, node, |evaluator| evaluator.view.is_stuck(node, &mut evaluator.scratch.engines.moves))
    }
}
