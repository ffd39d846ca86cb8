//! A whole query: its header, its body, and the names in it.

use super::{DictionaryTypes, Filter, Function, GameResult, Type};
use crate::dialect::Dialect;

/// The header `cql (...)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// True if there is one.
    pub present: bool,
    /// `dialect 5`
    pub dialect: Option<Dialect>,
    /// `input FILE`
    pub input: Option<String>,
    /// `output FILE`
    pub output: Option<String>,
    /// `variations`
    pub variations: bool,
    /// `silent`
    pub silent: bool,
    /// `quiet`
    pub quiet: bool,
    /// `matchstring "x"`
    pub match_string: Option<String>,
    /// `matchcount 2 5`
    pub match_count: Option<(i64, i64)>,
    /// `sort matchcount 2 5`
    pub sort_match_count: bool,
    /// `gamenumber 2 5`
    pub game_numbers: Option<(i64, i64)>,
    /// `result 1-0`, conjunctive
    pub results: Vec<GameResult>,
    /// 5.x header filters `player`, `elo`, `year`, `site`, `event`: put before the body.
    pub filters: Vec<Filter>,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// Holds a value of a type (never [`Type::Logical`]).
    Value(Type),
    /// Follows a piece.
    Piece,
    /// Holds keys with values.
    Dictionary(DictionaryTypes),
}

/// A whole query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The header; empty when there is none.
    pub header: Header,
    /// The body: all must match.
    pub body: Vec<Filter>,
    /// Every variable with its kind, in order of first appearance.
    pub variables: Vec<(String, VariableKind)>,
    /// Every function that it defines.
    pub functions: Vec<Function>,
    /// The names of the constituents of its sequences, each once.
    pub constituents: Vec<String>,
}
