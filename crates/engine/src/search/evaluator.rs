//! The evaluator: a plan, a game, and the memory to evaluate the one on the other. Here: what all kinds of filters use.

use super::context::{CompatOptions, Files};
use super::control::RunControl;
use super::error::{RunError, RunErrorKind};
use super::results::RunEvent;
use super::scratch::{Scratch, Slot};
use crate::chess::Board;
use crate::game::{Game, TreeView};
use crate::ir::{BoundIr, RangeIr, VarId};
use crate::plan::Plan;
use std::sync::Arc;

/// The edge that linearized `move` filters see: none when nothing is linearized here.
pub(super) type Edge = Option<Option<u32>>;

/// A plan, a game and the memory to evaluate the one on the other.
pub(super) struct Evaluator<'a> {
    pub(super) plan: &'a Plan,
    pub(super) game: &'a Game,
    pub(super) view: TreeView<'a>,
    pub(super) scratch: &'a mut Scratch,
    pub(super) edge: Edge,
    /// True if this pass emits events; a second pass over a game, for its comments, does not.
    pub(super) emits_events: bool,
    /// True if filters leave comments that the query does not ask for.
    pub(super) automatic: bool,
    /// True if matches come with the paths of their sequences.
    pub(super) paths: bool,
    /// True if the paths say which constituent matched each position.
    pub(super) constituents: bool,
    pub(super) events: Vec<RunEvent>,
    pub(super) files: Option<Arc<dyn Files>>,
    pub(super) compat: CompatOptions,
    pub(super) control: &'a RunControl,
    /// The number of games of the run, where it is known.
    pub(super) last_game_number: Option<u64>,
}

impl<'a> Evaluator<'a> {
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
}
