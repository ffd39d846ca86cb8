//! The evaluator: a plan, a game, and the memory to evaluate the one on the other. Here: what all kinds of filters use.

use super::context::GameContext;
use super::error::{RunError, RunErrorKind};
use super::results::RunEvent;
use super::scratch::{PathRun, Scratch, Slot};
use crate::chess::{Board, Color};
use crate::facts::Column;
use crate::game::{Game, IMAGINED, TreeView};
use crate::ir::{BoolId, BoundIr, NumId, RangeIr, SequenceIr, VarId};
use crate::plan::Plan;

/// The edge that linearized `move` filters see: none when nothing is linearized here.
pub(super) type Edge = Option<Option<u32>>;

/// Atomic variables and their values.
pub(super) type Atomics = Vec<(VarId, Slot)>;

/// A plan, a game and the memory to evaluate the one on the other.
pub(super) struct Evaluator<'a> {
    pub(super) plan: &'a Plan,
    pub(super) game: &'a Game,
    pub(super) view: TreeView<'a>,
    pub(super) scratch: &'a mut Scratch,
    /// What the caller wants of the search of this game.
    pub(super) context: &'a GameContext,
    pub(super) edge: Edge,
    /// True if this pass emits events; a second pass over a game, for its comments, does not.
    pub(super) emits_events: bool,
    /// True if filters leave comments that the query does not ask for.
    pub(super) automatic: bool,
    pub(super) events: Vec<RunEvent>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator that emits no events and leaves only the comments that the query asks for.
    pub(super) fn new(
        plan: &'a Plan,
        game: &'a Game,
        view: TreeView<'a>,
        scratch: &'a mut Scratch,
        context: &'a GameContext,
    ) -> Self {
        Evaluator {
            plan,
            game,
            view,
            scratch,
            context,
            edge: None,
            emits_events: false,
            automatic: false,
            events: Vec::new(),
        }
    }

    pub(super) fn board(&self, node: u32) -> &'a Board {
        self.view.board(node)
    }

    /// Notes why the search cannot go on.
    pub(super) fn fail(&mut self, node: u32, message: impl Into<String>, help: Option<&str>) {
        self.fail_as(RunErrorKind::Query, node, message, help);
    }

    pub(super) fn assign(&mut self, var: VarId, slot: Slot) {
        self.scratch.vars[var.index()] = slot;
    }

    pub(super) fn assign_some(&mut self, var: VarId, slot: Option<Slot>) -> bool {
        let assigned = slot.is_some();
        if let Some(slot) = slot {
            self.assign(var, slot);
        }
        assigned
    }

    /// Notes that a variable was read before it had a value.
    pub(super) fn unbound(&mut self, var: VarId, node: u32) {
        let message = format!("the variable `{}` has no value here", self.plan.ir.vars[var.index()].name);
        let help = "assign the variable before it is read; variables have no value at the start of each game";
        self.fail_unbound(node, message, help);
    }

    /// Notes that something was read before it had a value.
    pub(super) fn fail_unbound(&mut self, node: u32, message: String, help: &str) {
        let position = self.in_game(node);
        // The steps that are left stay allowed: the error may be forgiven.
        self.scratch.error.get_or_insert_with(|| RunError {
            message,
            help: Some(help.to_owned()),
            position,
            kind: RunErrorKind::Query,
            unbound: true,
        });
    }

    /// Forgets the error of an evaluation that began without one, if all there is to it is a variable without a value.
    pub(super) fn forgive_unbound(&mut self, sound: bool) -> bool {
        let forgiven = sound && self.scratch.error.as_ref().is_some_and(|error| error.unbound);
        if forgiven {
            self.scratch.error = None;
        }
        forgiven
    }

    /// The ends of a range; variables are read now.
    pub(super) fn range(&mut self, range: RangeIr, node: u32) -> Option<(i64, i64)> {
        let mut end = |bound: BoundIr| match bound {
            BoundIr::Constant(value) => Some(value),
            BoundIr::Variable(var) => match self.scratch.vars[var.index()] {
                Slot::Num(value) => Some(value),
                _ => {
                    self.unbound(var, node);
                    None
                }
            },
        };
        Some((end(range.low)?, end(range.high)?))
    }

    pub(super) fn in_range(&mut self, range: Option<RangeIr>, value: i64, node: u32) -> bool {
        match range {
            None => true,
            Some(range) => self.range(range, node).is_some_and(|(low, high)| low <= value && value <= high),
        }
    }

    /// The values of some variables, as the key of what depends on them.
    pub(super) fn key(&self, reads: &[VarId]) -> Vec<Slot> {
        reads.iter().map(|var| self.scratch.vars[var.index()].clone()).collect()
    }

    /// True if a position lies outside the game.
    #[inline]
    pub(super) fn is_imagined(&self, node: u32) -> bool {
        node >= IMAGINED
    }

    /// The position of the game at which a position was imagined.
    pub(super) fn in_game(&self, node: u32) -> u32 {
        let mut place = node;
        while self.is_imagined(place) {
            let saved = || self.scratch.imaginations.saved.get(&place).map(|saved| saved.parent);
            let Some(parent) = self.view.imagined(place).map(|imagined| imagined.parent).or_else(saved) else { break };
            place = parent;
        }
        place
    }

    /// Notes why the search cannot go on; from now on no step is allowed.
    pub(super) fn fail_as(&mut self, kind: RunErrorKind, node: u32, message: impl Into<String>, help: Option<&str>) {
        let position = self.in_game(node);
        self.scratch.meter.close();
        self.scratch.error.get_or_insert_with(|| RunError {
            message: message.into(),
            help: help.map(str::to_owned),
            position,
            kind,
            unbound: false,
        });
    }

    /// The answer to a test, kept until the end of the game where the test is about the game.
    pub(super) fn once_a_game(&mut self, id: BoolId, ask: impl FnOnce(&mut Self) -> bool) -> bool {
        let Some(place) = self.plan.per_game_tests[id.index()] else { return ask(self) };
        if let Some(known) = self.scratch.answers.per_game_tests[place as usize] {
            return known;
        }
        let holds = ask(self);
        self.scratch.answers.per_game_tests[place as usize] = Some(holds);
        holds
    }

    /// Asks without comments.
    pub(super) fn muted<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.scratch.comments.mute();
        let answer = ask(self);
        self.scratch.comments.unmute();
        answer
    }

    /// A truth that is found out once at each position of the game.
    #[inline]
    pub(super) fn kept(
        &mut self,
        column: impl Fn(&mut Scratch) -> &mut Column,
        node: u32,
        find: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        if self.is_imagined(node) {
            return find(self);
        }
        if let Some(known) = column(self.scratch).get(node) {
            return known;
        }
        let value = find(self);
        column(self.scratch).set(node, value);
        value
    }

    /// The first of the best values that items have; comments stay for the best ones only.
    pub(super) fn best_of<Id: Copy, T: PartialEq>(
        &mut self,
        items: &[Id],
        better: impl Fn(&T, &T) -> bool,
        mut value: impl FnMut(&mut Self, Id) -> Option<T>,
    ) -> Option<T> {
        let start = self.scratch.comments.mark();
        let mut best: Option<T> = None;
        for &item in items {
            let mark = self.scratch.comments.mark();
            match value(self, item) {
                Some(value) if best.as_ref().is_none_or(|best| better(&value, best)) => {
                    let fresh = self.scratch.comments.take_since(mark);
                    self.scratch.comments.cut(start);
                    self.scratch.comments.extend(fresh);
                    best = Some(value);
                }
                Some(value) if best.as_ref() == Some(&value) => {}
                _ => self.scratch.comments.cut(mark),
            }
        }
        best
    }

    /// A result that 64 bits do not hold is an error of the query.
    pub(super) fn checked(&mut self, result: Option<i64>, id: NumId, node: u32) -> Option<i64> {
        if result.is_none() {
            let help = "numbers range from -9223372036854775808 to 9223372036854775807";
            let text = self.plan.ir.text_of(id);
            self.fail(node, format!("the number `{text}` is too large"), Some(help));
        }
        result
    }

    /// The number of the move about to be played: 1 at the start, regardless of the FEN tag.
    pub(super) fn move_number(&self, node: u32) -> i64 {
        let ply = i64::from(self.view.node(node).ply);
        let black_starts = i64::from(self.board(0).turn() == Color::Black);
        (ply + black_starts) / 2 + 1
    }

    /// The innermost path around the evaluation, else the last one that matched.
    pub(super) fn current_path(&self) -> Option<PathRun> {
        self.scratch.paths.runs.last().copied().or(self.scratch.paths.last)
    }

    /// The atomic variables and their values.
    pub(super) fn atomics(&self) -> Atomics {
        let all = &self.plan.ir.vars;
        if all.is_empty() {
            return Vec::new();
        }
        let vars = all.iter().enumerate().filter(|(_, var)| var.atomic);
        vars.map(|(i, _)| (VarId::from(i), self.scratch.vars[i].clone())).collect()
    }

    pub(super) fn give_back(&mut self, atomics: Atomics) {
        for (var, slot) in atomics {
            self.assign(var, slot);
        }
    }

    /// The colour whose positions a `next2` that starts here consumes.
    pub(super) fn color(&self, ir: &SequenceIr, node: u32) -> Option<Color> {
        ir.single_color().then(|| self.board(node).turn())
    }

    /// The positions that a match consumed, from its start to its end.
    pub(super) fn route(&self, ir: &SequenceIr, start: u32, end: u32) -> Vec<u32> {
        let (low, high) = if ir.backward() { (end, start) } else { (start, end) };
        let turn = self.board(start).turn();
        let mut route: Vec<u32> = Vec::new();
        let mut place = Some(high);
        while let Some(q) = place {
            if !ir.single_color() || self.board(q).turn() == turn {
                route.push(q);
            }
            place = if q == low { None } else { self.view.parent(q) };
        }
        if !ir.backward() {
            route.reverse();
        }
        route
    }
}
