//! The names of a query while it is read: which exist, and what they stand for.

use super::ast::{Span, Type, VariableKind};
use indexmap::{IndexMap, IndexSet};

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry {
    /// A variable.
    Variable {
        /// Its kind.
        kind: VariableKind,
        /// True if it outlives the game.
        persistent: bool,
    },
    /// A function, by its number.
    Function(usize),
    /// A name whose definition was faulty: no errors are reported for its uses.
    Unknown,
}

impl Entry {
    /// The kind of a variable.
    pub(super) fn kind(&self) -> Option<VariableKind> {
        match self {
            Entry::Variable { kind, .. } => Some(*kind),
            Entry::Function(_) | Entry::Unknown => None,
        }
    }
}

/// The names of a query.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    names: IndexMap<String, (Entry, Span)>,
    /// The names of constituents of sequences, which may also be those of variables.
    constituents: IndexSet<String>,
}

impl Scope {
    /// A scope that begins with variables and with names of constituents.
    pub(super) fn with(variables: &[(String, VariableKind)], constituents: &[String]) -> Scope {
        let constituents = constituents.iter().cloned().collect();
        let mut scope = Scope { constituents, ..Scope::default() };
        for (name, kind) in variables {
            scope.define(name, Entry::Variable { kind: *kind, persistent: false }, Span::default());
        }
        scope
    }

    /// The meaning of a name, and the place of its first use.
    pub(super) fn get(&self, name: &str) -> Option<(&Entry, Span)> {
        self.names.get(name).map(|(entry, span)| (entry, *span))
    }

    /// The kind of a variable.
    pub(super) fn kind(&self, name: &str) -> Option<VariableKind> {
        self.names.get(name).and_then(|(entry, _)| entry.kind())
    }

    /// True if a name is a variable that holds a number.
    pub(super) fn is_number(&self, name: &str) -> bool {
        self.kind(name) == Some(VariableKind::Value(Type::Number))
    }

    /// Adds a name unless it exists.
    pub(super) fn define(&mut self, name: &str, entry: Entry, span: Span) {
        if let Some((Entry::Unknown, _)) = self.names.get(name) {
            self.names.insert(name.to_owned(), (entry, span));
        } else if !self.names.contains_key(name) {
            self.names.insert(name.to_owned(), (entry, span));
        }
    }

    /// Adds the name of a constituent of a sequence.
    pub(super) fn name_constituent(&mut self, name: &str) {
        if !self.constituents.contains(name) {
            self.constituents.insert(name.to_owned());
        }
    }

    /// The names of the constituents of sequences.
    pub(super) fn constituents(&self) -> &IndexSet<String> {
        &self.constituents
    }

    /// Tells more about a variable.
    pub(super) fn learn(&mut self, name: &str, more: VariableKind) {
        if let Some((Entry::Variable { kind, .. }, _)) = self.names.get_mut(name) {
            *kind = more;
        }
    }

    /// The number of names; see [`Scope::forget`].
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// Removes the names that were added since there were this many.
    pub(super) fn forget(&mut self, len: usize) {
        self.names.truncate(len);
    }

    /// All names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// All variables in order of appearance.
    pub(super) fn variables(&self) -> Vec<(String, VariableKind)> {
        let variable = |(name, (entry, _)): (&String, &(Entry, Span))| match entry {
            Entry::Variable { kind, .. } => Some((name.clone(), *kind)),
            Entry::Function(_) | Entry::Unknown => None,
        };
        self.names.iter().filter_map(variable).collect()
    }
}
