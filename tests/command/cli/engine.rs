//! `tabiya engine`, as a program talks to it.

use crate::cli::place::Place;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};
use tabiya_session::table::REQUESTS;

/// Takes far longer than any test, in an engine whose searches may take any number of steps.
const SLOW: &str = "x=0 while (x < 2000000000) x = x + 1";

/// A program that asks.
pub(crate) struct Asker {
    engine: Child,
    to: Option<ChildStdin>,
    from: Option<BufReader<ChildStdout>>,
    _place: Place,
}

impl Drop for Asker {
    fn drop(&mut self) {
        let _ = self.engine.kill();
        let _ = self.engine.wait();
    }
}

impl Asker {
    /// Three games: a long one, the fool's mate, and one of one move.
    pub(crate) fn games() -> String {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(60);
        format!(
            "[White \"Long, A\"]\n\n{shuffle}*\n\n[White \"Fool, B\"]\n[Date \"1999.01.01\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 *\n"
        )
    }

    /// A session with these games.
    pub(crate) fn new() -> Asker {
        let place = Place::new();
        place.write("games.pgn", Asker::games());
        let mut command = place.command(&["engine", "games.pgn", "--step-limit", "1000000000000"]);
        let mut engine = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let to = engine.stdin.take();
        let from = engine.stdout.take().map(BufReader::new);
        Asker { engine, to, from, _place: place }
    }

    fn raw(&mut self, line: &str) {
        let to = self.to.as_mut().expect("a pipe");
        writeln!(to, "{line}").and_then(|()| to.flush()).expect("the engine reads");
    }

    pub(crate) fn send(&mut self, id: impl Into<Value>, method: &str, params: &Value) {
        let id: Value = id.into();
        self.raw(&json!({"id": id, "method": method, "params": params}).to_string());
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        let from = self.from.as_mut().expect("a pipe");
        assert!(from.read_line(&mut line).expect("text") > 0, "the engine has ended");
        serde_json::from_str(&line).expect("a line is JSON")
    }

    /// The answer to a request, with the events before it.
    pub(crate) fn answer(&mut self, id: impl Into<Value>) -> (Vec<Value>, Value) {
        let (id, mut events) = (id.into(), Vec::new());
        loop {
            let message = self.receive();
            assert_eq!(message["id"], id);
            match message.get("event") {
                Some(_) => events.push(message),
                None => return (events, message),
            }
        }
    }

    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.send("x", method, params);
        let (events, answer) = self.answer("x");
        assert_eq!(events, Vec::<Value>::new());
        answer
    }

    fn rows(events: &[Value]) -> Vec<&Value> {
        events
            .iter()
            .filter(|event| event["event"] == "rows")
            .flat_map(|event| event["rows"].as_array().unwrap())
            .collect()
    }
}

/// What all front ends answer alike is in `tests/command/fronts.rs`.
#[test]
fn its_own_methods() {
    let mut asker = Asker::new();
    let about = asker.ask("about", &Value::Null)["result"].clone();
    assert_eq!((&about["protocol"], &about["sources"][0]["name"]), (&json!(1), &json!("games.pgn")));
    let opened = asker.ask("open", &json!({"pgn": "1. d4 *", "name": "a/text.pgn"}));
    assert_eq!(opened["result"][0]["name"], "text.pgn");
    assert_eq!(asker.ask("recipes", &Value::Null)["result"][0]["name"], "smothered-mate");
    let methods: HashSet<String> = serde_json::from_value(about["methods"].clone()).unwrap();
    let of_table = REQUESTS.iter().map(|request| request.name).filter(|name| !name.is_empty());
    let own = ["about", "open", "cancel", "quit"].into_iter().chain(of_table).map(str::to_owned);
    assert_eq!(methods, own.collect());
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/engine.schema.json");
    let schema: Value = serde_json::from_slice(&std::fs::read(schema).unwrap()).unwrap();
    let described: HashSet<String> =
        serde_json::from_value(schema["$defs"]["request"]["properties"]["method"]["enum"].clone()).unwrap();
    assert_eq!(described, methods);
    assert_eq!(asker.ask("close", &json!({"source": "s2"}))["result"], Value::Null);
    assert_eq!(asker.ask("close", &json!({"source": "s2"}))["error"]["code"], "no-source");
}

#[test]
fn a_search_streams_its_rows() {
    let mut asker = Asker::new();
    asker.send(7, "search", &json!({"query": "mate"}));
    let (events, answer) = asker.answer(7);
    assert_eq!(events[0], json!({"id": 7, "event": "started", "search": "q1"}));
    let rows = Asker::rows(&events);
    assert_eq!((rows.len(), &rows[0]["white"], &rows[0]["moved"]), (1, &json!("Fool, B"), &json!("2... Qh4#")));
    let result = &answer["result"];
    assert_eq!(
        (&result["status"], &result["games"], &result["matchedGames"]),
        (&json!("complete"), &json!(3), &json!(1))
    );
    let tally = asker.ask("tally", &json!({"search": "q1", "by": "year", "player": "Fool, B"}));
    assert_eq!(tally["result"][0]["value"], "1999");
    let found = asker.ask("found", &json!({"search": "q1", "source": "s1", "game": 2}));
    assert_eq!(found["result"]["found"][0]["node"], 4);
    assert_eq!(asker.ask("forget", &json!({"search": "q1"}))["result"], Value::Null);
    assert_eq!(asker.ask("tally", &json!({"search": "q1", "by": "eco"}))["error"]["code"], "no-search");
    // More rows than one event holds come whole and in order; a limit ends the search after those that were sent.
    asker.send(8, "search", &json!({"query": "not mate", "limit": 100}));
    let (events, answer) = asker.answer(8);
    assert_eq!((Asker::rows(&events).len(), &answer["result"]["status"]), (100, &json!("limit")));
}

#[test]
fn what_was_played_is_a_method() {
    let mut asker = Asker::new();
    let tree = asker.ask("next", &json!({"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}));
    let tree = &tree["result"];
    let moves: Vec<&Value> = tree["moves"].as_array().expect("moves").iter().map(|mv| &mv["san"]).collect();
    assert_eq!((&tree["games"], moves), (&3.into(), vec![&json!("Nf3"), &json!("e4"), &json!("f3")]), "{tree}");
}

#[test]
fn errors_say_what_is_wrong() {
    let mut asker = Asker::new();
    let answer = asker.ask("search", &json!({"query": "mate and chekc"}));
    assert_eq!(answer["diagnostics"][0]["from"], 9);
    for (method, params, code) in [
        ("tree", json!({}), "no-method"),
        ("", json!({}), "no-method"),
        ("forget", json!({}), "bad-request"),
        ("open", json!({"path": "no such file.pgn"}), "bad-request"),
        ("open", json!({}), "bad-request"),
        ("cancel", json!({}), "bad-request"),
    ] {
        assert_eq!(asker.ask(method, &params)["error"]["code"], code, "{method} {params}");
    }
    for (line, id) in [
        ("{", Value::Null),
        ("[]", Value::Null),
        ("{\"method\": \"about\"}", Value::Null),
        ("{\"id\": {}, \"method\": \"about\"}", Value::Null),
        ("{\"id\": 5}", json!(5)),
    ] {
        asker.raw(line);
        let answer = asker.receive();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!("bad-request")), "{line}");
    }
    // A query opens no file, whatever it says.
    asker.send(1, "search", &json!({"query": "message(readfile \"games.pgn\")"}));
    let (_, answer) = asker.answer(1);
    assert_eq!(answer["result"]["status"], "failed", "{answer}");
}

#[test]
fn others_are_answered_while_a_search_runs() {
    let mut asker = Asker::new();
    asker.send("slow", "search", &json!({"query": SLOW}));
    assert_eq!(asker.receive()["event"], "started");
    asker.send("slow", "about", &Value::Null);
    asker.send("quick", "check", &json!({"query": "mate"}));
    let (mut refused, mut checked) = (false, false);
    while !(refused && checked) {
        let message = asker.receive();
        refused |= message["error"]["code"] == "id-in-use";
        checked |= message["id"] == "quick";
    }
    let started = Instant::now();
    asker.send("c", "cancel", &json!({"request": "slow"}));
    let mut ends = HashSet::new();
    while ends.len() < 2 {
        let message = asker.receive();
        match message["id"].as_str() {
            Some("c") => assert_eq!(message["result"], true),
            _ if message.get("event").is_some() => continue,
            _ => assert_eq!(message["result"]["status"], "cancelled"),
        }
        ends.insert(message["id"].to_string());
    }
    assert!(started.elapsed() < Duration::from_secs(120), "a search that is cancelled ends");
    assert_eq!(asker.ask("cancel", &json!({"request": "slow"}))["result"], false);
}

#[test]
fn a_session_ends_with_its_input_or_quit() {
    let mut asker = Asker::new();
    asker.send(1, "search", &json!({"query": "mate"}));
    drop(asker.to.take());
    let (_, answer) = asker.answer(1);
    assert_eq!(answer["result"]["status"], "complete", "what was asked before is answered");
    assert_eq!(asker.engine.wait().unwrap().code(), Some(0));

    let mut asker = Asker::new();
    asker.send(1, "search", &json!({"query": SLOW}));
    assert_eq!(asker.receive()["event"], "started");
    asker.send(2, "quit", &Value::Null);
    assert_eq!(asker.engine.wait().unwrap().code(), Some(0));

    // Nobody reads the answers: the engine ends, whatever it is doing.
    let mut asker = Asker::new();
    asker.send(1, "search", &json!({"query": SLOW}));
    assert_eq!(asker.receive()["event"], "started");
    drop(asker.from.take());
    asker.send(2, "about", &Value::Null);
    assert_eq!(asker.engine.wait().unwrap().code(), Some(0));
}

#[test]
fn the_client_in_python_runs() {
    let place = Place::new();
    place.write("games.pgn", "[White \"Fool\"]\n[Black \"Sage\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/engine.py");
    let mut python = std::process::Command::new("python3");
    python.args([client, "games.pgn", "mate", env!("CARGO_BIN_EXE_tabiya")]).current_dir(place.path(""));
    let ran = python.output().expect("python3 is there");
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout),
        "Fool - Sage 2... Qh4#\n",
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}
