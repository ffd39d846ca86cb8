//! Lowering of what steers evaluation: `while`, `isbound`, loops over dictionaries, calls.

use crate::ir::ids::BoolId;
use crate::ir::lower::{Lowerer, Result};
use crate::ir::node::Bool;
use crate::syntax::ast::{Assign, AssignOp, Call, EachKey, Filter, Kind, Name, Scope, Type, VariableKind};

impl Lowerer {
    pub(super) fn while_loop(&mut self, test: &Filter, body: &Filter) -> Result<BoolId> {
        if let Kind::Regex { text, pattern } = &test.kind {
            return self.each_match(text, pattern, body, test.span);
        }
        let (test, body) = (self.truth(test)?, self.truth(body)?);
        Ok(self.ir.add(Bool::While { test, body }))
    }

    /// `isbound x`, `isunbound x`; a name that the query does not bind has no value.
    pub(super) fn is_bound(&mut self, name: &Name, negated: bool) -> BoolId {
        let Ok(var) = self.variable(name) else { return self.constant(negated) };
        let bound = self.ir.add(Bool::IsBound(var));
        if negated { self.not(bound) } else { bound }
    }

    /// `k [element] D F`
    pub(super) fn each_key(&mut self, each: &EachKey) -> Result<BoolId> {
        let of = self.variable(&each.of.name)?;
        let ty = match self.kind(of) {
            VariableKind::Dictionary(types) => types.key.map_or(Type::Number, |(ty, _)| ty),
            VariableKind::Value(ty) => ty,
            VariableKind::Piece => Type::Set,
        };
        let var = self.declare_variable(&each.name.text, VariableKind::Value(ty));
        let body = self.truth(&each.body)?;
        Ok(self.ir.add(Bool::EachKey { of, var, body }))
    }

    /// The assignments of a call's arguments to hidden variables, from left to right.
    pub(super) fn arguments(&mut self, call: &Call) -> Result<Vec<BoolId>> {
        let mut parts = Vec::new();
        for argument in &call.arguments {
            let Some(name) = &argument.hidden else { continue };
            let value = Box::new(argument.value.clone());
            let assign = Assign { name: name.clone(), op: AssignOp::Set, value, scope: Scope::Game };
            let filter = Filter { kind: Kind::Assign(assign), span: argument.value.span, ty: Type::Logical };
            parts.push(self.truth(&filter)?);
        }
        Ok(parts)
    }
}
