//! A signal between any two games and at each step that changes the disk, for every command that writes files: afterwards there
//! is the old file or the whole new one, never a part, and the exit status and the messages say which.

use super::faults::{Files, files, restore, with_fault};
use super::place::{DAMAGED, GAMES, Place, finished};
use std::process::Stdio;
use tabiya_test_support::{size, tell};

/// The exit status after SIGTERM.
const TERM: i32 = 128 + 15;

/// The number of places of a command at which a signal can come.
fn places(place: &Place, args: &[&str]) -> usize {
    let mut command = place.command(args);
    command.env("TABIYA_FAULT", "term 0").stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = finished(command.spawn().expect("it starts"));
    let number = |line: &str| line.strip_prefix("step ").and_then(|number| number.parse().ok());
    run.err.lines().filter_map(number).max().unwrap_or_else(|| panic!("no steps: {run}"))
}

/// The name of an input that no command changes.
fn is_input(name: &str) -> bool {
    ["games.pgn", "more.pgn", "query.cql", "games.tabiya", "labels.pgn"].contains(&name)
}

/// What is there beside the inputs.
fn outputs(place: &Place) -> Files {
    let mut found = files(place, &[]);
    found.retain(|name, _| !is_input(name));
    found
}

/// What the signals have met.
#[derive(Debug, Default)]
struct Met {
    stopped: usize,
    complete: usize,
}

/// Lets the signal come at each place of a command. `in_order`: what was written is kept, and is the beginning of the whole.
fn stop_everywhere(place: &Place, args: &[&str], in_order: bool) -> Met {
    let (all, before) = (files(place, &[]), outputs(place));
    let inputs: Vec<&str> = all.keys().map(String::as_str).filter(|name| is_input(name)).collect();
    let steps = places(place, args);
    let after = outputs(place);
    assert_ne!(before, after, "{args:?}");
    let mut met = Met::default();
    for step in 1..=steps {
        restore(place, &inputs, &before);
        let (run, came) = with_fault(place, args, "term", step);
        let context = || format!("{args:?}, term {step}: {run}");
        let now = outputs(place);
        assert!(came && !run.err.contains("panicked"), "{}", context());
        for name in &inputs {
            assert_eq!(std::fs::read(place.path(name)).ok().as_ref(), all.get(*name), "{name}: {}", context());
        }
        if run.code == Some(0) {
            assert!(now == after, "not the new files, but {:?}: {}", now.keys(), context());
            assert!(!run.err.contains("interrupted"), "{}", context());
            met.complete += 1;
            continue;
        }
        if run.code.is_none() {
            // It came before the command listened, which is before any output is opened.
            assert!(now == before, "{:?}: {}", now.keys(), context());
            continue;
        }
        assert_eq!(run.code, Some(TERM), "{}", context());
        assert!(run.err.contains("interrupted") && !run.err.contains("written to"), "{}", context());
        for (name, bytes) in &before {
            assert!(now.get(name) == Some(bytes), "{name} is not the old one: {}", context());
        }
        for (name, bytes) in now.iter().filter(|(name, _)| !before.contains_key(*name)) {
            if name.ends_with(".resume") {
                continue;
            }
            let of = name.strip_suffix(".partial").unwrap_or_else(|| panic!("{name} is left: {}", context()));
            let is_named = |line: &str| {
                [" is in ", " are in "].iter().any(|is| line.contains(is)) && line.ends_with(name.as_str())
            };
            assert!(run.err.lines().any(is_named), "{name} is not named: {}", context());
            assert!(!in_order || after[of].starts_with(bytes), "{name} is no beginning: {}", context());
        }
        if now.keys().any(|name| name.ends_with(".resume")) {
            let resumed = place.run(&[args, &["--resume"]].concat());
            assert_eq!(resumed.code, Some(0), "{resumed} after {}", context());
            assert!(outputs(place) == after, "resumed: {:?} after {}", outputs(place).keys(), context());
        }
        met.stopped += 1;
    }
    restore(place, &inputs, &before);
    assert!(met.stopped > 0, "{args:?}: {met:?}");
    met
}

/// A place with games, a database of them, and old files under the names of all outputs.
fn prepared() -> Place {
    let place = Place::new();
    let mate = "[Event \"Mate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
    place.write("more.pgn", [GAMES, DAMAGED, &mate.repeat(size("games", 2, 200))].concat());
    place.write("query.cql", "cql( ) check\n");
    let run = place.run(&["index", "-q", "more.pgn", "-o", "games.tabiya"]);
    assert_eq!(run.code, Some(0), "{run}");
    for name in ["out.pgn", "out.csv", "out.parquet", "out.txt", "rows.jsonl", "notes.cqo"] {
        place.write(name, "old");
    }
    place
}

/// Each command, with `-q` and one thread, so that the steps are the same each time.
fn all_stop(cases: &[(&[&str], bool)]) {
    let place = prepared();
    let mut all = Met::default();
    for (args, in_order) in cases {
        let met = stop_everywhere(&place, args, *in_order);
        all = Met { stopped: all.stopped + met.stopped, complete: all.complete + met.complete };
    }
    // A signal at the last step comes when the first output has its name.
    assert!(all.complete > 0, "{all:?}");
    tell(&format!("signals: {} stopped, {} complete", all.stopped, all.complete));
}

#[test]
fn searches_are_whole_or_not_written() {
    let search = |words: &[&'static str]| [&["search", "-q", "-j", "1", "-e"], words].concat();
    let cases = [
        (search(&["check", "-o", "out.pgn", "more.pgn"]), true),
        (search(&["check", "-o", "out.csv", "--report", "rows.jsonl", "more.pgn", "games.pgn"]), true),
        (search(&["check", "-o", "out.csv", "games.tabiya"]), true),
        (search(&["check sort ply", "-o", "out.csv", "more.pgn"]), false),
        (search(&["check", "-o", "out.parquet", "more.pgn"]), false),
        (search(&["check", "--format", "count", "-o", "out.txt", "more.pgn"]), false),
        (search(&["check", "--tally", "result", "-o", "out.csv", "more.pgn"]), false),
        (search(&["initial lastgamenumber > 1", "-o", "out.csv", "more.pgn"]), true),
        (search(&["mate writefile(\"notes.cqo\" \"mate\")", "--files", ".", "-o", "out.csv", "more.pgn"]), false),
    ];
    all_stop(&cases.each_ref().map(|(args, in_order)| (&args[..], *in_order)));
}

#[test]
fn copies_of_games_are_whole_or_not_written() {
    all_stop(&[
        (&["repair", "-q", "more.pgn", "-o", "out.pgn", "--report", "rows.jsonl"], true),
        (&["repair", "-q", "games.tabiya", "-o", "out.pgn"], true),
        (&["export", "-q", "games.tabiya", "-o", "out.pgn"], true),
        (&["dedupe", "-q", "-j", "1", "more.pgn", "games.pgn", "-o", "out.pgn", "--report", "rows.jsonl"], true),
        (&["tag", "-q", "-j", "1", "more.pgn", "-o", "out.pgn"], true),
        (&["cql", "-i", "more.pgn", "-o", "out.pgn", "-threads", "1", "query.cql"], true),
    ]);
}

#[test]
fn sums_are_whole_or_not_written() {
    all_stop(&[
        (&["tree", "-q", "-j", "1", "more.pgn", "-o", "out.csv"], false),
        (&["tree", "-q", "-j", "1", "-e", "check", "games.tabiya", "-o", "out.csv"], false),
        (&["novelty", "-q", "-j", "1", "games.pgn", "more.pgn", "-o", "out.csv"], true),
        (&["repertoire", "-q", "-j", "1", "games.pgn", "more.pgn", "-o", "out.csv"], true),
    ]);
}

#[test]
fn databases_and_shards_are_whole_or_not_written() {
    let place = prepared();
    place.write("base.tabiya", std::fs::read(place.path("games.tabiya")).expect("a file"));
    for args in [
        &["index", "-q", "-j", "1", "games.pgn", "-o", "base.tabiya"][..],
        &["index", "-q", "-j", "1", "more.pgn", "-o", "base.tabiya", "--report", "rows.jsonl"],
        &["index", "-q", "-j", "1", "--append", "more.pgn", "-o", "base.tabiya"],
        &["index", "-q", "-j", "1", "more.pgn", "-o", "new.tabiya"],
        &["shard", "-q", "-j", "1", "more.pgn", "-o", "shards", "--games", "2"],
        &["shard", "-q", "-j", "1", "more.pgn", "-o", "shards", "--shards", "2", "--database"],
    ] {
        stop_everywhere(&place, args, false);
    }
}
