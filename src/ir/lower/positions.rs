//! Lowering of filters that yield a position.

use super::super::arena::PosId;
use super::super::info::Info;
use super::super::node::{Pos, Value};
use super::{Lowerer, Result, unsupported};
use crate::syntax::ast::{Binary, Filter, Kind};

impl Lowerer {
    pub(super) fn position(&mut self, filter: &Filter) -> Result<PosId> {
        let (node, info) = match &filter.kind {
            Kind::Apply(op, arguments) => {
                return match self.applied(*op, arguments, filter)? {
                    Value::Pos(id) => Ok(id),
                    _ => unsupported(filter, "as a position"),
                };
            }
            Kind::Child(None) => (Pos::Child(None), Info::leaf(2)),
            Kind::Child(Some(index)) => {
                let index = self.number(index)?;
                (Pos::Child(Some(index)), Info::leaf(5).join(self.ir.num_info(index)))
            }
            Kind::Position(index) => {
                let index = self.number(index)?;
                (Pos::Position(index), Info::leaf(1).join(self.ir.num_info(index)))
            }
            Kind::Variable(name) => {
                let var = self.variable(name)?;
                (Pos::Variable(var), Info::leaf(2).reading(var))
            }
            Kind::Paren(inner) | Kind::NoTransform(inner) | Kind::Silent(inner) => return self.position(inner),
            Kind::Braces(_) | Kind::Call(_) => {
                let (test, last) = self.guarded(filter)?;
                let position = self.position(last)?;
                let Some(test) = test else { return Ok(position) };
                let info = Info::leaf(1).join(self.ir.bool_info(test)).join(self.ir.pos_info(position));
                (Pos::Guard(test, position), info)
            }
            Kind::Binary(Binary::Compare(op), a, b) => {
                let (a, b) = (self.position(a)?, self.position(b)?);
                let info = Info::leaf(2).join(self.ir.pos_info(a)).join(self.ir.pos_info(b));
                (Pos::Compare(*op, a, b), info)
            }
            Kind::At(position, inner) => {
                let position = self.position(position)?;
                let inner = self.elsewhere(|l| l.position(inner))?;
                let info = Info::leaf(1).join(self.ir.pos_info(position)).join(self.ir.pos_info(inner));
                (Pos::At(position, inner), info)
            }
            Kind::Find(find) => {
                let (found, info) = self.find_first(find)?;
                (Pos::Find(found), info)
            }
            Kind::Sequence(sequence) => {
                let id = self.sequence(sequence, filter.span)?;
                (Pos::SequenceEnd(id), self.ir.sequence_info(id).clone())
            }
            Kind::Entry { of, key } => {
                let (of, key, info) = self.entry(of, key)?;
                (Pos::Entry { of, key }, info)
            }
            Kind::Path(path) => {
                let id = self.path(path, filter.span)?;
                (Pos::SequenceEnd(id), self.ir.sequence_info(id).clone())
            }
            Kind::Dash(dash) => return self.dash_position(dash, false),
            Kind::CurrentMove(dash) => return self.dash_position(self.dash_inside(dash), true),
            Kind::Imagine(edits) => {
                let (edits, info) = self.edits(edits)?;
                (Pos::Imagine(edits), info)
            }
            Kind::If { .. } => {
                let Some((test, then, otherwise)) = self.branches(filter)? else {
                    return unsupported(filter, "as a position");
                };
                let (then, otherwise) = (self.position(then)?, self.position(otherwise)?);
                let info = self.ir.bool_info(test).clone().join(self.ir.pos_info(then));
                (Pos::If(test, then, otherwise), info.join(self.ir.pos_info(otherwise)))
            }
            _ => return unsupported(filter, "as a position"),
        };
        Ok(self.ir.positions.add(node, info))
    }
}
