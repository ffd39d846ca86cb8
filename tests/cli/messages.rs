//! What people read when something is missing or mistaken.

use crate::place::Place;
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

#[test]
fn quiet_says_nothing() {
    let place = Place::new();
    let run = place.search("mate", &["--quiet", "--format", "list"]);
    assert_eq!(run.err, "");
}
