//! The evaluator: `echo` and `consecutivemoves`.

use crate::casts::count_of;
use crate::ir::{Bool, BoolId, CommonIr, EchoIr, Num, NumId, Value, VarId};
use crate::search::control::STEP;
use crate::search::evaluator::Evaluator;
use crate::search::scratch::{CommonRun, Slot};

impl Evaluator<'_> {
    pub(super) fn echo_holds(&mut self, echo: &EchoIr, node: u32) -> bool {
        self.echo(echo, node).is_some()
    }

    /// The greatest value of a pair, if there is one; of a body without a value it is 0.
    pub(super) fn echo(&mut self, echo: &EchoIr, node: u32) -> Option<i64> {
        for var in [echo.source, echo.target] {
            if self.scratch.vars[var.index()] != Slot::Unbound {
                let name = &self.plan.ir.vars[var.index()].name;
                let message = format!("the variable `{name}` of an `echo` already has a value here");
                self.fail(
                    node,
                    message,
                    Some("choose other names for each `echo`, or `unbind` the variables before it"),
                );
                return None;
            }
        }
        let effect = self.plan.ir.value_info(echo.body).effect;
        let first_is_enough = matches!(echo.body, Value::Bool(_)) && !effect && !self.scratch.comments.wanted();
        let before = self.scratch.comments.mark();
        let mut best = None;
        self.assign(echo.source, Slot::Pos(node));
        for q in (0..self.view.len()).filter(|&q| echo.all || q != node) {
            self.assign(echo.target, Slot::Pos(q));
            let mark = self.scratch.comments.mark();
            let value = match echo.body {
                Value::Num(number) => self.echoed_number(number, q),
                Value::Bool(truth) => self.echoed(truth, q).then_some(0),
                _ => None,
            };
            let beaten = echo.best_only && value <= best;
            if value.is_none() || beaten {
                self.scratch.comments.cut(mark);
            } else {
                if echo.best_only {
                    let kept = self.scratch.comments.take_since(mark);
                    self.scratch.comments.cut(before);
                    self.scratch.comments.extend(kept);
                }
                self.comment_pair(echo, node, q);
            }
            best = best.max(value);
            if !self.spend(1, node) || self.scratch.error.is_some() || (first_is_enough && best.is_some()) {
                break;
            }
        }
        self.assign(echo.source, Slot::Unbound);
        self.assign(echo.target, Slot::Unbound);
        best
    }

    /// The truth at a target: what does not depend on the pair comes from columns.
    fn echoed(&mut self, body: BoolId, q: u32) -> bool {
        let plan = self.plan;
        let parts = match plan.ir.bool(body) {
            Bool::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(&body),
        };
        parts.iter().all(|&part| {
            let info = plan.ir.bool_info(part);
            let alone = info.is_closed() && !info.comments && !info.edge;
            if alone { self.holds(part, q) } else { self.truth(part, q) }
        })
    }

    fn echoed_number(&mut self, body: NumId, q: u32) -> Option<i64> {
        match self.plan.ir.num(body) {
            Num::Guard(test, number) => {
                if self.echoed(*test, q) {
                    self.number(*number, q)
                } else {
                    None
                }
            }
            _ => self.number(body, q),
        }
    }

    fn comment_pair(&mut self, echo: &EchoIr, node: u32, q: u32) {
        if echo.quiet || !self.automatic || !self.scratch.comments.wanted() {
            return;
        }
        // Five texts are written, to be dropped again where the filter around fails.
        if !self.spend(4 * STEP, node) {
            return;
        }
        let top = self.view.lca(node, q);
        if top != node && top != q {
            self.scratch.comments.text(top, "LCA");
        }
        let vars = &self.plan.ir.vars;
        self.scratch.comments.text(node, vars[echo.source.index()].name.as_str());
        self.scratch.comments.text(q, vars[echo.target.index()].name.as_str());
        let source = self.named_position(node);
        self.scratch.comments.text(q, format!("-->{source}"));
        let target = self.named_position(q);
        self.scratch.comments.text(node, format!("<--{target}"));
    }

    /// The length of the longest run of consecutive moves that the ways to two positions have in common after they
    /// part.
    pub(super) fn common_moves(&mut self, common: &CommonIr, node: u32) -> Option<i64> {
        let (x, y) = (self.position_in(common.first, node)?, self.position_in(common.second, node)?);
        let tails = self.seeing(x, y, |evaluator| evaluator.run_in_common(x, y))??;
        let length = count_of(tails.len());
        if length == 0 || !self.in_range(common.range, length, node) {
            return None;
        }
        if let Some(record) = common.record
            && self.automatic
            && self.scratch.comments.wanted()
        {
            let old = &mut self.scratch.output.common_runs[record as usize];
            if old.as_ref().is_none_or(|old| old.tails.len() < tails.len()) {
                *old = Some(CommonRun { first: common.first, second: common.second, tails });
            }
        }
        Some(length)
    }

    /// The longest run of equal moves on the ways to two positions, none if one of them lies on the way to the other.
    fn run_in_common(&mut self, x: u32, y: u32) -> Option<Vec<(u32, u32)>> {
        let top = self.view.lca(x, y);
        if top == x || top == y {
            return None;
        }
        let (left, right) = (self.way(top, x), self.way(top, y));
        if !self.spend((left.len() * right.len()) as u64 / 8, x) {
            return None;
        }
        Some(self.longest_run(&left, &right))
    }

    fn position_in(&mut self, var: VarId, node: u32) -> Option<u32> {
        match &self.scratch.vars[var.index()] {
            slot @ Slot::Pos(_) => self.held_position(slot),
            _ => {
                self.unbound(var, node);
                None
            }
        }
    }

    /// The positions below `top` down to `node`.
    fn way(&self, top: u32, node: u32) -> Vec<u32> {
        let up = std::iter::successors(Some(node), |&q| self.view.parent(q)).take_while(|&q| q != top);
        let mut way: Vec<u32> = up.collect();
        way.reverse();
        way
    }

    /// The longest stretch of equal moves: the same piece from the same square to the same square. Of equally long
    /// ones the earliest in the left line, then in the right one.
    fn longest_run(&self, left: &[u32], right: &[u32]) -> Vec<(u32, u32)> {
        let key = |&q: &u32| {
            let mover = self.view.parent(q).map(|above| self.board(above).turn());
            self.view.move_to(q).map(|m| (mover, m.role, m.origin(), m.to))
        };
        let right_keys: Vec<_> = right.iter().map(key).collect();
        // lengths[j + 1]: the equal moves that end with the current move on the left and move j on the right.
        let mut lengths = vec![0usize; right.len() + 1];
        let (mut best, mut end) = (0, (0, 0));
        for (i, q) in left.iter().enumerate() {
            let left_key = key(q);
            for j in (0..right.len()).rev() {
                lengths[j + 1] = if right_keys[j] == left_key { lengths[j] + 1 } else { 0 };
            }
            for (j, &length) in lengths.iter().enumerate().filter(|(_, length)| **length > 0) {
                if length > best {
                    (best, end) = (length, (i + 1, j));
                }
            }
        }
        let pairs = left[end.0 - best..end.0].iter().zip(&right[end.1 - best..end.1]);
        pairs.map(|(&a, &b)| (a, b)).collect()
    }
}
