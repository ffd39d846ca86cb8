//! The reason why a request is not answered as asked, no matter which way it came.

use super::fields::{Diagnosed, answers};
use serde_json::{Value, json};
use tabiya::pipeline::Message;

/// What kind of reason it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request cannot be understood.
    BadRequest,
    /// There is no such thing.
    Missing,
    /// The request does not fit the state that things are in.
    Conflict,
    /// A query has errors, or a question asks for nothing.
    Unprocessable,
    /// Too much is going on already.
    TooMany,
    /// The system gives no thread.
    Unavailable,
    /// There is no room for a temporary file.
    NoRoom,
    /// The program has failed.
    Internal,
}

impl Kind {
    /// The status of HTTP that says so.
    pub fn status(self) -> u16 {
        match self {
            Kind::BadRequest => 400,
            Kind::Missing => 404,
            Kind::Conflict => 409,
            Kind::Unprocessable => 422,
            Kind::TooMany => 429,
            Kind::Internal => 500,
            Kind::Unavailable => 503,
            Kind::NoRoom => 507,
        }
    }
}

answers! {
    /// The error, for programs and for people.
    #[derive(Clone)]
    Problem { code: &'static str, message: String; help: String }

    /// The body of an answer that is not a success.
    #[derive(Clone)]
    ErrorBody { error: Problem; diagnostics: Vec<Diagnosed> }
}

/// An answer that is not a success.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What kind of reason it is.
    pub kind: Kind,
    code: &'static str,
    /// The error, for people.
    pub message: String,
    help: Option<String>,
    /// The error of a query.
    diagnostics: Option<Vec<Diagnosed>>,
}

impl Failure {
    /// A reason of some kind; `code` is its name for programs.
    pub fn new(kind: Kind, code: &'static str, message: impl Into<String>) -> Failure {
        Failure { kind, code, message: message.into(), help: None, diagnostics: None }
    }

    /// The request cannot be understood.
    pub fn bad_request(message: impl Into<String>) -> Failure {
        Failure::new(Kind::BadRequest, "bad-request", message)
    }

    /// There is no such thing.
    pub fn missing(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(Kind::Missing, code, message)
    }

    /// The request does not fit the state that things are in.
    pub fn conflict(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(Kind::Conflict, code, message)
    }

    /// A query has errors.
    pub(super) fn query(diagnostics: Vec<Diagnosed>) -> Failure {
        let failure = Failure::new(Kind::Unprocessable, "query-errors", "the query has errors");
        Failure { diagnostics: Some(diagnostics), ..failure }
    }

    /// A temporary file cannot be kept.
    pub fn no_room(what: &str, error: &std::io::Error) -> Failure {
        Failure::new(Kind::NoRoom, "no-room", format!("{what}: {error}"))
    }

    /// The program has failed.
    pub fn internal() -> Failure {
        let message = "the program failed on this request; nothing else is affected";
        Failure::new(Kind::Internal, "internal-error", message).help("please report this, with the query and the game")
    }

    /// The same with advice on what to do.
    pub fn help(self, help: impl Into<String>) -> Failure {
        Failure { help: Some(help.into()), ..self }
    }

    /// The fields of an answer: `error`, and `diagnostics` of a query with errors.
    pub fn to_json(&self) -> Value {
        let Failure { code, message, help, diagnostics, .. } = self.clone();
        json!(ErrorBody { error: Problem { code, message, help }, diagnostics })
    }
}

impl From<Message> for Failure {
    fn from(message: Message) -> Failure {
        let failure = Failure::conflict(message.code, message.text());
        Failure { help: message.help.map(String::from), ..failure }
    }
}

/// The beginning of a text, for messages.
pub fn short(text: &str) -> String {
    text.chars().take(100).collect()
}
