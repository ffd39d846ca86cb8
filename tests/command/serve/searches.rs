//! Searches: their rows as they come, cancelling, limits, counts, files.

use crate::serve::client::{Server, events_of};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A query that would take longer than any test.
const SLOW: &str = "x=0 while (x < 9000000) x = x + 1";

fn many(games: usize) -> Vec<u8> {
    let game = |n| {
        format!("[White \"W{n}\"]\n[Date \"{}.1.1\"]\n[Result \"0-1\"]\n\n1. f4 e6 2. g4 Qh4# 0-1\n\n", 1990 + n % 3)
    };
    (0..games).map(game).collect::<String>().into_bytes()
}

#[test]
fn rows_as_they_are_found() {
    let server = Server::new();
    let id = server.search(&json!({"query": "next (check{2,}) sort \"run\" ply", "sources": ["s1"]}));
    let (rows, end) = server.results(&id);
    assert_eq!((&end["status"], &end["games"], &end["rows"]), (&"complete".into(), &68.into(), &rows.len().into()));
    let row = &rows[0];
    assert_eq!(row["source"], "s1");
    for name in ["game", "node", "ply", "moved", "white", "black", "date", "event", "eco", "result", "plies", "length"]
    {
        assert!(!row[name].is_null(), "{name}: {row}");
    }
    assert_eq!(row["values"]["run"], row["ply"].to_string());
    // The same again, for whoever asks; and only what is new, for whoever comes back.
    assert_eq!(server.results(&id).0, rows);
    let path = server.api(&format!("searches/{id}/events"));
    let rest = server.ask("GET", &path, &[("Last-Event-ID", &format!("{}.0", rows.len() - 1))], b"");
    let events = events_of(rest.text());
    let new: usize =
        events.iter().filter(|(name, _)| name == "rows").map(|(_, data)| data["rows"].as_array().unwrap().len()).sum();
    assert_eq!((new, events.last().unwrap().0.as_str()), (1, "end"));
    let found = server.get(&format!("searches/{id}/found?source=s1&game={}", row["game"])).json();
    let found = found["found"].as_array().unwrap();
    let here = found.iter().find(|one| one["node"] == row["node"]).unwrap();
    assert!(here["arrows"].as_array().is_some_and(|arrows| !arrows.is_empty()), "{here}");
    assert_eq!(here["constituents"][0]["first"], row["node"]);
    assert_eq!(server.get("searches/q99/events").status, 404);
    assert_eq!(server.get(&format!("searches/{id}/found?source=s2&game=1")).status, 404);
    assert_eq!((server.delete(&format!("searches/{id}")), server.delete(&format!("searches/{id}"))), (204, 404));
}

#[test]
fn what_a_query_sorts_by_is_said_when_it_begins() {
    let server = Server::new();
    let sorted =
        |query: &str| server.post("searches", &json!({"query": query, "sources": ["s1"]})).json()["sort"].clone();
    assert_eq!(
        sorted("sort \"run\" ply sort min \"length\" movenumber"),
        json!([
            {"name": "run", "min": false},
            {"name": "length", "min": true},
        ])
    );
    assert_eq!(sorted("mate"), Value::Null);
}

#[test]
fn numbers_alone() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", &many(300))]);
    for (query, positions, games) in [("mate", 300, 300), ("btm", 600, 300), ("check stalemate", 0, 0)] {
        let id = server.search(&json!({"query": query, "countsOnly": true, "limit": 7}));
        assert_eq!(server.get("searches").json(), json!([]), "nobody looks at it later");
        let (rows, end) = server.results(&id);
        assert!(rows.is_empty());
        let numbers = json!([end["status"], end["games"], end["positions"], end["matchedGames"], end["rows"]]);
        assert_eq!(numbers, json!(["complete", 300, positions, games, 0]), "{query}");
    }
    // However many there were, they push no search out whose rows are kept.
    let kept = server.search(&json!({"query": "mate"}));
    server.results(&kept);
    for _ in 0..40 {
        server.results(&server.search(&json!({"query": "mate", "countsOnly": true})));
    }
    assert_eq!(server.results(&kept).0.len(), 300);
}

#[test]
fn why_nothing_was_found() {
    let server = Server::new();
    let said = |query: &str| {
        let id = server.search(&json!({"query": query, "sources": ["s1"]}));
        let events = server.ask("GET", &server.api(&format!("searches/{id}/events")), &[], b"");
        let texts = events_of(events.text()).into_iter().filter(|(name, _)| name == "message");
        texts.map(|(_, data)| data["text"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>().join("\n")
    };
    let capitals = said("player \"anderssen\"");
    assert!(capitals.contains("no game has `player \"anderssen\"`, but "), "{capitals}");
    assert!(capitals.contains("`player \"Anderssen\"`; capitals and small letters are different"), "{capitals}");
    assert!(said("eval > 300").starts_with("no game has an evaluation"), "{}", said("eval > 300"));
    assert_eq!(said("player \"anderssen\" or mate"), "");
}

#[test]
fn squares_are_marked() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", &many(1))]);
    let id = server.search(&json!({"query": "mate qh4", "sources": ["s1"]}));
    server.results(&id);
    let found = server.get(&format!("searches/{id}/found?source=s1&game=1")).json();
    assert_eq!(found["found"][0]["squares"][0]["square"], "h4", "{found}");
}

#[test]
fn where_a_match_differs() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", b"1. e4 e5 2. Nf3 Nc6 *")]);
    let differs = |query: &str| {
        let id = server.search(&json!({"query": query}));
        server.results(&id);
        server.get(&format!("searches/{id}/found?source=s1&game=1")).json()["found"][0]["differs"].clone()
    };
    assert_eq!(differs("path almost 1 --e4 --c5 --f3 --c6"), json!([2]));
    assert_eq!(differs("path --e4 --e5 --f3 --c6"), json!([]));
}

#[test]
fn errors_of_a_query() {
    let server = Server::new();
    let answer = server.post("searches", &json!({"query": "mate and chekc", "sources": ["s1"]}));
    assert_eq!((answer.status, answer.json()["diagnostics"][0]["code"].as_str()), (422, Some("unknown-name")));
    for (body, status) in [
        (json!({"query": "mate", "sources": []}), 400),
        (json!({"query": "mate", "sources": ["s7"]}), 404),
        (json!({"query": "mate", "sources": ["s1"], "dialect": "7"}), 400),
        (json!({"sources": ["s1"]}), 400),
    ] {
        assert_eq!(server.post("searches", &body).status, status, "{body}");
    }
    // Queries open no files.
    std::fs::write(server.folder.path().join("a.cql"), "secret").unwrap();
    let id = server.search(&json!({"query": "message(readfile \"a.cql\")", "sources": ["s1"]}));
    let (_, end) = server.results(&id);
    assert_eq!(end["status"], "failed");
    assert!(!server.events(&id).iter().any(|(_, data)| data.to_string().contains("secret")));
    std::fs::write(server.folder.path().join("a.pgn"), "1. e4 *").unwrap();
    let answer = server.post("searches", &json!({"query": "position in \"a.pgn\"", "sources": ["s1"]}));
    let error = answer.json()["diagnostics"][0].clone();
    assert_eq!((answer.status, error["code"].as_str()), (422, Some("model-file")), "{error}");
    assert!(error["message"].as_str().unwrap().contains("not allowed to open files"), "{error}");
}

#[test]
fn cancelling() {
    let server = Server::with(&["--limits", "given-up=1000000"], &[]);
    let id = server.search(&json!({"query": SLOW, "sources": ["s1"], "threads": 1}));
    assert_eq!(server.get(&format!("searches/{id}")).json()["status"], "running");
    assert_eq!(server.delete(&format!("searches/{id}")), 204);
    let (_, end) = server.results(&id);
    assert_eq!(end["status"], "cancelled");
    assert!(end["seconds"].as_f64().unwrap() < 120.0);
}

#[test]
fn rows_and_messages_are_kept_within_a_limit() {
    let server = Server::with(&["a.pgn", "--limits", "held=100000"], &[("a.pgn", &many(400))]);
    let run = |query: &str| server.results(&server.search(&json!({"query": query, "sources": ["s1"]})));
    let long = "x=\"a\" i=0 while (i<10) {i+=1 x+=x} x+=str gamenumber";
    let (rows, end) = run(&format!("mate {long} sort \"long\" x"));
    assert_eq!((&end["status"], &end["error"]["code"]), (&"limit".into(), &"held-limit".into()), "{end}");
    assert!(end["error"]["help"].as_str().unwrap().contains("--limits held=N"), "{end}");
    // What was found until then stays: a row takes somewhat more than its text.
    assert!((40..100).contains(&rows.len()), "{}", rows.len());
    assert!(rows[0]["values"]["long"].as_str().unwrap().len() > 1000);
    // Messages leave half of the room to rows: others are left out, and the search goes on.
    let server = Server::with(&["a.pgn", "--limits", "held=400000"], &[("a.pgn", &many(400))]);
    let id = server.search(&json!({"query": format!("mate {long} message x"), "sources": ["s1"]}));
    let (_, end) = server.results(&id);
    assert_eq!((&end["status"], &end["rows"]), (&"complete".into(), &400.into()), "{end}");
    let events = server.ask("GET", &server.api(&format!("searches/{id}/events")), &[], b"");
    let messages = events_of(events.text()).into_iter().filter(|(name, _)| name == "message").count();
    assert!((60..200).contains(&messages), "{messages}");
}

#[test]
fn limits() {
    let server = Server::with(&["a.pgn", "--row-limit", "500", "--step-limit", "1000"], &[("a.pgn", &many(400))]);
    let run = |request: Value| server.results(&server.search(&request));
    let (rows, end) = run(json!({"query": "not check", "sources": ["s1"], "limit": 1_000_000}));
    assert_eq!((rows.len(), &end["status"], &end["error"]["code"]), (500, &"limit".into(), &"row-limit".into()));
    let (rows, end) = run(json!({"query": "mate", "sources": ["s1"], "limit": 7}));
    assert_eq!((rows.len(), &end["status"]), (7, &"limit".into()));
    let (rows, end) = run(json!({"query": "mate", "sources": ["s1"], "limit": 400}));
    assert_eq!((rows.len(), &end["status"]), (400, &"complete".into()));
    // Whatever takes too many steps is given up, game by game, and then altogether.
    let (rows, end) = run(json!({"query": SLOW, "sources": ["s1"]}));
    assert_eq!((rows.len(), &end["status"], &end["error"]["code"]), (0, &"failed".into(), &"given-up".into()));
    let options = ["a.pgn", "--step-limit", "1000", "--limits", "given-up=1000000"];
    let lenient = Server::with(&options, &[("a.pgn", &many(400))]);
    let (rows, end) = lenient.results(&lenient.search(&json!({"query": SLOW, "sources": ["s1"]})));
    assert_eq!((rows.len(), &end["games"]), (0, &400.into()), "{end}");
    let patient = Server::with(&["a.pgn"], &[("a.pgn", &many(2000))]);
    let id = patient.search(&json!({"query": SLOW, "sources": ["s1"], "threads": 1, "seconds": 0.3}));
    let (_, end) = patient.results(&id);
    assert_eq!((&end["status"], &end["error"]["code"]), (&"limit".into(), &"time-limit".into()));
}

#[test]
fn no_more_than_so_many_at_a_time() {
    let server = Server::new();
    let request = json!({"query": SLOW, "sources": ["s1"], "threads": 1});
    let ids: Vec<String> = (0..8).map(|_| server.search(&request)).collect();
    let more = server.post("searches", &request);
    assert_eq!((more.status, more.json()["error"]["code"].as_str()), (429, Some("too-many-searches")));
    // Others are answered meanwhile.
    assert_eq!(server.post("check", &json!({"query": "mate"})).json()["ok"], true);
    for id in &ids {
        assert_eq!(server.delete(&format!("searches/{id}")), 204);
        assert_eq!(server.results(id).1["status"], "cancelled");
    }
    assert_eq!(server.get("searches").json().as_array().unwrap().len(), 8);
}

#[test]
fn searches_that_ended_are_forgotten_in_time() {
    let server = Server::new();
    for _ in 0..40 {
        let id = server.search(&json!({"query": "mate", "sources": ["s1"]}));
        server.results(&id);
    }
    let kept = server.get("searches").json();
    assert_eq!(kept.as_array().unwrap().len(), 32);
    assert_eq!((server.get("searches/q1").status, server.get("searches/q40").status), (404, 200));
}

#[test]
fn a_hundred_thousand_rows() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", &many(25_000))]);
    let id = server.search(&json!({"query": "not mate", "sources": ["s1"]}));
    let events = server.events(&id);
    let sizes =
        events.iter().filter(|(name, _)| name == "rows").map(|(_, data)| data["rows"].as_array().unwrap().len());
    let sizes: Vec<usize> = sizes.collect();
    assert_eq!(sizes.iter().sum::<usize>(), 100_000);
    assert!(sizes.iter().all(|size| *size <= 2_000), "{sizes:?}");
}

#[test]
fn a_reader_that_goes_away_stops_nothing() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", &many(20_000))]);
    let id = server.search(&json!({"query": "not mate", "sources": ["s1"]}));
    drop(server.listen(&id));
    assert_eq!(server.results(&id).0.len(), 80_000);
}

/// Waits until something is so.
fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(120);
    while !is_so() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_search_to_which_nobody_listens_is_ended() {
    let server = Server::with(&["a.pgn", "--limits", "given-up=1000000"], &[("a.pgn", &many(100_000))]);
    let begin = || server.search(&json!({"query": SLOW, "sources": ["s1"], "threads": 1}));
    let (never, left, kept) = (begin(), begin(), begin());
    let listener = server.listen(&kept);
    drop(server.listen(&left));
    let status = |id: &str| {
        let all = server.get("searches").json();
        let found = all.as_array().unwrap().iter().find(|one| one["id"] == id).cloned();
        found.expect("it is kept")["status"].as_str().unwrap().to_owned()
    };
    wait_for("it is ended", || status(&never) == "cancelled" && status(&left) == "cancelled");
    assert_eq!(status(&kept), "running");
    drop(listener);
}

#[test]
fn searches_whose_pages_are_gone_give_way() {
    let server = Server::with(&["a.pgn", "--limits", "given-up=1000000"], &[("a.pgn", &many(100_000))]);
    let request = json!({"query": SLOW, "sources": ["s1"], "threads": 1});
    let begin = || server.search(&request);
    // Seven that somebody listens to, and again and again one that is left.
    let others: Vec<_> = (0..7).map(|_| server.listen(&begin())).collect();
    for _ in 0..5 {
        wait_for("there is room for one more", || {
            let answer = server.post("searches", &request);
            assert!([201, 429].contains(&answer.status));
            answer.status == 201 && {
                drop(server.listen(answer.json()["id"].as_str().unwrap()));
                true
            }
        });
    }
    let running = server.get("searches").json();
    let running = running.as_array().unwrap().iter().filter(|one| one["status"] == "running").count();
    assert!(running >= others.len(), "those with listeners go on");
}

#[test]
fn several_sources_and_what_goes_from_game_to_game() {
    let files: [(&str, &[u8]); 2] = [("a.pgn", &many(5)), ("b.pgn", &many(3))];
    let server = Server::with(&["a.pgn", "b.pgn"], &files);
    let run =
        |query: &str, sources: Value| server.results(&server.search(&json!({"query": query, "sources": sources})));
    let (rows, end) = run("mate", json!(["s2", "s1"]));
    let games: Vec<String> =
        rows.iter().map(|row| format!("{}{}", row["source"].as_str().unwrap(), row["game"])).collect();
    assert_eq!(games, ["s21", "s22", "s23", "s11", "s12", "s13", "s14", "s15"]);
    assert_eq!((&end["games"], &end["matchedGames"]), (&8.into(), &8.into()));
    // One count through both files.
    let (rows, _) = run("mate persistent seen+=1 sort \"seen\" seen", json!(["s1", "s2"]));
    let last = rows.last().unwrap();
    assert_eq!((&last["source"], &last["game"], &last["values"]["seen"]), (&"s2".into(), &3.into(), &"8".into()));
}

#[test]
fn tallies() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", &many(9))]);
    let id = server.search(&json!({"query": "not mate", "sources": ["s1"]}));
    server.results(&id);
    let tally = |rest: &str| server.get(&format!("searches/{id}/tally?{rest}"));
    assert_eq!(tally("by=year").json()[0], json!({"value": "1990", "games": 3, "positions": 12}));
    assert_eq!(
        tally("by=player&year=1991-1999&player=W4").json(),
        json!([{"value": "W4", "games": 1, "positions": 4}])
    );
    assert_eq!(tally("by=length").json(), json!([{"value": "2", "games": 9, "positions": 36}]));
    assert_eq!((tally("by=colour").status, tally("").status), (400, 400));
}

#[test]
fn steps_and_games_without_a_match_as_files() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", &[many(2), b"\n\n1. e4 *".to_vec()].concat())]);
    let id = server.search(&json!({"query": "next almost 1 (check mate)"}));
    server.results(&id);
    let export = |rest: &str| server.get(&format!("searches/{id}/export?{rest}"));
    let text = |rest: &str| export(rest).text().to_owned();
    let steps = text("format=jsonl&rows=steps");
    let matches = text("format=jsonl");
    let length = |row: &str| serde_json::from_str::<Value>(row).unwrap()["length"].as_u64().unwrap();
    assert_eq!(steps.lines().count() as u64, matches.lines().map(length).sum::<u64>());
    assert!(steps.contains("\"differs\":true"), "{steps}");
    let unmatched = text("format=jsonl&rows=unmatched");
    assert_eq!(unmatched.lines().count(), 1, "{unmatched}");
    assert!(unmatched.contains("\"position\":null"), "{unmatched}");
    assert_eq!(export("format=jsonl&rows=unmatched&result=1-0").status, 400);
}

#[test]
fn results_as_files() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", &many(9))]);
    let dropped = server.ask("POST", &server.api("drop?name=mine.pgn"), &[], &many(2)).json();
    let id = server.search(&json!({"query": "mate", "sources": ["s1", dropped["id"]]}));
    server.results(&id);
    let export = |rest: &str| server.get(&format!("searches/{id}/export?{rest}"));
    let csv = export("format=csv");
    assert_eq!((csv.status, csv.header("content-disposition")), (200, "attachment; filename=\"tabiya.csv\""));
    assert_eq!((csv.text().lines().count(), csv.text().matches("mine.pgn").count()), (12, 2));
    assert_eq!(export("format=csv&year=1990").text().lines().count(), 1 + 3 + 1);
    assert_eq!(export("format=jsonl&player=W4&length=2&result=0-1").text().lines().count(), 1);
    assert_eq!(export("format=jsonl&result=1%2F2-1%2F2").text(), "");
    let formula =
        server.ask("POST", &server.api("drop?name=f.pgn"), &[], b"[White \"=1+1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1");
    let formulas = server.search(&json!({"query": "mate", "sources": [formula.json()["id"]]}));
    server.results(&formulas);
    let export_formulas = |format: &str| server.get(&format!("searches/{formulas}/export?format={format}"));
    // A spreadsheet does not compute what stands in a game.
    assert!(export_formulas("csv").text().contains(",'=1+1,"), "{}", export_formulas("csv").text());
    assert!(export_formulas("jsonl").text().contains("\"=1+1\""));
    assert_eq!(server.delete(&format!("sources/{}", formula.json()["id"].as_str().unwrap())), 204);
    assert_eq!(server.delete(&format!("searches/{formulas}")), 204);
    let pgn = export("format=pgn");
    assert_eq!((pgn.text().matches("[White ").count(), pgn.text().matches("CQL").count() > 0), (11, true));
    assert!(export("format=parquet").body.starts_with(b"PAR1"));
    let html = export("format=html");
    assert!(html.text().starts_with("<!"), "{}", &html.text()[..100]);
    for answer in [csv, pgn, html] {
        assert!(!answer.text().contains("temporary"), "no path of the server's shows");
    }
    assert_eq!((export("format=exe").status, export("").status), (400, 400));
    // The query has no sequence.
    assert_eq!((export("format=csv&rows=steps").status, export("format=csv&rows=moves").status), (409, 400));
    // Nothing is left but the dropped file.
    assert_eq!(server.temporary().len(), 1);
    std::fs::remove_file(server.folder.path().join("a.pgn")).unwrap();
    let lost = export("format=csv");
    assert_eq!((lost.status, lost.json()["error"]["code"].as_str()), (409, Some("unreadable-file")));
}
