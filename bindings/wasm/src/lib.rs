//! Tabiya for JavaScript: what `tabiya serve` answers, by calls ([`Desk`]), and a few functions for programs.
//!
//! Everything runs on the thread that calls; a page calls from a worker. A defect of the program ends in an exception of the
//! module, after which a new one must be loaded.
//!
//! Tests: `bindings/wasm/tests`, here by Rust and in Node.

mod query;
mod search;

pub use query::format as formatted;
pub use search::search as search_json;

use std::time::Duration;
use wasm_bindgen::prelude::*;

/// Sources of games, searches and queries: what the page of `tabiya serve` asks, answered without a server.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Desk(tabiya_session::Desk);

/// One that looks through games for the searches of a [`Desk`] in another instance of the module, in a worker of its own.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Helper(tabiya_session::SearchHelper);

#[wasm_bindgen]
impl Helper {
    /// One that knows no search.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Helper {
        Helper::default()
    }

    /// Looks through a batch; the answer is for [`Desk::give`]. Undefined if it could not.
    pub fn look(&mut self, search: String, wanted: String, games: Vec<u8>) -> Option<Vec<u8>> {
        self.0.look(&tabiya_session::HelperBatch { search, wanted, games })
    }
}

/// A batch of games for a helper.
#[wasm_bindgen]
#[derive(Debug)]
pub struct HelperBatch(tabiya_session::HelperBatch);

#[wasm_bindgen]
impl HelperBatch {
    /// The search, to which the answer goes.
    #[wasm_bindgen(getter)]
    pub fn search(&self) -> String {
        self.0.search.clone()
    }

    /// The queries and options of a search.
    #[wasm_bindgen(getter)]
    pub fn wanted(&self) -> String {
        self.0.wanted.clone()
    }

    /// The games; a copy each time.
    #[wasm_bindgen(getter)]
    pub fn games(&self) -> js_sys::Uint8Array {
        js_sys::Uint8Array::from(self.0.games.as_slice())
    }
}

/// The answer to a request.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Answer(tabiya_session::Answer);

#[wasm_bindgen]
impl Answer {
    /// The status, as HTTP has it: 200 to 204 if all is well.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// The media type of the body.
    #[wasm_bindgen(getter, js_name = "type")]
    pub fn kind(&self) -> String {
        self.0.kind.to_owned()
    }

    /// The name of a file; of all other answers undefined.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> Option<String> {
        self.0.name.clone()
    }

    /// JSON, unless the type says otherwise; a copy each time.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> js_sys::Uint8Array {
        js_sys::Uint8Array::from(self.0.body.as_slice())
    }
}

#[wasm_bindgen]
impl Desk {
    /// A desk with the sample games.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has no defaults")]
    pub fn new() -> Desk {
        Desk(tabiya_command::desk())
    }

    /// Answers a request of the interface of `tabiya serve`, whose address comes without the `api/` before it:
    /// `searches/q3/tally?by=eco`.
    pub fn ask(&self, method: &str, address: &str, body: Vec<u8>) -> Answer {
        Answer(self.0.ask(method, address, body))
    }

    /// Goes on with searches, and with reading files, for about this many milliseconds; true while there is more to do.
    pub fn work(&self, milliseconds: f64) -> bool {
        self.0.work(Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default())
    }

    /// Searches that begin from now on have this many helpers, each in a worker of its own. They look through PGN; what a search
    /// finds does not depend on them.
    #[wasm_bindgen(js_name = "setHelpers")]
    pub fn set_helpers(&self, count: usize) {
        self.0.set_helpers(count);
    }

    /// Takes a batch of games for a helper; undefined if there is none now.
    pub fn batch(&self) -> Option<HelperBatch> {
        self.0.batch().map(HelperBatch)
    }

    /// Gives a search what a helper has made of a batch.
    pub fn give(&self, search: &str, answer: &[u8]) {
        self.0.give(search, answer);
    }

    /// The events of a search after the one with this id, or from the beginning after 0, as far as there are any now: a list of
    /// `{id, event, data}` as JSON. The last one is `end`.
    ///
    /// # Errors
    ///
    /// If there is no such search.
    pub fn events(&self, search: &str, after: f64) -> Result<String, JsError> {
        let answer = self.0.ask("GET", &format!("searches/{search}/events?after={after}"), Vec::new());
        let body = String::from_utf8_lossy(&answer.body).into_owned();
        if answer.status == 200 { Ok(body) } else { Err(JsError::new(&body)) }
    }
}

/// Everything that is known of a query without games: `ok`, `diagnostics` with their places, its meaning in `words`.
///
/// # Errors
///
/// If the answer cannot be read, which would be a defect.
#[wasm_bindgen(unchecked_return_type = "any")]
pub fn check(query: &str) -> Result<JsValue, JsValue> {
    asked("check", query)
}

/// What a query means, and the automata of its sequences.
///
/// # Errors
///
/// The error of the query.
#[wasm_bindgen(unchecked_return_type = "any")]
pub fn explain(query: &str) -> Result<JsValue, JsValue> {
    asked("explain", query)
}

/// A query in the standard layout.
///
/// # Errors
///
/// The error of the query.
#[wasm_bindgen]
pub fn format(query: &str) -> Result<String, JsError> {
    query::format(query).map_err(|error| JsError::new(&error))
}

/// Searches the games of a file (PGN, plain or compressed, or a database): `rows`, numbers, messages. `options` is an object;
/// see the README.
///
/// # Errors
///
/// The error of the query or the options. The error of the games is in the answer.
#[wasm_bindgen(unchecked_return_type = "any")]
pub fn search(
    query: &str,
    games: Vec<u8>,
    #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let options = if options.is_undefined() { String::new() } else { js_sys::JSON::stringify(&options)?.into() };
    let found = search_json(query, games, &options).map_err(|error| JsError::new(&error))?;
    js_sys::JSON::parse(&found)
}

/// The version of Tabiya.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// What the desk answers about a query.
fn asked(what: &str, query: &str) -> Result<JsValue, JsValue> {
    let body = serde_json::json!({"query": query}).to_string().into_bytes();
    let answer = tabiya_command::desk().ask("POST", what, body);
    let text = String::from_utf8_lossy(&answer.body);
    if answer.status == 200 { js_sys::JSON::parse(&text) } else { Err(JsError::new(&text).into()) }
}

#[wasm_bindgen(typescript_custom_section)]
const OPTIONS: &str = r#"
/** How games are searched; everything may be left out. */
export interface SearchOptions {
    /** The name of the file in rows and messages. */
    name?: string;
    dialect?: "auto" | "5" | "6";
    /** The recipe that takes the place of the query, which is an empty text then. */
    recipe?: string;
    /** True if variations are searched; if it is left out, the header of the query decides. */
    variations?: boolean;
    /** False if `move` inside `next` sees all moves, and not only that of the line chosen. */
    linearize?: boolean;
    /** Columns with values: their names, each with an expression of the query language. */
    select?: Record<string, string>;
    /** Values of the parameters of the query. */
    settings?: Record<string, string>;
    /** The names of the columns of a row. */
    columns?: string[];
    /** True if there is a row for each position of the sequence of a match. */
    steps?: boolean;
    /** False if games come as they are found, even if `sort` in the query asks for another order: the best first. */
    sort?: boolean;
    /** The number of games with matches after which the search ends. */
    limit?: number;
    /** The time limit; 600 by default. */
    seconds?: number;
}
"#;
