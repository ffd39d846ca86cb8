//! `tabiya tree`, `tabiya novelty`, `tabiya repertoire`, `tabiya dedupe`: forms of their results, what they refuse, databases in place of PGN.

use crate::cli::place::{GAMES, Place};
use serde_json::Value as Json;
use std::collections::HashSet;

/// Games with a transposition, ratings and results.
const OPENINGS: &str = "\
[White \"Blue, Ann\"]\n[Black \"Red, Bob\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2600\"]\n[Date \"2015.01.02\"]\n[Result \"1-0\"]\n
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n
[White \"Green\"]\n[Black \"Grey\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2500\"]\n[Date \"1999.??.??\"]\n[Result \"0-1\"]\n
1. Nf3 Nc6 2. e4 e5 3. Bc4 Bc5 0-1\n
[Result \"1/2-1/2\"]\n
1. d4 (1. e4 c5) d5 1/2-1/2\n";

fn openings() -> Place {
    let place = Place::new();
    place.write("o.pgn", OPENINGS);
    let run = place.run(&["index", "-q", "o.pgn", "-o", "o.tabiya"]);
    assert_eq!(run.code, Some(0), "{run}");
    place
}

#[test]
fn trees_of_fen_moves_and_databases_are_one() {
    let place = openings();
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let csv = |root: &str, games: &str| {
        let run = place.run(&["tree", root, games, "--csv", "-q"]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run}");
        run.out
    };
    let expected = "\
ply,line,move,uci,games,share,white,draws,black,score,score_low,score_high,rating,opponents,performance,last_year,ended,to,eco,opening
1,Bb5,Bb5,f1b5,1,0.5,1,0,0,1,0.20654931437723745,1,2700,2600,3400,2015,,,C60,Ruy Lopez
1,Bc4,Bc4,f1c4,1,0.5,0,0,1,0,0,0.7934506856227626,2400,2500,1700,1999,,,C50,Italian Game
";
    for root in ["1.e4 e5 2.Nf3 Nc6", "Nf3 Nc6 e4 e5", fen] {
        for games in ["o.pgn", "o.tabiya"] {
            assert_eq!(csv(root, games), expected, "{root} {games}");
        }
    }
    let first = place.run(&["tree", "o.tabiya", "--plies", "2", "--at-least", "1", "--csv"]);
    assert_eq!(first.out, place.run(&["tree", "o.pgn", "--plies", "2", "--at-least", "1", "--csv"]).out);
    assert!(first.out.contains("\n1,d4,d4,d2d4,1,0.3333333333333333,0,1,0,0.5,"), "{first}");
    assert!(first.out.contains("\n2,e4 e5,e5,e7e5,1,1,1,0,0,"), "{first}");
}

#[test]
fn sides_conditions_and_best_games() {
    let place = openings();
    let json = |more: &[&str]| {
        let run = place.run(&[&["tree", "-q", "--json", "o.pgn"], more].concat());
        serde_json::from_str::<Json>(&run.out).unwrap_or_else(|error| panic!("{error}: {run}"))
    };
    let all = json(&["--best"]);
    assert_eq!((&all["games"], &all["last_ply"], &all["score_of"]), (&3.into(), &50.into(), &"white".into()));
    assert_eq!(
        (&all["moves"][2]["san"], &all["moves"][2]["best"]),
        (
            &"e4".into(),
            &serde_json::json!(
        {"rating": 2650.0, "file": "o.pgn", "game": 1, "white": "Blue, Ann", "black": "Red, Bob", "year": 2015})
        )
    );
    let black = json(&["--side", "black"]);
    assert_eq!(black["moves"][2]["score"], 0.0);
    let rated = json(&["--where", "elo white > 2600", "--where", "year >= 2015"]);
    assert_eq!((&rated["games"], &rated["moves"][0]["san"]), (&1.into(), &"e4".into()));
    let query = place.run(&["tree", "-q", "-e", "move previous from B", "--plies", "2", "--csv", "o.pgn"]);
    assert_eq!(query.code, Some(0), "{query}");
    let list = place.run(&["tree", "1.e4 e5 2.Nf3 Nc6", "o.pgn", "--best"]);
    assert!(
        list.out.starts_with("after 1. e4 e5 2. Nf3 Nc6: 2 games in their first 50 plies; points of White"),
        "{list}"
    );
    assert!(list.out.contains("2650  Blue, Ann - Red, Bob, 2015 (1 in o.pgn)"), "{list}");
    let bars = place.run(&["tree", "o.pgn"]);
    assert!(bars.out.contains("100.0%") && bars.out.contains("█"), "{bars}");
}

#[test]
fn trees_count_variations_if_they_are_asked_to() {
    let place = openings();
    let csv = |more: &[&str]| place.run(&[&["tree", "-q", "--csv"], more].concat()).out;
    // The variation 1. e4 c5 of the third game.
    assert_eq!(csv(&["1.e4", "o.pgn"]).lines().filter(|line| line.contains(",c5,")).count(), 0);
    for games in ["o.pgn", "o.tabiya"] {
        let all = csv(&["1.e4", games, "--variations"]);
        assert!(all.contains("\n1,c5,c5,c7c5,1,0.5,0,1,0,"), "{all}");
    }
    let refused = place.run(&["tree", "-e", "check", "o.pgn", "--variations"]);
    assert!(refused.code == Some(2) && refused.err.contains("`variations` in its header"), "{refused}");
}

#[test]
fn a_tree_as_a_game_is_good_pgn() {
    let place = openings();
    for root in ["1.e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"] {
        let run = place.run(&["tree", "-q", root, "--plies", "6", "--at-least", "1", "o.pgn", "-o", "tree.pgn"]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run}");
        let strict =
            place.run(&["search", "-q", "-e", "terminal", "--variations", "--strict", "--format", "count", "tree.pgn"]);
        assert_eq!((strict.code, strict.err.as_str()), (Some(0), ""), "{strict}");
    }
    place.run(&["tree", "-q", "--plies", "6", "--at-least", "1", "o.pgn", "-o", "tree.pgn"]);
    let text = place.read("tree.pgn");
    assert!(
        text.contains(
            "{B00 King's Pawn Game; 1 of 3 games: +1 =0 -0, White 100.0% (21 to 100); rating 2700; last 2015}"
        ),
        "{text}"
    );
    let refused = place.run(&["tree", "check", "o.pgn", "--format", "pgn"]);
    assert_eq!(refused.code, Some(2), "{refused}");
}

#[test]
fn a_tree_becomes_an_opening_book_and_a_book_a_tree() {
    let place = openings();
    let run = place.run(&["tree", "-q", "--plies", "6", "--min", "1", "o.pgn", "-o", "book.bin"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run}");
    // 6 moves of the first game, 5 of the second one before it joins the first, 2 of the third.
    let csv = |more: &[&str]| place.run(&[&["tree", "-q", "--csv"], more].concat());
    let of_games = csv(&["o.pgn", "--plies", "6", "--min", "1"]);
    let of_book = csv(&["book.bin", "--plies", "6", "--min", "0"]);
    let moves =
        |csv: &str| csv.lines().skip(1).map(|row| row.split(',').nth(1).map(str::to_owned)).collect::<HashSet<_>>();
    assert_eq!(moves(&of_games.out), moves(&of_book.out), "{of_book}");
    assert!(of_book.out.starts_with("ply,line,move,uci,weight,share,"), "{of_book}");
    // 1. e4 won; 1. Nf3 lost, so that it has no points; 1. d4 was a draw.
    let list = place.run(&["tree", "-q", "book.bin", "--min", "0"]).out;
    let weights: Vec<Vec<&str>> = list.lines().skip(2).map(|line| line.split_whitespace().take(2).collect()).collect();
    assert_eq!(weights, [["e4", "2"], ["d4", "1"], ["Nf3", "0"], ["all", "3"]], "{list}");
    let pgn = place.run(&["tree", "-q", "book.bin", "--format", "pgn"]).out;
    assert!(pgn.contains("1. e4 {B00 King's Pawn Game; weight 2}"), "{pgn}");
    // 1... e5 lost: where no move has points, games count.
    let json: Json = serde_json::from_str(&place.run(&["tree", "-q", "1.e4", "book.bin", "--json"]).out).expect("JSON");
    assert_eq!((&json["weight"], &json["moves"][0]["san"], json.get("games")), (&1.into(), &"e5".into(), None));
    // A condition of a search: the positions in which the book has a move.
    let found =
        place.run(&["search", "-q", "-e", "position in \"book.bin\"", "--csv", "--columns", "game,ply", "o.pgn"]);
    let plies = |game: u32, last: u32| (0..=last).map(move |ply| format!("{game},{ply}\n"));
    let expected: String = plies(1, 5).chain(plies(2, 5)).chain(plies(3, 1)).collect();
    assert_eq!(found.out, format!("game,ply\n{expected}"), "{found}");
}

#[test]
fn books_are_refused_that_are_none() {
    let place = openings();
    place.write("short.bin", [1; 31]);
    place.write("order.bin", [[9; 16], [1; 16]].concat());
    place.write("empty.bin", "");
    for (book, what) in [("short.bin", "31 bytes"), ("order.bin", "entry 2"), ("empty.bin", "0 bytes")] {
        let run = place.run(&["tree", book]);
        assert!(run.code == Some(2) && run.err.contains(what) && run.err.contains(book), "{run}");
        let query = format!("position in \"{book}\"");
        let run = place.run(&["search", "-e", &query, "o.pgn"]);
        assert!(run.code == Some(2) && run.err.contains(what) && run.err.contains(book), "{run}");
    }
    place.run(&["tree", "-q", "o.pgn", "-o", "book.bin"]);
    for more in [&["o.pgn"][..], &["--best"], &["--where", "check"], &["--variations"], &["-o", "book.bin"]] {
        let run = place.run(&[&["tree", "book.bin"], more].concat());
        assert_eq!(run.code, Some(2), "{run}");
    }
    let games = place.run(&["search", "-e", "check", "book.bin"]);
    assert!(games.code == Some(2) && games.err.contains("an opening book"), "{games}");
    let none = place.run(&["tree", "-q", "1. h4", "book.bin"]);
    assert_eq!((none.code, none.out.as_str()), (Some(1), ""), "{none}");
}

#[test]
fn trees_and_boards_name_openings() {
    let place = openings();
    let all = place.run(&["tree", "-q", "--json", "--plies", "2", "--at-least", "1", "1.e4", "o.pgn"]);
    let all: Json = serde_json::from_str(&all.out).unwrap_or_else(|error| panic!("{error}: {all}"));
    assert_eq!(all["opening"], serde_json::json!({"eco": "B00", "name": "King's Pawn Game"}));
    // 2. Nf3 after 1. e4 e5, and the unnamed position after 1. e4 Nc6 2. Nf3 is none of these.
    let e5 = &all["moves"][0];
    assert_eq!((&e5["san"], &e5["opening"]["name"]), (&"e5".into(), &"Open Game".into()));
    assert_eq!(e5["next"]["moves"][0]["opening"]["eco"], "C40");
    let transposed = place.run(&["tree", "-q", "--json", "1.Nf3 Nc6 2.e4", "o.pgn"]);
    let transposed: Json = serde_json::from_str(&transposed.out).unwrap();
    assert_eq!(
        (&transposed["opening"]["eco"], &transposed["moves"][0]["opening"]["eco"]),
        (&"B00".into(), &"C44".into())
    );
    let query = place.run(&["tree", "-q", "--json", "-e", "initial", "o.pgn"]);
    let query: Json = serde_json::from_str(&query.out).unwrap();
    assert_eq!((&query["opening"], &query["moves"][0]["opening"]), (&Json::Null, &Json::Null));
    place.write("mine.tsv", "eco\tname\tpgn\nC20\tMine: Best\t1. e4 e5\n");
    let list = place.run(&["tree", "-q", "1.e4", "o.pgn", "--openings", "mine.tsv"]).out;
    assert!(list.contains("█  C20 Mine: Best\n") && !list.contains("King's Pawn Game"), "{list}");
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    for (more, end) in
        [(&[][..], "White to move\nC20 Open Game\n"), (&["--openings", "mine.tsv"], "\nC20 Mine: Best\n")]
    {
        let board = place.run(&[&["board", fen], more].concat());
        assert!(board.code == Some(0) && board.out.ends_with(end), "{board}");
    }
    let unnamed = place.run(&["board", "4k3/8/8/8/8/8/8/4K3 b"]);
    assert!(unnamed.out.ends_with("Black to move\n"), "{unnamed}");
    let refused = place.run(&["tree", "o.pgn", "--openings", "mine.tsv", "-o", "mine.tsv"]);
    assert!(refused.code == Some(2) && refused.err.contains("both an input and an output"), "{refused}");
    place.write("wrong.tsv", "C20\tMine\t1. e4 e5\nC20\tMine\t1. e4 e5 2. Ke3\n");
    for command in [&["board", fen][..], &["tree", "o.pgn"], &["search", "-e", "mate", "o.pgn"]] {
        let run = place.run(&[command, &["--openings", "wrong.tsv"]].concat());
        assert!(run.code == Some(2) && run.err.contains("wrong.tsv"), "{run}");
        assert!(run.err.contains("line 2: illegal move `Ke3`"), "{run}");
    }
}

#[test]
fn openings_are_columns_fields_and_counted() {
    let place = openings();
    let tagged = "[ECO \"B90\"]\n[Opening \"Sicilian\"]\n[Variation \"Najdorf\"]\n\n1. e4 c5 *\n\n";
    place.write("more.pgn", format!("{tagged}[ECO \"B90\"]\n\n1. e4 c5 2. c3 *\n"));
    let games = ["more.pgn", "o.pgn"];
    let search = |more: &[&str]| place.run(&[&["search", "-q", "-e", "initial"], more, &games].concat());
    let rows = "game,eco,opening,variation\n1,B90,Sicilian,Najdorf\n2,B90,Sicilian Defence,Alapin Variation\n\
                1,,Ruy Lopez,Morphy Defence\n2,,Italian Game,Giuoco Piano\n3,,Queen's Pawn Game,Closed Variation\n";
    let csv = search(&["--csv", "--columns", "game,eco,opening,variation"]);
    assert_eq!(csv.out, rows, "{csv}");
    let tally = search(&["--csv", "--tally", "eco", "--tally", "opening"]).out;
    assert!(tally.contains("B90,Sicilian,1,") && tally.contains(",Italian Game,1,"), "{tally}");
    let rate =
        place.run(&["search", "-q", "-e", "player \"Green\"", "--csv", "--tally", "opening", "--rate", "o.pgn"]).out;
    assert!(rate.contains("Italian Game,1,") && rate.contains("Ruy Lopez,0,"), "{rate}");
    let split = search(&["-o", "{opening}.pgn"]);
    assert_eq!(split.code, Some(0), "{split}");
    for file in ["Sicilian.pgn", "Sicilian Defence.pgn", "Ruy Lopez.pgn", "Italian Game.pgn", "Queen-s Pawn Game.pgn"] {
        assert!(place.has(file), "{file}: {:?}", place.names());
    }
    assert!(!place.read("Ruy Lopez.pgn").contains("Opening"), "games are written as they are");
    place.write("mine.tsv", "C20\tMine: Best\t1. e4 e5\n");
    let own = search(&["--openings", "mine.tsv", "--csv", "--columns", "eco,opening"]);
    assert_eq!(own.out, "eco,opening\nB90,Sicilian\nB90,\n,Mine\n,\n,\n", "{own}");
    let own = search(&["--openings", "mine.tsv", "--csv", "--tally", "opening"]).out;
    assert!(own.contains("Mine,1,") && !own.contains("Ruy Lopez"), "{own}");
    let refused = search(&["--openings", "mine.tsv", "--csv", "-o", "mine.tsv"]);
    assert!(refused.code == Some(2) && place.read("mine.tsv").starts_with("C20"), "{refused}");
}

#[test]
fn queries_know_the_opening() {
    let place = openings();
    // A name is that of the tags or, without them, of the last named position: both parts of it are from one source.
    let games = "[Opening \"Sicilian\"]\n[Variation \"Najdorf\"]\n\n1. d4 *\n\n[ECO \"B20\"]\n\n1. e4 c5 2. c3 *\n\n\
                 [Opening \"Our Defense: Best\"]\n\n1. e4 c5 2. c3 *\n\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Ke2 *\n";
    place.write("more.pgn", games);
    assert_eq!(place.run(&["index", "-q", "more.pgn", "-o", "more.tabiya"]).code, Some(0));
    place.write("own.tsv", "B20\tOwn: Name\t1. e4 c5\n");
    let own = &["--openings", "own.tsv"][..];
    let (tagged, mine) = ("1,Sicilian: Najdorf\n", "3,Our Defense: Best\n");
    let (alapin, named) = ("2,Sicilian Defence: Alapin Variation\n", "2,Own: Name\n");
    for (query, more, expected) in [
        ("opening", &[][..], [tagged, alapin, mine].concat()),
        ("opening", own, [tagged, named, mine].concat()),
        ("opening \"Alapin\"", &[], alapin.to_owned()),
        ("opening \"Sicilian\"", &[], [tagged, alapin].concat()),
        ("opening \"Sicilian Defense\"", &[], alapin.to_owned()),
        ("opening \"Sicilian Defence:\"", &[], alapin.to_owned()),
        ("opening \"Our Defence\"", &[], mine.to_owned()),
        ("not opening", &[], "4,\n".to_owned()),
        ("check or \"Own\" in opening", own, named.to_owned()),
    ] {
        for file in ["more.pgn", "more.tabiya"] {
            let query = format!("initial {{{query}}}");
            let args =
                ["search", "-q", "-e", &query, "--csv", "--columns", "game,name", "--select", "name=opening", file];
            let run = place.run(&[&args, more].concat());
            assert_eq!(run.out, format!("game,name\n{expected}"), "{query} {file}: {run}");
        }
    }
    let sorted = place.run(&[
        "search",
        "-q",
        "-e",
        "initial",
        "--sort",
        "min opening",
        "--csv",
        "--columns",
        "game",
        "more.tabiya",
    ]);
    assert_eq!(sorted.out, "game\n3\n2\n1\n4\n", "{sorted}");
}

#[test]
fn what_trees_refuse() {
    let place = openings();
    for (args, text) in [
        (&["tree", "1.e4 e5 2.Ke3", "o.pgn"][..], "illegal move `2.Ke3`: no king can reach e3, after 2 plies"),
        (&["tree", "8/8/8/8/8/8/8/9 w", "o.pgn"], "this is not a position in FEN"),
        (&["tree", "missing.pgn"], "missing.pgn"),
        (&["tree", "chek", "o.pgn"], "there is no filter or variable `chek`"),
        (&["tree", "1.e4", "o.pgn", "-o", "o.pgn"], "this file is both an input and an output"),
        (&["tree", "1.e4"], "no games were given"),
    ] {
        let run = place.run(args);
        assert!(run.code == Some(2) && run.err.contains(text) && run.out.is_empty(), "{args:?}: {run}");
    }
    let nothing = place.run(&["tree", "1.a4", "o.pgn", "-o", "none.csv"]);
    assert_eq!((nothing.code, place.has("none.csv")), (Some(1), false), "{nothing}");
    let stream = place.run_with(&["tree", "-q", "1.e4", "-", "--csv"], OPENINGS.as_bytes());
    assert_eq!(stream.out.lines().count(), 2, "{stream}");
}

#[test]
fn novelties_as_list_table_and_json() {
    let place = openings();
    place.write("new.pgn", "[White \"Pink\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2300\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6 *\n\n1. d4 d5 *\n");
    let run = |more: &[&str]| place.run(&[&["novelty", "o.pgn", "new.pgn"], more].concat());
    let list = run(&[]);
    assert_eq!(
        (list.code, list.out.as_str()),
        (Some(0), "     1  3... Nf6             1 game before  Pink - ?, *\n"),
        "{list}"
    );
    assert_eq!(list.err, "note: 2 games compared with 3 older ones: 1 with a novelty, 1 known to the end\n");
    let csv = run(&["--csv", "-q"]).out;
    assert_eq!(csv, place.run(&["novelty", "-q", "o.tabiya", "new.pgn", "--csv"]).out);
    assert!(csv.ends_with(
        "new.pgn,1,Pink,?,2500,2300,????.??.??,?,*,6,3... Nf6,1,r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 4\n"
    ), "{csv}");
    let json: Json = serde_json::from_str(&run(&["--json"]).out).expect("JSON");
    assert_eq!((&json["ply"], &json["before"], &json["white_elo"]), (&6.into(), &1.into(), &2500.into()));
    assert_eq!(run(&["--plies", "1-5"]).code, Some(1));
    assert_eq!(run(&["--min-elo", "2400"]).code, Some(1));
    assert_eq!(run(&["--min-elo", "2300", "--where", "elo white > 2400"]).code, Some(0));
    assert_eq!(run(&["-o", "new.pgn"]).code, Some(2));
    for (old, new) in [("missing.pgn", "new.pgn"), ("o.pgn", "missing.pgn")] {
        let missing = place.run(&["novelty", "-q", old, new]);
        assert_eq!((missing.code, missing.out.as_str()), (Some(2), ""), "{missing}");
        assert!(missing.err.contains("missing.pgn"), "{missing}");
    }
    place.write("empty.pgn", "");
    let nothing_new = place.run(&["novelty", "-q", "missing.pgn", "empty.pgn"]);
    assert!(nothing_new.code == Some(2) && nothing_new.err.contains("missing.pgn"), "{nothing_new}");
    assert_eq!(run(&["-o", "found.csv", "-q"]).code, Some(0));
    assert_eq!(place.read("found.csv"), csv);
}

/// Nobody leaves a line that has ended, so that no side is charged with it.
#[test]
fn games_that_go_past_a_line_are_left_by_nobody() {
    let place = openings();
    place.write("lines.pgn", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 (3. d4) *\n");
    let run = |more: &[&str]| place.run(&[&["repertoire", "lines.pgn", "o.pgn", "-q"], more].concat()).out;
    let by: Vec<String> = run(&["--csv"])
        .lines()
        .skip(1)
        .map(|row| {
            row.split(',')
                .rev()
                .nth(if row.contains('"') && !row.contains(",,") { 4 } else { 3 })
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    assert_eq!(by.iter().filter(|by| by.is_empty()).count(), 1, "{by:?}");
    let (white, black) = (run(&["--by", "white"]), run(&["--by", "black"]));
    assert_eq!((white.lines().count(), black.lines().count()), (2, 0), "{white}{black}");
    assert!(!white.contains("the line ends here"), "{white}");
    let both = place.run_with(&["novelty", "-", "-"], b"1. e4 *\n");
    assert!(both.code == Some(2) && both.err.contains("standard input cannot stand for both sides"), "{both}");
}

#[test]
fn games_leave_a_repertoire_as_list_table_and_json() {
    let place = openings();
    place.write("lines.pgn", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 (3. d4) *\n");
    let run = |more: &[&str]| place.run(&[&["repertoire", "lines.pgn", "o.pgn"], more].concat());
    let list = run(&[]);
    assert_eq!(
        list.out,
        "     1  3... a6       the line ends here            Blue, Ann - Red, Bob, 2015, 1-0\n\
         \x20    2  3. Bc4        white left: 3. Bb5, 3. d4     Green - Grey, 1999, 0-1\n\
         \x20    3  1. d4         white left: 1. e4             ? - ?, 1/2-1/2\n",
        "{list}"
    );
    assert_eq!(
        list.err,
        "note: 3 games compared with 9 positions of 1 game: 2 left by White, 0 by Black, 1 beyond the end of a line, 0 \
         inside to the end, 0 never in it\n"
    );
    let csv = run(&["--csv", "-q", "--where", "result 0-1"]).out;
    assert_eq!(
        csv,
        "file,game,white,black,white_elo,black_elo,date,event,result,ply,by,move,repertoire,fen\n\
         o.pgn,2,Green,Grey,2400,2500,1999.??.??,?,0-1,5,white,3. Bc4,\"3. Bb5, 3. d4\",\
         r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq e6 0 3\n"
    );
    let base = place.run(&["repertoire", "lines.pgn", "o.tabiya", "--json", "-q", "--plies", "5"]);
    let json: Json = serde_json::from_str(&base.out).expect("JSON");
    assert_eq!(
        (&json["repertoire"], &json["by"]),
        (&serde_json::json!(["3. Bb5", "3. d4"]), &"white".into()),
        "{base}"
    );
    assert_eq!(run(&["--by", "white", "-q"]).out.lines().count(), 2);
    let none = run(&["--by", "black", "--plies", "1-3"]);
    assert_eq!((none.code, none.out.as_str()), (Some(1), ""), "{none}");
    assert_eq!(run(&["-o", "lines.pgn"]).code, Some(2));
    for (lines, games) in [("missing.pgn", "o.pgn"), ("lines.pgn", "missing.pgn")] {
        let missing = place.run(&["repertoire", "-q", lines, games]);
        assert!(missing.code == Some(2) && missing.err.contains("missing.pgn"), "{missing}");
    }
    place.write("empty.pgn", "");
    let empty = place.run(&["repertoire", "empty.pgn", "o.pgn"]);
    assert!(empty.code == Some(2) && empty.err.contains("the repertoire contains no game"), "{empty}");
    // The filter for searches agrees.
    let search = "parent:position in \"lines.pgn\" not position in \"lines.pgn\"";
    let found = place.run(&["search", "-q", "-e", search, "--csv", "--columns", "game,ply", "--mainline", "o.pgn"]);
    assert_eq!(found.out, "game,ply\n1,6\n2,1\n2,5\n3,1\n", "{found}");
}

#[test]
fn a_repertoire_is_compared_with_itself() {
    let place = openings();
    place.write(
        "lines.pgn",
        "[Event \"Spanish\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *\n\n\
         [White \"Italian\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 *\n",
    );
    let run = |more: &[&str]| place.run(&[&["repertoire", "lines.pgn", "--conflicts"], more].concat());
    let list = run(&[]);
    assert_eq!(
        list.out,
        "1. r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n\
         \x20    1  3. Bb5        Spanish                   1. e4 e5 2. Nf3 Nc6 3. Bb5\n\
         \x20    2  3. Bc4        Italian - ?, *            1. e4 e5 2. Nf3 Nc6 3. Bc4\n"
    );
    assert!(list.err.contains("9 positions of 2 games: 1 in which White has several moves"), "{list}");
    let csv = run(&["--by", "black", "--csv", "-q"]).out;
    assert!(
        csv.starts_with(
            "file,game,white,black,white_elo,black_elo,date,event,result,position,ply,move,games,line,fen\n"
        )
    );
    let ends: Vec<&str> = csv.lines().skip(1).map(|row| row.split("*,").nth(1).unwrap_or_default()).collect();
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let fen = csv.lines().nth(1).map_or(fen, |row| row.rsplit(',').next().unwrap_or_default());
    assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"), "{csv}");
    assert_eq!(ends, [format!("1,2,1... e5,2,1. e4 e5,{fen}"), format!("1,2,1... c5,1,1. e4 c5,{fen}")]);
    let none = run(&["--plies", "1-4"]);
    assert_eq!((none.code, none.out.as_str()), (Some(1), ""), "{none}");
    assert_eq!(run(&["o.pgn"]).code, Some(2));
    assert_eq!(
        run(&["--tally", "move", "-q", "--csv"]).out,
        "move,games,positions,share\n3. Bb5,1,1,0.5\n3. Bc4,1,1,0.5\n"
    );
}

#[test]
fn rows_are_counted() {
    let place = openings();
    place.write("lines.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. d4) *\n");
    let run = |more: &[&str]| place.run(&[&["repertoire", "-q", "lines.pgn", "o.pgn", "--tally"], more].concat());
    assert_eq!(
        run(&["by"]).out,
        "by     games  positions  share\n\
         white      2          2  66.7%  ████████████████████████\n\
         –          1          1  33.3%  ████████████\n"
    );
    let json = run(&["move", "--json"]).out;
    assert!(
        json.starts_with("{\"move\":\"1. d4\",\"games\":1,\"positions\":1,\"share\":0.3333333333333333}\n"),
        "{json}"
    );
    let wrong = run(&["moves"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("ply, by, move, repertoire, fen"), "{wrong}");
    // The old games have one of the three first moves.
    place.write("old.pgn", "1. e4 e5 *\n");
    let novelty = place.run(&["novelty", "-q", "old.pgn", "o.pgn", "--tally", "before", "--csv"]).out;
    assert_eq!(novelty, "before,games,positions,share\n1,3,3,1\n");
}

#[test]
fn games_are_written_without_duplicates() {
    let place = openings();
    let again = OPENINGS.replace("Blue, Ann", "Blue, A.").replace("2015.01.02", "2015.??.??");
    place.write("twice.pgn", format!("{again}\n{GAMES}"));
    let run = place.run(&[
        "dedupe",
        "o.pgn",
        "twice.pgn",
        "games.pgn",
        "-o",
        "all.pgn",
        "--report",
        "out.csv",
        "--plies",
        "4",
    ]);
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(
        run.err,
        "note: 12 games: 6 left out (6 with the same moves, 0 beginnings), 6 kept; written to all.pgn\n"
    );
    let text = place.read("all.pgn");
    // What is kept is there byte for byte.
    assert!(text.starts_with(&OPENINGS[..OPENINGS.len() - 1]), "{text}");
    assert_eq!(text.matches("[Event \"First\"]").count(), 1, "{text}");
    let report = place.read("out.csv");
    let rows: Vec<&str> = report.lines().collect();
    assert_eq!(rows[0], "file,game,white,black,date,event,result,plies,reason,kept_file,kept_game,kept_plies");
    assert_eq!(rows[1], "twice.pgn,1,\"Blue, A\",\"Red, Bob\",2015.??.??,?,1-0,6,same-moves,o.pgn,1,6");
    // Nothing is left to find.
    let clean = place.run(&["dedupe", "all.pgn", "-o", "-", "--plies", "4"]);
    assert_eq!(clean.out, text, "{clean}");
    // A database gives the same.
    let index = place.run(&["index", "-q", "o.pgn", "twice.pgn", "games.pgn", "-o", "b.tabiya"]);
    assert_eq!(index.code, Some(0), "{index}");
    let base = place.run(&["dedupe", "-q", "b.tabiya", "-o", "base.pgn", "--report", "out.jsonl", "--plies", "4"]);
    assert_eq!((base.code, place.read("base.pgn")), (Some(0), text), "{base}");
    let row: Json = serde_json::from_str(place.read("out.jsonl").lines().next().expect("a row")).expect("JSON");
    assert_eq!(
        (&row["file"], &row["kept_file"], &row["reason"]),
        (&"twice.pgn".into(), &"o.pgn".into(), &"same-moves".into())
    );
}

#[test]
fn no_input_is_overwritten() {
    let place = openings();
    for args in [
        &["dedupe", "o.pgn", "-o", "o.pgn"][..],
        &["dedupe", "o.pgn", "-o", "./o.pgn"],
        &["dedupe", "o.pgn", "-o", "x.pgn", "--report", "o.pgn"],
        &["dedupe", "o.pgn", "-o", "x.pgn", "--report", "x.pgn"],
        &["dedupe", "o.pgn", "-o", "x.tabiya"],
        &["dedupe", "o.pgn", "missing.pgn", "-o", "x.pgn", "--report", "r.csv"],
    ] {
        let run = place.run(args);
        assert_eq!(run.code, Some(2), "{args:?}: {run}");
        assert_eq!(place.names(), ["games.pgn", "o.pgn", "o.tabiya"], "{args:?}");
        assert_eq!(place.read("o.pgn"), OPENINGS);
    }
}

#[test]
fn what_is_wrong_with_games_is_told_once_however_often_they_are_read() {
    let place = Place::new();
    place.write("damaged.pgn", "1. e4 e5 2. Ke3 *\n\n1. e4 e5 2. Nf3 *\n");
    for words in [&["tree", "damaged.pgn", "--plies", "3"][..], &["dedupe", "damaged.pgn", "-o", "out.pgn"]] {
        let run = place.run(words);
        assert_eq!(run.err.matches("illegal move").count(), 1, "{run}");
    }
}

#[test]
fn games_of_a_database_are_told_apart_by_what_they_say() {
    let place = Place::new();
    let study = "[Event \"Cup\"]\n[FEN \"8/8/8/8/8/5k2/6q1/7K b - - 0 1\"]\n\n1... Kf2 0-1\n\n";
    let others = [study.replace("Cup", "Cap"), study.replace("Kf2", "Kf2 {!}")].concat();
    place.write("s.pgn", study.repeat(3) + &others);
    place.run(&["index", "-q", "s.pgn", "-o", "s.tabiya"]);
    for games in ["s.pgn", "s.tabiya"] {
        let run = place.run(&["dedupe", games, "-o", "-"]);
        assert_eq!(run.out.matches("[Event").count(), 3, "{games}: {run}");
    }
}
