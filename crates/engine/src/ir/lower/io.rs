//! Lowering of filters that reach beyond the position: tags of the output, files, the run itself.

use super::super::node::{Bool, Text, Value};
use super::{LowerError, Lowerer, Result};
use crate::syntax::ast::{External, Span};

impl Lowerer {
    pub(super) fn external(&mut self, external: &External, span: Span) -> Result<Value> {
        let node = match external {
            External::SetTag { name, value } => Bool::SetTag(name.clone(), self.text(value)?),
            External::RemoveTag(name) => Bool::RemoveTag(name.clone()),
            External::WriteFile { name, text } => {
                self.files = true;
                Bool::WriteFile(self.text(name)?, self.text(text)?)
            }
            External::Abort => Bool::Abort,
            External::AssertVariations(_) if self.options.variations => Bool::Constant(true),
            External::AssertVariations(text) => {
                let error = LowerError::new(span, "needs-variations", text.clone());
                return Err(error.help("write `variations` in the header of the query, or search with `--variations`"));
            }
            External::ReadFile(name) => {
                self.files = true;
                let name = self.text(name)?;
                return Ok(Value::Text(self.ir.add(Text::ReadFile(name))));
            }
        };
        Ok(Value::Bool(self.ir.add(node)))
    }
}
