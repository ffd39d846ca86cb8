//! The stores that addresses name, which are made once, and the threads on which requests run.

use futures::StreamExt as _;
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::http::HttpBuilder;
use object_store::path::Path;
use object_store::{BackoffConfig, ClientOptions, Error, ObjectStore, ObjectStoreScheme, RetryConfig};
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, mpsc};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use url::Url;

/// A web server may take this long for a connection, and for an answer of at most some MiB. Stores have their own times.
const CONNECT: Duration = Duration::from_secs(10);
const ANSWER: Duration = Duration::from_secs(60);

/// A request is made again so often, and for this long.
const RETRIES: usize = 6;
const RETRIED_FOR: Duration = Duration::from_secs(60);

/// The stores that have been made, by what their addresses have in common.
static STORES: LazyLock<Mutex<HashMap<String, Arc<dyn ObjectStore>>>> = LazyLock::new(Mutex::default);

/// The threads of requests; an error where none can be started.
static RUNTIME: LazyLock<io::Result<Runtime>> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(2).thread_name("remote").enable_all().build());

fn runtime() -> io::Result<&'static Runtime> {
    RUNTIME.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))
}

/// Starts a request, whose answer comes through a channel.
pub(crate) fn start<T: Send + 'static>(
    request: impl Future<Output = io::Result<T>> + Send + 'static,
) -> io::Result<mpsc::Receiver<io::Result<T>>> {
    let (sender, answer) = mpsc::sync_channel(1);
    runtime()?.spawn(async move { drop(sender.send(request.await)) });
    Ok(answer)
}

/// Waits for a request. The thread may be one of another runtime.
pub(crate) fn wait<T: Send + 'static>(request: impl Future<Output = io::Result<T>> + Send + 'static) -> io::Result<T> {
    received(&start(request)?)
}

/// The answer of a request that was started.
pub(crate) fn received<T>(answer: &mpsc::Receiver<io::Result<T>>) -> io::Result<T> {
    answer.recv().unwrap_or_else(|_| Err(io::Error::other("the request has failed")))
}

/// The store of an address, and the path of the file in it.
pub(crate) fn at(address: &str) -> io::Result<(Arc<dyn ObjectStore>, Path)> {
    let url = Url::parse(address).map_err(|error| wrong(&error.to_string()))?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("an address must not have ? or #; write %3F and %23 for them in a name"));
    }
    let (scheme, path) = ObjectStoreScheme::parse(&url).map_err(|error| wrong(&error.to_string()))?;
    let name = &url[..url::Position::BeforePath];
    // Of each bucket and server the environment is read once.
    let key = format!("{name} {}", if scheme == ObjectStoreScheme::AmazonS3 { bucket(&url) } else { "" });
    let mut stores = STORES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(store) = stores.get(&key) {
        return Ok((Arc::clone(store), path));
    }
    let store = make(&scheme, &url).map_err(error)?;
    stores.insert(key, Arc::clone(&store));
    Ok((store, path))
}

/// The first part of the path: the bucket, where the host is that of all buckets.
fn bucket(url: &Url) -> &str {
    url.path_segments().and_then(|mut parts| parts.next()).unwrap_or_default()
}

fn make(scheme: &ObjectStoreScheme, url: &Url) -> Result<Arc<dyn ObjectStore>, Error> {
    // The program may have chosen another one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let backoff = BackoffConfig { max_backoff: Duration::from_secs(5), ..BackoffConfig::default() };
    let retry = RetryConfig { backoff, max_retries: RETRIES, retry_timeout: RETRIED_FOR };
    let client = ClientOptions::new().with_connect_timeout(CONNECT).with_timeout(ANSWER);
    Ok(match scheme {
        ObjectStoreScheme::AmazonS3 => {
            let store = AmazonS3Builder::from_env().with_url(url.as_str()).with_retry(retry);
            // Who names a server without encryption means it: MinIO on the machine next door.
            let store = if has_plain_endpoint() { store.with_allow_http(true) } else { store };
            Arc::new(store.build()?)
        }
        ObjectStoreScheme::GoogleCloudStorage => {
            Arc::new(GoogleCloudStorageBuilder::from_env().with_url(url.as_str()).with_retry(retry).build()?)
        }
        ObjectStoreScheme::MicrosoftAzure => {
            Arc::new(MicrosoftAzureBuilder::from_env().with_url(url.as_str()).with_retry(retry).build()?)
        }
        _ => {
            let origin = &url[..url::Position::BeforePath];
            let client = client.with_allow_http(url.scheme() == "http");
            Arc::new(HttpBuilder::new().with_url(origin).with_client_options(client).with_retry(retry).build()?)
        }
    })
}

/// True if the environment names a server of S3 at `http://`.
fn has_plain_endpoint() -> bool {
    let names = ["AWS_ENDPOINT", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3"];
    names.into_iter().filter_map(std::env::var_os).any(|url| url.as_encoded_bytes().starts_with(b"http://"))
}

/// The addresses of the files below an address, or of those that a pattern names.
pub(crate) fn list(address: &str) -> io::Result<Vec<String>> {
    let (folder, pattern) = address.rsplit_once('/').ok_or_else(|| wrong("there is no /"))?;
    // What stands in a pattern is not an address.
    let (store, path) = at(&format!("{folder}/"))?;
    let url = Url::parse(&format!("{folder}/")).map_err(|error| wrong(&error.to_string()))?;
    if matches!(url.scheme(), "http" | "https") {
        return Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "a web server has no list of its files: name each of them",
        ));
    }
    let (prefix, below) = (path.clone(), pattern.is_empty());
    let found = wait(async move {
        let mut found = Vec::new();
        let mut listed = store.list(Some(&prefix));
        while let Some(meta) = listed.next().await {
            found.push(meta.map_err(error)?.location);
        }
        Ok(found)
    })?;
    let mut names: Vec<String> = Vec::new();
    for location in found {
        let Some(rest) = location.prefix_match(&path) else { continue };
        let rest = rest.map(|part| part.as_ref().to_owned()).collect::<Vec<String>>().join("/");
        if below || !rest.contains('/') && matches(pattern.as_bytes(), rest.as_bytes()) {
            names.push(format!("{folder}/{rest}"));
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// True if a name is one that a pattern of `*` and `?` stands for.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    match pattern.split_first() {
        None => name.is_empty(),
        Some((b'*', rest)) => (0..=name.len()).any(|taken| matches(rest, &name[taken..])),
        Some((b'?', rest)) => !name.is_empty() && matches(rest, &name[1..]),
        Some((byte, rest)) => name.first() == Some(byte) && matches(rest, &name[1..]),
    }
}

fn wrong(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, text)
}

/// An error of a store, with what the causes say.
pub(crate) fn error(error: Error) -> io::Error {
    let (kind, text) = match &error {
        Error::NotFound { .. } => (io::ErrorKind::NotFound, Some("there is no such file")),
        Error::PermissionDenied { .. } => (io::ErrorKind::PermissionDenied, Some("the server does not let it be read")),
        Error::Unauthenticated { .. } => (io::ErrorKind::PermissionDenied, Some("the server wants other credentials")),
        Error::Precondition { .. } => (io::ErrorKind::Other, Some("the file was changed while it was read")),
        _ => (io::ErrorKind::Other, None),
    };
    io::Error::new(kind, text.map_or_else(|| causes(&error), str::to_owned))
}

/// The text of an error and of its causes, each once.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_patterns() {
        for (pattern, name, holds) in [
            ("*.pgn", "a.pgn", true),
            ("*.pgn", "a.pgn.zst", false),
            ("a?.pgn*", "ab.pgn.gz", true),
            ("a?.pgn", "a.pgn", false),
            ("*", "", true),
            ("", "a", false),
        ] {
            assert_eq!(matches(pattern.as_bytes(), name.as_bytes()), holds, "{pattern} {name}");
        }
    }
}
