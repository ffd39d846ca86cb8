//! The destinations of results, and the errors if they cannot be written.

use crate::cli::place::{GAMES, Place, finished};
use insta::assert_snapshot;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

#[test]
fn the_name_says_the_format() {
    let place = Place::new();
    for (name, start) in
        [("a.pgn", "[Event"), ("a.csv", "file,"), ("a.jsonl", "{"), ("a", "1  Blue"), ("a.txt", "1  Blue")]
    {
        let run = place.search("mate", &["-o", name]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run}");
        assert!(place.read(name).starts_with(start), "{name}: {}", place.read(name));
        assert_eq!(place.names().len(), 2, "{:?}", place.names());
        std::fs::remove_file(place.path(name)).unwrap();
    }
}

#[test]
fn a_file_is_replaced_when_it_is_complete() {
    let place = Place::new();
    place.write("out.csv", "old");
    assert_eq!(place.search("false", &["-o", "out.csv"]).code, Some(1));
    assert_eq!(place.read("out.csv"), "file,game,position,ply,white,black,date,event,eco,result,move,san,uci,fen\n");
    // A query that is wrong touches nothing.
    place.write("out.csv", "old");
    assert_eq!(place.search("nonsense", &["-o", "out.csv"]).code, Some(2));
    assert_eq!(place.read("out.csv"), "old");
    assert_eq!(place.names(), ["games.pgn", "out.csv"]);
}

#[test]
fn outputs_that_cannot_be_written() {
    let place = Place::new();
    std::fs::create_dir(place.path("folder")).unwrap();
    assert_snapshot!("unwritable_missing_folder", place.search("mate", &["-o", "missing/out.pgn"]));
    assert_snapshot!("unwritable_folder", place.search("mate", &["-o", "folder"]));
    assert_snapshot!("unwritable_input", place.search("mate", &["-o", "games.pgn"]));
    assert_eq!(place.read("games.pgn"), GAMES);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_stays() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    place.write("old.pgn", "old");
    std::fs::set_permissions(place.path("old.pgn"), std::fs::Permissions::from_mode(0o444)).unwrap();
    if std::fs::OpenOptions::new().write(true).open(place.path("old.pgn")).is_ok() {
        return; // The superuser may write everything.
    }
    let run = place.search("mate", &["-o", "old.pgn"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("cannot write old.pgn"), "{run}");
    assert_eq!(place.read("old.pgn"), "old");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let place = Place::new();
    let to_option = place.search("mate", &["-o", "/dev/full"]);
    assert_snapshot!(to_option);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = place.command(&["search", "-e", "mate", "games.pgn"]);
    let run = finished(command.stdout(full).stderr(Stdio::piped()).spawn().unwrap());
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("cannot write standard output"), "{run}");
}

#[test]
fn a_reader_that_goes_is_no_error() {
    let place = Place::new();
    place.write("games.pgn", GAMES.repeat(3000));
    for threads in ["1", "2"] {
        let mut command =
            place.command(&["search", "-e", "true", "--format", "jsonl", "--threads", threads, "games.pgn"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let run = finished(child);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(line.starts_with('{'));
    }
}

/// The head of a report is longer than what a pipe holds, so its reader goes before the first game is searched.
#[test]
fn a_reader_that_goes_early_is_no_error_either() {
    let place = Place::new();
    for format in ["list", "pgn", "csv", "html", "count", "parquet"] {
        let mut command = place.command(&["search", "-q", "-e", "check", "--format", format, "games.pgn"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let run = finished(child);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{format}");
    }
}

#[test]
fn each_header_has_its_output() {
    let place = Place::new();
    place.write("a.cql", "cql(output a.pgn) mate");
    place.write("b.cql", "cql(output b.pgn) stalemate");
    let run = place.run(&["search", "-f", "a.cql", "-f", "b.cql", "-e", "check", "--format", "jsonl", "games.pgn"]);
    assert!(run.out.lines().all(|line| line.starts_with("{\"query\":\"query\",")) && !run.out.is_empty(), "{run}");
    assert!(place.read("a.pgn").contains("First") && place.read("b.pgn").contains("Second"));
    // The option wins: everything in one place.
    let run = place.run(&["search", "-f", "a.cql", "-f", "b.cql", "-o", "-", "--format", "count", "games.pgn"]);
    assert_eq!(run.out, "1 of 3 games, 1 position: a.cql\n1 of 3 games, 1 position: b.cql\n");
}

#[test]
fn each_query_has_a_file_of_its_own() {
    let place = Place::new();
    place.write("queries/pretty mates.cql", "cql() mate");
    place.write("out/old.txt", "old");
    let queries = ["search", "-e", "check", "-e", "stalemate", "-f", "queries/pretty mates.cql", "-o"];
    let run = place.run(&[&queries[..], &["out/{query}.{ext}", "--format", "pgn", "games.pgn"]].concat());
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run}");
    assert!(place.read("out/pretty-mates.pgn").contains("{CQL}"));
    assert_eq!(place.read("out/query-2.pgn").matches("[Event").count(), 1);
    // Each file is what a run with that query alone would have written.
    for (name, query) in [("query", "check"), ("query-2", "stalemate")] {
        let alone = place.search(query, &["-o", "alone.pgn"]);
        assert!(alone.code == Some(0) || alone.code == Some(1), "{alone}");
        assert_eq!(place.read("alone.pgn"), place.read(&format!("out/{name}.pgn")), "{name}");
    }
    // The names tell the format, and the rows need no column for the query.
    let run = place.run(&[&queries[..], &["out/{query}.csv", "games.pgn"]].concat());
    assert_eq!(run.code, Some(0), "{run}");
    assert!(place.read("out/pretty-mates.csv").starts_with("file,game,"), "{}", place.read("out/pretty-mates.csv"));
    // Without a format, the files are lists; a dot in the name of a query begins no extension.
    place.write("queries/mates.v2.cql", "cql() mate");
    let run = place.run(&["search", "-f", "queries/mates.v2.cql", "-o", "out/{query}", "games.pgn"]);
    assert!(run.code == Some(0) && place.read("out/mates.v2").starts_with("1  Blue"), "{run}");
    let run = place.run(&[&queries[..], &["out/{query}.{ext}", "games.pgn"]].concat());
    assert!(run.code == Some(0) && place.read("out/pretty-mates.txt").starts_with("1  Blue"), "{run}");
    let run = place.run(&[&queries[..], &["out/{query}.xml", "games.pgn"]].concat());
    assert!(run.code == Some(2) && run.err.contains("no format belongs to the extension `.xml`"), "{run}");
    assert!(!place.path("out/query.xml").exists());
    // A folder for them is made; that of a single file is not.
    let run = place.run(&[&queries[..], &["new/and/{query}.{ext}", "games.pgn"]].concat());
    assert!(run.code == Some(0) && place.read("new/and/pretty-mates.txt").starts_with("1  Blue"), "{run}");
    let run = place.run(&[&queries[..], &["missing/all.txt", "games.pgn"]].concat());
    assert!(run.code == Some(2) && run.err.contains("create the folder first"), "{run}");
    assert!(!place.path("missing").exists());
    let run = place.run(&[&queries[..], &["games.pgn/{query}.txt", "games.pgn"]].concat());
    assert!(run.code == Some(2) && run.err.contains("choose another folder"), "{run}");
}
