//! The requests of the page, answered by calls: for a page without a server, and for other programs that have the service in
//! themselves. There are no threads and no files: anyone who has a desk lets it work between requests.
//!
//! The requests and their answers: `docs/src/command/serve-api.md`. Tests: `tests/command/desk.rs`, `wasm/tests`.

use crate::service::{ExportAs, Failure, Filters, Follower, HelperBatch, Next, Search, Service, Settings, Written};
use crate::table::{Form, Given, Reply, Request, parameters_of};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Files may have as many bytes as a program in a browser has memory.
const DROP_BYTES: u64 = 1 << 32;

/// The id of an event is the number of rows before it, this many times, and that of messages: there are fewer of these.
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
/// assert!(tally.body.starts_with(br#"[{"games":15,"#));
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
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Answer {
        match reply {
            Reply::Json(Written(body)) => Answer { status: 200, kind: JSON, name: None, body },
            Reply::Nothing => Answer { status: 204, kind: JSON, name: None, body: Vec::new() },
            Reply::Search(search) => Answer::json(201, &json!(search.began())),
        }
    }
}

impl From<Failure> for Answer {
    fn from(failure: Failure) -> Answer {
        Answer::json(failure.kind.status(), &failure.to_json())
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

    /// Answers a request of the page, whose address comes without the `api/` before it. Besides, `GET searches/ID/events?after=N`
    /// gives a list of events.
    pub fn ask(&self, method: &str, address: &str, body: Vec<u8>) -> Answer {
        let (path, parameters) = address.split_once('?').unwrap_or((address, ""));
        self.answer(method, (path, parameters), body).unwrap_or_else(Answer::from)
    }

    /// Goes on with searches, and with reading sources, for about this long; true while there is more to do.
    pub fn work(&self, time: Duration) -> bool {
        self.service.work(time)
    }

    /// Searches that begin from now on have this many helpers: a [`SearchHelper`](crate::SearchHelper) each, in another thread or
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

    fn answer(&self, method: &str, (path, parameters): (&str, &str), body: Vec<u8>) -> Result<Answer, Failure> {
        let service = &self.service;
        let parts: Vec<&str> = path.split('/').collect();
        let value = match (method, &*parts) {
            ("GET", ["about"]) => service.about_page(DROP_BYTES, false, None),
            ("POST", ["sources"]) => {
                let failure = Failure::bad_request("there are no files here that could be opened by their paths");
                return Err(failure.help("send the bytes of the file: POST drop?name=FILE"));
            }
            ("POST", ["drop"]) => service.add_bytes(&parameters_of::<DroppedName>(parameters)?.name, body),
            ("GET", ["searches", id, "events"]) => {
                let search = service.searches.get(id)?;
                return Ok(Reply::Json(events(search, parameters_of::<After>(parameters)?.after)).into());
            }
            ("GET", ["searches", id, "export"]) => {
                let search = service.searches.get(id)?;
                let how: (ExportAs, Filters) = (parameters_of(parameters)?, parameters_of(parameters)?);
                let (kind, name) = (how.0.format.media_type(), Some(how.0.format.file_name()));
                let body = service.export_bytes(&search, how)?;
                return Ok(Answer { status: 200, kind, name, body });
            }
            _ => {
                let (request, id) = Request::at(method, path)?;
                let form = Form::Address { id, parameters, body: &body };
                return request.answer(service, &Given { form, control: &service.control() }).map(Answer::from);
            }
        };
        Ok(Answer::json(200, &value))
    }
}

/// The events of a search after one of them, as many as there are now. Nobody listens between two calls, so when there are
/// too many searches this one may give way to a new one.
fn events(search: Arc<Search>, after: u64) -> Written {
    let last = format!("{}.{}", after / MESSAGES, after % MESSAGES);
    let mut follower = Follower::new(search, Some(&last));
    let mut events = Vec::new();
    while let Next::Event(event) = follower.poll() {
        let (rows, messages) = event.id.split_once('.').unwrap_or_default();
        let number = |text: &str| text.parse::<u64>().unwrap_or(0);
        let id = number(rows) * MESSAGES + number(messages);
        events.push(format!(r#"{{"id":{id},"event":"{}","data":{}}}"#, event.name, event.data));
    }
    Written(format!("[{}]", events.join(",")).into_bytes())
}
