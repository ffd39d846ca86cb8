//! Lowering of dictionaries.

use super::super::ids::{BoolId, VarId};
use super::super::node::{Bool, Value};
use super::{Lowerer, Result, unsupported};
use crate::syntax::ast::{Dictionary, Filter, Kind, Type, VariableKind};

impl Lowerer {
    /// A dictionary with a key, for filters that look an entry up.
    pub(super) fn entry(&mut self, of: &Dictionary, key: &Filter) -> Result<(VarId, Value)> {
        let of = self.variable(&of.name)?;
        Ok((of, self.value(key)?))
    }

    pub(super) fn dictionary_truth(&mut self, filter: &Filter) -> Result<BoolId> {
        let node = match &filter.kind {
            Kind::Dictionary(_) => return Ok(self.constant(true)),
            Kind::Entry { of, key } => {
                let (of, key) = self.entry(of, key)?;
                Bool::HasEntry { of, key }
            }
            Kind::AssignEntry { of, key, value } => {
                let (of, key) = self.entry(of, key)?;
                Bool::AssignEntry { of, key, value: self.value(value)? }
            }
            Kind::UnbindEntries { of, key } => {
                let of = self.variable(&of.name)?;
                let key = key.as_deref().map(|key| self.value(key)).transpose()?;
                Bool::UnbindEntries { of, key }
            }
            Kind::EachKey(each) => {
                let of = self.variable(&each.of.name)?;
                let ty = match self.kind(of) {
                    VariableKind::Dictionary(types) => types.key.map_or(Type::Number, |(ty, _)| ty),
                    VariableKind::Value(ty) => ty,
                    VariableKind::Piece => Type::Set,
                };
                let var = self.declare_variable(&each.name.text, VariableKind::Value(ty));
                let body = self.truth(&each.body)?;
                Bool::EachKey { of, var, body }
            }
            _ => return unsupported(filter, "as a test"),
        };
        Ok(self.ir.add(node))
    }
}
