//! `--resume`: a search that is stopped again and again finds what it finds in one go.

use crate::place::{GAMES, Place};
use std::fs;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/sample.pgn");

/// Two files and a database.
const INPUTS: [&str; 3] = ["one.pgn", "base.tabiya", "two.pgn"];

fn place() -> Place {
    let place = Place::new();
    let games = fs::read_to_string(SAMPLE).expect("the sample games");
    place.write("one.pgn", games.repeat(20));
    place.write("two.pgn", format!("{}\n{GAMES}", games.repeat(15)));
    let run = place.run(&["index", "-q", "one.pgn", "two.pgn", "-o", "base.tabiya"]);
    assert_eq!(run.code, Some(0), "{run}");
    place
}

/// The words of a search.
fn search<'w>(output: &'w str, more: &[&'w str]) -> Vec<&'w str> {
    let query = ["search", "-q", "-e", "move legal : check", "-o", output];
    [&query[..], more, &INPUTS].concat()
}

/// Stops a search after some hundredths of a second, and goes on with it until it is done. Gives the number of runs.
fn run_in_pieces(place: &Place, output: &str, more: &[&str]) -> usize {
    let mut words = search(output, more);
    words.extend(["--time-limit", "0.05"]);
    let mut run = place.run(&words);
    let mut runs = 1;
    words.push("--resume");
    while run.code == Some(2) {
        assert!(run.err.contains("the time limit of the run was reached"), "{run}");
        assert!(run.err.contains("run the same command with --resume"), "{run}");
        run = place.run(&words);
        runs += 1;
        assert!(runs < 2_000, "{run}");
    }
    assert_eq!(run.code, Some(0), "{run}");
    runs
}

#[test]
fn pieces_make_a_whole() {
    let place = place();
    let mut runs = 0;
    for (output, more) in [
        ("out.csv", &[][..]),
        ("out.pgn", &["-j", "1"]),
        ("out.txt", &["-j", "2"]),
        ("out.jsonl", &["--limit", "700", "--report", "faults.jsonl"]),
    ] {
        let whole = format!("whole-{output}");
        let run = place.run(&search(&whole, more));
        assert_eq!(run.code, Some(0), "{run}");
        let faults = fs::read_to_string(place.path("faults.jsonl")).unwrap_or_default();
        runs += run_in_pieces(&place, output, more);
        assert!(place.read(output) == place.read(&whole), "{output} differs");
        assert_eq!(fs::read_to_string(place.path("faults.jsonl")).unwrap_or_default(), faults);
    }
    assert!(runs > 4, "no search was stopped");
    let left: Vec<String> =
        place.names().into_iter().filter(|name| name.contains("partial") || name.contains("resume")).collect();
    assert_eq!(left, Vec::<String>::new());
}

#[test]
fn what_cannot_be_gone_on_with() {
    let place = place();
    let refused = |words: &[&str], text: &str| {
        let run = place.run(words);
        assert!(run.code == Some(2) && run.err.contains(text), "{words:?}: {run}");
    };
    let base = ["search", "-q", "-e", "mate", "--resume"];
    refused(&[&base[..], &["one.pgn"]].concat(), "--output");
    refused(&[&base[..], &["-o", "-", "one.pgn"]].concat(), "whose results go to files");
    refused(&[&base[..], &["-o", "a.csv", "one.pgn"]].concat(), "no stopped search to go on with");
    refused(&[&base[..], &["-o", "a.csv", "--sort", "ply", "one.pgn"]].concat(), "game by game");
    refused(&[&base[..], &["-o", "a.html", "one.pgn"]].concat(), "game by game");
    refused(&[&base[..], &["-o", "a.csv", "--tally", "eco", "one.pgn"]].concat(), "game by game");
    refused(&[&base[..], &["-o", "a.csv", "--game-range", "5-9", "one.pgn"]].concat(), "numbers of games");
    refused(&[&base[..], &["-o", "a.csv", "-"]].concat(), "a search of a stream");
    refused(&["search", "-e", "mate persistent x=1", "--resume", "-o", "a.csv", "one.pgn"], "keeps its value");
}

#[test]
fn another_search_is_refused() {
    let place = place();
    let mut words = search("out.csv", &[]);
    words.extend(["--time-limit", "0.000001"]);
    let run = place.run(&words);
    assert!(run.code == Some(2) && run.err.contains("--resume"), "{run}");
    let mut other = words.clone();
    other.extend(["--resume", "--strict"]);
    let run = place.run(&other);
    assert!(run.code == Some(2) && run.err.contains("its command line was another one"), "{run}");
    words.push("--resume");
    place.write("two.pgn", GAMES);
    let run = place.run(&words);
    assert!(run.code == Some(2) && run.err.contains("its games have been changed"), "{run}");
    place.write("out.csv.resume", "{}");
    let run = place.run(&words);
    assert!(run.code == Some(2) && run.err.contains("another version"), "{run}");
}
