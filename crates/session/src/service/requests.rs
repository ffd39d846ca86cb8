//! What requests say, as JSON or as parameters of an address.

use super::Failure;
use super::fields::asks;
use super::rows::{Facet, Filters};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use tabiya::chess::fen::{self, Setup};
use tabiya::syntax::Dialect;
use tabiya::syntax::assist::Ask;

/// Values of parameters, by their names.
pub(super) type Values = BTreeMap<String, String>;

/// A dialect as requests name it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum DialectName {
    #[serde(rename = "5")]
    Five,
    #[serde(rename = "6")]
    Six,
    #[serde(rename = "auto")]
    Auto,
}

impl From<DialectName> for Dialect {
    fn from(name: DialectName) -> Dialect {
        match name {
            DialectName::Five => Dialect::Five,
            DialectName::Six => Dialect::Six,
            DialectName::Auto => Dialect::Auto,
        }
    }
}

asks! {
    /// Nothing.
    pub(crate) Nothing {}

    /// A query, and a place in it.
    pub(crate) AboutQuery {
        query: String;
        dialect: Option<DialectName>, at: usize,
        /// Whether variations will be searched, which decides about warnings.
        variations: Option<bool>,
        /// Values of the parameters of the query.
        settings: Values
    }

    /// A search as it is requested.
    pub(crate) Wanted {
        query: String;
        dialect: Option<DialectName>,
        /// All there are, if it is not given.
        sources: Option<Vec<String>>,
        variations: Option<bool>, limit: Option<usize>, threads: Option<NonZeroUsize>, seconds: Option<f64>,
        /// True if nothing but its numbers is wanted: how many games and positions match.
        counts_only: bool,
        /// Values of the parameters of the query.
        settings: Values
    }

    /// A game, by its source and its place there.
    pub(crate) NamedGame { source: String, game: u64 }

    /// What the results of a search are counted by.
    pub(crate) TallyBy { by: Facet, #[serde(flatten)] filters: Filters }

    /// A list of games, from a place on.
    pub(crate) Listed { source: String; from: Option<u64>, count: Option<u64>, text: Option<String> }

    /// A query at a position of a game.
    pub(crate) WhyAsked {
        query: String, source: String, game: u64, node: u32;
        dialect: Option<DialectName>,
        /// Values of the parameters of the query.
        settings: Values
    }

    /// The automata of a query, perhaps with their runs from a position of a game.
    #[derive(Clone)]
    pub(crate) AutomatonAsked {
        query: String;
        dialect: Option<DialectName>, source: Option<String>, game: Option<u64>, node: Option<u32>,
        /// A position after `node` that the line goes through.
        through: Option<u32>,
        /// Values of the parameters of the query.
        settings: Values
    }

    /// A word of the language.
    pub(crate) NamedWord { word: String }

    /// A question put with a board.
    pub(crate) Asking {
        #[cfg_attr(test, ts(type = "Ask"))] ask: Ask;
        /// What comes before and after the text of the question.
        before: String, after: String, dialect: Option<DialectName>
    }
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
