//! `tabiya cql`: the options of CQL's command, what it prints, what it writes, how it ends.

use crate::cli::place::{Place, Run, finished};
use insta::assert_snapshot;
use std::process::Stdio;

/// A run of `tabiya cql` with the seconds of its summary taken out.
fn cql(place: &Place, args: &[&str]) -> Run {
    let mut run = place.run(&[&["cql"], args].concat());
    run.out = steady(&run.out);
    run
}

fn steady(out: &str) -> String {
    let line = |line: &str| match (line.find(" games in "), line.find(" seconds using ")) {
        (Some(from), Some(to)) => format!("{} games in S{}", &line[..from], &line[to..]),
        _ if line.starts_with("<CqlGuiVariable> seconds ") => "<CqlGuiVariable> seconds S".to_owned(),
        _ if line.starts_with("CQL version ") => "Tabiya".to_owned(),
        _ => line.to_owned(),
    };
    out.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The output of a script with options, and the text that is printed.
fn output(script: &str, args: &[&str]) -> (String, Run) {
    let place = Place::new();
    place.write("t.cql", script);
    let run = cql(&place, &[&["-i", "games.pgn", "-o", "out.pgn"], args, &["t.cql"]].concat());
    assert_eq!(run.code, Some(0), "{run}");
    (place.read("out.pgn"), run)
}

#[test]
fn a_run() {
    let (out, run) = output("cql()\nmate", &[]);
    assert_snapshot!("a_run", run);
    assert_snapshot!("a_run_output", out);
}

#[test]
fn the_same_through_a_link_named_cql() {
    let place = Place::new();
    place.write("t.cql", "cql(input games.pgn) mate");
    let link = place.path("cql");
    #[cfg(unix)]
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_tabiya"), &link).expect("a link");
    #[cfg(not(unix))]
    std::fs::copy(env!("CARGO_BIN_EXE_tabiya"), &link).expect("a copy");
    let mut command = std::process::Command::new(&link);
    command.arg("t").current_dir(place.path("")).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = finished(command.spawn().expect("it starts"));
    assert_eq!(run.code, Some(0), "{run}");
    assert!(run.out.contains("1 matches of 3 games in"), "{run}");
    assert!(run.out.contains(" to t-out.pgn\n"), "{run}");
    assert!(place.read("t-out.pgn").contains("3.Qxe5# {CQL} 1-0"));
}

#[test]
fn a_file_to_compare_with_is_told_of_and_names_the_sort_key() {
    let (out, run) = output("cql()\nsimilarposition \"games.pgn\"", &[]);
    assert!(run.out.contains("\nDb: read 3 games from submission file: games.pgn\n"), "{run}");
    assert!(out.contains("submission game: 1"), "{out}");
    let (_, run) = output("cql()\nmate", &["-similarposition", "nosort", "games.pgn"]);
    assert!(run.out.contains("\nDb: read 3 games from submission file: games.pgn\n"), "{run}");
}

#[test]
fn names_of_files() {
    let place = Place::new();
    place.write("sub/t.cql", "cql(input games.pgn output named.pgn) mate");
    place.write("plain.cql", "cql() mate");
    // No extension: `.cql`. The output stands in the folder where the command runs.
    assert!(cql(&place, &["sub/t"]).out.ends_with("to named.pgn\n"));
    let named_twice = cql(&place, &["-O", "x.PGN", "sub/t.cql"]).out;
    assert!(named_twice.contains("\nUsing command line argument for filename: x.PGN\n"), "{named_twice}");
    assert!(named_twice.ends_with("to x.PGN\n"));
    assert!(cql(&place, &["--Input", "games.pgn", "plain"]).out.ends_with("to plain-out.pgn\n"));
    assert!(
        cql(&place, &["-i", "games.pgn"])
            .out
            .ends_with("3 matches of 3 games in S seconds using 1 thread to cqldefault-out.pgn\n")
    );
    assert!(["named.pgn", "x.PGN", "plain-out.pgn", "cqldefault-out.pgn"].iter().all(|name| place.has(name)));
}

#[test]
fn what_is_refused() {
    let place = Place::new();
    place.write("t.cql", "cql(input games.pgn) mate");
    place.write("no-input.cql", "cql() mate");
    place.write("folder.pgn/x", "");
    place.write("twice.cql", "cql(input games.pgn matchcount 1 2 matchcount 3 4) mate");
    let refused: [&[&str]; 34] = [
        &["nothere"],
        &["t.txt"],
        &["no-input"],
        &["-i", "nothere.pgn", "t"],
        &["-i", "folder.pgn", "t"],
        &["-i", "games.txt", "t"],
        &["-o", "games.txt", "t"],
        &["-o", "folder.pgn", "t"],
        &["-i", "games.pgn", "-input", "games.pgn", "t"],
        &["-o", "a.pgn", "-o", "b.pgn", "t"],
        &["-i", "games.pgn", "-guipgnstdin", "t"],
        &["twice"],
        &["-quiet", "-silent", "t"],
        &["-quiet", "-quiet", "t"],
        &["-player", "", "t"],
        &["-white", "", "t"],
        &["-assign", "1x", "3", "t"],
        &["-hhdb", "gbr", "kings", "a1", "t"],
        &["-hhdb", "stipulation"],
        &["-similarposition", "t.cql"],
        &["-similarposition", "nosort", "t.cql", "t"],
        &["-player", "a", "-player", "b", "t"],
        &["t", "-s"],
        &["-g", "0", "t"],
        &["-g", "3", "2", "t"],
        &["-matchcount", "-1", "t"],
        &["-threads", "none", "t"],
        &["-outputbuffer", "100000", "t"],
        &["-result", "1-1", "t"],
        &["-event", "a\"b", "t"],
        &["-assign", "x.y", "3", "t"],
        &["-matchstring"],
        &["-hhdb", "nothing", "t"],
        &["-s", "-u", "t"],
    ];
    let mut said = String::new();
    for args in refused {
        let run = cql(&place, args);
        assert_eq!(run.code, Some(1), "{args:?}\n{run}");
        said += &format!("{}\n{}\n", args.join(" "), run.out.trim_start_matches("Tabiya\n").trim());
    }
    assert_snapshot!(said);
    assert!(!place.has("t-out.pgn"));
    for unknown in [&["-foo", "t"], &["-", "t"]] {
        let run = cql(&place, unknown);
        assert_eq!((run.code, run.err.as_str()), (Some(1), &*format!("unknown option: `{}`\n", unknown[0])));
        assert!(run.out.contains("usage: cql"));
    }
}

#[test]
fn what_is_wrong_with_filters_of_options_is_shown_at_the_option() {
    let place = Place::new();
    place.write("t.cql", "cql(input games.pgn)\nmate");
    place.write("open.cql", "cql(input games.pgn)\n(mate");
    place.write("faulty.cql", "cql(input games.pgn)\nmate chek");
    let said: Vec<String> = [
        &["-cql", "mate chek", "t"][..],
        &["-cql", "{mate", "t"],
        &["-fen", "8/8", "t"],
        &["-flip", "-cql", "check", "open"],
        &["-flip", "-wtm", "faulty"],
        &["-gui", "faulty"],
    ]
    .iter()
    .map(|args| {
        let run = cql(&place, args);
        assert_eq!(run.code, Some(1), "{run}");
        run.out
    })
    .collect();
    assert_snapshot!(said.join("\n"));
}

/// A filter that reaches out of its option: what it does to the script is shown neither first nor alone.
#[test]
fn an_option_that_reaches_into_the_script_is_to_blame() {
    let place = Place::new();
    place.write("t.cql", "cql(input games.pgn)\nmate");
    for text in ["mate} ~ /*", "mate} not in /*", "check} ~ //"] {
        let run = cql(&place, &["-cql", text, "t"]);
        assert!(run.code == Some(1) && run.out.contains(" --> option -cql:"), "{text}: {run}");
    }
}

#[test]
fn filters_of_options_come_before_those_of_the_script() {
    let count = |args: &[&str], script: &str| {
        let run = output(script, args).1;
        let line = run.out.lines().find(|line| line.contains(" matches of ")).map(str::to_owned);
        line.expect("a summary").split(' ').next().expect("a number").to_owned()
    };
    assert_eq!(count(&["-btm"], "cql() mate"), "1");
    assert_eq!(count(&["-wtm"], "cql() mate"), "0");
    assert_eq!(count(&["-assign", "x", "-3", "-assign", "s", "a b"], "cql() x==-3 s==\"a b\""), "3");
    assert_eq!(count(&["-cql", "function f(v){v==Qe5}", "-cql", "mate // of the king"], "cql() f(Q)"), "1");
    assert_eq!(count(&["-flipcolor"], "cql() Kg1|kd8|Qe4"), "0");
    assert_eq!(count(&["-flipcolor"], "cql() mate qe4"), "1");
    assert_eq!(count(&["-event", "Sec"], "cql() ."), "1");
    assert_eq!(count(&["-result", "1/2-1/2"], "cql() ."), "1");
    assert_eq!(count(&["-year", "1999", "2003"], "cql() ."), "1");
    assert_eq!(count(&["-year", "2004"], "cql() ."), "1");
    assert_eq!(count(&["-fen", "7k/8/8/6Q1/8/8/8/K7"], "cql() ."), "1");
    assert_eq!(count(&["-matchcount", "7", "9"], "cql() ."), "1");
    assert_eq!(count(&["-matchcount", "0"], "cql() mate"), "2");
    // The command line wins over the header.
    assert_eq!(count(&["-g", "2", "3"], "cql(gamenumber 1) ."), "2");
    assert_eq!(count(&["-variations"], "cql() variation"), "1");
    assert_eq!(count(&["-mainline"], "cql(variations) variation"), "0");
    assert_eq!(count(&["-virtualmainline"], "cql() variation"), "0");
}

#[test]
fn the_games_counted_are_those_that_were_read() {
    for (range, games) in [(&["-g", "1"][..], 2), (&["-g", "2", "3"], 3), (&["-g", "9"], 3)] {
        let run = output("cql() .", range).1;
        assert!(run.out.contains(&format!("matches of {games} games")), "{range:?} {run}");
    }
}

#[test]
fn comments_by_option() {
    let first = |script: &str, args: &[&str]| {
        let out = output(script, args).0;
        out.split("\n\n").nth(1).expect("moves").to_owned()
    };
    let script = "cql()\nmate comment(\"end\") comment(\"end\") sort \"moves\" {ply comment(\"here\") ply}";
    assert_snapshot!("comments_usual", first(script, &[]));
    assert_snapshot!(
        "comments_plain",
        first(script, &["-noheader", "-matchstring", "M", "-nouniquecomments", "-nosortcomments"])
    );
    assert_snapshot!("comments_quiet", first(script, &["-quiet"]));
    assert_snapshot!("comments_silent", first(script, &["-silent"]));
    assert_snapshot!("comments_always", first("cql()\nbtm comment(\"kept\") mate", &["-alwayscomment", "-noheaders"]));
    // Also those of attempts inside sequences and `find`.
    let always =
        |filter: &str| first(&format!("cql(quiet)\ninitial gamenumber==1 {filter}"), &["-alwayscomment", "-noheader"]);
    assert_eq!(
        always("path (-- {comment(ply) ply<3})+"),
        "1.e4 {1} 1...e5 {2} 2.Qh5 {3} ( 2.Bc4 {slow} 2...Nf6 ) 2...Ke7 3.Qxe5# 1-0"
    );
    assert_snapshot!("comments_always_in_line", always("line --> {comment(ply) ply<2}{+} --> ."));
    assert_snapshot!("comments_always_in_find", always("find {comment(ply) check}"));
    assert_snapshot!("comments_silent_and_quiet", first("cql(silent quiet)\nmate comment(\"x\")", &[]));
    assert_snapshot!("comments_quiet_and_silent", first("cql(quiet silent)\nmate comment(\"x\")", &[]));
}

#[test]
fn tags_and_comments_of_the_game_change() {
    let script =
        "cql(quiet variations)\nnot initial settag(\"Motif\" str(\"a\" \\n ply)) false or hascomment removecomment";
    let (out, _) = output(script, &[]);
    assert_snapshot!("tags_and_comments_changed", out);
    let (out, _) = output(script, &["-nosettag", "-noremovecomment"]);
    assert_snapshot!("tags_and_comments_kept", out);
}

#[test]
fn a_tag_is_one_line_whatever_breaks_its_value_has() {
    let (out, _) = output("cql()\ninitial settag(\"T\" \"a\"+\\n+\"b\"+\\r+\"c\")", &[]);
    assert!(out.contains("[T \"a b c\"]\n"), "{out}");
}

#[test]
fn transforms_of_the_command_line_include_positions_of_other_games() {
    let (_, run) = output("cql()\nsimilarposition nosort \"games.pgn\"", &["-flip"]);
    assert!(run.out.contains("3 matches of 3 games in"), "{run}");
}

#[test]
fn games_without_a_matching_position() {
    // A game that the query is not put to counts as one without matches.
    let (out, _) = output("cql(matchcount 0 1 sort matchcount 0 1 result 1-0) mate sort \"d\" ply", &[]);
    assert_snapshot!(out.split("\n\n").filter(|part| part.starts_with('{')).collect::<Vec<_>>().join("\n"));
}

#[test]
fn front_ends_get_their_lines() {
    let place = Place::new();
    place.write("t.cql", "cql(input games.pgn)\nmate message(\"there\") persistent found += 1");
    assert_snapshot!("front_end_gui", cql(&place, &["-gui", "-showmatches", "-lineincrement", "2", "t"]));
    let games = place.read("games.pgn");
    place.write("m.cql", "cql(silent)\nmate");
    let mut run = place.run_with(&["cql", "-guipgnstdin", "-guipgnstdout", "m"], games.as_bytes());
    run.out = steady(&run.out);
    assert_snapshot!("front_end_standard_streams", run);
    let bytes: usize =
        run.out.split("numberbytes=").nth(1).and_then(|rest| rest.split('>').next()?.parse().ok()).expect("a number");
    let text = run.out.split(">\n").nth(1).and_then(|rest| rest.split("</CqlGuiPgn").next()).expect("games");
    assert_eq!(text.len(), bytes);
}

#[test]
fn persistent_variables_are_printed() {
    let script = "cql()\npersistent nn += 1 persistent quiet hidden += 1 persistent text += \"a\" persistent kings |= k&initial false";
    let place = Place::new();
    place.write("t.cql", script.replace("k&initial", "{initial k}"));
    assert_snapshot!(cql(&place, &["-threads", "4", "-i", "games.pgn", "t"]));
}

#[test]
fn files_of_scripts() {
    let place = Place::new();
    place.write("names.cqo", "old");
    let script = "cql(input games.pgn)\ninitial writefile(\"names.cqo\" player white + \\n) message quiet(readfile \"names.cqo\")";
    place.write("t.cql", script);
    assert_snapshot!(cql(&place, &["t"]));
    assert_eq!(place.read("names.cqo"), "Blue, Ann\nSaid \\\"Sy\\\", \\\\ Müller\nC\n");
    for (filter, message) in [
        ("writefile(\"names.txt\" \"x\")", "the name must end in .cqo or .cql"),
        ("readfile (\"names.\" + \"txt\")", "the name must end in .cqo or .cql or .pgn"),
        ("readfile \"nothere.cqo\"", "cannot read `nothere.cqo`"),
        ("settag(\"White\" \"x\")", "cannot be set"),
        ("settag(\"A b\" \"x\")", "the name of a tag"),
        ("settag(\"A\" 3)", "takes a text"),
        ("cql_abort", "`cql_abort` was reached"),
        ("cql_assertvariations \"variations, please\"", "variations, please"),
        ("not nothing==3 nothing=3", "nothing"),
    ] {
        place.write("f.cql", format!("cql(input games.pgn)\n{filter}"));
        let run = cql(&place, &["f"]);
        assert_eq!(run.code, Some(1), "{filter}: {run}");
        assert!(run.out.contains(message), "{filter}: {run}");
        assert!(!place.has("f-out.pgn") && !place.has("f-out.pgn.partial"), "{filter}");
    }
    place.write("v.cql", "cql(input games.pgn)\ncql_assertvariations \"variations, please\" mate");
    assert_eq!(cql(&place, &["-variations", "v"]).code, Some(0));
}

#[test]
fn an_error_leaves_the_output_as_it_was() {
    let place = Place::new();
    place.write("out.pgn", "old");
    place.write("t.cql", "cql(input games.pgn)\ngamenumber==3 cql_abort");
    for threads in ["1", "3"] {
        let run = cql(&place, &["-o", "out.pgn", "-threads", threads, "t"]);
        assert_eq!(run.code, Some(1), "{run}");
        assert!(run.out.contains("game 3"), "{run}");
        assert_eq!(place.read("out.pgn"), "old");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn outputs_that_take_nothing() {
    let place = Place::new();
    place.write("t.cql", "cql(input games.pgn)\nmate");
    let run = cql(&place, &["-o", "/dev/full", "t"]);
    assert_eq!(run.code, Some(1), "{run}");
    assert!(run.out.contains("cannot write /dev/full"), "{run}");
    // The summary is lost: the games are written all the same, and the run says so.
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
    let mut command = place.command(&["cql", "t"]);
    let output = command.stdout(full).stderr(std::process::Stdio::piped()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write standard output"));
    assert!(place.read("t-out.pgn").contains("{CQL}"));
    // If the games themselves go there, they are lost, and the run reports it.
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
    let mut command = place.command(&["cql", "-guipgnstdout", "t"]);
    let output = command.stdout(full).stderr(std::process::Stdio::piped()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write standard output"));
}

#[test]
fn many_threads_write_what_one_writes() {
    let place = Place::new();
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/wild.pgn");
    place.write(
        "t.cql",
        "cql(variations)\ncheck sort \"men\" #[Aa] message(ply) line --> {check comment(\"c\" ply)} --> .",
    );
    let runs: Vec<(String, String)> = ["1", "2", "5"]
        .iter()
        .map(|threads| {
            let run = cql(&place, &["-i", games, "-threads", threads, "t"]);
            assert_eq!(run.code, Some(0), "{run}");
            let said = run.out.lines().filter(|line| !line.contains(" matches of "));
            (said.collect::<Vec<_>>().join("\n"), place.read("t-out.pgn"))
        })
        .collect();
    assert!(runs[0].1.len() > 10_000 && runs[0].0.contains("Game: 1 move"));
    assert!(runs.iter().all(|run| *run == runs[0]));
}

#[test]
fn long_texts_are_cut_where_cql_cuts_them() {
    let place = Place::new();
    let moves: String = (1..2_000).map(|i| format!("{i}. Nf3 Nf6 {}. Ng1 Ng8 ", i + 1)).collect();
    place.write("games.pgn", format!("[White \"A\"]\n\n{moves} *\n"));
    place.write("t.cql", "cql(input games.pgn)\ncomment(\"position \" ply \" of this game\")");
    let run = cql(&place, &["t"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(run.err.contains("the text of game 1 is cut at 105000 bytes"), "{run}");
    let out = place.read("t-out.pgn");
    assert_eq!(out.len(), 105_000 + " game truncated by CQL } * \n\n\n\n".len());
    assert!(out.ends_with(" game truncated by CQL } * \n\n\n\n"));
    cql(&place, &["-outputbuffer", "1000000", "t"]);
    assert!(place.read("t-out.pgn").ends_with("*\n\n\n"));
    let comments = |text: &str| {
        let loops = format!("nn=0 while (nn<1500) {{nn+=1 comment(\"{text} \" nn)}} comment(\"last\")");
        place.write("long.cql", format!("cql(input games.pgn)\nply==2 {loops}"));
        let run = cql(&place, &["-noheader", "long"]);
        (run.out.contains("\nIgnoring long comment in game: 1\n"), place.read("long-out.pgn"))
    };
    let (ignored, out) =
        comments(&"this is a long comment, as long as comments may well be, and its number is ".repeat(3));
    assert!(!ignored && out.contains("[cql truncate]...") && !out.contains("last"), "{out}");
    // With the blanks between them these are too many.
    let (ignored, out) = comments("n");
    assert!(ignored && !out.contains("n 1"), "{out}");
}

#[test]
fn scripts_in_other_spellings() {
    let place = Place::new();
    let ascii = "cql(input games.pgn)\n[RB]a1 -> k // R stays\nmessage(\"R -> k\") curpos:true\n";
    place.write("t.cql", ascii);
    assert_eq!(cql(&place, &["-u", "t.cql"]).code, Some(0));
    let unicode = place.read("t.cql");
    assert_eq!(unicode, "cql(input games.pgn)\n♖♗a1 → ♚ // R stays\nmessage(\"R -> k\") ∙:true\n");
    assert_eq!(cql(&place, &["t"]).code, Some(0));
    assert_eq!(cql(&place, &["-A", "t.cql"]).code, Some(0));
    assert_eq!(place.read("t.cql"), ascii.replace("curpos", "currentposition"));
    assert_eq!(cql(&place, &["-utf8", "t"]).out, format!("Tabiya\n{unicode}"));
    cql(&place, &["-utf8", "t", "-o", "g.cql"]);
    assert_eq!(place.read("g.cql"), unicode);
    cql(&place, &["-html", "t"]);
    assert_snapshot!("script_as_html", place.read("t-cql.html"));
    place.write("bad.cql", "cql() @");
    for option in ["-a", "-u", "-utf8"] {
        let run = cql(&place, &[option, "bad"]);
        assert_eq!((run.code, place.read("bad.cql").as_str()), (Some(1), "cql() @"), "{run}");
    }
    assert_eq!(cql(&place, &["-a", "nothere"]).code, Some(1));
    assert_eq!(cql(&place, &["-a"]).code, Some(1));
    let colors = place.run_with(&["cql", "-colorize"], b"mate ply<5 // end\n");
    let marked = "<span class=\"k\">mate</span> <span class=\"k\">ply</span><span class=\"o\">&lt;</span>\
                  <span class=\"n\">5</span> <span class=\"c\">// end</span>\n";
    assert_eq!(colors.out, marked);
    place.write("s.cql", "cql()\nx=♖ x&ka1-2");
    assert_snapshot!(
        "script_characters_tokens_tree",
        ["-echo", "-lex", "-parse"].map(|option| cql(&place, &[option, "s"]).out).join("\n")
    );
}

#[test]
fn looks_at_the_plan_and_at_the_words() {
    let place = Place::new();
    place.write("t.cql", "cql(input games.pgn)\nmate");
    assert_snapshot!(cql(&place, &["-debug", "-showfromstring", "-flip", "-btm", "t"]));
    let help = cql(&place, &["-hhdb", "help"]).out;
    let words: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    assert!(words.len() > 40, "{help}");
    for word in words {
        let run = cql(&place, &["-variations", "-hhdb", word, "-silent", "t"]);
        assert_eq!(run.code, Some(0), "{word}: {run}");
    }
    assert!(cql(&place, &["-hhdb", "award", "special", "max", "t"]).out.contains("0 matches of 3 games"));
    assert_eq!(cql(&place, &["-v", "-nonsense"]).out, "Tabiya\n");
    assert!(cql(&place, &[]).out.contains("usage: cql"));
}

#[test]
fn the_number_of_a_match_stands_before_what_is_wrong_with_its_text() {
    let place = Place::new();
    let own = "word ".repeat(800);
    place.write("long.pgn", format!("[Event \"a\"]\n[Result \"*\"]\n\n1. e4 {{{own}}} *\n"));
    place.write("t.cql", format!("cql()\nply==1 comment(\"{}\")", "x".repeat(498)));
    let run = cql(&place, &["-showmatches", "-s", "-i", "long.pgn", "-o", "out.pgn", "t.cql"]);
    assert_eq!(run.code, Some(0), "{run}");
    let (number, long) = (run.out.find("<1>"), run.out.find("Ignoring long comment in game: 1"));
    assert!(number.is_some() && number < long, "{run}");
}

#[test]
fn the_delete_character_in_a_comment_that_grows_becomes_a_question_mark() {
    let place = Place::new();
    place.write("delete.pgn", "[Event \"a\"]\n[Result \"*\"]\n\n1. e4 {a\u{7f}b} e5 {c\u{7f}d} *\n");
    place.write("t.cql", "cql(quiet)\nply==1 comment(\"e\u{7f}f\")");
    let run = cql(&place, &["-s", "-i", "delete.pgn", "-o", "out.pgn", "t.cql"]);
    assert_eq!(run.code, Some(0), "{run}");
    let out = place.read("out.pgn");
    assert!(out.contains("{a?b e?f}"), "{out}");
    assert!(out.contains("{c\u{7f}d}"), "{out}");
}

#[test]
fn words_of_hhdb_that_take_a_text_take_the_next_argument() {
    let place = Place::new();
    place.write("t.cql", "cql(input games.pgn) mate");
    let shown = |args: &[&str]| cql(&place, &[&["-i", "games.pgn", "-showfromstring"], args].concat()).out;
    let composer = shown(&["-hhdb", "composer", "t.cql"]);
    assert!(composer.contains("from the options: hhdb composer \"t.cql\"\n"), "{composer}");
    assert!(composer.ends_with("to cqldefault-out.pgn\n"), "{composer}");
    let stipulation = shown(&["-hhdb", "stipulation", "White to move and win", "t.cql"]);
    assert!(stipulation.contains("hhdb stipulation \"White to move and win\"\n"), "{stipulation}");
    let any = shown(&["-hhdb", "composer", "", "t.cql"]);
    assert!(any.contains("from the options: hhdb composer\n") && any.ends_with("to t-out.pgn\n"), "{any}");
}

#[test]
fn a_range_of_the_header_that_is_reversed_matches_nothing_unless_an_option_overrides_it() {
    let place = Place::new();
    for (header, option) in [("gamenumber 3 2", "-g"), ("matchcount 3 2", "-matchcount")] {
        place.write("t.cql", format!("cql(input games.pgn {header}) mate"));
        let run = cql(&place, &["t"]);
        assert_eq!(run.code, Some(0), "{run}");
        assert!(run.out.contains("0 matches of 3 games") || run.out.contains("0 matches of 2 games"), "{run}");
        assert!(run.err.contains("warning[reversed-range]") && run.err.contains("t.cql:1:"), "{run}");
        assert!(cql(&place, &[option, "1", "t"]).out.contains("1 matches of "), "{option}");
        let run = place.run(&["search", "-q", "--count", "-e", &format!("cql({header}) mate"), "games.pgn"]);
        assert_eq!(run.code, Some(1), "{run}");
        assert!(run.err.contains("warning[reversed-range]"), "{run}");
    }
}

#[test]
fn without_progress_no_numbers_of_matches_are_shown() {
    let place = Place::new();
    place.write("t.cql", "cql(input games.pgn) mate");
    assert!(cql(&place, &["-showmatches", "t"]).out.contains("<1>"));
    assert!(!cql(&place, &["-showmatches", "-nooutputstatus", "t"]).out.contains("<1>"));
}

#[test]
fn text_of_a_script_is_printed_letter_by_letter_where_nobody_looks() {
    let place = Place::new();
    place.write("t.cql", "cql(input games.pgn)\nmate message(ascii 7) persistent text+=ascii 27");
    let run = cql(&place, &["-gui", "t"]);
    assert!(run.out.contains(": \u{7}\n<CqlGuiMessage> Game: 1 "), "{run}");
    assert!(run.out.contains("text: \"\u{1b}\"\n\n<CqlGuiMessage>text: \"\u{1b}\"</CqlGuiMessage>\n"), "{run}");
}

#[test]
fn games_are_read_and_written_as_by_cql() {
    let place = Place::new();
    let moves = |pgn: &str, script: &str| {
        place.write("g.pgn", pgn);
        place.write("t.cql", format!("cql(input g.pgn silent variations)\n{script}"));
        let run = cql(&place, &["t"]);
        assert_eq!(run.code, Some(0), "{run}");
        let out = place.read("t-out.pgn");
        out.split_once("\n\n").map(|(_, moves)| moves.trim_end().replace('\n', " "))
    };
    let empty = "[Event \"x\"]\n\n{ } 1. e4 {} e5 ({ a  b } 1... d5 {} 2. d4) 2. d4 {} *\n";
    let written = "{} 1.e4 {} 1...e5 ( {a b} 1...d5 {} 2.d4 ) 2.d4 {} *";
    assert_eq!(moves(empty, "true").as_deref(), Some(written));
    let faulty = "[Event \"x\"]\n\n1. e4 e5 2. Ke3 {b} Qh4 *\n";
    assert!(moves(faulty, "hascomment \"b\"").is_some_and(|text| text.contains("Error reading move")));
    assert_eq!(moves(faulty, "not hascomment or removecomment").as_deref(), Some("1.e4 e5 *"));
    assert_eq!(moves(faulty, "hascomment \"Qh4\""), None);
    assert!(moves("[Event \"x\"]\n[Date \"2001-02-03\"]\n\n1. e4 *\n", "year==2001").is_some());
}

#[test]
fn front_ends_of_cql_find_their_lines() {
    let place = Place::new();
    let says = |args: &[&str]| place.run(&[&["cql"], args].concat());
    let is_version = |line: &str| {
        line.starts_with("CQL version ") && line.ends_with(" Gady Costeff and Lewis Stiller") && line.contains("Tabiya")
    };
    for option in ["--version", "-v"] {
        let run = says(&[option]);
        assert!(run.code == Some(0) && run.out.lines().count() == 1 && is_version(run.out.trim_end()), "{run}");
    }
    // What is wrong, the token where it is wrong, and its place; what is missing at the end has none.
    for (script, said) in [
        ("cql()\nmate chekc", "<IdToken: {Line 2, Column 6} \"chekc\">"),
        ("cql()\n\n  fen \"x\"", "<QuotedStringToken: {Line 3, Column 7} \"x\">"),
        ("cql(fast)\nmate", "<IdToken: {Line 1, Column 5} \"fast\">"),
        ("cql()\n", " (end of file)"),
    ] {
        place.write("s.cql", script);
        for args in [&["-parse", "-input", "g.pgn", "s.cql"][..], &["-i", "games.pgn", "s.cql"]] {
            place.write("games.pgn", super::place::GAMES);
            let run = says(args);
            let mut lines = run.out.lines().filter(|line| !line.is_empty());
            assert!(run.code == Some(1) && lines.next().is_some_and(is_version), "{run}");
            assert!(lines.next().is_some_and(|line| line.starts_with("CQL syntax error: ")), "{run}");
            assert!(run.out.contains(said), "{said}: {run}");
        }
    }
}

#[test]
fn filters_of_cqli_about_tags() {
    let place = Place::new();
    place.write(
        "g.pgn",
        "[Event \"E\"]\n[White \"W\"]\n[Annotator \"Me\"]\n[ECO \"A00\"]\n[Result \"*\"]\n\n1. e4 *\n\n",
    );
    let tags = |query: &str, more: &[&str]| {
        let run = place.run(&[&["search", "-q", "-e", query, "--format", "pgn", "g.pgn"], more].concat());
        run.out.lines().filter(|line| line.starts_with("[Annotator") || line.starts_with("[ECO")).count()
    };
    assert_eq!(tags("initial", &[]), 2);
    assert_eq!(tags("initial removetag \"Annotator\"", &[]), 1);
    assert_eq!(tags("initial removetag(\"Annotator\") removetag \"ECO\"", &[]), 0);
    // The last change of a tag counts.
    assert_eq!(tags("initial removetag \"Annotator\" settag(\"Annotator\" \"You\")", &[]), 2);
    assert_eq!(tags("initial settag(\"Annotator\" \"You\") removetag \"Annotator\"", &[]), 1);
    place.write("t.cql", "cql(input g.pgn output o.pgn)\ntrue removetag \"Annotator\"");
    place.run(&["cql", "t.cql"]);
    assert!(!place.read("o.pgn").contains("Annotator"));
    place.run(&["cql", "-nosettag", "t.cql"]);
    assert!(place.read("o.pgn").contains("Annotator"));
    for (query, words) in [
        ("removetag \"White\"", "bad-tag"),
        ("removetag \"FEN\"", "bad-tag"),
        ("currentfen ~~ \"K\"", "`fen`"),
        ("standardfen ~~ \"K\"", "`fen`"),
        ("zobristkey > 3", "CQLi"),
    ] {
        let run = place.run(&["check", "-e", query]);
        assert!(run.code == Some(2) && run.out.contains(words) | run.err.contains(words), "{query}: {run}");
    }
}
