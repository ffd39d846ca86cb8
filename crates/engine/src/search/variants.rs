//! The evaluator: what the rules of variants say.
//!
//! `variantwin` covers only wins by rules that chess does not have; mate and stalemate keep their own filters, under
//! the rules of the variant. Without a colour, a win is the win of the side to move and a loss is its loss.

use super::evaluator::Evaluator;
use crate::chess::variant::Ending;
use crate::syntax::catalogue::TruthOp;

impl Evaluator<'_> {
    /// True if a rule of the variant has ended the game.
    pub(super) fn is_over(&mut self, op: TruthOp, node: u32) -> bool {
        let Some(situation) = self.view.situation(node) else { return false };
        self.pay(op.row(), node) && (situation.ending().is_some() || situation.is_over())
    }

    /// True if a rule of the variant has ended the game so.
    pub(super) fn ended(&mut self, op: TruthOp, ending: Ending, node: u32) -> bool {
        let Some(situation) = self.view.situation(node) else { return false };
        self.pay(op.row(), node) && situation.ending() == Some(ending)
    }
}
