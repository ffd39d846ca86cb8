//! The evaluator: sequences of positions.
//!
//! A sequence of closed predicates is answered for all starts of a game in one pass, one of parametric predicates
//! from a memo for each combination of values, one of effectful predicates by backtracking in run order. The program
//! gives the longest match; range and ban decide whether it counts, each time the filter is evaluated.
//!
//! `line primary` and `line secondary` are a predicate that every consumed position but the first must meet. The line
//! has no other moves, so linearized `move` filters, and the positions that `singlecolor` skips, see only the moves
//! that are left.

use super::predicates::{Ordered, PredicateSource};
use crate::casts::number_of;
use crate::chess::Color;
use crate::ir::{SequenceId, SequenceIr, SequenceKind, VarId};
use crate::plan::{Class, SequencePlan};
use crate::search::block::Block;
use crate::search::evaluator::Evaluator;
use crate::search::results::Path;
use crate::search::scratch::{Hits, Note, PathRun, SequenceState, Slot};
use std::sync::Arc;
use tabiya_automata::{Bits, Cell, Columns, Direction, Memo, Nfa, Step, Tree as _, has_bits};

/// The match of a sequence from some position.
#[derive(Clone, Debug)]
pub(in crate::search) struct SequenceMatch {
    /// The number of positions or moves, and where the last one is or leads.
    pub(in crate::search) cell: Cell,
    /// The value of the filter, to which its range applies: the length, or the greatest value of `max`.
    pub(in crate::search) value: i64,
    /// Other matches as good, where `path` keeps them.
    pub(super) others: Vec<Cell>,
}

impl From<Cell> for SequenceMatch {
    fn from(cell: Cell) -> SequenceMatch {
        SequenceMatch { cell, value: i64::from(cell.len), others: Vec::new() }
    }
}

impl Evaluator<'_> {
    /// True if the sequence matches from here.
    pub(super) fn sequence_holds(&mut self, id: SequenceId, node: u32) -> bool {
        match self.asks_existence(id) && !self.is_imagined(node) {
            true => self.sequence_exists(id, node),
            false => self.sequence_match(id, node).is_some(),
        }
    }

    /// True if all that matters of a sequence is where its matches begin, and that is a function of the position.
    fn asks_existence(&self, id: SequenceId) -> bool {
        let plan = self.plan;
        let ir = plan.ir.sequence(id);
        let silent = !plan.ir.sequence_info(id).comments || !self.scratch.comments.wanted();
        // A path that somebody asks about leaves its end behind.
        let leaves_status = ir.path().is_some_and(|path| path.status);
        let closed = plan.sequence(id).class == Class::Closed;
        closed && silent && !leaves_status && ir.range.is_none() && ir.ban.is_none()
    }

    /// The value of the match from here, if it counts.
    pub(super) fn sequence_length(&mut self, id: SequenceId, node: u32) -> Option<i64> {
        self.sequence_match(id, node).map(|found| found.value)
    }

    /// The last position of the match from here, if it counts.
    pub(super) fn sequence_end(&mut self, id: SequenceId, node: u32) -> Option<u32> {
        self.sequence_match(id, node).map(|found| found.cell.end)
    }

    /// The match that counts: its start is not banned, and its value is in the range. Bans its positions and comments.
    fn sequence_match(&mut self, id: SequenceId, node: u32) -> Option<SequenceMatch> {
        let ir = self.plan.ir.sequence(id);
        let ban = ir.ban.filter(|_| !self.is_imagined(node)).map(|ban| ban as usize);
        if ban.is_some_and(|ban| self.scratch.bans[ban][node as usize]) {
            return None;
        }
        let mark = self.scratch.comments.mark();
        // A path that does not count leaves atomic variables as they were.
        let atomics = ir.path().map(|_| self.atomics());
        let found = self.longest_match(id, node);
        let Some(found) = found.filter(|found| self.in_range(ir.range, found.value, node)) else {
            self.scratch.comments.cut(mark);
            self.give_back(atomics.unwrap_or_default());
            return None;
        };
        if self.context.paths && self.plan.sequence(id).effects {
            self.scratch.paths.recorded.insert(id.index(), (node, found.cell, found.value));
        }
        if let Some(ban) = ban {
            for q in self.banned_by(ir, node, found.cell) {
                self.scratch.bans[ban].set(q as usize, true);
            }
        }
        if let Some(path) = ir.path() {
            self.scratch.paths.last = Some(PathRun { start: node, count: found.cell.len, end: Some(found.cell.end) });
            if self.scratch.comments.wanted() {
                self.path_comments(ir, path, node, &found);
            }
        } else if found.cell.len > 0 && self.scratch.comments.wanted() {
            self.sequence_comments(id, node, found.cell);
        }
        Some(found)
    }

    /// The positions from which no further match may begin: those consumed, or those that the moves of a path leave.
    fn banned_by(&self, ir: &SequenceIr, node: u32, cell: Cell) -> Vec<u32> {
        match (cell.len, ir.path()) {
            (0, _) => Vec::new(),
            (_, None) => self.route(ir, node, cell.end),
            (_, Some(_)) => {
                let mut route = self.route(ir, node, cell.end);
                route.pop();
                route
            }
        }
    }

    /// The paths of some sequences from a position.
    pub(in crate::search) fn match_paths(&mut self, sequences: &[SequenceId], node: u32) -> Vec<Path> {
        let mut paths = Vec::new();
        // What the body has commented on is not commented on again.
        self.scratch.comments.mute();
        for &id in sequences {
            let ir = self.plan.ir.sequence(id);
            // A part without effects is followed once more, however it was answered.
            let effects = self.plan.sequence(id).effects;
            let found = if effects {
                let recorded = self.scratch.paths.recorded.get(&id.index());
                recorded.filter(|(start, ..)| *start == node).map(|&(_, cell, value)| (cell, value))
            } else {
                self.longest_match(id, node).map(|found| (found.cell, found.value))
            };
            let Some((cell, value)) = found else { continue };
            let filter = ir.word();
            // The empty sequence has no positions; a path ends after its last move.
            let positions = if cell.len == 0 { Vec::new() } else { self.route(ir, node, cell.end) };
            let passed_over = match ir.path().filter(|path| path.focus.is_some() && cell.len > 0) {
                Some(path) => {
                    let steps = self.path_steps(path, node, cell.end);
                    let moved_to = positions.iter().skip(1).copied();
                    moved_to.filter(|position| steps.binary_search(position).is_err()).collect()
                }
                None => Vec::new(),
            };
            let (constituents, spans) = (Arc::clone(&ir.leaves.constituents), Arc::clone(&ir.leaves.spans));
            let matched = match self.context.constituents && !effects {
                true => self.matched_by(id, node, cell).positions,
                false => Vec::new(),
            };
            let differing = positions.iter().zip(&matched).filter(|(_, (_, differs))| *differs);
            let differs = differing.map(|(&position, _)| position).collect();
            let matched_by = matched.into_iter().map(|(leaves, _)| leaves.first().copied()).collect();
            paths.push(Path {
                filter,
                length: value,
                positions,
                passed_over,
                constituents,
                spans,
                matched_by,
                differs,
            });
        }
        self.scratch.comments.unmute();
        paths
    }

    /// The longest match from a position, or the best one, regardless of the range.
    pub(super) fn longest_match(&mut self, id: SequenceId, node: u32) -> Option<SequenceMatch> {
        match self.plan.ir.sequence(id).path() {
            Some(path) => self.path_best(id, path, node),
            None => self.sequence_cell(id, node).map(SequenceMatch::from),
        }
    }

    /// The longest match from here, or the first one, regardless of the range.
    pub(in crate::search) fn sequence_cell(&mut self, id: SequenceId, node: u32) -> Option<Cell> {
        let sequence = self.plan.sequence(id);
        match &sequence.class {
            // Outside the game nothing is kept.
            _ if self.is_imagined(node) => self.ordered_cell(id, sequence, node),
            Class::Closed => self.closed_cell(id, sequence, node),
            Class::Parametric(reads) => self.memo_cell(id, reads, node),
            Class::Effectful | Class::Ordered(_) => self.ordered_cell(id, sequence, node),
        }
    }

    fn closed_cell(&mut self, id: SequenceId, sequence: &SequencePlan, node: u32) -> Option<Cell> {
        let color = self.color(self.plan.ir.sequence(id), node);
        let slot = state_index(id, color);
        if !self.scratch.sequences[slot].cells_ready {
            let program = self.program(id, node);
            if self.is_unmatchable(sequence, slot) {
                return None;
            }
            // In most games most sequences match nowhere.
            let soon_known = program.nfa().goes_by_words() && self.view.is_chain();
            if soon_known && self.starts_of(id, color, node).is_none_or(|starts| !has_bits(starts)) {
                return None;
            }
            let (view, direction) = (self.view, sequence.direction);
            self.find_all(id, color, program.nfa(), |state, columns, source| {
                state.longest.run(program.nfa(), &view, columns, source, direction, sequence.choice);
                state.cells_ready = true;
            });
        }
        self.scratch.sequences[slot].longest.cells().get(node)
    }

    fn sequence_exists(&mut self, id: SequenceId, node: u32) -> bool {
        let color = self.color(self.plan.ir.sequence(id), node);
        self.starts_of(id, color, node).is_some_and(|starts| starts[node as usize])
    }

    /// The positions of the block that a match starts from, of those that are evaluated; none where more than existence is
    /// needed.
    pub(super) fn sequence_starts(&mut self, id: SequenceId, block: Block) -> Option<u64> {
        self.asks_existence(id).then(|| self.all_starts(id, block))
    }

    /// The positions of the block from which a sequence matches, of those that are evaluated, regardless of its ban and its range
    /// say; its predicates are closed.
    pub(in crate::search) fn all_starts(&mut self, id: SequenceId, block: Block) -> u64 {
        if !self.plan.ir.sequence(id).single_color() {
            return self.starts_in(id, None, block);
        }
        let white = block.only(self.turns(Color::White, block));
        let black = block.only(block.asked() & !white.asked());
        self.starts_in(id, Some(Color::White), white) | self.starts_in(id, Some(Color::Black), black)
    }

    /// The positions of a block from which a sequence may match, of those that are evaluated, as far as that is known for all
    /// of them at once.
    pub(super) fn possible_starts(&mut self, id: SequenceId, block: Block) -> Block {
        let plan = self.plan;
        let leaves_status = plan.ir.sequence(id).path().is_some_and(|path| path.status);
        let known = plan.sequence(id).class == Class::Closed && !leaves_status;
        if known { block.only(self.all_starts(id, block)) } else { block }
    }

    fn starts_in(&mut self, id: SequenceId, color: Option<Color>, block: Block) -> u64 {
        let Some((_, node)) = block.positions().next() else { return 0 };
        self.starts_of(id, color, node).map_or(0, |starts| starts.as_raw_slice()[block.number()] & block.asked())
    }

    /// The starts of all matches of a closed sequence, found when they are first requested; none if nothing can match.
    fn starts_of(&mut self, id: SequenceId, color: Option<Color>, node: u32) -> Option<&Bits> {
        let sequence = self.plan.sequence(id);
        let slot = state_index(id, color);
        if !self.scratch.sequences[slot].starts_ready {
            if self.is_unmatchable(sequence, slot) {
                return None;
            }
            let program = self.program(id, node);
            let view = self.view;
            self.find_all(id, color, program.nfa(), |state, columns, source| {
                state.exists.run(program.nfa(), &view, columns, source, sequence.direction);
                state.starts_ready = true;
            });
        }
        Some(self.scratch.sequences[slot].exists.starts())
    }

    /// Lets an engine find the matches from all positions. The columns of closed predicates are filled first and lent to
    /// it; the others are evaluated through the source, where those that are not closed count as true in a sequence that is
    /// not.
    fn find_all(
        &mut self,
        id: SequenceId,
        color: Option<Color>,
        nfa: &Nfa,
        run: impl FnOnce(&mut SequenceState, &Columns<'_>, &mut PredicateSource<'_, '_, '_>),
    ) {
        let slot = state_index(id, color);
        let mut state = std::mem::take(&mut self.scratch.sequences[slot]);
        let only_closed = self.plan.sequence(id).class != Class::Closed;
        let mut source = PredicateSource::new(self, id, nfa, color);
        source.only_closed = only_closed;
        let columns = source.columns();
        let columns: Vec<Option<&Bits>> = columns.iter().map(Option::as_deref).collect();
        run(&mut state, &columns, &mut source);
        self.scratch.sequences[slot] = state;
    }

    /// False if the closed predicates of a sequence with effects show that nothing matches from here.
    fn may_start(&mut self, id: SequenceId, color: Option<Color>, node: u32) -> bool {
        self.starts_of(id, color, node).is_some_and(|starts| starts[node as usize])
    }

    /// True if a predicate without which nothing matches holds nowhere in the game, as far as whole columns tell.
    fn is_unmatchable(&mut self, sequence: &SequencePlan, slot: usize) -> bool {
        if let Some(known) = self.scratch.sequences[slot].unmatchable {
            return known;
        }
        let mut required = sequence.required.iter();
        let unmatchable =
            required.any(|&symbol| self.whole_column(symbol).is_some_and(|column| !has_bits(column.value())));
        self.scratch.sequences[slot].unmatchable = Some(unmatchable);
        unmatchable
    }

    /// The memo of a sequence for the values of the variables that it reads.
    fn memo_cell(&mut self, id: SequenceId, reads: &[VarId], node: u32) -> Option<Cell> {
        let (ir, sequence) = (self.plan.ir.sequence(id), self.plan.sequence(id));
        let color = self.color(ir, node);
        let mut key = self.key(reads);
        key.extend(color.map(|color| Slot::Num(color.fold_wb(1, -1))));
        let key = (id.index(), key);
        let (view, program) = (self.view, self.program(id, node));
        let nfa = program.nfa();
        // If values can be looked up, there may be one for each start, with few answers of its own.
        let sparse = ir.symbols.iter().any(|&symbol| self.plan.solvable(symbol).is_some());
        let by_rows = !sparse && nfa.len() <= Memo::WIDEST_ROW;
        let room = if by_rows { view.len() as usize * (nfa.len() + 1) * 8 } else { SPARSE_MEMO };
        let known = self.scratch.memos.by_values.remove(&key);
        let mut memo = known.unwrap_or_else(|| self.scratch.memos.fresh(room, self.scratch.meter.is_short()));
        let before = (memo.len(), memo.rows());
        let how = (sequence.direction, sequence.choice);
        let cell = if sparse {
            self.solved_cell((id, sequence, color), nfa, &mut memo, node)
        } else {
            memo.run(nfa, &view, &mut PredicateSource::new(self, id, nfa, color), how, node)
        };
        self.scratch.memos.bytes += (memo.len() - before.0) * SPARSE_ENTRY;
        // Anything that is forgotten for want of room is paid for again.
        let paid = self.spend(((memo.rows() - before.1) * (1 + nfa.len() / 8)) as u64, node);
        self.scratch.memos.by_values.insert(key, memo);
        cell.filter(|_| paid)
    }

    /// The cell from a memo that holds what depends on the present values of the variables, next to one for what does
    /// not.
    fn solved_cell(
        &mut self,
        (id, sequence, color): (SequenceId, &SequencePlan, Option<Color>),
        nfa: &Nfa,
        memo: &mut Memo,
        node: u32,
    ) -> Option<Cell> {
        let (ir, view) = (self.plan.ir.sequence(id), self.view);
        let beside = (state_index(id, color), self.program_class(sequence));
        let mut common = self.scratch.memos.commons.remove(&beside).unwrap_or_default();
        let before = memo.len();
        let solved = self.solved_symbols(ir, node);
        let mut source = PredicateSource::new(self, id, nfa, color);
        source.solved = solved;
        let how = (sequence.direction, sequence.choice);
        let cell = memo.run_beside(&mut common, (nfa, &view, &mut source), how, node, true);
        let fresh = memo.len().saturating_sub(before);
        ir.symbols.iter().for_each(|&symbol| self.note_asked(symbol, fresh));
        self.scratch.memos.commons.insert(beside, common);
        cell
    }

    /// The solutions of the symbols that can be solved, under the present values of the variables.
    fn solved_symbols(&mut self, ir: &SequenceIr, node: u32) -> Vec<Option<Hits>> {
        ir.symbols.iter().map(|&symbol| self.solved(symbol, node)).collect()
    }

    fn ordered_cell(&mut self, id: SequenceId, sequence: &SequencePlan, node: u32) -> Option<Cell> {
        let color = self.color(self.plan.ir.sequence(id), node);
        if sequence.unobserved && !self.is_imagined(node) && !self.may_start(id, color, node) {
            return None;
        }
        let mut matcher = self
            .scratch
            .engines
            .backtracks
            .pop()
            .unwrap_or_else(|| tabiya_automata::Backtrack::new(self.plan.limits.steps));
        let (view, program) = (self.view, self.program(id, node));
        let nfa = program.nfa();
        let how = (sequence.direction, sequence.choice);
        let mark = self.scratch.comments.mark();
        // Outside the game nothing is kept, and nothing if evaluation is to follow the text.
        let keeps = self.plan.options.automata && !self.is_imagined(node);
        let beside = (state_index(id, color), self.program_class(sequence), self.scratch.comments.wanted());
        let mut tails = match self.scratch.memos.tails.get_mut(&beside) {
            _ if !keeps => None,
            Some(known) => known.take(),
            None => Some(Box::default()),
        };
        let mut ordered = Ordered::new(PredicateSource::new(self, id, nfa, color), mark);
        let result = matcher.run_beside(tails.as_deref_mut(), (nfa, &view, &mut ordered), how, node);
        let kept = ordered.kept;
        self.scratch.engines.backtracks.push(matcher);
        if tails.is_some() {
            self.scratch.memos.tails.insert(beside, tails.filter(|tails| tails.is_useful()));
        }
        match result {
            Ok(cell) => {
                self.scratch.comments.cut(mark);
                self.scratch.comments.extend(kept);
                cell
            }
            Err(limit) => {
                let help = "its constituents assign variables, ban positions or print, so they are tried one by one; move such \
                            filters out of the sequence, make the pattern more specific, or raise the limit with `--step-limit`";
                self.exceed(format!("a sequence was given up after {} steps", limit.limit), help, node);
                None
            }
        }
    }

    /// The comments of a match that counts: those of its constituents along the chosen run, then its own.
    fn sequence_comments(&mut self, id: SequenceId, node: u32, cell: Cell) {
        let ir = self.plan.ir.sequence(id);
        let sequence = self.plan.sequence(id);
        let commented = ir.symbols.iter().any(|&symbol| self.plan.ir.bool_info(symbol).comments);
        if commented && sequence.class != Class::Effectful {
            self.replay(id, sequence, node, cell);
        }
        if ir.quiet || !self.automatic {
            return;
        }
        if matches!(ir.kind, SequenceKind::Line(..)) {
            if !self.scratch.comments.is_full(cell.end) {
                let start = self.named_position(node);
                self.scratch.comments.text(cell.end, format!("End line of length {} that starts at {start}", cell.len));
            }
            let end = self.named_position(cell.end);
            self.scratch.comments.text(node, format!("Start line that ends at {end}"));
            return;
        }
        let run = self.scratch.comments.run();
        let label = if ir.backward() { "PREVIOUS" } else { "NEXT" };
        let route = self.route(ir, node, cell.end);
        let of = number_of(route.len());
        for (&q, index) in route.iter().zip(1..) {
            self.scratch.comments.note(q, Note::Step { label, run, index, of });
        }
    }

    /// Evaluates the constituents once more along the chosen run, for their comments.
    fn replay(&mut self, id: SequenceId, sequence: &SequencePlan, node: u32, cell: Cell) {
        let symbols = &self.plan.ir.sequence(id).symbols;
        let color = self.color(self.plan.ir.sequence(id), node);
        let mut walk = self.scratch.engines.walks.pop().unwrap_or_default();
        let (view, program) = (self.view, self.program(id, node));
        let nfa = program.nfa();
        let mut source = PredicateSource::new(self, id, nfa, color);
        // A run that is to end leaves questions without an answer.
        let steps = walk.run(nfa, &view, &mut source, sequence.direction, (node, cell)).unwrap_or_default().to_vec();
        self.scratch.engines.walks.push(walk);
        let fresh = steps.len() - self.already_commented(id, sequence, color, &steps);
        let runs = self.scratch.comments.runs();
        for step in &steps[..fresh] {
            for factor in nfa.factors(step.pred).unwrap_or(std::slice::from_ref(&step.pred)) {
                let symbol = symbols[factor.index()];
                if !self.plan.ir.bool_info(symbol).comments {
                    continue;
                }
                let linear = self.plan.ir.bool_info(symbol).edge && sequence.direction == Direction::Forward;
                let edge = linear.then_some(step.child);
                let outer = std::mem::replace(&mut self.edge, edge);
                self.truth(symbol, step.node);
                self.edge = outer;
            }
        }
        // A numbered comment has another text each time.
        let place = self.scratch.comments.place().filter(|_| self.scratch.comments.runs() == runs);
        if sequence.class == Class::Closed {
            self.scratch.sequences[state_index(id, color)].commented = place.map(|place| (steps, place));
        }
    }

    /// The number of steps at the end of a run that also ended the previous run and whose comments still stand.
    fn already_commented(
        &self,
        id: SequenceId,
        sequence: &SequencePlan,
        color: Option<Color>,
        steps: &[Step],
    ) -> usize {
        let commented = &self.scratch.sequences[state_index(id, color)].commented;
        match commented {
            Some((before, place)) if sequence.class == Class::Closed && self.scratch.comments.stands(*place) => {
                steps.iter().rev().zip(before.iter().rev()).take_while(|(now, before)| now == before).count()
            }
            _ => 0,
        }
    }
}

/// The bytes of a memo for one of many values, without its answers, and those of an answer.
const SPARSE_MEMO: usize = 512;
const SPARSE_ENTRY: usize = 48;

/// The index of the state of a sequence for a start colour.
fn state_index(id: SequenceId, color: Option<Color>) -> usize {
    id.index() * 2 + usize::from(color == Some(Color::Black))
}
