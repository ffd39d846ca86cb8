//! The reason why a request is not answered as asked, whatever way it came.

use serde_json::{Value, json};

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

/// An answer that is no success.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What kind of reason it is.
    pub kind: Kind,
    code: &'static str,
    /// What is wrong, for people.
    pub message: String,
    help: Option<String>,
    /// What is wrong with a query.
    diagnostics: Option<Value>,
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
    pub(super) fn query(diagnostics: Value) -> Failure {
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
        let mut json = json!({"error": {"code": self.code, "message": self.message}});
        if let Some(help) = &self.help {
            json["error"]["help"] = help.as_str().into();
        }
        if let Some(diagnostics) = &self.diagnostics {
            json["diagnostics"] = diagnostics.clone();
        }
        json
    }
}

/// The beginning of a text, for messages.
pub fn short(text: &str) -> String {
    text.chars().take(100).collect()
}
