//! Lowering of `echo`, `consecutivemoves` and `similarposition`.

use super::super::arena::{BoolId, NumId};
use super::super::info::Info;
use super::super::node::{Bool, Num, Value};
use super::super::relations::{CommonIr, EchoIr};
use super::{LowerError, Lowerer, Result};
use crate::syntax::ast::{CommonMoves, Echo, Filter, Similar, Type, VariableKind};

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
            info = info.with_comments();
        }
        Ok(self.ir.nums.add(Num::CommonMoves(CommonIr { first, second, range, record }), info))
    }

    pub(super) fn similar(&mut self, similar: &Similar, filter: &Filter) -> Result<NumId> {
        match &similar.meaning {
            Some(meaning) => self.number(meaning),
            None => {
                let message = format!("the models in `{}` have not been read", similar.file);
                Err(LowerError::new(filter.span, "model-file", message))
            }
        }
    }
}
