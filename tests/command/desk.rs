//! The desk: the requests of the page answered by calls, and searches that go on a slice at a time. What others find by threads
//! it finds without.

use serde_json::{Value, json};
use std::io::Write as _;
use std::time::Duration;
use tabiya_command::{desk, engine_answers};
use tabiya_session::{Answer, Desk, HelperBatch, SearchHelper};

/// A query that would take longer than any test.
const SLOW: &str = "x=0 while (x < 9000000) x = x + 1";

fn get(desk: &Desk, address: &str) -> Answer {
    desk.ask("GET", address, Vec::new())
}

fn json_of(answer: &Answer) -> Value {
    assert_eq!(answer.kind, "application/json");
    serde_json::from_slice(&answer.body).unwrap()
}

fn post(desk: &Desk, address: &str, body: &Value) -> (u16, Value) {
    let answer = desk.ask("POST", address, body.to_string().into_bytes());
    (answer.status, json_of(&answer))
}

fn begin(desk: &Desk, wanted: &Value) -> String {
    let (status, begun) = post(desk, "searches", wanted);
    assert_eq!(status, 201, "{begun}");
    begun["id"].as_str().unwrap().to_owned()
}

/// The events after one of them, taken as long as there are any, while the desk works.
fn events(desk: &Desk, id: &str, mut after: u64) -> Vec<Value> {
    let mut all = Vec::new();
    loop {
        desk.work(Duration::from_millis(5));
        let new = json_of(&get(desk, &format!("searches/{id}/events?after={after}")));
        for event in new.as_array().unwrap() {
            after = event["id"].as_u64().unwrap();
            all.push(event.clone());
            if event["event"] == "end" {
                return all;
            }
        }
    }
}

/// The rows and the end of a search.
fn results(desk: &Desk, id: &str) -> (Vec<Value>, Value) {
    let events = events(desk, id, 0);
    let rows = events.iter().filter(|event| event["event"] == "rows");
    let rows = rows.flat_map(|event| event["data"]["rows"].as_array().unwrap().clone()).collect();
    (rows, events.last().unwrap()["data"].clone())
}

fn found(desk: &Desk, wanted: &Value) -> (Vec<Value>, Value) {
    results(desk, &begin(desk, wanted))
}

/// Games, and their number.
fn many(games: usize) -> Vec<u8> {
    let game = |n| format!("[White \"W{n}\"]\n[Result \"0-1\"]\n\n1. f4 e6 2. g4 Qh4# 0-1\n\n");
    (0..games).map(game).collect::<String>().into_bytes()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

fn drop_file(desk: &Desk, name: &str, bytes: &[u8]) -> Value {
    let answer = desk.ask("POST", &format!("drop?name={name}"), bytes.to_vec());
    assert_eq!(answer.status, 200);
    json_of(&answer)
}

#[test]
fn it_finds_what_threads_find() {
    let desk = desk();
    let queries = [
        "mate",
        "next (check{2,}) sort \"run\" ply",
        "player \"TAL\"",
        "clk > 5",
        "mate persistent seen += 1 seen > 7",
        "lastgamenumber-gamenumber<3",
        "message(ply) gamenumber==2",
        "comment(\"here\") stalemate",
        "a==b",
    ];
    for query in queries {
        let params = json!({"query": query});
        let asked = json!({"id": 1, "method": "search", "params": params}).to_string();
        let lines = String::from_utf8(engine_answers(asked.as_bytes())).unwrap();
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (status, begun) = post(&desk, "searches", &params);
        if status != 201 {
            assert_eq!((status, &lines[0]["diagnostics"]), (422, &begun["diagnostics"]), "{query}");
            continue;
        }
        let events = events(&desk, begun["id"].as_str().unwrap(), 0);
        for kind in ["rows", "messages"] {
            let of_engine = lines.iter().filter(|line| line["event"] == kind).map(|line| &line[kind]);
            let of_desk = events.iter().filter(|event| event["event"] == kind).map(|event| &event["data"][kind]);
            let flat = |values: Vec<&Value>| -> Vec<Value> {
                values.into_iter().flat_map(|list| list.as_array().unwrap().clone()).collect()
            };
            assert_eq!(flat(of_engine.collect()), flat(of_desk.collect()), "{query}");
        }
        let texts = |events: &[Value], data: &dyn Fn(&Value) -> Value| -> Vec<Value> {
            events.iter().filter(|event| event["event"] == "message").map(|event| data(event)["text"].clone()).collect()
        };
        assert_eq!(texts(&lines, &Value::clone), texts(&events, &|event| event["data"].clone()), "{query}");
        let (mut one, mut other) = (lines.last().unwrap()["result"].clone(), events.last().unwrap()["data"].clone());
        (one["seconds"], other["seconds"]) = (Value::Null, Value::Null);
        assert_eq!(one, other, "{query}");
    }
}

#[test]
fn files_of_all_kinds_stay_in_memory() {
    let desk = desk();
    let pgn = [&many(500)[..], include_bytes!("../../examples/games/sample.pgn")].concat();
    let folder = tempfile::tempdir().unwrap();
    let (plain, base) = (folder.path().join("a.pgn"), folder.path().join("a.tabiya"));
    std::fs::write(&plain, &pgn).unwrap();
    let mut index = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    assert!(index.arg("index").arg(&plain).arg("-o").arg(&base).output().unwrap().status.success());
    let base = std::fs::read(&base).unwrap();
    let files = [
        ("a.pgn", pgn.clone()),
        ("a.pgn.zst", zstd::encode_all(&pgn[..], 3).unwrap()),
        ("a.pgn.gz", packed(&pgn)),
        ("a.tabiya", base),
    ];
    let rows: Vec<Vec<Value>> = files
        .iter()
        .map(|(name, bytes)| {
            let source = drop_file(&desk, name, bytes);
            let id = source["id"].as_str().unwrap();
            assert_eq!((&source["name"], &source["kind"]), (&json!(name), &json!("dropped")));
            let (rows, end) = found(&desk, &json!({"query": "mate", "sources": [id]}));
            assert_eq!((&end["status"], &end["games"]), (&json!("complete"), &json!(568)), "{name}");
            while desk.work(Duration::from_millis(1)) {}
            assert_eq!(json_of(&get(&desk, "sources")).as_array().unwrap().last().unwrap()["games"], 568);
            let game = json_of(&get(&desk, &format!("game?source={id}&game=568")));
            assert!(game["nodes"].as_array().unwrap().len() > 5, "{game}");
            let listed = json_of(&get(&desk, &format!("games?source={id}&from=490&count=3")));
            assert_eq!((&listed["total"], &listed["games"][0]["white"]), (&json!(568), &json!("W489")));
            rows.into_iter().map(|row| json!([row["game"], row["node"], row["white"]])).collect()
        })
        .collect();
    assert!(rows.iter().all(|one| one == &rows[0]) && rows[0].len() == 520);
    // A game that has not been reached is gone to.
    let again = drop_file(&desk, "b.pgn", &pgn);
    assert_eq!(again["games"], Value::Null);
    let id = again["id"].as_str().unwrap();
    assert_eq!(get(&desk, &format!("game?source={id}&game=400")).status, 200);
    assert_eq!(get(&desk, &format!("game?source={id}&game=569")).status, 404);
    // Two sources whose games must be searched in order.
    let both = json!({"query": "mate persistent seen += 1 seen > 600", "sources": [id, "s2"]});
    let (counted, end) = found(&desk, &both);
    assert!(!counted.is_empty() && end["status"] == "complete", "{end}");
}

#[test]
fn damage_is_told() {
    let desk = desk();
    let whole = zstd::encode_all(&many(3000)[..], 3).unwrap();
    let files = [
        ("cut.pgn.zst", whole[..whole.len() / 2].to_vec()),
        ("base.tabiya", [&b"\x89TABIYA\n"[..], &[7; 90]].concat()),
        ("noise", (0..2000_u32).map(|i| (i * i) as u8).collect()),
        ("empty", Vec::new()),
    ];
    for (name, bytes) in files {
        let source = drop_file(&desk, name, &bytes);
        let events = {
            let id = begin(&desk, &json!({"query": "mate", "sources": [source["id"]]}));
            events(&desk, &id, 0)
        };
        let end = &events.last().unwrap()["data"];
        let told = events.iter().any(|event| event["event"] == "message");
        assert!(told, "{name}: {events:?}");
        assert_eq!(end["status"] == "failed", name != "empty", "{name}: {end}");
    }
}

#[test]
fn searches_end_early() {
    let desk = desk();
    let id = begin(&desk, &json!({"query": SLOW}));
    assert!(desk.work(Duration::from_millis(30)));
    // Others are answered, and others search, while it goes on.
    assert_eq!(get(&desk, "about").status, 200);
    assert_eq!(desk.ask("DELETE", &format!("searches/{id}"), Vec::new()).status, 204);
    assert_eq!(results(&desk, &id).1["status"], "cancelled");
    assert_eq!(desk.ask("DELETE", &format!("searches/{id}"), Vec::new()).status, 204);
    assert_eq!(get(&desk, &format!("searches/{id}")).status, 404);
    let (_, end) = found(&desk, &json!({"query": SLOW, "seconds": 0.05}));
    assert_eq!((&end["status"], &end["error"]["code"]), (&json!("limit"), &json!("time-limit")));
    drop_file(&desk, "many.pgn", &many(700));
    let (rows, end) = found(&desk, &json!({"query": "mate", "limit": 600}));
    assert_eq!((rows.len(), &end["error"]["code"]), (600, &json!("row-limit")));
    // Several at a time, each in its turn.
    let ids: Vec<String> = (0..3).map(|_| begin(&desk, &json!({"query": "check"}))).collect();
    let ends: Vec<Value> = ids.iter().map(|id| results(&desk, id).1["rows"].clone()).collect();
    assert!(ends.iter().all(|rows| *rows == ends[0]));
    assert!(!desk.work(Duration::from_millis(5)));
}

#[test]
fn events_after_an_event() {
    let desk = desk();
    drop_file(&desk, "many.pgn", &many(2500));
    let id = begin(&desk, &json!({"query": "message(\"one\") mate"}));
    let all = events(&desk, &id, 0);
    let rows_of = |events: &[Value]| -> usize {
        let rows = events.iter().filter(|event| event["event"] == "rows");
        rows.map(|event| event["data"]["rows"].as_array().unwrap().len()).sum()
    };
    assert_eq!(rows_of(&all), 2520);
    // The first rows are sent at once, before the messages or after them.
    for kind in ["rows", "message"] {
        let at = all.iter().position(|event| event["event"] == kind).unwrap();
        let rest = events(&desk, &id, all[at]["id"].as_u64().unwrap());
        assert_eq!(rows_of(&all[..=at]) + rows_of(&rest), 2520, "{kind}");
        let messages = |events: &[Value]| events.iter().filter(|event| event["event"] == "message").count();
        assert_eq!(messages(&all[..=at]) + messages(&rest), messages(&all), "{kind}");
        assert!(rest.len() < all.len());
    }
    assert_eq!(get(&desk, "searches/q9/events").status, 404);
    assert_eq!(get(&desk, &format!("searches/{id}/events?after=x")).status, 400);
}

/// What all front ends answer alike is in `tests/command/fronts.rs`.
#[test]
fn its_own_requests() {
    let desk = desk();
    let about = json_of(&get(&desk, "about"));
    assert_eq!((&about["sources"][0]["kind"], &about["onlyGiven"]), (&json!("samples"), &json!(false)));
    let refused = [
        ("POST", "sources", 400, "bad-request"),
        ("GET", "check", 404, "no-request"),
        ("PUT", "about", 404, "no-request"),
        ("GET", "searches", 200, ""),
        ("GET", "searches/q7", 404, "no-search"),
        ("GET", "searches/q7/more", 404, "no-request"),
        ("GET", "", 404, "no-request"),
    ];
    for (method, address, status, code) in refused {
        let answer = desk.ask(method, address, br#"{"path": "/etc"}"#.to_vec());
        let found = json_of(&answer)["error"]["code"].as_str().unwrap_or_default().to_owned();
        assert_eq!((answer.status, found.as_str()), (status, code), "{method} {address}");
    }
}

#[test]
fn results_as_files() {
    let desk = desk();
    let id = begin(&desk, &json!({"query": "next 2 9 (check{2,}) sort \"run\" ply"}));
    results(&desk, &id);
    let export = |parameters: &str| get(&desk, &format!("searches/{id}/export?{parameters}"));
    let csv = export("format=csv");
    assert_eq!((csv.status, csv.kind, csv.name.as_deref()), (200, "text/csv; charset=utf-8", Some("tabiya.csv")));
    let lines = |answer: &Answer| String::from_utf8_lossy(&answer.body).lines().count();
    assert!(lines(&csv) > 3);
    assert!(lines(&export("format=csv&rows=steps")) > lines(&csv));
    assert!(lines(&export("format=csv&rows=unmatched")) > lines(&csv));
    assert_eq!(lines(&export("format=jsonl")) + 1, lines(&csv));
    assert!(lines(&export("format=jsonl&result=1-0")) < lines(&export("format=jsonl")));
    assert!(export("format=pgn").body.starts_with(b"[Event "));
    assert!(export("format=html").body.starts_with(b"<!doctype html>"));
    if cfg!(feature = "columnar") {
        assert!(export("format=parquet").body.starts_with(b"PAR1"));
    }
    assert_eq!(export("format=exe").status, 400);
    assert_eq!(export("format=csv&rows=unmatched&result=1-0").status, 400);
}

/// The rows and the end of a search in which helpers look through games, each of which makes of an answer what `carry` gives back.
fn helped(
    count: usize,
    wanted: &Value,
    files: &[(&str, &[u8])],
    mut carry: impl FnMut(Vec<u8>) -> Option<Vec<u8>>,
) -> (Vec<Value>, Value, usize) {
    let (desk, mut helper, mut looked) = (desk(), SearchHelper::new(), 0);
    desk.set_helpers(count);
    files.iter().for_each(|(name, bytes)| drop(drop_file(&desk, name, bytes)));
    let id = begin(&desk, wanted);
    // With each slice of work one batch goes to a helper, so that some are done here, some there.
    let mut more = true;
    while more {
        more = desk.work(Duration::from_micros(50));
        if let Some(batch) = desk.batch() {
            assert_eq!(batch.search, id);
            if let Some(answer) = helper.look(&batch).and_then(&mut carry) {
                looked += answer.len().saturating_sub(size_of::<u64>());
                desk.give(&batch.search, &answer);
            }
        }
    }
    let (rows, mut end) = results(&desk, &id);
    end["seconds"] = Value::Null;
    (rows, end, looked)
}

/// Games of all kinds: with matches, without, damaged, text that is none, one too long for a batch.
fn mixed() -> Vec<u8> {
    let game = |n: usize| match n % 7 {
        0 => format!("[White \"W{n}\"]\n[Result \"0-1\"]\n\n1. f4 e6 2. g4 Qh4# 0-1\n\n"),
        1 => format!("[White \"W{n}\"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) 2... Zz9 3. Bb5 *\n\n"),
        2 => format!("[White \"W{n}\"]\n[FEN \"nonsense\"]\n\n1. e4 *\n\n"),
        _ => format!("[White \"W{n}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {{a remark}} *\n\n"),
    };
    let long = format!("[White \"Long\"]\n\n{}*\n\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(20_000));
    (0..3000).map(|n| if n == 1700 { long.clone() } else { game(n) }).collect::<String>().into_bytes()
}

#[test]
fn helpers_change_nothing_that_is_found() {
    let (mixed, other) = (mixed(), packed(&many(700)));
    let table = format!("PuzzleId,FEN,Moves,Rating\n{}", "a,8/8/8/8/8/8/8/K1k5 w - - 0 1,a1a2,1500\n".repeat(400));
    let files: [(&str, &[u8]); 3] = [("mixed.pgn", &mixed), ("other.pgn.gz", &other), ("table.csv", table.as_bytes())];
    for query in ["mate", "player \"W3\"", "variation", "message \"here\" mate", "gamenumber 1000 2000 btm", "initial"]
    {
        let wanted = json!({"query": query, "sources": ["s2", "s3", "s4"], "variations": true});
        let (rows, end, none) = helped(0, &wanted, &files, Some);
        assert_eq!((end["status"].as_str(), none), (Some("complete"), 0), "{query}: {end}");
        for count in [1, 3] {
            let (with, its_end, looked) = helped(count, &wanted, &files, Some);
            assert!(with == rows, "{query}: {} rows with {count} helpers, {} without", with.len(), rows.len());
            assert_eq!((its_end, looked > 0), (end.clone(), true), "{query}");
        }
    }
}

#[test]
fn helpers_that_fail_cost_nothing_but_time() {
    let files: [(&str, &[u8]); 1] = [("many.pgn", &many(3000))];
    let wanted = json!({"query": "mate btm or player \"W7\"", "sources": ["s2"]});
    let (rows, end, _) = helped(0, &wanted, &files, Some);
    // They never answer, they answer something else, they answer for other batches, they leave games out.
    let (mut n, mut late) = (0, Vec::new());
    let broken: [&mut dyn FnMut(Vec<u8>) -> Option<Vec<u8>>; 4] = [
        &mut |_| None,
        &mut |_| Some(b"nonsense".to_vec()),
        &mut |answer| {
            n += 1;
            (n % 3 == 0).then(|| std::mem::replace(&mut late, answer))
        },
        &mut |answer| Some(answer[..answer.len() / 2].to_vec()),
    ];
    for (kind, carry) in broken.into_iter().enumerate() {
        let (with, its_end, _) = helped(2, &wanted, &files, carry);
        assert!(with == rows && its_end == end, "{kind}: {} of {} rows, {its_end}", with.len(), rows.len());
    }
    // A batch that is none, and a query that is none.
    let mut helper = SearchHelper::new();
    let batch =
        HelperBatch { search: "q1".into(), wanted: json!({"query": "mate"}).to_string(), games: b"12345678".to_vec() };
    assert_eq!(helper.look(&HelperBatch { games: vec![255; 40], ..batch.clone() }), None);
    assert_eq!(helper.look(&batch), None);
    let wrong = HelperBatch { search: "q2".into(), wanted: json!({"query": "mate ("}).to_string(), ..batch };
    assert_eq!(helper.look(&wrong), None);
}

#[test]
fn an_answer_about_one_file_says_nothing_of_the_next() {
    let (desk, mut helper) = (desk(), SearchHelper::new());
    desk.set_helpers(3);
    drop_file(&desk, "quiet.pgn", "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(400).as_bytes());
    drop_file(&desk, "mates.pgn", &many(400));
    let id = begin(&desk, &json!({"query": "mate", "sources": ["s2", "s3"]}));
    // All that is said of the first file comes when the second one is searched.
    let (mut late, mut given) = (Vec::new(), 0);
    while desk.work(Duration::from_micros(50)) {
        let Some(batch) = desk.batch() else { continue };
        if batch.games.windows(5).any(|part| part == b"quiet") {
            late.extend(helper.look(&batch));
        } else {
            late.iter().for_each(|answer| desk.give(&id, answer));
            given += late.len();
        }
    }
    assert!(given > 0);
    assert_eq!(results(&desk, &id).0.len(), 400);
}

#[test]
fn what_needs_the_order_of_games_has_no_helpers() {
    let files: [(&str, &[u8]); 1] = [("many.pgn", &many(600))];
    for query in ["mate persistent Count += 1 Count == 600", "lastgamenumber==600"] {
        let wanted = json!({"query": query, "sources": ["s2"]});
        let (rows, end, looked) = helped(3, &wanted, &files, Some);
        assert_eq!((end["status"].as_str(), looked), (Some("complete"), 0), "{query}: {end}");
        assert!(!rows.is_empty(), "{query}");
    }
}

#[test]
fn a_search_with_helpers_is_cancelled() {
    let (desk, mut helper) = (desk(), SearchHelper::new());
    desk.set_helpers(2);
    drop_file(&desk, "many.pgn", &many(5000));
    let id = begin(&desk, &json!({"query": "mate", "sources": ["s2"]}));
    let batch = std::iter::repeat_with(|| {
        desk.work(Duration::from_micros(50));
        desk.batch()
    });
    let batch = batch.flatten().next().unwrap();
    desk.ask("DELETE", &format!("searches/{id}"), Vec::new());
    assert_eq!(results(&desk, &id).1["status"], "cancelled");
    let answer = helper.look(&batch).unwrap();
    desk.give(&id, &answer);
    desk.give("q99", &answer);
    assert_eq!(desk.batch(), None);
}
