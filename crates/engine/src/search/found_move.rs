//! The evaluator: the move that the conditions of a match are about, so that it can be shown as a solution.
//!
//! A condition names a move if it says something of it: `move from Q`, `Q--e4`, `child:mate`, `move legal : mate`. A bare `move` does
//! not, and neither does a filter below `not`. Filters with effects are not evaluated a second time. Where several conditions name a
//! move, the first in the order of squares is taken, so that it does not depend on the order in which the plan asks them.

use super::evaluator::Evaluator;
use crate::chess::Move;
use crate::ir::{Bool, BoolId, DashId, MoveId, MoveIr, MoveMode, Set};

impl Evaluator<'_> {
    /// The move that filters among the conjuncts of a body find from a position where the body matches. One that could be
    /// played goes before one that was: a query that asks for both looks for what was missed.
    pub(super) fn match_move(&mut self, body: BoolId, node: u32) -> Option<Move> {
        if self.view.situation(node).is_some() {
            return None; // what a move does there is not on the board alone
        }
        let modes = [MoveMode::Legal, MoveMode::Played];
        self.muted(|evaluator| modes.into_iter().find_map(|mode| evaluator.found_move(body, mode, node)))
    }

    fn found_move(&mut self, id: BoolId, mode: MoveMode, node: u32) -> Option<Move> {
        let plan = self.plan;
        match plan.ir.bool(id) {
            Bool::And(parts) => first_of(parts, |part| self.found_move(part, mode, node)),
            Bool::Or(parts) | Bool::AnyCopy(parts) => self.move_of_any(parts, mode, node),
            Bool::Placements(table) => self.move_of_any(&table.copies, mode, node),
            Bool::Ordered { written: inner, .. } | Bool::Silent(inner) => self.found_move(*inner, mode, node),
            Bool::Move(found) => self.first_move(*found, mode, node),
            Bool::NonEmpty(set) => match plan.ir.set(*set) {
                Set::Move(found, _) => self.first_move(*found, mode, node),
                _ => None,
            },
            // `child:mate`
            Bool::At(position, _) if mode == MoveMode::Played && !plan.ir.bool_info(id).effect => {
                let child = self.position(*position, node).filter(|&to| !self.is_imagined(to))?;
                let child = Some(child).filter(|&to| self.view.parent(to) == Some(node))?;
                self.view.move_to(child).copied()
            }
            Bool::Dash(dash) if mode == MoveMode::Played => self.first_dash(*dash, node),
            _ => None,
        }
    }

    /// The first move that those parts name which hold.
    fn move_of_any(&mut self, parts: &[BoolId], mode: MoveMode, node: u32) -> Option<Move> {
        first_of(parts, |part| {
            let holds = !self.plan.ir.bool_info(part).effect && self.truth(part, node);
            if holds { self.found_move(part, mode, node) } else { None }
        })
    }

    fn first_move(&mut self, id: MoveId, mode: MoveMode, node: u32) -> Option<Move> {
        let plan = self.plan;
        let ir = plan.ir.move_filter(id);
        let says_nothing = *ir == MoveIr { mode, linear: ir.linear, custody: ir.custody, ..MoveIr::default() };
        let effect = ir.target.is_some_and(|target| plan.ir.bool_info(target).effect);
        if ir.mode != mode || ir.reverse || ir.all || ir.null || says_nothing || effect {
            return None;
        }
        let mut first = None;
        self.each_move(id, node, &mut |_, m, _| {
            first = Some(*m);
            false
        });
        first
    }

    fn first_dash(&mut self, id: DashId, node: u32) -> Option<Move> {
        let plan = self.plan;
        let dash = plan.ir.dash(id);
        let effect = dash.target.is_some_and(|target| plan.ir.bool_info(target).effect);
        if effect || dash.fits_every_move() && dash.target.is_none() {
            return None;
        }
        let child = self.view.children(node).find(|&child| self.last_move_fits(id, child))?;
        self.view.move_to(child).copied()
    }
}

/// The first move that parts name.
fn first_of(parts: &[BoolId], found: impl FnMut(BoolId) -> Option<Move>) -> Option<Move> {
    parts.iter().copied().filter_map(found).min_by_key(|m| (m.from, m.to, m.promotion))
}
