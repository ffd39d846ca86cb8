//! Queries: several at once, wrong ones, deep ones; `check` and `explain`.

use crate::cli::place::{DAMAGED, Place};
use insta::assert_snapshot;

#[test]
fn several_queries_keep_the_order_of_the_command_line() {
    let place = Place::new();
    place.write("q.cql", "mate");
    let run =
        place.run(&["search", "-e", "initial", "-f", "q.cql", "-e", "terminal", "--format", "count", "games.pgn"]);
    let expected =
        "3 of 3 games, 3 positions: query\n1 of 3 games, 1 position: q.cql\n3 of 3 games, 3 positions: query 2\n";
    assert_eq!(run.out, expected);
}

#[test]
fn everything_that_is_wrong_is_told_and_nothing_is_read() {
    let place = Place::new();
    place.write("bad.cql", "cql()\ncheck\nnext (mate\n");
    place.write("latin.cql", b"check\n\"M\xFCller\"");
    let args = [
        "search",
        "-f",
        "bad.cql",
        "-f",
        "missing.cql",
        "-f",
        "latin.cql",
        "-e",
        "nonsense",
        "missing.pgn",
        "-o",
        "x.pgn",
    ];
    assert_snapshot!(place.run(&args));
    assert!(!place.has("x.pgn") && !place.has("x.pgn.partial"));
}

#[test]
fn diagnostics_as_json() {
    let place = Place::new();
    place.write("bad.cql", "cql()\ncheck\n  é nonsense\n");
    let run = place.run(&["check", "--dialect", "6", "--json-diagnostics", "bad.cql"]);
    assert_eq!(run.code, Some(2));
    let first: serde_json::Value = serde_json::from_str(run.err.lines().next().unwrap()).unwrap();
    assert_eq!((&first["severity"], &first["file"], &first["line"]), (&"error".into(), &"bad.cql".into(), &3.into()));
    for key in ["code", "column", "end_line", "end_column", "message", "help"] {
        assert!(first.get(key).is_some(), "{key}: {first}");
    }
}

#[test]
fn warnings_change_no_answer() {
    let place = Place::new();
    let run = place.run(&["check", "--json-diagnostics", "-e", "wtm btm"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "query: good (dialect 6)\n"), "{run}");
    let warning: serde_json::Value = serde_json::from_str(&run.err).unwrap();
    assert_eq!((&warning["severity"], &warning["code"]), (&"warning".into(), &"never-matches".into()));
    assert_eq!((&warning["column"], &warning["end_column"]), (&5.into(), &8.into()));
    assert!(warning["help"].as_str().is_some_and(|help| help.contains("`or`")), "{warning}");
    // Options decide what is searched, and so what is warned of.
    let run = place.search("variation", &["-c"]);
    assert!(
        run.code == Some(1) && run.err.starts_with("warning[needs-variations]") && run.out.starts_with("0 of 3"),
        "{run}"
    );
    let run = place.search("variation", &["-c", "--variations"]);
    assert!(run.code == Some(0) && run.err.is_empty() && run.out.starts_with("1 of 3"), "{run}");
    let run = place.search("player \"C\" and \"X\"", &["-c"]);
    assert!(run.out.starts_with("1 of 3") && run.err.contains("write `player \"X\"`"), "{run}");
}

#[test]
fn scripts_of_the_first_versions_are_named() {
    let place = Place::new();
    place.write("old.cql", "(match\n (pgn \"games.pgn\")\n (output \"out.pgn\")\n (position Ka1 ; corner\n))\n");
    for args in [&["check", "old.cql"][..], &["search", "-f", "old.cql", "games.pgn"]] {
        let run = place.run(args);
        assert_eq!((run.code, run.err.matches("error[").count()), (Some(2), 1), "{run}");
        assert!(run.err.contains("error[old-script]") && run.err.contains("CQL 1 to 4"), "{run}");
    }
}

#[test]
fn errors_beyond_the_first_are_counted() {
    let place = Place::new();
    let names: String = (0..30).map(|i| format!("xx{i}\n")).collect();
    place.write("bad.cql", &names);
    let run = place.run(&["check", "bad.cql"]);
    assert_eq!((run.code, run.err.matches("error[").count()), (Some(2), 20));
    assert!(run.err.ends_with("note: bad.cql: and 10 more errors; --max-errors N shows more\n"), "{run}");
    assert_snapshot!("errors_counted", place.run(&["check", "--max-errors", "2", "bad.cql"]));
    assert_snapshot!(
        "errors_counted_json",
        place.run(&["check", "--max-errors", "1", "--json-diagnostics", "bad.cql"])
    );
    let all = place.run(&["explain", "--max-errors", "30", "bad.cql"]);
    assert_eq!((all.code, all.err.matches("error[").count(), all.err.contains("more error")), (Some(2), 30, false));
    let search = place.run(&["search", "--max-errors", "3", "-f", "bad.cql", "games.pgn"]);
    assert_eq!((search.code, search.err.matches("error[").count()), (Some(2), 3));
    assert_eq!(place.run(&["check", "--max-errors", "0", "bad.cql"]).code, Some(2));
    place.write("script.cql", format!("cql(input games.pgn)\n{names}"));
    assert!(place.run(&["cql", "script.cql"]).out.contains("and 10 more errors"));
}

#[test]
fn check() {
    let place = Place::new();
    place.write("good.cql", "cql(input x.pgn) mate");
    place.write("bad.cql", "mate (");
    let good = place.run(&["check", "good.cql"]);
    assert_eq!((good.code, good.out.as_str(), good.err.as_str()), (Some(0), "good.cql: good (dialect 6)\n", ""));
    let both = place.run(&["check", "bad.cql", "good.cql", "-e", "check"]);
    assert_eq!(both.code, Some(2));
    assert_eq!(both.out, "good.cql: good (dialect 6)\nquery: good (dialect 6)\n");
    assert_eq!(place.run_with(&["check", "-"], b"mate").code, Some(0));
    // CQL 6 demands a header.
    place.write("bare.cql", "mate");
    assert_eq!(place.run(&["check", "bare.cql"]).code, Some(0));
    let bare = place.run(&["check", "--dialect", "6", "bare.cql", "good.cql"]);
    assert!(bare.code == Some(2) && bare.err.contains("bare.cql:1:1") && bare.out.contains("good.cql: good"), "{bare}");
}

#[test]
fn deep_queries_end_with_a_message() {
    let place = Place::new();
    let deep = [
        format!("{}check{}", "(".repeat(10_000), ")".repeat(10_000)),
        format!("{}check{}", "{".repeat(10_000), "}".repeat(10_000)),
        format!("{}check", "not ".repeat(10_000)),
        format!("next ({}check{})", "(".repeat(10_000), ")*".repeat(10_000)),
    ];
    for query in &deep {
        place.write("deep.cql", query);
        let run = place.run(&["search", "-f", "deep.cql", "games.pgn"]);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("nested too deeply"), "{run}");
    }
    for query in [format!("check{}", " or check".repeat(10_000)), format!("0{} > 1", "+1".repeat(10_000))] {
        place.write("long.cql", query);
        assert_eq!(place.run(&["search", "-f", "long.cql", "--threads", "2", "games.pgn"]).code, Some(0));
    }
}

#[test]
fn explain() {
    let place = Place::new();
    assert_snapshot!(place.run(&["explain", "-e", "next (not check check* mate) btm"]));
    let dot = place.run(&["explain", "--dot", "-e", "next (not check check* mate)"]);
    assert!(dot.out.starts_with("digraph"), "{dot}");
    let run = place.run(&["explain", "--svg", "a.svg", "-e", "next (check mate) next (mate*)"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(place.read("a.svg").starts_with("<svg") && place.read("a-2.svg").starts_with("<svg"));
    assert_eq!(place.run(&["explain", "--svg", "b.svg", "-e", "mate"]).code, Some(2));
}

#[test]
fn planner_switches_change_nothing() {
    let place = Place::new();
    let plain = place.search("next (not check check)", &[]).out;
    for parts in ["columns", "automata", "reorder", "columns,automata,reorder"] {
        assert_eq!(place.search("next (not check check)", &["--disable", parts]).out, plain, "{parts}");
        // Sequences fill the same columns, however they are answered.
        let columns = ["--format", "csv", "--columns", "position,start,end,length,moves,constituents"];
        for query in ["next (wtm btm wtm)", "line --> wtm --> btm", "path -- --", "i=0 next ({i+=1 wtm} btm)"] {
            let usual = place.search(query, &columns);
            assert!(usual.out.lines().nth(1).is_some_and(|row| !row.contains(",,,")), "{query}: {usual}");
            assert_eq!(
                place.search(query, &[&columns[..], &["--disable", parts]].concat()).out,
                usual.out,
                "{parts} {query}"
            );
        }
    }
}

#[test]
fn parts_that_do_not_exist_cannot_be_switched_off() {
    let place = Place::new();
    let run = place.search("mate", &["--disable", "skip-moves", "--disable", "nonsense"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run}");
    assert!(
        run.err.contains("'nonsense'") && run.err.contains("columns, automata, reorder, blocks, skip-moves"),
        "{run}"
    );
}

#[test]
fn unread_moves_change_no_result() {
    let place = Place::new();
    for query in [
        "player \"C\" ply==2",
        "year == 1999 sort ply",
        "false",
        "result 1-0",
        "cql(matchcount 0) false",
        "move promote N",
        "ply > 80",
        "o-o-o or result 0-1",
    ] {
        for format in ["list", "pgn", "jsonl", "csv", "count"] {
            let run = place.search(query, &["--format", format]);
            let whole = place.search(query, &["--format", format, "--disable", "skip-moves"]);
            assert_eq!((run.code, &run.out), (whole.code, &whole.out), "{query}, {format}");
            let played = place.search(query, &["--format", format, "--disable", "tokens"]);
            assert_eq!((run.code, &run.out), (played.code, &played.out), "{query}, {format}");
        }
    }
}

#[test]
fn nobody_vouches_for_unread_moves() {
    let place = Place::new();
    place.write("damaged.pgn", DAMAGED);
    let search = |player: &str, more: &[&str]| {
        let query = format!("player \"{player}\"");
        place.run(&[&["search", "-e", query.as_str()], more, &["damaged.pgn"]].concat())
    };
    let (damaged, unread) =
        ("1 damaged game with moves that could not be read", "1 game ruled out without replaying the moves");
    let run = search("A", &[]);
    assert!(run.err.contains(&format!("{damaged}; {unread} (--check-moves replays them)")), "{run}");
    let run = search("B", &["--format", "count"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "1 of 2 games, 5 positions\n", ""), "{run}");
    let run = search("B", &["--format", "list"]);
    assert!(run.err.contains(unread), "{run}");
    for more in [["--check-moves"].as_slice(), &["--strict"], &["--report", "f.jsonl"], &["--disable", "skip-moves"]] {
        let run = search("B", more);
        assert!(run.err.contains(damaged) && !run.err.contains(unread), "{more:?} {run}");
        assert_eq!(run.code, Some(if more == ["--strict"] { 2 } else { 0 }), "{more:?} {run}");
    }
    assert!(place.read("f.jsonl").contains("\"game\":1"));
    // Moves that are not played, because their text shows that nothing matches, are as good as unread.
    let lost = |more: &[&str]| {
        place.run(&[&["search", "-e", "result 0-1", "--format", "list"], more, &["damaged.pgn"]].concat())
    };
    let run = lost(&[]);
    assert!(run.err.contains(unread) && !run.err.contains(damaged), "{run}");
    for more in [["--check-moves"].as_slice(), &["--warnings"], &["--disable", "tokens"], &["--disable", "skip-moves"]]
    {
        let run = lost(more);
        assert!(run.err.contains(damaged) && !run.err.contains(unread), "{more:?} {run}");
    }
}

#[test]
fn limits() {
    let place = Place::new();
    let states = place.search("next (check{20 30} mate{20})", &["--state-limit", "5"]);
    assert_eq!(states.code, Some(2));
    assert!(states.err.contains("error"), "{states}");
}

#[test]
fn errors_that_show_while_running() {
    let place = Place::new();
    let run = place.search("{btm x=1} or x==1", &["--dialect", "6"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("games.pgn:1 (byte 0): game 1: position 0: query: "), "{run}");
}

#[test]
fn messages_go_to_standard_error() {
    let place = Place::new();
    let run = place.search("mate message(\"done \" ply)", &[]);
    assert!(run.err.contains("done 5") && !run.out.contains("done"), "{run}");
}

#[test]
fn endgame_tables_are_asked() {
    let place = Place::new();
    place.write("ending.pgn", "[FEN \"k7/8/1K6/8/8/8/8/7R w - - 0 1\"]\n\n1. Rg1 Kb8 2. Rg8# *\n");
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    let args =
        ["search", "--syzygy", tables, "-e", "tablebase win", "--select", "dtz=dtz", "--format", "csv", "ending.pgn"];
    let run = place.run(&args);
    let rows: Vec<Vec<&str>> = run.out.lines().map(|line| line.split(',').collect()).collect();
    let found: Vec<(&str, &str)> = rows.iter().map(|row| (row[2], row[row.len() - 1])).collect();
    assert_eq!(found, [("position", "dtz"), ("0", "1"), ("2", "1")], "{run}");
    // A folder without tables is no answer to anything.
    let run = place.run(&["search", "--syzygy", ".", "-e", "tablebase win", "ending.pgn"]);
    assert!(run.code == Some(2) && run.err.contains("contains no Syzygy tables"), "{run}");
}

#[test]
fn games_that_do_not_meet_a_condition_are_passed_over() {
    let place = Place::new();
    place.write(
        "g.pgn",
        "[WhiteElo \"2700\"]\n\n1. e4 e5 *\n\n[WhiteElo \"2400\"]\n\n1. e4 c5 *\n\n1. d4 (1. e4) d5 *\n",
    );
    let run = place.run(&["index", "-q", "g.pgn", "-o", "g.tabiya"]);
    assert_eq!(run.code, Some(0), "{run}");
    let count = |games: &str, conditions: &[&str]| {
        let conditions = conditions.iter().flat_map(|query| ["--where", query]);
        let args: Vec<&str> = ["search", "-q", "-e", "ply==1", "-c", games].into_iter().chain(conditions).collect();
        place.run(&args).out
    };
    for games in ["g.pgn", "g.tabiya"] {
        assert_eq!(count(games, &[]), "3 of 3 games, 3 positions\n");
        assert_eq!(count(games, &["elo white >= 2400"]), "2 of 3 games, 2 positions\n");
        // It may match anywhere, and all conditions must.
        assert_eq!(count(games, &["Pe4", "elo white < 2500"]), "1 of 3 games, 1 position\n");
        assert_eq!(count(games, &["cql(variations) Pe4"]), "3 of 3 games, 3 positions\n");
    }
    let wrong = place.run(&["search", "-e", "check", "--where", "chekc", "g.pgn"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("chekc"), "{wrong}");
    // A condition that fails is an error, and its game is left out.
    let failing =
        place.run(&["search", "-e", "initial", "-c", "--where", "x=0 while (x < 1000000000) x = x + 1", "g.pgn"]);
    assert!(failing.code == Some(2) && failing.err.contains("--where: "), "{failing}");
    let input = place.run(&["search", "-e", "initial", "--where", "position in \"g.pgn\"", "--sample", "-o", "g.pgn"]);
    assert!(input.code == Some(2) && input.err.contains("both an input and an output"), "{input}");
}

/// Games that conditions exclude are no part of what is told of the others: neither of games without a match nor of shares.
#[test]
fn games_that_conditions_exclude_count_nowhere() {
    let place = Place::new();
    let game = |year: u32, result: &str, moves: &str| {
        format!("[Date \"{year}.??.??\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n")
    };
    let (black, white, quiet) = ("1. f3 e5 2. g4 Qh4#", "1. e4 f6 2. d4 g5 3. Qh5#", "1. e4 e5");
    let games =
        [(1950, "0-1", black), (1950, "0-1", quiet), (1960, "1-0", white), (1900, "0-1", black), (1900, "1-0", quiet)];
    place.write("g.pgn", games.map(|(year, result, moves)| game(year, result, moves)).concat());
    assert_eq!(place.run(&["index", "-q", "g.pgn", "-o", "g.tabiya"]).code, Some(0));
    for file in ["g.pgn", "g.tabiya"] {
        // The condition is one of tags, or one of moves.
        for condition in ["year >= 1950", "initial find {ply == 2 year >= 1950}"] {
            let run = |more: &[&str]| {
                let run = place.run(&[&["search", "-q", "-e", "mate", "--where", condition], more, &[file]].concat());
                assert_eq!(run.err, "", "{run}");
                run.out
            };
            assert_eq!(run(&["--unmatched", "--csv", "--columns", "game"]), "game\n2\n", "{file}");
            let shares = run(&["--tally", "result", "--rate", "--csv"]);
            let lines: Vec<Vec<&str>> = shares.lines().map(|line| line.split(',').collect()).collect();
            let of = lines[0].iter().position(|head| *head == "of").expect("a column");
            let by_result = |result: &str| lines.iter().find(|line| line[0] == result).map(|line| line[of]);
            // Black won two games of 1950, White one of 1960; those of 1900 would make them three and two.
            assert_eq!((by_result("0-1"), by_result("1-0")), (Some("2"), Some("1")), "{shares}");
        }
    }
}
