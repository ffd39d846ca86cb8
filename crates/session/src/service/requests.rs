//! What requests say, as JSON or as parameters of an address.

use super::Failure;
use super::rows::{Facet, Filters};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use tabiya::chess::fen::{self, Setup};
use tabiya::syntax::assist::Ask;

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
    pub(super) dialect: Option<DialectName>,
    #[serde(default)]
    pub(super) at: usize,
    /// Whether variations will be searched, which decides about warnings.
    pub(super) variations: Option<bool>,
    /// Values of the parameters of the query.
    #[serde(default)]
    pub(super) settings: Values,
}

/// A search as it is asked for.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    pub(super) query: String,
    pub(super) dialect: Option<DialectName>,
    /// All there are, if it is not given.
    pub(super) sources: Option<Vec<String>>,
    pub(super) variations: Option<bool>,
    pub(super) limit: Option<usize>,
    pub(super) threads: Option<NonZeroUsize>,
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
    pub(super) dialect: Option<DialectName>,
    pub(super) source: Option<String>,
    pub(super) game: Option<u64>,
    pub(super) node: Option<u32>,
    /// A position after `node` that the line goes through.
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
    pub(super) ask: Ask,
    /// What comes before and after the text of the question.
    #[serde(default)]
    pub(super) before: String,
    #[serde(default)]
    pub(super) after: String,
    pub(super) dialect: Option<DialectName>,
}

/// The position that a request gives as FEN.
pub(super) fn position(text: &str) -> Result<Setup, Failure> {
    fen::parse(text).map_err(|error| Failure::bad_request(format!("this is not a position in FEN: {error}")))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tabiya::syntax::assist::Ask;

    #[test]
    fn questions_there_and_back() {
        for json in [
            json!({"kind": "position", "pieces": [{"square": "e1", "piece": "K"}, {"square": "f3", "piece": "[RQ]"}],
                "turn": "black", "shift": "any", "eitherSide": true}),
            json!({"kind": "position", "pieces": [{"square": "a1", "piece": "_"}], "mirror": true}),
            json!({"kind": "position", "pieces": [], "areas": [{"piece": "N", "from": "d4", "to": "f6"},
                {"piece": "[rq]", "from": "a1", "to": "h2", "absent": true}]}),
            json!({"kind": "several", "boards": [
                {"by": "and", "ask": {"kind": "position", "pieces": [{"square": "e1", "piece": "K"}]}},
                {"by": "not", "ask": {"kind": "position", "pieces": [{"square": "e8", "piece": "k"}]}},
                {"by": "within", "moves": 3, "ask": {"kind": "path", "moves": [{"to": "e5"}]}},
            ]}),
            json!({"kind": "path", "moves": [{"piece": "N", "from": "g1", "to": "f3"}, {"to": "e5", "capture": true}],
                "pieces": [{"square": "e4", "piece": "P"}], "gaps": true}),
            json!({"kind": "path", "moves": [{"piece": "N", "to": "f5"}, {"piece": "P", "to": "h4"}], "gaps": true,
                "anyOrder": true, "almost": 1}),
        ] {
            let read: Ask = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), json);
            assert!(!read.query().unwrap().is_empty());
        }
        // Null says as little as a field that is left out.
        let null = json!({"kind": "path", "moves": [{"to": "e5", "from": null}], "pieces": null});
        assert_eq!(serde_json::from_value::<Ask>(null).unwrap().query().unwrap(), "path --e5");
        let wrong = |squares: Value| serde_json::from_value::<Ask>(json!({"kind": "position", "pieces": squares}));
        let error = wrong(json!([{"square": "e9", "piece": "K"}])).unwrap_err().to_string();
        assert_eq!(error, "`e9` is not a square");
        let error = wrong(json!([{"square": "e8", "piece": "X"}])).unwrap_err().to_string();
        assert_eq!(error, "`X` stands for no pieces");
    }
}
