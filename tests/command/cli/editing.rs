//! `tabiya fmt` and `tabiya check --watch`.

use crate::cli::place::Place;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

#[test]
fn files_are_formatted() {
    let place = Place::new();
    place.write("a.cql", "cql( )  mate\n   btm");
    place.write("b.cql", "mate\n");
    place.write("bad.cql", "mat  btm");
    let checked = place.run(&["fmt", "--check", "a.cql", "b.cql"]);
    assert_eq!(checked.code, Some(1), "{checked}");
    assert!(checked.out.contains("-cql( )  mate\n") && checked.out.contains("+cql() mate\n"), "{checked}");
    assert!(checked.out.contains("--- a.cql") && !checked.out.contains("b.cql"), "{checked}");
    assert_eq!(place.read("a.cql"), "cql( )  mate\n   btm");
    let formatted = place.run(&["fmt", "a.cql", "b.cql"]);
    assert_eq!((formatted.code, formatted.out.as_str(), formatted.err.as_str()), (Some(0), "", ""));
    assert_eq!(place.read("a.cql"), "cql() mate\nbtm\n");
    assert_eq!(place.run(&["fmt", "--check", "a.cql", "b.cql"]).code, Some(0));
    // A query with errors is left alone, the others are formatted.
    place.write("a.cql", "mate   btm");
    let refused = place.run(&["fmt", "bad.cql", "a.cql", "none.cql"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("unknown-name") && refused.err.contains("none.cql"), "{refused}");
    assert_eq!((place.read("bad.cql"), place.read("a.cql")), ("mat  btm".into(), "mate btm\n".into()));
}

#[test]
fn queries_on_the_command_line_are_formatted() {
    let place = Place::new();
    place.write("mark.cql", "\u{feff}{ mate\n btm }");
    assert_eq!(place.run(&["fmt", "mark.cql"]).code, Some(0));
    assert_eq!(place.read("mark.cql"), "\u{feff}{\n  mate\n  btm\n}\n");
    assert_eq!(place.run(&["fmt", "-e", "{ mate\n btm }"]).out, "{\n  mate\n  btm\n}\n");
    assert_eq!(place.run(&["fmt", "--check", "-e", "mate btm"]).code, Some(0));
    assert_eq!(place.run(&["fmt", "--check", "-e", "mate  btm"]).code, Some(1));
    let narrow = place.run(&["fmt", "--width", "20", "-e", "R attacks k Q attacks k"]);
    assert_eq!(narrow.out, "R attacks k\nQ attacks k\n");
    assert_eq!(place.run(&["fmt", "--width", "2", "-e", "mate"]).code, Some(2));
    assert_eq!(place.run(&["fmt", "--dialect", "5", "-e", "countsquares  3 R"]).out, "countsquares 3 R\n");
    assert_eq!(place.run(&["fmt", "--dialect", "6", "-e", "countsquares  3 R"]).code, Some(2));
    let piped = place.run_with(&["fmt", "-"], b" mate  // here\n");
    assert_eq!(piped.out, "mate // here\n");
}

/// Ends it if the test ends before.
struct Watching(Child);

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn files_are_watched() {
    let place = Place::new();
    place.write("a.cql", "mate");
    let mut command = place.command(&["check", "--watch", "a.cql"]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut watching = Watching(child);
    let mut out = BufReader::new(watching.0.stdout.take().expect("a pipe")).lines();
    let mut err = BufReader::new(watching.0.stderr.take().expect("a pipe")).lines();
    assert_eq!(out.next().expect("a line").expect("text"), "a.cql: good (dialect 6)");
    place.write("a.cql", "mate chek");
    let first = err.by_ref().map(|line| line.expect("text")).find(|line| line.contains("unknown-name"));
    assert!(first.is_some());
    std::fs::remove_file(place.path("a.cql")).expect("a file");
    let gone = err.by_ref().map(|line| line.expect("text")).find(|line| line.contains("cannot read this query"));
    assert!(gone.is_some());
    place.write("a.cql", "mate check");
    assert_eq!(out.next().expect("a line").expect("text"), "a.cql: good (dialect 6)");
    let sent = std::process::Command::new("kill").args(["-INT", &watching.0.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    let start = Instant::now();
    let status = loop {
        if let Some(status) = watching.0.try_wait().expect("a child") {
            break status;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "Ctrl-C does not end it");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(130));
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let place = Place::new();
    let refused = place.run(&["check", "--watch", "-"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("cannot be watched"), "{refused}");
    assert_eq!(place.run(&["check", "--watch", "-e", "mate"]).code, Some(2));
}
