//! Lowering of filters that yield a position.

use super::super::ids::PosId;
use super::super::node::{Pos, Value};
use super::{Lowerer, Result, unsupported};
use crate::syntax::ast::{Binary, Filter, Kind};

impl Lowerer {
    pub(super) fn position(&mut self, filter: &Filter) -> Result<PosId> {
        let node = match &filter.kind {
            Kind::Apply(op, arguments) => {
                return match self.applied(*op, arguments, filter)? {
                    Value::Pos(id) => Ok(id),
                    _ => unsupported(filter, "as a position"),
                };
            }
            Kind::Child(None) => Pos::Child(None),
            Kind::Child(Some(index)) => Pos::Child(Some(self.number(index)?)),
            Kind::Position(index) => Pos::Position(self.number(index)?),
            Kind::Variable(name) => Pos::Variable(self.variable(name)?),
            Kind::Paren(inner) | Kind::NoTransform(inner) | Kind::Silent(inner) => return self.position(inner),
            Kind::Braces(_) | Kind::Call(_) => {
                let (test, last) = self.guarded(filter)?;
                let position = self.position(last)?;
                let Some(test) = test else { return Ok(position) };
                Pos::Guard(test, position)
            }
            Kind::Binary(Binary::Compare(op), a, b) => {
                let (a, b) = (self.position(a)?, self.position(b)?);
                Pos::Compare(*op, a, b)
            }
            Kind::At(position, inner) => {
                let position = self.position(position)?;
                let inner = self.elsewhere(|l| l.position(inner))?;
                Pos::At(position, inner)
            }
            Kind::Find(find) => Pos::Find(self.find_first(find)?),
            Kind::Sequence(sequence) => Pos::SequenceEnd(self.sequence(sequence, filter.span)?),
            Kind::Entry { of, key } => {
                let (of, key) = self.entry(of, key)?;
                Pos::Entry { of, key }
            }
            Kind::Path(path) => Pos::SequenceEnd(self.path(path, filter.span)?),
            Kind::Dash(dash) => return self.dash_position(dash, false),
            Kind::CurrentMove(dash) => return self.dash_position(self.dash_inside(dash), true),
            Kind::Imagine(edits) => Pos::Imagine(self.edits(edits)?),
            Kind::If { .. } => {
                let Some((test, then, otherwise)) = self.branches(filter)? else {
                    return unsupported(filter, "as a position");
                };
                let (then, otherwise) = (self.position(then)?, self.position(otherwise)?);
                Pos::If(test, then, otherwise)
            }
            _ => return unsupported(filter, "as a position"),
        };
        Ok(self.ir.add(node))
    }
}
