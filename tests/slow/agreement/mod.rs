//! Every conformance case in all ways to answer it: with columns, automata and reordering off, on several threads, in
//! fresh memory, beside another query, with comments and without. The matches and the comments stay the same.

#![expect(clippy::print_stdout, reason = "the test says how much it compared")]

mod ask;
mod blocks;
mod found;
mod stored;
mod values;

use serde_json::Value as Json;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tabiya::syntax::Dialect;
use tabiya::{Game, Games, Limits, QueryOptions};
use tabiya_fuzz::compare;
use tabiya_test_support::size;

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

struct Case {
    id: String,
    pgn: String,
    query: String,
    options: QueryOptions,
}

fn cases() -> Vec<Case> {
    let files = ["cql5", "next", "pathological", "tree", "language", "board", "line", "path", "again", "beyond"];
    let texts = files.map(|file| std::fs::read_to_string(data(&format!("conformance/{file}.jsonl"))).expect("cases"));
    let lines = texts.iter().flat_map(|text| text.lines()).filter(|line| !line.is_empty());
    let read = lines.map(|line| serde_json::from_str::<Json>(line).expect("a case"));
    let cases = read.filter(|case| case["error"].is_null()).map(|case| {
        let text = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
        Case {
            id: text("id"),
            pgn: text("pgn"),
            query: format!("cql()\n{}\n", text("query")),
            options: QueryOptions {
                dialect: if case["dialect"] == "5" { Dialect::Five } else { Dialect::Six },
                variations: Some(case["variations"] == true),
                linearize: !case["options"].to_string().contains("nolinearize"),
                limits: Limits { steps: 4_000_000, ..Limits::default() },
                ..QueryOptions::default()
            },
        }
    });
    cases.collect()
}

#[test]
fn every_way_to_an_answer_is_the_same() {
    let most = size("games a case", 3, 40);
    let cases = cases();
    let mut games: HashMap<&str, Vec<Game>> = HashMap::new();
    for case in &cases {
        games.entry(&case.pgn).or_insert_with(|| {
            let games = Games::open(data(&format!("games/{}.pgn", case.pgn))).expect("games");
            games.into_iter().take(most).map(|game| game.expect("a game")).collect()
        });
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut answers, mut given_up) = (0, 0);
        while let Some(case) = cases.get(next.fetch_add(1, Relaxed)) {
            let games: Vec<&Game> = games[case.pgn.as_str()].iter().collect();
            let compared =
                compare(&case.query, &case.options, &games).unwrap_or_else(|how| panic!("{}: {how}", case.id));
            assert!(compared.read, "{} is not read", case.id);
            answers += compared.answers;
            given_up += compared.given_up;
        }
        (answers, given_up)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (answers, given_up) = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let sums = workers.into_iter().map(|worker| worker.join().expect("all ways agree"));
        sums.fold((0, 0), |sum, some| (sum.0 + some.0, sum.1 + some.1))
    });
    println!("{answers} answers compared; {given_up} given up by the backtracker");
    assert!(answers > 20 * given_up, "the backtracker gave up too often: {given_up} of {answers}");
}
