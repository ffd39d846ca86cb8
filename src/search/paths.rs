//! The evaluator: `path`.
//!
//! A path whose moves are a matter of the tree alone is answered by its automaton, for all starts at once. Focus, `max`
//! and effects are searched in run order, each start by itself; without effects no state is tried twice at a position.

use super::comments::Note;
use super::dashes::Pieces;
use super::machine::Machine;
use super::scratch::Slot;
use crate::ir::{PathIr, SequenceId, SequenceIr, VarId};
use crate::plan::{Class, SequencePlan};
use tabiya_automata::{Cell, Choice, Moves, Pred, Trail};

/// A path that is being followed, or the last one that matched.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathRun {
    pub(super) start: u32,
    /// The moves made so far, or of the match.
    pub(super) count: u32,
    /// Where the best match so far ends.
    pub(super) end: Option<u32>,
}

/// The best match of a path from a position.
#[derive(Clone, Debug)]
pub(super) struct PathMatch {
    /// The number of moves, and where the last one leads.
    pub(super) cell: Cell,
    /// What the filter is worth: the moves, or the greatest value of `max`.
    pub(super) value: i64,
    /// Other matches as good, where they are kept.
    others: Vec<Cell>,
}

impl Machine<'_> {
    /// The match that counts: not banned, and its value in the range. Bans its positions.
    pub(super) fn path_match(&mut self, id: SequenceId, n: u32) -> Option<PathMatch> {
        let ir = self.plan.ir.sequence(id);
        if let Some(ban) = ir.ban
            && !self.is_imagined(n)
            && self.s.bans[ban as usize][n as usize]
        {
            return None;
        }
        let atomics = self.atomics();
        let mark = self.s.comments.mark();
        let found = self.path_best(id, n).filter(|found| self.in_range(ir.range, found.value, n));
        let Some(found) = found else {
            self.s.comments.cut(mark);
            self.give_back(atomics);
            return None;
        };
        if let Some(ban) = ir.ban {
            let mut place = self.view.parent(found.cell.end);
            while let Some(q) = place {
                self.s.bans[ban as usize].set(q as usize, true);
                place = if q == n { None } else { self.view.parent(q) };
            }
        }
        self.s.last_path = Some(PathRun { start: n, count: found.cell.len, end: Some(found.cell.end) });
        if self.s.comments.wanted() {
            self.path_comments(ir, n, &found);
        }
        Some(found)
    }

    fn path_best(&mut self, id: SequenceId, n: u32) -> Option<PathMatch> {
        let sequence = self.plan.sequence(id);
        let symbols = &self.plan.ir.sequence(id).symbols;
        let speaks = symbols.iter().any(|&symbol| self.plan.ir.bool_info(symbol).comments);
        if self.s.comments.wanted() && speaks {
            return self.path_in_order(id, sequence, n);
        }
        let cell = match sequence.class {
            _ if self.is_imagined(n) => return None, // nothing is played there
            Class::Closed | Class::Parametric(_) => self.automaton_cell(id, n)?,
            Class::Ordered | Class::Effectful => return self.path_in_order(id, sequence, n),
        };
        // The automaton counts positions.
        let cell = Cell { len: cell.len - 1, end: cell.end };
        Some(PathMatch { cell, value: i64::from(cell.len), others: Vec::new() })
    }

    fn path_in_order(&mut self, id: SequenceId, sequence: &SequencePlan, n: u32) -> Option<PathMatch> {
        let ir = self.plan.ir.sequence(id);
        let path = ir.path.as_deref()?;
        let program = sequence.moves.as_ref()?;
        let focus = path.focus.map(|(set, capture)| {
            let squares = self.set(set, n);
            let numbers: Vec<u8> = squares.into_iter().filter_map(|square| self.piece_on(n, square)).collect();
            Focus { pieces: Pieces::new(numbers.into_iter()), capture }
        });
        let pure = sequence.class != Class::Effectful;
        let mut trail = self.s.trails.pop().unwrap_or_else(|| Trail::new(self.plan.options.step_limit));
        self.s.path_runs.push(PathRun { start: n, count: 0, end: None });
        let mark = self.s.comments.mark();
        let mut run = Run {
            ir,
            path,
            focus,
            mark,
            first: sequence.choice == Choice::First,
            best: None,
            held: None,
            kept: Vec::new(),
            others_kept: Vec::new(),
            atomics: Vec::new(),
            saves: Vec::new(),
            machine: self,
        };
        let result = trail.run(program, &mut run, pure, n);
        run.keep(mark);
        let Run { best, kept, others_kept, atomics, .. } = run;
        self.s.path_runs.pop();
        self.s.trails.push(trail);
        self.s.comments.cut(mark);
        if result.is_err() {
            let limit = self.plan.options.step_limit;
            let help = "its moves assign variables, ban positions or print, so they are tried one by one; take that out \
                        of the path or make the pattern more definite";
            self.fail(n, format!("a path was given up after {limit} steps"), Some(help));
            return None;
        }
        let best = best?;
        self.s.comments.extend(kept);
        self.s.comments.extend(others_kept);
        self.give_back(atomics);
        Some(best)
    }

    /// The atomic variables and their values.
    fn atomics(&self) -> Atomics {
        let vars = self.plan.ir.vars.iter().enumerate().filter(|(_, var)| var.atomic);
        vars.map(|(i, _)| (VarId::from(i), self.s.vars[i].clone())).collect()
    }

    fn give_back(&mut self, atomics: Atomics) {
        for (var, slot) in atomics {
            self.assign(var, slot);
        }
    }

    /// The innermost path around the evaluation, else the last one that matched.
    pub(super) fn current_path(&self) -> Option<PathRun> {
        self.s.path_runs.last().copied().or(self.s.last_path)
    }

    /// Whether the move to a position is one of the pieces in focus.
    fn in_focus(&mut self, focus: Focus, tail: u32) -> bool {
        let Some((head, m)) = self.view.parent(tail).zip(self.view.move_to(tail)) else { return false };
        let mut squares: Vec<_> = m.origin().into_iter().collect();
        if let crate::chess::MoveKind::Castle { rook_from, .. } = m.kind {
            squares.push(rook_from);
        }
        if focus.capture {
            squares.extend(m.captured);
        }
        squares.into_iter().any(|square| self.piece_on(head, square).is_some_and(|piece| focus.pieces.has(piece)))
    }

    /// The positions after the moves of a path, from its start to its end.
    fn path_steps(&mut self, path: &PathIr, start: u32, end: u32) -> Vec<u32> {
        let focus = self.focus_at(path, start);
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

    fn focus_at(&mut self, path: &PathIr, start: u32) -> Option<Focus> {
        let (set, capture) = path.focus?;
        self.s.comments.mute();
        let squares = self.set(set, start);
        self.s.comments.unmute();
        let numbers: Vec<u8> = squares.into_iter().filter_map(|square| self.piece_on(start, square)).collect();
        Some(Focus { pieces: Pieces::new(numbers.into_iter()), capture })
    }

    /// The comments of a match: title, ways of pieces, numbers of moves, and where it begins and ends.
    fn path_comments(&mut self, ir: &SequenceIr, n: u32, found: &PathMatch) {
        let Some(path) = ir.path.as_deref() else { return };
        let ends: Vec<Cell> = std::iter::once(found.cell).chain(found.others.iter().copied()).collect();
        for (i, cell) in ends.into_iter().enumerate() {
            if let Some(title) = &path.title {
                self.s.comments.text(n, title.as_str());
            }
            if path.piece_path {
                let text = self.piece_ways(path, n, cell.end);
                self.s.comments.text(n, text);
            }
            if path.verbose {
                let steps = self.path_steps(path, n, cell.end);
                let title = path.title.as_ref().map_or(String::new(), |title| format!("{title}: "));
                for (k, &q) in steps.iter().enumerate() {
                    self.s.comments.text(q, format!("{title}move {} of {}", k + 1, steps.len()));
                }
            }
            if !ir.quiet && self.automatic {
                let start = self.named_position(n);
                let max = if path.max.is_some() { format!(" Max value: {}", found.value) } else { String::new() };
                let length = found.cell.len;
                self.s.comments.text(cell.end, format!("End path of length {length} that starts at {start}{max}"));
                let end = self.named_position(cell.end);
                self.s.comments.text(n, format!("Start path that ends at {end}"));
                if i > 0 {
                    self.s.comments.text(cell.end, "alternative");
                }
            }
        }
    }

    /// Where the pieces in focus go: `Qd1-h5-f7(xf7)`. A piece that stays leaves its blank.
    fn piece_ways(&mut self, path: &PathIr, start: u32, end: u32) -> String {
        let Some(focus) = self.focus_at(path, start) else { return String::new() };
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
                match self.s.pieces.square(q, piece) {
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
            ways.push(if moved { way } else { String::new() });
        }
        format!("Focus path: {}", ways.join(" "))
    }
}

/// The pieces whose moves a path is about.
#[derive(Clone, Copy, Debug)]
struct Focus {
    pieces: Pieces,
    /// Whether captures of them count.
    capture: bool,
}

/// A point to go back to: where the comments stood, and the atomic variables before a move.
type Save = (usize, Option<Atomics>);

/// Atomic variables and their values.
type Atomics = Vec<(VarId, Slot)>;

/// A search in run order from one start.
struct Run<'m, 'a, 'p> {
    machine: &'m mut Machine<'a>,
    ir: &'p SequenceIr,
    path: &'p PathIr,
    focus: Option<Focus>,
    /// Where the comments of the current run begin.
    mark: usize,
    /// The first success is the match.
    first: bool,
    best: Option<PathMatch>,
    /// Where the comments of the best run end, as long as the stack still holds them. They are copied when it is cut, so
    /// that a run that goes on and on is copied once.
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
            let held = self.machine.s.comments.since(self.mark).get(..end - self.mark);
            self.kept = held.unwrap_or_default().to_vec();
            self.held = None;
        }
    }

    fn counted(&mut self, len: u32) {
        if let Some(run) = self.machine.s.path_runs.last_mut() {
            run.count = len;
        }
    }

    /// The truth of a symbol; without effects and comments it may come from a column.
    fn symbol(&mut self, pred: Pred, node: u32) -> bool {
        let id = self.ir.symbols[pred.index()];
        let info = self.machine.plan.ir.bool_info(id);
        if self.machine.s.error.is_some() {
            return false;
        }
        if info.effect || info.comments && self.machine.s.comments.wanted() {
            self.machine.truth(id, node)
        } else {
            self.machine.holds(id, node)
        }
    }
}

impl Moves for Run<'_, '_, '_> {
    fn moves(&mut self, node: u32, first: bool, reached: &mut Vec<u32>) {
        let view = self.machine.view;
        let Some(focus) = self.focus else { return reached.extend(view.children(node)) };
        // A path begins with a move of its start; later, moves of others are passed over.
        let mut todo: Vec<u32> = view.children(node).collect();
        todo.reverse();
        while let Some(child) = todo.pop() {
            if self.machine.in_focus(focus, child) {
                reached.push(child);
            } else if !first {
                let before = todo.len();
                todo.extend(view.children(child));
                todo[before..].reverse();
            }
        }
    }

    fn accepts(&mut self, pred: Pred, node: u32, len: u32) -> bool {
        self.counted(len);
        let id = self.ir.symbols[pred.index()];
        if let (Some(focus), crate::ir::Bool::Came(dash)) = (self.focus, self.machine.plan.ir.bool(id)) {
            let dash = *dash;
            let Some(head) = self.machine.view.parent(node) else { return false };
            let target = self.machine.plan.ir.dash(dash).target;
            return self.machine.dash_fits(dash, head, node, Some(focus.pieces))
                && target.is_none_or(|target| self.machine.truth(target, node));
        }
        self.symbol(pred, node)
    }

    fn holds(&mut self, pred: Pred, node: u32, len: u32) -> bool {
        self.counted(len);
        self.symbol(pred, node)
    }

    fn success(&mut self, cell: Cell) -> bool {
        self.counted(cell.len);
        let value = match self.path.max {
            Some(max) => match self.machine.number(max, cell.end) {
                Some(value) => value,
                None => return true,
            },
            None => i64::from(cell.len),
        };
        let best = self.best.as_ref().map(|best| best.value);
        if best.is_none_or(|best| value > best) {
            self.best = Some(PathMatch { cell, value, others: Vec::new() });
            self.held = Some(self.machine.s.comments.mark());
            self.kept.clear();
            self.others_kept.clear();
            self.atomics = self.machine.atomics();
            if let Some(run) = self.machine.s.path_runs.last_mut() {
                run.end = Some(cell.end);
            }
        } else if self.path.keep_all_best && best == Some(value) {
            self.others_kept.extend_from_slice(self.machine.s.comments.since(self.mark));
            if let Some(best) = &mut self.best {
                best.others.push(cell);
            }
        }
        !self.first
    }

    fn mark(&mut self, moved: bool) -> usize {
        let atomics = moved.then(|| self.machine.atomics());
        self.saves.push((self.machine.s.comments.mark(), atomics));
        self.saves.len() - 1
    }

    fn undo(&mut self, mark: usize) {
        while self.saves.len() > mark {
            let Some((comments, atomics)) = self.saves.pop() else { return };
            self.keep(comments);
            self.machine.s.comments.cut(comments);
            self.machine.give_back(atomics.unwrap_or_default());
        }
    }
}
