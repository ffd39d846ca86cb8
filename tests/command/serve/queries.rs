//! What is said of the text of a query.

use crate::serve::client::Server;
use serde_json::{Value, json};

#[test]
fn errors_with_their_fixes() {
    let server = Server::new();
    let check = |query: &str| server.post("check", &json!({"query": query})).json();
    // Places are counted in units of UTF-16.
    let wrong = check("/* 𝄞 */ chekc");
    let one = &wrong["diagnostics"][0];
    assert_eq!(
        (&wrong["ok"], &one["code"], &one["severity"]),
        (&false.into(), &"unknown-name".into(), &"error".into())
    );
    assert_eq!((&one["from"], &one["to"]), (&9.into(), &14.into()));
    assert_eq!(one["fix"], json!({"from": 9, "to": 14, "text": "check", "title": "Replace `chekc` by `check`"}));
    assert!(one["page"].as_str().unwrap().starts_with("<h1>"));
    let good = check("next (check+ mate)");
    assert_eq!(
        (&good["ok"], &good["dialect"], &good["formatted"]),
        (&true.into(), &"6".into(), &"next (check+ mate)\n".into())
    );
    assert!(good["words"].as_str().unwrap().contains("mated"));
    assert_eq!(good["tokens"][0], json!([0, 4, "word"]));
    assert!(check("not check or mate")["readings"].as_array().is_some_and(|both| both.len() == 2));
    assert!(good.get("readings").is_none());
    assert_eq!(check("Ke1 qd8")["ask"]["pieces"].as_array().unwrap().len(), 2);
    assert!(check("persistent x=1")["order"].is_string());
    // Whether variations are searched is the reader's choice, and no warning says otherwise.
    assert_eq!(check("mate variation")["diagnostics"][0]["code"], "needs-variations");
    let both = server.post("check", &json!({"query": "mate variation", "variations": true})).json();
    assert_eq!(both["diagnostics"], json!([]));
    // A text that is nothing at all, and one that is very deep.
    assert_eq!(check("\u{0}\u{202e}((((")["ok"], false);
    assert_eq!(server.post("check", &json!({"query": "(".repeat(200_000)})).status, 200);
}

#[test]
fn completion_and_help() {
    let server = Server::new();
    let found = server.post("complete", &json!({"query": "stale", "at": 5})).json();
    let items = found["items"].as_array().unwrap();
    let label = |item: &&Value| item["label"] == "stalemate";
    assert!(items.iter().find(label).is_some_and(|item| item["kind"] == "word"), "{found}");
    assert_eq!((&found["from"], &found["to"]), (&0.into(), &5.into()));
    let help = server.post("hover", &json!({"query": "check mate", "at": 7})).json();
    assert_eq!((&help["from"], &help["to"]), (&6.into(), &10.into()));
    let html = help["html"].as_str().unwrap();
    assert!(html.contains("<code>mate</code>") && html.contains("<a href=\"page:board/mate\">"), "{html}");
    // The first answer of its example is drawn.
    assert!(html.contains("<code class=\"language-cql\">") && html.contains("<pre class=\"diagram\">"), "{html}");
    let detail = items.iter().find(label).unwrap()["detail"].as_str().unwrap();
    assert!(detail.starts_with("condition · ") && detail.ends_with('.'), "{detail}");
    assert!(server.post("hover", &json!({"query": "   ", "at": 1})).json().is_null());
    assert!(server.get("word?word=stalemate").json()["html"].as_str().unwrap().contains("stalemate"));
    let recipes = server.get("recipes").json();
    let all = recipes.as_array().unwrap();
    assert!(all.len() > 100 && all.iter().all(|one| !one["query"].as_str().unwrap().is_empty()));
    assert!(all.iter().filter(|one| one["diagram"].is_string()).count() > 100);
}

#[test]
fn questions_by_board() {
    let server = Server::new();
    let ask = json!({"kind": "position", "pieces": [{"square": "e1", "piece": "K"}], "eitherSide": true});
    let query = server.post("ask", &json!({"ask": ask})).json()["query"].clone();
    assert_eq!(query, "flipcolor {Ke1}");
    assert_eq!(server.post("asked", &json!({"query": query})).json(), ask);
    assert!(server.post("asked", &json!({"query": "mate"})).json().is_null());
    // What the reader has written beside it stays.
    let knight = json!({"kind": "position", "pieces": [{"square": "f3", "piece": "N"}]});
    let joined = server.post("ask", &json!({"ask": knight, "before": "result 1-0 // ♘", "after": ""})).json();
    assert_eq!(joined, json!({"query": "result 1-0 // ♘\nNf3", "from": 16, "to": 19}));
    assert_eq!(server.post("ask", &json!({"ask": {"kind": "position", "pieces": []}})).status, 422);
    assert_eq!(server.post("ask", &json!({"ask": {"kind": "song"}})).status, 400);
}

#[test]
fn questions_in_any_order_and_almost() {
    let server = Server::new();
    let moves = json!([{"piece": "P", "to": "h4"}, {"piece": "N", "to": "f5"}]);
    let ask = json!({"kind": "path", "moves": moves, "gaps": true, "anyOrder": true, "almost": 1});
    let query = server.post("ask", &json!({"ask": ask})).json()["query"].clone();
    assert_eq!(query, "path shortest almost 1 anyorder ((P--h4 --*) (N--f5 --*))");
    assert_eq!(server.post("asked", &json!({"query": query})).json(), ask);
}

#[test]
fn parameters_and_their_values() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", b"1. f3 e5 2. g4 Qh4# 0-1")]);
    let query = "parameter LOW 2 \"first ply\" parameter WHO \"x\" ply >= LOW";
    let check = server.post("check", &json!({"query": query, "settings": {"LOW": "3"}})).json();
    assert_eq!(
        check["parameters"],
        json!([
            {"name": "LOW", "value": "3", "default": "2", "meaning": "first ply", "number": true},
            {"name": "WHO", "value": "x", "default": "x", "meaning": "", "number": false},
        ])
    );
    assert!(server.post("check", &json!({"query": "mate"})).json().get("parameters").is_none());
    let found = |settings: Value| {
        let id = server.search(&json!({"query": query, "settings": settings}));
        let (rows, end) = server.results(&id);
        assert_eq!(end["status"], "complete");
        let csv = server.get(&format!("searches/{id}/export?format=csv"));
        assert_eq!(csv.text().trim().lines().count(), rows.len() + 1);
        rows.len()
    };
    assert_eq!([found(json!({})), found(json!({"LOW": "4"})), found(json!({"OTHER": "4"}))], [3, 1, 3]);
    let why = |settings: Value| {
        let at = json!({"query": query, "settings": settings, "source": "s1", "game": 1, "node": 3});
        server.post("why", &at).json()["matches"].clone()
    };
    assert_eq!([why(json!({})), why(json!({"LOW": "4"}))], [true, false]);
    for wrong in [json!({"LOW": "\""}), json!({"LOW=1": "2"}), json!({"1": "2"})] {
        assert_eq!(server.post("check", &json!({"query": query, "settings": wrong})).status, 400, "{wrong}");
        assert_eq!(server.post("searches", &json!({"query": query, "settings": wrong})).status, 400, "{wrong}");
    }
}

#[test]
fn why_and_why_not() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", b"1. f3 e5 2. g4 (2. h3 Qh4+) Qh4# 0-1")]);
    let why =
        |query: &str, node: u32| server.post("why", &json!({"query": query, "source": "s1", "game": 1, "node": node}));
    let at = why("mate ply < 4 Q attacks k", 4).json();
    let holds: Vec<&Value> =
        at["parts"].as_array().unwrap().iter().filter(|one| one["depth"] == 0).map(|one| &one["holds"]).collect();
    assert_eq!((&at["matches"], holds), (&false.into(), vec![&json!(true), &json!(false), &json!(false)]));
    let part = &at["parts"][1];
    assert_eq!((&part["from"], &part["to"], &part["decides"]), (&5.into(), &12.into(), &true.into()));
    assert_eq!(why("mate", 4).json()["matches"], true);
    // A position in a variation.
    assert_eq!(why("check", 6).json()["matches"], true);
    assert_eq!(why("mate", 99).status, 404);
    let wrong = why("mat", 4);
    assert_eq!((wrong.status, wrong.json()["diagnostics"][0]["code"].as_str()), (422, Some("unknown-name")));
    let endless = why("x=0 while (true) x=x+1", 4);
    assert_eq!((endless.status, endless.json()["error"]["code"].as_str()), (409, Some("query-failed")));
}

#[test]
fn automata_along_a_line() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", b"1. f3 e5 2. g4 Qh4# 0-1")]);
    let draw = |more: Value| {
        let mut body = json!({"query": "/* 𝄞 */ next (not check+ mate)"});
        more.as_object().unwrap().iter().for_each(|(name, value)| body[name] = value.clone());
        server.post("automaton", &body)
    };
    let plain = draw(json!({})).json();
    let sequence = &plain["sequences"][0];
    assert_eq!((&sequence["filter"], &sequence["from"], sequence.get("alive")), (&"next".into(), &9.into(), None));
    let states = sequence["states"].as_array().unwrap();
    assert!(states.iter().any(|state| state["start"] == true) && states.iter().any(|state| state["accepting"] == true));
    let at = draw(json!({"source": "s1", "game": 1, "node": 2})).json();
    let alive = at["sequences"][0]["alive"].as_array().unwrap();
    let nodes: Vec<&Value> = alive.iter().map(|one| &one["node"]).collect();
    assert!(nodes.contains(&&json!(2)) && !alive[0]["states"].as_array().unwrap().is_empty(), "{at}");
    assert_eq!(draw(json!({"source": "s1", "game": 1, "node": 9})).status, 404);
    let large = server.post("automaton", &json!({"query": "next (check{1,900})"})).json();
    assert!(large["sequences"][0]["tooLarge"].as_u64().is_some_and(|states| states > 300), "{large}");
}

#[test]
fn the_book_and_its_exercises() {
    let server = Server::new();
    let parts = server.get("book").json();
    let lessons = parts.as_array().unwrap().iter().find(|part| part["title"] == "Thirteen lessons").expect("a part");
    assert_eq!(lessons["pages"].as_array().unwrap().len(), 13);
    let name = lessons["pages"][0]["name"].as_str().unwrap();
    let page = server.get(&format!("page?name={name}")).json();
    let html = page["html"].as_str().unwrap();
    assert!(html.starts_with("<h1>Lesson 1") && html.contains("language-cql") && html.contains("class=\"diagram\""));
    assert!(!html.contains("pa-h2"), "the solution is apart");
    assert_eq!(page["exercise"], json!({"lesson": 1, "solution": "pa-h2"}));
    let other = server.get("page?name=moves/move").json();
    assert!(other["exercise"].is_null() && other["html"].as_str().unwrap().contains("href=\"page:"));
    assert_eq!(server.get("page?name=../SUMMARY").status, 404);
    let found = server.get("pages?text=knight+outpost").json();
    assert_eq!(found[0]["name"], "pawns/outposts");
    assert_eq!(server.get("pages?text=zyzzyva").json(), json!([]));
    let judged = |query: &str| server.post("lesson", &json!({"lesson": 1, "query": query}));
    let right = judged("p & a-h2").json();
    assert_eq!((&right["outcome"], &right["found"]), (&json!("right"), &json!({"games": 7, "positions": 44})));
    let wrong = judged("pa2").json();
    assert_eq!((&wrong["outcome"], &wrong["extra"]["count"]), (&json!("wrong"), &json!(0)));
    assert!(wrong["missing"]["first"].as_array().unwrap().len() == 3, "{wrong}");
    assert_eq!(judged("chekc").json()["diagnostics"][0]["code"], "unknown-name");
    assert_eq!(judged("x=0 while (x < 1) y=2").status, 409);
    assert_eq!(server.post("lesson", &json!({"lesson": 14, "query": "mate"})).status, 404);
}
