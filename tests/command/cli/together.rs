//! Processes that write one database at the same time: one after the other, or the second one is refused; no game of a run that
//! says all is well is missing.

use crate::cli::place::{GAMES, Place, Run, finished};
use std::io::Write as _;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use tabiya_test_support::size;

/// The fault with which no file can be locked.
const UNLOCKED: &str = "unlocked 1";

/// A run of the command without locks, if it is to have none.
fn begin(place: &Place, args: &[&str], locks: bool, stdin: Stdio) -> Child {
    let mut command = place.command(args);
    if !locks {
        command.env("TABIYA_FAULT", UNLOCKED);
    }
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// The number of games in the database; 0 if there is none.
fn games(place: &Place) -> usize {
    if !place.has("base.tabiya") {
        return 0;
    }
    let run = place.run(&["search", "-q", "-e", "initial", "--format", "count", "base.tabiya"]);
    assert_eq!(run.code, Some(0), "{run}");
    run.out.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

/// A place with files of 300 and 600 games, and a database of 3 if there is to be one.
fn place(exists: bool) -> Place {
    let place = Place::new();
    place.write("a.pgn", GAMES.repeat(100));
    place.write("b.pgn", GAMES.repeat(200));
    if exists {
        assert_eq!(place.run(&["index", "-q", "games.pgn", "-o", "base.tabiya"]).code, Some(0));
    }
    place
}

/// The options of a run with games: `append` as `--append`.
fn index(games: &str, append: bool) -> Vec<&str> {
    [&["index", "-q", "-j", "1", games, "-o", "base.tabiya"][..], if append { &["--append"] } else { &[] }].concat()
}

fn is_refused(run: &Run) -> bool {
    run.code == Some(2) && run.err.contains("another process is writing this database")
}

#[test]
fn a_second_process_is_refused_while_one_writes() {
    for (exists, locks) in [(false, true), (false, false), (true, true), (true, false)] {
        for (first, second) in [(true, true), (true, false), (false, true), (false, false)] {
            let context = format!("exists {exists}, locks {locks}, appends {first} {second}");
            let place = place(exists);
            // It waits for games, and writes meanwhile.
            let mut one = begin(&place, &index("-", first), locks, Stdio::piped());
            let started = Instant::now();
            while !place.has("base.tabiya.lock") && started.elapsed() < Duration::from_secs(60) {
                std::thread::sleep(Duration::from_millis(2));
            }
            let other = finished(begin(&place, &index("a.pgn", second), locks, Stdio::null()));
            assert!(is_refused(&other), "{context}: {other}");
            assert!(other.err.contains("base.tabiya.lock"), "{context}: {other}");
            assert!(other.err.contains(&format!("process {} on ", one.id())), "{context}: {other}");
            let mut stdin = one.stdin.take().expect("a pipe");
            stdin.write_all(GAMES.as_bytes()).expect("written");
            drop(stdin);
            let one = finished(one);
            assert_eq!(one.code, Some(0), "{context}: {one}");
            assert_eq!(games(&place), if exists && first { 6 } else { 3 }, "{context}");
            assert!(!place.has("base.tabiya.lock"), "{context}");
        }
    }
}

#[test]
fn of_two_processes_that_begin_together_no_game_is_lost() {
    let rounds = size("rounds of two processes", 5, 100);
    for (exists, locks) in [(false, true), (false, false), (true, true), (true, false)] {
        for appends in [(true, true), (false, true), (false, false)] {
            let place = place(exists);
            for round in 0..rounds {
                let before = games(&place);
                let (one, other) = (index("a.pgn", appends.0), index("b.pgn", appends.1));
                let one = begin(&place, &one, locks, Stdio::null());
                let other = finished(begin(&place, &other, locks, Stdio::null()));
                let one = finished(one);
                let context = format!("exists {exists}, locks {locks}, appends {appends:?}, {round}: {one}{other}");
                for run in [&one, &other] {
                    assert!(run.code == Some(0) || is_refused(run), "{context}");
                }
                let (a, b) = (one.code == Some(0), other.code == Some(0));
                assert!(a || b, "{context}");
                let now = games(&place);
                let (a, b) = (if a { 300 } else { 0 }, if b { 600 } else { 0 });
                match appends {
                    (true, true) => assert_eq!(now, before + a + b, "{context}"),
                    // One that makes the database anew may have come before or after the other.
                    (false, true) if a == 0 => assert_eq!(now, before + b, "{context}"),
                    (false, true) => assert!(now == a || now == a + b, "{now} {context}"),
                    _ => assert!(now == a && a > 0 || now == b && b > 0, "{now} {context}"),
                }
                assert!(!place.has("base.tabiya.lock"), "{context}");
            }
        }
    }
}

#[test]
fn the_lock_of_a_process_that_was_killed_is_taken_over_or_named() {
    for locks in [true, false] {
        let place = place(false);
        let mut one = begin(&place, &index("-", true), locks, Stdio::piped());
        while !place.has("base.tabiya.lock") || place.read("base.tabiya.lock").is_empty() {
            assert_eq!(one.try_wait().expect("a process"), None);
            std::thread::sleep(Duration::from_millis(2));
        }
        let id = one.id();
        one.kill().expect("a process");
        one.wait().expect("a process");
        let mut other = finished(begin(&place, &index("games.pgn", true), locks, Stdio::null()));
        if !locks {
            // Nothing shows that it has ended.
            assert!(is_refused(&other), "{other}");
            let told = format!("; wait until process {id} on ");
            assert!(other.err.contains(&told) && other.err.contains("remove base.tabiya.lock"), "{other}");
            std::fs::remove_file(place.path("base.tabiya.lock")).expect("a file");
            other = finished(begin(&place, &index("games.pgn", true), locks, Stdio::null()));
        }
        assert_eq!(other.code, Some(0), "{other}");
        assert_eq!(games(&place), 3);
        assert!(!place.has("base.tabiya.lock"));
    }
}
