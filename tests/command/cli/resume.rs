//! `--resume`: a search that is stopped again and again finds what it finds in one go.

#[cfg(unix)]
use crate::cli::place::finished;
use crate::cli::place::{GAMES, Place};
use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/sample.pgn");

/// Two files and a database.
const INPUTS: [&str; 3] = ["one.pgn", "base.tabiya", "two.pgn"];

fn place() -> Place {
    let place = Place::new();
    let games = fs::read_to_string(SAMPLE).expect("the sample games");
    place.write("one.pgn", games.repeat(20));
    place.write("two.pgn", format!("{}\n{GAMES}", games.repeat(15)));
    let run = place.run(&["index", "-q", "one.pgn", "two.pgn", "-o", "base.tabiya"]);
    assert_eq!(run.code, Some(0), "{run}");
    place
}

/// The words of a search.
fn search<'w>(output: &'w str, more: &[&'w str]) -> Vec<&'w str> {
    let query = ["search", "-q", "-e", "move legal : check", "-o", output];
    [&query[..], more, &INPUTS].concat()
}

/// Runs what is refused with a message.
#[track_caller]
fn refused(place: &Place, words: &[&str], text: &str) {
    let run = place.run(words);
    assert!(run.code == Some(2) && run.err.contains(text), "{words:?}: {run}");
}

/// Runs what goes on with a search.
#[cfg(unix)]
#[track_caller]
fn goes_on(place: &Place, words: &[&str]) {
    let run = place.run(words);
    assert!(!run.err.contains("cannot be continued"), "{run}");
}

/// Stops a search after some hundredths of a second, and goes on with it until it is done. Gives the number of runs.
fn run_in_pieces(place: &Place, output: &str, more: &[&str]) -> usize {
    let mut words = search(output, more);
    words.extend(["--time-limit", "0.05"]);
    let mut run = place.run(&words);
    let mut runs = 1;
    words.push("--resume");
    while run.code == Some(2) {
        assert!(run.err.contains("the time limit of the run was reached"), "{run}");
        assert!(run.err.contains("run the same command with --resume"), "{run}");
        run = place.run(&words);
        runs += 1;
        assert!(runs < 2_000, "{run}");
    }
    assert_eq!(run.code, Some(0), "{run}");
    runs
}

#[test]
fn pieces_make_a_whole() {
    let place = place();
    let mut runs = 0;
    for (output, more) in [
        ("out.csv", &[][..]),
        ("out.pgn", &["-j", "1"]),
        ("out.txt", &["-j", "2"]),
        ("out.jsonl", &["--limit", "700", "--report", "faults.jsonl"]),
    ] {
        let whole = format!("whole-{output}");
        let run = place.run(&search(&whole, more));
        assert_eq!(run.code, Some(0), "{run}");
        let faults = fs::read_to_string(place.path("faults.jsonl")).unwrap_or_default();
        runs += run_in_pieces(&place, output, more);
        assert!(place.read(output) == place.read(&whole), "{output} differs");
        assert_eq!(fs::read_to_string(place.path("faults.jsonl")).unwrap_or_default(), faults);
    }
    assert!(runs > 4, "no search was stopped");
    let left: Vec<String> =
        place.names().into_iter().filter(|name| name.contains("partial") || name.contains("resume")).collect();
    assert_eq!(left, Vec::<String>::new());
}

#[test]
fn what_cannot_be_gone_on_with() {
    let place = place();
    let refused = |words: &[&str], text: &str| refused(&place, words, text);
    let base = ["search", "-q", "-e", "mate", "--resume"];
    refused(&[&base[..], &["one.pgn"]].concat(), "--output");
    refused(&[&base[..], &["-o", "-", "one.pgn"]].concat(), "whose results go to files");
    refused(&[&base[..], &["-o", "a.csv", "one.pgn"]].concat(), "no stopped search to go on with");
    refused(&[&base[..], &["-o", "a.csv", "--sort", "ply", "one.pgn"]].concat(), "game by game");
    refused(&[&base[..], &["-o", "a.html", "one.pgn"]].concat(), "game by game");
    refused(&[&base[..], &["-o", "a.csv", "--tally", "eco", "one.pgn"]].concat(), "game by game");
    refused(&[&base[..], &["-o", "a.csv", "--game-range", "5-9", "one.pgn"]].concat(), "numbers of games");
    refused(&[&base[..], &["-o", "a.csv", "-"]].concat(), "a search of a stream");
    refused(&["search", "-e", "mate persistent x=1", "--resume", "-o", "a.csv", "one.pgn"], "keeps its value");
}

#[test]
fn another_search_is_refused() {
    let place = place();
    let mut words = search("out.csv", &[]);
    words.extend(["--time-limit", "0.000001"]);
    refused(&place, &words, "--resume");
    let mut other = words.clone();
    other.extend(["--resume", "--strict"]);
    refused(&place, &other, "the command line has changed");
    // More time and fewer threads are the same search.
    words.push("--resume");
    let longer = [&search("out.csv", &[])[..], &["--time-limit", "0.000001", "--threads", "1", "--resume"]].concat();
    let run = place.run(&longer);
    assert!(!run.err.contains("the command line has changed"), "{run}");
    place.write("two.pgn", GAMES);
    refused(&place, &words, "its games have been changed: two.pgn");
    place.write("out.csv.resume", "{}");
    refused(&place, &words, "this file is not the state of a search");
}

/// Runs a search whose output is `out.csv` and stops it as soon as something has been written, so that it can be gone on
/// with.
#[cfg(unix)]
pub(crate) fn stop(place: &Place, words: &[&str]) {
    for _ in 0..50 {
        let mut child = place.command(words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        let is_written = |name: &String| name.starts_with(".out.csv.") && name.ends_with(".tmp");
        let written = || place.names().iter().filter(|name| is_written(name)).any(|name| size_of(place, name) > 0);
        while !written() && child.try_wait().expect("a child").is_none() {
            std::thread::yield_now();
        }
        let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        let run = finished(child);
        if place.has("out.csv.resume") && place.has("out.csv.partial") {
            return;
        }
        // It had come to its end.
        assert!(signal.is_ok() && run.code == Some(0), "{run}");
        place.write("out.csv", "old");
    }
    panic!("the search is never stopped");
}

#[cfg(unix)]
fn size_of(place: &Place, name: &str) -> u64 {
    fs::metadata(place.path(name)).map_or(0, |data| data.len())
}

/// A search that was stopped after it had found something: the words that go on with it.
#[cfg(unix)]
fn stopped(place: &Place) -> Vec<&'static str> {
    let mut words = search("out.csv", &["-j", "1"]);
    stop(place, &words);
    place.write("out.csv", "old");
    words.push("--resume");
    words
}

#[cfg(unix)]
#[test]
fn an_input_that_only_looks_the_same_is_noticed() {
    let place = place();
    let path = place.path("one.pgn");
    let words = stopped(&place);
    let text = place.read("one.pgn");
    let date = fs::metadata(&path).and_then(|data| data.modified()).expect("a date");
    let change = |text: &str, date: std::time::SystemTime| {
        place.write("one.pgn", text);
        fs::File::options().write(true).open(&path).and_then(|file| file.set_modified(date)).expect("a date");
    };
    // Of the same length and the same second, then of the same time as well.
    let other = text.replacen("[Event ", "[Evont ", 1);
    let later = date + std::time::Duration::from_nanos(1_000);
    for (text, date) in [(&text, later), (&other, date)] {
        change(text, date);
        refused(&place, &words, "its games have been changed: one.pgn");
    }
    change(&text, date);
    goes_on(&place, &words);
}

/// What a query reads beside its own text is as much a part of it: libraries that it includes or that stand before it on the
/// command line, and the games that it compares positions with.
#[cfg(unix)]
#[test]
fn what_the_queries_have_read_is_noticed_when_it_changes() {
    let place = place();
    place.write("lib.cql", "include \"deep.cql\"\nfunction f(x) {g(x)}\n");
    place.write("deep.cql", "function g(x) {x attacks k}\n");
    place.write("before.cql", "function h(x) {x attacks q}\n");
    place.write("lines.pgn", GAMES);
    place.write("models.pgn", GAMES);
    let query =
        "include \"lib.cql\"\nf(A) or h(A) or position in \"lines.pgn\" or similarposition nosort \"models.pgn\"";
    place.write("q.cql", query);
    let mut words = vec!["search", "-q", "-j", "1", "-f", "before.cql", "-f", "q.cql", "-o", "out.csv"];
    words.extend(INPUTS);
    stop(&place, &words);
    words.push("--resume");
    let libraries =
        [("lib.cql", "{g(x)}", "{g(Q)}"), ("deep.cql", "attacks k", "attacks K"), ("before.cql", "q}", "r}")];
    for (file, here, there) in libraries {
        let text = place.read(file);
        place.write(file, text.replace(here, there));
        refused(&place, &words, "its queries have been changed");
        place.write(file, text);
    }
    for file in ["lines.pgn", "models.pgn"] {
        let (path, text) = (place.path(file), place.read(file));
        let date = fs::metadata(&path).and_then(|data| data.modified()).expect("a date");
        place.write(file, text.replace("2. Qh5", "2. Qf3"));
        refused(&place, &words, &format!("its games have been changed: {file}"));
        place.write(file, text);
        fs::File::options().write(true).open(&path).and_then(|file| file.set_modified(date)).expect("a date");
    }
    goes_on(&place, &words);
}

#[cfg(unix)]
#[test]
fn results_that_were_changed_are_not_gone_on_with() {
    let place = place();
    let words = stopped(&place);
    let (partial, state) = (place.read("out.csv.partial"), place.read("out.csv.resume"));
    let refused = |text: &str| {
        refused(&place, &words, text);
        assert_eq!(place.read("out.csv"), "old", "{text}");
    };
    place.write("out.csv.partial", &partial[..partial.len() / 2]);
    refused("out.csv.partial has been changed");
    place.write("out.csv.partial", partial.replacen("sample", "sumple", 1).replacen("one.pgn", "two.pgn", 1));
    refused("out.csv.partial has been changed");
    fs::remove_file(place.path("out.csv.partial")).expect("a file");
    refused("out.csv.partial is missing");
    place.write("out.csv.partial", &partial);
    // A state that says something else.
    let mut other: serde_json::Value = serde_json::from_str(&state).expect("JSON");
    other["counted"]["games"] = 7.into();
    place.write("out.csv.resume", other.to_string());
    refused("has been changed since the search was stopped");
    place.write("out.csv.resume", &state);
    goes_on(&place, &words);
}

/// Even a state whose checksum is right names no other files than those beside its target.
#[cfg(unix)]
#[test]
fn a_state_names_only_partial_results_of_its_own_target() {
    use sha2::{Digest as _, Sha256};
    let place = place();
    let words = stopped(&place);
    let state: serde_json::Value = serde_json::from_str(&place.read("out.csv.resume")).expect("JSON");
    place.write("precious.txt", "precious");
    place.write("deep/out.csv.partial", "precious");
    for name in
        ["precious.txt", "one.pgn", "deep/out.csv.partial", "../out.csv.partial", "out.csv.partial.x", "out.csv"]
    {
        let mut other = state.clone();
        let bytes = fs::read(place.path(name)).unwrap_or_default();
        let sum = |bytes: &[u8]| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        other["outputs"][0] = serde_json::json!({"name": name, "bytes": bytes.len(), "sha256": sum(&bytes)});
        other.as_object_mut().expect("an object").remove("checksum");
        other["checksum"] = sum(other.to_string().as_bytes()).into();
        place.write("out.csv.resume", other.to_string());
        refused(&place, &words, "is not where its results would be");
        assert!(place.has("one.pgn") && place.read("out.csv") == "old", "{name}");
        assert_eq!(
            (place.read("precious.txt"), place.read("deep/out.csv.partial")),
            ("precious".into(), "precious".into())
        );
    }
}

#[test]
fn a_file_that_has_the_name_of_a_state_stays() {
    let place = place();
    place.write("out.csv.resume", "precious");
    let words = search("out.csv", &["-j", "1", "--time-limit", "0.000001"]);
    refused(&place, &words, "a file of this name is not the state of a search");
    assert_eq!(place.read("out.csv.resume"), "precious");
    let run = place.run(&search("out.csv", &["--limit", "3"]));
    assert_eq!((run.code, place.read("out.csv.resume").as_str()), (Some(0), "precious"), "{run}");
    refused(&place, &[&words[..], &["--resume"]].concat(), "this file is not the state of a search");
    #[cfg(unix)]
    {
        place.write("victim.txt", "precious");
        fs::remove_file(place.path("out.csv.resume")).expect("a file");
        std::os::unix::fs::symlink("victim.txt", place.path("out.csv.resume")).expect("a link");
        refused(&place, &words, "a file of this name is a link");
        assert_eq!(place.read("victim.txt"), "precious");
    }
}
