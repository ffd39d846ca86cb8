//! The evaluator: positions. None where there is no such position.

use super::numbers::compare;
use crate::chess::{Board, Color, Rank, Role, Square};
use crate::ir::{EditIr, Pos, PosId};
use crate::search::control::STEP;
use crate::search::evaluator::Evaluator;
use crate::search::imagine::Change;
use crate::search::scratch::{Datum, Slot};
use crate::syntax::ast::Compare;

impl Evaluator<'_> {
    /// The position of a filter at a position, if there is one.
    pub(in crate::search) fn position(&mut self, id: PosId, node: u32) -> Option<u32> {
        let plan = self.plan;
        match plan.ir.pos(id) {
            Pos::Apply(op, arguments) => self.position_op(*op, arguments, node),
            Pos::Variable(var) => match &self.scratch.vars[var.index()] {
                slot @ Slot::Pos(_) => self.held_position(slot),
                _ => {
                    self.unbound(*var, node);
                    None
                }
            },
            Pos::Imagine(edits) => self.imagine(edits, node),
            Pos::Compare(op, a, b) => {
                let mark = self.scratch.comments.mark();
                let left = self.position(*a, node);
                let right = if left.is_some() { self.position(*b, node) } else { None };
                let related = |(a, b)| self.seeing(a, b, |evaluator| evaluator.related(*op, a, b)) == Some(true);
                let holds = left.zip(right).is_some_and(related);
                if !holds {
                    self.scratch.comments.cut(mark);
                }
                left.filter(|_| holds)
            }
            Pos::Find(found) => self.find(found, node),
            Pos::If(test, then, otherwise) => {
                let branch = if self.truth(*test, node) { then } else { otherwise };
                self.position(*branch, node)
            }
            Pos::Dash { dash, last, target } => self.dash_position(*dash, *last, *target, node),
            Pos::Measure(measure) => self.measured_position(measure, node),
            Pos::SequenceEnd(id) => self.sequence_end(*id, node),
            Pos::At(position, inner) => {
                self.at(*position, node, |evaluator, there| evaluator.position(*inner, there))?
            }
            Pos::Entry { of, key } => match self.entry(*of, *key, node)? {
                Datum::Pos(position) => Some(position).filter(|&position| self.exists(position)),
                _ => None,
            },
            Pos::Guard(test, position) => self.guarded(*test, node, |evaluator| evaluator.position(*position, node)),
            Pos::Call(arguments, position) => self.truth(*arguments, node).then(|| self.position(*position, node))?,
        }
    }

    fn related(&self, op: Compare, a: u32, b: u32) -> bool {
        match op {
            Compare::Ancestor => a != b && self.view.is_ancestor(a, b),
            Compare::AncestorEqual => a == b || self.view.is_ancestor(a, b),
            Compare::Descendant => a != b && self.view.is_ancestor(b, a),
            Compare::DescendantEqual => a == b || self.view.is_ancestor(b, a),
            _ => compare(op, a.cmp(&b)),
        }
    }

    /// Evaluates at the position of a filter, which may be outside the game; none if there is no such position.
    pub(super) fn at<T>(
        &mut self,
        position: PosId,
        node: u32,
        work: impl FnOnce(&mut Evaluator<'_>, u32) -> T,
    ) -> Option<T> {
        let plan = self.plan;
        if let Pos::Imagine(edits) = plan.ir.pos(position) {
            // A copy of the position, and a game of its own to evaluate in.
            if !self.spend(2 * STEP, node) {
                return None;
            }
            let change = self.edited(edits, node)?;
            return Some(self.imagined(node, change, work));
        }
        let there = self.position(position, node)?;
        self.there(there, work)
    }

    /// The board of this position with some edits; none where a piece has no place to go.
    fn edited(&mut self, edits: &[EditIr], node: u32) -> Option<Change> {
        let mut board = *self.board(node);
        let mut text = Vec::new();
        for edit in edits {
            match edit {
                EditIr::Add { piece, squares } => {
                    let squares = self.set(*squares, node);
                    for square in squares {
                        board.put(square, *piece);
                        text.push(format!("+{}{square}", piece.char()));
                    }
                }
                EditIr::Remove(squares) => {
                    let squares = self.set(*squares, node) & board.occupied();
                    for square in squares {
                        let letter = board.piece_at(square).map_or('_', |piece| piece.char());
                        board.remove(square);
                        text.push(format!("-{letter}{square}"));
                    }
                }
                EditIr::Turn(color) => {
                    if board.turn() != *color {
                        board.set_turn(*color);
                        board.set_en_passant(None);
                        text.push(color.fold_wb("wtm", "btm").to_owned());
                    }
                }
            }
        }
        tidy(&mut board);
        let situation = self.view.situation(node).and_then(|situation| situation.on(&board)).map(Box::new);
        Some(Change { board, situation, mv: None, text: Some(text.join(" ")), back: false })
    }

    /// `imagine` as a position of its own: it is saved.
    pub(super) fn imagine(&mut self, edits: &[EditIr], node: u32) -> Option<u32> {
        let change = self.edited(edits, node)?;
        self.imagined(node, change, |evaluator, there| evaluator.save_position(there))
    }
}

/// Takes away rights that the pieces on the board no longer allow.
fn tidy(board: &mut Board) {
    let kept = board.castling().into_iter().filter(|&rook| {
        let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
        let home = color.fold_wb(Rank::First, Rank::Eighth);
        let king = board.kings(color).into_iter().any(|king| king.rank() == home);
        king && board.by_piece(Role::Rook.of(color)).contains(rook)
    });
    let kept = kept.collect();
    board.set_castling(kept);
    if let Some(square) = board.en_passant() {
        let (behind, color) = match square.rank() {
            Rank::Third => (Square::new(u32::from(square) + 8), Color::White),
            _ => (Square::new(u32::from(square) - 8), Color::Black),
        };
        if !board.by_piece(Role::Pawn.of(color)).contains(behind) || board.turn() == color {
            board.set_en_passant(None);
        }
    }
}
