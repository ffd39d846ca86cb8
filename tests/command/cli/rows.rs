//! Rows: their columns, which of them there are, in which order, how they are counted, and boards.

use crate::cli::place::Place;
use serde_json::{Value, json};

/// The rows of a search as JSON objects.
fn rows(place: &Place, query: &str, more: &[&str]) -> Vec<Value> {
    let run = place.search(query, &[&["--format", "jsonl"], more].concat());
    run.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{run}"))).collect()
}

#[test]
fn a_row_says_who_played_and_what() {
    let place = Place::new();
    let row = json!({
        "file": "games.pgn", "game": 1, "position": 5, "ply": 5, "white": "Blue, Ann", "black": "Green, Bob",
        "date": "1999.05.01", "event": "First", "eco": null, "result": "1-0", "move": "3. Qxe5#", "san": "Qxe5#",
        "uci": "h5e5", "fen": "rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3",
    });
    assert_eq!(rows(&place, "mate", &["--mainline"]), [row]);
    // Escapes in tags are resolved, and the start of a game has no move.
    let start = &rows(&place, "initial", &["--columns", "white,move,san,uci,round,Round,Annotator,year"])[1];
    let expected = json!({
        "white": "Said \"Sy\", \\ Müller", "move": null, "san": null, "uci": null, "round": "?", "Round": null,
        "Annotator": null, "year": null,
    });
    assert_eq!(*start, expected);
    let unknown = place.search("mate", &["--columns", "white,annotator", "--format", "csv"]);
    assert!(unknown.code == Some(2) && unknown.err.contains("there is no column `annotator`"), "{unknown}");
    let useless = place.search("mate", &["--columns", "white", "--format", "pgn"]);
    assert!(useless.code == Some(2) && useless.err.contains("--columns applies to tables"), "{useless}");
}

#[test]
fn sequences_sort_keys_and_selects_are_columns() {
    let place = Place::new();
    let columns = ["--columns", "position,start,end,length,moves,uci_moves"];
    let found = rows(&place, "next 3 9 (.* check)", &columns);
    let first = json!({
        "position": 0, "start": 0, "end": 5, "length": 6, "moves": "1. e4 e5 2. Qh5 Ke7 3. Qxe5#",
        "uci_moves": "e2e4 e7e5 d1h5 e8e7 h5e5",
    });
    assert_eq!(found[0], first);
    let paths = rows(&place, "path --(check)", &["--columns", "length,moves"]);
    assert_eq!(paths, [json!({"length": 1, "moves": "3. Qxe5#"})]);
    let focused = rows(&place, "path focus Q --+", &["--columns", "length,moves", "--first"]);
    assert_eq!(focused[0], json!({"length": 2, "moves": "2. Qh5 Ke7 3. Qxe5#"}));
    // A key without a name is called by its expression, and `ply` is a column already.
    let sorted = rows(&place, "terminal sort #A sort ply", &["--select", "eco=5", "--dialect", "6"]);
    assert_eq!(sorted[0]["#A"], 16);
    assert_eq!((&sorted[0]["ply"], &sorted[0]["sort ply"], &sorted[0]["eco"]), (&json!(6), &json!(6), &json!(5)));
    let tsv = place.search("terminal sort #A", &["--format", "tsv", "--columns", "game,#A", "--dialect", "6"]);
    assert_eq!(tsv.out, "game\t#A\n1\t16\n3\t16\n2\t2\n");
}

#[test]
fn comments_and_tags_are_columns() {
    let place = Place::new();
    let game = "[White \"A\"]\n[Annotator \"Me \\\"I\\\"\"]\n[Site \"\"]\n\n\
                1. f3 {[%clk 0:02:59.7] [%eval -0.5]} e5 {[%emt 0:00:07]} 2. g4 {[%eval #-1]} Qh4# *\n";
    place.write("games.pgn", game);
    let found = rows(&place, "ply>0", &["--columns", "plies,clock,elapsed,eval,eval_mate,tags"]);
    let tags = json!({"White": "A", "Annotator": "Me \"I\""});
    let row = |clock: Value, elapsed: Value, eval: Value, eval_mate: Value| json!({"plies": 4, "clock": clock, "elapsed": elapsed, "eval": eval, "eval_mate": eval_mate, "tags": tags});
    let none = Value::Null;
    let expected = [
        row(json!(179.7), none.clone(), json!(-50), none.clone()),
        row(none.clone(), json!(7), none.clone(), none.clone()),
        row(none.clone(), none.clone(), none.clone(), json!(-1)),
        row(none.clone(), none.clone(), none.clone(), none),
    ];
    assert_eq!(found, expected);
    let csv = place.search("ply==1", &["--format", "csv", "--columns", "plies,clock,tags"]);
    assert_eq!(
        csv.out,
        "plies,clock,tags\n4,179.7,\"{\"\"White\"\":\"\"A\"\",\"\"Annotator\"\":\"\"Me \\\"\"I\\\"\"\"\"}\"\n"
    );
    // A sort key keeps its name where such a column would have to be asked for, and is what the name stands for.
    let sorted = &rows(&place, "eval sort eval", &[])[0];
    assert_eq!((&sorted["eval"], sorted.get("sort eval")), (&json!(-50), None));
    assert_eq!(rows(&place, "mate sort \"plies\" ply+1", &["--columns", "plies"]), [json!({"plies": 5})]);
    // They are no facts that name a file, and no filters.
    let divided = place.search("mate", &["-o", "{tags}.csv"]);
    assert!(divided.code == Some(2) && divided.err.contains("`tags`, in braces"), "{divided}");
    let unsorted = place.search("mate", &["--sort", "plies"]);
    assert!(unsorted.code == Some(2) && unsorted.err.contains("cannot be sorted by the column `plies`"), "{unsorted}");
}

#[test]
fn several_queries_are_named_in_their_rows() {
    let place = Place::new();
    place.write("mates.cql", "mate");
    let args = ["-f", "mates.cql", "--format", "csv", "--columns", "query,game,move"];
    let run = place.search("stalemate", &args);
    assert_eq!(run.out, "query,game,move\nmates.cql,1,3. Qxe5#\nquery,2,60. Qg6\n");
    // The usual columns begin with the query only if there are several.
    assert!(place.search("mate", &["-f", "mates.cql", "--format", "csv"]).out.starts_with("query,file,game,"));
}

#[test]
fn tables_and_positions_for_other_programs() {
    let place = Place::new();
    let table = place.search("check", &["--format", "md", "--select", "king=k"]);
    assert_eq!(
        table.out,
        "| game | white | black | date | result | move | king |\n|---|---|---|---|---|---|---|\n\
         | 1 | Blue, Ann | Green, Bob | 1999.05.01 | 1-0 | 3. Qxe5# | e7 |\n"
    );
    let fens = place.search("stalemate", &["-o", "-", "--format", "fen"]);
    assert_eq!(fens.out, "7k/8/6Q1/8/8/8/8/K7 b - - 13 60\n");
    let epd = place.search("stalemate", &["--format", "epd", "--select", "a=A"]);
    assert_eq!(
        epd.out,
        "7k/8/6Q1/8/8/8/8/K7 b - - hmvc 13; fmvn 60; id \"games.pgn 2\"; \
         c0 \"Said 'Sy', \\ Müller - ?, ????.??.??, 1/2-1/2\"; c1 \"60. Qg6\"; c2 \"a=a1 g6\";\n"
    );
    for (name, start) in [("a.tsv", "file\tgame"), ("a.md", "| game |"), ("a.fen", "rnbq"), ("a.epd", "rnbq")] {
        assert_eq!(place.search("mate", &["-o", name]).code, Some(0));
        assert!(place.read(name).starts_with(start), "{name}");
    }
    let refused = place.search("mate", &["-o", "a.xml"]);
    assert!(refused.code == Some(2) && !place.has("a.xml"), "{refused}");
    assert!(refused.err.contains("no format belongs to the extension `.xml`; use .pgn, .csv"), "{refused}");
    assert_eq!(place.search("mate", &["-o", "a.xml", "--format", "md"]).code, Some(0));
}

#[test]
fn some_rows_of_each_game() {
    let place = Place::new();
    let played = |more: &[&str]| -> Vec<(u64, u64)> {
        let rows = rows(&place, "true", more);
        rows.iter().map(|row| (row["game"].as_u64().unwrap(), row["ply"].as_u64().unwrap())).collect()
    };
    assert_eq!(played(&["--first"]), [(1, 0), (2, 0), (3, 0)]);
    assert_eq!(played(&["--last"]), [(1, 5), (2, 1), (3, 6)]);
    assert_eq!(played(&["--per-game", "2"]), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)]);
    assert_eq!(place.search("true", &["--first", "--format", "count"]).out, "3 of 3 games, 3 positions\n");
    // Comments that mark the other matches go with them.
    let pgn = place.search("check or initial", &["--first", "--format", "pgn"]).out;
    assert_eq!(pgn.matches("{CQL").count() + pgn.matches(" CQL}").count(), 3, "{pgn}");
    assert_eq!(place.search("true", &["--first", "--last"]).code, Some(2));
}

/// A row for each position of a sequence: `position`, `move` and their like are those of the step.
#[test]
fn steps_of_sequences() {
    let place = Place::new();
    let columns = ["--mainline", "--rows", "steps", "--columns", "position,move,step,constituent,differs,length,x"];
    let steps = |query: &str| rows(&place, query, &[&columns[..], &["--select", "x=#A"]].concat());
    let found = steps("next (quiet:=(not check){3} check)");
    let row = |position: u32, step: u32, played: &str, constituent: &str| {
        json!({
            "position": position, "move": played, "step": step, "constituent": constituent, "differs": false,
            "length": 4, "x": 16,
        })
    };
    let expected = [
        row(2, 0, "1... e5", "quiet"),
        row(3, 1, "2. Qh5", "quiet"),
        row(4, 2, "2... Ke7", "quiet"),
        row(5, 3, "3. Qxe5#", "check"),
    ];
    assert_eq!(found, expected);
    let differs = |query: &str| -> Vec<Value> { steps(query).into_iter().map(|row| row["differs"].clone()).collect() };
    let found = differs("gamenumber == 1 initial next almost 1 (wtm check wtm)");
    assert_eq!(found, [json!(false), json!(true), json!(false)]);
    // By default the three columns come after those of sequences.
    let head = place.search("next (check mate)", &["--rows", "steps", "--format", "csv"]).out;
    assert!(head.trim_end().ends_with("moves,uci_moves,step,constituent,differs"), "{head}");
    for (query, more, code) in [
        ("mate", ["--format", "csv"], "no sequence"),
        ("next (check)", ["--format", "list"], "--rows applies"),
        ("next (check)", ["--tally", "result"], "cannot be used with"),
    ] {
        let refused = place.search(query, &[&["--rows", "steps"][..], &more].concat());
        assert!(refused.code == Some(2) && refused.err.contains(code), "{query}: {refused}");
    }
    let unknown = place.search("next (check)", &["--columns", "step", "--format", "csv"]);
    assert!(unknown.code == Some(2) && unknown.err.contains("there is no column `step`"), "{unknown}");
}

#[test]
fn games_in_which_nothing_matches() {
    let place = Place::new();
    let search = |query: &str, more: &[&str]| place.search(query, &[&["--unmatched"], more].concat());
    let columns = ["--format", "csv", "--columns", "game,white,position,move,fen,king", "--select", "king=k"];
    assert_eq!(
        search("mate", &columns).out,
        "game,white,position,move,fen,king\n2,\"Said \"\"Sy\"\", \\ Müller\",,,,\n3,C,,,,\n"
    );
    assert_eq!(search("mate", &["--format", "count"]).out, "2 of 3 games, 0 positions\n");
    assert_eq!(search("cql(matchcount 1 5) mate", &["--format", "count"]).out, "2 of 3 games, 0 positions\n");
    assert_eq!(search("mate", &["--format", "pgn"]).out.matches("[White ").count(), 2);
    let list = search("mate", &["--format", "list"]);
    assert_eq!(list.out.lines().count(), 2, "{list}");
    let nothing = search("true", &["--format", "csv", "--columns", "game"]);
    assert_eq!((nothing.code, nothing.out.as_str()), (Some(1), "game\n"));
    for more in [["--format", "fen"], ["--first", "--count"], ["--rows", "steps"]] {
        assert_eq!(search("mate", &more).code, Some(2), "{more:?}");
    }
}

#[test]
fn a_sample_depends_on_its_seed_only() {
    let place = Place::new();
    let games: String = (0..500).map(|i| format!("[White \"{i}\"]\n\n1. e4 e5 2. Ke2 *\n\n")).collect();
    place.write("games.pgn", games);
    let all = place.search("true", &["--format", "csv"]).out;
    let drawn = |seed: &str, threads: &str, format: &str| {
        let args = ["--sample-rows", "40", "--seed", seed, "--threads", threads, "--format", format];
        place.search("true", &args).out
    };
    let sample = drawn("1", "1", "csv");
    assert_eq!(sample, drawn("1", "4", "csv"));
    assert_ne!(sample, drawn("2", "1", "csv"));
    let (head, sampled) = sample.split_once('\n').unwrap();
    assert_eq!((head, sampled.lines().count()), (all.lines().next().unwrap(), 40));
    // Every row is one of all, and they come in the same order.
    let mut whole = all.lines();
    assert!(sampled.lines().all(|row| whole.any(|other| other == row)), "{sample}");
    assert_eq!(drawn("1", "2", "fen").lines().count(), 40);
    assert_eq!(place.search("mate", &["--sample-rows", "3"]).code, Some(1));
    // Nor does it depend on the names of the files.
    let rows = |name: &str| {
        let args = ["search", "-q", "-e", "true", "--csv", "--columns", "game,ply", "--sample-rows", "40", name];
        place.run(&args).out
    };
    place.write("other.pgn", place.read("games.pgn"));
    assert_eq!(rows("games.pgn"), rows("other.pgn"));
}

#[test]
fn the_command_line_sorts_before_the_query() {
    let place = Place::new();
    let order = |query: &str, more: &[&str]| -> Vec<u64> {
        rows(&place, query, &[&["--first"], more].concat()).iter().map(|row| row["game"].as_u64().unwrap()).collect()
    };
    assert_eq!(order("terminal", &["--sort", "ply"]), [3, 1, 2]);
    assert_eq!(order("terminal", &["--sort", "min ply"]), [2, 1, 3]);
    assert_eq!(order("terminal sort ply", &["--sort", "min ply", "--dialect", "6"]), [2, 1, 3]);
    assert_eq!(order("terminal", &["--sort", "player white"]), [2, 3, 1]);
    assert_eq!(order("terminal", &["--sort", "tag \"Event\"", "--limit", "1"]), [3]);
    assert_eq!(rows(&place, "mate", &["--sort", "#a"])[0]["#a"], 15);
    let wrong = place.search("mate", &["--sort", "check"]);
    assert_eq!(wrong.code, Some(2), "{wrong}");
    // The list shows the value at the match that has it, and at no other.
    let list = place.search("true", &["--sort", "ply", "--limit", "1", "-q"]).out;
    assert_eq!(list.matches("  ply: ").count(), 1, "{list}");
    assert!(list.lines().last().is_some_and(|line| line.contains("3... Bb4") && line.ends_with("  ply: 6")), "{list}");
}

#[test]
fn counts_by_value() {
    let place = Place::new();
    let list = place.search("true", &["-q", "--tally", "result"]).out;
    assert_eq!(
        list,
        "result   games  positions  share\n\
         *            1          7  33.3%  ████████████████████████\n\
         1-0          1          6  33.3%  ████████████████████████\n\
         1/2-1/2      1          2  33.3%  ████████████████████████\n"
    );
    let csv = place.search("true", &["--tally", "result", "--tally", "check", "--format", "csv"]).out;
    let expected = "result,check,games,positions,share\n*,,1,7,0.3333333333333333\n1-0,,1,5,0.3333333333333333\n1/2-1/2,,1,2,0.3333333333333333\n\
                    1-0,true,1,1,0.3333333333333333\n";
    assert_eq!(csv, expected);
    let cross = place.search("true", &["-q", "--tally", "result", "--tally", "check"]).out;
    assert_eq!(
        cross,
        "result \\ check  –  true  games  share\n\
         *               1            1  33.3%\n\
         1-0             1     1      1  33.3%\n\
         1/2-1/2         1            1  33.3%\n\
         games           3     1      3\n"
    );
    let lines = place.search("initial", &["--tally", "year", "--format", "jsonl", "--limit", "1"]).out;
    assert_eq!(lines, "{\"year\":1999,\"games\":1,\"positions\":1,\"share\":1}\n");
    // The number of threads changes nothing, and a value with a comma stays one value.
    let games: String = (0..900).map(|i| format!("[White \"A, {}\"]\n\n1. e4 *\n\n", i % 7)).collect();
    place.write("games.pgn", games);
    let tally = |threads: &str| place.search("true", &["--tally", "player white", "--threads", threads]).out;
    assert!(tally("1").contains("\nA, 0            129        258  14.3%"), "{}", tally("1"));
    assert_eq!(tally("1"), tally("4"));
    let refused = place.search("true", &["--tally", "year", "--format", "pgn"]);
    assert!(refused.code == Some(2) && refused.err.contains("--tally gives counts"), "{refused}");
}

#[test]
fn boards_in_the_list() {
    let place = Place::new();
    let args = ["-q", "--board", "--ascii", "--select", "king=k", "--limit", "1"];
    let list = place.search("mate", &args).out;
    assert_eq!(
        list,
        "1  Blue, Ann - Green, Bob, 1999, 1-0\n  \
         8 r n b q . b n r     3. Qxe5#       Black to move  king=e7\n  \
         7 p p p p(k)p p p\n  \
         6 . . . . . . . .\n  \
         5 . . . .[Q]. .[.]\n  \
         4 . . . . P . . .\n  \
         3 . . . . . . . .\n  \
         2 P P P P . P P P\n  \
         1 R N B . K B N R\n    \
         a b c d e f g h\n\n"
    );
    assert!(place.search("mate", &["-q", "--board"]).out.contains("7 ♟ ♟ ♟ ♟ ♚ ♟ ♟ ♟"));
    let elsewhere = place.search("mate", &["--board", "--format", "csv"]);
    assert!(elsewhere.code == Some(2) && elsewhere.err.contains("--board draws boards in the list"), "{elsewhere}");
}

#[test]
fn boards_of_positions() {
    let place = Place::new();
    let run = place.run(&["board", "--ascii", "4k3/8/8/8/8/8/4P3/4K3 b"]);
    assert_eq!(run.out.lines().nth(6), Some("2 . . . . P . . ."));
    assert!(run.out.ends_with("\n  a b c d e f g h\nBlack to move\n"), "{run}");
    // The fields may be arguments of their own.
    assert_eq!(place.run(&["board", "--ascii", "4k3/8/8/8/8/8/4P3/4K3", "b", "-", "-"]).out, run.out);
    let drawn = place.run(&["board", "4k3/8/8/8/8/8/4P3/4K3", "--svg", "b.svg"]);
    assert!(drawn.code == Some(0) && place.read("b.svg").starts_with("<svg"), "{drawn}");
    let wrong = place.run(&["board", "4k3/9"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("this is not a position in FEN"), "{wrong}");
}

#[test]
fn moves_and_tags_as_texts() {
    let place = Place::new();
    let value = |query: &str, value: &str, more: &[&str]| -> Vec<Value> {
        let select = format!("v={value}");
        rows(&place, query, &[&["--select", &select], more].concat())
            .into_iter()
            .map(|mut row| row["v"].take())
            .collect()
    };
    assert_eq!(value("mate", "san", &[]), ["Qxe5#"]);
    assert_eq!(value("mate", "parent:uci", &[]), ["e8e7"]);
    assert_eq!(value("initial", "san", &[]), [Value::Null, Value::Null, Value::Null]);
    assert_eq!(value("initial", "child:san", &[]), ["e4", "Qg6", "d4"]);
    // Inside a sequence and inside the target of a move, the move at hand.
    assert_eq!(rows(&place, "path --(san==\"Nf6\")", &["--columns", "game,uci"]), [json!({"game": 3, "uci": "c2c4"})]);
    assert_eq!(rows(&place, "next (san==\"e4\" uci==\"e7e5\")", &["--columns", "move"]), [json!({"move": "1. e4"})]);
    assert_eq!(value("initial gamenumber==2 move legal : {stalemate m=san}", "m", &[]), ["Qg6"]);
    assert_eq!(value("initial", "result", &[]), ["1-0", "1/2-1/2", "*"]);
    assert_eq!(rows(&place, "initial result==\"*\"", &["--columns", "game"]), [json!({"game": 3})]);
    assert_eq!(value("initial", "tag \"Result\"", &[]), ["1-0", "1/2-1/2", "*"]);
    assert_eq!(value("initial", "tag \"Round\"", &[]), [json!("1"), Value::Null, Value::Null]);
    place.write("elo.pgn", "[White \"A\"]\n[WhiteElo \"2700\"]\n[BlackTitle \"GM\"]\n\n1. e4 *\n");
    let args = ["search", "-e", "initial", "--format", "csv", "--columns", "w,b,f", "--select", "w=tag \"WhiteElo\""];
    let more =
        ["--select", "b=tag \"BlackTitle\"", "--select", "f=flipcolor{wtm tag \"WhiteTitle\"==\"GM\"}", "elo.pgn"];
    let run = place.run(&[&args[..], &more].concat());
    assert_eq!(run.out, "w,b,f\n2700,GM,\n", "{run}");
    // Who asks for a dialect of CQL gets its errors.
    let refused = place.search("tag \"Round\"==\"1\"", &["--dialect", "6"]);
    assert!(refused.code == Some(2) && refused.err.contains("bad-tag"), "{refused}");
}

#[test]
fn constituents_are_a_column() {
    let place = Place::new();
    let named = "initial next (start:=. quiet:=(not check)+ end:=check)";
    let columns = ["--columns", "length,constituents,from", "--select", "from=first(quiet)", "--limit", "1"];
    let constituents = json!([
        {"constituent": 1, "name": "start", "positions": [0]},
        {"constituent": 2, "name": "quiet", "positions": [1, 2, 3, 4]},
        {"constituent": 3, "name": "end", "positions": [5]},
    ]);
    assert_eq!(rows(&place, named, &columns)[0], json!({"length": 6, "constituents": constituents, "from": 1}));
    let csv = place.search(named, &[&["--format", "csv"], &columns[..]].concat());
    assert_eq!(csv.out, "length,constituents,from\n6,start:0 quiet:1-4 end:5,1\n");
    // The column is there by itself where constituents have names, and otherwise if it is asked for.
    assert!(rows(&place, named, &[])[0].get("constituents").is_some());
    let unnamed = "initial next (wtm btm+)";
    assert!(rows(&place, unnamed, &[])[0].get("constituents").is_none());
    let asked = place.search(unnamed, &["--format", "csv", "--columns", "constituents", "--limit", "1"]);
    assert_eq!(asked.out, "constituents\n1:0 2:1\n");
    let asked =
        |query: &str| rows(&place, query, &["--columns", "constituents", "--limit", "1"])[0]["constituents"].take();
    let part = |number: u32, position: u32| json!({"constituent": number, "name": null, "positions": [position]});
    assert_eq!(asked(unnamed), json!([part(1, 0), part(2, 1)]));
    assert_eq!(asked("initial next 0 9 (check*)"), json!([]), "no position is matched");
    assert_eq!(asked("initial next ({x=ply} .)"), Value::Null, "what has effects is not run a second time");
    // Measures are keys and counts like other values.
    let tally = place.search("next (quiet:=(not check)+ check)", &["--tally", "count(quiet)", "--format", "csv"]);
    assert!(tally.code == Some(0) && tally.out.contains('5'), "{tally}");
}

#[test]
fn the_list_shows_what_sequences_searches_and_echoes_found() {
    let place = Place::new();
    let list = |query: &str| {
        let run = place.search(query, &["--format", "list", "--limit", "1", "--mainline"]);
        assert!(run.code == Some(0), "{run}");
        run.out
    };
    // Also of quiet sequences, in alternatives and transforms, and of those that assign variables.
    assert!(list("initial line quiet --> .{3}").contains("line: 3 positions: 1. e4 e5"));
    assert!(list("initial path quiet --{2}").contains("path: 2 moves: 1. e4 e5"));
    assert!(list("initial {false or line --> .{3}}").contains("line: 3 positions: 1. e4 e5"));
    assert!(
        list("path focus [Qq] --{2}").contains("path: 2 moves: 2. Qh5 3. Qxe5#"),
        "{}",
        list("path focus [Qq] --{2}")
    );
    assert!(list("initial {{path --{2}} or mate}").contains("path: 2 moves: 1. e4 e5"));
    assert!(list("initial line --> {x=ply} --> .{2}").contains("line: 3 positions: 1. e4 e5"));
    assert!(list("ply==2 line <-- .{3}").contains("line: 3 positions: 1. e4 e5"));
    // The end of a line says nothing new where its start is shown.
    let all = list("line --> .{2}");
    assert!(all.contains("line: ") && !all.contains("End line"), "{all}");
    let found = list("initial find check");
    assert!(found.contains("  find: after 3. Qxe5#"), "{found}");
    assert!(list("initial find all ply<3").contains("  find: at the start, after 1. e4, 1... e5"));
    assert!(list("initial next* check").contains("  next*: after 3. Qxe5#"));
    assert!(list("ply==3 previous* initial").contains("  previous*: at the start"));
    assert!(list("initial find quiet check").lines().all(|line| !line.contains("find")));
    let echo = list("initial echo (source target) target:check");
    assert!(echo.contains("  echo: after 3. Qxe5#") && !echo.contains("source"), "{echo}");
}

#[test]
fn counts_and_sort_keys_by_the_names_of_columns() {
    let place = Place::new();
    let tally = |query: &str, names: &[&str]| -> String {
        let names: Vec<&str> = names.iter().flat_map(|name| ["--tally", name]).collect();
        place.search(query, &[&["--format", "csv"], &names[..]].concat()).out
    };
    let head = |name: &str| format!("{name},games,positions,share\n");
    assert_eq!(
        tally("initial gamenumber<3", &["white"]),
        head("white") + "\"Blue, Ann\",1,1,0.5\n\"Said \"\"Sy\"\", \\ Müller\",1,1,0.5\n"
    );
    assert_eq!(tally("initial", &["file"]), head("file") + "games.pgn,3,3,1\n");
    assert_eq!(
        tally("initial", &["Event"]),
        head("Event") + "First,1,1,0.3333333333333333\nSecond,1,1,0.3333333333333333\nThird,1,1,0.3333333333333333\n"
    );
    assert_eq!(tally("mate", &["move"]), head("move") + "3. Qxe5#,1,1,1\n");
    let lengths = tally("next 3 9 (.* check)", &["length"]);
    assert_eq!(lengths.lines().skip(1).collect::<Vec<_>>(), ["3,1,1,1", "4,1,1,1", "5,1,1,1", "6,1,1,1"]);
    // What the query or the command line names comes first.
    assert_eq!(tally("mate white=7", &["white"]).lines().count(), 0, "a reserved word is no variable");
    assert_eq!(tally("mate length=7", &["length"]), head("length") + "7,1,1,1\n");
    let selected = place.search("mate", &["--format", "csv", "--select", "who=player black", "--tally", "who"]).out;
    assert_eq!(selected, head("who") + "\"Green, Bob\",1,1,1\n");
    // Sets are no tags.
    assert_eq!(tally("mate", &["Qe5"]), head("Qe5") + "e5,1,1,1\n");

    place.write("elo.pgn", "[WhiteElo \"2500\"]\n\n1. e4 *\n\n[WhiteElo \"2700\"]\n\n1. d4 *\n");
    let sorted =
        place.run(&["search", "-e", "initial", "--sort", "whiteelo", "--columns", "game,whiteelo", "--csv", "elo.pgn"]);
    assert_eq!(sorted.out, "game,whiteelo\n2,2700\n1,2500\n", "{sorted}");
    let by_tag = place.search("initial", &["--sort", "min Event", "--columns", "game", "--csv"]);
    assert_eq!(by_tag.out, "game\n1\n2\n3\n", "{by_tag}");
    let refused = place.search("initial", &["--sort", "file"]);
    assert!(refused.code == Some(2) && refused.err.contains("cannot be sorted by the column `file`"), "{refused}");
}

#[test]
fn errors_in_sort_keys_and_counts_name_their_option() {
    let place = Place::new();
    let tally = place.search("mate", &["--tally", "whitelo"]);
    assert!(tally.code == Some(2) && tally.err.contains("--> --tally whitelo:1:1"), "{tally}");
    let sort = place.search("mate", &["--sort", "min whitelo"]);
    assert!(sort.code == Some(2) && sort.err.contains("--> --sort whitelo:1:1\n"), "{sort}");
    let select = place.search("mate", &["--select", "a=whitelo"]);
    assert!(select.code == Some(2) && select.err.contains("--> --select a:1:1"), "{select}");
}

#[test]
fn the_position_that_is_kept_has_the_value_that_sorts_it() {
    let place = Place::new();
    // Two games: the first one has the greater value later, the second one at its first match.
    place.write("games.pgn", "1. e4 d5 2. exd5 Qxd5 3. Nc3 *\n\n1. e4 e5 2. Nf3 *\n");
    let list =
        |more: &[&str]| place.search("ply > 0", &[&["-q", "--sort", "ply * (2 - gamenumber) + 2"], more].concat()).out;
    let first = list(&["--first"]);
    assert_eq!(
        first,
        "1  ? - ?, *\n  1. e4          Black to move  ply * (2 - gamenumber) + 2: 3\n\
         2  ? - ?, *\n  1. e4          Black to move  ply * (2 - gamenumber) + 2: 2\n"
    );
    let best = list(&["--best", "--limit", "1"]);
    assert_eq!(best, "1  ? - ?, *\n  3. Nc3         Black to move  ply * (2 - gamenumber) + 2: 7\n");
    assert!(list(&["--last", "--limit", "1"]).contains("3. Nc3 "));
    // The order is that of the values that are shown.
    let order = |more: &[&str]| -> Vec<Value> {
        let rows = rows(
            &place,
            "ply > 0",
            &[&["--sort", "ply * (3 - 2 * gamenumber)", "--columns", "game,ply"], more].concat(),
        );
        rows.into_iter().map(|mut row| json!([row["game"].take(), row["ply"].take()])).collect()
    };
    assert_eq!(order(&["--best"]), [json!([1, 5]), json!([2, 1])]);
    assert_eq!(rows(&place, "ply > 0", &["--sort", "min ply", "--best", "--columns", "ply"])[0], json!({"ply": 1}));
    let refused = place.search("mate", &["--best"]);
    assert!(
        refused.code == Some(2) && refused.err.contains("--best keeps the position with the best sort key"),
        "{refused}"
    );
}
