//! Lowering of moves written with dashes, and of the filters that take one.
//!
//! The sets of a dash are evaluated before the move, its target after it, where `from` and `to` mean the part of a
//! castling move that fits the dash.

use crate::ir::ids::{BoolId, DashId, MoveId, NumId, SetId};
use crate::ir::lower::{Lowerer, Result, unsupported};
use crate::ir::node::{Bool, Castling, DashIr, MoveIr, MoveMode, Num, PromotionIr, Set};
use crate::syntax::ast::{Dash, Filter, Kind, Promotion};
use crate::syntax::catalogue::{Op, Shorthand, TruthOp};

impl Lowerer {
    /// The dash inside the brackets that the filters about dashes allow.
    pub(super) fn dash_inside<'f>(&self, filter: &'f Filter) -> Result<&'f Dash> {
        match &filter.kind {
            Kind::Dash(dash) => Ok(dash),
            Kind::Paren(inner) | Kind::NoTransform(inner) => self.dash_inside(inner),
            Kind::Braces(parts) if parts.len() == 1 => self.dash_inside(&parts[0]),
            _ => unsupported(filter, "as a move"),
        }
    }

    /// The move itself, without its target.
    fn dash_base(&mut self, dash: &Dash) -> Result<DashIr> {
        self.elsewhere(|l| {
            let mut side = |side: &Option<Box<Filter>>| side.as_deref().map(|side| l.set(side)).transpose();
            let (left, right) = (side(&dash.left)?, side(&dash.right)?);
            let promotion = match &dash.promotion {
                None => None,
                Some(Promotion::Any) => Some(PromotionIr::Any),
                Some(Promotion::Pieces(pieces)) => Some(PromotionIr::Pieces(*pieces)),
                Some(Promotion::Text(text)) => Some(PromotionIr::Text(l.text(text)?)),
            };
            Ok(DashIr { capture: dash.capture, left, right, promotion, target: None })
        })
    }

    fn dash(&mut self, dash: &Dash, target: impl FnOnce(&mut Self) -> Result<Option<BoolId>>) -> Result<DashId> {
        let base = self.dash_base(dash)?;
        let within = self.ir.add(base.clone());
        let target = self.elsewhere(|l| {
            l.within = Some(within);
            target(l)
        })?;
        Ok(self.ir.add(DashIr { target, ..base }))
    }

    /// The dash with its whole target as a test.
    pub(super) fn tested_dash(&mut self, dash: &Dash) -> Result<DashId> {
        self.dash(dash, |l| {
            if dash.target.is_empty() {
                return Ok(None);
            }
            let parts = dash.target.iter().map(|f| l.truth(f)).collect::<Result<Vec<_>>>()?;
            Ok(Some(l.conjunction(parts)))
        })
    }

    pub(super) fn dash_truth(&mut self, dash: &Dash, last: bool) -> Result<BoolId> {
        let id = self.tested_dash(dash)?;
        Ok(self.ir.add(if last { Bool::LastMoveFits(id) } else { Bool::Dash(id) }))
    }

    /// The dash without a target, and the value of its target after the move.
    pub(super) fn valued_dash<T>(
        &mut self,
        dash: &Dash,
        value: impl FnOnce(&mut Self, &Filter) -> Result<T>,
    ) -> Result<(DashId, T)> {
        let base = self.dash_base(dash)?;
        let id = self.ir.add(base);
        let target = Filter {
            kind: Kind::Braces(dash.target.clone()),
            span: dash.target[0].span,
            ty: dash.target[dash.target.len() - 1].ty,
        };
        let value = self.elsewhere(|l| {
            l.within = Some(id);
            value(l, &target)
        })?;
        Ok((id, value))
    }

    /// `countmoves D`, `countmoves legal D`
    pub(super) fn count_dash(&mut self, moves: &Filter) -> Result<NumId> {
        if let Kind::Apply(Op::Shorthand(op), dash) = &moves.kind {
            let id = self.generated(*op, &dash[0])?;
            return Ok(self.ir.add(Num::CountWays(id)));
        }
        let id = self.tested_dash(self.dash_inside(moves)?)?;
        Ok(self.ir.add(Num::CountDash(id)))
    }

    /// Generated moves described by a dash: its sets, and one of a few words as its target.
    pub(super) fn generated(&mut self, op: Shorthand, dash: &Filter) -> Result<MoveId> {
        let dash = self.dash_inside(dash)?;
        let base = self.dash_base(dash)?;
        let mut ir = MoveIr {
            mode: if op == Shorthand::Legal { MoveMode::Legal } else { MoveMode::Pseudolegal },
            from: base.left,
            to: base.right,
            ..MoveIr::default()
        };
        for target in &dash.target {
            match target.kind {
                Kind::Apply(Op::Truth(TruthOp::Castle), _) => ir.castling = Some(Castling::Either),
                Kind::Apply(Op::Truth(TruthOp::CastleShort), _) => ir.castling = Some(Castling::Short),
                Kind::Apply(Op::Truth(TruthOp::CastleLong), _) => ir.castling = Some(Castling::Long),
                Kind::Apply(Op::Truth(TruthOp::EnPassant), _) => ir.en_passant = true,
                _ => return unsupported(target, "after a generated move"),
            }
        }
        Ok(self.ir.add(ir))
    }

    /// `from`, `to`
    pub(super) fn last_move(&mut self, to: bool) -> SetId {
        self.ir.add(Set::LastMove { to, within: self.within })
    }

    /// Lowers where `from` and `to` are no longer those of the dash around.
    pub(super) fn outside_dash<T>(&mut self, lower: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let within = self.within.take();
        let lowered = lower(self);
        self.within = within;
        lowered
    }
}
