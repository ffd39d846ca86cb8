//! The messages about missing and mistaken arguments.

use crate::place::{GAMES, Place};
use insta::assert_snapshot;

#[test]
fn mistakes_on_the_command_line() {
    let place = Place::new();
    place.write("q.cql", "mate");
    assert_snapshot!(place.run(&["search", "games.pgn"]));
    assert_snapshot!(place.run(&["search", "-e", "mate", "q.cql", "games.pgn"]));
    assert_eq!(place.search("mate", &["--format", "xml"]).code, Some(2));
    assert_eq!(place.search("mate", &["--game-range", "5..2"]).code, Some(2));
    assert_eq!(place.search("mate", &["--select", "fen=x"]).code, Some(2));
    assert_eq!(place.search("mate", &["--select", "a=ply", "--select", "a=depth"]).code, Some(2));
    assert_eq!(place.run(&["frobnicate"]).code, Some(2));
}

#[test]
fn help_and_pages() {
    let place = Place::new();
    for args in
        [&["--help"][..], &["search", "--help"], &["check", "-h"], &["man"], &["completions", "bash"], &["--version"]]
    {
        let run = place.run(args);
        assert_eq!(run.code, Some(0), "{run}");
        assert!(run.out.contains("tabiya"), "{run}");
    }
}

/// The words of a line as a shell takes them.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            words.last_mut().unwrap().push_str(part);
            continue;
        }
        for (k, word) in part.split(' ').enumerate() {
            if k > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(word);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn examples_of_the_help_run() {
    let place = Place::new();
    place.write("knights.cql", "cql() attack (N A)");
    place.write("games.pgn.zst", zstd::encode_all(GAMES.as_bytes(), 3).unwrap());
    place.write("folder-of-games/a.pgn", GAMES);
    let help = place.run(&["search", "--help"]).out;
    let examples: Vec<&str> = help.lines().filter_map(|line| line.trim().strip_prefix("tabiya search -")).collect();
    assert!(examples.len() >= 4, "{help}");
    for example in examples {
        let words = words(&format!("search -{example}"));
        let run = place.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(matches!(run.code, Some(0 | 1)) && run.err.is_empty(), "{example}: {run}");
    }
    let run = place.run(&["search", "-e", "check x=k", "--select", "king=x", "--format", "csv", "games.pgn"]);
    assert!(run.out.lines().nth(1).is_some_and(|row| row.ends_with(",e7")), "{run}");
}

#[test]
fn limits_tell_what_counts() {
    let help = Place::new().run(&["search", "--help"]).out;
    let text = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("counts stop there too"), "{help}");
}

#[test]
fn quiet_says_nothing() {
    let place = Place::new();
    let run = place.search("mate", &["--quiet", "--format", "list"]);
    assert_eq!(run.err, "");
}
