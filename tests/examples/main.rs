//! The programs of `examples/` print what their comments say. Their `main` is not run, because a test has no arguments of its own.

#![allow(dead_code, reason = "the `main` of each example")]

#[path = "../../examples/find_mates.rs"]
mod find_mates;
#[path = "../../examples/longest_runs.rs"]
mod longest_runs;
#[path = "../../examples/one_game.rs"]
mod one_game;
#[path = "../../examples/own_sequence.rs"]
mod own_sequence;
#[path = "../../examples/several_queries.rs"]
mod several_queries;

use std::error::Error;
use std::path::Path;

const GAMES: &str = "examples/games/sample.pgn";

/// What a program prints.
fn printed(run: impl FnOnce(&mut Vec<u8>) -> Result<(), Box<dyn Error>>) -> String {
    let mut out = Vec::new();
    run(&mut out).expect("the program ends well");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn mates_by_a_knight() {
    let text = printed(|out| find_mates::find_mates(&[GAMES.to_owned()], out));
    assert_eq!(text, "");
}

#[test]
fn queries_in_one_pass() {
    assert_eq!(printed(|out| several_queries::count(GAMES, out)), "");
}

#[test]
fn runs_of_checks() {
    assert_eq!(printed(|out| longest_runs::longest_runs(GAMES, out)), "");
}

#[test]
fn checks_of_a_game() {
    assert_eq!(printed(|out| one_game::checks(out)), "");
}

#[test]
fn checks_with_replies_up_to_mate() {
    assert_eq!(printed(|out| own_sequence::checks_to_mate(GAMES, out)), "");
}

#[test]
fn every_example_is_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(folder).expect("the examples").map(|entry| entry.expect("an entry").file_name());
    let names = files.filter_map(|name| Some(name.to_str()?.strip_suffix(".rs")?.to_owned()));
    let unknown: Vec<String> =
        names.filter(|name| !include_str!("main.rs").contains(&format!("mod {name};"))).collect();
    assert!(unknown.is_empty(), "no test runs {unknown:?}");
}
