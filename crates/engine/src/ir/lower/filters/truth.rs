//! Truths: negations, copies of transforms, assignments.

use crate::ir::ids::{BoolId, SetId};
use crate::ir::lower::{LowerError, Lowerer, Result, unsupported};
use crate::ir::node::{Bool, Set, Value};
use crate::ir::placements::{self, Placements};
use crate::syntax::ast::{Assign, AssignOp, Binary, Filter, Kind, Slice, Type, VariableKind};

impl Lowerer {
    pub(super) fn non_empty(&mut self, set: SetId) -> BoolId {
        if let Set::Constant(squares) = self.ir.set(set) {
            let any = squares.any();
            return self.constant(any);
        }
        self.ir.add(Bool::NonEmpty(set))
    }

    pub(super) fn not(&mut self, inner: BoolId) -> BoolId {
        match self.ir.bool(inner) {
            Bool::Constant(value) => {
                let value = !value;
                self.constant(value)
            }
            // A filter that would comment must stay under a negation, which drops comments.
            Bool::Not(twice) if !self.ir.bool_info(*twice).comments && !self.ir.bool_info(*twice).effect => *twice,
            _ => self.ir.add(Bool::Not(inner)),
        }
    }

    pub(super) fn any_copy(&mut self, copies: Vec<BoolId>) -> BoolId {
        match copies.len() {
            0 => self.constant(false),
            1 => copies[0],
            _ => {
                let observed = |copy: &BoolId| self.ir.bool_info(*copy).effect || self.ir.bool_info(*copy).comments;
                let node = if copies.iter().any(observed) {
                    Bool::AnyCopy(copies)
                } else {
                    self.placements(&copies).map_or_else(|| Bool::Or(copies), Bool::Placements)
                };
                self.ir.add(node)
            }
        }
    }

    /// Copies that are made of designators, as a table; none if they are few or other filters.
    fn placements(&mut self, copies: &[BoolId]) -> Option<Placements> {
        if !self.options.reorder || copies.len() < placements::WORTHWHILE {
            return None;
        }
        let mut split = Vec::with_capacity(copies.len());
        for &copy in copies {
            if !self.ir.bool_info(copy).is_closed() {
                return None;
            }
            let parts = match self.ir.bool(copy) {
                Bool::And(parts) => parts.clone(),
                _ => vec![copy],
            };
            let (mut designators, mut rest) = (Vec::new(), Vec::new());
            for part in parts {
                match self.ir.bool(part) {
                    Bool::NonEmpty(set) => match self.ir.set(*set) {
                        Set::Designator(designator) => designators.push(*designator),
                        _ => rest.push(part),
                    },
                    _ => rest.push(part),
                }
            }
            split.push((designators, rest));
        }
        if split.iter().filter(|(designators, _)| !designators.is_empty()).count() * 2 < split.len() {
            return None;
        }
        let parts = split.into_iter().map(|(designators, rest)| {
            let rest = (!rest.is_empty()).then(|| self.conjunction(rest));
            (designators, rest)
        });
        let parts = parts.collect();
        Some(Placements::new(copies.to_vec(), parts))
    }

    pub(super) fn assign(&mut self, assign: &Assign) -> Result<BoolId> {
        let ty = match assign.op {
            AssignOp::Update(Binary::Union | Binary::Intersect) | AssignOp::SetIfAny => Type::Set,
            _ => assign.value.ty,
        };
        let var = self.declare_variable(&assign.name.text, VariableKind::Value(ty));
        self.keep(var, assign.scope);
        let value = match assign.op {
            AssignOp::Set | AssignOp::SetIfAny => (*assign.value).clone(),
            AssignOp::Update(op) => {
                let ty = match self.kind(var) {
                    VariableKind::Value(ty) => ty,
                    VariableKind::Piece | VariableKind::Dictionary(_) => Type::Set,
                };
                let old = Filter { kind: Kind::Variable(assign.name.clone()), span: assign.name.span, ty };
                let op = if op == Binary::Add && ty == Type::Text { Binary::Concat } else { op };
                Filter { kind: Kind::Binary(op, Box::new(old), assign.value.clone()), span: assign.value.span, ty }
            }
        };
        if self.kind(var) == VariableKind::Piece {
            return Err(LowerError::new(
                assign.name.span,
                "other-kind",
                "a piece variable cannot be assigned with `=` alone",
            )
            .help("write `piece NAME = SET`"));
        }
        let if_any = assign.op == AssignOp::SetIfAny;
        let node = match self.value(&value)? {
            Value::Num(id) => Bool::AssignNum(var, id),
            Value::Pos(id) => Bool::AssignPos(var, id),
            Value::Text(id) => Bool::AssignText(var, id),
            Value::Set(value) => Bool::AssignSet { var, value, if_any },
            Value::Piece(_) => Bool::AssignSet { var, value: self.set(&value)?, if_any },
            Value::Bool(_) | Value::Dictionary(_) => return unsupported(&value, "as the value of a variable"),
        };
        Ok(self.ir.add(node))
    }

    /// `[i]`, `[i:j]`: both ends and whether it is one character.
    pub(super) fn bounds(&mut self, slice: &Slice) -> Result<crate::ir::lower::texts::Bounds> {
        let end = |l: &mut Self, f: &Option<Box<Filter>>| f.as_deref().map(|f| l.number(f)).transpose();
        Ok(match slice {
            Slice::At(i) => (Some(self.number(i)?), None, true),
            Slice::Between(i, j) => (end(self, i)?, end(self, j)?, false),
        })
    }
}
