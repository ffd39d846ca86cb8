//! Declarations other than functions: files whose declarations a query uses, and values that can be set from outside.

use super::{Filter, Kind, Name, Script};

/// `parameter MIN 2400 "least rating"`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// The value that it has unless another one is set.
    pub default: Constant,
    /// The value that it has: that of the place where it is used.
    pub value: Constant,
    /// Its meaning in words; empty if none is given.
    pub meaning: String,
}

/// A number or a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// `2400`
    Number(i64),
    /// `"Carlsen"`
    Text(String),
}

impl Filter {
    /// True if it does nothing but give names a meaning: a function, a parameter, a file of them.
    pub fn is_declaration(&self) -> bool {
        matches!(self.kind, Kind::Function(_) | Kind::Include(_) | Kind::Parameter(_))
    }
}

impl Script {
    /// Its parameters, in their order.
    pub fn parameters(&self) -> impl Iterator<Item = &Parameter> {
        self.body.iter().filter_map(|filter| match &filter.kind {
            Kind::Parameter(parameter) => Some(&**parameter),
            _ => None,
        })
    }

    /// True if it has declarations and nothing else.
    pub fn is_library(&self) -> bool {
        !self.body.is_empty() && self.header.filters.is_empty() && self.body.iter().all(Filter::is_declaration)
    }
}
