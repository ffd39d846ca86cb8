//! A file of results as an answer, which is read while it is sent.

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use std::io::{self, Read as _};
use tabiya_session::service::Exported;

/// The bytes that are read at once.
const CHUNK: usize = 64 << 10;

/// The answer that sends a file.
pub(super) fn response(exported: Exported) -> Response {
    let name = format!("attachment; filename=\"{}\"", exported.format.file_name());
    let headers: [(HeaderName, String); 3] = [
        (header::CONTENT_TYPE, exported.format.media_type().to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
    ];
    let length = exported.file.metadata().map(|data| [(header::CONTENT_LENGTH, data.len().to_string())]).ok();
    let chunks = unfold(Some(exported), |exported| async {
        let mut exported = exported?;
        let read = tokio::task::spawn_blocking(move || {
            let mut chunk = vec![0; CHUNK];
            let len = exported.file.read(&mut chunk)?;
            chunk.truncate(len);
            Ok((Bytes::from(chunk), exported))
        });
        match read.await {
            Ok(Ok((chunk, _))) if chunk.is_empty() => None,
            Ok(Ok((chunk, exported))) => Some((Ok(chunk), Some(exported))),
            Ok(Err(error)) => Some((Err::<Bytes, io::Error>(error), None)),
            Err(_) => None,
        }
    });
    match length {
        Some(length) => (headers, length, Body::from_stream(chunks)).into_response(),
        None => (headers, Body::from_stream(chunks)).into_response(),
    }
}
