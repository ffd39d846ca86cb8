//! Lowering of `echo`, `consecutivemoves` and `similarposition`.

use super::super::arena::{BoolId, NumId};
use super::super::info::Info;
use super::super::node::{Bool, Num, Value};
use super::super::relations::{CommonIr, EchoIr};
use super::{Lowerer, Result};
use crate::syntax::ast::{CommonMoves, Echo, Similar, Type, VariableKind};

impl Lowerer {
    /// An `echo` of which only the truth matters.
    pub(super) fn echo_truth(&mut self, echo: &Echo) -> Result<BoolId> {
        let (ir, info) = self.echo(echo)?;
        Ok(self.ir.bools.add(Bool::Echo(ir), info))
    }

    /// An `echo` that yields the greatest number of its pairs.
    pub(super) fn echo_number(&mut self, echo: &Echo) -> Result<NumId> {
        let (ir, info) = self.echo(echo)?;
        Ok(self.ir.nums.add(Num::Echo(ir), info))
    }

    fn echo(&mut self, echo: &Echo) -> Result<(EchoIr, Info)> {
        let kind = VariableKind::Value(Type::Position);
        let source = self.declare_variable(&echo.source.text, kind);
        let target = self.declare_variable(&echo.target.text, kind);
        let body = self.elsewhere(|l| {
            Ok(match echo.body.ty {
                Type::Number => Value::Num(l.number(&echo.body)?),
                _ => Value::Bool(l.truth(&echo.body)?),
            })
        })?;
        let mut info = self.ir.value_info(body).binding(source).binding(target).times(100);
        info.edge = false;
        if !echo.quiet {
            info = info.with_comments();
        }
        let ir = EchoIr { source, target, all: echo.all, quiet: echo.quiet, best_only: self.sorting, body };
        Ok((ir, info))
    }

    pub(super) fn common_moves(&mut self, common: &CommonMoves) -> Result<NumId> {
        let (first, second) = (self.variable(&common.first)?, self.variable(&common.second)?);
        let range = self.optional_range(&common.range)?;
        let mut info = Info::leaf(1000).reading(first).reading(second);
        if let Some(range) = range {
            info = Self::reading_range(info, range);
        }
        let record = (!common.quiet).then(|| {
            self.ir.common_runs += 1;
            self.ir.common_runs - 1
        });
        if record.is_some() {
            info = Info { remembers: true, ..info.with_comments() };
        }
        Ok(self.ir.nums.add(Num::CommonMoves(CommonIr { first, second, range, record }), info))
    }

    /// `similarposition`: the number of the game that has a similar position is its hidden value, and a sort key.
    pub(super) fn similar(&mut self, similar: &Similar) -> BoolId {
        let key = (similar.file.clone(), !similar.no_transform);
        let index = self.ir.models.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.ir.models.push(key);
            self.ir.models.len() - 1
        });
        let mut info = Info::leaf(100);
        let mut number = self.ir.nums.add(Num::Similar(index as u32), info.clone());
        if !similar.no_sort {
            let key = self.sort_key(false, true, "similarposition");
            info = info.with_effect();
            number = self.ir.nums.add(Num::Sort(key, number), info.clone());
        }
        self.ir.bools.add(Bool::HasNum(number), info)
    }
}
