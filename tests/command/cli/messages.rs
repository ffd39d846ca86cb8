//! The messages about missing and mistaken arguments.

use crate::cli::place::{GAMES, Place};
use insta::assert_snapshot;
use std::collections::BTreeSet;

#[test]
fn mistakes_on_the_command_line() {
    let place = Place::new();
    place.write("q.cql", "mate");
    assert_snapshot!("mistake_no_query", place.run(&["search", "games.pgn"]));
    assert_snapshot!("mistake_two_queries", place.run(&["search", "-e", "mate", "q.cql", "games.pgn"]));
    assert_eq!(place.search("mate", &["--format", "xml"]).code, Some(2));
    assert_eq!(place.search("mate", &["--game-range", "5..2"]).code, Some(2));
    assert_eq!(place.search("mate", &["--select", "fen=x"]).code, Some(2));
    assert_eq!(place.search("mate", &["--select", "a=ply", "--select", "a=depth"]).code, Some(2));
    assert_eq!(place.run(&["frobnicate"]).code, Some(2));
}

#[test]
fn a_query_in_the_wrong_place() {
    let place = Place::new();
    let run = place.run(&["search", "next (check)", "games.pgn"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("write `tabiya search -e 'next (check)' games.pgn`"), "{run}");
    let run = place.run(&["search", "mate", "games.pgn"]);
    assert!(run.err.contains("is `mate` the query?"), "{run}");
    let run = place.run(&["games.pgn", "mate"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("write `tabiya search -e QUERY games.pgn`"), "{run}");
    let run = place.run(&["frobnicate"]);
    assert!(run.err.ends_with("To search, write: tabiya search -e 'QUERY' games.pgn\n"), "{run}");
}

#[test]
fn a_query_in_the_place_of_a_command() {
    let place = Place::new();
    for args in [&["mate", "games.pgn", "-c"][..], &["{check mate}", "--count", "games.pgn"]] {
        let run = place.run(args);
        assert_eq!((run.code, run.out.as_str()), (Some(0), "1 of 3 games, 1 position\n"), "{run}");
    }
    let run = place.run(&["next (chek)", "games.pgn"]);
    assert!(run.code == Some(2) && run.err.contains("did you mean `check`?"), "{run}");
}

#[test]
fn short_names_of_formats() {
    let place = Place::new();
    for (short, long) in [("-c", "count"), ("--count", "count"), ("--json", "jsonl"), ("--csv", "csv")] {
        assert_eq!(place.search("mate", &[short]).out, place.search("mate", &["--format", long]).out, "{short}");
        assert_eq!(place.search("mate", &[short, "--format", "list"]).code, Some(2));
    }
    assert_eq!(place.search("mate", &["--json", "--csv"]).code, Some(2));
    assert_eq!(place.search("mate", &["-j", "2", "-c"]).out, "1 of 3 games, 1 position\n");
}

#[test]
fn colors_on_demand() {
    let place = Place::new();
    let colored = |when: &[&str]| place.search("mate", &[&["--format", "list"], when].concat()).out.contains("\u{1b}[");
    assert!(colored(&["--color", "always"]) && !colored(&["--color", "never"]) && !colored(&[]));
    assert_eq!(place.search("mate", &["--color", "sometimes"]).code, Some(2));
    let check = place.run(&["check", "--color=always", "-e", "chek"]);
    assert!(check.err.contains("\u{1b}["), "{check}");
}

/// The names of all commands, as the program lists them.
fn commands(place: &Place) -> Vec<String> {
    let help = place.run(&["--help"]).out;
    let (_, list) = help.split_once("\nSearch:\n").expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn short_help_fits_on_a_screen() {
    let place = Place::new();
    let mut pages = vec![place.command(&["-h"])];
    let names = commands(&place);
    pages.extend(names.iter().filter(|name| *name != "cql").map(|name| place.command(&[name, "-h"])));
    for mut page in pages {
        let help = String::from_utf8(page.env("COLUMNS", "80").output().unwrap().stdout).unwrap();
        assert!(help.lines().count() <= 40, "{} lines:\n{help}", help.lines().count());
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        assert!(help.contains("Examples:\n  tabiya "), "{help}");
    }
    let help = place.run(&["search", "-h"]).out;
    let heading = |name: &str| help.find(&format!("\n{name}:\n")).unwrap_or_else(|| panic!("{name}: {help}"));
    assert!(heading("Query") < heading("Games") && heading("Games") < heading("Output"), "{help}");
    assert!(!help.contains("--step-limit") && !help.contains("Advanced:"), "{help}");
    let bare = place.run(&[]);
    assert!(bare.err.matches("\n  tabiya ").count() >= 2, "{bare}");
}

/// `--help` has every option in at most 120 lines, except those of the topics, which it names.
#[test]
fn long_help_is_three_screens_and_topics_have_the_rest() {
    let place = Place::new();
    for name in commands(&place).iter().filter(|name| *name != "cql") {
        let page = place.command(&[name, "--help"]).env("COLUMNS", "100").output().unwrap();
        let help = String::from_utf8(page.stdout).unwrap();
        assert!(help.lines().count() <= 120, "{name}: {} lines:\n{help}", help.lines().count());
        assert!(!help.contains("--engine-nodes") && !help.contains("NO_COLOR"), "{help}");
        assert_eq!(place.run(&["help", name]).out, place.run(&[name, "--help"]).out);
    }
    let long = place.run(&["search", "--help"]).out;
    let at = |text: &str| long.find(text).unwrap_or_else(|| panic!("{text}: {long}"));
    let headings = ["\nQuery:\n", "\nOutput:\n", "\nOrder and choice:\n", "\nAdvanced:\n"];
    assert!(headings.is_sorted_by_key(|heading| at(heading)) && long.contains("Exit status: 0"), "{long}");
    for (topic, options) in [
        ("engines", &["--engine <PROGRAM>", "--engine-cache", "--syzygy"][..]),
        ("limits", &["--step-limit", "--state-limit", "--limits", "--sandbox", "--files"]),
        ("planner", &["--disable", "stored-columns"]),
        ("tallies", &["--avg", "--tally-order", "--at-least"]),
        ("environment", &["NO_COLOR", "TABIYA_RECIPES"]),
    ] {
        // Lines may be broken at any space.
        let words = long.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&format!("`tabiya help {topic}`")), "{long}");
        let run = place.run(&["help", topic]);
        assert!(run.code == Some(0) && !run.out.contains("--columns"), "{run}");
        options.iter().for_each(|option| assert!(run.out.contains(option), "{option}: {run}"));
        options.iter().for_each(|option| assert!(!long.contains(&format!("{option} ")), "{option}: {long}"));
    }
    assert!(place.run(&["rewrite", "--help"]).out.contains("-o '{eco}-{n}.pgn'\n"), "`{{n}}` is not the end of a line");
    let run = place.run(&["help", "nothing"]);
    assert!(run.code == Some(2) && run.err.contains("the topics are tallies, engines, limits"), "{run}");
    assert_eq!(place.run(&["help"]).out, place.run(&["--help"]).out);
    assert_eq!(place.run(&["help", "cql"]).out, place.run(&["cql", "-h"]).out);
}

#[test]
fn manual_pages() {
    let place = Place::new();
    let names = commands(&place);
    for name in &names {
        let page = place.run(&["man", name]);
        assert_eq!(page.code, Some(0), "{page}");
        assert!(page.out.contains(".SH ENVIRONMENT") && page.out.contains("NO_COLOR"), "{page}");
        assert!(name == "cql" || page.out.contains(".SH EXAMPLES"), "{page}");
    }
    let page = place.run(&["man", "search"]).out;
    for section in ["NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "EXAMPLES"] {
        assert!(
            page.contains(&format!(".SH {section}")) || page.contains(&format!(".SH \"{section}\"")),
            "{section}: {page}"
        );
    }
    assert!(!page.contains("EXTRA"), "{page}");
    assert_eq!(place.run(&["man", "nothing"]).code, Some(2));
    std::fs::create_dir(place.path("pages")).unwrap();
    assert_eq!(place.run(&["man", "--dir", "pages"]).code, Some(0));
    assert!(place.read("pages/tabiya.1").contains(".TH") && place.read("pages/tabiya-search.1") == page);
    let expected: BTreeSet<String> =
        names.iter().map(|name| format!("tabiya-{name}.1")).chain(["tabiya.1".into()]).collect();
    let files = std::fs::read_dir(place.path("pages")).unwrap().map(|file| file.unwrap().file_name());
    assert_eq!(files.map(|name| name.into_string().unwrap()).collect::<BTreeSet<_>>(), expected);
}

/// Whoever reads only the first line, as `head -1` does, gets no complaint.
#[test]
fn readers_that_go_early() {
    use std::io::Read as _;
    let place = Place::new();
    for args in [&["completions", "bash"][..], &["completions", "zsh"], &["man"], &["samples"], &["search", "--help"]] {
        let mut command = place.command(args);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 1]).unwrap();
        drop(out);
        let ended = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "", "{args:?}");
        assert!(ended.status.success(), "{args:?}: {}", ended.status);
    }
}

#[test]
fn help_names_the_command_and_scripts_of_shells_name_all() {
    let place = Place::new();
    assert_eq!(place.run(&["--version"]).out, concat!("tabiya ", env!("CARGO_PKG_VERSION"), "\n"));
    let names = commands(&place);
    for name in names.iter().filter(|name| *name != "cql") {
        for option in ["-h", "--help"] {
            let run = place.run(&[name, option]);
            assert!(run.code == Some(0) && run.out.contains(&format!("Usage: tabiya {name} ")), "{run}");
        }
    }
    let help = place.run(&["--help"]).out;
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = place.run(&["completions", shell]);
        let missing: Vec<&String> =
            names.iter().filter(|name| !run.out.contains(*name) || !help.contains(*name)).collect();
        assert!(run.code == Some(0) && missing.is_empty(), "{shell}: {missing:?}");
    }
}

/// The words of a line as a shell takes them.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            words.last_mut().unwrap().push_str(part);
            continue;
        }
        for (k, word) in part.split(' ').enumerate() {
            if k > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(word);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn examples_of_the_help_run() {
    let place = Place::new();
    place.write("knights.cql", "cql() attack (N A)");
    place.write("games.pgn.zst", zstd::encode_all(GAMES.as_bytes(), 3).unwrap());
    place.write("folder-of-games/a.pgn", GAMES);
    let help = place.run(&["search", "--help"]).out;
    let examples: Vec<&str> = help.lines().filter_map(|line| line.trim().strip_prefix("tabiya search -")).collect();
    assert!(examples.len() >= 4, "{help}");
    for example in examples {
        let words = words(&format!("search -{example}"));
        let run = place.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(matches!(run.code, Some(0 | 1)) && run.err.is_empty(), "{example}: {run}");
    }
    let run = place.run(&["search", "-e", "check x=k", "--select", "king=x", "--format", "csv", "games.pgn"]);
    assert!(run.out.lines().nth(1).is_some_and(|row| row.ends_with(",e7")), "{run}");
}

#[test]
fn limits_tell_what_counts() {
    let help = Place::new().run(&["search", "--help"]).out;
    let text = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("counts stop there as well"), "{help}");
}

#[test]
fn quiet_says_nothing() {
    let place = Place::new();
    let run = place.search("mate", &["--quiet", "--format", "list"]);
    assert_eq!(run.err, "");
}

#[test]
fn a_search_without_matches_says_what_the_games_have() {
    let place = Place::new();
    // Names of players are searched for otherwise.
    let note = |query: &str, more: &[&str]| {
        let run = place.search(query, &[more, &["--exact-names"]].concat());
        assert_eq!(run.code, Some(1), "{run}");
        run.err
    };
    let said = note("player \"blue\" mate", &["-c"]);
    assert!(said.contains("note: no game has `player \"blue\"`, but 1 game has `player \"Blue\"`"), "{said}");
    let said = note("event == \"FIRST\"", &["-c"]);
    assert!(said.contains("no game has `event == \"FIRST\"`, but 1 game has `event == \"First\"`"), "{said}");
    // Where the text is there as it is written, or not at all, capitals are not to blame.
    for query in ["player \"Blue\" ply > 500", "player \"nobody\"", "ply > 500", "not true"] {
        assert_eq!(note(query, &["-c"]), "", "{query}");
    }
    assert_eq!(note("player \"blue\"", &["-c", "-q"]), "");
    let json = note("player \"blue\"", &["-c", "--json-diagnostics"]);
    assert!(json.contains("\"code\":\"capitals\""), "{json}");
    // A search that finds something says nothing of the kind.
    assert_eq!(place.search("player \"blue\" or mate", &["-c"]).err, "");

    let said = note("eval > 300", &["-c"]);
    assert!(said.contains("no game has an evaluation, `[%eval ...]`; their comments have neither times nor"), "{said}");
    place.write("games.pgn", "1. e4 {[%clk 0:01:00]} e5 {[%clk 0:01:00]} 2. Nf3 {[%clk 0:00:50]} *\n");
    let said = note("evaldrop > 300", &["-c"]);
    assert!(said.contains("there are clock times in 1 game, times of moves in 1 game"), "{said}");
    assert_eq!(note("elapsed > 60", &["-c"]), "", "there are times, but none is so long");
    let said = note("clock > 60 eval", &["-c"]);
    assert!(said.contains("evaluation") && !said.contains("has a clock time"), "{said}");
    // A database keeps what the second look needs.
    let made = place.run(&["index", "games.pgn", "-o", "base.tabiya"]);
    assert_eq!(made.code, Some(0), "{made}");
    let stored = place.run(&["search", "-c", "-e", "eval > 300", "base.tabiya"]);
    assert!(stored.err.contains("no game has an evaluation"), "{stored}");
}
