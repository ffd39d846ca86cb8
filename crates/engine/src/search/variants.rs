//! The evaluator: what the rules of variants say.
//!
//! `variantwin` covers only wins by rules that chess does not have; mate and stalemate keep their own filters, under
//! the rules of the variant. Without a colour, a win is the win of the side to move and a loss is its loss.

use super::evaluator::Evaluator;
use crate::chess::Color;
use crate::chess::variant::Ending;
use crate::syntax::ast::VariantEnd;

impl Evaluator<'_> {
    /// True if a rule of the variant has ended the game, as asked. Without a colour, a side is the one to move.
    pub(super) fn variant_end(&self, end: VariantEnd, node: u32) -> bool {
        let Some(situation) = self.view.situation(node) else { return false };
        let side = |color: Option<Color>| color.unwrap_or(self.board(node).turn());
        let ending = situation.ending();
        match end {
            VariantEnd::Any => ending.is_some() || situation.is_over(),
            VariantEnd::Win(color) => ending == Some(Ending::Won(side(color))),
            VariantEnd::Loss(color) => ending == Some(Ending::Won(!side(color))),
            VariantEnd::Draw => ending == Some(Ending::Drawn),
        }
    }
}
