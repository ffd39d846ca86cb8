//! All requests about queries, games, searches and the book: one table, from which the routes of `tabiya serve`, the methods of
//! `tabiya engine` and the calls of a [`Desk`](crate::Desk) follow. In addition, each of these has a few requests about itself.
//!
//! What they take and answer: `docs/src/command/serve-api.md`. Tests: `tests/command/together.rs`, through all three.

use crate::book;
use crate::find::Found;
use crate::lessons::Judgement;
use crate::service::automata::Automaton;
use crate::service::compare::{CompareAsked, Compared};
use crate::service::joined::Asked;
use crate::service::list::GameList;
use crate::service::next::{MovesAsked, NextAsked, NextMoves, Playable};
use crate::service::observed::Observed;
use crate::service::pages::{self, AnswerGiven, BookPage, FoundBy, Hover, NamedPage, Recipe, WordHelp};
use crate::service::queries::{Check, Completion};
use crate::service::requests::{
    AboutQuery, Asking, AutomatonAsked, Listed, NamedGame, NamedWord, Nothing, TallyBy, Wanted, WhyAsked,
};
use crate::service::rows::Tally;
use crate::service::search::Known;
use crate::service::source::KnownSource;
use crate::service::{Explained, Failure, Search, Service, Written, short};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::Arc;
use tabiya::RunControl;
use tabiya::syntax::assist::Ask;

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
        /// What comes after the question mark.
        parameters: &'g str,
        /// JSON.
        body: &'g [u8],
    },
    /// In one object, or in nothing.
    Object(&'g Value),
}

impl Given<'_> {
    /// The input of a request: the body, the parameters of an address where there is none, or the object.
    fn asked<T: DeserializeOwned>(&self, method: &str) -> Result<T, Failure> {
        match self.form {
            Form::Address { body, .. } if method == "POST" => body_of(body),
            Form::Address { parameters, .. } => parameters_of(parameters),
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

/// What becomes the answer to a request.
trait Answer {
    fn reply(self) -> Result<Reply, Failure>;
}

impl<T: Serialize> Answer for T {
    fn reply(self) -> Result<Reply, Failure> {
        Written::new(&serde_json::to_value(self).map_err(|_| Failure::internal())?).map(Reply::Json)
    }
}

impl Answer for Reply {
    fn reply(self) -> Result<Reply, Failure> {
        Ok(self)
    }
}

macro_rules! requests {
    ($(
        #[doc = $sentence:literal]
        $method:ident $address:literal $name:literal $pace:ident ($asked:ty) -> $answer:ty $(as $shown:ty)?: $by:expr;
    )*) => {
        /// All requests.
        pub static REQUESTS: &[Request] = &[$(Request {
            method: stringify!($method),
            address: $address,
            name: $name,
            pace: Pace::$pace,
            answer: |service, given| {
                let by: fn(&Service, $asked, &Given<'_>) -> Result<$answer, Failure> = $by;
                by(service, given.asked(stringify!($method))?, given)?.reply()
            },
        }),*];

        #[cfg(test)]
        fn describe(types: &mut tests::Types) {
            $(types.request::<$asked, shown!($answer $(, $shown)?)>($sentence, stringify!($method), ($address, $name));)*
        }
    };
}

#[cfg(test)]
macro_rules! shown {
    ($answer:ty) => {
        $answer
    };
    ($answer:ty, $shown:ty) => {
        $shown
    };
}

requests! {
    /// All sources.
    GET "sources" "sources" AtOnce (Nothing) -> Vec<KnownSource>: |service, _, _| Ok(service.sources());
    /// Forgets a source.
    DELETE "sources/{id}" "close" AtOnce (Nothing) -> Reply as (): |service, _, given| {
        service.shelf.remove(&given.id("source")?).map(|()| Reply::Nothing)
    };
    /// The error of a query, and what it means.
    POST "check" "check" Work (AboutQuery) -> Check: |service, asked, _| service.check(asked);
    /// The words that can be at a place of a query.
    POST "complete" "complete" Work (AboutQuery) -> Completion: |service, asked, _| Ok(service.complete(asked));
    /// What the book says of the word at a place of a query.
    POST "hover" "hover" Work (AboutQuery) -> Option<Hover>: |service, asked, _| Ok(service.hover(asked));
    /// What the book says of a word of the language.
    GET "word" "word" Work (NamedWord) -> Option<WordHelp>: |_, asked, _| Ok(pages::word(&asked));
    /// All recipes.
    GET "recipes" "recipes" Work (Nothing) -> Vec<Recipe>: |_, _, _| Ok(pages::recipes().collect());
    /// The text of a question put with a board, within a query, and its place there.
    POST "ask" "ask" Work (Asking) -> Asked: |service, asked, _| service.ask(asked);
    /// The question that a text puts, if it is one.
    POST "asked" "asked" Work (AboutQuery) -> Option<Ask> as tests::Question: |service, asked, _| Ok(service.asked(asked));
    /// What a query means, with what comes next.
    POST "explain" "explain" Work (AutomatonAsked) -> Explained: |service, asked, _| service.explain(asked);
    /// The automata of a query, perhaps with their runs from a position of a game.
    POST "automaton" "automaton" Work (AutomatonAsked) -> Automaton: |service, asked, _| service.automata(asked);
    /// Why a query matches at a position, or why not.
    POST "why" "why" Work (WhyAsked) -> Observed: |service, asked, _| service.why(asked);
    /// Games as a list.
    GET "games" "games" Work (Listed) -> GameList: |service, asked, _| service.games(&asked);
    /// A game with all its positions.
    GET "game" "game" Long (NamedGame) -> Reply as crate::service::tree::GameTree<'static>: |service, asked, _| {
        service.game(&asked).map(Reply::Json)
    };
    /// Begins a search.
    POST "searches" "search" Work (Wanted) -> Reply as crate::service::search::Began: |service, asked, _| service.search(asked).map(Reply::Search);
    /// How far all searches are.
    GET "searches" "searches" AtOnce (Nothing) -> Vec<Known>: |service, _, _| Ok(service.searches.known());
    /// How far a search is.
    GET "searches/{id}" "" AtOnce (Nothing) -> Known: |service, _, given| Ok(given.search(service)?.known());
    /// All matches of a search in a game.
    GET "searches/{id}/found" "found" Long (NamedGame) -> Reply as crate::service::marks::FoundIn<'static>: |service, asked, given| {
        service.found(&*given.search(service)?, &asked).map(Reply::Json)
    };
    /// The results of a search, counted.
    GET "searches/{id}/tally" "tally" Work (TallyBy) -> Vec<Tally>: |service, asked, given| {
        Ok(service.tally(&*given.search(service)?, &asked))
    };
    /// Ends a search that runs; forgets one that has ended.
    DELETE "searches/{id}" "forget" AtOnce (Nothing) -> Reply as (): |service, _, given| {
        service.searches.remove(&given.id("search")?).map(|()| Reply::Nothing)
    };
    /// The moves played in a position.
    POST "next" "next" Work (NextAsked) -> NextMoves: |service, asked, given| service.next(&asked, given.control);
    /// Games compared with others: their novelties, where they leave a repertoire, its conflicts, duplicates.
    POST "compare" "compare" Work (CompareAsked) -> Compared: |service, asked, given| service.compare(&asked, given.control);
    /// All that can be played in a position.
    POST "moves" "" AtOnce (MovesAsked) -> Vec<Playable>: |service, asked, _| service.moves(&asked);
    /// The parts of the book with their pages.
    GET "book" "" AtOnce (Nothing) -> Vec<book::Part>: |_, _, _| Ok(book::parts());
    /// A page of the book.
    GET "page" "" Work (NamedPage) -> BookPage: |service, asked, _| service.page(&asked);
    /// The pages of the book that have some words, the best first.
    GET "pages" "" Work (FoundBy) -> Vec<Found>: |_, asked, _| Ok(pages::pages(&asked).collect());
    /// Holds a query against the solution of an exercise.
    POST "lesson" "" Work (AnswerGiven) -> Judgement: |service, asked, _| service.judge(asked);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::evaluation::{Evaluation, EvaluationAsked};
    use crate::service::failure::ErrorBody;
    use crate::service::follow::RowsFound;
    use crate::service::next::Counted;
    use crate::service::search::{Numbers, Said, SearchEnd};
    use crate::service::{ExportFormat, ExportRows};
    use std::collections::BTreeMap;
    use std::{env, fs};
    use ts_rs::{Config, TS, TypeVisitor};

    /// The types of requests and answers as TypeScript has them.
    pub(super) struct Types {
        config: Config,
        known: BTreeMap<String, String>,
        requests: String,
        addresses: String,
    }

    /// That of a board, whose types the page has.
    #[derive(TS)]
    #[ts(type = "Ask | null")]
    pub(super) struct Question;

    impl Types {
        pub(super) fn request<Asked: TS + 'static, Answer: TS + 'static>(
            &mut self,
            sentence: &str,
            method: &str,
            (address, name): (&str, &str),
        ) {
            self.visit::<Asked>();
            self.visit::<Answer>();
            let (mut asked, answer) = (Asked::name(&self.config), Answer::name(&self.config));
            if address.contains("{id}") {
                asked = format!("{{ id: string }} & {asked}").replace(" & Nothing", "");
            }
            let name = if name.is_empty() { address } else { name };
            self.requests += &format!("  /**{sentence} */\n  \"{name}\": [{asked}, {answer}];\n");
            self.addresses += &format!("  \"{name}\": \"{method} {address}\",\n");
        }
    }

    impl TypeVisitor for Types {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            if T::output_path().is_some() {
                let text = format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&self.config));
                if self.known.insert(T::ident(&self.config), text).is_some() {
                    return;
                }
            }
            T::visit_dependencies(self);
            T::visit_generics(self);
        }
    }

    #[test]
    fn the_page_has_the_types_of_all_requests() {
        let config = Config::new().with_large_int("number");
        let mut types = Types { config, known: BTreeMap::new(), requests: String::new(), addresses: String::new() };
        describe(&mut types);
        types.visit::<ErrorBody>();
        // Requests with routes of its own, and the events of a search.
        types.visit::<(EvaluationAsked, Evaluation)>();
        types.visit::<(RowsFound, Numbers, Said, SearchEnd)>();
        types.visit::<(Counted, ExportFormat, ExportRows)>();
        let Types { known, requests, addresses, .. } = types;
        let text = format!(
            "// Made of the program's table of requests: `TABIYA_TYPES=write cargo test -p tabiya-session types` writes it.\n\n\
             import type {{ Ask }} from \"./types\";\n\n{}\n\
             /** What requests take and answer. */\nexport interface Requests {{\n{requests}}}\n\n\
             /** Where they go. */\nexport const ADDRESSES: Record<keyof Requests, string> = {{\n{addresses}}};\n",
            known.into_values().collect::<String>().replace("/**\n * ", "/** ").replace("\n */\n", " */\n")
        );
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api/generated.ts");
        if env::var_os("TABIYA_TYPES").is_some_and(|value| value == "write") {
            fs::write(path, &text).unwrap();
        }
        let written = fs::read_to_string(path).unwrap_or_default();
        assert!(written == text, "web/src/api/generated.ts is not current: TABIYA_TYPES=write writes it");
    }
}
