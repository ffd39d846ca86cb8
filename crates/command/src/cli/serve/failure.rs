//! The reason why a request is not answered as asked, and the work that answers it: a panic costs that answer only.

use super::accept::TooSlow;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// An answer with a status that is not a success.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) status: StatusCode,
    code: &'static str,
    pub(super) message: String,
    help: Option<String>,
    /// What is wrong with a query.
    diagnostics: Option<Value>,
}

impl Failure {
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Failure {
        Failure { status, code, message: message.into(), help: None, diagnostics: None }
    }

    /// The request cannot be understood.
    pub(super) fn bad_request(message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    /// The body came too slowly.
    pub(super) fn too_slow() -> Failure {
        Failure::new(StatusCode::REQUEST_TIMEOUT, "too-slow", TooSlow.to_string())
    }

    /// There is no such thing.
    pub(super) fn missing(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, code, message)
    }

    /// The request does not fit the state that things are in.
    pub(super) fn conflict(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::CONFLICT, code, message)
    }

    /// A query has errors.
    pub(super) fn query(diagnostics: Value) -> Failure {
        let failure = Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "query-errors", "the query has errors");
        Failure { diagnostics: Some(diagnostics), ..failure }
    }

    /// The program has failed.
    pub(super) fn internal() -> Failure {
        let message = "the program failed on this request; nothing else is affected";
        let failure = Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "internal-error", message);
        failure.help("please report this, with the query and the game")
    }

    /// True if there is no such thing.
    pub(super) fn is_missing(&self) -> bool {
        self.status == StatusCode::NOT_FOUND
    }

    pub(super) fn help(self, help: impl Into<String>) -> Failure {
        Failure { help: Some(help.into()), ..self }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut body = json!({"error": {"code": self.code, "message": self.message}});
        if let Some(help) = self.help {
            body["error"]["help"] = help.into();
        }
        if let Some(diagnostics) = self.diagnostics {
            body["diagnostics"] = diagnostics;
        }
        (self.status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
    }
}

/// Does work that takes its time on another thread.
///
/// # Errors
///
/// Those of the work, and [`Failure::internal`] if it panics.
pub(super) async fn work<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Failure::internal()))
}

/// The beginning of a text, for messages.
pub(super) fn short(text: &str) -> String {
    text.chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    #[test]
    fn a_panic_costs_one_answer() {
        let failed: Result<(), Failure> = run(work(|| panic!("a defect")));
        assert_eq!(failed.unwrap_err().status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(run(work(|| Ok(5))).unwrap(), 5);
    }
}
