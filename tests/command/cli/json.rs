//! Games in JSON: what is found in them is what is found in their PGN.

use crate::cli::place::{GAMES, Place};
use serde_json::{Value, json};

/// The games of a PGN.
fn texts(pgn: &str) -> Vec<String> {
    let mut games = Vec::new();
    for part in pgn.split("\n[Event ").filter(|part| !part.trim().is_empty()) {
        games.push(if part.starts_with("[Event ") { part.to_owned() } else { format!("[Event {part}") });
    }
    games
}

#[test]
fn archives_have_the_games_of_their_pgn() {
    let place = Place::new();
    let pgn = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/sample.pgn")).unwrap();
    place.write("games.pgn", &pgn);
    let games: Vec<Value> = texts(&pgn)
        .into_iter()
        .map(|text| json!({"url": "https://site/1", "tags": ["{", "}\"\\"], "pgn": text, "white": {"username": "A"}}))
        .collect();
    assert_eq!(games.len(), 68);
    place.write("month.json", json!({"games": games}).to_string());
    place.write(
        "pretty",
        format!("\n {}", serde_json::to_string_pretty(&json!({"games": games, "next": {"page": 2}})).unwrap()),
    );
    place.write("list.json", json!(games).to_string());
    place.write("lines.ndjson", games.iter().map(|game| format!("{game}\n")).collect::<String>());
    place.write("packed", zstd::encode_all(json!({"games": games}).to_string().as_bytes(), 3).unwrap());
    let rows = |name: &str| {
        let columns = ["--columns", "game,white,black,ply,fen", "--csv"];
        place.run(&[&["search", "-q", "-e", "mate or check", name], &columns[..]].concat()).out
    };
    let expected = rows("games.pgn");
    for name in ["month.json", "pretty", "list.json", "lines.ndjson", "packed"] {
        assert_eq!(rows(name), expected, "{name}");
        // The last object of the pretty one, beside the list, is none of its games.
        let count = place.run(&["search", "-e", "false", "--check-moves", "--count", name]);
        assert_eq!(count.out, "0 of 68 games, 0 positions\n", "{name}");
        assert!(!count.err.contains("JSON") && !count.err.contains("damaged"), "{name}: {count}");
    }
    let index = place.run(&["index", "-q", "month.json", "-o", "base.tabiya"]);
    assert_eq!(index.code, Some(0), "{index}");
    assert_eq!(rows("base.tabiya"), expected);
    let clean = |name: &str| place.run(&["rewrite", "-q", name]).out;
    assert_eq!(clean("month.json"), clean("games.pgn"));
    let mut command =
        place.command(&["search", "-q", "-e", "mate or check", "-", "--csv", "--columns", "game,white,black,ply,fen"]);
    command.stdin(std::fs::File::open(place.path("lines.ndjson")).unwrap());
    assert_eq!(String::from_utf8(command.output().unwrap().stdout).unwrap(), expected);
}

/// Months one after the other, and lists: nothing of what follows a list is a game, and nothing after it is lost.
#[test]
fn archives_one_after_the_other() {
    let place = Place::new();
    let month = |moves: &str| {
        json!({"games": [{"pgn": format!("{moves} *")}], "next": {"pages": [1, {"a": "]}"}]}}).to_string()
    };
    let list = json!([{"pgn": "1. c4 *"}, {"pgn": "1. b4 *"}]).to_string();
    place.write("year.json", [month("1. e4"), month("1. d4"), list.clone(), list].concat());
    let run = place.run(&["search", "-q", "-e", "ply == 1", "year.json", "--columns", "game,san", "--csv"]);
    assert_eq!(run.out, "game,san\n1,e4\n2,d4\n3,c4\n4,b4\n5,c4\n6,b4\n", "{run}");
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let place = Place::new();
    let good = json!({"pgn": "1. f3 e5 2. g4 Qh4# 0-1"}).to_string();
    place.write(
        "games.ndjson",
        format!("{good}\n{{\"id\":\"x\"}}\n\n{good}\n{{\"pgn\":3}}\n{good}\n{{\"moves\":\"e4 e5\", "),
    );
    let run = place.run(&["search", "-e", "mate", "games.ndjson", "--columns", "game", "--csv"]);
    assert_eq!(run.out, "game\n1\n3\n5\n", "{run}");
    for said in [
        "games.ndjson:2 (byte ",
        "the object has neither `pgn` nor `moves`",
        "games.ndjson:5 (byte ",
        "the JSON of the game cannot be read",
        "games.ndjson:7 (byte ",
        "the JSON ends within the game",
    ] {
        assert!(run.err.contains(said), "{said}: {run}");
    }
    for other in ["{\"name\": \"no games\"}", "{\"games\": []}", "[{\"a\": {\"pgn\": \"1. e4\"}}]"] {
        place.write("other.json", other);
        let run = place.run(&["search", "-e", "mate", "other.json", "--format", "count"]);
        assert!(run.out.is_empty() || run.out.starts_with("0 "), "{other}: {run}");
    }
    place.write("other.json", "{\"name\": \"no games\"}");
    let run = place.run(&["search", "-e", "mate", "other.json", "games.pgn", "--format", "count"]);
    assert!(run.code == Some(2) && run.err.contains("other.json: it is JSON without games, not PGN"), "{run}");
    assert!(!GAMES.is_empty() && !run.out.is_empty(), "the other file is searched: {run}");
}
