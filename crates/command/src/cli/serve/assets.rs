//! The files of the page, which are parts of the program.
//!
//! `build.rs` lists the files of `web/dist`, so that a new one is noticed; packages that embed folders do not notice
//! that, or read them from disk in development. It compresses them with gzip, as all browsers take them; for other
//! clients they are made whole for each request. The editor of queries adds its style sheet while it runs, which a number in
//! the security policy that changes with each load allows, and nothing else.

use super::guard;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use std::io::Read as _;

/// Name and contents of each file, compressed with gzip.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Stands in the page where the number comes that lets its scripts add style sheets.
const NONCE: &str = "__NONCE__";

/// The types of the files, by their extensions.
const TYPES: [(&str, &str); 12] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
    ("webmanifest", "application/manifest+json"),
    ("wasm", "application/wasm"),
];

fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes).expect("the build script packed it");
    bytes
}

/// Answers with a file of the page.
pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(&(_, packed)) = FILES.iter().find(|(file, _)| *file == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if name == "index.html" {
        return page(packed);
    }
    let extension = name.rsplit('.').next().unwrap_or_default();
    let kind = TYPES.iter().find(|(end, _)| *end == extension).map_or("application/octet-stream", |(_, kind)| *kind);
    // The names of these files change with their contents.
    let lasting = name.starts_with("assets/");
    let cache = if lasting { "private, max-age=31536000, immutable" } else { "private, max-age=3600" };
    let common = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache), (header::VARY, "accept-encoding")];
    if takes_gzip(&headers) {
        (common, [(header::CONTENT_ENCODING, "gzip")], packed).into_response()
    } else {
        (common, unpacked(packed)).into_response()
    }
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let all = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(',')).any(|one| one.split(';').next().is_some_and(|name| name.trim() == "gzip"))
}

/// The page itself, with a number of its own.
fn page(packed: &[u8]) -> Response {
    let Ok(nonce) = guard::random() else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let text = String::from_utf8_lossy(&unpacked(packed)).replace(NONCE, &nonce);
    // Nothing runs and nothing is loaded but what belongs to the page, and nothing is sent elsewhere.
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; connect-src 'self'; \
         font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    );
    let Ok(policy) = HeaderValue::from_str(&policy) else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let names: [(HeaderName, HeaderValue); 3] = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    (names, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there() {
        let page = FILES.iter().find(|(name, _)| *name == "index.html").expect("a page").1;
        assert!(String::from_utf8_lossy(&unpacked(page)).contains(NONCE), "the page asks for its number");
        for (name, _) in FILES {
            assert!(TYPES.iter().any(|(end, _)| name.ends_with(&format!(".{end}"))), "{name} has no type");
        }
    }
}
