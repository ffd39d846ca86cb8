//! JSON in and out.
//!
//! Long answers are serialized element by element (`Each`): a value for each position of a game of a million plies
//! takes ten times its text, and the allocator keeps for each thread what was once freed there.

use super::accept::TooSlow;
use super::failure::Failure;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use std::cell::Cell;

/// A body of JSON: what a request holds, or what is answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Failure> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        // Another page cannot send this kind without asking first, and is refused then.
        if kind != "application/json" {
            let message = "the body must be JSON, sent as `Content-Type: application/json`";
            return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|error: BytesRejection| {
            if TooSlow::is_cause_of(&error) {
                return Failure::too_slow();
            }
            let too_large = error.status() == StatusCode::PAYLOAD_TOO_LARGE;
            let code = if too_large { "too-large" } else { "bad-request" };
            Failure::new(
                error.status(),
                code,
                if too_large { "the body is too large" } else { "the body is incomplete" },
            )
        })?;
        let read = serde_json::from_slice(&bytes);
        read.map(Json).map_err(|error| Failure::bad_request(format!("the body has an unexpected form: {error}")))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        Written::new(&self.0).into_response()
    }
}

/// JSON that has been written already.
#[derive(Clone, Debug)]
pub(super) struct Written(Vec<u8>);

impl Written {
    /// Writes a value.
    pub(super) fn new(value: &impl Serialize) -> Result<Written, Failure> {
        serde_json::to_vec(value).map(Written).map_err(|_| Failure::internal())
    }
}

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

/// A list whose elements are made one by one while it is written, which it is once.
pub(super) struct Each<I>(Cell<Option<I>>);

impl<I> Each<I> {
    pub(super) fn new(elements: I) -> Each<I> {
        Each(Cell::new(Some(elements)))
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for Each<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}

/// The parameters after the question mark of an address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Parameters<T>, Failure> {
        let read = Query::from_request_parts(parts, state).await;
        read.map(|Query(value)| Parameters(value)).map_err(|error: QueryRejection| {
            Failure::bad_request(format!("the parameters have an unexpected form: {}", error.body_text()))
        })
    }
}
