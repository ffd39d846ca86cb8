//! Whatever the planner may do can be switched off, and the matches stay the same: every conformance case,
//! with columns, automata and reordering off, one by one and together.

#![expect(clippy::print_stdout, reason = "the test says how much it compared")]

use serde_json::Value as Json;
use std::collections::HashMap;
use std::path::PathBuf;
use tabiya::syntax::Dialect;
use tabiya::{Game, Games, Limits, Match, PlanOptions, Query, QueryOptions, Scratch, SearchOptions};

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
    let files = ["cql5", "next", "pathological", "tree", "language", "board", "line", "path"];
    let texts = files.map(|file| std::fs::read_to_string(data(&format!("conformance/{file}.jsonl"))).expect("cases"));
    let lines = texts.iter().flat_map(|text| text.lines());
    let cases = lines.filter(|line| !line.is_empty()).map(|line| {
        let case: Json = serde_json::from_str(line).expect("a case");
        let text = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
        Case {
            id: text("id"),
            pgn: text("pgn"),
            query: format!("cql()\n{}\n", text("query")),
            options: QueryOptions {
                dialect: if case["dialect"] == "5" { Dialect::Five } else { Dialect::Six },
                variations: Some(case["variations"] == true),
                linearize: !case["options"].to_string().contains("nolinearize"),
                ..QueryOptions::default()
            },
        }
    });
    cases.collect()
}

/// The matches in a game; none when a sequence was given up after too many steps.
fn matches(query: &Query, game: &Game, scratch: &mut Scratch, comments: bool) -> Option<Vec<Match>> {
    let options = SearchOptions { comments, last_game_number: Some(1), ..SearchOptions::default() };
    match query.search(game, scratch, &options) {
        Ok(found) => Some(found.matches),
        Err(error) if error.message.contains("steps") => None,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn every_switch_leaves_the_matches_alone() {
    let mut games: HashMap<String, Vec<Game>> = HashMap::new();
    let on = PlanOptions::default();
    let limits = Limits { steps: 4_000_000, ..Limits::default() };
    let variants = [
        PlanOptions { columns: false, ..on },
        PlanOptions { automata: false, ..on },
        PlanOptions { reorder: false, ..on },
        PlanOptions { columns: false, automata: false, reorder: false, ..on },
    ];
    let (mut compared, mut given_up) = (0, 0);
    for case in cases() {
        let games = games.entry(case.pgn.clone()).or_insert_with(|| {
            let games = Games::open(data(&format!("games/{}.pgn", case.pgn))).expect("games");
            games.into_iter().take(40).map(|game| game.expect("a game")).collect()
        });
        let planned = |plan: PlanOptions| {
            let options = QueryOptions { plan, limits, ..case.options.clone() };
            Query::with_options(&case.query, &options).unwrap_or_else(|error| panic!("{}\n{error}", case.id))
        };
        let usual = planned(on);
        let mut scratch = Scratch::new();
        let others: Vec<Query> = variants.iter().map(|&plan| planned(plan)).collect();
        let mut scratches: Vec<Scratch> = others.iter().map(|_| Scratch::new()).collect();
        for game in games.iter() {
            let expected = matches(&usual, game, &mut scratch, false);
            assert_eq!(matches(&usual, game, &mut scratch, true), expected, "{} with comments", case.id);
            for ((other, scratch), plan) in others.iter().zip(&mut scratches).zip(variants) {
                match matches(other, game, scratch, false) {
                    None => given_up += 1,
                    Some(found) => {
                        compared += 1;
                        assert_eq!(Some(found), expected, "{} game {} with {plan:?}", case.id, game.number());
                    }
                }
            }
        }
    }
    println!("{compared} comparisons; {given_up} given up by the backtracker");
    assert!(compared > 20 * given_up, "the backtracker gave up too often: {given_up} of {compared}");
}
