//! The methods, and what answers them.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use tabiya::RunControl;
use tabiya_session::service::{AboutQuery, Failure, Search, Service, Written};

/// All methods, those that the session answers itself at the end.
pub(super) const METHODS: [&str; 23] = [
    "about",
    "sources",
    "open",
    "close",
    "check",
    "complete",
    "hover",
    "word",
    "recipes",
    "ask",
    "asked",
    "explain",
    "automaton",
    "why",
    "games",
    "game",
    "search",
    "searches",
    "found",
    "tally",
    "forget",
    "cancel",
    "quit",
];

/// What a request is answered with.
pub(super) enum Answer {
    Result(Written),
    /// The events of a search, and its end as the result.
    Search(Arc<Search>),
}

/// Reads the parameters of a request.
pub(super) fn read<T: DeserializeOwned>(params: Value) -> Result<T, Failure> {
    let params = if params.is_null() { json!({}) } else { params };
    serde_json::from_value(params)
        .map_err(|error| Failure::bad_request(format!("the parameters have an unexpected form: {error}")))
}

#[derive(Debug, Deserialize)]
struct Opened {
    #[serde(default)]
    path: Option<String>,
    /// Games as text.
    #[serde(default)]
    pgn: Option<String>,
    #[serde(default)]
    name: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Closed {
    source: String,
}

#[derive(Debug, Deserialize)]
struct Forgotten {
    search: String,
}

/// A request about a search that was made before.
#[derive(Debug, Deserialize)]
struct OfSearch<T> {
    search: String,
    #[serde(flatten)]
    asked: T,
}

/// Answers a request, which may take its time. `control` ends what looks for files.
pub(super) fn answer(
    service: &Service,
    (method, params): (&str, Value),
    control: &RunControl,
) -> Result<Answer, Failure> {
    let value = match method {
        "about" => about(service),
        "sources" => service.sources(),
        "open" => open(service, read(params)?, control)?,
        "close" => {
            service.shelf.remove(&read::<Closed>(params)?.source)?;
            Value::Null
        }
        "check" => service.check(read(params)?)?,
        "complete" => service.complete(read(params)?),
        "hover" => service.hover(read(params)?),
        "word" => service.word(&read(params)?),
        "recipes" => service.recipes(),
        "ask" => service.ask(read(params)?)?,
        "asked" => service.asked(read::<AboutQuery>(params)?),
        "explain" => service.explain(read(params)?)?,
        "automaton" => service.automata(read(params)?)?,
        "why" => service.why(read(params)?)?,
        "games" => service.games(&read(params)?)?,
        "game" => return service.game(&read(params)?).map(Answer::Result),
        "search" => return service.search(read(params)?).map(Answer::Search),
        "searches" => service.searches.to_json(),
        "found" => {
            let OfSearch { search, asked } = read(params)?;
            return service.found(&*service.searches.get(&search)?, &asked).map(Answer::Result);
        }
        "tally" => {
            let OfSearch { search, asked } = read(params)?;
            service.tally(&*service.searches.get(&search)?, &asked)
        }
        "forget" => {
            service.searches.remove(&read::<Forgotten>(params)?.search)?;
            Value::Null
        }
        _ => {
            let failure = Failure::missing(
                "no-method",
                format!("there is no method `{}`", tabiya_session::service::short(method)),
            );
            return Err(failure.help(format!("the methods are {}", METHODS.join(", "))));
        }
    };
    Written::new(&value).map(Answer::Result)
}

fn about(service: &Service) -> Value {
    json!({
        "name": "tabiya", "version": env!("CARGO_PKG_VERSION"), "protocol": 1, "methods": METHODS,
        "dialects": ["6", "5"], "limits": service.limits(), "sources": service.sources(),
    })
}

fn open(service: &Service, opened: Opened, control: &RunControl) -> Result<Value, Failure> {
    match (opened.path, opened.pgn) {
        (Some(path), None) => service.open(&path, control),
        (None, Some(pgn)) => service.open_text(opened.name.as_deref().unwrap_or("games.pgn"), &pgn),
        _ => Err(Failure::bad_request("`open` takes either `path` or `pgn`")),
    }
}
