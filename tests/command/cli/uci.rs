//! Chess engines that speak UCI: what they are asked, what is kept of it, and what happens when they fail. The engine is
//! `tests/data/engines/scripted.sh`, which knows the positions of the shortest mate.

use super::place::{Place, Run, finished};
use std::process::Stdio;

const ENGINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/engines/scripted.sh");

const MATE: &str = "[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// A place with the game, and a run in it whose engine notes what it is told.
fn ask(place: &Place, query: &str, args: &[&str], ends: &str) -> Run {
    place.write("mate.pgn", MATE);
    let given = ["search", "-q", "-e", query, "--engine", ENGINE, "-j1"];
    let mut command = place.command(&[&given[..], args, &["mate.pgn"]].concat());
    command.env("ENGINE_LOG", place.path("log")).env("ENGINE_ENDS", ends);
    finished(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"))
}

/// How often the engine has thought so far.
fn thoughts(place: &Place) -> usize {
    if place.has("log") { place.read("log").lines().filter(|line| line.starts_with("go ")).count() } else { 0 }
}

#[test]
fn its_evaluations_are_white_s_and_its_moves_are_san() {
    let place = Place::new();
    let select = ["--select", "e=engineeval", "--select", "b=enginebest", "--select", "d=enginedrop"];
    let args = [&select[..], &["--format", "csv", "--columns", "ply,e,b,d"]].concat();
    let run = ask(&place, "true", &args, "");
    let expected = "ply,e,b,d\n0,30,e4,\n1,-70,e5,100\n2,-80,e4,-10\n3,-10000,Qh4#,9920\n4,-10000,,0\n";
    assert_eq!(run.out, expected, "{run}");
    // The position after mate needs no engine, and each other one is asked about once.
    assert_eq!(thoughts(&place), 4);
    let told = place.read("log");
    assert!(told.contains("ucinewgame\n") && told.contains("go nodes 100000\n"), "{told}");
    assert!(told.find("Threads value 1\n") < told.find("isready\n"), "{told}");
    // `evaldrop` is the engine's where the game has no evaluations, of which there is then nothing to be said.
    let args = ["search", "-e", "evaldrop > 9999", "--engine", ENGINE, "mate.pgn"];
    assert!(!place.run(&args).err.contains("evaluations"));
    assert!(place.run(&["search", "-e", "evaldrop > 9999", "mate.pgn"]).err.contains("evaluations"));
    let run = ask(&place, "evaldrop >= 100", &["--format", "csv", "--columns", "ply"], "");
    assert_eq!(run.out, "ply\n1\n3\n", "{run}");
}

#[test]
fn it_is_asked_last() {
    let place = Place::new();
    for query in ["engineeval < 0 ply == 1", "ply == 1 engineeval < 0", "engineeval < 0 and not check and ply == 1"] {
        let before = thoughts(&place);
        let run = ask(&place, query, &["--format", "count"], "");
        assert_eq!((run.out.as_str(), thoughts(&place) - before), ("1 of 1 game, 1 position\n", 1), "{query}: {run}");
    }
    let before = thoughts(&place);
    ask(&place, "ply == 2", &["--select", "e=engineeval", "--format", "csv"], "");
    assert_eq!(thoughts(&place) - before, 1, "columns are those of matches");
}

#[test]
fn answers_are_kept_in_a_file() {
    let place = Place::new();
    let run = |more: &[&str]| {
        let before = thoughts(&place);
        let run = ask(&place, "engineeval < 0", &[&["--format", "count", "--engine-cache", "kept"], more].concat(), "");
        assert_eq!(run.out, "1 of 1 game, 4 positions\n", "{run}");
        thoughts(&place) - before
    };
    assert_eq!(run(&[]), 4);
    assert_eq!(run(&[]), 0, "nothing is asked twice");
    assert_eq!(run(&["--engine-nodes", "7"]), 4, "another effort is another question");
    assert_eq!(run(&["--engine-depth", "3"]), 4);
    assert_eq!(run(&["--engine-option", "Hash=32"]), 4);
    assert!(place.read("log").contains("setoption name Hash value 32\n"));
    assert_eq!(run(&[]), 0);
    // A line that was cut off is asked again; the others stay, and what comes after it stands on a line of its own.
    let kept = place.read("kept");
    assert_eq!(kept.lines().count(), 17);
    place.write("kept", &kept[..kept.find("cp -80").expect("the third answer") + 2]);
    assert_eq!(run(&[]), 2);
    assert_eq!(run(&[]), 0);
    let lines = place.read("kept");
    assert!(lines.lines().skip(1).all(|line| line.starts_with("Scripted 1\tnodes 100000\t1\t")), "{lines}");
}

#[test]
fn a_file_that_was_cut_in_its_first_line_is_begun_anew() {
    let place = Place::new();
    let ask = || ask(&place, "engineeval < 0", &["--format", "count", "--engine-cache", "kept"], "");
    assert_eq!(ask().out, "1 of 1 game, 4 positions\n");
    let whole = place.read("kept");
    let first = whole.find('\n').expect("a line");
    for len in (0..=first).step_by(7).chain([1, first - 1, first]) {
        place.write("kept", &whole[..len]);
        let run = ask();
        assert_eq!((run.code, run.out.as_str()), (Some(0), "1 of 1 game, 4 positions\n"), "{len}: {run}");
        assert_eq!(place.read("kept"), whole, "{len}");
    }
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let place = Place::new();
    let refused = |file: &str, more: &[&str]| {
        let args = [&["--format", "csv", "--engine-cache", file], more].concat();
        let run = ask(&place, "engineeval < 0", &args, "");
        assert_eq!(run.code, Some(2), "{run}");
        run.err
    };
    place.write("other.txt", "my text\n");
    assert!(refused("other.txt", &[]).contains("choose another name"));
    assert_eq!(place.read("other.txt"), "my text\n");
    assert!(refused("mate.pgn", &[]).contains("choose another name"));
    assert!(refused(".", &[]).contains("not a regular file"));
    assert!(refused("/dev/full", &[]).contains("not a regular file"));
    assert!(refused("no/such", &[]).contains("No such file"));
    assert!(refused("kept", &["-o", "kept"]).contains("both an input and an output"));
    let args = ["explain", "-e", "next (mate)", "--engine", ENGINE, "--engine-cache", "kept", "--svg", "kept"];
    assert!(place.run(&args).err.contains("both an input and an output"));
    assert_eq!(thoughts(&place), 0);
}

#[test]
fn an_engine_that_fails_ends_in_words() {
    let place = Place::new();
    for (ends, words) in [("uci", "cannot be started: it has ended"), ("go", "has ended"), ("ucinewgame", "has ended")]
    {
        let run = ask(&place, "engineeval < 0", &["--format", "count"], ends);
        assert_eq!(run.code, Some(2), "{ends}: {run}");
        assert!(run.err.contains(words) && run.err.contains("--engine"), "{ends}: {run}");
    }
    // It is not waited for at every position of every game.
    let place = Place::new();
    place.write("games.pgn", MATE.repeat(20));
    let mut command = place.command(&["search", "-q", "-j1", "-e", "engineeval < 0", "--engine", ENGINE, "games.pgn"]);
    command.env("ENGINE_LOG", place.path("log")).env("ENGINE_ENDS", "go");
    let run = finished(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"));
    assert!(run.code == Some(2) && run.err.contains("has ended"), "{run}");
    assert_eq!(thoughts(&place), 3, "{run}");
    // What was found without it is there.
    let run = ask(&place, "mate or ply == 0 engineeval < 0", &["--format", "csv", "--columns", "ply"], "go");
    assert_eq!(run.code, Some(2), "{run}");
    for (name, words) in [("no-such-engine", "no such program"), ("./nowhere", "no such program")] {
        let run = place.run(&["search", "-e", "engineeval < 0", "--engine", name, "games.pgn"]);
        assert!(run.code == Some(2) && run.err.contains(words), "{run}");
    }
    // A file that cannot be run is none.
    let run = place.run(&["search", "-e", "engineeval < 0", "--engine", "./games.pgn", "games.pgn"]);
    assert!(run.code == Some(2) && run.err.contains("no such program"), "{run}");
    let run = place.run(&["search", "-e", "engineeval < 0", "games.pgn"]);
    assert!(run.code == Some(2) && run.err.contains("no-engine") && run.err.contains("--engine"), "{run}");
    let run = place.run(&["search", "-e", "mate", "--engine", ENGINE, "--sandbox", "games.pgn"]);
    assert!(run.code == Some(2) && run.err.contains("--sandbox"), "{run}");
}

/// Both wait as long as an engine may take to start, 20 seconds, at the same time.
#[test]
fn an_engine_that_falls_silent_is_ended() {
    let silent = |word: &'static str| {
        move || {
            let place = Place::new();
            place.write("mate.pgn", MATE);
            let args =
                ["search", "-q", "-j1", "-e", "ply == 1 engineeval < 0", "--engine", ENGINE, "--engine-time", "1"];
            let mut command = place.command(&[&args[..], &["mate.pgn"]].concat());
            command.env("ENGINE_HANGS", word).stdout(Stdio::piped()).stderr(Stdio::piped());
            (word, finished(command.spawn().expect("it starts")))
        }
    };
    for running in ["uci", "go"].map(|word| std::thread::spawn(silent(word))) {
        let (word, run) = running.join().expect("it ends");
        assert_eq!(run.code, Some(2), "{word}: {run}");
        assert!(run.err.contains("does not reply as engines do"), "{word}: {run}");
    }
}

/// A run whose engine falls silent at a word, or talks there without an end. The limit is far above what is asked for.
fn waiting(place: &Place, (how, word): (&str, &str), args: &[&str]) -> std::process::Child {
    place.write("mate.pgn", MATE);
    place.write("out.csv", "old");
    let given = ["search", "-q", "--engine", ENGINE, "--engine-time", "1000", "-o", "out.csv", "mate.pgn"];
    let mut command = place.command(&[&given[..], args].concat());
    command.env(how, word).env("ENGINE_LOG", place.path("log"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

#[test]
fn the_wait_for_an_engine_ends_with_the_run() {
    for how in ["ENGINE_HANGS", "ENGINE_TALKS"] {
        for (word, threads, query) in
            [("uci", "1", "engineeval<0"), ("go", "2", "engineeval<0"), ("ucinewgame", "1", "ply == 3")]
        {
            let only = if query == "ply == 3" { &["--only-moves"][..] } else { &[] };
            let args = [&["-j", threads, "-e", query][..], only].concat();
            let begun = std::time::Instant::now();
            let place = Place::new();
            let limited = finished(waiting(&place, (how, word), &[&args[..], &["--time-limit", "0.5"]].concat()));
            assert_eq!(limited.code, Some(2), "{how} {word}: {limited}");
            assert!(limited.err.contains("the time limit of the run was reached"), "{how} {word}: {limited}");
            let place = Place::new();
            let child = waiting(&place, (how, word), &args);
            let asked = || place.has("log") && place.read("log").lines().any(|line| line.starts_with(word));
            while !asked() {
                assert!(begun.elapsed().as_secs() < 60, "the engine is not asked");
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            let sent = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
            let stopped = finished(child);
            assert!(sent.is_ok() && stopped.code == Some(143), "{how} {word}: {stopped}");
            assert!(stopped.err.contains("interrupted; there are no results so far"), "{how} {word}: {stopped}");
            assert_eq!(place.read("out.csv"), "old");
            // It would be waited for for a thousand seconds, or for 20 when it starts.
            assert!(word == "uci" || begun.elapsed().as_secs() < 300, "{how} {word}");
        }
    }
}

#[test]
fn puzzles_with_another_solution_are_left_out() {
    let place = Place::new();
    let games = |from: &str, mv: &str| format!("[FEN \"{from} w - - 0 1\"]\n\n1. {mv} *\n\n");
    let more = [
        // Either rook mates at the end, which is allowed.
        games("7k/8/6K1/8/8/8/8/RR6", "Rb8#"),
        // Two moves win.
        games("8/7k/8/8/8/8/8/QR4K1", "Qb2"),
        // One move wins, and it is not the one that was played.
        games("8/7k/8/8/8/8/8/Q5K1", "Qc3+"),
        games("8/7k/8/8/8/8/8/Q5K1", "Qb2"),
    ];
    place.write("more.pgn", more.concat());
    let find = |file: &str, query: &str, ends: &str| {
        let args = ["search", "-q", "-e", query, "--engine", ENGINE, "-j1", "--only-moves", "--format", "epd", file];
        let mut command = place.command(&args);
        command.env("ENGINE_LOG", place.path("log")).env("ENGINE_ENDS", ends);
        finished(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"))
    };
    let solutions = |run: &Run| -> Vec<String> {
        let bm = |line: &str| line.split(" bm ").nth(1).and_then(|rest| rest.split(';').next()).map(str::to_owned);
        run.out.lines().map(|line| bm(line).expect("a move")).collect()
    };
    let run = find("more.pgn", "initial", "");
    assert_eq!((solutions(&run), run.code), (vec!["Rb8#".to_owned(), "Qb2".to_owned()], Some(0)), "{run}");
    place.write("mate.pgn", MATE);
    // Another move wins, too, and does not mate.
    assert_eq!(solutions(&find("mate.pgn", "ply == 3", "")), ["Qh4#"]);
    assert!(place.read("log").contains("setoption name MultiPV value 2\n"));
    // The best move does not win.
    let run = find("mate.pgn", "ply == 1", "");
    assert_eq!((run.out.as_str(), run.code), ("", Some(0)), "{run}");
    // One line where there are two moves proves nothing.
    let run = find("mate.pgn", "initial", "");
    assert!(run.out.is_empty() && run.code == Some(2) && run.err.contains("MultiPV"), "{run}");
    let run = find("mate.pgn", "ply == 3", "go");
    assert!(run.code == Some(2) && run.err.contains("did not check"), "{run}");
    let run = place.run(&["search", "-e", "mate", "--only-moves", "games.pgn"]);
    assert!(run.code == Some(2) && run.err.contains("--engine"), "{run}");
}

/// It fails every other time, and is asked once more.
#[test]
fn an_engine_is_given_up_after_failures_in_a_row() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    let script = "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
                  uci) echo uciok ;;\nisready) echo readyok ;;\n\
                  go) n=$(($(cat count 2>/dev/null || echo 0) + 1)); echo $n > count\n\
                  [ $((n % 2)) = 1 ] && exit 1\n\
                  echo info depth 1 multipv 1 score cp 10 pv a1b1; echo bestmove a1b1 ;;\n\
                  quit) exit ;;\nesac; done\n";
    place.write("engine.sh", script);
    std::fs::set_permissions(place.path("engine.sh"), std::fs::Permissions::from_mode(0o755)).expect("a program");
    let game = |n: u32| format!("[FEN \"7k/8/8/{n}P{}/8/8/8/K7 w - - 0 1\"]\n\n*\n\n", 7 - n);
    place.write("games.pgn", (1..7).map(game).collect::<String>());
    let run = place.run(&["search", "-q", "-j1", "-e", "engineeval > 0", "--engine", "./engine.sh", "-c", "games.pgn"]);
    assert!(run.out.starts_with("6 of 6 games"), "{run}");
}

/// In a game without evaluations the engine says what was missed: after 2. g4, 2... Qh4 is mate.
#[test]
fn a_missed_mate_is_found_without_evaluations_in_the_game() {
    let place = Place::new();
    place.write("missed.pgn", "[White \"Red\"]\n[Black \"Blue\"]\n[Result \"*\"]\n\n1. f3 e5 2. g4 d6 *\n");
    let missed = |options: &[&str]| {
        let run = place.run(&[&["me", "Blue", "missed.pgn", "--"], options].concat());
        assert_eq!(run.code, Some(0), "{run}");
        let part = run.out.split("\n\n").find(|part| part.starts_with("Mates and wins missed")).unwrap_or_default();
        let words = |line: &str| line.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>().join(" ");
        part.lines().skip(3).map(words).collect::<Vec<_>>()
    };
    assert_eq!(missed(&["--engine", ENGINE, "-j1"]), ["mate 1", "games 1"]);
    assert_eq!(missed(&[]), ["games 0"]);
}

#[test]
fn evaluations_are_written_into_games() {
    let place = Place::new();
    place.write("mate.pgn", MATE.replace("e5 2.", "e5 {[%eval -9.0]} 2."));
    let run = place.run(&["rewrite", "-q", "mate.pgn", "--engine", ENGINE, "--add-evals"]);
    let moves = run.out.split("\n\n").nth(1).unwrap_or_default();
    // After mate there is nothing to evaluate, and what the game says stays.
    assert_eq!(moves, "1. f3 {[%eval -0.70]} 1... e5 {[%eval -9.0]} 2. g4 {[%eval #-1]} 2... Qh4# 0-1", "{run}");
    let part = place.run(&["rewrite", "-q", "mate.pgn", "--engine", ENGINE, "--add-evals", "--plies", "-1"]);
    assert!(part.out.ends_with("\n\n1. f3 {[%eval -0.70]} 0-1\n\n"), "{part}");
    let mut command = place.command(&["rewrite", "-q", "mate.pgn", "--engine", ENGINE, "--add-evals", "-o", "out.pgn"]);
    command.env("ENGINE_ENDS", "go");
    let ends = finished(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"));
    assert!(
        ends.code == Some(2) && ends.err.contains("has ended; no game is written") && !place.has("out.pgn"),
        "{ends}"
    );
    assert_eq!(place.run(&["rewrite", "mate.pgn", "--add-evals"]).code, Some(2), "an engine is needed");
}
