//! Sets of squares.

use super::super::ids::SetId;
use super::super::node::{MoveSquares, Set};
use super::{Lowerer, Result, unsupported};
use crate::chess::Bitboard;
use crate::syntax::ast::{Designator, Filter, MoveFilter, MoveParam, Pieces};

impl Lowerer {
    /// The squares of its moves that a `move` filter yields: those of its first parameter.
    pub(super) fn move_squares(&self, m: &MoveFilter, filter: &Filter) -> Result<MoveSquares> {
        match m.params.first() {
            Some(MoveParam::From(_)) => Ok(MoveSquares::From),
            Some(MoveParam::To(_)) => Ok(MoveSquares::To),
            Some(MoveParam::Capture(_)) => Ok(MoveSquares::Captured),
            _ => unsupported(filter, "as a set"),
        }
    }

    /// A designator; one that accepts every content is a constant.
    pub(super) fn designator(&mut self, d: Designator) -> SetId {
        if d.pieces == Pieces::ANY {
            return self.squares(d.squares);
        }
        self.ir.add(Set::Designator(d))
    }

    pub(super) fn squares(&mut self, squares: Bitboard) -> SetId {
        self.ir.add(Set::Constant(squares))
    }

    pub(super) fn union(&mut self, parts: Vec<SetId>) -> SetId {
        match parts.len() {
            0 => self.squares(Bitboard::EMPTY),
            1 => parts[0],
            _ => self.ir.add(Set::Union(parts)),
        }
    }

    pub(super) fn intersection(&mut self, parts: Vec<SetId>) -> SetId {
        if parts.len() == 1 {
            return parts[0];
        }
        self.ir.add(Set::Intersect(parts))
    }
}
