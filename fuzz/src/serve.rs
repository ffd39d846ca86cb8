//! The requests of `tabiya serve`: for any request, the server answers, opens no file, and is there for the next request.
//!
//! The server belongs to the command and not to its library, so it runs as a process of its own. It begins with the
//! first request and ends with the process that asks.

use super::command::command;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Runs the command after `$0`, a folder, in that folder until standard input ends, and takes the folder away.
const KEEPER: &str = r#"cd "$0" || exit 1
"$@" </dev/null &
server=$!
read -r nothing
kill "$server"
wait "$server"
rm -rf -- "$PWD""#;

/// Text of files that no query may open.
const CANARY: &str = "the canary sings";

const GAMES: &str = "[Event \"First\"]\n[White \"A\"]\n[Black \"B\"]\n[Date \"1999.01.02\"]\n\n\
                     1. e4 e5 2. Qh5 (2. Bc4 {slow} Nf6) 2... Ke7 3. Qxe5# 1-0\n\n\
                     [Event \"Second\"]\n\n1. d4 e6 2. Ke3 {lost} *\n";

/// The files in the folder of the server, with their text.
const FILES: [(&str, &str); 3] = [
    ("canary.cql", "the canary sings\n"),
    ("canary.pgn", "[Event \"the canary sings\"]\n\n1. e4 *\n"),
    ("games.pgn", GAMES),
];

/// An answer that takes longer does not count.
const PATIENCE: Duration = Duration::from_secs(30);

static SERVER: Mutex<Option<Server>> = Mutex::new(None);

/// Any request to the interface: its method and its path after `api/`, then lines of headers, an empty line, and the body.
/// It is answered, not with the words that the server has failed; it opens no file and makes none; a search that it
/// begins ends, and can be shown, counted and exported.
pub fn serve_requests(data: &[u8]) {
    let mut slot = SERVER.lock().unwrap_or_else(PoisonError::into_inner);
    // After a failure there is none.
    let server = slot.take().unwrap_or_else(Server::start);
    let end = data.windows(2).position(|pair| pair == b"\n\n");
    let (head, body) = end.map_or((data, &b""[..]), |at| (&data[..at], &data[at + 2..]));
    let answer = server.ask(head, body);
    server.check(&answer, data);
    let created = answer.body.strip_prefix(b"{\"id\":\"").filter(|_| answer.status == 201);
    if let Some(id) = created.and_then(|rest| rest.split(|&byte| byte == b'"').next()) {
        let id = String::from_utf8_lossy(id).into_owned();
        for rest in ["/events", "", "/found?source=s1&game=1", "/tally?by=year", "/export?format=csv"] {
            let request = format!("GET searches/{id}{rest}");
            server.check(&server.ask(request.as_bytes(), b""), data);
        }
        let removed = server.ask(format!("DELETE searches/{id}").as_bytes(), b"");
        assert_eq!(removed.status, 204, "a search that has ended can be removed");
    }
    // Files made in passing are seen with the first request after it.
    assert_eq!(server.files(), FILES.map(|(name, _)| name), "a request has made a file");
    // A source that was removed does not come back.
    *slot = Some(server).filter(|_| answer.status != 204);
}

/// A server, and the shell that ends it.
#[derive(Debug)]
struct Server {
    keeper: Child,
    folder: PathBuf,
    port: u16,
    token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

struct Answer {
    /// 0 if there is none.
    status: u16,
    body: Vec<u8>,
    /// True if the request says itself how long its body is, so that the server may wait for more.
    unsure: bool,
}

impl Server {
    fn start() -> Server {
        static STARTED: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = STARTED.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("tabiya-fuzz-serve-{}-{number}", std::process::id()));
        std::fs::create_dir_all(folder.join("temporary")).expect("the folder for temporary files can be written");
        for (name, text) in FILES {
            std::fs::write(folder.join(name), text).expect("the folder can be written");
        }
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(KEEPER).arg(&folder).arg(command()).args(["serve", "--only-given", "--time-limit", "1"]);
        shell.args(["-j", "1", "games.pgn", "--memory", "temporary/memory"]).env("TMPDIR", folder.join("temporary"));
        let mut keeper = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell can be started");
        let mut address = String::new();
        let out = keeper.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut address).expect("the server says its address");
        let place = address.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once('/'));
        let (port, token) = place.expect("the command serves on this machine");
        let (port, token) = (port.parse().expect("a port"), token.trim_end_matches('/').to_owned());
        Server { keeper, folder, port, token }
    }

    /// The answer to a request. The lines of the head go out as they are, after the token and the lines that every
    /// request needs.
    fn ask(&self, head: &[u8], body: &[u8]) -> Answer {
        let mut lines = head.split(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let space = first.iter().position(|&byte| byte == b' ').unwrap_or(first.len());
        let (method, path) = (&first[..space], first.get(space + 1..).unwrap_or_default());
        let mut request = [method, format!(" /{}/api/", self.token).as_bytes(), path, b" HTTP/1.1\r\n"].concat();
        let mut unsure = false;
        for line in lines.filter(|line| !line.is_empty()) {
            let lower = line.to_ascii_lowercase();
            // The connection ends with the answer.
            if lower.starts_with(b"connection") || lower.starts_with(b"upgrade") {
                continue;
            }
            unsure |= lower.starts_with(b"content-length") || lower.starts_with(b"transfer-encoding");
            request.extend_from_slice(line);
            request.extend_from_slice(b"\r\n");
        }
        let port = self.port;
        request.extend_from_slice(format!("Host: 127.0.0.1:{port}\r\nConnection: close\r\n").as_bytes());
        if !unsure {
            request.extend_from_slice(format!("Content-Length: {}\r\n", body.len()).as_bytes());
        }
        request.extend_from_slice(b"\r\n");
        request.extend_from_slice(body);
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("it has a limit");
        // A server that rejects a request need not read it.
        let _ = stream.write_all(&request);
        if unsure {
            let _ = stream.shutdown(std::net::Shutdown::Write);
        }
        let mut text = Vec::new();
        if let Err(error) = stream.read_to_end(&mut text) {
            let late = matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut);
            assert!(!late, "no answer within {PATIENCE:?}");
        }
        let status = text.strip_prefix(b"HTTP/1.1 ").and_then(|rest| std::str::from_utf8(rest.get(..3)?).ok());
        let status = status.and_then(|status| status.parse().ok()).unwrap_or(0);
        let behind = text.windows(4).position(|end| end == b"\r\n\r\n").map_or(text.len(), |at| at + 4);
        Answer { status, body: text.split_off(behind), unsure }
    }

    fn check(&self, answer: &Answer, data: &[u8]) {
        assert!(answer.status < 500, "status {}: {}", answer.status, String::from_utf8_lossy(&answer.body));
        // Who sends half a request gets no answer, but the next one does.
        let is_half = answer.unsure || data.iter().any(|byte| *byte == b'\r' || *byte == 0);
        assert!(answer.status > 0 || is_half, "there is no answer");
        if answer.status == 0 {
            assert_eq!(self.ask(b"GET about", b"").status, 200, "the server is gone");
        }
        // A request may have the text itself; an answer repeats it then.
        let has = |text: &[u8]| text.windows(CANARY.len()).any(|part| part == CANARY.as_bytes());
        assert!(!has(&answer.body) || has(data), "a file was opened");
    }

    /// The files in the folder of the server, sorted.
    fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.folder).expect("the folder is there").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.retain(|name| name != "temporary");
        names.sort();
        names
    }
}
