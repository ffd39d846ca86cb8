//! Numbers that stand for other filters.

use super::super::ids::NumId;
use super::super::node::{Bool, BoundIr, Num, RangeIr, ReachIr};
use super::Lowerer;
use crate::syntax::catalogue::{NumberOp, TruthOp};

impl Lowerer {
    /// `try`: exactly one position from here to the root was reached by a secondary move of White; the value is 1.
    pub(super) fn try_count(&mut self) -> NumId {
        let turn = self.ir.add(Bool::Apply(TruthOp::Btm, Vec::new()));
        let led = self.ir.add(Bool::Apply(TruthOp::Secondary, Vec::new()));
        let body = self.conjunction(vec![turn, led]);
        let one = RangeIr { low: BoundIr::Constant(1), high: BoundIr::Constant(1) };
        let reach = ReachIr { backward: true, range: Some(one), depth: None, body, find: true, quiet: true };
        self.ir.add(Num::Reach(reach))
    }

    /// The move number of CQL 5's `movenumber 3 6`: two positions to a move, no matter who moves first.
    pub(super) fn plain_move_number(&mut self) -> NumId {
        let ply = self.ir.add(Num::Apply(NumberOp::Ply, Vec::new()));
        let (one, two) = (self.number_constant(1), self.number_constant(2));
        let half = self.ir.add(Num::Divide(ply, two));
        self.ir.add(Num::Sum(vec![(false, half), (false, one)]))
    }

    pub(super) fn number_constant(&mut self, n: i64) -> NumId {
        self.ir.add(Num::Constant(n))
    }
}
