//! Lowering of what relates positions: `echo`, `consecutivemoves`, `similarposition` and `position in`.

use crate::casts::number_of;
use crate::ir::ids::{BoolId, NumId};
use crate::ir::lower::{Lowerer, Result};
use crate::ir::node::{Bool, Num, Value};
use crate::ir::relations::{CommonIr, EchoIr};
use crate::syntax::ast::{CommonMoves, Echo, Type, VariableKind};

impl Lowerer {
    pub(super) fn echo(&mut self, echo: &Echo) -> Result<EchoIr> {
        let kind = VariableKind::Value(Type::Position);
        let source = self.declare_variable(&echo.source.text, kind);
        let target = self.declare_variable(&echo.target.text, kind);
        let body = self.elsewhere(|l| {
            Ok(match echo.body.ty {
                Type::Number => Value::Num(l.number(&echo.body)?),
                _ => Value::Bool(l.truth(&echo.body)?),
            })
        })?;
        Ok(EchoIr { source, target, all: echo.all, quiet: echo.quiet, best_only: self.sorting, body })
    }

    pub(super) fn common_moves(&mut self, common: &CommonMoves) -> Result<NumId> {
        let kind = VariableKind::Value(Type::Position);
        let [first, second] = [&common.first, &common.second].map(|name| self.declare_variable(&name.text, kind));
        let range = self.optional_range(&common.range)?;
        let record = (!common.quiet).then(|| {
            self.ir.common_runs += 1;
            self.ir.common_runs - 1
        });
        Ok(self.ir.add(Num::CommonMoves(CommonIr { first, second, range, record })))
    }

    /// `similarposition`: the number of the game that has a similar position is its hidden value, and a sort key.
    pub(super) fn similar(&mut self, file: String, sorted: bool, symmetries: bool) -> BoolId {
        let key = (file, symmetries);
        let index = self.ir.models.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.ir.models.push(key);
            self.ir.models.len() - 1
        });
        let mut number = self.ir.add(Num::Similar(number_of(index)));
        if sorted {
            let key = self.sort_key((false, true, "submission game"), None);
            number = self.ir.add(Num::Sort(key, number));
        }
        self.ir.add(Bool::HasNum(number))
    }

    /// `position in "base.tabiya"`, `position in "quiet"`
    pub(super) fn in_file(&mut self, file: &str) -> BoolId {
        if let Some(index) = self.ir.predicates.iter().position(|name| name == file) {
            return self.ir.add(Bool::Predicate { number: number_of(index), linear: self.linear });
        }
        let known = self.ir.position_files.iter().position(|known| known == file);
        let index = known.unwrap_or_else(|| {
            self.ir.position_files.push(file.to_owned());
            self.ir.position_files.len() - 1
        });
        self.ir.add(Bool::InFile(number_of(index)))
    }
}
