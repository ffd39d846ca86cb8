//! What requests say, as JSON or as parameters of an address.

use super::Failure;
use super::asking::AskJson;
use super::rows::{Facet, Filters};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use tabiya::chess::fen::{self, Setup};

/// Values of parameters, by their names.
pub(super) type Values = BTreeMap<String, String>;

/// A dialect as requests name it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) enum DialectName {
    #[serde(rename = "5")]
    Five,
    #[serde(rename = "6")]
    Six,
    #[serde(rename = "auto")]
    Auto,
}

/// A query, and a place in it.
#[derive(Debug, Deserialize)]
pub struct AboutQuery {
    pub(super) query: String,
    #[serde(default)]
    pub(super) dialect: Option<DialectName>,
    #[serde(default)]
    pub(super) at: usize,
    /// Whether variations will be searched, which decides about warnings.
    #[serde(default)]
    pub(super) variations: Option<bool>,
    /// Values of the parameters of the query.
    #[serde(default)]
    pub(super) settings: Values,
}

/// A search as it is asked for.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    pub(super) query: String,
    #[serde(default)]
    pub(super) dialect: Option<DialectName>,
    /// All there are, if it is not given.
    #[serde(default)]
    pub(super) sources: Option<Vec<String>>,
    #[serde(default)]
    pub(super) variations: Option<bool>,
    #[serde(default)]
    pub(super) limit: Option<usize>,
    #[serde(default)]
    pub(super) threads: Option<NonZeroUsize>,
    #[serde(default)]
    pub(super) seconds: Option<f64>,
    /// Values of the parameters of the query.
    #[serde(default)]
    pub(super) settings: Values,
}

/// A game, by its source and its place there.
#[derive(Debug, Deserialize)]
pub struct NamedGame {
    pub(super) source: String,
    pub(super) game: u64,
}

/// What the results of a search are counted by.
#[derive(Debug, Deserialize)]
pub struct TallyBy {
    pub(super) by: Facet,
    #[serde(flatten)]
    pub(super) filters: Filters,
}

/// A list of games.
#[derive(Debug, Deserialize)]
pub struct Listed {
    pub(super) source: String,
    #[serde(default = "first")]
    pub(super) from: u64,
    #[serde(default = "hundred")]
    pub(super) count: u64,
    #[serde(default)]
    pub(super) text: Option<String>,
}

fn first() -> u64 {
    1
}

fn hundred() -> u64 {
    100
}

/// A query at a position of a game.
#[derive(Debug, Deserialize)]
pub struct WhyAsked {
    pub(super) query: String,
    #[serde(default)]
    pub(super) dialect: Option<DialectName>,
    pub(super) source: String,
    pub(super) game: u64,
    pub(super) node: u32,
    /// Values of the parameters of the query.
    #[serde(default)]
    pub(super) settings: Values,
}

/// The automata of a query, perhaps with their runs from a position of a game.
#[derive(Clone, Debug, Deserialize)]
pub struct AutomatonAsked {
    pub(super) query: String,
    #[serde(default)]
    pub(super) dialect: Option<DialectName>,
    #[serde(default)]
    pub(super) source: Option<String>,
    #[serde(default)]
    pub(super) game: Option<u64>,
    #[serde(default)]
    pub(super) node: Option<u32>,
    /// A position after `node` that the line goes through.
    #[serde(default)]
    pub(super) through: Option<u32>,
    /// Values of the parameters of the query.
    #[serde(default)]
    pub(super) settings: Values,
}

/// A word of the language.
#[derive(Debug, Deserialize)]
pub struct NamedWord {
    pub(super) word: String,
}

/// A question put with a board.
#[derive(Debug, Deserialize)]
pub struct Asking {
    pub(super) ask: AskJson,
    /// What comes before and after the text of the question.
    #[serde(default)]
    pub(super) before: String,
    #[serde(default)]
    pub(super) after: String,
    #[serde(default)]
    pub(super) dialect: Option<DialectName>,
}

/// The position that a request gives as FEN.
pub(super) fn position(text: &str) -> Result<Setup, Failure> {
    fen::parse(text).map_err(|error| Failure::bad_request(format!("this is not a position in FEN: {error}")))
}
