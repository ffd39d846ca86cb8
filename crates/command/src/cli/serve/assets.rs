//! The files of the page, which are parts of the program.
//!
//! `build.rs` lists the files of `web/dist`, so that a new one is noticed; packages that embed folders do not notice
//! that, or read them from disk in development. Files are compressed when they are first requested. The editor of
//! queries adds its style sheet while it runs, which a number in the security policy that changes with each load
//! allows, and nothing else.

use super::guard;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::sync::{LazyLock, OnceLock};

/// Name and contents of each file.
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

/// A file of the page.
struct Asset {
    name: &'static str,
    bytes: &'static [u8],
    /// The same with gzip, if that is shorter. It is made when it is first requested.
    packed: OnceLock<Option<Vec<u8>>>,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let asset = |&(name, bytes): &(&'static str, &'static [u8])| Asset { name, bytes, packed: OnceLock::new() };
    FILES.iter().map(asset).collect()
});

fn packed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).ok()?;
    let packed = encoder.finish().ok()?;
    (packed.len() < bytes.len()).then_some(packed)
}

/// Answers with a file of the page.
pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if name == "index.html" {
        return page(asset.bytes);
    }
    let extension = name.rsplit('.').next().unwrap_or_default();
    let kind = TYPES.iter().find(|(end, _)| *end == extension).map_or("application/octet-stream", |(_, kind)| *kind);
    // The names of these files change with their contents.
    let lasting = name.starts_with("assets/");
    let cache = if lasting { "private, max-age=31536000, immutable" } else { "private, max-age=3600" };
    let common = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache), (header::VARY, "accept-encoding")];
    let packed = takes_gzip(&headers).then(|| asset.packed.get_or_init(|| packed(asset.bytes)).as_ref()).flatten();
    match packed {
        Some(packed) => (common, [(header::CONTENT_ENCODING, "gzip")], packed.as_slice()).into_response(),
        None => (common, asset.bytes).into_response(),
    }
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let all = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(',')).any(|one| one.split(';').next().is_some_and(|name| name.trim() == "gzip"))
}

/// The page itself, with a number of its own.
fn page(bytes: &'static [u8]) -> Response {
    let Ok(nonce) = guard::random() else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let text = String::from_utf8_lossy(bytes).replace(NONCE, &nonce);
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
        assert!(String::from_utf8_lossy(page).contains(NONCE), "the page asks for its number");
        for (name, _) in FILES {
            assert!(TYPES.iter().any(|(end, _)| name.ends_with(&format!(".{end}"))), "{name} has no type");
        }
    }
}
