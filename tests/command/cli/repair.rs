//! `tabiya repair`, and the report of faults.

use crate::cli::place::{DAMAGED, GAMES, Place};
use insta::assert_snapshot;

const ODD: &str =
    "[Event \"odd\"]\n[Result \"1-0\"]\n\n1. e4 ) e5 (2. Nf3 0-1\n\n[Event \"bad\"]\n\n1. e4 Ke5 2. d4 *\n";

#[test]
fn to_a_file_to_standard_output_and_again() {
    let place = Place::new();
    place.write("odd.pgn", ODD);
    assert_snapshot!(place.run(&["repair", "odd.pgn", "-o", "clean.pgn"]));
    let clean = place.read("clean.pgn");
    assert_snapshot!(clean);
    let again = place.run(&["repair", "clean.pgn"]);
    assert_eq!((again.code, again.out.as_str()), (Some(0), clean.as_str()), "{again}");
    assert_eq!(again.err, "note: 2 games: 2 clean\n");
    // Compressed, piped, several files, folders.
    let zst = zstd::encode_all(ODD.as_bytes(), 3).unwrap();
    assert_eq!(place.run_with(&["repair", "-q"], &zst).out, clean);
    assert_eq!(place.run_with(&["repair", "-q", "-"], ODD.as_bytes()).out, clean);
    place.write("folder/a.pgn", ODD);
    place.write("folder/b.pgn.zst", zst);
    assert_eq!(place.run(&["repair", "-q", "folder"]).out, clean.repeat(2));
    let strict = place.run(&["search", "-e", "true", "--strict", "--format", "count", "clean.pgn"]);
    assert_eq!((strict.code, strict.err.as_str()), (Some(0), ""), "{strict}");
}

#[test]
fn what_cannot_be_read_or_written() {
    let place = Place::new();
    place.write("old.pgn", "old");
    let run = place.run(&["repair", "missing.pgn", "-o", "old.pgn"]);
    assert_eq!(run.code, Some(2), "{run}");
    assert_eq!(place.read("old.pgn"), "old");
    let run = place.run(&["repair", "missing.pgn", "games.pgn", "-o", "old.pgn"]);
    assert_eq!(run.code, Some(2), "{run}");
    assert_eq!(place.read("old.pgn"), "old");
    assert!(run.err.contains("is in old.pgn.partial"), "{run}");
    let run = place.run(&["repair", "games.pgn", "-o", "games.pgn"]);
    assert_eq!(run.code, Some(2), "{run}");
    assert_eq!(place.read("games.pgn"), GAMES);
    for report in ["games.pgn", "new.pgn"] {
        let run = place.run(&["repair", "games.pgn", "-o", "new.pgn", "--report", report]);
        assert_eq!(run.code, Some(2), "{run}");
        assert!(!place.has("new.pgn"), "{run}");
    }
    assert_eq!(place.run(&["repair"]).code, Some(2));
    assert_eq!(place.run(&["repair", "games.pgn", "-o", "none/new.pgn"]).code, Some(2));
}

#[test]
fn every_fault_for_programs() {
    let place = Place::new();
    place.write("odd.pgn", ODD);
    let rows = |run: &[&str]| {
        let done = place.run(run);
        assert_eq!(done.code, Some(0), "{done}");
        place.read("f.jsonl")
    };
    let searched = rows(&["search", "-q", "-e", "true", "--format", "count", "--report", "f.jsonl", "odd.pgn"]);
    assert_snapshot!(searched);
    let repaired = rows(&["repair", "-q", "odd.pgn", "--report", "f.jsonl", "-o", "clean.pgn"]);
    assert_eq!(repaired, searched);
    // All of them, of all games, in their order, on many threads; with no fault the file is empty.
    let many = format!("[Event \"x\"]\n\n1. e4 {}e5 *\n\n", "} ".repeat(150));
    place.write("many.pgn", format!("{}{DAMAGED}", many.repeat(40)));
    let all = rows(&["search", "-q", "-e", "true", "--threads", "3", "--report", "f.jsonl", "many.pgn", "-o", "x.csv"]);
    let rows_of = |text: &str| -> Vec<serde_json::Value> {
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = rows_of(&all);
    assert_eq!(all.len(), 40 * 150 + 1);
    assert!(all.windows(2).all(|pair| pair[0]["byte"].as_u64() < pair[1]["byte"].as_u64()));
    assert_eq!((&all[6000]["kind"], &all[6000]["game"]), (&"illegal-move".into(), &41.into()));
    assert_eq!(rows(&["search", "-q", "-e", "true", "--report", "f.jsonl", "games.pgn", "-o", "x.csv"]), "");
    for report in ["odd.pgn", "x.csv"] {
        let run = place.run(&["search", "-e", "true", "--report", report, "odd.pgn", "-o", "x.csv"]);
        assert_eq!(run.code, Some(2), "{run}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written() {
    let place = Place::new();
    place.write("odd.pgn", ODD);
    for command in [&["search", "-e", "true", "-o", "x.csv"][..], &["repair", "-o", "x.pgn"]] {
        let run = place.run(&[command, &["--report", "/dev/full", "odd.pgn"]].concat());
        assert_eq!(run.code, Some(2), "{run}");
        assert!(run.err.contains("cannot write /dev/full"), "{run}");
    }
}
