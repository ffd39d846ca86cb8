//! `tabiya repair`, and the report of faults.

use crate::cli::place::{DAMAGED, GAMES, Place};
use insta::assert_snapshot;

const ODD: &str =
    "[Event \"odd\"]\n[Result \"1-0\"]\n\n1. e4 ) e5 (2. Nf3 0-1\n\n[Event \"bad\"]\n\n1. e4 Ke5 2. d4 *\n";

#[test]
fn to_a_file_to_standard_output_and_again() {
    let place = Place::new();
    place.write("odd.pgn", ODD);
    assert_snapshot!("repair_said", place.run(&["repair", "odd.pgn", "-o", "clean.pgn"]));
    let clean = place.read("clean.pgn");
    assert_snapshot!("repair_written", clean);
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
    assert!(run.err.contains("are in old.pgn.partial"), "{run}");
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

/// Results are set where the last position shows them, and `*` leaves the tag as it is.
#[test]
fn results_that_the_board_shows() {
    let place = Place::new();
    let game = |result: &str, fen: &str, moves: &str| {
        let fen = if fen.is_empty() { String::new() } else { format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n") };
        format!("[Event \"e\"]\n[Result \"{result}\"]\n{fen}\n{moves}\n\n")
    };
    let mate = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#";
    let games = [
        (game("1-0", "", "1. e4 e5 2. Nf3 *"), "1-0", "1-0"),
        (game("*", "", &format!("{mate} *")), "*", "1-0"),
        (game("0-1", "", &format!("{mate} 0-1")), "0-1", "1-0"),
        (game("1-0", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "1. Qf7 1-0"), "1-0", "1/2-1/2"),
        (game("*", "4k3/8/8/8/8/8/4r3/4K1B1 w - - 0 1", "1. Kxe2 *"), "*", "1/2-1/2"),
        (game("*", "4k3/8/8/8/8/8/4r3/4KN2 w - - 0 1", "1. Kd1 *"), "*", "*"),
        (game("0-1", "", "1. e4 e5 0-1"), "0-1", "0-1"),
    ];
    place.write("a.pgn", games.iter().map(|(text, ..)| text.as_str()).collect::<String>());
    let results = |options: &[&str]| {
        let run = place.run(&[&["repair", "-q", "a.pgn"], options].concat());
        assert_eq!(run.code, Some(0), "{run}");
        let tags = run.out.lines().filter_map(|line| line.strip_prefix("[Result \"")?.strip_suffix("\"]"));
        let tags: Vec<String> = tags.map(str::to_owned).collect();
        place.write("again.pgn", run.out.clone());
        let again = place.run(&[&["repair", "-q", "again.pgn"], options].concat());
        assert_eq!(again.out, run.out, "repaired again it is the same");
        tags
    };
    assert_eq!(results(&[]), games.each_ref().map(|(_, plain, _)| (*plain).to_owned()));
    assert_eq!(results(&["--fix-results"]), games.each_ref().map(|(_, _, fixed)| (*fixed).to_owned()));
}

#[test]
fn letters_are_those_of_a_language() {
    let place = Place::new();
    // The last move is illegal, so that no language fits the whole.
    place.write("g.pgn", "[Event \"e\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 Sxe4 *\n\n[Event \"f\"]\n\n1. Nf3 Nf6 *\n");
    let run = place.run(&["repair", "g.pgn"]);
    assert!(run.out.contains("1. e4 e5 {Not read: Sf3") && run.err.contains("rewrite --letters de"), "{run}");
    let run = place.run(&["repair", "--letters", "de", "g.pgn"]);
    assert!(run.out.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 {Not read: Sxe4} *"), "{run}");
    assert!(run.out.contains("1. Nf3 Nf6 *"), "{run}");
    let run = place.run(&["repair", "--letters", "xx", "g.pgn"]);
    assert_eq!(run.code, Some(2), "{run}");
    assert!(run.err.contains("de, fr, es, hu, ru, font"), "{run}");
}
