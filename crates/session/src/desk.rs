//! The requests of the page, answered by calls: for a page without a server, and for other programs that have the service in
//! themselves. There are no threads and no files: whoever has a desk lets it work between requests.
//!
//! The requests and their answers: `docs/src/command/serve-api.md`. Tests: `tests/command/desk.rs`, `wasm/tests`.

use crate::service::{
    AboutQuery, AnswerGiven, ExportAs, Failure, Filters, Follower, FoundBy, HelperBatch, Kind, Listed, MovesAsked,
    NamedGame, NamedPage, NamedWord, Next, NextAsked, Search, Service, Settings, TallyBy, Written, short,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Files may have as many bytes as a program in a browser has memory.
const DROP_BYTES: u64 = 1 << 32;

/// The id of an event is the number of rows before it, so many times, and that of messages: there are fewer of these.
const MESSAGES: u64 = 1_000;

/// The service of [`tabiya serve`](https://docs.rs/tabiya), in one piece: sources of games, searches, queries.
///
/// ```
/// use std::time::Duration;
/// use tabiya_session::Desk;
///
/// let desk = Desk::new();
/// let began = desk.ask("POST", "searches", br#"{"query": "mate"}"#.to_vec());
/// assert_eq!((began.status, &*began.body), (201, &br#"{"id":"q1"}"#[..]));
/// while desk.work(Duration::from_millis(50)) {}
/// let tally = desk.ask("GET", "searches/q1/tally?by=result", Vec::new());
/// assert!(tally.body.starts_with(br#"[{"games":14,"#));
/// ```
#[derive(Debug)]
pub struct Desk {
    service: Service,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The status, as HTTP has it: 200 to 204 if all is well.
    pub status: u16,
    /// The media type of the body.
    pub kind: &'static str,
    /// The name of a file.
    pub name: Option<String>,
    /// JSON, unless the kind says otherwise.
    pub body: Vec<u8>,
}

/// A body of JSON that answers a request.
const JSON: &str = "application/json";

impl Answer {
    fn json(status: u16, value: &Value) -> Answer {
        Answer { status, kind: JSON, name: None, body: value.to_string().into_bytes() }
    }

    fn nothing() -> Answer {
        Answer { status: 204, kind: JSON, name: None, body: Vec::new() }
    }
}

impl From<Written> for Answer {
    fn from(written: Written) -> Answer {
        Answer { status: 200, kind: JSON, name: None, body: written.0 }
    }
}

impl From<Failure> for Answer {
    fn from(failure: Failure) -> Answer {
        Answer::json(failure.kind.status(), &failure.to_json())
    }
}

/// A request without its method.
struct Request<'r> {
    /// What stands after the question mark of the address.
    parameters: &'r str,
    body: Vec<u8>,
}

impl Request<'_> {
    fn parameters<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        let wrong = |error| Failure::bad_request(format!("the parameters have an unexpected form: {error}"));
        serde_urlencoded::from_str(self.parameters).map_err(wrong)
    }

    fn body<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        let wrong = |error| Failure::bad_request(format!("the body has an unexpected form: {error}"));
        serde_json::from_slice(&self.body).map_err(wrong)
    }
}

#[derive(Debug, Deserialize)]
struct DroppedName {
    #[serde(default)]
    name: String,
}

#[derive(Debug, Deserialize)]
struct After {
    #[serde(default)]
    after: u64,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::new()
    }
}

impl Desk {
    /// A desk with the sample games, which makes no files of results.
    pub fn new() -> Desk {
        Desk::with(Settings::default())
    }

    /// A desk with the sample games.
    pub fn with(settings: Settings) -> Desk {
        Desk { service: Service::here(settings) }
    }

    /// Answers a request of the page, whose address comes without the `api/` before it. Besides, `POST explain` takes what
    /// `POST automaton` does and says more of the query, and `GET searches/ID/events?after=N` gives a list of events.
    pub fn ask(&self, method: &str, address: &str, body: Vec<u8>) -> Answer {
        let (path, parameters) = address.split_once('?').unwrap_or((address, ""));
        let path: Vec<&str> = path.split('/').collect();
        let request = Request { parameters, body };
        let answered = match &*path {
            ["searches", id, rest @ ..] => self.about_search(method, (id, rest), &request),
            _ => self.answer(method, &path, request),
        };
        answered.unwrap_or_else(Answer::from)
    }

    /// Goes on with searches, and with reading sources, for about so long; true while there is more to do.
    pub fn work(&self, time: Duration) -> bool {
        self.service.work(time)
    }

    /// Searches that begin from now on have so many helpers: a [`SearchHelper`](crate::SearchHelper) each, in another thread or
    /// another instance of the program. They look through PGN; what a search finds does not depend on them.
    pub fn set_helpers(&self, count: usize) {
        self.service.searches.set_helpers(count);
    }

    /// Takes a batch of games for a helper, if there is one now.
    pub fn batch(&self) -> Option<HelperBatch> {
        self.service.searches.batch()
    }

    /// Gives a search what a helper has made of a batch. An answer that does not come costs no more than time.
    pub fn give(&self, search: &str, answer: &[u8]) {
        self.service.searches.give(search, answer);
    }

    fn answer(&self, method: &str, path: &[&str], request: Request<'_>) -> Result<Answer, Failure> {
        let service = &self.service;
        let value = match (method, path) {
            ("GET", ["about"]) => self.about(),
            ("GET", ["sources"]) => service.sources(),
            ("POST", ["sources"]) => {
                let failure = Failure::bad_request("there are no files here that could be opened by their paths");
                return Err(failure.help("send the bytes of the file: POST drop?name=FILE"));
            }
            ("DELETE", ["sources", id]) => return service.shelf.remove(id).map(|()| Answer::nothing()),
            ("POST", ["drop"]) => service.add_bytes(&request.parameters::<DroppedName>()?.name, request.body),
            ("GET", ["recipes"]) => service.recipes(),
            ("POST", ["check"]) => service.check(request.body()?)?,
            ("POST", ["complete"]) => service.complete(request.body()?),
            ("POST", ["hover"]) => service.hover(request.body()?),
            ("GET", ["searches"]) => service.searches.to_json(),
            ("POST", ["searches"]) => {
                let search = service.search(request.body()?)?;
                return Ok(Answer::json(201, &json!({"id": search.id})));
            }
            ("POST", ["next"]) => service.next(&request.body::<NextAsked>()?, &service.control())?,
            ("POST", ["moves"]) => service.moves(&request.body::<MovesAsked>()?)?,
            ("GET", ["games"]) => service.games(&request.parameters::<Listed>()?)?,
            ("GET", ["game"]) => return service.game(&request.parameters::<NamedGame>()?).map(Answer::from),
            ("POST", ["why"]) => service.why(request.body()?)?,
            ("POST", ["automaton"]) => service.automata(request.body()?)?,
            ("POST", ["explain"]) => service.explain(request.body()?)?,
            ("GET", ["book"]) => service.book(),
            ("GET", ["page"]) => service.page(&request.parameters::<NamedPage>()?)?,
            ("GET", ["pages"]) => service.pages(&request.parameters::<FoundBy>()?),
            ("POST", ["lesson"]) => service.judge(request.body::<AnswerGiven>()?)?,
            ("GET", ["word"]) => service.word(&request.parameters::<NamedWord>()?),
            ("POST", ["ask"]) => service.ask(request.body()?)?,
            ("POST", ["asked"]) => service.asked(request.body::<AboutQuery>()?),
            _ => return Err(no_such_request(method, path)),
        };
        Ok(Answer::json(200, &value))
    }

    /// Answers a request about a search.
    fn about_search(
        &self,
        method: &str,
        (id, path): (&str, &[&str]),
        request: &Request<'_>,
    ) -> Result<Answer, Failure> {
        let service = &self.service;
        let search = service.searches.get(id)?;
        let value = match (method, path) {
            ("GET", []) => search.to_json(),
            ("DELETE", []) => return service.searches.remove(id).map(|()| Answer::nothing()),
            ("GET", ["events"]) => return Ok(events(search, request.parameters::<After>()?.after).into()),
            ("GET", ["found"]) => return service.found(&search, &request.parameters()?).map(Answer::from),
            ("GET", ["tally"]) => service.tally(&search, &request.parameters::<TallyBy>()?),
            ("GET", ["export"]) => {
                let how: (ExportAs, Filters) = (request.parameters()?, request.parameters()?);
                let (kind, name) = (how.0.format.media_type(), Some(how.0.format.file_name()));
                let body = service.export_bytes(&search, how)?;
                return Ok(Answer { status: 200, kind, name, body });
            }
            _ => return Err(no_such_request(method, path)),
        };
        Ok(Answer::json(200, &value))
    }

    fn about(&self) -> Value {
        let mut limits = self.service.limits();
        limits["dropBytes"] = DROP_BYTES.into();
        json!({
            "version": env!("CARGO_PKG_VERSION"), "sources": self.service.sources(), "dialects": ["6", "5"],
            "limits": limits, "languages": ["en"], "fileAccess": false, "onlyGiven": false, "query": null,
        })
    }
}

fn no_such_request(method: &str, path: &[&str]) -> Failure {
    let asked = format!("{method} {}", path.join("/"));
    Failure::new(Kind::Missing, "no-request", format!("there is no such request: {}", short(&asked)))
}

/// The events of a search after one of them, as many as there are now. Nobody listens between two calls, so when there are
/// too many searches this one may give way to a new one.
fn events(search: Arc<Search>, after: u64) -> Written {
    let last = format!("{}.{}", after / MESSAGES, after % MESSAGES);
    let mut follower = Follower::new(search, Some(&last));
    let mut events = Vec::new();
    while let Next::Event(event) = follower.next() {
        let (rows, messages) = event.id.split_once('.').unwrap_or_default();
        let number = |text: &str| text.parse::<u64>().unwrap_or(0);
        let id = number(rows) * MESSAGES + number(messages);
        events.push(format!(r#"{{"id":{id},"event":"{}","data":{}}}"#, event.name, event.data));
    }
    Written(format!("[{}]", events.join(",")).into_bytes())
}
