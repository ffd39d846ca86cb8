//! Each format on the same small games.

use crate::cli::place::Place;
use insta::assert_snapshot;

const NEXT: &str = "next (not check check)";

#[test]
fn jsonl() {
    let place = Place::new();
    assert_snapshot!("jsonl_sequence", place.search(NEXT, &["--format", "jsonl"]));
    assert_snapshot!("jsonl_two", place.search("mate", &["--format", "jsonl", "-e", "stalemate"]));
}

#[test]
fn values_of_each_type() {
    let place = Place::new();
    let selects = [
        "--select",
        "number=ply",
        "--select",
        "text=player white",
        "--select",
        "set=A attacks k",
        "--select",
        "empty=[]",
        "--select",
        "before=parent",
        "--select",
        "truth=btm",
        "--select",
        "nothing=child",
        "--select",
        "x=x",
    ];
    let query = "terminal x=2";
    assert_snapshot!(
        "values_jsonl",
        place.search(query, &[&["--dialect", "6", "--format", "jsonl"], &selects[..]].concat())
    );
    assert_snapshot!(
        "values_csv",
        place.search(query, &[&["--dialect", "6", "--format", "csv"], &selects[..]].concat())
    );
}

#[test]
fn csv() {
    let place = Place::new();
    assert_snapshot!("csv_one", place.search("terminal", &["--format", "csv"]));
    assert_snapshot!("csv_two", place.search("terminal", &["-e", "initial", "--format", "csv"]));
    // The head is there even if nothing is found.
    assert_snapshot!("csv_nothing_found", place.search("false", &["--format", "csv"]));
}

#[test]
fn count() {
    let place = Place::new();
    assert_snapshot!("count_one", place.search("check", &["--format", "count"]));
    assert_snapshot!(
        "count_two_with_variations",
        place.search("check", &["--format", "count", "-e", "stalemate", "--variations"])
    );
}

#[test]
fn pgn() {
    let place = Place::new();
    assert_snapshot!("pgn_sequence", place.search(NEXT, &["--format", "pgn"]));
    assert_snapshot!(
        "pgn_sorted",
        place.search("cql(matchstring \"here\") terminal sort \"moves\" ply", &["--format", "pgn"])
    );
    assert_snapshot!("pgn_silent", place.search("cql(silent) mate comment \"end\"", &["--format", "pgn"]));
    // Several queries: each game once, with the comments of all.
    assert_snapshot!(
        "pgn_two",
        place.search("cql(matchstring \"A\") mate", &["--format", "pgn", "-e", "cql(matchstring \"B\") terminal"])
    );
}

#[test]
fn list() {
    let place = Place::new();
    assert_snapshot!("list_sequence", place.search(NEXT, &["--format", "list"]));
    assert_snapshot!(
        "list_sorted_with_column",
        place.search("terminal sort \"moves\" ply", &["--format", "list", "--select", "black=player black"])
    );
    place.write("more/a.pgn", "1. e4 *");
    assert_snapshot!(
        "list_two_from_a_folder",
        place.search("terminal", &["--format", "list", "--variations", "-e", "mate", "more"])
    );
}

#[test]
fn colours_are_for_terminals() {
    let place = Place::new();
    let plain = place.search("mate", &["--format", "list"]);
    assert!(!plain.out.contains('\x1b') && !plain.err.contains('\x1b'));
    let mut command = place.command(&["search", "-e", "mate", "--format", "list", "games.pgn"]);
    let forced = command.env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(String::from_utf8(forced.stdout).unwrap().contains("\x1b["));
}

#[test]
fn sort_puts_the_best_game_first() {
    let place = Place::new();
    let order = |query: &str, more: &[&str]| -> Vec<u64> {
        let out = place.search(query, &[&["--format", "jsonl"], more].concat()).out;
        let rows = out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let mut games: Vec<u64> = rows.map(|row| row["game"].as_u64().unwrap()).collect();
        games.dedup();
        games
    };
    assert_eq!(order("sort \"moves\" ply", &[]), [3, 1, 2]);
    assert_eq!(order("sort min \"moves\" ply terminal", &["--dialect", "6"]), [1, 2, 3]);
    assert_eq!(order("terminal sort min \"moves\" ply", &["--dialect", "6"]), [2, 1, 3]);
    assert_eq!(order("terminal sort \"moves\" ply", &["--limit", "2"]), [3, 1]);
    assert_eq!(order("cql(sort matchcount 1 100) true", &[]), [3, 1, 2]);
    // A game without a value comes last.
    assert_eq!(order("terminal {sort \"x\" ply wtm} or terminal", &["--dialect", "6"]), [3, 1, 2]);
}

#[test]
fn header_parameters() {
    let place = Place::new();
    let count = |query: &str, more: &[&str]| place.search(query, &[&["--format", "count"], more].concat()).out;
    assert_eq!(count("cql(matchcount 1) check", &[]), "1 of 3 games, 1 position\n");
    assert_eq!(count("cql(matchcount 0) mate", &[]), "2 of 3 games, 0 positions\n");
    assert_eq!(count("cql(gamenumber 2 3) true", &[]), "2 of 2 games, 9 positions\n");
    assert_eq!(count("cql(gamenumber 2 3) true", &["--game-range", "1"]), "1 of 1 game, 6 positions\n");
    assert_eq!(count("cql(result 1-0) true", &[]), "1 of 3 games, 6 positions\n");
    assert_eq!(count("cql(variations) true", &[]), "3 of 3 games, 17 positions\n");
    assert_eq!(count("cql(variations) true", &["--mainline"]), "3 of 3 games, 15 positions\n");
    assert_eq!(count("true", &["--variations"]), "3 of 3 games, 17 positions\n");
}

#[test]
fn threads_do_not_change_the_order() {
    let place = Place::new();
    let games: String = (0..2000).map(|i| format!("[White \"{i}\"]\n\n1. e4 e5 2. Ke2 *\n\n")).collect();
    place.write("games.pgn", games);
    for format in ["jsonl", "pgn"] {
        let one = place.search("terminal", &["--threads", "1", "--format", format]);
        let four = place.search("terminal", &["--threads", "4", "--format", format]);
        assert!(one.out.len() > 100_000 && one.out == four.out, "{format}");
        let limited = place.search("terminal", &["--threads", "4", "--format", format, "--limit", "700"]);
        assert!(!limited.out.is_empty() && one.out.starts_with(&limited.out), "{format}");
    }
}

#[test]
fn long_games_with_many_comments() {
    let place = Place::new();
    let moves: String = (0..1500).map(|i| format!("{}. Nf3 Nf6 {}. Ng1 Ng8\n", 2 * i + 1, 2 * i + 2)).collect();
    place.write("long.pgn", format!("{moves}*\n"));
    let search = |format| {
        let run = place.run(&["search", "-e", "next (.+)", "--format", format, "long.pgn"]);
        assert_eq!(run.code, Some(0), "{format}");
        run.out
    };
    let list = search("list");
    let first = list.lines().nth(1).expect("a match");
    assert!(
        first.contains("next: 6001 positions: 1. Nf3 Nf6 2. Ng1 ")
            && list.contains("12. Ng1 Ng8 …\n        (6000 plies)"),
        "{list:.400}"
    );
    assert!(list.lines().take(1000).all(|line| line.chars().count() <= 100), "{list:.400}");
    let pgn = search("pgn");
    assert!(pgn.contains("NEXT 1 (position 1 of 6001)"));
}

#[test]
fn the_same_comment_is_made_once() {
    let place = Place::new();
    let run =
        place.search("mate comment(\"here\") comment(\"here\")", &["-e", "mate comment(\"here\") ", "--format", "pgn"]);
    assert_eq!(run.out.matches("here").count(), 1, "{run}");
}

#[test]
fn squares_and_arrows_are_commands_in_comments() {
    let place = Place::new();
    place.write("g.pgn", "1. e4 e5 2. Nf3 Nc6 *\n");
    let pgn = |query: &str, more: &[&str]| {
        let run = place.run(&[&["search", "-q", "--format", "pgn", "-e", query, "g.pgn"], more].concat());
        run.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let marked = pgn("ply==1 Pe4", &["--marks"]);
    assert!(marked.contains("1.e4 {CQL [%csl Ge4]}"), "{marked}");
    assert!(!pgn("ply==1 Pe4", &[]).contains("[%"));
    // The moves of a sequence, each once.
    let sequence = pgn("next (ply==0 ply==1 ply==2)", &["--marks"]);
    assert!(sequence.contains("[%cal Be2e4,Be7e5]") && !sequence.contains("[%csl"), "{sequence}");
    // What the program writes it reads: marks are left out again.
    place.run(&["search", "-q", "--marks", "-e", "ply==1 Pe4", "g.pgn", "-o", "marked.pgn"]);
    let clean = place.run(&["rewrite", "-q", "marked.pgn", "--without", "marks"]).out;
    assert!(clean.contains("1. e4 {CQL}"), "{clean}");
}
