//! One table of requests and their answers, through all that answer them: `tabiya serve`, `tabiya engine` and a desk.

use crate::cli::engine::Asker;
use crate::serve::client::Server;
use regex::Regex;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use tabiya_command::desk;
use tabiya_session::Desk;
use tabiya_session::table::{REQUESTS, Request};

/// One that answers requests about the games of [`Asker::games`].
enum Front {
    Serve(Server),
    Engine(Asker),
    Desk(Box<Desk>),
}

impl Front {
    fn all() -> [Front; 3] {
        let desk = Box::new(desk());
        desk.ask("DELETE", "sources/s1", Vec::new());
        desk.ask("POST", "drop?name=games.pgn", Asker::games().into_bytes());
        let server = Server::with(&["games.pgn"], &[("games.pgn", Asker::games().as_bytes())]);
        let mut all = [Front::Serve(server), Front::Engine(Asker::new()), Front::Desk(desk)];
        for front in &mut all {
            while front.ask(("GET", "sources"), &json!({}))[0]["games"].is_null() {
                front.work();
            }
        }
        all
    }

    /// The name of the source.
    fn source(&self) -> &'static str {
        if matches!(self, Front::Desk(_)) { "s2" } else { "s1" }
    }

    /// Lets time pass.
    fn work(&self) {
        match self {
            Front::Desk(desk) => drop(desk.work(Duration::from_millis(5))),
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    }

    /// The answer to a request, or what has the error. `SOURCE` stands for the name of the source.
    fn ask(&mut self, (method, address): (&str, &str), params: &Value) -> Value {
        let source = format!("\"{}\"", self.source());
        let params: Value = serde_json::from_str(&params.to_string().replace("\"SOURCE\"", &source)).unwrap();
        let answer = match self {
            Front::Engine(asker) => {
                let name = named(method, address).name;
                let mut answer = if name == "search" {
                    asker.send("x", name, &params);
                    asker.answer("x").1
                } else {
                    asker.ask(name, &params)
                };
                answer.as_object_mut().unwrap().remove("id");
                answer.get("result").cloned().unwrap_or(answer)
            }
            Front::Serve(server) => {
                let (address, body) = written(method, address, &params);
                let json = [("Content-Type", "application/json")];
                let answer = server.ask(method, &server.api(&address), &json[..usize::from(method == "POST")], &body);
                if answer.status == 204 { Value::Null } else { answer.json() }
            }
            Front::Desk(desk) => {
                let (address, body) = written(method, address, &params);
                serde_json::from_slice(&desk.ask(method, &address, body).body).unwrap_or_default()
            }
        };
        serde_json::from_str(&answer.to_string().replace(&source, "\"SOURCE\"")).unwrap()
    }

    /// Makes a search and waits for its end.
    fn search(&mut self, params: &Value) {
        let begun = self.ask(("POST", "searches"), params);
        if !matches!(self, Front::Engine(_)) {
            assert_eq!(begun, json!({"id": "q1"}));
            while self.ask(("GET", "searches/{id}"), &json!({"search": "q1"}))["status"] == "running" {
                self.work();
            }
        }
    }
}

fn named(method: &str, address: &str) -> &'static Request {
    let found = REQUESTS.iter().find(|request| (request.method, request.address) == (method, address));
    found.unwrap_or_else(|| panic!("{method} {address}"))
}

/// The address and the body of a request.
fn written(method: &str, address: &str, params: &Value) -> (String, Vec<u8>) {
    let id = if address.starts_with("searches") { "search" } else { "source" };
    let address = address.replace("{id}", params[id].as_str().unwrap_or_default());
    if method != "GET" {
        return (address, params.to_string().into_bytes());
    }
    let pairs = params.as_object().unwrap().iter();
    let pairs =
        pairs.map(|(name, value)| format!("{name}={}", value.as_str().map_or(value.to_string(), str::to_owned)));
    (format!("{address}?{}", pairs.collect::<Vec<_>>().join("&")), Vec::new())
}

/// What a request takes and a place in what it is answered with. Searches that are asked about are named `q1`.
fn answers() -> Vec<((&'static str, &'static str), Value, &'static str, Value)> {
    let place = json!({"query": "mate", "source": "SOURCE", "game": 2, "node": 4});
    let along = json!({"query": "next (not check+ mate)", "source": "SOURCE", "game": 2, "node": 2});
    let ask = json!({"kind": "position", "pieces": [{"square": "e1", "piece": "K"}], "turn": "white", "shift": "any"});
    let moves = json!([{"piece": "P", "to": "h4"}, {"piece": "N", "to": "f5"}]);
    let path = json!({"kind": "path", "moves": moves, "gaps": true, "anyOrder": true, "almost": 1});
    let areas = json!([{"piece": "[rq]", "from": "a1", "to": "h2", "absent": true}]);
    let several = json!({"kind": "several", "boards": [{"by": "and", "ask": ask},
        {"by": "not", "ask": {"kind": "position", "pieces": [], "areas": areas}},
        {"by": "within", "moves": 3, "ask": {"kind": "path", "moves": [{"to": "e5"}]}}]});
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let written = "path shortest almost 1 anyorder ((P--h4 --*) (N--f5 --*))";
    vec![
        (("GET", "sources"), json!({}), "/0/id", json!("SOURCE")),
        (("POST", "check"), json!({"query": "mate  check"}), "/formatted", json!("mate check\n")),
        (("POST", "check"), json!({"query": "mate)"}), "/ok", json!(false)),
        (("POST", "check"), json!({"query": "Ke1 wtm", "dialect": "5"}), "/dialect", json!("5")),
        (("POST", "complete"), json!({"query": "check stalem", "at": 12}), "/from", json!(6)),
        (("POST", "hover"), json!({"query": "mate", "at": 1}), "/from", json!(0)),
        (("POST", "hover"), json!({"query": "   ", "at": 1}), "", Value::Null),
        (("GET", "word"), json!({"word": "nosuchword"}), "", Value::Null),
        (("GET", "recipes"), json!({}), "/0/name", json!("smothered-mate")),
        (("POST", "ask"), json!({"ask": ask, "before": "mate"}), "/to", json!("mate shift {Ke1 wtm}".len())),
        (("POST", "asked"), json!({"query": "shift {wtm Ke1}"}), "", ask),
        (("POST", "asked"), json!({"query": "mate"}), "", Value::Null),
        (("POST", "asked"), json!({"query": written}), "", path),
        (("POST", "ask"), json!({"ask": several}), "/from", json!(0)),
        (("POST", "explain"), json!({"query": "next (check mate)"}), "/dialect", json!("6")),
        (("POST", "explain"), place.clone(), "/matches", json!(true)),
        (("POST", "automaton"), along, "/sequences/0/filter", json!("next")),
        (("POST", "why"), place, "/matches", json!(true)),
        (("GET", "games"), json!({"source": "SOURCE", "from": 2, "count": 1}), "/games/0/white", json!("Fool, B")),
        (("GET", "game"), json!({"source": "SOURCE", "game": 2}), "/nodes/4/san", json!("Qh4#")),
        (("GET", "searches"), json!({}), "/0/status", json!("complete")),
        (("GET", "searches/{id}"), json!({"search": "q1"}), "/rows", json!(1)),
        (
            ("GET", "searches/{id}/found"),
            json!({"search": "q1", "source": "SOURCE", "game": 2}),
            "/found/0/node",
            json!(4),
        ),
        (("GET", "searches/{id}/tally"), json!({"search": "q1", "by": "year"}), "/0/value", json!("1999")),
        (("GET", "searches/{id}/tally"), json!({"search": "q1", "by": "year", "year": "2000-2010"}), "", json!([])),
        (("POST", "next"), json!({"fen": start, "search": "q1"}), "/moves/0/san", json!("f3")),
        (("POST", "moves"), json!({"fen": start}), "/19/number", json!("1.")),
        (("POST", "compare"), json!({"what": "duplicates", "sources": ["SOURCE"]}), "/total", json!(0)),
        (
            ("POST", "compare"),
            json!({"what": "leavings", "sources": ["SOURCE"], "base": ["SOURCE"]}),
            "/rows",
            json!([]),
        ),
        (("GET", "book"), json!({}), "/0/title", json!("")),
        (("GET", "page"), json!({"name": "moves/move"}), "/exercise", Value::Null),
        (("GET", "pages"), json!({"text": "knight+outpost"}), "/0/name", json!("pawns/outposts")),
        (("POST", "lesson"), json!({"lesson": 1, "query": "pa-h2"}), "/outcome", json!("right")),
        (("DELETE", "searches/{id}"), json!({"search": "q1"}), "", Value::Null),
        (("DELETE", "sources/{id}"), json!({"source": "SOURCE"}), "", Value::Null),
    ]
}

/// The answers are the same, whoever gives them, and every request of the table is asked.
#[test]
fn all_answer_alike() {
    let mut fronts = Front::all();
    let mut asked = BTreeSet::from([("POST", "searches")]);
    fronts.iter_mut().for_each(|front| front.search(&json!({"query": "mate", "sources": ["SOURCE"]})));
    for (request, params, pointer, expected) in answers() {
        asked.insert(request);
        let has_name = !named(request.0, request.1).name.is_empty();
        let those = fronts.iter_mut().filter(|front| has_name || !matches!(front, Front::Engine(_)));
        let mut all: Vec<Value> = those.map(|front| front.ask(request, &params)).collect();
        for answer in &mut all {
            assert_eq!(answer.pointer(pointer), Some(&expected), "{request:?} {params}: {answer}");
            for timed in answer.pointer_mut("/seconds").into_iter() {
                *timed = Value::Null;
            }
            if let Some(timed) = answer.pointer_mut("/0/seconds") {
                *timed = Value::Null;
            }
        }
        // What was named and what was dropped are two kinds of sources.
        assert!(request.1 == "sources" || all.windows(2).all(|two| two[0] == two[1]), "{request:?} {params}: {all:#?}");
    }
    assert_eq!(asked, REQUESTS.iter().map(|request| (request.method, request.address)).collect());
}

/// So are the reasons why something is not answered.
#[test]
fn all_refuse_alike() {
    let mut fronts = Front::all();
    for (request, params, code) in [
        (("POST", "searches"), json!({"query": "mate and chekc"}), "query-errors"),
        (("POST", "searches"), json!({}), "bad-request"),
        (("POST", "searches"), json!({"query": "mate", "sources": []}), "bad-request"),
        (("POST", "searches"), json!({"query": "mate", "sources": ["s9"]}), "no-source"),
        (("POST", "check"), json!({"query": "mate", "settings": {"1": "2"}}), "bad-request"),
        (("POST", "check"), json!({"query": "mate", "dialect": "7"}), "bad-request"),
        (("POST", "ask"), json!({"ask": {"kind": "position", "pieces": []}}), "nothing-asked"),
        (("POST", "ask"), json!({"ask": {"kind": "song"}}), "bad-request"),
        (
            ("POST", "ask"),
            json!({"ask": {"kind": "position", "pieces": [{"square": "e9", "piece": "K"}]}}),
            "bad-request",
        ),
        (
            ("POST", "ask"),
            json!({"ask": {"kind": "position", "pieces": [{"square": "e1", "piece": "X"}]}}),
            "bad-request",
        ),
        (("POST", "why"), json!({"query": "mate", "source": "SOURCE", "game": 2, "node": 99}), "no-position"),
        (("POST", "explain"), json!({"query": "mat"}), "query-errors"),
        (("GET", "game"), json!({"source": "SOURCE", "game": 9}), "no-game"),
        (("GET", "game"), json!({"source": "s9", "game": 1}), "no-source"),
        (("GET", "game"), json!({"source": "SOURCE"}), "bad-request"),
        (("GET", "searches/{id}"), json!({"search": "q9"}), "no-search"),
        (("GET", "searches/{id}/found"), json!({"search": "q9", "source": "SOURCE", "game": 1}), "no-search"),
        (("GET", "searches/{id}/tally"), json!({"search": "q9", "by": "eco"}), "no-search"),
        (("DELETE", "searches/{id}"), json!({"search": "q9"}), "no-search"),
        (("DELETE", "sources/{id}"), json!({"source": "s9"}), "no-source"),
        (("POST", "next"), json!({"fen": "nonsense"}), "bad-request"),
        (("POST", "compare"), json!({"what": "novelties"}), "bad-request"),
        (("POST", "compare"), json!({"what": "leavings", "base": ["s9"]}), "no-source"),
        (("GET", "page"), json!({"name": "../SUMMARY"}), "no-page"),
        (("POST", "lesson"), json!({"lesson": 14, "query": "mate"}), "no-lesson"),
    ] {
        let has_name = !named(request.0, request.1).name.is_empty();
        let those = fronts.iter_mut().filter(|front| has_name || !matches!(front, Front::Engine(_)));
        let all: Vec<Value> = those.map(|front| front.ask(request, &params)).collect();
        assert!(all.iter().all(|answer| answer["error"]["code"] == code), "{request:?} {params}: {all:#?}");
        // Where a form is wrong, it is said where.
        let alike = code == "bad-request" || all.windows(2).all(|two| two[0] == two[1]);
        assert!(alike, "{request:?} {params}: {all:#?}");
    }
}

/// The book describes each of them, and the page asks no others.
#[test]
fn the_book_and_the_page_know_the_requests() {
    let serve = include_str!("../../docs/src/command/serve-api.md");
    let engine = include_str!("../../docs/src/command/engine.md");
    for Request { method, address, name, .. } in REQUESTS {
        let text = format!("`{method} api/{}", address.replace("{id}", "ID"));
        assert!(serve.contains(&text), "serve-api.md does not describe {text}");
        assert!(name.is_empty() || engine.contains(&format!("`{name}`")), "engine.md does not describe {name}");
    }
    let page = concat!(include_str!("../../web/src/api/client.ts"), include_str!("../../web/src/api/generated.ts"));
    let call = Regex::new("\"(GET|POST|DELETE) ([a-z/{}]+)\"").unwrap();
    // What the server answers about itself.
    let own = [
        ("GET", "about"),
        ("POST", "sources"),
        ("GET", "paths"),
        ("POST", "evaluate"),
        ("GET", "memory"),
        ("POST", "memory"),
    ];
    let calls: Vec<(&str, &str)> =
        call.captures_iter(page).map(|call| (call.get(1).unwrap().as_str(), call.get(2).unwrap().as_str())).collect();
    assert!(calls.len() > 20, "{calls:?}");
    for (method, address) in calls.into_iter().filter(|call| !own.contains(call)) {
        named(method, address);
    }
}
