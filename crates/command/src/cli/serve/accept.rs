//! Connections: how many there are at a time, and how long they may keep the server waiting.
//!
//! Anyone on this machine can connect, with or without the key. So a connection that has not shown the key gives way to a new
//! one when there are too many, and every request must come in time. A connection that has shown it stays until it ends.
//!
//! `axum::serve` has no limits, so connections are handed to hyper itself, whose clock for headers also ends idle ones.
//! Their number is far below the usual limit on open files. If there are too many, the oldest one without a token goes,
//! not the newest: anyone who waits for the page has just come. For a body the server waits a fixed time in all, which
//! arriving bytes give back, so that large files on slow disks pass and drops do not.

use axum::Router;
use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::error::Error;
use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Sleep, sleep};

/// How long to wait when the system has no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(50);

/// What connections may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// The number of connections at a time. The rest of the files that a process may have open are for games.
    connections: usize,
    /// The time for the headers of a request, and for a connection without a request.
    headers: Duration,
    /// The time that the server waits for a body, in all.
    body: Duration,
    /// The number of bytes that give back a second of it when they arrive.
    bytes_per_second: u32,
}

impl Default for Allowance {
    fn default() -> Allowance {
        let (headers, body) = (Duration::from_secs(10), Duration::from_secs(10));
        Allowance { connections: 128, headers, body, bytes_per_second: 16 << 10 }
    }
}

/// Whether somebody has shown the key on a connection; every request of it has this.
#[derive(Clone, Debug, Default)]
pub(super) struct Trust(Arc<AtomicBool>);

impl Trust {
    /// The key has been shown.
    pub(super) fn give(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_given(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The connections that are open, the oldest first.
#[derive(Debug, Default)]
struct Open {
    tasks: JoinSet<()>,
    all: Vec<(Trust, AbortHandle)>,
}

impl Open {
    /// Makes room for one more.
    async fn make_room(&mut self, most: usize) {
        loop {
            while self.tasks.try_join_next().is_some() {}
            self.all.retain(|(_, task)| !task.is_finished());
            if self.all.len() < most || self.end_oldest() {
                return;
            }
            self.tasks.join_next().await;
        }
    }

    /// Ends the oldest connection that has not shown the key; tells if there was one.
    fn end_oldest(&mut self) -> bool {
        let Some(oldest) = self.all.iter().position(|(trust, _)| !trust.is_given()) else { return false };
        self.all.remove(oldest).1.abort();
        true
    }
}

/// Answers all connections, for ever.
pub(super) async fn serve(listener: TcpListener, app: Router, allowance: Allowance) {
    let mut open = Open::default();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                open.make_room(allowance.connections).await;
                let trust = Trust::default();
                let task = open.tasks.spawn(connection(stream, app.clone(), trust.clone(), allowance));
                open.all.push((trust, task));
            }
            Err(error) if is_of_one_connection(&error) => {}
            // Most likely too many files are open.
            Err(_) => {
                open.end_oldest();
                sleep(NO_ROOM).await;
            }
        }
    }
}

/// True if the connection to be accepted is gone; others are not concerned.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of one connection.
async fn connection(stream: TcpStream, app: Router, trust: Trust, allowance: Allowance) {
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(|body| Body::new(Timely::new(body, allowance)));
        request.extensions_mut().insert(trust.clone());
        app.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(allowance.headers);
    // Errors of a connection are nobody's concern but its own.
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
}

/// A body for which the server does not wait longer than is allowed.
struct Timely {
    body: Incoming,
    /// How long it may still be waited for.
    left: Duration,
    /// Since when it is waited for, and until when.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    allowance: Allowance,
}

impl Timely {
    fn new(body: Incoming, allowance: Allowance) -> Timely {
        Timely { body, left: allowance.body, waiting: None, allowance }
    }
}

/// A body came too slowly.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooSlow;

impl fmt::Display for TooSlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the body came too slowly")
    }
}

impl Error for TooSlow {}

impl TooSlow {
    /// True if this is why something else has failed.
    pub(super) fn is_cause_of(error: &(dyn Error + 'static)) -> bool {
        error.is::<TooSlow>() || error.source().is_some_and(TooSlow::is_cause_of)
    }
}

impl HttpBody for Timely {
    type Data = Bytes;
    type Error = Box<dyn Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let Timely { body, left, waiting, allowance } = &mut *self;
        match Pin::new(body).poll_frame(context) {
            Poll::Ready(frame) => {
                let waited = waiting.take().map_or(Duration::ZERO, |(since, _)| since.elapsed());
                let came = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()).map_or(0, Bytes::len);
                let earned = Duration::from_secs_f64(came as f64 / f64::from(allowance.bytes_per_second));
                *left = left.saturating_sub(waited).saturating_add(earned).min(allowance.body);
                Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
            }
            Poll::Pending => {
                let (_, until) = waiting.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(*left))));
                until.as_mut().poll(context).map(|()| Some(Err(TooSlow.into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Extension;
    use axum::routing::{get, post};
    use std::io::{Read as _, Write as _};
    use std::net::{SocketAddr, TcpStream as Client};

    /// A server with short times; `GET /key` shows the key, and a body that comes whole is sent back.
    fn server(allowance: Allowance) -> SocketAddr {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let key = get(|Extension(trust): Extension<Trust>| async move { trust.give() });
        let sent = post(|body: Body| async move {
            let whole = axum::body::to_bytes(body, 1 << 20).await;
            whole.unwrap_or_else(|error| if TooSlow::is_cause_of(&error) { "slow".into() } else { "broken".into() })
        });
        let app = Router::new().route("/key", key).route("/sent", sent);
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { serve(TcpListener::from_std(listener).unwrap(), app, allowance).await });
        });
        address
    }

    fn client(address: SocketAddr, text: &str) -> Client {
        let mut client = Client::connect(address).unwrap();
        client.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        client.write_all(text.as_bytes()).unwrap();
        client
    }

    /// All that comes until the connection ends. It must end by itself.
    fn rest(mut client: Client) -> String {
        let mut text = Vec::new();
        match client.read_to_end(&mut text) {
            Err(error) if error.kind() != io::ErrorKind::ConnectionReset => panic!("it does not end: {error}"),
            _ => String::from_utf8(text).unwrap(),
        }
    }

    /// Shows the key, and waits for the answer.
    fn show_key(client: &mut Client) {
        client.write_all(b"GET /key HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            client.read_exact(&mut byte).unwrap();
            answer.extend(byte);
        }
        assert!(answer.starts_with(b"HTTP/1.1 200"));
    }

    fn trusted(address: SocketAddr) -> Client {
        let mut client = client(address, "");
        show_key(&mut client);
        client
    }

    const SHORT: Duration = Duration::from_millis(100);
    const LONG: Duration = Duration::from_secs(1000);

    #[test]
    fn headers_and_bodies_that_do_not_come_end_their_connection() {
        let address = server(Allowance { headers: SHORT, body: SHORT, ..Allowance::default() });
        assert!(!rest(client(address, "")).contains("200 OK"));
        assert!(!rest(client(address, "GET /key HTTP/1.1\r\nX: ")).contains("200 OK"));
        let half = rest(client(address, "POST /sent HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"));
        assert!(half.ends_with("slow"), "{half}");
        let whole = rest(client(address, "POST /sent HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"));
        assert!(whole.ends_with("abc"), "{whole}");
    }

    #[test]
    fn a_body_in_drops_is_too_slow_as_well() {
        let address = server(Allowance { body: SHORT * 3, bytes_per_second: 1000, ..Allowance::default() });
        let mut slow = client(address, "POST /sent HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
        let mut reader = slow.try_clone().unwrap();
        let answer = std::thread::spawn(move || {
            let mut start = [0; 12];
            reader.read_exact(&mut start).map(|()| start)
        });
        // Each byte gives back a thousandth of a second, and takes more.
        while !answer.is_finished() && slow.write_all(b"a").is_ok() {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(&answer.join().unwrap().unwrap(), b"HTTP/1.1 200");
    }

    #[test]
    fn strangers_give_way_and_those_with_the_key_stay() {
        let address = server(Allowance { connections: 3, headers: LONG, body: LONG, ..Allowance::default() });
        let mut known = trusted(address);
        let strangers: Vec<Client> = (0..20).map(|_| client(address, "GET /key HTTP/1.1\r\nX: ")).collect();
        let other = trusted(address);
        for stranger in strangers.into_iter().take(18) {
            assert_eq!(rest(stranger), "");
        }
        show_key(&mut known);
        // A place becomes free when one of them ends.
        let third = trusted(address);
        let waiting = std::thread::spawn(move || trusted(address));
        drop((other, third));
        waiting.join().unwrap();
    }
}
