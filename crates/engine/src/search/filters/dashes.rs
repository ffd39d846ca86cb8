//! The evaluator: moves written with dashes.
//!
//! CQL 6.2 evaluates both sides of a dash wherever a move was played, even if the other side is empty. That shows only
//! if a side assigns, comments, sorts or prints: such a side is evaluated once for the position (`Evaluator::head`),
//! any other one where a move has to be compared with it.

use super::moves::names;
use crate::chess::{Bitboard, Move, MoveKind, Square};
use crate::ir::{DashId, DashIr, MoveId, NumId, PosId, PromotionIr, SetId, TextId};
use crate::search::evaluator::Evaluator;
use crate::search::scratch::{Built, Pieces};
use std::collections::HashSet;

/// A dash at the position before the moves that it looks at.
struct Head {
    node: u32,
    /// The squares of the left and of the right side, if they are evaluated once for all moves of the position; otherwise
    /// a side is evaluated where a move is compared with it.
    known: [Option<Bitboard>; 2],
}

impl Evaluator<'_> {
    /// True if some move played here fits, and its target holds.
    pub(super) fn any_dash(&mut self, id: DashId, node: u32) -> bool {
        let fitting = |evaluator: &mut Self, child| evaluator.dash_target(id, child).then_some(());
        self.dash_value(id, false, node, fitting).is_some()
    }

    /// True if the move that led here fits, and its target holds.
    pub(in crate::search) fn last_move_fits(&mut self, id: DashId, node: u32) -> bool {
        self.dash_fits(id, node, None) && self.dash_target(id, node)
    }

    fn dash_target(&mut self, id: DashId, tail: u32) -> bool {
        self.plan.ir.dash(id).target.is_none_or(|target| self.truth(target, tail))
    }

    /// The number of moves played here that fit and whose target holds.
    pub(super) fn count_dash(&mut self, id: DashId, node: u32) -> i64 {
        let Some(head) = self.head(id, false, node) else { return 0 };
        let (mut count, mut next) = (0, self.view.first_child(node));
        while let Some(child) = next {
            count += i64::from(self.fits(id, &head, child, None) && self.dash_target(id, child));
            next = self.next_child(child);
        }
        count
    }

    /// The position before the moves that a dash looks at, if there are any: those played here, or the one that led
    /// here. A side that does more than yield squares is evaluated there, once, no matter what the other side holds; any other
    /// side only where a move has to be compared with it.
    fn head(&mut self, id: DashId, last: bool, node: u32) -> Option<Head> {
        let plan = self.plan;
        let head = if last { self.view.parent(node)? } else { self.view.first_child(node).map(|_| node)? };
        let (dash, info) = (plan.ir.dash(id), plan.ir.dash_info(id));
        let mut known = [None; 2];
        // Rare, and kept out of the way of the work for every move.
        if info.effect || info.comments && self.scratch.comments.wanted() {
            for (known, side) in known.iter_mut().zip([dash.left, dash.right]) {
                *known = side.filter(|set| self.is_observed(*set)).map(|set| self.set(set, head));
            }
        }
        Some(Head { node: head, known })
    }

    /// True if it shows whether a set is evaluated.
    fn is_observed(&self, set: SetId) -> bool {
        let info = self.plan.ir.set_info(set);
        info.effect || info.comments && self.scratch.comments.wanted()
    }

    /// The number of pairs of origin and destination among the generated moves; promotions on a square count once.
    pub(super) fn count_ways(&mut self, id: MoveId, node: u32) -> i64 {
        if self.plan.ir.move_filter(id).counts_all_legal() && self.view.situation(node).is_none() {
            return i64::from(self.board(node).count_legal_moves(1));
        }
        let (mut ways, mut promoting) = (0, HashSet::new());
        self.each_move(id, node, &mut |_, m, _| {
            ways += i64::from(m.promotion.is_none() || promoting.insert((m.from, m.to)));
            true
        });
        ways
    }

    /// The squares after the first move that fits: none, if it has none.
    pub(super) fn dash_squares(&mut self, id: DashId, last: bool, target: SetId, node: u32) -> Bitboard {
        // A promotion that does not fit fails in the target, which then has no squares.
        let plan = self.plan;
        let promotes = plan.ir.dash(id).promotion.is_some();
        let Some(head) = self.head(id, last, node) else { return Bitboard::EMPTY };
        let mut next = self.first_tail(last, node);
        while let Some(tail) = next.filter(|&tail| !self.sides_fit(id, &head, tail, None)) {
            next = self.next_tail(last, tail);
        }
        match next {
            Some(tail) if !promotes || self.dash_promotes(plan.ir.dash(id), head.node, tail) => self.set(target, tail),
            _ => Bitboard::EMPTY,
        }
    }

    pub(super) fn dash_number(&mut self, id: DashId, last: bool, target: NumId, node: u32) -> Option<i64> {
        self.dash_value(id, last, node, |evaluator, tail| evaluator.number(target, tail))
    }

    pub(super) fn dash_position(&mut self, id: DashId, last: bool, target: PosId, node: u32) -> Option<u32> {
        self.dash_value(id, last, node, |evaluator, tail| evaluator.position(target, tail))
    }

    pub(super) fn dash_text(&mut self, id: DashId, last: bool, target: TextId, node: u32) -> Option<Built> {
        self.dash_value(id, last, node, |evaluator, tail| evaluator.built_text(target, tail))
    }

    /// The value after the first move that fits and has one.
    fn dash_value<T>(
        &mut self,
        id: DashId,
        last: bool,
        node: u32,
        mut value: impl FnMut(&mut Self, u32) -> Option<T>,
    ) -> Option<T> {
        let start = self.scratch.comments.mark();
        let head = self.head(id, last, node)?;
        let mark = self.scratch.comments.mark();
        let mut next = self.first_tail(last, node);
        while let Some(tail) = next {
            if self.fits(id, &head, tail, None)
                && let Some(found) = value(self, tail)
            {
                return Some(found);
            }
            self.scratch.comments.cut(mark);
            next = self.next_tail(last, tail);
        }
        self.scratch.comments.cut(start);
        None
    }

    /// The first of the positions after the moves that a dash looks at: those played here, or the one that led here.
    fn first_tail(&self, last: bool, node: u32) -> Option<u32> {
        if last { Some(node) } else { self.view.first_child(node) }
    }

    fn next_tail(&mut self, last: bool, tail: u32) -> Option<u32> {
        if last { None } else { self.next_child(tail) }
    }

    /// True if the move that led here fits a dash, its target apart. With a focus, parts of castling outside it do not
    /// count.
    pub(super) fn dash_fits(&mut self, id: DashId, node: u32, focus: Option<Pieces>) -> bool {
        let Some(head) = self.head(id, true, node) else { return false };
        self.fits(id, &head, node, focus)
    }

    /// The same of a move from a position.
    fn fits(&mut self, id: DashId, head: &Head, tail: u32, focus: Option<Pieces>) -> bool {
        let plan = self.plan;
        self.sides_fit(id, head, tail, focus) && self.dash_promotes(plan.ir.dash(id), head.node, tail)
    }

    #[inline]
    fn sides_fit(&mut self, id: DashId, head: &Head, tail: u32, focus: Option<Pieces>) -> bool {
        let Some(m) = self.view.move_to(tail) else { return false };
        let plan = self.plan;
        let (dash, [left, right]) = (plan.ir.dash(id), head.known);
        if dash.capture {
            return match m.captured {
                Some(captured) if !m.is_null() => {
                    self.in_side(dash.left, left, head.node, m.origin())
                        && self.in_side(dash.right, right, head.node, Some(captured))
                }
                _ => false,
            };
        }
        parts(m).into_iter().flatten().any(|(from, to)| {
            let mover = |evaluator: &mut Self| from.and_then(|from| evaluator.piece_on(head.node, from));
            let seen = focus.is_none_or(|focus| mover(self).is_some_and(|piece| focus.has(piece)));
            // With `focus capture`, a move is in focus by what it takes.
            let seen = seen || !m.is_castle();
            seen && self.in_side(dash.left, left, head.node, from)
                && self.in_side(dash.right, right, head.node, Some(to))
        })
    }

    /// True if a square is on a side of a dash. A drop has no square on the left.
    #[inline]
    fn in_side(&mut self, side: Option<SetId>, known: Option<Bitboard>, head: u32, square: Option<Square>) -> bool {
        side.is_none_or(|side| {
            square.is_some_and(|square| known.unwrap_or_else(|| self.set(side, head)).contains(square))
        })
    }

    fn dash_promotes(&mut self, dash: &DashIr, head: u32, tail: u32) -> bool {
        let Some(wanted) = &dash.promotion else { return true };
        let Some(role) = self.view.move_to(tail).and_then(|m| m.promotion) else { return false };
        match wanted {
            PromotionIr::Any => true,
            PromotionIr::Pieces(pieces) => names(*pieces, role),
            PromotionIr::Text(text) => match self.text(*text, head) {
                Some(text) => {
                    let any = text.is_empty() || &*text == ".";
                    any || text.chars().any(|c| c.eq_ignore_ascii_case(&role.char()))
                }
                None => false,
            },
        }
    }

    /// `from`, `to`: of castling both squares, or within the target of a dash those of the parts that fit it.
    pub(super) fn last_move(&mut self, to: bool, within: Option<DashId>, node: u32) -> Bitboard {
        let Some(m) = self.view.move_to(node) else { return Bitboard::EMPTY };
        let plan = self.plan;
        let within = within.filter(|_| m.is_castle());
        let within = within.and_then(|dash| Some((plan.ir.dash(dash), self.head(dash, true, node)?)));
        let mut squares = Bitboard::EMPTY;
        for (start, end) in parts(m).into_iter().flatten() {
            let fits = within.as_ref().is_none_or(|(dash, head)| {
                let [left, right] = head.known;
                self.in_side(dash.left, left, head.node, start) && self.in_side(dash.right, right, head.node, Some(end))
            });
            if fits {
                squares |= if to { Some(end) } else { start }.map_or(Bitboard::EMPTY, Bitboard::from);
            }
        }
        squares
    }
}

/// The moves from square to square that a move consists of: two if it castles. A drop comes from no square.
fn parts(m: &Move) -> [Option<(Option<Square>, Square)>; 2] {
    let rook = match m.kind {
        MoveKind::Castle { rook_from, rook_to } => Some((Some(rook_from), rook_to)),
        _ => None,
    };
    [Some((m.origin(), m.to)), rook]
}
