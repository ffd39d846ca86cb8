//! All requests about queries, games, searches and the book: one table, from which the routes of `tabiya serve`, the methods of
//! `tabiya engine` and the calls of a [`Desk`](crate::Desk) follow. Beside it, each of these has a few requests about itself.
//!
//! What they take and answer: `docs/src/command/serve-api.md`. Tests: `tests/command/together.rs`, through all three.

use crate::service::{AboutQuery, Failure, Search, Service, Written, short};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::Arc;
use tabiya::RunControl;

/// A request.
#[derive(Debug)]
pub struct Request {
    /// The method of HTTP.
    pub method: &'static str,
    /// The address below `api/`, with `{id}` for that of a search or a source.
    pub address: &'static str,
    /// The method of `tabiya engine`; empty if it has none.
    pub name: &'static str,
    /// What it may take.
    pub pace: Pace,
    answer: fn(&Service, &Given<'_>) -> Result<Reply, Failure>,
}

/// What an answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Next to nothing: it does not wait for others.
    AtOnce,
    /// Its time.
    Work,
    /// Its time, and much memory until it has been sent.
    Long,
}

/// An answer.
#[derive(Clone, Debug)]
pub enum Reply {
    /// JSON.
    Json(Written),
    /// It is done, and there is nothing to say.
    Nothing,
    /// A search has begun.
    Search(Arc<Search>),
}

/// What a request says.
#[derive(Debug)]
pub struct Given<'g> {
    /// Where it says it.
    pub form: Form<'g>,
    /// Ends what goes through games for the answer.
    pub control: &'g Arc<RunControl>,
}

/// Where a request says what it wants.
#[derive(Debug)]
pub enum Form<'g> {
    /// In its address and its body.
    Address {
        /// What stands there for `{id}`.
        id: Option<&'g str>,
        /// What stands after the question mark.
        parameters: &'g str,
        /// JSON.
        body: &'g [u8],
    },
    /// In one object, or in nothing.
    Object(&'g Value),
}

impl Given<'_> {
    /// The parameters of an address, or the object.
    fn parameters<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        match self.form {
            Form::Address { parameters, .. } => parameters_of(parameters),
            Form::Object(object) => object_of(object),
        }
    }

    /// The body, or the object.
    fn body<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        match self.form {
            Form::Address { body, .. } => body_of(body),
            Form::Object(object) => object_of(object),
        }
    }

    /// What the address names by `{id}`, or the object by `name`.
    fn id(&self, name: &str) -> Result<String, Failure> {
        let missing =
            || Failure::bad_request(format!("the parameters have an unexpected form: missing field `{name}`"));
        match self.form {
            Form::Address { id, .. } => id.map(str::to_owned).ok_or_else(Failure::internal),
            Form::Object(object) => object[name].as_str().map(str::to_owned).ok_or_else(missing),
        }
    }

    fn search(&self, service: &Service) -> Result<Arc<Search>, Failure> {
        service.searches.get(&self.id("search")?)
    }
}

/// Reads the parameters of an address.
///
/// # Errors
///
/// If they have another form.
pub fn parameters_of<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    let wrong = |error| Failure::bad_request(format!("the parameters have an unexpected form: {error}"));
    serde_urlencoded::from_str(text).map_err(wrong)
}

/// Reads a body of JSON.
///
/// # Errors
///
/// If it has another form.
pub fn body_of<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    let wrong = |error| Failure::bad_request(format!("the body has an unexpected form: {error}"));
    serde_json::from_slice(bytes).map_err(wrong)
}

/// Reads the parameters of a method.
///
/// # Errors
///
/// If they have another form.
pub fn object_of<T: DeserializeOwned>(object: &Value) -> Result<T, Failure> {
    let empty = Value::Object(Map::new());
    let wrong = |error| Failure::bad_request(format!("the parameters have an unexpected form: {error}"));
    T::deserialize(if object.is_null() { &empty } else { object }).map_err(wrong)
}

fn json(value: &Value) -> Result<Reply, Failure> {
    Written::new(value).map(Reply::Json)
}

macro_rules! requests {
    ($($method:ident $address:literal $name:literal $pace:ident $answer:expr;)*) => {
        /// All requests.
        pub static REQUESTS: &[Request] = &[$(Request {
            method: stringify!($method),
            address: $address,
            name: $name,
            pace: Pace::$pace,
            answer: $answer,
        }),*];
    };
}

requests! {
    // All sources; one goes.
    GET "sources" "sources" AtOnce |service, _| json(&service.sources());
    DELETE "sources/{id}" "close" AtOnce |service, given| {
        service.shelf.remove(&given.id("source")?).map(|()| Reply::Nothing)
    };
    // The text of a query: what is wrong with it, what can stand at a place, what the book says of a word in it.
    POST "check" "check" Work |service, given| json(&service.check(given.body()?)?);
    POST "complete" "complete" Work |service, given| json(&service.complete(given.body()?));
    POST "hover" "hover" Work |service, given| json(&service.hover(given.body()?));
    GET "word" "word" Work |service, given| json(&service.word(&given.parameters()?));
    GET "recipes" "recipes" Work |service, _| json(&service.recipes());
    // The text of a question put with a board, and back.
    POST "ask" "ask" Work |service, given| json(&service.ask(given.body()?)?);
    POST "asked" "asked" Work |service, given| json(&service.asked(given.body::<AboutQuery>()?));
    // What a query means, with all of what comes next; its automata; why it matches at a position.
    POST "explain" "explain" Work |service, given| json(&service.explain(given.body()?)?);
    POST "automaton" "automaton" Work |service, given| json(&service.automata(given.body()?)?);
    POST "why" "why" Work |service, given| json(&service.why(given.body()?)?);
    // Games as a list; one with all its positions.
    GET "games" "games" Work |service, given| json(&service.games(&given.parameters()?)?);
    GET "game" "game" Long |service, given| service.game(&given.parameters()?).map(Reply::Json);
    // A search begins; how far searches are; all matches in a game; all counted; one ends or is forgotten.
    POST "searches" "search" Work |service, given| service.search(given.body()?).map(Reply::Search);
    GET "searches" "searches" AtOnce |service, _| json(&service.searches.to_json());
    GET "searches/{id}" "" AtOnce |service, given| json(&given.search(service)?.to_json());
    GET "searches/{id}/found" "found" Long |service, given| {
        service.found(&*given.search(service)?, &given.parameters()?).map(Reply::Json)
    };
    GET "searches/{id}/tally" "tally" Work |service, given| {
        json(&service.tally(&*given.search(service)?, &given.parameters()?))
    };
    DELETE "searches/{id}" "forget" AtOnce |service, given| {
        service.searches.remove(&given.id("search")?).map(|()| Reply::Nothing)
    };
    // What was played in a position, and what can be played.
    POST "next" "" Work |service, given| json(&service.next(&given.body()?, given.control)?);
    POST "moves" "" AtOnce |service, given| json(&service.moves(&given.body()?)?);
    // The book: its parts, a page, pages that have some words; a query held against the solution of an exercise.
    GET "book" "" AtOnce |service, _| json(&service.book());
    GET "page" "" Work |service, given| json(&service.page(&given.parameters()?)?);
    GET "pages" "" Work |service, given| json(&service.pages(&given.parameters()?));
    POST "lesson" "" Work |service, given| json(&service.judge(given.body()?)?);
}

impl Request {
    /// The request with a name among the methods of `tabiya engine`.
    pub fn named(name: &str) -> Option<&'static Request> {
        REQUESTS.iter().find(|request| request.name == name && !name.is_empty())
    }

    /// The request that is made with a method at an address, and what stands there for `{id}`.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn at<'p>(method: &str, path: &'p str) -> Result<(&'static Request, Option<&'p str>), Failure> {
        let found = REQUESTS.iter().filter(|request| request.method == method);
        let found = found.filter_map(|request| Some((request, request.matched(path)?))).next();
        let asked = || format!("there is no such request: {}", short(&format!("{method} {path}")));
        found.ok_or_else(|| Failure::missing("no-request", asked()))
    }

    /// What stands for `{id}` in an address, if the address is that of this request.
    fn matched<'p>(&self, path: &'p str) -> Option<Option<&'p str>> {
        let (mut own, mut parts, mut id) = (self.address.split('/'), path.split('/'), None);
        loop {
            match (own.next(), parts.next()) {
                (None, None) => return Some(id),
                (Some("{id}"), Some(part)) => id = Some(part),
                (own, part) if own == part => {}
                _ => return None,
            }
        }
    }

    /// Answers it.
    ///
    /// # Errors
    ///
    /// The reason why it is not answered as asked.
    pub fn answer(&self, service: &Service, given: &Given<'_>) -> Result<Reply, Failure> {
        (self.answer)(service, given)
    }
}
