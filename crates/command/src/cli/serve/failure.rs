//! The reason why a request is not answered as asked, and the work that answers it: a panic costs that answer only.

use super::accept::TooSlow;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tabiya_session::service::{Failure, Kind};

/// An answer with a status that is not a success.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    failure: Failure,
}

impl Refusal {
    /// A reason that only HTTP has.
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { status, failure: Failure::new(Kind::BadRequest, code, message) }
    }

    /// The request cannot be understood.
    pub(super) fn bad_request(message: impl Into<String>) -> Refusal {
        Failure::bad_request(message).into()
    }

    /// The body came too slowly.
    pub(super) fn too_slow() -> Refusal {
        Refusal::new(StatusCode::REQUEST_TIMEOUT, "too-slow", TooSlow.to_string())
    }

    pub(super) fn help(self, help: impl Into<String>) -> Refusal {
        Refusal { failure: self.failure.help(help), ..self }
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        let status = StatusCode::from_u16(failure.kind.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Refusal { status, failure }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let json = [(header::CONTENT_TYPE, "application/json")];
        (self.status, json, self.failure.to_json().to_string()).into_response()
    }
}

/// Does work that takes its time on another thread.
///
/// # Errors
///
/// Those of the work, and [`Failure::internal`] if it panics.
pub(super) async fn work<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Failure::internal()));
    done.map_err(Refusal::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    #[test]
    fn a_panic_costs_one_answer() {
        let failed: Result<(), Refusal> = run(work(|| panic!("a defect")));
        assert_eq!(failed.unwrap_err().status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(run(work(|| Ok(5))).unwrap(), 5);
    }
}
