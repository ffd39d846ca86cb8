//! Who may ask: requests that name the token, this server and no other page. Everything else gets no answer but 404.
//!
//! The server listens on the loopback interface only, but every page that is open in the browser can send requests there.
//! The token keeps them out, and so does `Origin`. A page whose name comes to mean 127.0.0.1 is found out by `Host`.
//!
//! JSON must be sent as such, because other kinds are sent without asking first. Answers without a token do not say
//! which program answers.

use super::accept::Trust;
use super::failure::Refusal;
use super::server::Server;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The number of random bytes in a token.
const TOKEN_BYTES: usize = 24;

/// Headers of every answer: nothing is guessed about it, nobody else embeds it, and no address with the token leaves.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Random text for addresses: letters, digits, `-` and `_`.
///
/// # Errors
///
/// If the system has no random numbers.
pub(super) fn random() -> Result<String, getrandom::Error> {
    use base64::Engine as _;
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes))
}

/// Lets a request pass if it may be answered, with the token cut off its address.
pub(super) async fn guard(State(server): State<Arc<Server>>, mut request: Request, next: Next) -> Response {
    let mut response = match allowed(&server, &request) {
        Ok(path) => {
            if let Some(trust) = request.extensions().get::<Trust>() {
                trust.give();
            }
            let target = match request.uri().query() {
                Some(query) => format!("{path}?{query}"),
                None => path,
            };
            match target.parse::<Uri>() {
                Ok(uri) => {
                    *request.uri_mut() = uri;
                    next.run(request).await
                }
                Err(_) => StatusCode::NOT_FOUND.into_response(),
            }
        }
        Err(response) => *response,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The path of a request after the token, if it may be answered.
fn allowed(server: &Server, request: &Request) -> Result<String, Box<Response>> {
    let refuse = |response: Response| Err(Box::new(response));
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next();
    // Of two names, a program in between may have checked the other one.
    if hosts.next().is_some() {
        return refuse(StatusCode::BAD_REQUEST.into_response());
    }
    if !is_ours(host, &server.hosts) {
        return refuse(StatusCode::NOT_FOUND.into_response());
    }
    let path = request.uri().path();
    let rest = path.strip_prefix('/').unwrap_or_default();
    let (token, rest) = rest.split_once('/').map_or((rest, None), |(token, rest)| (token, Some(rest)));
    if !same(token, &server.token) {
        return refuse(StatusCode::NOT_FOUND.into_response());
    }
    if !comes_from_us(request.headers(), server) {
        let failure = Refusal::new(StatusCode::FORBIDDEN, "foreign-origin", "another page has sent this request");
        return refuse(failure.into_response());
    }
    match rest {
        Some(rest) => Ok(format!("/{rest}")),
        // Relative addresses need the slash.
        None => refuse((StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("/{token}/"))]).into_response()),
    }
}

/// True if a header has one of some values, regardless of the case of its letters.
fn is_ours(value: Option<&HeaderValue>, ours: &[String]) -> bool {
    let value = value.and_then(|value| value.to_str().ok());
    value.is_some_and(|value| ours.iter().any(|one| one.eq_ignore_ascii_case(value)))
}

/// True unless a header says that another page has sent the request.
fn comes_from_us(headers: &HeaderMap, server: &Server) -> bool {
    let origins: Vec<String> = server.hosts.iter().map(|host| format!("http://{host}")).collect();
    headers.get_all(header::ORIGIN).iter().all(|origin| is_ours(Some(origin), &origins))
}

/// True if two texts are the same; how far they are does not show in the time that it takes.
fn same(given: &str, token: &str) -> bool {
    let differences = given.bytes().zip(token.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == token.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_compared_whole() {
        let (one, other) = (random().unwrap(), random().unwrap());
        assert!(one.len() >= 32 && one != other);
        assert!(same(&one, &one) && !same(&one, &other));
        assert!(!same("", &one) && !same(&one[1..], &one) && !same(&format!("{one}a"), &one));
    }
}
