//! Lowering of dictionaries.

use super::super::arena::{BoolId, VarId};
use super::super::info::Info;
use super::super::node::{Bool, Value};
use super::{Lowerer, Result, unsupported};
use crate::syntax::ast::{Dictionary, Filter, Kind, Type, VariableKind};

impl Lowerer {
    /// A dictionary with a key, for filters that look an entry up.
    pub(super) fn entry(&mut self, of: &Dictionary, key: &Filter) -> Result<(VarId, Value, Info)> {
        let of = self.variable(&of.name)?;
        let key = self.value(key)?;
        Ok((of, key, Info::leaf(30).join(&self.ir.value_info(key)).reading(of)))
    }

    pub(super) fn dictionary_truth(&mut self, filter: &Filter) -> Result<BoolId> {
        let (node, info) = match &filter.kind {
            Kind::Dictionary(_) => return Ok(self.constant(true)),
            Kind::Entry { of, key } => {
                let (of, key, info) = self.entry(of, key)?;
                (Bool::HasEntry { of, key }, info)
            }
            Kind::AssignEntry { of, key, value } => {
                let (of, key, info) = self.entry(of, key)?;
                let value = self.value(value)?;
                (Bool::AssignEntry { of, key, value }, info.join(&self.ir.value_info(value)).with_effect())
            }
            Kind::UnbindEntries { of, key } => {
                let of = self.variable(&of.name)?;
                let key = key.as_deref().map(|key| self.value(key)).transpose()?;
                let info = key.map_or(Info::leaf(20), |key| Info::leaf(20).join(&self.ir.value_info(key)));
                (Bool::UnbindEntries { of, key }, info.reading(of).with_effect())
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
                let info = self.ir.bool_info(body).clone().binding(var).times(8);
                (Bool::EachKey { of, var, body }, info.reading(of))
            }
            _ => return unsupported(filter, "as a test"),
        };
        Ok(self.ir.bools.add(node, info))
    }
}
