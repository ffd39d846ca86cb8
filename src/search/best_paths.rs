//! The evaluator: the best match of a `path` whose moves change nothing when they are evaluated.
//!
//! What is best from a position on depends on the pieces in focus and on the variables that are read, not on where the
//! path began. So it is kept for all starts of a game that have these in common.

use super::comments::Place;
use super::machine::Machine;
use super::paths::{ALL_BEST_STEPS, Focus};
use super::scratch::Slot;
use super::sequences::SequenceMatch;
use crate::ir::{PathIr, SequenceId, SequenceIr};
use crate::plan::{Class, SequencePlan};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use tabiya_automata::{Cell, Choice, MoveMemo, MoveProgram, MoveQuestion, Pred, PureMoves, Ranking};

/// What answers are kept for: the sequence, the pieces in focus, and what the variables read mean to it.
pub(super) type Kind = (usize, Option<Focus>, Reads);

/// What the variables that are read mean to a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reads {
    /// Their values.
    Values(Vec<Slot>),
    /// What reads them is the same at every position ahead: by symbol that does, whether it holds.
    Settled(Vec<bool>),
}

/// Answers that are kept for the starts of a game.
#[derive(Debug, Default)]
pub(super) struct BestPaths {
    kinds: FxHashMap<Kind, Known>,
    /// How many answers there are.
    size: usize,
    spare: Vec<Known>,
}

/// The answers of one kind.
#[derive(Debug, Default)]
struct Known {
    best: MoveMemo,
    /// What has been commented on, from there to the end of the best path, and where the stack of comments stood then.
    spoken: HashMap<u64, Place>,
}

/// So many answers are kept; with more, those for other pieces in focus are forgotten: they only save time.
const MOST: usize = 400_000;

impl BestPaths {
    pub(super) fn clear(&mut self) {
        self.spare.extend(self.kinds.drain().map(|(_, known)| known));
        self.spare.truncate(8);
        self.size = 0;
    }

    /// The memo of some kind, to be put back: for what follows the last effect of a path.
    pub(super) fn take_memo(&mut self, kind: &Kind) -> MoveMemo {
        self.take(kind).best
    }

    pub(super) fn put_back_memo(&mut self, kind: Kind, best: MoveMemo) {
        self.put_back(kind, Known { best, ..Known::default() });
    }

    fn take(&mut self, kind: &Kind) -> Known {
        if let Some(known) = self.kinds.remove(kind) {
            self.size -= known.best.len();
            return known;
        }
        let mut known = self.spare.pop().unwrap_or_default();
        known.best.clear();
        known.spoken.clear();
        known
    }

    fn put_back(&mut self, kind: Kind, known: Known) {
        if self.size + known.best.len() > MOST {
            self.clear();
        }
        self.size += known.best.len();
        self.kinds.insert(kind, known);
    }
}

impl Machine<'_> {
    /// The best match from a position, whatever the range says; with the comments of its moves, if they are wanted.
    pub(super) fn best_path(&mut self, id: SequenceId, path: &PathIr, n: u32) -> Option<SequenceMatch> {
        let (ir, sequence) = (self.plan.ir.sequence(id), self.plan.sequence(id));
        let program = self.program(id, n);
        let program = program.moves()?;
        let focus = self.focus(path, n);
        let reads = match &sequence.class {
            Class::Parametric(reads) | Class::Ordered(reads) if !reads.is_empty() => {
                match self.settled_reads(ir, path, n) {
                    Some(settled) => Reads::Settled(settled),
                    None => Reads::Values(self.key(reads)),
                }
            }
            _ => Reads::Values(Vec::new()),
        };
        let rank = rank(sequence, path);
        let kind = (id.index(), focus, reads);
        let mut known = self.s.best_paths.take(&kind);
        let before = known.best.len();
        let mut source = MoveSource { machine: self, ir, path, focus };
        let found = known.best.run(program, &mut source, rank, n);
        let speaks = ir.symbols.iter().any(|&symbol| source.machine.plan.ir.bool_info(symbol).comments);
        if found.is_some() && speaks && source.machine.s.comments.wanted() {
            source.speak(program, &mut known, n);
        }
        let all_wanted = path.keep_all_best && self.s.comments.wanted();
        let ends = match found {
            Some(_) if all_wanted => {
                let limit = self.plan.limits.steps.min(ALL_BEST_STEPS);
                let mut source = MoveSource { machine: self, ir, path, focus };
                known.best.ties(program, &mut source, (rank, limit), n)
            }
            _ => Vec::new(),
        };
        let fresh = known.best.len() - before;
        ir.symbols.iter().for_each(|&symbol| self.note_asked(symbol, fresh));
        self.s.best_paths.put_back(kind, known);
        let found = found?;
        let value = if path.max.is_some() { found.worth } else { i64::from(found.cell.len) };
        let others = ends.into_iter().skip(1);
        let others = others.map(|end| match path.max {
            Some(_) => Cell { len: self.path_steps(path, n, end).len() as u32, end },
            None => Cell { len: found.cell.len, end },
        });
        Some(SequenceMatch { cell: found.cell, value, others: others.collect() })
    }

    /// The symbols that read variables, if each of them is the same at every position from here on: then the values of
    /// the variables do not matter beyond that.
    fn settled_reads(&mut self, ir: &SequenceIr, path: &PathIr, n: u32) -> Option<Vec<bool>> {
        if path.max.is_some_and(|max| !self.plan.ir.num_info(max).reads.is_empty()) {
            return None;
        }
        let ahead = n..self.view.end(n);
        let plan = self.plan;
        let varying = ir.symbols.iter().filter(|&&symbol| !plan.ir.bool_info(symbol).reads.is_empty());
        let settled = varying.map(|&symbol| {
            let hits = self.solved(symbol, n)?;
            self.s.solutions.settled(symbol, ahead.clone(), &hits)
        });
        settled.collect()
    }
}

/// Which match of a path is the best.
pub(super) fn rank(sequence: &SequencePlan, path: &PathIr) -> Ranking {
    match (sequence.choice, path.max) {
        (Choice::First, _) => Ranking::First,
        (Choice::Longest, Some(_)) => Ranking::Worth,
        (Choice::Longest, None) => Ranking::Length,
    }
}

/// Answers what a search asks of moves, without comments.
pub(super) struct MoveSource<'m, 'a, 'p> {
    pub(super) machine: &'m mut Machine<'a>,
    pub(super) ir: &'p SequenceIr,
    pub(super) path: &'p PathIr,
    pub(super) focus: Option<Focus>,
}

impl MoveSource<'_, '_, '_> {
    /// Evaluates the moves and tests of the best path once more, for their comments. Where it joins a path that has been
    /// commented on, and those comments still stand, the rest would say the same.
    fn speak(&mut self, program: &MoveProgram, known: &mut Known, n: u32) {
        let Known { best, spoken } = known;
        let mut passed = Vec::new();
        best.retrace(program, self, n, |source, asked, rest| {
            match asked {
                MoveQuestion::Move(pred, node) => source.machine.path_accepts(source.ir, source.focus, pred, node),
                MoveQuestion::Test(pred, node) => source.machine.path_symbol(source.ir, pred, node),
            };
            passed.push(rest);
            let said = spoken.get(&rest).is_some_and(|&place| source.machine.s.comments.stands(place));
            !said
        });
        if let Some(place) = self.machine.s.comments.place() {
            spoken.extend(passed.into_iter().map(|rest| (rest, place)));
        }
    }
}

impl Machine<'_> {
    /// Asks without comments.
    pub(super) fn muted<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.s.comments.mute();
        let answer = ask(self);
        self.s.comments.unmute();
        answer
    }
}

impl PureMoves for MoveSource<'_, '_, '_> {
    fn moves(&mut self, node: u32, first: bool, reached: &mut Vec<u32>) {
        self.machine.path_moves(self.focus, node, first, reached);
    }

    fn accepts(&mut self, pred: Pred, node: u32) -> bool {
        let (ir, focus) = (self.ir, self.focus);
        self.machine.muted(|machine| machine.path_accepts(ir, focus, pred, node))
    }

    fn holds(&mut self, pred: Pred, node: u32) -> bool {
        let ir = self.ir;
        self.machine.muted(|machine| machine.path_symbol(ir, pred, node))
    }

    fn worth(&mut self, node: u32) -> Option<i64> {
        let max = self.path.max;
        max.map_or(Some(0), |max| self.machine.muted(|machine| machine.number(max, node)))
    }
}
