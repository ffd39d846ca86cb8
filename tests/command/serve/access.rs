//! Who is answered: the token, `Host`, `Origin`, what may be sent, and the headers of answers.

use crate::serve::client::Server;
use serde_json::json;
use std::collections::HashSet;

#[test]
fn only_with_the_token() {
    let server = Server::new();
    assert!(server.token.len() >= 32, "at least 128 bits");
    assert!(server.token.bytes().collect::<HashSet<_>>().len() > 8, "{}", server.token);
    assert_ne!(server.token, Server::new().token);
    let page = server.ask("GET", &format!("/{}/", server.token), &[], b"");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let cut = &server.token[1..];
    for path in ["/", "/api/about", "/x/api/about", &format!("/{cut}/api/about"), &format!("//{}/", server.token)] {
        let answer = server.ask("GET", path, &[], b"");
        assert_eq!((answer.status, answer.body.len()), (404, 0), "{path}");
    }
    // Relative addresses need the slash.
    let answer = server.ask("GET", &format!("/{}", server.token), &[], b"");
    assert_eq!((answer.status, answer.header("location")), (308, &*format!("/{}/", server.token)));
}

#[test]
fn only_by_its_own_names() {
    let server = Server::new();
    let about = server.api("about");
    let port = server.port;
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("localhost:{port}"), 200),
        (format!("LOCALHOST:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        ("127.0.0.1".to_owned(), 404),
        (format!("127.0.0.1:{}", port ^ 1), 404),
        (format!("rebound.example:{port}"), 404),
        (format!("127.0.0.1.example:{port}"), 404),
    ] {
        assert_eq!(server.ask("GET", &about, &[("Host", &host)], b"").status, status, "{host}");
    }
    // Who checks the first name, and who checks the last one, must mean the same.
    let (ours, other) = (format!("127.0.0.1:{port}"), format!("rebound.example:{port}"));
    for hosts in [[&ours, &other], [&other, &ours], [&ours, &ours]] {
        assert_eq!(server.ask("GET", &about, &hosts.map(|host| ("Host", host.as_str())), b"").status, 400, "{hosts:?}");
    }
    for (origin, status) in [
        (format!("http://127.0.0.1:{port}"), 200),
        (format!("http://localhost:{port}"), 200),
        (format!("https://127.0.0.1:{port}"), 403),
        ("http://127.0.0.1:1".to_owned(), 403),
        ("http://example.com".to_owned(), 403),
        ("null".to_owned(), 403),
    ] {
        let answer = server.ask("GET", &about, &[("Origin", &origin)], b"");
        assert_eq!(answer.status, status, "{origin}");
        assert_eq!(answer.header("access-control-allow-origin"), "");
    }
}

#[test]
fn only_json() {
    let server = Server::new();
    let check = server.api("check");
    let body = json!({"query": "mate"}).to_string();
    for (kind, status) in [
        ("application/json", 200),
        ("Application/JSON; charset=utf-8", 200),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
    ] {
        assert_eq!(server.ask("POST", &check, &[("Content-Type", kind)], body.as_bytes()).status, status, "{kind}");
    }
    let json = [("Content-Type", "application/json")];
    for (body, status, code) in [("{", 400, "bad-request"), ("{}", 400, "bad-request"), ("[1]", 400, "bad-request")] {
        let answer = server.ask("POST", &check, &json, body.as_bytes());
        assert_eq!((answer.status, answer.json()["error"]["code"].as_str()), (status, Some(code)), "{body}");
    }
    let long = json!({"query": "x".repeat(2 << 20)}).to_string();
    assert_eq!(server.ask("POST", &check, &json, long.as_bytes()).status, 413);
    assert_eq!(server.ask("GET", &check, &[], b"").status, 405);
    assert_eq!(server.get("nothing").json()["error"]["code"], "no-request");
    // It is still there.
    assert_eq!(server.get("about").status, 200);
}

#[test]
fn headers_keep_the_page_to_itself() {
    let server = Server::new();
    let page = server.ask("GET", &format!("/{}/", server.token), &[], b"");
    let policy = page.header("content-security-policy");
    for part in
        ["default-src 'none'", "script-src 'self';", "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]
    {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).expect("a nonce");
    assert!(nonce.len() >= 16 && page.text().contains(nonce) && !page.text().contains("__NONCE__"));
    let again = server.ask("GET", &format!("/{}/", server.token), &[], b"");
    assert!(!again.text().contains(nonce));
    for answer in [page, server.get("about"), server.get("nothing")] {
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(answer.header(name), value);
        }
    }
}

#[test]
fn about_tells_what_was_asked_for() {
    let args = ["--time-limit", "7", "--row-limit", "50", "--limits", "memory=1000000", "-e", "mate", "--only-given"];
    let server = Server::with(&[&args[..], &["a.pgn"]].concat(), &[("a.pgn", b"1. e4 *")]);
    let about = server.get("about").json();
    let limits = &about["limits"];
    assert_eq!((&limits["seconds"], &limits["rows"], &limits["memory"]), (&7.0.into(), &50.into(), &1_000_000.into()));
    assert_eq!((&about["query"], &about["fileAccess"]), (&"mate".into(), &false.into()));
    assert_eq!((&about["sources"][0]["name"], &about["sources"][0]["path"]), (&"a.pgn".into(), &"a.pgn".into()));
    let named = server.post("sources", &json!({"path": "a.pgn"}));
    assert_eq!((named.status, named.json()["error"]["code"].as_str()), (403, Some("only-given")));
    assert_eq!(server.get("paths?path=/").status, 403);
    let dropped = server.ask("POST", &server.api("drop?name=a.pgn"), &[], b"1. e4 *");
    assert_eq!(dropped.status, 403);
}

#[cfg(unix)]
#[test]
fn connections_without_the_key_do_not_keep_the_page_from_answering() {
    let server = Server::with_open_files(200);
    let held: Vec<_> = (0..250).map(|_| server.send("GET / HTTP/1.1\r\nX: ", b"")).collect();
    for _ in 0..3 {
        assert_eq!(server.get("about").status, 200);
    }
    drop(held);
}

#[test]
fn requests_that_do_not_come_are_ended() {
    use std::io::Read as _;
    let server = Server::new();
    let path = server.api("check");
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let head = format!("POST {path} HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 100\r\n");
    let half = server.send(&format!("{head}\r\n"), b"{\"query\":");
    let dropped =
        server.send(&format!("POST {} HTTP/1.1\r\n{host}Content-Length: 9\r\n\r\n", server.api("drop")), b"1.");
    for (mut stream, said) in [(server.send(&head, b""), None), (half, Some("too-slow")), (dropped, Some("too-slow"))] {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it is ended");
        assert!(said.is_none_or(|said| answer.contains(said)), "{answer}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_and_nothing_is_left() {
    let mut server = Server::new();
    let dropped = server.ask("POST", &server.api("drop?name=a.pgn"), &[], b"1. e4 *");
    assert_eq!(dropped.status, 200, "{}", dropped.text());
    assert_eq!(server.temporary().len(), 1);
    let slow = server.search(&json!({"query": "x=0 while (x < 9000000) x = x + 1", "sources": ["s1"]}));
    assert_eq!(server.get(&format!("searches/{slow}")).status, 200);
    let pid = server.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let status = server.child.wait().expect("an end");
    assert_eq!(status.code(), Some(0));
    assert_eq!(server.temporary(), [""; 0]);
}

/// Every user of the machine can read the arguments of a program.
#[cfg(target_os = "linux")]
#[test]
fn a_browser_gets_the_key_in_a_file_of_its_owner() {
    use std::os::unix::fs::PermissionsExt as _;
    let (server, arguments) = Server::with_browser();
    let [path] = arguments.as_slice() else { panic!("{arguments:?}") };
    let path = std::path::Path::new(path);
    assert!(!arguments.concat().contains(&server.token), "{arguments:?}");
    let mode = |path: &std::path::Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!((mode(path), mode(path.parent().expect("a folder"))), (0o600, 0o700));
    let text = std::fs::read_to_string(path).expect("it is read");
    let target = text.split("url=").nth(1).and_then(|rest| rest.split('"').next()).expect("an address");
    let page = target.strip_prefix(&format!("http://127.0.0.1:{}", server.port)).expect("this server");
    let answer = server.ask("GET", page, &[], b"");
    assert_eq!((answer.status, answer.header("location")), (303, "./"), "{page}");
    assert_eq!(page, format!("/{}/open", server.token));
    assert!(!path.exists(), "it has been read");
    // Who loads it again comes to the page as well.
    assert_eq!(server.ask("GET", page, &[], b"").status, 303);
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_what_was_dropped_when_the_server_is_killed() {
    let mut server = Server::new();
    let names = |server: &Server| {
        let folders = server.temporary();
        let [folder] = folders.as_slice() else { panic!("{folders:?}") };
        let folder = server.folder.path().join("temporary").join(folder);
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    let dropped = server.ask("POST", &server.api("drop?name=a.pgn"), &[], b"1. e4 e5 2. Ke2 *\n\n1. d4 *");
    let id = dropped.json()[0]["id"].as_str().or(dropped.json()["id"].as_str()).expect("a source").to_owned();
    let search = server.search(&json!({"query": "true", "sources": [id]}));
    assert_eq!(server.results(&search).0.len(), 6, "it is read without a name");
    assert_eq!(names(&server), ["lock"]);
    server.child.kill().expect("it ends");
    server.child.wait().expect("an end");
    assert_eq!(names(&server), ["lock"]);
    // A folder that is in use stays, and one that only looks like it.
    let other = Server::beside(&server);
    assert_eq!(server.temporary().len(), 1, "the next server removes what a killed one has left");
    std::fs::create_dir(server.folder.path().join("temporary/tabiya-like")).expect("a folder");
    let _third = Server::beside(&server);
    assert_eq!((server.temporary().len(), other.get("about").status), (3, 200));
}

#[test]
fn ports_in_use_and_files_that_are_not_there() {
    let server = Server::new();
    let run = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command.arg("serve").arg("--no-memory").args(args).stdin(std::process::Stdio::null());
        let output = command.output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned(), output.stdout)
    };
    let (status, message, _) = run(&["--port", &server.port.to_string()]);
    assert!(status == Some(2) && message.contains("cannot listen on port"), "{message}");
    let (status, message, out) = run(&["no-such-file.pgn"]);
    assert!(status == Some(2) && message.contains("no-such-file.pgn") && out.is_empty(), "{message}");
}

#[test]
fn a_kept_key_outlasts_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("key");
    let named = path.to_string_lossy();
    let one = Server::with(&["--key-file", &named], &[]);
    let token = one.token.clone();
    drop(one);
    let other = Server::with(&["--key-file", &named], &[]);
    assert_eq!(other.token, token);
    assert_eq!(other.get("about").status, 200);
    assert_ne!(Server::new().token, token);
}

#[test]
fn what_the_page_keeps_outlasts_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("memory");
    let named = path.to_string_lossy();
    let with = |args: &[&str]| Server::with(args, &[]);
    let keep = |server: &Server, text: Option<&str>, version: i64| {
        let answer = server.post("memory", &json!({"name": "saved", "text": text, "version": version}));
        (answer.status, answer.json()["version"].as_i64().unwrap_or(0))
    };
    let one = with(&["--memory", &named]);
    assert_eq!(one.get("about").json()["memory"], true);
    assert_eq!(one.get("memory").json(), json!({}));
    assert_eq!(keep(&one, Some("[1]"), 0), (200, 1));
    drop(one);
    // Two servers share the file.
    let (one, other) = (with(&["--memory", &named]), with(&["--memory", &named]));
    assert_eq!(other.get("memory").json(), json!({"saved": {"text": "[1]", "version": 1}}));
    assert_eq!(keep(&one, None, 1), (200, 2));
    assert_eq!(keep(&other, Some("[2]"), 1), (409, 0));
    assert_eq!(keep(&other, Some("[2]"), 2), (200, 3));
    assert_eq!(one.post("memory", &json!({"name": "../x", "text": ""})).status, 400);
    assert_eq!(one.post("memory", &json!({"name": "long", "text": "x".repeat(17 << 20)})).status, 413);
    assert_eq!(keep(&one, Some(&"x".repeat(3 << 20)), 3), (200, 4), "more than other bodies may have");
    // Usually it is in the folder of the user's data.
    let usual = Server::new();
    assert_eq!(keep(&usual, Some("[3]"), 0), (200, 1));
    assert!(usual.folder.path().join("data/tabiya/memory.sqlite").is_file());
    let none = with(&["--no-memory"]);
    assert_eq!((none.get("about").json()["memory"].clone(), none.get("memory").status), (json!(false), 404));
    assert_eq!(keep(&none, Some("[4]"), 0).0, 404);
    // What it cannot use is an error if it was named, and else a note.
    let run = |args: &[&str], data: &std::path::Path| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command.arg("serve").args(args).env("XDG_DATA_HOME", data).current_dir(folder.path());
        let output = command.stdin(std::process::Stdio::null()).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    std::fs::write(folder.path().join("games.pgn"), "1. e4 e5 *\n".repeat(100)).expect("a file");
    let (status, message) = run(&["--memory", "games.pgn"], folder.path());
    assert!(status == Some(2) && message.contains("games.pgn: file is not a database"), "{message}");
    let (_, message) = run(&["no-such-file.pgn"], &folder.path().join("games.pgn"));
    assert!(message.contains("memory.sqlite") && message.contains("The browser keeps"), "{message}");
}
