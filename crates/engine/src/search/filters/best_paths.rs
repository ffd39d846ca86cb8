//! The evaluator: the best match of a `path` whose moves change nothing when they are evaluated.
//!
//! The best continuation of a position depends on the pieces in focus and on the variables that are read, not on where
//! the path began. So it is kept for all starts of a game that have these in common.

use super::sequences::SequenceMatch;
use crate::casts::number_of;
use crate::ir::{PathIr, SequenceId, SequenceIr};
use crate::plan::{Class, SequencePlan};
use crate::search::control::STEP;
use crate::search::evaluator::Evaluator;
use crate::search::scratch::{Focus, Known, Reads};
use tabiya_automata::{Cell, Choice, MoveProgram, MoveQuestion, Pred, PureMoves, Ranking};

/// The number of steps spent on finding all runs that are the best; beyond it, ends that several runs lead to count
/// once.
pub(super) const ALL_BEST_STEPS: u64 = 100_000;

impl Evaluator<'_> {
    /// The best match from a position, regardless of the range; with the comments of its moves, if they are wanted.
    pub(super) fn best_path(&mut self, id: SequenceId, path: &PathIr, node: u32) -> Option<SequenceMatch> {
        let (ir, sequence) = (self.plan.ir.sequence(id), self.plan.sequence(id));
        if !self.spend(STEP / 2, node) {
            return None;
        }
        let program = self.program(id, node);
        let program = program.moves()?;
        let focus = self.focus(path, node);
        let reads = match &sequence.class {
            Class::Parametric(reads) | Class::Ordered(reads) if !reads.is_empty() => {
                match self.settled_reads(ir, path, node) {
                    Some(settled) => Reads::Settled(settled),
                    None => Reads::Values(self.key(reads)),
                }
            }
            _ => Reads::Values(Vec::new()),
        };
        let rank = rank(sequence, path);
        let kind = (id.index(), focus, reads);
        let mut known = self.scratch.paths.best.take(&kind);
        let before = known.best.len();
        let mut source = MoveSource { evaluator: self, ir, path, focus };
        let found = known.best.run(program, &mut source, rank, node);
        let commented = ir.symbols.iter().any(|&symbol| source.evaluator.plan.ir.bool_info(symbol).comments);
        if found.is_some() && commented && source.evaluator.scratch.comments.wanted() {
            source.comment(program, &mut known, node);
        }
        let all_wanted = path.keep_all_best && self.scratch.comments.wanted();
        let ends = match found {
            Some(_) if all_wanted => {
                let limit = self.plan.limits.steps.min(ALL_BEST_STEPS);
                let mut source = MoveSource { evaluator: self, ir, path, focus };
                known.best.ties(program, &mut source, (rank, limit), node)
            }
            _ => Vec::new(),
        };
        let fresh = known.best.len() - before;
        ir.symbols.iter().for_each(|&symbol| self.note_asked(symbol, fresh));
        self.scratch.paths.best.put_back(kind, known);
        let found = found?;
        let value = if path.max.is_some() { found.worth } else { i64::from(found.cell.len) };
        let others = ends.into_iter().skip(1);
        let others = others.map(|end| match path.max {
            Some(_) => Cell { len: number_of(self.path_steps(path, node, end).len()), end },
            None => Cell { len: found.cell.len, end },
        });
        Some(SequenceMatch { cell: found.cell, value, others: others.collect() })
    }

    /// The symbols that read variables, if each of them is the same at every position from here on: then the values of
    /// the variables do not matter beyond that.
    fn settled_reads(&mut self, ir: &SequenceIr, path: &PathIr, node: u32) -> Option<Vec<bool>> {
        if path.max.is_some_and(|max| !self.plan.ir.num_info(max).reads.is_empty()) {
            return None;
        }
        let ahead = node..self.view.end(node);
        let plan = self.plan;
        let varying = ir.symbols.iter().filter(|&&symbol| !plan.ir.bool_info(symbol).reads.is_empty());
        let settled = varying.map(|&symbol| {
            let hits = self.solved(symbol, node)?;
            self.scratch.solutions.settled(symbol, ahead.clone(), &hits)
        });
        settled.collect()
    }
}

/// The rule that decides which match of a path is the best.
pub(super) fn rank(sequence: &SequencePlan, path: &PathIr) -> Ranking {
    match (sequence.choice, path.max) {
        (Choice::First, _) => Ranking::First,
        (Choice::Shortest, _) => Ranking::Shortest,
        (Choice::Longest, Some(_)) => Ranking::Worth,
        (Choice::Longest, None) => Ranking::Length,
    }
}

/// Answers what a search asks of moves, without comments.
pub(super) struct MoveSource<'m, 'a, 'p> {
    pub(super) evaluator: &'m mut Evaluator<'a>,
    pub(super) ir: &'p SequenceIr,
    pub(super) path: &'p PathIr,
    pub(super) focus: Option<Focus>,
}

impl MoveSource<'_, '_, '_> {
    /// Evaluates the moves and tests of the best path once more, for their comments. Where it joins a path that has
    /// been commented on, and those comments still stand, the rest would say the same.
    fn comment(&mut self, program: &MoveProgram, known: &mut Known, node: u32) {
        let Known { best, commented } = known;
        let mut passed = Vec::new();
        best.retrace(program, self, node, |source, asked, rest| {
            match asked {
                MoveQuestion::Move(pred, node) => source.evaluator.path_accepts(source.ir, source.focus, pred, node),
                MoveQuestion::Test(pred, node) => source.evaluator.path_symbol(source.ir, pred, node),
            };
            passed.push(rest);
            let stands = commented.get(&rest).is_some_and(|&place| source.evaluator.scratch.comments.stands(place));
            !stands
        });
        if let Some(place) = self.evaluator.scratch.comments.place() {
            commented.extend(passed.into_iter().map(|rest| (rest, place)));
        }
    }
}

impl PureMoves for MoveSource<'_, '_, '_> {
    fn first_differs(&self) -> bool {
        self.focus.is_some()
    }

    fn moves(&mut self, node: u32, first: bool, reached: &mut Vec<u32>) {
        self.evaluator.path_moves(self.focus, node, first, reached);
    }

    fn accepts(&mut self, pred: Pred, node: u32) -> bool {
        let (ir, focus) = (self.ir, self.focus);
        self.evaluator.muted(|evaluator| evaluator.path_accepts(ir, focus, pred, node))
    }

    fn holds(&mut self, pred: Pred, node: u32) -> bool {
        let ir = self.ir;
        self.evaluator.muted(|evaluator| evaluator.path_symbol(ir, pred, node))
    }

    fn worth(&mut self, node: u32) -> Option<i64> {
        let max = self.path.max;
        max.map_or(Some(0), |max| self.evaluator.muted(|evaluator| evaluator.number(max, node)))
    }
}
