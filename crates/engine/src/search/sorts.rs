//! Sort keys: the best value of each in a game, and the comments that go with it.

use super::evaluator::Evaluator;
use super::scratch::{SortNode, SortValue};
use crate::ir::SortId;
use std::cmp::Ordering;

impl Evaluator<'_> {
    /// Notes a value of a sort key. The comments that its body has left since `mark` are kept for the filter's best value only.
    pub(super) fn sort_value(&mut self, key: SortId, node: SortNode, value: SortValue, mark: usize) {
        let min = self.plan.ir.sorts[key.index()].min;
        let wanted = if min { Ordering::Less } else { Ordering::Greater };
        let better = |old: Option<&SortValue>| old.is_none_or(|old| value.cmp(old) == wanted);
        let here = &mut self.scratch.sorts.here[key.index()];
        if better(here.as_ref()) {
            *here = Some(value.clone());
        }
        let best = &mut self.scratch.sorts.best[key.index()];
        if better(best.as_ref()) {
            *best = Some(value.clone());
        }
        if self.context.compat.plain_sort_comments || !self.scratch.comments.wanted() {
            return;
        }
        let comments = self.scratch.comments.take_since(mark);
        let place = (key.index(), node);
        if better(self.scratch.sorts.kept.get(&place).map(|(value, _)| value)) {
            self.scratch.sorts.kept.insert(place, (value, comments));
        }
    }
}
