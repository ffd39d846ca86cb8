//! The evaluator: the pieces of a game, by their numbers, and where they are.

use super::evaluator::Evaluator;
use super::scratch::Slot;
use crate::chess::{Bitboard, Square};
use crate::ir::VarId;

impl Evaluator<'_> {
    /// The square of the piece of a variable, if it is still on the board.
    pub(super) fn piece_square(&mut self, var: VarId, node: u32) -> Option<Square> {
        match self.scratch.vars[var.index()] {
            Slot::Piece(piece) => {
                self.ready_pieces();
                if self.is_imagined(node) {
                    self.imagined_square(node, piece)
                } else {
                    self.scratch.facts.pieces.square(node, piece)
                }
            }
            _ => {
                self.unbound(var, node);
                None
            }
        }
    }

    /// The number of the piece on a square.
    pub(super) fn piece_on(&mut self, node: u32, square: Square) -> Option<u8> {
        self.ready_pieces();
        if self.is_imagined(node) {
            self.imagined_piece(node, square)
        } else {
            self.scratch.facts.pieces.piece_on(node, square)
        }
    }

    /// The pieces that have a number. Only a piece that was dropped or imagined has none.
    pub(super) fn tracked(&mut self, node: u32) -> Bitboard {
        let occupied = self.board(node).occupied();
        if self.view.situation(0).is_none() && !self.is_imagined(node) {
            return occupied;
        }
        occupied.into_iter().filter(|&square| self.piece_on(node, square).is_some()).collect()
    }

    fn ready_pieces(&mut self) {
        if self.scratch.facts.pieces.is_ready() {
            return;
        }
        let view = self.view;
        let board = |node| view.board(node);
        let exploded: Option<&dyn Fn(u32) -> _> = if view.situation(0).is_some() { Some(&board) } else { None };
        self.scratch.facts.pieces.compute(
            view.board(0),
            view.len(),
            |node| Some((view.parent(node)?, view.move_to(node)?)),
            exploded,
        );
    }
}
