//! JSON in and out.

use super::accept::TooSlow;
use super::failure::Refusal;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tabiya_session::service::Written;
use tabiya_session::table::{body_of, parameters_of};

/// A body of JSON: what a request holds, or what is answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Json<T>(pub(super) T);

/// The bytes of a body that is JSON.
pub(super) async fn json_bytes(request: Request) -> Result<Bytes, Refusal> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    // Another page cannot send this kind without asking first, and is denied then.
    if kind != "application/json" {
        let message = "the body must be JSON, sent as `Content-Type: application/json`";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message));
    }
    Bytes::from_request(request, &()).await.map_err(|error: BytesRejection| {
        if TooSlow::is_cause_of(&error) {
            return Refusal::too_slow();
        }
        let too_large = error.status() == StatusCode::PAYLOAD_TOO_LARGE;
        let code = if too_large { "too-large" } else { "bad-request" };
        Refusal::new(error.status(), code, if too_large { "the body is too large" } else { "the body is incomplete" })
    })
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Json<T>, Refusal> {
        Ok(Json(body_of(&json_bytes(request).await?)?))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        Written::new(&self.0).map(Sent).map_err(Refusal::from).into_response()
    }
}

/// JSON that has been written already, as an answer.
#[derive(Clone, Debug)]
pub(super) struct Sent(pub(super) Written);

impl IntoResponse for Sent {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0.0).into_response()
    }
}

/// The parameters after the question mark of an address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Parameters<T>, Refusal> {
        Ok(Parameters(parameters_of(parts.uri.query().unwrap_or_default())?))
    }
}
