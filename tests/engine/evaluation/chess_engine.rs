//! A chess engine beside the search: which positions it is asked about, and what is made of its answers.

use crate::evaluation::game;
use std::sync::{Arc, Mutex};
use tabiya::chess::{Board, Color, MoveList, fen};
use tabiya::{ChessEngine, EngineLine, Query, QueryOptions, Score, Scratch, SearchOptions, Value};

/// An engine that counts men and prefers the first of all moves.
#[derive(Debug, Default)]
struct Counter {
    asked: Mutex<Vec<String>>,
    is_broken: bool,
}

impl ChessEngine for Counter {
    fn lines(&self, board: &Board, lines: u8, _: &dyn Fn() -> bool) -> Result<Option<Vec<EngineLine>>, String> {
        assert_eq!(lines, 1);
        self.asked.lock().unwrap().push(fen::write(&fen::Setup { board: *board, ..fen::Setup::initial() }));
        if self.is_broken {
            return Err("the engine is broken".into());
        }
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        let count = |side: Color| board.by_color(side).count() as i32;
        let score = Score::Centipawns(100 * (count(board.turn()) - count(!board.turn())));
        Ok(Some(vec![EngineLine { score, moves: moves.first().copied().into_iter().collect() }]))
    }
}

/// The values of an expression at the matches of a query, and how many positions the engine was asked about.
fn values(query: &str, expression: &str, pgn: &str, is_broken: bool) -> Result<(Vec<Value>, usize), String> {
    let engine = Arc::new(Counter { is_broken, ..Counter::default() });
    let selects = vec![("value".to_owned(), expression.to_owned())];
    let options = QueryOptions { selects, engine: Some(engine.clone()), ..QueryOptions::default() };
    let query = Query::with_options(query, &options).expect("a query");
    let found = query.search_game(&game(pgn), &mut Scratch::new(), &SearchOptions::default());
    let found = found.map_err(|error| error.to_string())?;
    let values = found.matches.into_iter().map(|matched| matched.values[0].clone()).collect();
    let asked = engine.asked.lock().unwrap().len();
    Ok((values, asked))
}

const GAME: &str = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 *";

#[test]
fn scores_are_white_s() {
    let (found, asked) = values("true", "engineeval", GAME, false).unwrap();
    assert_eq!(found, [0, 0, 0, 100, 0, 0, -100].map(Value::Number));
    assert_eq!(asked, 7);
    let (found, _) = values("ply > 2", "enginedrop", GAME, false).unwrap();
    assert_eq!(found, [-100, -100, 0, -100].map(Value::Number));
    let (found, _) = values("ply == 1", "enginebest", GAME, false).unwrap();
    assert_eq!(found, [Value::Text("Na6".into())], "the first move of the list");
}

#[test]
fn evaluations_of_the_game_come_first() {
    let pgn = "1. e4 {[%eval 0.20]} d5 {[%eval 0.90]} 2. exd5 Qxd5 {[%eval -1.00]} *";
    // Two are given, and the last one stands beside none.
    let (found, asked) = values("ply > 1", "evaldrop", pgn, false).unwrap();
    assert_eq!(found, [Value::Number(70), Value::Number(-100), Value::Number(-100)]);
    assert_eq!(asked, 4);
    assert_eq!(values("ply == 2", "enginedrop", pgn, false).unwrap().1, 0);
}

#[test]
fn cheap_conditions_are_asked_before() {
    for query in [
        "engineeval > 0 ply == 3",
        "enginedrop < 0 and ply == 3",
        "engineeval > 0 move previous from P ply == 3",
        "next (engineeval > 0 and ply == 3)",
        "next (ply == 3 engineeval <= 0)",
        "next 1 9 (ply == 3 engineeval <= 0)",
        "flipcolor { engineeval > 0 ply == 3 }",
        "evaldrop < 0 and ply == 3",
        "if ply == 3 then engineeval > 0 else false",
    ] {
        let (found, asked) = values(query, "ply", GAME, false).unwrap();
        assert_eq!(found, [Value::Number(3)], "{query}");
        assert!(asked <= 2, "{query}: {asked}");
    }
}

#[test]
fn variants_have_no_evaluation() {
    let pgn = "[Variant \"Atomic\"]\n\n1. e4 d5 2. exd5 *";
    let (found, asked) = values("true", "engineeval", pgn, false).unwrap();
    assert!(found.iter().all(|value| *value == Value::None) && asked == 0, "{found:?}");
}

#[test]
fn what_is_wrong_with_it_is_an_error_of_the_search() {
    assert!(values("ply == 1 engineeval == 0", "1", GAME, true).unwrap_err().contains("the engine is broken"));
    assert!(values("ply == 1", "enginebest", GAME, true).unwrap_err().contains("the engine is broken"));
    assert_eq!(values("ply == 99 engineeval == 0", "1", GAME, true).unwrap().1, 0);
    let error = Query::parse("engineeval > 0").unwrap_err().to_string();
    assert!(error.contains("no-engine") && error.contains("--engine"), "{error}");
}
