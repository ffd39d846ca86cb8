//! The words that can be at a place of a query, as it is offered to people.

use std::ops::Range;
use tabiya::syntax::Dialect;
use tabiya::syntax::assist::{Completion, CompletionKind, complete};
use tabiya::syntax::ast::Type;

/// The texts that are offered at a place. What the book says of one is told by [`word_help`](super::word_help).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offers {
    /// The bytes that they replace.
    pub replaces: Range<usize>,
    pub items: Vec<Offer>,
}

/// A text that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The words that can be there.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// The place of its kind in a list: the names of the query first. Within a kind the alphabet decides.
    pub rank: u8,
    /// The type of its value in a word; empty if it has none.
    pub ty: &'static str,
    /// How it is used, or what it means.
    pub detail: String,
    /// True if it is a setting of the header.
    pub setting: bool,
}

/// The words that can be at a byte of a query.
pub fn offers(text: &str, at: usize, dialect: Dialect) -> Offers {
    let found = complete(text, at, dialect);
    Offers { replaces: found.replaces, items: found.items.into_iter().map(offer).collect() }
}

fn offer(item: Completion) -> Offer {
    let rank = match item.kind {
        CompletionKind::Variable | CompletionKind::Function => 0,
        CompletionKind::Parameter => 1,
        CompletionKind::Operator => 2,
        CompletionKind::Designator => 3,
        CompletionKind::Filter => 4,
    };
    let ty = item.ty.map_or("", |ty| match ty {
        Type::Logical => "condition",
        Type::Number => "number",
        Type::Set => "set",
        Type::Position => "position",
        Type::Text => "text",
    });
    let setting = item.kind == CompletionKind::Parameter && item.page == "concepts/header.md";
    Offer { label: item.text, kind: item.kind, rank, ty, detail: item.detail, setting }
}

impl Offer {
    /// The key by which a list of them is sorted.
    pub fn sort_key(&self) -> String {
        format!("{}{}", self.rank, self.label)
    }
}
