//! Dictionaries in the syntax tree.

use super::{Filter, Name, Span, Type};

/// A dictionary where it is used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dictionary {
    /// Its name.
    pub name: Name,
    /// True if it is declared here as `local` and loses its entries with the game, false if it is declared here
    /// otherwise;
    /// `None` if it is not declared here.
    pub declared: Option<bool>,
}

/// The types of a dictionary, which are known from the first key and the first value on, with the spans that fix them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DictionaryTypes {
    /// True if its entries go with the game.
    pub local: bool,
    /// The type of its keys.
    pub key: Option<(Type, Span)>,
    /// The type of its values.
    pub value: Option<(Type, Span)>,
}

/// A loop over the keys of a dictionary.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EachKey {
    /// The dictionary.
    pub of: Dictionary,
    /// The loop variable.
    pub name: Name,
    /// True if it is written `string k in D F`.
    pub string: bool,
    /// The filter that is evaluated for each key.
    pub body: Box<Filter>,
}
