//! Lowering of filters that reach beyond the position: tags of the output, files, the run itself.

use super::super::ids::BoolId;
use super::super::node::{Bool, Text};
use super::{LowerError, Lowerer, Result};
use crate::syntax::ast::{Filter, Outside, Span};

impl Lowerer {
    pub(super) fn outside(&mut self, outside: &Outside, span: Span) -> Result<BoolId> {
        let node = match outside {
            Outside::SetTag { name, value } => Bool::SetTag(name.clone(), self.text(value)?),
            Outside::WriteFile { name, text } => {
                self.files = true;
                let (name, text) = (self.text(name)?, self.text(text)?);
                Bool::WriteFile(name, text)
            }
            Outside::Abort => Bool::Abort,
            Outside::AssertVariations(_) if self.options.variations => return Ok(self.constant(true)),
            Outside::AssertVariations(text) => {
                let error = LowerError::new(span, "needs-variations", text.clone());
                return Err(
                    error.help("the query asks for variations: write `variations` into its header, or give the option")
                );
            }
            Outside::ReadFile(name) => {
                let text = self.read_file(name)?;
                Bool::HasText(self.ir.add(text))
            }
        };
        Ok(self.ir.add(node))
    }

    pub(super) fn read_file(&mut self, name: &Filter) -> Result<Text> {
        self.files = true;
        Ok(Text::ReadFile(self.text(name)?))
    }
}
