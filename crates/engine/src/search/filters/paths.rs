//! The evaluator: `path`.
//!
//! A path whose moves are a matter of the tree alone is answered by its automaton, for all starts at once; one with
//! focus, `max` or comments in its moves, or one that keeps all of the best, by what is best from each position on
//! (`best_paths.rs`). Paths with effects are searched in run order, each start by itself, up to the last effect; those
//! that keep all of the best are, where their moves make comments.

use super::best_paths::{ALL_BEST_STEPS, MoveSource, rank};
use super::sequences::SequenceMatch;
use crate::ir::{Bool, PathIr, SequenceId, SequenceIr};
use crate::plan::Class;
use crate::search::control::STEP;
use crate::search::evaluator::{Atomics, Evaluator};
use crate::search::scratch::{Focus, Note, PathRun, Pieces, Reads, VaryingAhead};
use std::sync::Arc;
use tabiya_automata::{Cell, MoveProgram, Moves, MovesBeside, Pred};

impl Evaluator<'_> {
    /// The best match of a path from here, regardless of the range.
    pub(in crate::search) fn path_best(&mut self, id: SequenceId, path: &PathIr, node: u32) -> Option<SequenceMatch> {
        if self.is_imagined(node) {
            return None; // nothing is played there
        }
        let sequence = self.plan.sequence(id);
        let ir = self.plan.ir.sequence(id);
        let wanted = self.scratch.comments.wanted();
        let commented = wanted && ir.symbols.iter().any(|&symbol| self.plan.ir.bool_info(symbol).comments);
        let commented_ends = wanted && path.max.is_some_and(|max| self.plan.ir.num_info(max).comments);
        match sequence.class {
            Class::Effectful => self.path_in_order(id, path, node),
            _ if commented_ends || path.keep_all_best && commented => self.path_in_order(id, path, node),
            Class::Closed | Class::Parametric(_) if !commented => {
                // The automaton counts positions.
                let cell = self.sequence_cell(id, node)?;
                Some(Cell { len: cell.len - 1, end: cell.end }.into())
            }
            _ => self.best_path(id, path, node),
        }
    }

    /// All runs in order: the best, and with `keepallbest` those as good.
    fn path_in_order(&mut self, id: SequenceId, path: &PathIr, node: u32) -> Option<SequenceMatch> {
        let program = self.program(id, node);
        let program = program.moves()?;
        let focus = self.focus(path, node);
        let effects = self.plan.sequence(id).class == Class::Effectful;
        let limit = self.plan.limits.steps;
        let exactly = if effects { limit } else { limit.min(ALL_BEST_STEPS) };
        let found = self.run_in_order((id, path), program, focus, (exactly, false), node);
        let found = match found {
            Err(()) if !effects => self.run_in_order((id, path), program, focus, (u64::MAX, true), node),
            found => found,
        };
        found.unwrap_or_else(|()| {
            let help = "its moves assign variables, ban positions, print or refer to the path itself, so they are tried \
                        one by one; move such filters out of the path, make the pattern more specific, or raise the limit with \
                        `--step-limit`";
            self.exceed(format!("a path was given up after {limit} steps"), help, node);
            None
        })
    }

    /// One search in run order; `Err` if it took more steps than allowed. With `once` each state is entered once at a
    /// position, so that of several runs to the same end only the first counts.
    fn run_in_order(
        &mut self,
        (id, path): (SequenceId, &PathIr),
        program: &MoveProgram,
        focus: Option<Focus>,
        (limit, once): (u64, bool),
        node: u32,
    ) -> Result<Option<SequenceMatch>, ()> {
        let ir = self.plan.ir.sequence(id);
        let mut trail = self.scratch.engines.trails.pop().unwrap_or_default();
        self.scratch.paths.runs.push(PathRun { start: node, count: 0, end: None });
        let mark = self.scratch.comments.mark();
        let varying = self.varying_ahead(id, ir, path, program);
        let rank = rank(self.plan.sequence(id), path);
        let kind = (id.index(), focus, Reads::Values(Vec::new()));
        let mut run = Run {
            source: MoveSource { evaluator: self, ir, path, focus },
            mark,
            best: None,
            held: None,
            kept: Vec::new(),
            others_kept: Vec::new(),
            atomics: Vec::new(),
            saves: Vec::new(),
        };
        let result = match varying {
            Some(varying) => {
                let mut best = run.source.evaluator.scratch.paths.best.take_memo(&kind);
                let result = trail.run_beside((&mut best, &varying, rank), program, &mut run, (limit, once), node);
                run.source.evaluator.scratch.paths.best.put_back_memo(kind, best);
                result
            }
            None => trail.run(program, &mut run, (limit, once), node),
        };
        run.keep(mark);
        let Run { best, kept, others_kept, atomics, .. } = run;
        self.scratch.paths.runs.pop();
        self.scratch.engines.trails.push(trail);
        self.scratch.comments.cut(mark);
        result.map_err(|_| ())?;
        if best.is_some() {
            self.scratch.comments.extend(kept);
            self.scratch.comments.extend(others_kept);
            self.give_back(atomics);
        }
        Ok(best)
    }

    /// By state of a path's program, whether an effect or a comment may follow. None: all runs are wanted, or no
    /// answers are worth keeping.
    fn varying_ahead(&mut self, id: SequenceId, ir: &SequenceIr, path: &PathIr, program: &MoveProgram) -> VaryingAhead {
        let plan = self.plan;
        let wanted = self.scratch.comments.wanted();
        let pure_max = path.max.is_none_or(|max| {
            let info = plan.ir.num_info(max);
            info.is_closed() && !(info.comments && wanted)
        });
        if !plan.options.automata || path.keep_all_best || !pure_max {
            return None;
        }
        let key = (id.index(), self.program_class(plan.sequence(id)), wanted);
        let known = self.scratch.memos.varying_ahead.entry(key).or_insert_with(|| {
            let varying = program.varying_ahead(|pred| {
                let info = plan.ir.bool_info(ir.symbols[pred.index()]);
                !info.is_closed() || info.comments && wanted
            });
            varying.contains(&false).then(|| Arc::new(varying))
        });
        known.clone()
    }

    /// The pieces in focus of a path that starts here; `None` without `focus`.
    pub(in crate::search) fn focus(&mut self, path: &PathIr, start: u32) -> Option<Focus> {
        let (set, capture) = path.focus?;
        let squares = self.set(set, start);
        let numbers = squares.into_iter().filter_map(|square| self.piece_on(start, square));
        Some(Focus { pieces: Pieces::new(numbers), capture })
    }

    /// Adds the positions that the next move of a path may lead to: a path begins with a move of its start; later,
    /// moves of pieces outside the focus are passed over.
    pub(in crate::search) fn path_moves(
        &mut self,
        focus: Option<Focus>,
        node: u32,
        first: bool,
        reached: &mut Vec<u32>,
    ) {
        let view = self.view;
        let Some(focus) = focus else {
            let mut next = view.first_child(node);
            while let Some(child) = next {
                reached.push(child);
                next = view.next_sibling(child);
            }
            return;
        };
        // Where there is one move, it is followed without a list.
        let mut node = node;
        while let Some(child) = view.first_child(node).filter(|&child| view.next_sibling(child).is_none()) {
            if self.in_focus(focus, child) {
                return reached.push(child);
            }
            // Skipped positions are paid for.
            if first || !self.spend(1, child) {
                return;
            }
            node = child;
        }
        let mut todo: Vec<u32> = view.children(node).collect();
        todo.reverse();
        while let Some(child) = todo.pop() {
            if self.in_focus(focus, child) {
                reached.push(child);
            } else if !first && self.spend(1, child) {
                let before = todo.len();
                todo.extend(view.children(child));
                todo[before..].reverse();
            }
        }
    }

    /// True if a symbol of a path accepts the move to a position, of which only the parts in focus count.
    pub(in crate::search) fn path_accepts(
        &mut self,
        ir: &SequenceIr,
        focus: Option<Focus>,
        pred: Pred,
        node: u32,
    ) -> bool {
        let id = ir.symbols[pred.index()];
        if !self.spend(1, node) {
            return false;
        }
        if let (Some(focus), Bool::LastMoveFits(dash)) = (focus, self.plan.ir.bool(id)) {
            let dash = *dash;
            let target = self.plan.ir.dash(dash).target;
            return self.dash_fits(dash, node, Some(focus.pieces))
                && target.is_none_or(|target| self.truth(target, node));
        }
        self.path_symbol(ir, pred, node)
    }

    /// The truth of a symbol of a path; without effects and comments it may come from a column.
    pub(in crate::search) fn path_symbol(&mut self, ir: &SequenceIr, pred: Pred, node: u32) -> bool {
        let id = ir.symbols[pred.index()];
        let info = self.plan.ir.bool_info(id);
        if !self.spend(if info.effect { STEP } else { 1 }, node) || self.scratch.error.is_some() {
            return false;
        }
        if info.effect || info.comments && self.scratch.comments.wanted() {
            self.truth(id, node)
        } else {
            // The next starts ask about the next positions.
            self.holds_and_ahead(id, node)
        }
    }

    /// True if the move to a position is one of the pieces in focus.
    fn in_focus(&mut self, focus: Focus, tail: u32) -> bool {
        let Some((head, m)) = self.view.parent(tail).zip(self.view.move_to(tail)) else { return false };
        let rook = match m.kind {
            crate::chess::MoveKind::Castle { rook_from, .. } => Some(rook_from),
            _ => None,
        };
        let captured = m.captured.filter(|_| focus.capture);
        let mut squares = [m.origin(), rook, captured].into_iter().flatten();
        squares.any(|square| self.piece_on(head, square).is_some_and(|piece| focus.pieces.has(piece)))
    }

    /// The positions after the moves of a path, from its start to its end.
    pub(super) fn path_steps(&mut self, path: &PathIr, start: u32, end: u32) -> Vec<u32> {
        let focus = self.focus_again(path, start);
        let mut steps = Vec::new();
        let mut place = end;
        while place != start {
            if focus.is_none_or(|focus| self.in_focus(focus, place)) {
                steps.push(place);
            }
            let Some(parent) = self.view.parent(place) else { break };
            place = parent;
        }
        steps.reverse();
        steps
    }

    /// The same once more, after its comments have been made.
    pub(super) fn focus_again(&mut self, path: &PathIr, start: u32) -> Option<Focus> {
        self.scratch.comments.mute();
        let focus = self.focus(path, start);
        self.scratch.comments.unmute();
        focus
    }

    /// The comments of a match: title, ways of pieces, numbers of moves, and where it begins and ends.
    pub(super) fn path_comments(&mut self, ir: &SequenceIr, path: &PathIr, node: u32, found: &SequenceMatch) {
        let ends: Vec<Cell> = std::iter::once(found.cell).chain(found.others.iter().copied()).collect();
        for (i, cell) in ends.into_iter().enumerate() {
            if let Some(title) = &path.title {
                self.scratch.comments.text(node, title.as_str());
            }
            if path.piece_path {
                let text = self.piece_tracks(path, node, cell.end);
                self.scratch.comments.text(node, text);
            }
            if path.verbose {
                let steps = self.path_steps(path, node, cell.end);
                let title = path.title.as_ref().map_or(String::new(), |title| format!("{title}: "));
                for (k, &q) in steps.iter().enumerate() {
                    self.scratch.comments.text_of(q, || format!("{title}move {} of {}", k + 1, steps.len()));
                }
            }
            if !ir.quiet && self.automatic {
                if !self.scratch.comments.is_full(cell.end) {
                    let start = self.named_position(node);
                    let max = if path.max.is_some() { format!(" Max value: {}", found.value) } else { String::new() };
                    let text = format!("End path of length {} that starts at {start}{max}", found.cell.len);
                    self.scratch.comments.text(cell.end, text);
                }
                let end = self.named_position(cell.end);
                self.scratch.comments.text(node, format!("Start path that ends at {end}"));
                if i > 0 {
                    self.scratch.comments.text(cell.end, "alternative");
                }
            }
        }
    }

    /// The squares that the pieces in focus pass: `Qd1-h5-f7(xf7)`. A piece that does not move leaves an empty item,
    /// unless it comes before all pieces that move.
    fn piece_tracks(&mut self, path: &PathIr, start: u32, end: u32) -> String {
        let Some(focus) = self.focus_again(path, start) else { return String::new() };
        let mut route = vec![end];
        while let Some(parent) = self.view.parent(route[route.len() - 1])
            && route[route.len() - 1] != start
        {
            route.push(parent);
        }
        route.reverse();
        let mut ways = Vec::new();
        for square in self.board(start).occupied() {
            let Some(piece) = self.piece_on(start, square).filter(|&piece| focus.pieces.has(piece)) else { continue };
            let Some(man) = self.board(start).piece_at(square) else { continue };
            let mut way = format!("{}{square}", man.char());
            let (mut at, mut moved) = (square, false);
            for &q in &route[1..] {
                match self.scratch.facts.pieces.square(q, piece) {
                    Some(there) if there != at => {
                        way.push_str(&format!("-{there}"));
                        (at, moved) = (there, true);
                    }
                    Some(_) => {}
                    None => {
                        way.push_str(&format!("(x{at})"));
                        moved = true;
                        break;
                    }
                }
            }
            if moved || !ways.is_empty() {
                ways.push(if moved { way } else { String::new() });
            }
        }
        format!("Focus path: {}", ways.join(" "))
    }
}

/// A point to go back to: where the comments stood, and the atomic variables before a move.
type Save = (usize, Option<Atomics>);

/// A search in run order from one start.
struct Run<'m, 'a, 'p> {
    source: MoveSource<'m, 'a, 'p>,
    /// The mark at which the comments of the current run begin.
    mark: usize,
    best: Option<SequenceMatch>,
    /// The mark at which the comments of the best run end, as long as the stack still holds them. They are copied when
    /// it is cut, so that a run that goes on and on is copied once.
    held: Option<usize>,
    /// The comments of the best run once they are copied, and of the others that are kept.
    kept: Vec<(u32, Note)>,
    others_kept: Vec<(u32, Note)>,
    /// The values of atomic variables when the best run succeeded.
    atomics: Atomics,
    /// Comments and atomic variables to go back to.
    saves: Vec<Save>,
}

impl Run<'_, '_, '_> {
    /// Copies the comments of the best run if the stack is about to be cut into them.
    fn keep(&mut self, cut: usize) {
        if let Some(end) = self.held.filter(|&end| end > cut) {
            // Nothing is copied where nothing is cut.
            let held = self.source.evaluator.scratch.comments.since(self.mark).get(..end - self.mark);
            self.kept = held.unwrap_or_default().to_vec();
            self.held = None;
        }
    }

    fn counted(&mut self, len: u32) {
        if let Some(run) = self.source.evaluator.scratch.paths.runs.last_mut() {
            run.count = len;
        }
    }
}

/// After the last effect, moves are followed without a run.
impl<'m, 'a, 'p> MovesBeside for Run<'m, 'a, 'p> {
    type Pure = MoveSource<'m, 'a, 'p>;

    fn pure(&mut self) -> &mut Self::Pure {
        &mut self.source
    }
}

impl Moves for Run<'_, '_, '_> {
    fn moves(&mut self, node: u32, first: bool, reached: &mut Vec<u32>) {
        self.source.evaluator.path_moves(self.source.focus, node, first, reached);
    }

    fn accepts(&mut self, pred: Pred, node: u32, len: u32) -> bool {
        // Of the runs that are not shorter than the best none counts; others as good may be kept.
        let most = self.best.as_ref().filter(|_| self.source.ir.shortest).map(|best| best.cell.len);
        let most = most.map(|most| if self.source.path.keep_all_best { most + 1 } else { most });
        if most.is_some_and(|most| len >= most) {
            return false;
        }
        self.counted(len);
        self.source.evaluator.path_accepts(self.source.ir, self.source.focus, pred, node)
    }

    fn holds(&mut self, pred: Pred, node: u32, len: u32) -> bool {
        self.counted(len);
        self.source.evaluator.path_symbol(self.source.ir, pred, node)
    }

    fn success(&mut self, cell: Cell) -> bool {
        self.counted(cell.len);
        let value = match self.source.path.max {
            Some(max) => match self.source.evaluator.number(max, cell.end) {
                Some(value) => value,
                None => return true,
            },
            None => i64::from(cell.len),
        };
        // Of the shortest runs the first counts, regardless of its value.
        let rank = |cell: Cell, value: i64| if self.source.ir.shortest { -i64::from(cell.len) } else { value };
        let (found, best) = (rank(cell, value), self.best.as_ref().map(|best| rank(best.cell, best.value)));
        if best.is_none_or(|best| found > best) {
            self.best = Some(SequenceMatch { cell, value, others: Vec::new() });
            self.held = Some(self.source.evaluator.scratch.comments.mark());
            self.kept.clear();
            self.others_kept.clear();
            self.atomics = self.source.evaluator.atomics();
            if let Some(run) = self.source.evaluator.scratch.paths.runs.last_mut() {
                run.end = Some(cell.end);
            }
        } else if self.source.path.keep_all_best && best == Some(found) {
            self.others_kept.extend_from_slice(self.source.evaluator.scratch.comments.since(self.mark));
            if let Some(best) = &mut self.best {
                best.others.push(cell);
            }
        }
        self.source.ir.shortest || !self.source.ir.first_match
    }

    fn has_succeeded(&self) -> bool {
        self.best.is_some()
    }

    fn mark(&mut self, moved: bool) -> usize {
        let atomics = moved.then(|| self.source.evaluator.atomics());
        self.saves.push((self.source.evaluator.scratch.comments.mark(), atomics));
        self.saves.len() - 1
    }

    fn undo(&mut self, mark: usize) {
        while self.saves.len() > mark {
            let Some((comments, atomics)) = self.saves.pop() else { return };
            self.keep(comments);
            self.source.evaluator.scratch.comments.cut(comments);
            self.source.evaluator.give_back(atomics.unwrap_or_default());
        }
    }
}
