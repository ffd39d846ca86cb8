//! A server, and a client that says no more than it is told to: one request on each connection.

use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that runs until it is dropped.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) port: u16,
    pub(crate) token: String,
    pub(crate) folder: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

impl Server {
    /// A server in a folder of its own, with files in it.
    pub(crate) fn with(args: &[&str], files: &[(&str, &[u8])]) -> Server {
        Server::start(Command::new(env!("CARGO_BIN_EXE_tabiya")), args, files)
    }

    /// A server whose files for the time being lie where those of another one do.
    pub(crate) fn beside(other: &Server) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command.env("TMPDIR", other.folder.path().join("temporary"));
        Server::start(command, &[], &[])
    }

    /// A server to which `--open` was given, and the arguments that its browser has got.
    #[cfg(target_os = "linux")]
    pub(crate) fn with_browser() -> (Server, Vec<String>) {
        use std::os::unix::fs::PermissionsExt as _;
        let programs = tempfile::tempdir().expect("a folder");
        let (browser, told) = (programs.path().join("xdg-open"), programs.path().join("told"));
        std::fs::write(
            &browser,
            format!("#!/bin/sh\nprintf '%s\\n' \"$@\" >'{0}.new'\nmv '{0}.new' '{0}'\n", told.display()),
        )
        .expect("a program");
        std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o700)).expect("permissions");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{}", programs.path().display(), path.display())).env("DISPLAY", ":0");
        let server = Server::start(command, &["--open"], &[]);
        for _ in 0..3000 {
            if let Ok(told) = std::fs::read_to_string(&told) {
                return (server, told.lines().map(str::to_owned).collect());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("no browser was started");
    }

    /// A server that may have so many files and connections open.
    #[cfg(unix)]
    pub(crate) fn with_open_files(most: u32) -> Server {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -n {most} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_tabiya")]);
        Server::start(shell, &[], &[])
    }

    fn start(mut command: Command, args: &[&str], files: &[(&str, &[u8])]) -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in files {
            std::fs::write(folder.path().join(name), bytes).expect("a file");
        }
        let temporary = folder.path().join("temporary");
        std::fs::create_dir(&temporary).expect("a folder");
        command.arg("serve").args(args).current_dir(folder.path());
        if command.get_envs().all(|(name, _)| name != "TMPDIR") {
            command.env("TMPDIR", &temporary);
        }
        command.env("XDG_DATA_HOME", folder.path().join("data"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let mut address = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut address).expect("an address");
        let rest = address.trim().strip_prefix("http://127.0.0.1:").expect("an address on this machine");
        let (port, token) = rest.split_once('/').expect("a token");
        let (port, token) = (port.parse().expect("a port"), token.trim_end_matches('/').to_owned());
        Server { child, port, token, folder }
    }

    /// A server with the sample games.
    pub(crate) fn new() -> Server {
        Server::with(&[], &[])
    }

    /// The files that the server keeps for the time being.
    pub(crate) fn temporary(&self) -> Vec<String> {
        let folder = self.folder.path().join("temporary");
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    /// Sends a request as it stands, and begins to read the answer.
    pub(crate) fn send(&self, head: &str, body: &[u8]) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
        stream.write_all(head.as_bytes()).expect("a request");
        // A server that refuses a body does not read it.
        let _ = stream.write_all(body);
        BufReader::new(stream)
    }

    /// Begins to listen to a search, and reads the first line of the answer.
    pub(crate) fn listen(&self, id: &str) -> BufReader<TcpStream> {
        let path = self.api(&format!("searches/{id}/events"));
        let mut stream = self.send(&format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port), b"");
        let mut line = String::new();
        stream.read_line(&mut line).expect("an answer");
        assert!(line.starts_with("HTTP/1.1 200"), "{line}");
        stream
    }

    /// A request with headers of its own.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head.push_str(&format!("Host: 127.0.0.1:{}\r\n", self.port));
        }
        headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
        head.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));
        read_answer(&mut self.send(&head, body))
    }

    /// The path of a request to the interface.
    pub(crate) fn api(&self, path: &str) -> String {
        format!("/{}/api/{path}", self.token)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", &self.api(path), &[], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", &self.api(path), &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    pub(crate) fn delete(&self, path: &str) -> u16 {
        self.ask("DELETE", &self.api(path), &[], b"").status
    }

    /// Begins a search.
    pub(crate) fn search(&self, request: &Value) -> String {
        let answer = self.post("searches", request);
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["id"].as_str().expect("a name").to_owned()
    }

    /// All events of a search, until it ends: their names and data.
    pub(crate) fn events(&self, id: &str) -> Vec<(String, Value)> {
        let answer = self.get(&format!("searches/{id}/events"));
        assert_eq!((answer.status, answer.header("content-type")), (200, "text/event-stream"));
        events_of(answer.text())
    }

    /// The rows of a search, and the event that ends it.
    pub(crate) fn results(&self, id: &str) -> (Vec<Value>, Value) {
        let events = self.events(id);
        let rows = events.iter().filter(|(name, _)| name == "rows");
        let rows = rows.flat_map(|(_, data)| data["rows"].as_array().expect("rows").clone()).collect();
        let (name, end) = events.last().expect("an end");
        assert_eq!(name, "end");
        (rows, end.clone())
    }
}

/// The events in a text.
pub(crate) fn events_of(text: &str) -> Vec<(String, Value)> {
    let mut events = Vec::new();
    for event in text.split("\n\n") {
        let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
        if let (Some(name), Some(data)) = (field("event: "), field("data: ")) {
            events.push((name.to_owned(), serde_json::from_str(data).expect("JSON")));
        }
    }
    events
}

fn read_answer(stream: &mut BufReader<TcpStream>) -> Answer {
    let mut line = String::new();
    stream.read_line(&mut line).expect("an answer");
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{line}"));
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).expect("a header");
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    let mut answer = Answer { status, headers, body: Vec::new() };
    if answer.header("transfer-encoding") == "chunked" {
        loop {
            let mut size = String::new();
            stream.read_line(&mut size).expect("a size");
            let size = usize::from_str_radix(size.trim(), 16).expect("a size");
            let mut chunk = vec![0; size + 2];
            stream.read_exact(&mut chunk).expect("a chunk");
            answer.body.extend_from_slice(&chunk[..size]);
            if size == 0 {
                break;
            }
        }
    } else {
        // The rest of a body that was not wanted may cut the connection.
        let _ = stream.read_to_end(&mut answer.body);
    }
    answer
}
