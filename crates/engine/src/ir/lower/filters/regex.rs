//! Lowering of regular expressions.
//!
//! The groups of the last match are a variable: a search writes it, `\\1` reads it. Where nothing in a query reads it,
//! no search writes it, and a search is a pure filter that may be kept in a column.

use crate::ir::ids::{BoolId, PatternId, VarId};
use crate::ir::lower::{LowerError, Lowerer, Result};
use crate::ir::node::{Bool, RegexSearch, VarIr};
use crate::syntax::ast::{Filter, Span, Type, VariableKind};
use crate::syntax::ecma;

impl Lowerer {
    /// Makes the variable that keeps the groups of the last match.
    pub(in crate::ir::lower) fn keep_history(&mut self) {
        self.history = Some(VarId::from(self.ir.vars.len()));
        let name = "the groups of `~~`".to_owned();
        self.ir.vars.push(VarIr { name, kind: VariableKind::Value(Type::Text), persistent: None, atomic: false });
    }

    /// The variable that keeps the groups.
    pub(super) fn history(&self, filter: &Filter) -> Result<VarId> {
        self.history.ok_or_else(|| LowerError::new(filter.span, "unknown-name", "no groups are kept here"))
    }

    pub(super) fn search(&mut self, text: &Filter, pattern: &str, span: Span) -> Result<RegexSearch> {
        let text = self.text(text)?;
        let pattern = self.pattern(pattern, span)?;
        Ok(RegexSearch { text, pattern, history: self.history })
    }

    fn pattern(&mut self, pattern: &str, span: Span) -> Result<PatternId> {
        if let Some(known) = self.ir.patterns.get_index_of(pattern) {
            return Ok(PatternId::from(known));
        }
        let room = self.room();
        let regex = ecma::Regex::new(pattern, room).map_err(|fault| match room < ecma::SIZE_LIMIT {
            true => LowerError::too_much(span, self.options.compiled),
            false => LowerError::new(span, "pattern-limit", fault.message),
        })?;
        self.ir.bytes += regex.bytes();
        Ok(PatternId::from(self.ir.patterns.insert_full(pattern.to_owned(), regex).0))
    }

    /// `while (s ~~ "re") A`
    pub(super) fn each_match(&mut self, text: &Filter, pattern: &str, body: &Filter, span: Span) -> Result<BoolId> {
        let search = self.search(text, pattern, span)?;
        let body = self.truth(body)?;
        Ok(self.ir.add(Bool::EachMatch { search, body }))
    }
}
