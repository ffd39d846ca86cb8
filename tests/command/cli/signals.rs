//! Signals at any moment, and several runs with one output: the old file whole or the new one, and nothing lost.

use crate::cli::place::{GAMES, Place, finished};
use fastrand::Rng;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const HUP: i32 = 1;
const INT: i32 = 2;
const KILL: i32 = 9;
const TERM: i32 = 15;

/// Searches of all kinds; the result of each is in `out.pgn`.
const RUNS: [&[&str]; 5] = [
    &["search", "-q", "-e", "check", "--threads", "1", "-o", "out.pgn", "games.pgn"],
    &["search", "-q", "-e", "check", "--threads", "2", "-o", "out.pgn", "games.pgn"],
    &["search", "-q", "-e", "check sort ply", "-o", "out.pgn", "games.pgn"],
    &["search", "-q", "-e", "check", "--format", "jsonl", "-o", "out.pgn", "games.pgn"],
    &["cql", "-i", "games.pgn", "-o", "out.pgn", "check.cql"],
];

fn send(signal: i32, child: &Child) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

/// The command with hangups switched on, which `nohup` around the tests would have switched off for it too.
fn command(place: &Place, args: &[&str]) -> Command {
    let direct = place.command(args);
    if !cfg!(target_os = "linux") {
        return direct;
    }
    let mut command = Command::new("env");
    command.arg("--default-signal=HUP").arg(direct.get_program()).args(args).current_dir(place.path(""));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

fn spawn(place: &Place, args: &[&str]) -> Child {
    command(place, args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// Waits until something holds.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The files in a place that a run has made there.
fn made(place: &Place) -> Vec<String> {
    let given = ["games.pgn", "check.cql", "out.pgn", "out.pgn.partial", "out.pgn.resume"];
    place.names().into_iter().filter(|name| !given.contains(&name.as_str())).collect()
}

/// A place with many games, an old output, and a file that happens to have the name of a partial one.
fn prepared() -> Place {
    let place = Place::new();
    place.write("games.pgn", include_bytes!("../../data/games/mainline.pgn"));
    place.write("check.cql", "cql() check");
    place.write("out.pgn", "old");
    place.write("out.pgn.partial", "mine");
    place
}

/// The output and the time of a run that is not interrupted.
struct Whole {
    text: String,
    time: Duration,
}

fn whole(args: &[&str]) -> Whole {
    let place = prepared();
    let start = Instant::now();
    let run = finished(spawn(&place, args));
    let time = start.elapsed();
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(made(&place), [""; 0]);
    Whole { text: place.read("out.pgn"), time }
}

/// The games, or rows, of a result.
fn pieces(text: &str) -> Vec<&str> {
    let end = if text.starts_with('{') { "\n" } else { "\n\n\n" };
    text.split_inclusive(end).collect()
}

/// The remains of a run that was ended.
#[derive(Debug, PartialEq, Eq)]
enum Left {
    /// The new file.
    All,
    /// Part of it.
    Some,
    /// Only the old file.
    Nothing,
}

/// Ends a run at some moment and looks at what is left.
fn trial(args: &[&str], signal: i32, moment: Duration, whole: &Whole) -> Left {
    let place = prepared();
    let child = spawn(&place, args);
    std::thread::sleep(moment);
    send(signal, &child);
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8(output.stderr).expect("UTF-8");
    let context = format!("{args:?} signal {signal} after {moment:?}: {:?}\n{err}", output.status);
    assert_eq!(place.read("out.pgn.partial"), "mine", "{context}");
    let made = made(&place);
    if place.read("out.pgn") != "old" {
        assert!(place.read("out.pgn") == whole.text, "the new file is not whole: {context}");
        assert_eq!(made, [""; 0], "{context}");
        return Left::All;
    }
    assert!(ended_by(output.status, signal), "{context}");
    if !err.contains("the results so far are in out.pgn.partial.1") {
        let leftover = |name: &String| name.starts_with(".out.pgn.") && name.ends_with(".tmp");
        assert!(
            made.is_empty() || signal == KILL && made.len() == 1 && made.iter().all(leftover),
            "{made:?} {context}"
        );
        return Left::Nothing;
    }
    assert_eq!(made, ["out.pgn.partial.1"], "{context}");
    let partial = place.read("out.pgn.partial.1");
    let (found, all) = (pieces(&partial), pieces(&whole.text));
    assert!(!found.is_empty());
    if args.iter().any(|arg| arg.contains("sort")) {
        let mut left = all.iter();
        assert!(found.iter().all(|game| left.any(|other| other == game)), "{context}");
    } else {
        assert!(all.starts_with(&found), "{context}");
    }
    Left::Some
}

/// True if a run ended because of a signal, be it before it has listened to any.
fn ended_by(status: ExitStatus, signal: i32) -> bool {
    status.signal() == Some(signal) || signal != KILL && status.code() == Some(128 + signal)
}

#[test]
fn signals_at_two_hundred_moments() {
    let wholes: Vec<Whole> = RUNS.iter().map(|args| whole(args)).collect();
    let trials = AtomicU32::new(0);
    let mut left: Vec<(i32, Left)> = Vec::new();
    std::thread::scope(|scope| {
        let worker = |seed| {
            let (mut rng, mut left) = (Rng::with_seed(seed), Vec::new());
            loop {
                let number = trials.fetch_add(1, Ordering::Relaxed) as usize;
                if number >= 200 {
                    return left;
                }
                let (run, signal) = (number % RUNS.len(), [INT, TERM, HUP, KILL][number % 4]);
                let moment = wholes[run].time * rng.u32(..1100) / 1000;
                left.push((signal, trial(RUNS[run], signal, moment, &wholes[run])));
            }
        };
        let workers = [3, 5, 7].map(|seed| scope.spawn(move || worker(seed)));
        left.extend(workers.into_iter().flat_map(|worker| worker.join().expect("all trials hold")));
    });
    assert_eq!(left.len(), 200);
    // The moments lie before, in and after the search.
    for signal in [INT, TERM, HUP] {
        assert!(left.contains(&(signal, Left::Some)), "no run was met by signal {signal}");
    }
    assert!(left.contains(&(KILL, Left::Nothing)) && left.iter().any(|(_, left)| *left == Left::All));
}

#[test]
fn pairs_of_runs_with_one_output() {
    let first = &["search", "-q", "-e", "check", "-o", "out.pgn", "games.pgn"];
    let second = &["search", "-q", "-e", "mate", "-o", "out.pgn", "games.pgn"];
    let results = [whole(first).text, whole(second).text];
    assert_ne!(results[0], results[1]);
    let mut rng = Rng::with_seed(11);
    for _ in 0..50 {
        let place = prepared();
        let one = spawn(&place, first);
        std::thread::sleep(Duration::from_millis(rng.u64(..30)));
        for run in [spawn(&place, second), one].map(finished) {
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        }
        let result = place.read("out.pgn");
        assert!(results.contains(&result), "{} bytes of {:?}", result.len(), results.each_ref().map(String::len));
        assert_eq!(made(&place), [""; 0]);
    }
}

/// A search of standard input that has found something and waits for more.
fn waiting(place: &Place, args: &[&str]) -> (Child, std::process::ChildStdin) {
    let mut child =
        command(place, args).stdin(Stdio::piped()).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // More than one batch, so that some games are done while the stream is open.
    stdin.write_all(GAMES.repeat(400).as_bytes()).unwrap();
    wait_until("the output is begun", || place.names().iter().any(|name| name.ends_with(".tmp")));
    std::thread::sleep(Duration::from_millis(300));
    (child, stdin)
}

#[test]
fn a_run_that_waits_for_its_input_heeds_signals() {
    for (signal, threads, query) in
        [(INT, "1", "mate"), (TERM, "2", "mate"), (HUP, "2", "mate sort \"x\" ply"), (TERM, "1", "lastgamenumber>3")]
    {
        let place = Place::new();
        let args = ["search", "-e", query, "--threads", threads, "-o", "out.pgn", "-"];
        let (mut child, stdin) = waiting(&place, &args);
        // As `timeout` does, which sends it to the process and to its group.
        send(signal, &child);
        send(signal, &child);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(128 + signal), "{err}");
        drop(stdin);
        assert!(!place.has("out.pgn"));
        if query.starts_with("mate") {
            assert!(err.contains("interrupted; the results so far are in out.pgn.partial"), "{err}");
            assert!(place.read("out.pgn.partial").ends_with("1-0\n\n\n"), "{query}");
        } else {
            // The games were still being counted.
            assert!(err.contains("interrupted; there are no results so far"), "{err}");
            assert_eq!(place.names(), ["games.pgn"]);
        }
    }
}

#[test]
fn the_command_cql_heeds_signals() {
    let place = Place::new();
    place.write("t.cql", "cql() mate");
    let (child, stdin) = waiting(&place, &["cql", "-guipgnstdin", "-o", "out.pgn", "t"]);
    send(TERM, &child);
    let run = finished(child);
    drop(stdin);
    assert_eq!(run.code, Some(143), "{run}");
    assert!(run.err.contains("the results so far are in out.pgn.partial"), "{run}");
    assert!(place.read("out.pgn.partial").contains("{CQL}"));
}

/// A run that would go on for ever if the test failed.
struct Endless(Child);

impl Drop for Endless {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

/// A run whose output nobody reads, which waits for room in the pipe.
fn unread(place: &Place, args: &[&str]) -> Endless {
    let mut command = command(place, args);
    let mut child = Endless(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
    // More than what is said before the run.
    let mut first = [0; 4096];
    child.0.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("something is written");
    child
}

/// The exit status of a run that ends by itself.
fn ended(child: &mut Endless) -> Option<i32> {
    wait_until("the run has ended", || child.0.try_wait().unwrap().is_some());
    child.0.wait().unwrap().code()
}

#[test]
fn a_second_signal_after_a_second_ends_the_run_at_once() {
    let place = Place::new();
    place.write("games.pgn", GAMES.repeat(2000));
    let mut child = unread(&place, &["search", "-e", "true", "--format", "jsonl", "games.pgn"]);
    let sent = Instant::now();
    send(INT, &child.0);
    std::thread::sleep(Duration::from_millis(200));
    send(TERM, &child.0);
    std::thread::sleep(Duration::from_millis(1000));
    let is_alive = child.0.try_wait().unwrap().is_none();
    send(TERM, &child.0);
    let status = ended(&mut child);
    // After two seconds the first one has ended it.
    assert!(is_alive && status == Some(143) || sent.elapsed() > Duration::from_secs(2) && status == Some(130));
}

#[test]
fn one_signal_ends_a_run_whose_output_nobody_reads() {
    let place = Place::new();
    place.write("games.pgn", GAMES.repeat(3000));
    place.write("faults.csv", "old");
    assert_eq!(place.run(&["index", "-q", "games.pgn", "-o", "base.tabiya"]).code, Some(0));
    let runs: [(&[&str], i32); 6] = [
        (&["search", "-q", "-e", "true", "--json", "games.pgn"], TERM),
        (&["search", "-q", "-j", "1", "-e", "true sort ply", "--json", "base.tabiya", "--report", "faults.csv"], HUP),
        (&["export", "-q", "base.tabiya"], INT),
        (&["repair", "-q", "games.pgn", "--report", "faults.csv"], TERM),
        (&["tag", "-q", "games.pgn"], HUP),
        (&["cql", "-guipgnstdout", "-i", "games.pgn", "x.cql"], TERM),
    ];
    place.write("x.cql", "cql() true");
    let before = place.names();
    for (args, signal) in &runs {
        let mut child = unread(&place, args);
        send(*signal, &child.0);
        assert_eq!(ended(&mut child), Some(128 + signal), "{args:?}");
        assert_eq!((place.names(), place.read("faults.csv").as_str()), (before.clone(), "old"), "{args:?}");
    }
}

/// Each search of `me` is a run of its own.
#[test]
fn one_signal_ends_all_searches_of_a_player() {
    let place = Place::new();
    place.write("games.pgn", GAMES.repeat(20_000));
    let mut child =
        place.command(&["me", "Blue", "games.pgn"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "Results by year"));
    send(INT, &child);
    assert!(lines.map_while(Result::ok).all(|line| !line.starts_with("Mates")));
    assert_eq!(child.wait().unwrap().code(), Some(128 + INT));
}

#[test]
fn one_signal_ends_a_run_that_waits_for_a_reader_of_its_pipe() {
    let place = Place::new();
    assert!(Command::new("mkfifo").arg(place.path("pipe")).status().is_ok_and(|status| status.success()));
    let mut command = command(&place, &["search", "-q", "-e", "true", "-o", "pipe", "games.pgn"]);
    let mut child = Endless(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    std::thread::sleep(Duration::from_millis(300));
    send(TERM, &child.0);
    wait_until("the run has ended", || child.0.try_wait().unwrap().is_some());
    assert!(ended_by(child.0.wait().unwrap(), TERM));
}

#[test]
fn one_signal_ends_servers_of_programs_that_neither_write_nor_read() {
    let requests = "{\"id\":1,\"method\":\"games\",\"params\":{\"source\":\"s1\"}}\n";
    let many: String = (0..3000).map(|id| requests.replace("\"id\":1", &format!("\"id\":{id}"))).collect();
    for (command_name, input, over) in
        [("engine", "", false), ("lsp", "", false), ("engine", &*many, false), ("engine", &*many, true)]
    {
        let place = Place::new();
        let temporary = place.path("tmp");
        std::fs::create_dir(&temporary).expect("a folder");
        let mut command = command(&place, if command_name == "lsp" { &["lsp"] } else { &["engine", "games.pgn"] });
        command.env("TMPDIR", &temporary).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = Endless(command.spawn().unwrap());
        let mut stdin = child.0.stdin.take().expect("a pipe");
        let (text, close) = (input.to_owned(), over);
        let writing = std::thread::spawn(move || {
            // The engine ends before it has read everything.
            let _ = stdin.write_all(text.as_bytes());
            if close { None } else { Some(stdin) }
        });
        // It has begun to answer, or to wait.
        std::thread::sleep(Duration::from_millis(500));
        send(TERM, &child.0);
        wait_until("the server has ended", || child.0.try_wait().unwrap().is_some());
        let status = child.0.wait().unwrap();
        let left = std::fs::read_dir(&temporary).expect("a folder").count();
        // An engine that has answered everything ends well.
        let context = format!("{command_name}, {} bytes: {status:?}, {left} left", input.len());
        assert!(ended_by(status, TERM) || input.is_empty() && status.code() == Some(0), "{context}");
        assert!(left == 0 || status.signal().is_some(), "{context}");
        drop(writing);
    }
}

#[test]
fn hangups_that_are_switched_off_stay_off() {
    let place = Place::new();
    let script = "trap '' HUP; exec \"$0\" search -q -e mate -o out.pgn -";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_tabiya")]).current_dir(place.path("")).stdin(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(GAMES.as_bytes()).unwrap();
    wait_until("the output is begun", || place.names().iter().any(|name| name.ends_with(".tmp")));
    send(HUP, &child);
    std::thread::sleep(Duration::from_millis(300));
    stdin.write_all(GAMES.as_bytes()).unwrap();
    drop(stdin);
    assert_eq!(finished(child).code, Some(0));
    assert_eq!(place.read("out.pgn").matches("{CQL}").count(), 2);
}
