//! Nothing that comes from games, queries or names of files reaches a terminal raw.

use crate::cli::place::{Place, Run};

/// ESC, BEL, BS, DEL, a C1 control, and marks that turn the direction of writing or show nothing.
const HOSTILE: &str = "\u{1b}]0;title\u{7}\u{8}\u{7f}\u{9b}31m\u{202e}gnp\u{2066}\u{200b}\u{feff}";

fn is_hostile(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(c, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[track_caller]
fn check(run: &Run, contains: &str) {
    let all = format!("{}{}", run.out, run.err);
    assert!(!all.contains(is_hostile), "{:?}", all);
    assert!(all.contains(contains), "{run}");
}

fn place() -> Place {
    let place = Place::new();
    let game = format!(
        "[Event \"{HOSTILE}\"]\n[White \"Evil{HOSTILE}\"]\n[Black \"B\"]\n\n1. e4 {{said{HOSTILE}}} Ke5{HOSTILE} 2. d4 *\n"
    );
    place.write("esc.pgn", game);
    place
}

#[test]
fn lists_and_their_columns() {
    let place = place();
    let query = format!("initial or ply==1 comment(\"why{HOSTILE}\" event originalcomment)");
    let args = ["search", "-e", &query, "--format", "list", "--select", "e=event", "--select", "t=player white"];
    let run = place.run(&[&args[..], &["esc.pgn"]].concat());
    check(&run, "Evil␛");
    check(&run, "why␛");
    check(&run, "e=␛");
    let color =
        place.command(&["search", "-e", "initial", "--format", "list", "esc.pgn"]).env("CLICOLOR_FORCE", "1").output();
    let text = String::from_utf8(color.unwrap().stdout).unwrap();
    assert!(text.contains("\u{1b}[1m") && !text.contains("\u{1b}]"), "the colours are ours: {text:?}");
    check(&place.run(&["search", "-e", "initial sort \"k\u{1b}\" event", "--format", "list", "esc.pgn"]), "k␛");
}

#[test]
fn messages_and_errors() {
    let place = place();
    let message = format!("initial message(\"see{HOSTILE}\" player white)");
    check(&place.run(&["search", "-e", &message, "--format", "count", "esc.pgn"]), "see␛");
    check(&place.run(&["search", "-e", &message, "--json-diagnostics", "esc.pgn"]), r"see\u001b");
    place.write("m.cql", format!("cql(input esc.pgn output out.pgn)\n{message}"));
    check(&place.run(&["check", "-e", &format!("nonsense \"{HOSTILE}")]), "␛");
    check(&place.run(&["explain", "-e", &format!("event==\"x{HOSTILE}\"")]), "x␛");
    let missing = format!("no{HOSTILE}file.pgn");
    check(&place.run(&["search", "-e", "mate", &missing]), "no␛");
    check(&place.run(&["search", "-e", "mate", "--json-diagnostics", &missing]), r"no\u001b");
    check(&place.run(&["search", "-e", &format!("cql(input {missing}) mate")]), "no␛");
    check(&place.run(&["cql", "-i", &missing, "m.cql"]), "no␛");
    check(&place.run(&["search", "-e", "mate", "-o", &format!("{HOSTILE}/x.pgn"), "esc.pgn"]), "␛");
    check(&place.run(&["search", "-e", &format!("writefile(\"none{HOSTILE}/a.cqo\" \"x\")"), "esc.pgn"]), "none␛");
    check(&place.run(&["search", "-e", "mate", "--strict", "esc.pgn"]), "illegal move");
    check(&place.run(&["repair", "-q", "esc.pgn", "-o", "clean.pgn"]), "illegal move");
    check(&place.run(&["repair", "esc.pgn", "-o", &format!("c{HOSTILE}.pgn")]), "written to c␛");
}

#[cfg(unix)]
#[test]
fn names_of_files_that_are_there() {
    let place = place();
    let name = format!("g{HOSTILE}.pgn");
    place.write(&name, "1. e4 Ke5 *");
    place.write(&format!("q{HOSTILE}.cql"), "cql() initial");
    let query = format!("q{HOSTILE}.cql");
    check(&place.run(&["check", &query]), "q␛");
    for format in ["list", "count", "jsonl"] {
        check(&place.run(&["search", "-f", &query, "-e", "true", "--format", format, &name, "games.pgn"]), "g");
    }
}

/// Files keep their bytes: PGN and tables are for programs. So does what a script of CQL prints where nobody looks.
#[test]
fn files_keep_their_bytes() {
    let place = place();
    place.write("m.cql", format!("cql(input esc.pgn output out.pgn)\ninitial message(\"see{HOSTILE}\")"));
    let run = place.run(&["cql", "m.cql"]);
    assert!(run.out.contains(&format!("see{HOSTILE}\n")), "{run}");
    for format in ["pgn", "csv"] {
        let run = place.run(&["search", "-e", "initial", "--select", "e=event", "--format", format, "esc.pgn"]);
        assert!(run.out.contains("\u{1b}]0;title"), "{format}: {:?}", run.out);
    }
    let run = place.run(&["search", "-e", "initial", "--select", "e=event", "--format", "jsonl", "esc.pgn"]);
    let row: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(row["e"], HOSTILE);
}

#[test]
fn cells_that_spreadsheets_would_run() {
    let place = Place::new();
    place.write("inj.pgn", "[Event \"=cmd|' /C calc'!A0\"]\n[Site \"@x\"]\n[Annotator \"-1\"]\n\n1. e4 *\n");
    let columns =
        ["--select", "e=event", "--select", "s=site", "--select", "r=tag \"Annotator\"", "--select", "n=0-ply"];
    let args = [&["search", "-e", "ply==1", "--format", "csv"], &columns[..], &["inj.pgn"]].concat();
    let plain = place.run(&args);
    assert!(plain.out.ends_with(",=cmd|' /C calc'!A0,@x,-1,-1\n"), "{plain}");
    let safe = place.run(&[&args[..], &["--csv-safe"]].concat());
    assert!(safe.out.ends_with(",'=cmd|' /C calc'!A0,'@x,-1,-1\n"), "{safe}");
    let other = place.run(&["search", "-e", "mate", "--csv-safe", "--format", "jsonl", "inj.pgn"]);
    assert_eq!(other.code, Some(2), "{other}");
    assert!(other.err.contains("add --format csv"), "{other}");
}
