//! The evaluator: the automata of sequences, for games as high as the present one where those of any height are too large.

use super::evaluator::Evaluator;
use crate::ir::{BoolId, SequenceId};
use crate::limits::LESS;
use crate::plan::{SequencePlan, compile, compile_leaves, height_class, too_large};
use std::sync::Arc;
use tabiya_automata::{BuildError, Program};

impl Evaluator<'_> {
    /// The program of a sequence for games as high as this one. Where that is too large, the run ends with an error.
    pub(super) fn program(&mut self, id: SequenceId, node: u32) -> Arc<Program> {
        let sequence = self.plan.sequence(id);
        if !sequence.specialize_by_height {
            return Arc::clone(&sequence.program);
        }
        let class = self.height_class();
        if let Some(known) = self.scratch.programs.by_height.get(&(id.index(), class)) {
            return Arc::clone(known);
        }
        let ir = self.plan.ir.sequence(id);
        let made = match compile(ir, self.scratch.programs.room(class, &self.plan.limits), Some(class)) {
            Ok(program) => Arc::new(program),
            Err(error) => {
                self.too_large(&ir.symbols, &error, node);
                Arc::clone(&sequence.program)
            }
        };
        self.scratch.programs.bytes += made.memory_usage();
        self.scratch.programs.by_height.insert((id.index(), class), Arc::clone(&made));
        made
    }

    /// The key that distinguishes programs of a sequence for games of different heights; 0 if there is only one.
    pub(super) fn program_class(&mut self, sequence: &SequencePlan) -> u32 {
        if sequence.specialize_by_height { self.height_class() } else { 0 }
    }

    /// The class of the game's height.
    pub(super) fn height_class(&mut self) -> u32 {
        let view = self.view;
        *self.scratch.programs.height_class.get_or_insert_with(|| {
            let deepest = (0..view.len()).map(|node| view.node(node).ply).max().unwrap_or(0);
            height_class(deepest + 1)
        })
    }

    /// The program for a game as high as this one cannot be made.
    pub(super) fn too_large(&mut self, symbols: &[BoolId], error: &BuildError, node: u32) {
        let message = format!("in a game as long as this one, {}", too_large(&self.plan.ir, symbols, error));
        let help = match error.is_memory_limit() {
            true => LESS,
            false => "write the repetition without an upper bound, as `{2,}`, or raise the limit with `--state-limit`",
        };
        self.fail(node, message, Some(help));
    }

    /// The program over the leaves of a sequence for games of a class of heights; 0: for games of any height.
    pub(super) fn leaf_program(&mut self, id: SequenceId, class: u32, node: u32) -> Option<Arc<Program>> {
        if let Some(known) = self.scratch.programs.leaves.get(&(id.index(), class)) {
            return Some(Arc::clone(known));
        }
        let ir = self.plan.ir.sequence(id);
        match compile_leaves(ir, self.scratch.programs.room(class, &self.plan.limits), (class > 0).then_some(class)) {
            Ok(program) => {
                let program = Arc::new(program);
                self.scratch.programs.bytes += program.memory_usage();
                self.scratch.programs.leaves.insert((id.index(), class), Arc::clone(&program));
                Some(program)
            }
            Err(error) => {
                let symbols: Vec<BoolId> = ir.leaves.symbols.iter().map(|&symbol| ir.symbols[symbol]).collect();
                self.too_large(&symbols, &error, node);
                None
            }
        }
    }
}
