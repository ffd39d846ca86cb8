//! Tablebases: what `tablebase` and `dtz` answer, over the tables of three men in `tests/data/syzygy`.

use super::game;
use fastrand::Rng;
use std::path::PathBuf;
use std::sync::Arc;
use tabiya::chess::{Board, Color, Move, Role, Square, retro};
use tabiya::syntax::Dialect;
use tabiya::{EndgameTables, Outcome, Query, QueryOptions, Scratch, SearchOptions, SyzygyTables, Value};
use tabiya_test_support::{seed, size};

fn tables() -> SyzygyTables {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy");
    SyzygyTables::open(folder).expect("the folder is there")
}

/// The positions of a game that match, with the values of an expression.
fn values(pgn: &str, text: &str, select: &str) -> Vec<(u32, Value)> {
    let options = QueryOptions {
        dialect: Dialect::Six,
        tables: Some(Arc::new(tables())),
        selects: vec![("v".to_owned(), select.to_owned())],
        ..QueryOptions::default()
    };
    let query = Query::with_options(text, &options).unwrap_or_else(|error| panic!("{error}"));
    let found = query.search_game(&game(pgn), &mut Scratch::new(), &SearchOptions::default()).expect("a search");
    found.matches.into_iter().map(|mut m| (m.position, m.values.remove(0))).collect()
}

#[test]
fn tables_are_needed_where_they_are_asked() {
    for text in ["tablebase win", "dtz > 3", "move legal : tablebase draw"] {
        let error = Query::parse(text).expect_err("no tables").to_string();
        assert!(error.contains("no-tables") && error.contains("--syzygy"), "{error}");
    }
    // The names stay free for variables.
    assert!(Query::parse("dtz=3 dtz>2 eval=1 clock=2 imagine=4 eval+clock+imagine==7").is_ok());
}

#[test]
fn positions_are_looked_up() {
    let tables = tables();
    assert_eq!((tables.files(), tables.most_men()), (10, 3));
    for (fen, outcome, dtz) in [
        // Mate in one.
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "win", 1),
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1", "loss", -2),
        // The pawn is taken.
        ("8/8/8/8/8/3k4/4P3/7K b - - 0 1", "draw", 0),
        // Kd6 and Kd7, and the pawn promotes; Black to move is stalemated.
        ("4k3/4P3/4K3/8/8/8/8/8 w - - 0 1", "win", 5),
        ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", "draw", 0),
        // The pawn runs.
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "win", 1),
        ("7k/P7/8/8/8/8/8/K7 b - - 0 1", "loss", -2),
        // One minor piece does not mate.
        ("8/8/8/8/8/4k3/8/4K2N w - - 0 1", "draw", 0),
        ("8/8/8/8/8/4k3/8/4K2B b - - 0 1", "draw", 0),
    ] {
        let pgn = format!("[FEN \"{fen}\"]\n\n*");
        assert_eq!(values(&pgn, &format!("tablebase {outcome}"), "dtz"), [(0, Value::Number(dtz))], "{fen}");
        for other in ["win", "loss", "draw", "cursed"].into_iter().filter(|other| *other != outcome) {
            assert_eq!(values(&pgn, &format!("tablebase {other}"), "ply"), [], "{fen}: {other}");
        }
        assert_eq!(values(&pgn, "tablebase", "ply").len(), 1, "{fen}");
    }
    // Four men, a right to castle, and a side that could take the king: no table knows them.
    for fen in ["8/8/8/8/8/4k3/8/3QK2Q w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"] {
        let pgn = format!("[FEN \"{fen}\"]\n\n*");
        assert_eq!(values(&pgn, "tablebase", "ply"), [], "{fen}");
        assert_eq!(values(&pgn, "dtz < 0 or dtz > -1", "ply"), [], "{fen}");
    }
}

/// A pawn ending that White plays badly once, and Black too.
#[test]
fn mistakes_of_a_game_are_found() {
    let pgn =
        "[FEN \"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\"]\n\n1. Kd3 Kd5 2. e4+ Ke5 3. Ke3 Ke6 4. Kd4 Kd7 5. Kd5 Ke8 6. e5 *";
    let outcome =
        |word: &str| values(pgn, &format!("tablebase {word}"), "ply").into_iter().map(|(n, _)| n).collect::<Vec<_>>();
    let (win, loss, draw) = (outcome("win"), outcome("loss"), outcome("draw"));
    assert_eq!([&win[..], &loss, &draw].concat().len(), 12);
    // A mistake of the side that moved: it was not lost, and now it is; or it was won, and is no longer.
    let mistakes = values(pgn, "{tablebase draw parent:tablebase win} or {tablebase win parent:tablebase draw}", "ply");
    let turns =
        (1..12).filter(|n| draw.contains(n) && win.contains(&(n - 1)) || win.contains(n) && draw.contains(&(n - 1)));
    assert_eq!(mistakes.iter().map(|(n, _)| *n).collect::<Vec<_>>(), turns.collect::<Vec<_>>());
    assert!(!mistakes.is_empty());
    // Moves that were not played are looked up as well.
    assert_eq!(values(pgn, "initial move legal : tablebase draw", "ply").len(), 1);
}

/// A position with two kings and one more man.
fn three_men(rng: &mut Rng) -> Board {
    loop {
        let squares = [0; 3].map(|_| Square::new(rng.u32(..64)));
        let role = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn][rng.usize(..5)];
        let end = (squares[2].rank() as u32).is_multiple_of(7);
        if squares[0] == squares[1] || squares[2] == squares[0] || squares[2] == squares[1] || end && role == Role::Pawn
        {
            continue;
        }
        let (strong, weak) = if rng.bool() { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let mut board = Board::empty();
        board.put(squares[0], Role::King.of(strong));
        board.put(squares[1], Role::King.of(weak));
        board.put(squares[2], role.of(strong));
        board.set_turn(if rng.bool() { Color::White } else { Color::Black });
        if retro::is_legal(&board) {
            return board;
        }
    }
}

/// The outcome of a position by the rules, from the outcomes of the positions that its moves lead to.
fn from_the_moves(tables: &SyzygyTables, board: &Board, moves: &[Move]) -> Outcome {
    if moves.is_empty() {
        return if board.is_check() { Outcome::Loss } else { Outcome::Draw };
    }
    let after: Vec<Outcome> =
        moves.iter().map(|m| tables.outcome(&board.play(m)).expect("fewer men are known")).collect();
    if after.contains(&Outcome::Loss) {
        Outcome::Win
    } else if after.contains(&Outcome::Draw) {
        Outcome::Draw
    } else {
        Outcome::Loss
    }
}

/// Plies to a capture, a move of a pawn or mate, as the rules say it; the tables may be off by one.
fn distance_from_the_moves(tables: &SyzygyTables, board: &Board, moves: &[Move], outcome: Outcome) -> i64 {
    let distance = |m: &Move| {
        let after = board.play(m);
        let mut replies = Vec::new();
        after.legal_moves(&mut replies);
        let ends = m.is_capture() || m.role == Role::Pawn || replies.is_empty();
        if ends { 1 } else { 1 + tables.distance(&after).expect("known").abs() }
    };
    let worth = |m: &&Move| tables.outcome(&board.play(m));
    match outcome {
        Outcome::Win => {
            moves.iter().filter(|m| worth(m) == Some(Outcome::Loss)).map(distance).min().expect("a winning move")
        }
        Outcome::Loss => -moves.iter().map(distance).max().unwrap_or(1),
        _ => 0,
    }
}

#[test]
fn what_the_tables_say_follows_from_the_rules() {
    let tables = tables();
    let mut rng = Rng::with_seed(seed());
    let positions = size("positions", 3_000, 100_000);
    let mut seen = [0; 3];
    for _ in 0..positions {
        let board = three_men(&mut rng);
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let outcome = tables.outcome(&board).expect("three men are known");
        assert_eq!(outcome, from_the_moves(&tables, &board, &moves), "{board:?}");
        let distance = tables.distance(&board).expect("three men are known");
        let expected = distance_from_the_moves(&tables, &board, &moves, outcome);
        assert!(
            (distance - expected).abs() <= 1 && distance.signum() == expected.signum(),
            "{board:?}: {distance}, {expected}"
        );
        seen[match outcome {
            Outcome::Win => 0,
            Outcome::Draw => 1,
            _ => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|&n| n * 10 > positions), "wins, draws, losses: {seen:?}");
}
