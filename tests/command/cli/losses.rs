//! Nothing of the user's is lost: not the old output, not an input, not what a failed run has found.

use crate::cli::place::{DAMAGED, GAMES, Place, Run, finished};
use std::io::Write as _;
use std::process::Stdio;

/// The other files of a place, besides the games.
fn others(place: &Place) -> Vec<String> {
    place.names().into_iter().filter(|name| name != "games.pgn").collect()
}

/// A run that fails after it has found something.
const FAILING: [&str; 6] = ["search", "-e", "mate or {gamenumber==3 cql_abort}", "-o", "out.pgn", "games.pgn"];

#[test]
fn a_run_that_fails_leaves_the_old_file() {
    let zst = zstd::encode_all(GAMES.repeat(600).as_bytes(), 3).unwrap();
    let inputs: [(&[&str], &str); 5] = [
        (&["-e", "mate or {gamenumber==3 cql_abort}", "games.pgn"], "cql_abort"),
        (&["-e", "mate or {gamenumber==3 x=0 while (true) x+=1}", "games.pgn"], "game 3"),
        (&["-e", "mate", "--strict", "damaged.pgn"], "Ke5"),
        (&["-e", "mate", "cut.pgn.zst"], "cannot read cut.pgn.zst"),
        (&["-e", "mate", "missing.pgn", "games.pgn"], "cannot read missing.pgn"),
    ];
    for (args, why) in inputs {
        for format in ["pgn", "csv", "jsonl", "count"] {
            let place = Place::new();
            place.write("damaged.pgn", DAMAGED);
            place.write("cut.pgn.zst", &zst[..zst.len() - 1]);
            place.write("out", "old");
            let before = place.names();
            let run = place.run(&[&["search", "-q", "--format", format, "-o", "out"], args].concat());
            assert_eq!(run.code, Some(2), "{args:?}: {run}");
            assert!(run.err.contains(why), "{args:?}: {run}");
            assert_eq!(place.read("out"), "old", "{args:?}");
            let told = "out was not written, because there were errors; the results so far are in out.partial\n";
            assert!(run.err.ends_with(told), "{args:?}: {run}");
            let found = place.read("out.partial");
            let rest = place.names().into_iter().filter(|name| !before.contains(name)).collect::<Vec<_>>();
            assert_eq!(rest, ["out.partial"]);
            assert!(found.contains(if format == "pgn" { "{CQL" } else { "1" }), "{found}");
        }
    }
}

#[test]
fn a_run_that_fails_and_has_found_nothing_leaves_nothing() {
    for format in ["pgn", "csv", "count"] {
        let place = Place::new();
        let run = place.search("stalemate cql_abort", &["--format", format, "-o", "out"]);
        assert_eq!(run.code, Some(2), "{run}");
        assert!(run.err.contains("there are no results so far"), "{run}");
        assert_eq!(others(&place), [""; 0]);
    }
}

#[test]
fn all_outputs_of_a_run_fail_together() {
    let place = Place::new();
    place.write("a.cql", "cql(output a.pgn) mate");
    place.write("b.cql", "cql(output b.pgn) initial or {gamenumber==3 cql_abort}");
    place.write("a.pgn", "old a");
    let run = place.run(&["search", "-f", "a.cql", "-f", "b.cql", "games.pgn"]);
    assert_eq!(run.code, Some(2), "{run}");
    assert_eq!(place.read("a.pgn"), "old a");
    assert_eq!(others(&place), ["a.cql", "a.pgn", "a.pgn.partial", "b.cql", "b.pgn.partial"]);
}

#[test]
fn a_file_that_has_the_name_of_a_partial_one_stays() {
    let place = Place::new();
    place.write("out.pgn.partial", GAMES);
    // As an input: the natural next step after an interrupted run.
    let run = place.run(&["search", "-q", "-e", "mate", "-o", "out.pgn", "out.pgn.partial"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(place.read("out.pgn").contains("{CQL}"));
    assert_eq!(place.read("out.pgn.partial"), GAMES);
    for name in ["out.pgn.partial.1", "out.pgn.partial.2"] {
        let run = place.run(&FAILING);
        assert!(run.err.contains(&format!("are in {name}\n")), "{run}");
        assert!(place.read(name).contains("{CQL}"));
    }
    assert_eq!(place.read("out.pgn.partial"), GAMES);
}

#[cfg(unix)]
#[test]
fn links_with_the_name_of_a_partial_file_are_not_followed() {
    for args in [&FAILING[..], &["search", "-e", "mate", "-o", "out.pgn", "games.pgn"]] {
        let place = Place::new();
        place.write("victim.txt", "precious");
        std::os::unix::fs::symlink("victim.txt", place.path("out.pgn.partial")).unwrap();
        place.run(args);
        assert_eq!(place.read("victim.txt"), "precious");
        assert!(std::fs::symlink_metadata(place.path("out.pgn.partial")).unwrap().is_symlink());
        assert!(!place.has("out.pgn") || std::fs::symlink_metadata(place.path("out.pgn")).unwrap().is_file());
    }
}

#[cfg(unix)]
#[test]
fn an_output_may_be_a_link() {
    let place = Place::new();
    place.write("deep/real.pgn", "old");
    std::os::unix::fs::symlink("deep/real.pgn", place.path("out.pgn")).unwrap();
    assert_eq!(place.run(&FAILING).code, Some(2));
    assert_eq!(place.read("deep/real.pgn"), "old");
    assert!(place.read("deep/real.pgn.partial").contains("{CQL}"));
    assert_eq!(place.search("mate", &["-o", "out.pgn"]).code, Some(0));
    assert!(place.read("deep/real.pgn").contains("{CQL}"));
    assert!(std::fs::symlink_metadata(place.path("out.pgn")).unwrap().is_symlink());
}

/// Ways to name the file `in.pgn`.
fn names_of_the_input(place: &Place) -> Vec<String> {
    place.write("deep/x", "");
    place.write("in.pgn", GAMES);
    std::fs::hard_link(place.path("in.pgn"), place.path("hard.pgn")).unwrap();
    let absolute = place.path("in.pgn").to_str().unwrap().to_owned();
    let mut names = vec!["in.pgn".to_owned(), "deep/../in.pgn".into(), "hard.pgn".into(), absolute];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("in.pgn", place.path("soft.pgn")).unwrap();
        names.push("soft.pgn".into());
    }
    names
}

fn assert_refused(run: &Run, place: &Place, code: i32, context: &str) {
    assert_eq!(run.code, Some(code), "{context}: {run}");
    let said = format!("{}{}", run.out, run.err);
    assert!(said.contains("this file is both an input and an output"), "{context}: {run}");
    assert_eq!(place.read("in.pgn"), GAMES, "{context}");
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let place = Place::new();
    place.write("m.cql", "cql() mate");
    place.write("q.cql", "cql() mate");
    for name in names_of_the_input(&place) {
        assert_refused(&place.run(&["search", "-e", "mate", "-o", &name, "in.pgn"]), &place, 2, &name);
        assert_refused(&place.run(&["cql", "-i", "in.pgn", "-o", &name, "m"]), &place, 1, &name);
        assert_refused(&place.run(&["cql", "-i", &name, "-o", "in.pgn", "m"]), &place, 1, &name);
        place.write("h.cql", format!("cql(input in.pgn output \"{name}\") mate"));
        assert_refused(&place.run(&["search", "-f", "h.cql"]), &place, 2, &name);
        assert_refused(&place.run(&["cql", "h"]), &place, 1, &name);
        assert_refused(&place.run(&["cql", "-i", &name, "h"]), &place, 1, &name);
    }
    // A folder that holds the output.
    assert_refused(&place.run(&["search", "-e", "mate", "-o", "in.pgn", "."]), &place, 2, "folder");
    // The query itself.
    let run = place.run(&["search", "-f", "q.cql", "-o", "q.cql", "--format", "list", "games.pgn"]);
    assert_refused(&run, &place, 2, "query");
    assert_eq!(place.read("q.cql"), "cql() mate");
    // The name that nobody has given.
    std::fs::rename(place.path("in.pgn"), place.path("m-out.pgn")).unwrap();
    let run = place.run(&["cql", "-i", "m-out.pgn", "m"]);
    assert_eq!(run.code, Some(1), "{run}");
    place.write("m.cql", "cql(input m-out.pgn) mate");
    assert_eq!(place.run(&["cql", "m"]).code, Some(1));
    assert_eq!(place.read("m-out.pgn"), GAMES);
}

#[test]
fn no_option_writes_what_is_read_or_written_already() {
    let place = Place::new();
    place.write("q.cql", "cql() next (check check)");
    place.write("two.cql", "next (check check) next (mate check)");
    std::fs::hard_link(place.path("q.cql"), place.path("hard.cql")).unwrap();
    assert_eq!(place.run(&["index", "-q", "games.pgn", "-o", "base.tabiya"]).code, Some(0));
    std::fs::rename(place.path("two.cql"), place.path("a-2.svg")).unwrap();
    let names = place.names();
    let contents = || names.iter().map(|name| std::fs::read(place.path(name)).unwrap()).collect::<Vec<_>>();
    let before = contents();
    let cases: [(&[&str], &str); 12] = [
        (&["search", "-f", "q.cql", "games.pgn", "--report", "q.cql"], "both an input and an output"),
        (&["search", "-f", "q.cql", "games.pgn", "--report", "hard.cql"], "both an input and an output"),
        (&["search", "-e", "mate", "games.pgn", "-o", "x.csv", "--report", "./x.csv"], "both results and faults"),
        (
            &["index", "--append", "games.pgn", "-o", "base.tabiya", "--report", "base.tabiya"],
            "both a database and faults",
        ),
        (&["index", "games.pgn", "-o", "new.tabiya", "--report", "./new.tabiya"], "both a database and faults"),
        (&["index", "games.pgn", "-o", "base.tabiya", "--report", "games.pgn"], "both an input and an output"),
        (&["repair", "games.pgn", "-o", "x.pgn", "--report", "x.pgn"], "both results and faults"),
        (&["explain", "-f", "q.cql", "--svg", "q.cql"], "both an input and an output"),
        (&["explain", "q.cql", "--svg", "hard.cql"], "both an input and an output"),
        // The second picture.
        (&["explain", "-f", "a-2.svg", "--svg", "a.svg"], "both an input and an output"),
        (
            &["search", "-f", "a-2.svg", "-e", "mate", "games.pgn", "-o", "-", "--report", "-"],
            "both results and faults",
        ),
        (
            &["search", "-e", "similarposition \"games.pgn\"", "--sample", "-o", "games.pgn"],
            "both an input and an output",
        ),
    ];
    for (args, text) in cases {
        let run = place.run(args);
        assert!(run.code == Some(2) && run.err.contains(text), "{args:?}: {run}");
        assert_eq!(place.names(), names, "{args:?}");
        assert!(contents() == before, "{args:?}");
    }
}

#[test]
fn queries_write_neither_inputs_nor_outputs() {
    let place = Place::new();
    place.write("out.cqo", "old");
    place.write("games.cqo", GAMES);
    for name in ["q.cql", "games.cqo", "out.cqo"] {
        let query = format!("mate writefile(\"{name}\" \"text\")");
        place.write("q.cql", &query);
        let run = place.run(&["search", "-q", "-f", "q.cql", "--format", "csv", "-o", "out.cqo", "games.cqo"]);
        assert_eq!(run.code, Some(2), "{run}");
        assert!(run.err.contains("would be written to this file") || run.err.contains("both an input and"), "{run}");
        let now = ["q.cql", "games.cqo", "out.cqo"].map(|name| place.read(name));
        assert_eq!(now, [query.as_str(), GAMES, "old"], "{run}");
    }
}

#[test]
fn a_database_replaces_only_databases() {
    let place = Place::new();
    place.write("more.pgn", GAMES);
    place.write("empty", "");
    let run = place.run(&["index", "-q", "games.pgn", "-o", "more.pgn"]);
    assert_eq!(run.code, Some(2), "{run}");
    let told = "error: more.pgn: there is a file of this name that is not a database of Tabiya, and it is not replaced; \
                name another file after -o, or remove this one first\n";
    assert_eq!(run.err, told);
    assert_eq!(place.read("more.pgn"), GAMES);
    for name in ["empty", "new.tabiya", "new.tabiya"] {
        assert_eq!(place.run(&["index", "-q", "games.pgn", "-o", name]).code, Some(0), "{name}");
    }
}

/// Games come on standard input, so that one process is in the middle of its work while another one runs.
#[cfg(unix)]
#[test]
fn a_database_is_written_by_one_process_at_a_time() {
    let place = Place::new();
    let index = |args: &[&str]| place.run(&[&["index", "-q"], args, &["-o", "base.tabiya"]].concat());
    assert_eq!(index(&["games.pgn"]).code, Some(0));
    let games = |expected: &str| {
        let run = place.run(&["search", "-q", "-e", "initial", "--format", "count", "base.tabiya"]);
        assert!(run.out.starts_with(expected), "{run}");
    };
    for first in [&["--append", "-"][..], &["-"]] {
        let mut command = place.command(&[&["index", "-q", "-o", "base.tabiya"], first].concat());
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // More than a pipe holds: what has been taken was read by a process that has opened its database.
        stdin.write_all(GAMES.repeat(2000).as_bytes()).unwrap();
        for second in [&["--append", "games.pgn"][..], &["games.pgn"]] {
            let run = index(second);
            assert!(run.code == Some(2) && run.err.contains("another process is writing this database"), "{run}");
        }
        drop(stdin);
        let run = finished(child);
        assert_eq!(run.code, Some(0), "{run}");
        games(if first.len() == 2 { "6003 of 6003 games" } else { "6000 of 6000 games" });
    }
    // Other programs know nothing of that: a file that is not the same any more gets no games, and this is said.
    let mut command = place.command(&["index", "-q", "--append", "-", "-o", "base.tabiya"]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(GAMES.repeat(2000).as_bytes()).unwrap();
    std::fs::rename(place.path("base.tabiya"), place.path("moved.tabiya")).unwrap();
    std::fs::copy(place.path("moved.tabiya"), place.path("base.tabiya")).unwrap();
    drop(stdin);
    let run = finished(child);
    assert!(run.code == Some(2) && run.err.contains("they are not in it; add them again"), "{run}");
    games("6000 of 6000 games");
}

#[cfg(unix)]
#[test]
fn standard_input_and_output_are_files_too() {
    let place = Place::new();
    place.write("in.pgn", GAMES);
    let games = || std::fs::File::open(place.path("in.pgn")).unwrap();
    let mut command = place.command(&["search", "-e", "mate", "-o", "in.pgn", "-"]);
    let run = finished(command.stdin(games()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    assert_refused(&run, &place, 2, "standard input");
    // Games that are appended would be read again, without end.
    let output = std::fs::OpenOptions::new().append(true).open(place.path("in.pgn")).unwrap();
    let mut command = place.command(&["search", "-e", "mate", "--format", "pgn", "in.pgn"]);
    let run = finished(command.stdout(output).stderr(Stdio::piped()).spawn().unwrap());
    assert_refused(&run, &place, 2, "standard output");
    // The contents of a file that is only appended to stay.
    place.write("log", "before\n");
    for name in ["-", "/dev/stdout", "/dev/fd/1"] {
        let log = std::fs::OpenOptions::new().append(true).open(place.path("log")).unwrap();
        let mut command = place.command(&["search", "-e", "mate", "--format", "count", "-o", name, "in.pgn"]);
        assert!(command.stdout(log).status().unwrap().success());
    }
    assert_eq!(place.read("log"), format!("before\n{}", "1 of 3 games, 1 position\n".repeat(3)));
}

#[test]
fn one_file_under_two_names_is_refused() {
    let place = Place::new();
    place.write("a.cql", "cql(output x.pgn) mate");
    place.write("b.cql", "cql(output ./x.pgn) stalemate");
    let run = place.run(&["search", "-f", "a.cql", "-f", "b.cql", "games.pgn"]);
    assert_eq!(run.code, Some(2), "{run}");
    assert!(run.err.contains("two queries name this output file in different ways"), "{run}");
    assert_eq!(others(&place), ["a.cql", "b.cql"]);
}

#[test]
fn the_command_cql_keeps_what_it_found() {
    for query in ["mate or {gamenumber==3 cql_abort}", "{mate or {gamenumber==3 cql_abort}} sort ply"] {
        for threads in ["1", "3"] {
            let place = Place::new();
            place.write("t.cql", format!("cql(input games.pgn)\n{query}"));
            place.write("t-out.pgn", "old");
            let run = place.run(&["cql", "-threads", threads, "t"]);
            assert_eq!(run.code, Some(1), "{run}");
            assert_eq!(place.read("t-out.pgn"), "old");
            assert!(run.err.contains("the results so far are in t-out.pgn.partial"), "{run}");
            assert!(place.read("t-out.pgn.partial").contains("{CQL"), "{query}");
        }
    }
}

/// Games in each compression, with the end of the file's name.
fn packed(games: &str) -> [(&'static str, Vec<u8>); 3] {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(games.as_bytes()).unwrap();
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz2.write_all(games.as_bytes()).unwrap();
    let zst = zstd::encode_all(games.as_bytes(), 3).unwrap();
    [("gz", gz.finish().unwrap()), ("bz2", bz2.finish().unwrap()), ("zst", zst)]
}

#[test]
fn bytes_behind_compressed_data_cost_no_game() {
    let place = Place::new();
    let count = |name: &str| place.run(&["search", "-e", "initial", "--format", "count", name]);
    for (end, bytes) in packed(GAMES) {
        let name = format!("a.pgn.{end}");
        place.write(&name, [&bytes[..], &[0; 512]].concat());
        let run = count(&name);
        let all = "3 of 3 games, 3 positions\n";
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), all, ""), "{name}");
        place.write(&name, [&bytes[..], b"behind\n"].concat());
        let run = count(&name);
        assert_eq!((run.code, run.out.as_str()), (Some(2), "3 of 3 games, 3 positions\n"), "{run}");
        assert!(run.err.contains(&format!("from byte {} on", bytes.len())), "{run}");
        // Another part after zeros is read as well.
        place.write(&name, [&bytes[..], &[0; 512], &bytes[..]].concat());
        assert_eq!(count(&name).out, "6 of 6 games, 6 positions\n");
    }
    // If the end is missing, everything that can be unpacked is searched.
    for (end, bytes) in packed(&GAMES.repeat(600)) {
        let name = format!("b.pgn.{end}");
        place.write(&name, &bytes[..bytes.len() - 1]);
        let run = count(&name);
        let games: u64 = run.out.split(' ').next().unwrap().parse().unwrap();
        assert!(run.code == Some(2) && games > 600, "{run}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_an_error() {
    let place = Place::new();
    place.write("t.cql", "cql(input games.pgn) mate");
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let commands: [&[&str]; 22] = [
        &["man"],
        &["--help"],
        &["search", "-h"],
        &["help", "search"],
        &["--version"],
        &["explain", "-e", "check"],
        &["explain", "--dot", "-e", "next (check check)"],
        &["check", "-e", "check"],
        &["completions", "bash"],
        &["completions", "elvish"],
        &["completions", "fish"],
        &["completions", "powershell"],
        &["completions", "zsh"],
        &["search", "-q", "-e", "mate", "--format", "list", "games.pgn"],
        &["search", "-q", "-e", "mate", "--format", "count", "games.pgn"],
        &["search", "-q", "-e", "mate sort ply", "--format", "pgn", "games.pgn"],
        &["cql", "-lex", "t"],
        &["cql", "-parse", "t"],
        &["cql", "-utf8", "t"],
        &["cql", "-h"],
        &["cql", "-v"],
        &["cql", "t"],
    ];
    for args in commands {
        let run = finished(place.command(args).stdout(full()).stderr(Stdio::piped()).spawn().unwrap());
        assert_eq!(run.code, Some(if args[0] == "cql" { 1 } else { 2 }), "{args:?}: {run}");
        assert!(run.err.contains("cannot write standard output: No space left on device"), "{args:?}: {run}");
        assert!(!run.err.contains("panicked"), "{args:?}: {run}");
    }
    // A reader that has gone is no error.
    for args in commands {
        let mut child = place.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let run = finished(child);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_grows_too_large_keeps_whole_games() {
    let place = Place::new();
    place.write("games.pgn", GAMES.repeat(2000));
    place.write("out.pgn", "old");
    for query in ["mate", "mate sort ply"] {
        let script = "ulimit -f 64; exec \"$0\" \"$@\"";
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_tabiya"), "search", "-q", "-e", query, "-o", "out.pgn"]);
        command.arg("games.pgn").current_dir(place.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
        let run = finished(command.spawn().unwrap());
        assert_eq!(run.code, Some(2), "{run}");
        assert!(run.err.contains("cannot write out.pgn: File too large"), "{run}");
        assert_eq!(place.read("out.pgn"), "old");
        let partial = place.read("out.pgn.partial");
        assert!(partial.ends_with("1-0\n\n\n") && partial.len() > 20_000, "{} bytes", partial.len());
        std::fs::remove_file(place.path("out.pgn.partial")).unwrap();
        assert_eq!(others(&place), ["out.pgn"]);
    }
}

#[test]
fn scripts_are_converted_as_a_whole() {
    let place = Place::new();
    place.write("t.cql", "cql() ♖a1 -- ♚");
    for args in [&["-a", "t.cql"][..], &["-u", "t.cql"], &["-utf8", "t.cql", "-o", "u.cql"], &["-html", "t.cql"]] {
        let run = place.run(&[&["cql"], args].concat());
        assert_eq!(run.code, Some(0), "{run}");
    }
    let run = place.run(&["explain", "-e", "next (check check)", "--svg", "a.svg"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(others(&place), ["a.svg", "t-cql.html", "t.cql", "u.cql"]);
    assert!(place.read("a.svg").trim_end().ends_with("</svg>"));
}

#[test]
fn an_output_does_not_replace_what_the_query_reads_meanwhile() {
    let read = "#(readfile \"p.cqo\")>0";
    let outputs: [&[&str]; 4] = [
        &["-o", "p.cqo"],
        &["-o", "./link.cqo"],
        &["-o", "out.csv", "--report", "p.cqo"],
        &["-o", "out.csv", "--report", "link.cqo"],
    ];
    for output in outputs {
        let place = Place::new();
        place.write("p.cqo", "mine");
        std::fs::hard_link(place.path("p.cqo"), place.path("link.cqo")).expect("a link");
        let run = place.search(read, &[&["-q", "--format", "csv"], output].concat());
        assert!(run.code == Some(2) && run.err.contains("both an input and an output"), "{output:?}: {run}");
        assert_eq!((place.read("p.cqo"), place.read("link.cqo")), ("mine".into(), "mine".into()), "{output:?}");
        // What it writes itself it may read.
        let own = "writefile(\"q.cqo\" \"x\") #(readfile \"q.cqo\")>0";
        assert_eq!(place.search(own, &["-q", "-o", "own.csv"]).code, Some(0));
    }
}

#[test]
fn an_output_does_not_replace_what_a_condition_compares_with() {
    let within = "position in \"lines.txt\"";
    let commands: [&[&str]; 5] = [
        &["tree", "games.pgn", "--where", within, "-o", "lines.txt"],
        &["novelty", "old.pgn", "games.pgn", "--where", within, "-o", "lines.txt"],
        &["repertoire", "old.pgn", "games.pgn", "--where", within, "-o", "lines.txt"],
        &["explain", "-e", "next (position in \"lines.txt\")", "--svg", "lines.txt"],
        &["explain", "-e", within, "games.pgn", "--at", "1:2", "--svg", "lines.txt"],
    ];
    for args in commands {
        let place = Place::new();
        place.write("lines.txt", "1. e4 e5 *\n");
        place.write("old.pgn", "1. d4 *\n");
        let run = place.run(args);
        assert!(run.code == Some(2) && run.err.contains("both an input and an output"), "{args:?}: {run}");
        assert_eq!(place.read("lines.txt"), "1. e4 e5 *\n", "{args:?}");
    }
}
