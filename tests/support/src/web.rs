//! A server of files for tests: ranges, heads, and everything that goes wrong on the way.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::io::{self, BufReader, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// What goes wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The server says that it is busy (503).
    Busy,
    /// The connection ends after so many bytes of the file.
    Cut(usize),
    /// The answer takes so long.
    Slow(Duration),
    /// The reader must not have the file (403).
    Forbidden,
    /// The server sends the whole file, whatever range was asked for.
    Whole,
}

/// A request that was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// `GET` or `HEAD`.
    pub method: String,
    /// The path of the file.
    pub path: String,
    /// The first byte, and the one after the last.
    pub range: Option<(u64, u64)>,
}

#[derive(Debug, Default)]
struct State {
    files: BTreeMap<String, Arc<Vec<u8>>>,
    versions: u64,
    faults: VecDeque<Fault>,
    always: Option<Fault>,
    asked: Vec<Asked>,
}

/// A server on a port of this machine, until the end of the process.
#[derive(Clone, Debug)]
pub struct Web {
    state: Arc<Mutex<State>>,
    port: u16,
}

impl Web {
    /// Starts a server without files.
    ///
    /// # Panics
    ///
    /// If there is no port.
    pub fn start() -> Web {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let web = Web { state: Arc::default(), port: listener.local_addr().expect("an address").port() };
        let state = Arc::clone(&web.state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&state);
                thread::spawn(move || drop(serve(stream, &state)));
            }
        });
        web
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a file at a path, such as `bucket/games.pgn`, in the place of the one that is there.
    pub fn put(&self, path: &str, bytes: impl Into<Vec<u8>>) {
        let mut state = self.state();
        state.versions += 1;
        state.files.insert(path.to_owned(), Arc::new(bytes.into()));
    }

    /// The address of a path on this server.
    pub fn address(&self, path: &str) -> String {
        format!("{}/{path}", self.origin())
    }

    /// The address of the server.
    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// These go wrong with the next requests, one after the other.
    pub fn next_faults(&self, faults: &[Fault]) {
        self.state().faults.extend(faults);
    }

    /// This goes wrong with all requests.
    pub fn always(&self, fault: Option<Fault>) {
        self.state().always = fault;
    }

    /// The requests since the last call.
    pub fn asked(&self) -> Vec<Asked> {
        std::mem::take(&mut self.state().asked)
    }
}

/// A request, as far as it is looked at.
#[derive(Debug, Default)]
struct Request {
    method: String,
    path: String,
    range: Option<(u64, u64)>,
    if_match: Option<String>,
}

impl Request {
    /// The next request of a connection; none at its end.
    fn read(from: &mut impl io::BufRead) -> io::Result<Option<Request>> {
        let mut line = String::new();
        if from.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut words = line.split_whitespace();
        let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let path = target.trim_start_matches('/').replace("%20", " ");
        let mut request = Request { method: method.to_owned(), path, ..Request::default() };
        loop {
            let mut line = String::new();
            from.read_line(&mut line)?;
            let Some((name, value)) = line.trim().split_once(": ") else { return Ok(Some(request)) };
            match name.to_ascii_lowercase().as_str() {
                "range" => {
                    let range = value.strip_prefix("bytes=").and_then(|range| range.split_once('-'));
                    let number = |text: &str| text.parse().unwrap_or(u64::MAX - 1);
                    request.range = range.map(|(first, last)| (number(first), number(last) + 1));
                }
                "if-match" => request.if_match = Some(value.to_owned()),
                _ => {}
            }
        }
    }
}

fn serve(stream: TcpStream, state: &Mutex<State>) -> io::Result<()> {
    let (mut from, mut to) = (BufReader::new(stream.try_clone()?), stream);
    while let Some(request) = Request::read(&mut from)? {
        let (fault, file, version) = {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            let Request { method, path, range, .. } = &request;
            state.asked.push(Asked { method: method.clone(), path: path.clone(), range: *range });
            let fault = state.faults.pop_front().or(state.always);
            (fault, state.files.get(&request.path).cloned(), state.versions)
        };
        if let Some(Fault::Slow(time)) = fault {
            thread::sleep(time);
        }
        let Some(file) = file else {
            answer(&mut to, "404 Not Found")?;
            continue;
        };
        let tag = format!("\"{version}\"");
        match fault {
            Some(Fault::Busy) => answer(&mut to, "503 Service Unavailable")?,
            Some(Fault::Forbidden) => answer(&mut to, "403 Forbidden")?,
            _ if request.if_match.as_ref().is_some_and(|wanted| *wanted != tag) => {
                answer(&mut to, "412 Precondition Failed")?;
            }
            _ => {
                if !send(&mut to, &request, &file, &tag, fault)? {
                    return to.shutdown(Shutdown::Both);
                }
            }
        }
    }
    Ok(())
}

/// Sends a file, or the part that was asked for; false if the connection is to end in the middle of it.
fn send(to: &mut TcpStream, request: &Request, file: &[u8], tag: &str, fault: Option<Fault>) -> io::Result<bool> {
    let size = file.len() as u64;
    let range = request.range.filter(|_| fault != Some(Fault::Whole));
    let (start, end) = range.unwrap_or((0, size));
    let (start, end) = (start.min(size), end.min(size));
    let part = &file[start as usize..end as usize];
    let date = "Wed, 21 Oct 2015 07:28:00 GMT";
    let mut head = format!("Content-Length: {}\r\nETag: {tag}\r\nLast-Modified: {date}\r\n", part.len());
    if range.is_some() {
        let _ = write!(head, "Content-Range: bytes {start}-{}/{size}\r\n", end.saturating_sub(1));
    }
    let status = if range.is_some() { "206 Partial Content" } else { "200 OK" };
    write!(to, "HTTP/1.1 {status}\r\n{head}\r\n")?;
    if request.method == "HEAD" {
        return Ok(true);
    }
    let sent = match fault {
        Some(Fault::Cut(bytes)) => &part[..bytes.min(part.len())],
        _ => part,
    };
    to.write_all(sent)?;
    Ok(sent.len() == part.len())
}

/// An answer that has no file.
fn answer(to: &mut TcpStream, status: &str) -> io::Result<()> {
    write!(to, "HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n")
}
