//! The evaluator: predicates whose truth is kept in columns.

use crate::facts::Column;
use crate::ir::BoolId;
use crate::plan::Source;
use crate::search::block::Block;
use crate::search::evaluator::Evaluator;

impl Evaluator<'_> {
    /// The truth of a predicate of a sequence or of what `next*` looks for, without its comments: from its column
    /// where it has one.
    pub(in crate::search) fn holds(&mut self, id: BoolId, node: u32) -> bool {
        if self.is_imagined(node) {
            return self.muted_truth(id, node);
        }
        let Source::Column(column) = self.plan.source(id) else {
            return self.muted_truth(id, node);
        };
        let index = column.index();
        if self.scratch.answers.open(index, self.view.len()) && self.plan.fills(id) {
            self.fill_column(id, index);
        }
        self.kept(|scratch| &mut scratch.answers.columns[index], node, |evaluator| evaluator.muted_truth(id, node))
    }

    /// The same; unknown bits are found out for all positions of the block.
    pub(super) fn holds_and_ahead(&mut self, id: BoolId, node: u32) -> bool {
        if let Source::Column(column) = self.plan.source(id)
            && !self.is_imagined(node)
        {
            self.scratch.answers.open(column.index(), self.view.len());
            if let Some(known) = self.scratch.answers.columns[column.index()].get(node) {
                return known;
            }
            let block = self.whole_block(node as usize / 64);
            return self.holds_in(id, block) >> (node % 64) & 1 == 1;
        }
        self.holds(id, node)
    }

    /// The same at the positions of a block.
    pub(super) fn holds_in(&mut self, id: BoolId, block: Block) -> u64 {
        self.scratch.comments.mute();
        let holds = match self.goes_by_blocks(id) {
            true => self.truths(id, block),
            false => block.positions().fold(0, |word, (place, node)| word | u64::from(self.holds(id, node)) << place),
        };
        self.scratch.comments.unmute();
        holds
    }

    /// The column of a predicate as a whole, if it has one that is full or cheap to fill.
    pub(super) fn whole_column(&mut self, id: BoolId) -> Option<&mut Column> {
        let Source::Column(column) = self.plan.source(id) else { return None };
        let index = column.index();
        self.scratch.answers.open(index, self.view.len());
        if !self.scratch.answers.columns[index].is_whole() {
            if !self.plan.fills(id) {
                return None;
            }
            self.fill_column(id, index);
        }
        Some(&mut self.scratch.answers.columns[index])
    }

    /// Finds out the truth at every position.
    fn fill_column(&mut self, id: BoolId, index: usize) {
        if self.goes_by_blocks(id) {
            for number in 0..self.blocks() {
                self.truths(id, self.whole_block(number));
            }
            return;
        }
        let mut column = std::mem::take(&mut self.scratch.answers.columns[index]);
        column.fill(|node| self.truth(id, node));
        self.scratch.answers.columns[index] = column;
    }

    /// The truth of a linearized predicate when the sequence goes on into `child` (none: no children).
    pub(in crate::search) fn holds_on_edge(&mut self, id: BoolId, node: u32, child: Option<u32>) -> bool {
        let (index, bit) = match (self.plan.source(id), child) {
            _ if self.is_imagined(node) => return self.edge_truth(id, node, child),
            (Source::EdgeColumns(edges, _), Some(child)) => (edges.index(), child),
            (Source::EdgeColumns(_, leaves), None) => (leaves.index(), node),
            _ => return self.edge_truth(id, node, child),
        };
        self.scratch.answers.open(index, self.view.len());
        self.kept(|scratch| &mut scratch.answers.columns[index], bit, |evaluator| evaluator.edge_truth(id, node, child))
    }

    fn edge_truth(&mut self, id: BoolId, node: u32, child: Option<u32>) -> bool {
        let outer = self.edge.replace(child);
        let value = self.muted_truth(id, node);
        self.edge = outer;
        value
    }

    fn muted_truth(&mut self, id: BoolId, node: u32) -> bool {
        let comments = self.plan.ir.bool_info(id).comments;
        if !comments {
            return self.truth(id, node);
        }
        self.scratch.comments.mute();
        let value = self.truth(id, node);
        self.scratch.comments.unmute();
        value
    }
}
