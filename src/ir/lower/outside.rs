//! Lowering of filters that reach beyond the position: tags of the output, files, the run itself.

use super::super::arena::BoolId;
use super::super::info::Info;
use super::super::node::{Bool, Text};
use super::{LowerError, Lowerer, Result};
use crate::syntax::ast::{Filter, Outside, Span};

impl Lowerer {
    pub(super) fn outside(&mut self, outside: &Outside, span: Span) -> Result<BoolId> {
        let (node, info) = match outside {
            Outside::SetTag { name, value } => {
                let value = self.text(value)?;
                (Bool::SetTag(name.clone(), value), Info::leaf(50).join(self.ir.text_info(value)))
            }
            Outside::WriteFile { name, text } => {
                self.files = true;
                let (name, text) = (self.text(name)?, self.text(text)?);
                let info = Info::leaf(1000).join(self.ir.text_info(name)).join(self.ir.text_info(text));
                (Bool::WriteFile(name, text), info)
            }
            Outside::Abort => (Bool::Abort, Info::leaf(1)),
            Outside::AssertVariations(_) if self.options.variations => return Ok(self.constant(true)),
            Outside::AssertVariations(text) => {
                let error = LowerError::new(span, "needs-variations", text.clone());
                return Err(error.help("write `variations` in the header of the query, or search with `--variations`"));
            }
            Outside::ReadFile(name) => {
                let (node, info) = self.read_file(name)?;
                let text = self.ir.texts.add(node, info.clone());
                (Bool::HasText(text), info)
            }
        };
        Ok(self.ir.bools.add(node, info.with_effect()))
    }

    /// A file may change while a query runs, so reading it counts as an effect: it is never done twice for once.
    pub(super) fn read_file(&mut self, name: &Filter) -> Result<(Text, Info)> {
        self.files = true;
        let name = self.text(name)?;
        Ok((Text::ReadFile(name), Info::leaf(1000).join(self.ir.text_info(name)).with_effect()))
    }
}
