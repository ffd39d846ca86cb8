//! Lowering of what steers evaluation: `if`, `while`, `loop`, `isbound`, `assert`, functions.

use super::super::ids::BoolId;
use super::super::node::Bool;
use super::{Lowerer, Result, unsupported};
use crate::syntax::ast::{Assign, AssignOp, Call, Filter, Kind, Scope, Span, Type};

impl Lowerer {
    pub(super) fn control(&mut self, filter: &Filter) -> Result<BoolId> {
        let node = match &filter.kind {
            Kind::If { test, then, otherwise } => {
                let (test, then) = (self.truth(test)?, self.truth(then)?);
                let otherwise = otherwise.as_deref().map(|f| self.truth(f)).transpose()?;
                Bool::If { test, then, otherwise }
            }
            Kind::While { test, body } => {
                if let Kind::Regex { text, pattern } = &test.kind {
                    return self.each_match(text, pattern, body, test.span);
                }
                let (test, body) = (self.truth(test)?, self.truth(body)?);
                Bool::While { test, body }
            }
            Kind::Loop(body) => Bool::Repeat(self.truth(body)?),
            Kind::IsBound { name, negated } => {
                let Ok(var) = self.variable(name) else { return Ok(self.constant(*negated)) };
                let bound = self.ir.add(Bool::IsBound(var));
                return Ok(if *negated { self.not(bound) } else { bound });
            }
            Kind::Unbind(name) => Bool::Unbind(self.variable(name)?),
            Kind::Assert(inner) => {
                let inner = match &inner.kind {
                    Kind::Variable(name) => {
                        let var = self.variable(name)?;
                        self.ir.add(Bool::IsBound(var))
                    }
                    _ => self.truth(inner)?,
                };
                Bool::Assert(inner)
            }
            Kind::Function(_) => return Ok(self.constant(true)),
            Kind::Call(call) => {
                let arguments = self.arguments(call)?;
                let body = self.truth(&call.body)?;
                let Some(arguments) = arguments else { return Ok(body) };
                return Ok(self.conjunction(vec![arguments, body]));
            }
            _ => return unsupported(filter, "as a test"),
        };
        Ok(self.ir.add(node))
    }

    /// The assignments of a call's arguments to hidden variables, from left to right; none if there are none.
    pub(super) fn arguments(&mut self, call: &Call) -> Result<Option<BoolId>> {
        let mut parts = Vec::new();
        for argument in &call.arguments {
            let Some(name) = &argument.hidden else { continue };
            let value = Box::new(argument.value.clone());
            let assign = Assign { name: name.clone(), op: AssignOp::Set, value, scope: Scope::Game };
            let filter = Filter { kind: Kind::Assign(assign), span: argument.value.span, ty: Type::Logical };
            parts.push(self.truth(&filter)?);
        }
        Ok((!parts.is_empty()).then(|| self.conjunction(parts)))
    }

    /// The test and both branches of an `if` that has a value.
    pub(super) fn branches<'f>(&mut self, filter: &'f Filter) -> Result<Option<(BoolId, &'f Filter, &'f Filter)>> {
        match &filter.kind {
            Kind::If { test, then, otherwise: Some(otherwise) } => Ok(Some((self.truth(test)?, then, otherwise))),
            _ => Ok(None),
        }
    }
}

/// The squares of a `fen` pattern with what may stand on each, as one filter per square, so that transforms apply.
pub(in crate::ir) fn pattern_filters(pattern: &str, span: Span) -> Option<Filter> {
    use crate::chess::{Bitboard, Square};
    use crate::syntax::ast::{Designator, Pieces};
    let mut parts = Vec::new();
    let (mut file, mut rank) = (0u32, 7u32);
    let mut place = |pieces: u16, parts: &mut Vec<Filter>| {
        let square = Square::new(rank * 8 + file);
        let designator = Designator { pieces: Pieces(pieces), squares: Bitboard::from(square) };
        parts.push(Filter { kind: Kind::Designator(designator), span, ty: Type::Set });
        file += 1;
        if file == 8 {
            (file, rank) = (0, rank.wrapping_sub(1));
        }
    };
    for sign in pattern.chars() {
        if parts.len() == 64 {
            break;
        }
        match sign {
            '1'..='8' => (0..sign as u8 - b'0').for_each(|_| place(Pieces::EMPTY_SQUARE.0, &mut parts)),
            'A' => place(Pieces::WHITE.0, &mut parts),
            'a' => place(Pieces::BLACK.0, &mut parts),
            '_' => place(Pieces::EMPTY_SQUARE.0, &mut parts),
            '.' => place(Pieces::ANY.0, &mut parts),
            _ => {
                let bit = "PNBRQKpnbrqk".find(sign);
                if let Some(bit) = bit {
                    place(1 << bit, &mut parts);
                }
            }
        }
    }
    (parts.len() == 64).then_some(Filter { kind: Kind::Braces(parts), span, ty: Type::Logical })
}
