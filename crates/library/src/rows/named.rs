//! What a name stands for where an expression can stand as well: a selected value, a column of the catalogue, a tag.

use super::catalogue::Entry;
use crate::query::{ParsedQuery, Query};

/// The meaning of a text that may be the name of a column, of a tag or of a selected value, or else an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named<'a> {
    /// The text of a selected value.
    Select(&'a str),
    /// A column of the catalogue.
    Entry(&'static Entry),
    /// A tag of the games.
    Tag,
}

impl<'a> Named<'a> {
    /// What a text stands for; none if it is an expression. What one of the queries defines comes first. `selects`: the names
    /// and texts of the selected values ([`QueryOptions::selects`](crate::QueryOptions)).
    pub fn of(text: &str, selects: &'a [(String, String)], queries: &[ParsedQuery]) -> Option<Named<'a>> {
        if queries.iter().any(|query| query.defines(text)) {
            return None;
        }
        if let Some((_, select)) = selects.iter().find(|(name, _)| name == text) {
            return Some(Named::Select(select));
        }
        if let Some(entry) = Entry::named(text) {
            return Some(Named::Entry(entry));
        }
        // `R` and `Ra1` are sets.
        (is_name_of_tag(text) && Query::parse(text).is_err()).then_some(Named::Tag)
    }
}

/// True if a tag can have this name, which begins with a capital letter.
pub(super) fn is_name_of_tag(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
