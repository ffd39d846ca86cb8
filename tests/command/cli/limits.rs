//! Queries that want too much, and queries from strangers: limits, the end of a run, and the files that queries name.

use crate::cli::place::{GAMES, Place, Run, finished};
use std::process::Stdio;
use std::time::Duration;

/// A place with many games.
fn many() -> Place {
    let place = Place::new();
    place.write("games.pgn", GAMES.repeat(200));
    place
}

fn lines_with(run: &Run, text: &str) -> usize {
    run.err.lines().filter(|line| line.contains(text)).count()
}

#[test]
fn a_query_that_takes_all_memory_is_given_up() {
    let place = many();
    for query in [
        "x=\"a\" while (true) x+=x",
        "dictionary D i=0 while (true) {i+=1 D[str i]=i}",
        "persistent x=\"a\" x+=\"b\" while (true) x+=x",
    ] {
        let run = place.search(query, &["--format", "count", "--limits", "text=100000,entries=1000,memory=200000"]);
        assert_eq!(run.code, Some(2), "{query}: {run}");
        assert!(run.err.contains("games.pgn:1 (byte 0): game 1: position 0: query: "), "{query}: {run}");
        assert!(
            run.err.contains("the run ends here: of 5 games searched, 5 were given up at a limit"),
            "{query}: {run}"
        );
        assert_eq!(lines_with(&run, "error: games.pgn:"), 3, "{query}: {run}");
        assert_eq!(lines_with(&run, "and 2 more games"), 1, "{query}: {run}");
    }
    // The entries of a dictionary stay from game to game.
    let both = "dictionary D i=0 s=\"a\" while (true) {i+=1 D[str i]=s s=s+s}";
    let run = place.search(both, &["--format", "count", "--limits", "text=100000,memory=200000"]);
    assert!(run.err.contains("a text has more than 100000 bytes"), "{run}");
    assert!(run.err.contains("the values of the query take more than 200000 bytes: and 1 more game"), "{run}");
    let one = place.search("x=\"a\" while (true) x+=x", &["--game-range", "1", "--format", "count"]);
    assert!(one.err.contains("a text has more than 16777216 bytes"), "{one}");
}

#[test]
fn an_endless_query_ends() {
    let place = many();
    let limit = ["--step-limit", "20000", "--format", "count"];
    for query in ["x=0 while (true) x+=1", "i=0 while (i<3000) {i+=1 j=0 while (j<9999999) j+=1}"] {
        for threads in ["1", "2"] {
            let run = place.search(query, &[&limit[..], &["--threads", threads]].concat());
            assert_eq!(run.code, Some(2), "{run}");
            assert_eq!(lines_with(&run, "given up in this game after 20000 steps"), 4, "{run}");
            assert!(run.err.contains("the run ends here: of 5 games searched"), "{run}");
        }
    }
    // If few games are long, the run goes on; an option makes it go on in any case.
    let few = place.search("gamenumber<=4 while (true) x=1", &limit);
    assert!(few.err.contains("and 1 more game"), "{few}");
    assert!(!few.err.contains("the run ends here"), "{few}");
    let all = place.search("x=0 while (true) x+=1", &[&limit[..], &["--limits", "given-up=1000"]].concat());
    assert!(all.err.contains("and 597 more games"), "{all}");
    assert!(!all.err.contains("the run ends here"), "{all}");
    let run_steps = place.search("i=0 while (i<1000) i+=1", &["--format", "count", "--limits", "run-steps=50000"]);
    assert_eq!(run_steps.code, Some(2), "{run_steps}");
    assert_eq!(lines_with(&run_steps, "the 50000 steps"), 1, "{run_steps}");
    for command in [&["tag", "-o", "tags.pgn"][..], &["explain"]] {
        let query = ["-q", "-e", "i=0 while (i<1000) i+=1", "--limits", "run-steps=50000", "games.pgn"];
        let query = if command[0] == "tag" { &query[..] } else { &query[1..] };
        let run = place.run(&[command, query].concat());
        assert_eq!((run.code, place.has("tags.pgn")), (Some(2), false), "{run}");
        assert!(run.err.contains("the 50000 steps") && !run.err.contains("time limit"), "{run}");
    }
}

#[test]
fn an_abort_ends_the_run_and_is_told_once() {
    let place = many();
    place.write("old.pgn", "old");
    for threads in ["1", "2"] {
        let run = place.search("mate if gamenumber==4 cql_abort", &["--threads", threads, "-o", "old.pgn"]);
        assert_eq!(run.code, Some(2), "{run}");
        assert_eq!(lines_with(&run, "was reached"), 1, "{run}");
        assert!(run.err.contains("because the query executed `cql_abort`"), "{run}");
        assert_eq!(place.read("old.pgn"), "old");
        // Matches found before it are kept.
        assert_eq!(place.read("old.pgn.partial").matches("[Event \"First\"]").count(), 1, "{run}");
        std::fs::remove_file(place.path("old.pgn.partial")).unwrap();
    }
}

#[test]
fn equal_errors_are_told_a_few_times_and_counted() {
    let place = many();
    let run = place.search("x=1 unbind x y=1 unbind y if gamenumber<300 x==1 else y==1", &["--format", "count"]);
    assert_eq!(run.code, Some(2), "{run}");
    assert_eq!(lines_with(&run, "the variable `x` has no value here"), 4, "{run}");
    assert_eq!(lines_with(&run, "and 296 more games"), 1, "{run}");
    assert_eq!(lines_with(&run, "the variable `y` has no value here"), 4, "{run}");
    assert_eq!(lines_with(&run, "and 298 more games"), 1, "{run}");
}

#[test]
fn a_run_has_a_limit_of_time() {
    let place = many();
    let endless = "mate or {gamenumber==7 while (true) x=1}";
    for threads in ["1", "2"] {
        let limits = ["--time-limit", "0.5", "--step-limit", "1000000000000", "--threads", threads];
        let run = place.search(endless, &[&limits[..], &["-o", "out.pgn"]].concat());
        assert_eq!(run.code, Some(2), "{run}");
        assert_eq!(lines_with(&run, "the time limit of the run was reached"), 1, "{run}");
        assert!(!place.has("out.pgn"), "{run}");
        assert_eq!(place.read("out.pgn.partial").matches("[Event \"First\"]").count(), 2, "{run}");
        std::fs::remove_file(place.path("out.pgn.partial")).unwrap();
        // Also where nothing comes from a stream.
        let args = ["search", "-e", "mate", "--time-limit", "0.2", "--threads", threads, "-"];
        let mut child =
            place.command(&args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take();
        let run = finished(child);
        drop(stdin);
        assert_eq!((run.code, lines_with(&run, "the time limit of the run was reached")), (Some(2), 1), "{run}");
    }
    for wrong in ["0", "-1", "soon", "1e99"] {
        assert_eq!(place.search("mate", &["--time-limit", wrong]).code, Some(2), "{wrong}");
    }
    let run =
        place.run(&["cql", "-timelimit", "0.5", "-limits", "steps=1000000000000", "-i", "games.pgn", "-cql", endless]);
    assert_eq!(run.code, Some(1), "{run}");
    assert!(run.out.contains("the time limit of the run was reached"), "{run}");
}

/// A thousand letters and a number, at the first position of each game.
const LONG: &str = "initial x=\"a\" i=0 while (i<10) {i+=1 x+=x} x+=str gamenumber";

#[test]
fn what_a_run_keeps_of_its_results_is_limited() {
    let place = many();
    let sort = format!("{LONG} sort x");
    let ways: [(&str, &[&str]); 6] = [
        (LONG, &["--tally", "x", "--format", "csv"]),
        (LONG, &["--tally", "x", "--format", "list"]),
        (LONG, &["--tally", "x", "--tally", "gamenumber", "--format", "jsonl"]),
        (LONG, &["--sample-rows", "500", "--select", "x=x", "--format", "csv"]),
        (&sort, &["--format", "csv"]),
        (&sort, &["--format", "html"]),
    ];
    for (query, options) in ways {
        let small = ["--limits", "held=100000"];
        for threads in ["1", "2"] {
            let run = place.search(query, &[options, &small, &["--threads", threads]].concat());
            assert_eq!(run.code, Some(2), "{options:?}: {run}");
            assert_eq!(lines_with(&run, "takes more than 100000 bytes"), 1, "{options:?}: {run}");
            assert!(run.err.contains("raise the limit with `--limits held=N`"), "{options:?}: {run}");
            // About ninety texts fit, and what was found until then is shown.
            if !options.contains(&"html") {
                let lines = run.out.lines().count();
                // Of pairs, each value is kept with its own sum, too.
                let fit =
                    if options.iter().filter(|option| **option == "--tally").count() == 2 { 30..=60 } else { 60..=110 };
                assert!(fit.contains(&lines), "{options:?}: {lines} lines");
            }
        }
        let enough = place.search(query, options);
        assert_eq!(enough.code, Some(0), "{options:?}: {enough}");
    }
    let run = place.search(&sort, &["-o", "out.csv", "--limits", "held=100000"]);
    assert_eq!((run.code, place.has("out.csv")), (Some(2), false), "{run}");
    assert!((60..=110).contains(&place.read("out.csv.partial").lines().count()), "{run}");
    // Results that are handed over as they come are not kept.
    let run = place.search(LONG, &["--select", "x=x", "--format", "csv", "--limits", "held=1000"]);
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 601), "{}", run.err);
    let script = ["cql", "-limits", "held=100000", "-i", "games.pgn", "-o", "sorted.pgn", "-cql", &sort];
    let run = place.run(&script);
    assert_eq!(run.code, Some(1), "{run}");
    assert!(run.out.contains("takes more than 100000 bytes"), "{run}");
}

#[test]
fn a_table_of_pairs_has_an_end() {
    // As many rows as columns: the number of cells is the square of the number of games.
    let place = many();
    let run = place.search("initial", &["--tally", "gamenumber", "--tally", "2*gamenumber", "--format", "list"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 601, "one line for each pair");
    assert!(lines[0].starts_with("gamenumber  2*gamenumber"), "{}", lines[0]);
    // A long value is cut where people read it.
    let run = place.search(LONG, &["--tally", "x", "--format", "list", "--game-range", "1-2"]);
    assert!(run.out.lines().skip(1).all(|line| line.contains('…') && line.chars().count() < 400), "{run}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_an_endless_loop() {
    let place = many();
    for threads in ["1", "2"] {
        let endless = "mate or {gamenumber==7 while (true) x=1}";
        let limit = ["--step-limit", "1000000000000", "--threads", threads];
        let args = [&["search", "-e", endless, "-o", "out.pgn", "games.pgn"], &limit[..]].concat();
        let child = place.command(&args).stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(500));
        let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let run = finished(child);
        assert_eq!(run.code, Some(130), "{run}");
        assert!(run.err.contains("out.pgn.partial"), "{run}");
        std::fs::remove_file(place.path("out.pgn.partial")).unwrap();
    }
}

#[test]
fn limits_have_names() {
    let place = Place::new();
    let unknown = place.search("mate", &["--limits", "speed=3"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("the limits are states, compiled, steps, run-steps, text"), "{unknown}");
    let states = place.search("next (check{5})", &["--limits", "states=3"]);
    assert!(states.err.contains("at most 3 are allowed"), "{states}");
}

#[test]
fn a_header_names_no_file_outside() {
    let place = Place::new();
    std::fs::create_dir(place.path("inner")).unwrap();
    place.write("victim.bashrc", "precious");
    place.write("inner/games.pgn", GAMES);
    let inside = |query: &str, args: &[&str]| {
        place.write("inner/q.cql", query);
        let mut command = place.command(&[&["search", "-f", "q.cql"], args].concat());
        let command = command.current_dir(place.path("inner")).stdin(Stdio::null());
        finished(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    };
    let outside = inside("cql(output ../victim.bashrc) false", &["games.pgn"]);
    assert_eq!(outside.code, Some(2), "{outside}");
    let folder = place.path("").canonicalize().unwrap();
    assert!(outside.err.contains(&format!("allow it with `--files {}`", folder.display())), "{outside}");
    assert!(
        outside.err.contains("q.cql: the output `../victim.bashrc` named in the header was not opened"),
        "{outside}"
    );
    let ending = inside("cql(output victim.bashrc) false", &["games.pgn"]);
    assert!(ending.err.contains("must end in .pgn, .csv, .tsv"), "{ending}");
    assert!(!place.has("inner/victim.bashrc"));
    let allowed = inside("cql(output ../out.pgn) mate", &["games.pgn", "--files", ".."]);
    assert_eq!(allowed.code, Some(0), "{allowed}");
    assert!(place.read("out.pgn").contains("{CQL}"));
    let input = inside("cql(input ../games.pgn) mate", &["--format", "count"]);
    assert_eq!(input.code, Some(2), "{input}");
    assert!(input.err.contains("the input `../games.pgn` named in the header"), "{input}");
    assert_eq!(inside("cql(input ../games.pgn) mate", &["--format", "count", "--files", ".."]).code, Some(0));
    // A file named on the command line takes precedence, and is the user's own choice.
    assert_eq!(
        inside("cql(input ../none.pgn output ../no.bashrc) mate", &["-o", "../o.pgn", "../games.pgn"]).code,
        Some(0)
    );
    assert!(place.has("o.pgn"));
    assert_eq!(place.read("victim.bashrc"), "precious");
    for (option, wrong) in [("--files", "nowhere"), ("--files", "../games.pgn")] {
        assert_eq!(inside("mate", &[option, wrong]).code, Some(2), "{wrong}");
    }
}

#[test]
fn a_sandbox_opens_no_files() {
    let place = Place::new();
    place.write("a.cqo", "text");
    for (query, word) in [
        ("cql(input games.pgn) mate", "input"),
        ("cql(output out.pgn) mate", "output"),
        ("initial writefile(\"b.cqo\" \"x\")", "writefile"),
        ("initial #(readfile \"a.cqo\")>0", "readfile"),
        ("similarposition \"games.pgn\"", "positions"),
        ("position in \"games.pgn\"", "positions"),
    ] {
        let games: &[&str] = if word == "input" { &[] } else { &["games.pgn"] };
        let args = [&["search", "-q", "-e", query, "--format", "count"], games].concat();
        let open = place.run(&args);
        assert_eq!(open.code, Some(0), "{query}: {open}");
        let _ = std::fs::remove_file(place.path("b.cqo"));
        let closed = place.run(&[&args[..], &["--sandbox"]].concat());
        assert_eq!(closed.code, Some(2), "{query}: {closed}");
        assert!(closed.err.contains("queries are not allowed to open files"), "{query}: {closed}");
        assert!(closed.err.contains("in place of `--sandbox`") && closed.err.contains(word), "{query}: {closed}");
        assert!(!place.has("b.cqo"), "{query}");
    }
    assert_eq!(place.search("mate", &["--sandbox", "-o", "o.pgn"]).code, Some(0));
    assert_eq!(place.run(&["check", "--sandbox", "-e", "similarposition \"games.pgn\""]).code, Some(2));
    assert_eq!(place.search("mate", &["--sandbox", "--files", "."]).code, Some(2));
    place.write("t.cql", "cql(input games.pgn) mate");
    let script = |args: &[&str]| place.run(&[&["cql", "-sandbox"], args, &["t"]].concat());
    assert!(script(&["-o", "x.pgn"]).out.contains("queries are not allowed to open files"));
    assert!(script(&["-i", "games.pgn"]).out.contains("must be named on the command line"));
    assert_eq!(script(&["-i", "games.pgn", "-o", "x.pgn"]).code, Some(0));
    assert!(!place.has("t-out.pgn"));
}

#[test]
fn files_that_queries_write_lie_below_the_folder_and_appear_at_the_end() {
    let place = Place::new();
    std::fs::create_dir(place.path("inner")).unwrap();
    place.write("esc.cqo", "precious");
    let inside = |query: &str, args: &[&str]| {
        let args = [&["search", "-q", "--format", "count", "-e", query, "../games.pgn"], args].concat();
        let mut command = place.command(&args);
        let command = command.current_dir(place.path("inner")).stdin(Stdio::null());
        finished(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    };
    for name in ["\"../esc.cqo\"", "(\"../\" + \"esc.cqo\")"] {
        let run = inside(&format!("writefile({name} \"x\")"), &[]);
        assert_eq!(run.code, Some(2), "{run}");
        assert!(run.err.contains("allow it with `--files"), "{run}");
        assert_eq!(place.read("esc.cqo"), "precious");
    }
    assert_eq!(inside("writefile(\"../new.cqo\" \"x\")", &["--files", ".."]).code, Some(0));
    assert_eq!(inside("initial #(readfile \"../esc.cqo\")>0", &[]).code, Some(2));
    assert_eq!(inside("initial #(readfile \"../esc.cqo\")>0", &["--files", ".."]).code, Some(0));
    // A run that fails leaves the old file, and keeps what it has written.
    place.write("inner/old.cqo", "old");
    let failed = inside("writefile(\"old.cqo\" \"new\") if gamenumber==2 cql_abort", &[]);
    assert_eq!(failed.code, Some(2), "{failed}");
    assert_eq!(place.read("inner/old.cqo"), "old");
    assert!(failed.err.contains("its content is in") && failed.err.contains("old.cqo.partial"), "{failed}");
    assert!(place.read("inner/old.cqo.partial").starts_with("new"));
    assert_eq!(inside("initial writefile(\"old.cqo\" \"new\")", &[]).code, Some(0));
    assert_eq!(place.read("inner/old.cqo"), "newnewnew");
}

#[test]
fn a_query_does_not_fill_the_disk() {
    let place = many();
    let run = place.search("while (true) writefile(\"big.cqo\" \"0123456789\")", &["--limits", "written=100000"]);
    assert_eq!(run.code, Some(2), "{run}");
    assert!(run.err.contains("the queries write more than 100000 bytes"), "{run}");
    assert!(!place.has("big.cqo"));
    assert_eq!(place.read("big.cqo.partial").len(), 100_000);
    let names = "writefile(\"f\" + str(gamenumber) + \".cqo\" \"x\")";
    let run = place.search(names, &["--limits", "files=20,given-up=10000", "--format", "count"]);
    assert_eq!(run.code, Some(2), "{run}");
    assert!(run.err.contains("the queries write more than 20 files"), "{run}");
    assert!(place.has("f20.cqo.partial") && !place.has("f21.cqo.partial"), "{run}");
    place.write("long.cqo", "x".repeat(2000));
    let run = place.search("#(readfile \"long.cqo\")>0", &["--limits", "text=1999"]);
    assert!(run.err.contains("it has more than 1999 bytes"), "{run}");
    assert_eq!(
        place.search("#(readfile \"long.cqo\")>0", &["--limits", "text=2000", "--format", "count"]).code,
        Some(0)
    );
}

#[cfg(unix)]
#[test]
fn links_and_pipes_do_not_lead_out() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    place.write("target.txt", "precious");
    std::fs::create_dir(place.path("inner")).unwrap();
    symlink("../target.txt", place.path("inner/l.cqo")).unwrap();
    symlink("/dev/zero", place.path("inner/z.cqo")).unwrap();
    symlink("/dev/zero", place.path("inner/z.pgn")).unwrap();
    let pipe =
        std::process::Command::new("mkfifo").arg(place.path("inner/p.cqo")).arg(place.path("inner/p.pgn")).status();
    assert!(pipe.unwrap().success());
    for query in [
        "writefile(\"l.cqo\" \"x\")",
        "#(readfile \"l.cqo\")>0",
        "#(readfile \"z.cqo\")>0",
        "#(readfile \"p.cqo\")>0",
        "writefile(\"p.cqo\" \"x\")",
        "similarposition \"z.pgn\"",
        "similarposition \"/dev/zero\"",
        "similarposition \"p.pgn\"",
        "position in \"z.pgn\"",
        "position in \"p.pgn\"",
        "cql(input z.pgn) mate",
        "cql(input p.pgn) mate",
        "cql(output p.pgn) mate",
        "cql(output /dev/null) mate",
    ] {
        let games: &[&str] = if query.contains("input") { &[] } else { &["../games.pgn"] };
        let mut command = place.command(&[&["search", "-e", query], games].concat());
        let command = command.current_dir(place.path("inner")).stdin(Stdio::null());
        let run = finished(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
        assert_eq!(run.code, Some(2), "{query}: {run}");
        assert_eq!(place.read("target.txt"), "precious", "{query}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_a_folder_of_games_is_skipped() {
    let place = Place::new();
    std::fs::create_dir(place.path("d")).unwrap();
    place.write("d/a.pgn", GAMES);
    assert!(std::process::Command::new("mkfifo").arg(place.path("d/f.pgn")).status().unwrap().success());
    std::os::unix::fs::symlink("a.pgn", place.path("d/link.pgn")).unwrap();
    let run = place.run(&["search", "-e", "mate", "--format", "count", "d"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "2 of 6 games, 2 positions\n"), "{run}");
    assert!(run.err.contains("f.pgn: skipped, because only regular files in a folder are read"), "{run}");
    // Named by itself it is read.
    let writer = place.path("d/f.pgn");
    let writing = std::thread::spawn(move || std::fs::write(writer, GAMES));
    let run = place.run(&["search", "-e", "mate", "--format", "count", "d/f.pgn"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "1 of 3 games, 1 position\n"), "{run}");
    writing.join().unwrap().unwrap();
}

/// A comment that cannot be computed takes no game out of the results.
#[test]
fn an_error_of_a_comment_keeps_the_matches() {
    let place = many();
    let query = "ply==1 comment({100000*100000} * {100000*100000})";
    let counted = place.search(query, &["--format", "count", "--game-range", "1-5"]);
    assert_eq!((counted.code, counted.out.contains("5")), (Some(0), true), "{counted}");
    let run = place.search(query, &["--format", "pgn", "--game-range", "1-5"]);
    assert_eq!((run.code, run.out.matches("[Event ").count()), (Some(2), 5), "{run}");
    assert_eq!(lines_with(&run, "the comments of this game are left out: the number"), 4, "{run}");
}

#[test]
fn help_names_every_limit() {
    let help = Place::new().run(&["help", "limits"]).out.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, listed) = help.split_once("Change limits on queries: ").expect("the option");
    for name in tabiya::Limits::names() {
        assert!(listed.split([',', ' ']).take(40).any(|word| word == name), "{name}: {listed:.300}");
    }
}
