//! Puzzles in and out: tables as games, what was found as puzzles, and rows without repetitions.

use crate::cli::place::Place;
use insta::assert_snapshot;

/// A mate on the back rank, a fork, and a row that is broken.
pub(crate) const PUZZLES: &str = "\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
back1,6k1/p4ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1,a7a6 d1d8,600,80,95,12,mate mateIn1,https://example.org/a#2,
fork2,q3k3/7p/8/3N4/8/8/8/4K3 b - - 0 30,h7h6 d5c7 e8d7 c7a8,900,75,90,7,fork short,https://example.org/b#60,Some_Opening
";
const BROKEN: &str =
    "broken,6k1/p4ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1,a7a6 d1e8 a6a5,700,80,95,12,mate,https://example.org/c#2,\n";

fn place() -> Place {
    let place = Place::new();
    place.write("puzzles.csv", PUZZLES);
    place
}

#[test]
fn tables_are_searched_like_games() {
    let place = place();
    let search = |games: &str, more: &[&str]| place.run(&[&["search", "-q", "-e", "check", games], more].concat());
    let rows = search("puzzles.csv", &["--csv", "--columns", "game,PuzzleId,Rating,Themes,move,site"]);
    assert_snapshot!(rows);
    place.write("puzzles.csv.zst", zstd::encode_all(PUZZLES.as_bytes(), 3).unwrap());
    let rows = search("puzzles.csv.zst", &["--csv", "--columns", "game,PuzzleId,Rating,Themes,move,site"]).out;
    assert_eq!(rows, search("puzzles.csv", &["--csv", "--columns", "game,PuzzleId,Rating,Themes,move,site"]).out);
    let piped = place.run_with(&["search", "-q", "-e", "check", "--count"], PUZZLES.as_bytes());
    assert_eq!(piped.out, "2 of 2 games, 2 positions\n", "{piped}");
    // Tags refuse games before their moves are read.
    let tagged = place.run(&["search", "-e", "tag \"Themes\" ~~ \"fork\" initial", "--count", "puzzles.csv"]);
    assert_eq!(tagged.out, "1 of 2 games, 1 position\n", "{tagged}");
}

#[test]
fn a_broken_row_is_a_damaged_game() {
    let place = place();
    place.write("broken.csv", format!("{PUZZLES}{BROKEN}short,row\n{}", PUZZLES.split_once('\n').unwrap().1));
    let run = place.run(&["search", "-e", "mate", "--count", "broken.csv"]);
    assert_snapshot!("broken_row_searched", run);
    let run = place.run(&["search", "-q", "-e", "mate", "--count", "--strict", "broken.csv"]);
    assert_eq!(run.code, Some(2), "{run}");
    let run = place.run(&["repair", "-q", "broken.csv", "-o", "clean.pgn"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert_snapshot!("broken_row_repaired", place.read("clean.pgn"));
}

#[test]
fn tables_become_databases() {
    let place = place();
    place.write("broken.csv", format!("{PUZZLES}{BROKEN}short,row\n"));
    let run = place.run(&["index", "-q", "broken.csv", "-o", "base.tabiya"]);
    assert_eq!(run.code, Some(0), "{run}");
    let found = |games: &str| {
        place.run(&["search", "-q", "-e", "true", "--csv", "--columns", "file,game,PuzzleId,Rating,ply,fen", games])
    };
    // What is read after the move that cannot be made, and of the short row, is nothing.
    let (base, table) = (found("base.tabiya"), found("broken.csv"));
    assert_eq!(base.out, table.out);
    let run = place.run(&["export", "base.tabiya", "-o", "games.pgn"]);
    assert_eq!(run.code, Some(0), "{run}");
    let exported = place.read("games.pgn");
    assert!(exported.contains("\n\n1... a6 2. Rd8# *\n\n[Event \"Puzzle fork2\"]\n"), "{exported}");
}

#[test]
fn matches_as_puzzles() {
    let place = Place::new();
    let search = |more: &[&str]| place.run(&[&["search", "-q"], more, &["games.pgn"]].concat());
    let sequence = ["-e", "next (not check not check mate)"];
    for format in ["epd", "puzzle-pgn", "puzzles"] {
        assert_snapshot!(format!("{format}-sequence"), search(&[&sequence[..], &["--format", format]].concat()));
        // Where there is no sequence, the position has no solution, but for a mate, which was given by one.
        let single = search(&["-e", "ply==4", "-e", "mate", "--format", format]);
        assert_snapshot!(format!("{format}-move"), single);
    }
    let cards = search(&["-e", "child:mate", "--format", "anki"]);
    let lines: Vec<&str> = cards.out.lines().collect();
    assert_eq!(lines[..3], ["#separator:tab", "#html:true", "#columns:Front\tBack\tFEN\tSource"], "{cards}");
    let fields: Vec<&str> = lines[3].split('\t').collect();
    assert!(fields[0].starts_with("<svg ") && fields[0].ends_with("</svg><br>White to move"), "{cards}");
    let rest = ["3. Qxe5#", "rnbq1bnr/ppppkppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQ - 2 3"];
    assert_eq!(
        (&fields[1..3], fields[3], lines.len()),
        (&rest[..], "Blue, Ann - Green, Bob, First, 1999.05.01", 4),
        "{cards}"
    );
    // The extension of the file belongs to the other formats.
    assert!(search(&["-e", "child:mate", "-o", "a.csv"]).err.is_empty());
    assert!(place.read("a.csv").starts_with("file,game,"));
    assert!(search(&["-e", "child:mate", "--format", "puzzles", "-o", "b.csv"]).err.is_empty());
    assert!(place.read("b.csv").starts_with("PuzzleId,FEN,Moves,"));
    let again = place.run(&["search", "-q", "-e", "mate", "--count", "b.csv"]);
    assert_eq!(again.out, "1 of 1 game, 1 position\n", "{again}");
}

#[test]
fn puzzles_stay_what_they_are() {
    let place = place();
    let table = place.run(&["search", "-q", "-e", "check", "--format", "puzzles", "puzzles.csv"]);
    assert_eq!(table.out, PUZZLES, "{table}");
    assert_snapshot!(place.run(&["search", "-q", "-e", "mate", "--format", "puzzle-pgn", "puzzles.csv"]));
}

#[test]
fn equal_puzzles_once() {
    let place = Place::new();
    let game = "1. f3 e5 2. g4 Qh4# 0-1\n\n";
    // The same position with other counters, another way, and another move there.
    place.write(
        "same.pgn",
        format!("{game}{game}1. f3 e6 2. g4 Qh4# 0-1\n\n1. f3 e5 2. g4 d5 *\n\n1. g4 e5 2. f3 Qh4# 0-1\n"),
    );
    let puzzles = |format: &str, more: &[&str]| {
        let run =
            place.run(&[&["search", "-q", "-e", "next (ply==3 .)", "--format", format], more, &["same.pgn"]].concat());
        assert_eq!(run.code, Some(0), "{run}");
        run.out.lines().filter(|line| !line.is_empty() && !line.starts_with("PuzzleId")).count()
    };
    // Lines of FEN have no solution.
    for (format, distinct) in [("puzzles", 3), ("epd", 3), ("jsonl", 3), ("fen", 2)] {
        assert_eq!((puzzles(format, &[]), puzzles(format, &["--distinct"])), (5, distinct), "{format}");
    }
    assert_eq!(puzzles("puzzles", &["--distinct", "--sort", "ply", "-j", "3"]), 3);
    for format in ["list", "pgn", "html", "count", "parquet", "arrow"] {
        let run = place.run(&["search", "-e", "mate", "--format", format, "--distinct", "same.pgn", "-o", "x.out"]);
        assert!(run.code == Some(2) && run.err.contains("--distinct"), "{format}: {run}");
    }
    let held = ["search", "-e", "ply==3", "--format", "fen", "--distinct", "--limits", "held=8", "same.pgn"];
    assert_eq!(place.run(&held).code, Some(2));
}

#[test]
fn the_solution_is_the_move_that_the_query_finds() {
    let place = Place::new();
    let game = |fen: &str, moves: &str| {
        format!("[Event \"E\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"*\"]\n\n{moves} *\n\n")
    };
    let missed = game("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "1. Kf1 Kf8");
    let mated = game("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "1. Rb8#");
    place.write("missed.pgn", &missed);
    place.write("mated.pgn", &mated);
    let shown = |query: &str, format: &str, games: &str| place.run(&["search", "-e", query, "--format", format, games]);
    // What could have been played, also on a board with colours exchanged.
    let asks =
        ["move legal : mate not child:mate", "flipcolor {wtm move legal from R : mate}", "btm or move legal : mate"];
    for query in asks {
        let run = shown(query, "epd", "missed.pgn");
        assert!(run.out.starts_with("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - bm Rb8#;"), "{query}: {run}");
        assert!(shown(query, "puzzle-pgn", "missed.pgn").out.contains("\n1. Rb8# *\n"), "{query}");
        assert!(shown(query, "anki", "missed.pgn").out.contains("\t1. Rb8#\t"), "{query}");
    }
    // What was played, if the query says something of it.
    for (query, solution) in [
        ("move from K wtm", "1. Kf1"),
        ("child:{K & f1} wtm", "1. Kf1"),
        ("K--f1", "1. Kf1"),
        ("next (wtm btm)", "1. Kf1"),
    ] {
        let run = shown(query, "puzzle-pgn", "missed.pgn");
        assert!(run.out.contains(&format!("\n{solution} *\n")), "{query}: {run}");
    }
    // The move that gave mate.
    let run = shown("mate", "anki", "mated.pgn");
    assert!(run.out.contains("\t1. Rb8#\t6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1\t"), "{run}");
    // A move that the query says nothing of, or rules out, solves nothing, and what is no puzzle is counted.
    for query in ["R initial", "initial move", "initial not move from P"] {
        let run = shown(query, "epd", "missed.pgn");
        assert!(run.out.lines().count() == 1 && !run.out.contains("bm "), "{query}: {run}");
        let run = shown(query, "puzzle-pgn", "missed.pgn");
        assert!(run.out.is_empty() && run.err.contains("1 position gave no puzzle"), "{query}: {run}");
    }
    let run = shown("move legal : mate", "puzzles", "missed.pgn");
    assert!(run.err.contains("1 position gave no puzzle"), "a table needs the move before: {run}");
}

#[test]
fn a_game_is_written_once() {
    let place = Place::new();
    place.write("g.pgn", "[Event \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"B\"]\n\n1. d4 d5 *\n\n");
    for more in [&["--sample-rows", "5"][..], &["--top", "5", "--sort", "ply"]] {
        let run = place.run(&[&["search", "-q", "-e", "ply > 0", "--format", "pgn", "g.pgn"], more].concat());
        assert_eq!(run.out.matches("[Event ").count(), 2, "{run}");
        // Every match is marked in it.
        assert_eq!(run.out.matches("CQL").count(), 6, "{run}");
    }
    let one = place.run(&["search", "-q", "-e", "ply > 0", "--format", "pgn", "g.pgn", "--top", "1", "--sort", "ply"]);
    assert!(one.out.contains("[Event \"A\"]") && !one.out.contains("[Event \"B\"]"), "{one}");
}
