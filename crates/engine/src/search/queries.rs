//! What callers ask about the queries of a plan before they search: sort keys, columns, what lasts from game to game.

use super::results::ValueType;
use super::sort_key::SortKey;
use crate::chess::similar::Models;
use crate::facts::PositionSet;
use crate::ir::{GameFact, SortId, Value};
use crate::plan::Plan;
use crate::syntax::ast::VariableKind;
use std::sync::Arc;

impl Plan {
    /// Takes the models that `similarposition` compares with; `known` gives those of a file and whether symmetries count.
    pub fn take_models(&mut self, known: impl Fn(&(String, bool)) -> Arc<Models>) {
        self.models = self.ir.models.iter().map(known).collect();
    }

    /// Takes the positions that `position in` asks for; `known` gives those of a file.
    pub fn take_position_files(&mut self, known: impl Fn(&String) -> Arc<dyn PositionSet>) {
        self.position_files = self.ir.position_files.iter().map(known).collect();
    }

    /// True if a query hands over texts that may be long.
    pub fn hands_over_texts(&self) -> bool {
        self.ir.hands_over_texts()
    }

    /// The sort keys of a query, most important first.
    pub fn sort_keys(&self, query: usize) -> Vec<SortKey> {
        let key = |id: &SortId| {
            let key = &self.ir.sorts[id.index()];
            SortKey {
                name: key.name.clone(),
                label: key.label.clone(),
                min: key.min,
                quiet: key.quiet,
                match_count: key.match_count,
                value: if self.ir.sorts_texts(*id) { ValueType::Text } else { ValueType::Number },
            }
        };
        self.ir.queries[query].sorts.iter().map(key).collect()
    }

    /// Name and type of each selected column of a query, in their order.
    pub fn selects(&self, query: usize) -> Vec<(&str, ValueType)> {
        let ty = |value: Value| match value {
            Value::Bool(_) => ValueType::Boolean,
            Value::Num(_) => ValueType::Number,
            Value::Text(_) | Value::Dictionary(_) => ValueType::Text,
            Value::Set(_) | Value::Piece(_) => ValueType::Squares,
            Value::Pos(_) => ValueType::Position,
        };
        self.ir.queries[query].selects.iter().map(|(name, value)| (name.as_str(), ty(*value))).collect()
    }

    /// For each selected column of a query, what it is read from if it is the same at every position of a game.
    pub fn game_facts(&self, query: usize) -> Vec<Option<GameFact>> {
        self.ir.queries[query].selects.iter().map(|(_, value)| self.ir.game_fact(*value)).collect()
    }

    /// True if the matches of a query come with paths.
    pub fn has_paths(&self, query: usize) -> bool {
        !self.ir.queries[query].sequences.is_empty()
    }

    /// True if constituents of the sequences that the matches of a query come with have names.
    pub fn names_constituents(&self, query: usize) -> bool {
        let mut leaves = self.ir.queries[query].sequences.iter().map(|&id| &self.ir.sequence(id).leaves);
        leaves.any(|leaves| leaves.constituents.iter().any(|constituent| !constituent.names.is_empty()))
    }

    /// The kind of the first variable that keeps its value from game to game.
    pub fn lasting_variable(&self) -> Option<VariableKind> {
        self.ir.vars.iter().find(|var| var.persistent.is_some()).map(|var| var.kind)
    }

    /// True if a query reads or writes files while it runs.
    pub fn uses_files(&self) -> bool {
        self.ir.queries.iter().any(|query| query.files)
    }
}
