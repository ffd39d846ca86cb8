//! `tabiya tag`: tags, comments, rows, scores, and the set of themes on cases of its own.

use crate::cli::place::{DAMAGED, Place};
use crate::cli::puzzles::PUZZLES;
use insta::assert_snapshot;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A folder with queries, puzzles and games.
fn place() -> Place {
    let place = Place::new();
    place.write("puzzles.csv", PUZZLES);
    place.write("set/mate.cql", "; The last move mates.\nmate\n");
    place.write("set/fork.cql", "N attacks k N attacks q\n");
    place.write("set/notes.txt", "no query");
    place
}

#[test]
fn as_tags_comments_and_rows() {
    let place = place();
    let tag = |more: &[&str], games: &str| place.run(&[&["tag", "-q", "--queries", "set"], more, &[games]].concat());
    assert_snapshot!("tag_as_tags", tag(&[], "games.pgn"));
    assert_snapshot!("tag_as_comments", tag(&["--comments", "-e", "check"], "games.pgn"));
    assert_snapshot!("tag_games_as_csv", tag(&["--csv"], "games.pgn"));
    assert_snapshot!("tag_puzzles_as_csv", tag(&["--csv"], "puzzles.csv"));
    assert_snapshot!("tag_puzzles_as_json", tag(&["--json", "--tag", "Found"], "puzzles.csv"));
    // The tag of a puzzle is replaced, also by nothing.
    let all = tag(&[], "puzzles.csv").out;
    assert!(all.contains("[Themes \"mate\"]") && all.contains("[Themes \"fork\"]"), "{all}");
    let none = place.run(&["tag", "-q", "-e", "stalemate", "puzzles.csv"]).out;
    assert_eq!(none.matches("[Themes \"\"]").count(), 2, "{none}");
    // The name of the output gives the form; all threads give one order.
    assert_eq!(tag(&["-o", "a.csv", "-j", "3"], "games.pgn").code, Some(0));
    assert_eq!(place.read("a.csv"), tag(&["--format", "csv", "-j", "1"], "games.pgn").out);
    assert_eq!(tag(&["-o", "a.jsonl"], "games.pgn").code, Some(0));
    assert!(place.read("a.jsonl").starts_with("{\"Themes\":[\"mate\"],\"file\":\"games.pgn\",\"game\":1}\n"));
}

#[test]
fn queries_with_one_name_are_one_theme() {
    let place = place();
    place.write("other/mate.cql", "stalemate\n");
    place.write("stale.pgn", "[FEN \"7k/8/8/6Q1/8/8/8/K7 w - - 12 60\"]\n\n60. Qg6 1/2-1/2\n");
    let run = place.run(&["tag", "-q", "--csv", "--queries", "set", "-f", "other/mate.cql", "stale.pgn", "games.pgn"]);
    assert_eq!(
        run.out, "file,game,Themes\nstale.pgn,1,mate\ngames.pgn,1,mate\ngames.pgn,2,mate\ngames.pgn,3,\n",
        "{run}"
    );
    let run = place.run(&[
        "tag",
        "-q",
        "--csv",
        "--recipe",
        "smothered-mate",
        "-e",
        "mate",
        "--game-range",
        "1",
        "games.pgn",
    ]);
    assert_eq!(run.out, "file,game,Themes\ngames.pgn,1,query\n", "{run}");
}

#[test]
fn a_score_counts_what_agrees() {
    let place = place();
    let labels = "a mate,x mate fork,b ,fork c";
    let games: String = labels
        .split(',')
        .enumerate()
        .map(|(i, themes)| {
            let moves = if i % 2 == 0 { "1. f3 e5 2. g4 Qh4# 0-1" } else { "1. f3 e5 2. g4 d5 *" };
            format!("[PuzzleId \"p{i}\"]\n[Themes \"{themes}\"]\n\n{moves}\n\n")
        })
        .collect();
    place.write("labelled.pgn", format!("{games}[Event \"without\"]\n\n1. e4 *\n"));
    let score = |more: &[&str]| place.run(&[&["tag", "--queries", "set", "--score"], more].concat());
    assert_snapshot!(score(&["labelled.pgn"]));
    let run = score(&["--json", "labelled.pgn", "-o", "score.json"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run}");
    let json: Json = serde_json::from_str(&place.read("score.json")).unwrap();
    assert_eq!((&json["games"], &json["unlabelled"]), (&4.into(), &1.into()));
    let mate = &json["themes"][1];
    assert_eq!((&mate["theme"], &mate["both"], &mate["precision"]), (&"mate".into(), &1.into(), &0.5.into()), "{mate}");
    assert_eq!((&mate["missed"], &mate["extra"]), (&serde_json::json!(["p1"]), &serde_json::json!(["p2"])), "{mate}");
    let fork = &json["themes"][0];
    assert_eq!((&fork["precision"], &fork["recall"]), (&Json::Null, &0.0.into()), "{fork}");
    let none = score(&["games.pgn"]);
    assert!(none.code == Some(2) && none.err.contains("no game has the tag Themes"), "{none}");
    assert_eq!(score(&["--tag", "PuzzleId", "labelled.pgn"]).code, Some(0));
}

#[test]
fn what_is_wrong() {
    let place = place();
    place.write("old.pgn", "old");
    place.write("bad/a.cql", "check chek\n");
    for (args, said) in [
        (&["tag", "--queries", "none", "games.pgn"][..], "there is no set of queries `none`"),
        (&["tag", "--queries", "bad", "games.pgn", "-o", "old.pgn"], "bad/a.cql"),
        (&["tag", "-e", "mate"], "no games were given"),
        (&["tag", "-e", "mate", "missing.pgn", "games.pgn", "-o", "old.pgn"], "cannot read missing.pgn"),
        (&["tag", "-e", "mate", "games.pgn", "-o", "games.pgn"], "both an input and an output"),
        (&["tag", "-e", "mate", "games.pgn", "-o", "x.parquet"], "no format of `tag`"),
        (&["tag", "-e", "mate", "games.pgn", "--tag", "a b"], "letters"),
        (&["tag", "-e", "mate", "games.pgn", "--csv", "--score"], "cannot be used with"),
    ] {
        let run = place.run(args);
        assert!(run.code == Some(2) && run.err.contains(said), "{args:?}: {run}");
    }
    assert_eq!(place.read("old.pgn"), "old");
    let empty = place.path("empty");
    std::fs::create_dir(&empty).unwrap();
    assert!(place.run(&["tag", "--queries", "empty", "games.pgn"]).err.contains("no query files"));
    // A damaged game is tagged as far as it goes, and is told.
    place.write("damaged.pgn", DAMAGED);
    let run = place.run(&["tag", "-e", "check", "--csv", "damaged.pgn"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (Some(0), "file,game,Themes\ndamaged.pgn,1,\ndamaged.pgn,2,query\n"),
        "{run}"
    );
    assert!(run.err.contains("illegal move `Ke5`"), "{run}");
}

/// Assertions about single puzzles: the theme, and whether the puzzle has it.
#[test]
fn the_themes_are_those_of_the_cases() {
    let place = Place::new();
    let cases = include_str!("../../data/conformance/themes.jsonl").lines().map(|line| {
        let case: Json = serde_json::from_str(line).expect("a case");
        let text = |key: &str| case[key].as_str().expect("a text").to_owned();
        (text("id"), text("fen"), text("moves"), text("theme"), case["expect"] == true)
    });
    let cases: Vec<_> = cases.collect();
    assert!(cases.len() > 50);
    let mut table = String::from("PuzzleId,FEN,Moves\n");
    for (number, (_, fen, moves, ..)) in cases.iter().enumerate() {
        table.push_str(&format!("{number},{fen},{moves}\n"));
    }
    place.write("cases.csv", table);
    let run = place.run(&["tag", "-q", "--csv", "cases.csv"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run}");
    let tagged = run.out.lines().skip(1).map(|line| line.split_once(',').expect("two columns"));
    let tagged: BTreeMap<&str, &str> = tagged.collect();
    let wrong: Vec<String> = cases
        .iter()
        .enumerate()
        .filter_map(|(number, (id, _, _, theme, expect))| {
            let found = tagged[number.to_string().as_str()];
            let has = found.split(' ').any(|name| name == theme);
            (has != *expect).then(|| format!("{id}: {theme} should be {expect}; found: {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
