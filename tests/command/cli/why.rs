//! `tabiya explain QUERY GAMES`: the funnel and the filters at one position, from all kinds of inputs.

use crate::cli::place::{GAMES, Place};
use insta::assert_snapshot;
use serde_json::Value;

/// Which knights mate without a queen of their side?
const QUERY: &str = "flipcolor {mate btm N attacks k not Q}";

/// The whole output of a run as JSON.
fn json(place: &Place, args: &[&str]) -> Value {
    let run = place.run(args);
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {run}"))
}

#[test]
fn a_funnel() {
    let place = Place::new();
    assert_snapshot!("funnel_of_a_sequence", place.run(&["explain", "-e", QUERY, "--sample"]));
    assert_snapshot!(
        "funnel_of_alternatives",
        place.run(&["explain", "-e", "check or mate x=ply x>90 next (check+ mate)", "--sample"])
    );
    assert_snapshot!("funnels_of_two", place.run(&["explain", "-e", "mate wtm #q==0", "-e", "mate", "games.pgn"]));
    assert_snapshot!(
        "funnel_of_transforms",
        place.run(&["explain", "-e", "flipcolor next (move from N check+ mate)", "--sample"])
    );
}

#[test]
fn filters_at_a_position() {
    let place = Place::new();
    assert_snapshot!("at_a_position_of_a_sequence", place.run(&["explain", "-e", QUERY, "--sample", "--at", "27:7b"]));
    assert_snapshot!(
        "at_a_position_of_sets",
        place.run(&["explain", "-e", "#(Q attacks k) > 1 mate parent:check", "--at", "1:5", "games.pgn"])
    );
    let sequence = "next (move from Q to e5 check+ not check)";
    assert_snapshot!("at_a_position_of_moves", place.run(&["explain", "-e", sequence, "--at", "1:2b", "games.pgn"]));
    assert_snapshot!(
        "at_a_position_of_ranges",
        place.run(&["explain", "-e", "next (. .*) next 9 20 (. .)", "--at", "1:0", "games.pgn"])
    );
}

#[test]
fn for_programs() {
    let place = Place::new();
    let found = json(&place, &["explain", "-e", "mate wtm", "--format", "json", "games.pgn"]);
    let query = &found["queries"][0];
    let row = |i: usize, name: &str| query["rows"][i][name].as_u64();
    assert_eq!(found["complete"], true);
    assert_eq!(
        (row(0, "positions"), row(1, "positions"), row(1, "lost_games")),
        (Some(1), Some(0), Some(1)),
        "{found}"
    );
    assert_eq!(query["rows"][1]["example"]["at"], "1:5");
    assert_eq!(query["rows"][1]["span"], serde_json::json!([5, 8]));
    let at = json(&place, &["explain", "-e", "mate wtm", "--format", "json", "--at", "1:5", "games.pgn"]);
    let filters = &at["queries"][0]["filters"];
    assert_eq!((&filters[0]["holds"], &filters[1]["holds"]), (&Value::Bool(true), &Value::Bool(false)), "{at}");
    assert_eq!(at["queries"][0]["matches"], false);
}

#[test]
fn games_come_from_everywhere() {
    let place = Place::new();
    let plain = place.run(&["explain", "-e", "check wtm", "games.pgn"]);
    assert_eq!(place.run_with(&["explain", "-e", "check wtm", "-"], GAMES.as_bytes()).out, plain.out);
    assert_eq!(place.run(&["index", "-q", "games.pgn", "-o", "games.tabiya"]).code, Some(0));
    let stored = place.run(&["explain", "-e", "check wtm", "games.tabiya"]);
    assert_eq!((stored.out.as_str(), stored.code), (plain.out.as_str(), plain.code));
    let at = |file| place.run(&["explain", "-e", "mate wtm", "--at", "1:3w", file]).out;
    assert_eq!(at("games.tabiya"), at("games.pgn"));
    for threads in ["1", "2"] {
        assert_eq!(place.run(&["explain", "-e", "check wtm", "-j", threads, "games.pgn"]).out, plain.out);
    }
    place.write("query.cql", "check wtm");
    place.write("query.txt", "check wtm");
    for query in ["query.cql", "query.txt"] {
        let run = place.run(&["explain", query, "games.pgn"]);
        assert_eq!(run.out, plain.out, "{run}");
    }
    let some = json(&place, &["explain", "-e", "true", "--game-range", "2-3", "--format", "json", "games.pgn"]);
    assert_eq!(some["queries"][0]["games"], 2, "{some}");
    let stored = json(&place, &["explain", "-e", "true", "--game-range", "2-3", "--format", "json", "games.tabiya"]);
    assert_eq!(stored, some);
}

#[test]
fn exit_statuses_and_messages() {
    let place = Place::new();
    let code = |args: &[&str]| place.run(&[&["explain"], args].concat()).code;
    assert_eq!(code(&["-e", "mate", "games.pgn"]), Some(0));
    assert_eq!(code(&["-e", "false", "games.pgn"]), Some(1));
    assert_eq!(code(&["-e", "mate", "--at", "1:5", "games.pgn"]), Some(0));
    assert_eq!(code(&["-e", "mate", "--at", "1:4", "games.pgn"]), Some(1));
    for (args, part) in [
        (&["-e", "mate", "--at", "77:1", "games.pgn"][..], "there is no game 77"),
        (&["-e", "mate", "--at", "1:99", "games.pgn"], "has only 5 plies"),
        (&["-e", "mate", "--at", "1:9w", "games.pgn"], "has no move 9 of White"),
        (&["-e", "mate", "--at", "1:#99", "games.pgn"], "have the numbers 0 to 5"),
        (&["-e", "mate", "--at", "one", "games.pgn"], "write GAME:PLY"),
        (&["-e", "mate", "--at", "1:1"], "no games were given"),
        (&["-e", "mate", "--format", "json"], "are about games"),
        (&["-e", "mate", "--dot", "games.pgn"], "about the query alone"),
        (&["-e", "mate", "--sample", "games.pgn"], "others are named"),
        (&["-e", "mate", "missing.pgn"], "cannot read"),
        (&["-e", "x>1", "games.pgn"], "unknown"),
        (&["-e", "{btm y=1 false} or y>0", "games.pgn"], "has no value"),
    ] {
        let run = place.run(&[&["explain"], args].concat());
        assert!(run.code == Some(2) && run.err.contains(part), "{args:?}: {run}");
    }
    // What earlier games leave behind counts.
    let at = place.run(&["explain", "-e", "persistent quiet total+=1 total==7", "--at", "2:0", "games.pgn"]);
    assert_eq!(at.code, Some(0), "{at}");
}

#[test]
fn the_tree_of_a_game() {
    let place = Place::new();
    place.write("tree.pgn", "1. e4 (1. d4 Nf6 (1... f5 2. e4)) e5 2. Nf3 *");
    let args = ["explain", "-e", "wtm", "--at", "1:1w", "tree.pgn"];
    let dot = place.run(&[&args[..], &["--dot"]].concat());
    assert_eq!(dot.code, Some(1), "Black is to move: {dot}");
    let expected = r#"digraph {
    rankdir="LR"
    0 [ label = "0" shape=circle style=filled]
    1 [ label = "1" shape=box]
    2 [ label = "2" shape=circle style=filled]
    3 [ label = "3" shape=circle]
    0 -> 1 [ label = "1. e4"]
    1 -> 2 [ label = "1... e5"]
    2 -> 3 [ label = "2. Nf3"]
}
"#;
    assert_eq!(dot.out, expected);
    let all = place.run(&["explain", "-e", "btm", "--variations", "--at", "1:1w", "tree.pgn", "--dot"]);
    assert_eq!(all.code, Some(0), "{all}");
    for line in
        ["1 [ label = \"1\" shape=box style=filled]", "0 -> 4 [ label = \"1. d4\"]", "6 -> 7 [ label = \"2. e4\"]"]
    {
        assert!(all.out.contains(line), "{line}: {all}");
    }
    let drawn = place.run(&[&args[..], &["--variations", "-e", "mate", "--svg", "tree.svg"]].concat());
    assert_eq!(drawn.code, Some(1), "{drawn}");
    for file in ["tree.svg", "tree-2.svg"] {
        let svg = place.read(file);
        assert!(svg.starts_with("<svg") && svg.contains(">1... e5<"), "{svg}");
        assert_eq!(svg.contains("#d3d3d3"), file == "tree.svg", "{svg}");
    }
    let over = place.run(&[&args[..], &["--svg", "tree.pgn"]].concat());
    assert!(over.code == Some(2) && over.err.contains("both an input and an output"), "{over}");
}

#[test]
fn queries_in_words() {
    let place = Place::new();
    assert_snapshot!("words_of_a_transform", place.run(&["explain", "-e", "flipcolor {mate btm N attacks k not Q}"]));
    let words = "next 3 5 (move from N to g5 check+ {mate wtm})  #(Q attacks k) > 1 or parent:check";
    assert_snapshot!("words_of_a_sequence", place.run(&["explain", "-e", words]));
    let plan = place.run(&["explain", "--plan", "-e", "mate"]);
    assert!(!plan.out.contains("in words"), "{plan}");
}

/// A query without a sequence has no automaton: neither form of the graph is empty without a word.
#[test]
fn a_query_without_a_sequence_has_no_graph() {
    let place = Place::new();
    for form in [&["--dot"][..], &["--svg", "graph.svg"]] {
        let run = place.run(&[&["explain", "-e", "mate"], form].concat());
        assert!(run.code == Some(2) && run.out.is_empty() && run.err.contains("contains no sequence"), "{run}");
        let drawn = place.run(&[&["explain", "-e", "next (mate)"], form].concat());
        assert_eq!(drawn.code, Some(0), "{drawn}");
    }
    assert!(place.read("graph.svg").starts_with("<svg"), "{}", place.read("graph.svg"));
}
