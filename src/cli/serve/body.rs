//! JSON in and out.

use super::failure::Failure;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

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
            let too_large = error.status() == StatusCode::PAYLOAD_TOO_LARGE;
            let code = if too_large { "too-large" } else { "bad-request" };
            Failure::new(
                error.status(),
                code,
                if too_large { "the body is too large" } else { "the body is incomplete" },
            )
        })?;
        let read = serde_json::from_slice(&bytes);
        read.map(Json).map_err(|error| Failure::bad_request(format!("the body is not what is expected: {error}")))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(bytes) => ([(header::CONTENT_TYPE, "application/json")], bytes).into_response(),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    }
}

/// The parameters behind the question mark of an address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Parameters<T>, Failure> {
        let read = Query::from_request_parts(parts, state).await;
        read.map(|Query(value)| Parameters(value)).map_err(|error: QueryRejection| {
            Failure::bad_request(format!("the parameters are not what is expected: {}", error.body_text()))
        })
    }
}
