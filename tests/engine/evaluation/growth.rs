//! Long games: queries that ask about all that follows, at every position. Were they answered start by start, each of
//! these tests would take minutes.

use crate::evaluation::{game, query};
use tabiya::syntax::Dialect;
use tabiya::{Game, Limits, Query, QueryOptions, Scratch, SearchOptions};

/// A game of so many plies, in which knights go out and back.
fn shuffle(plies: usize) -> Game {
    let text: String = (0..plies).map(|n| ["Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "][n % 4]).collect();
    game(&(text + "*"))
}

/// The number of matching positions, searched with or without comments.
fn count(text: &str, game: &Game, comments: bool) -> usize {
    let options = SearchOptions { comments, ..SearchOptions::default() };
    query(text, None).search_game(game, &mut Scratch::new(), &options).expect("a search").matches.len()
}

#[test]
fn a_value_of_its_own_at_every_start() {
    let game = shuffle(20_000);
    for (text, positions) in [
        ("x=ply line --> .* --> ply==x+7 --> .* --> mate", 0),
        ("x=ply line --> .* --> ply==x+7 --> .* --> ply==20000", 20_000 - 7),
        ("x=ply next 1 99999 ({ply<x+100000}* mate)", 0),
        ("x=ply previous (.* {ply==x-7} .* check)", 0),
        ("x=ply path (-- {ply<x+99999})+", 20_000),
        ("x=ply path focus N (-- {ply<x+99999})+", 10_000),
        ("x=currentposition line --> .* --> ply>x:ply+50000", 0),
    ] {
        assert_eq!(count(text, &game, false), positions, "{text}");
    }
}

#[test]
fn a_value_of_its_own_for_every_find() {
    let game = shuffle(100_000);
    for (text, positions) in [
        ("x=ply find ply>x+200000", 0),
        ("x=ply find ply-99990>x", 10),
        ("x=ply find {ply>x+1000 check}", 0),
        ("x=ply find 90001 999999 not ply==x+5", 10_000),
        ("x=ply find <-- ply<x-99990", 10),
    ] {
        assert_eq!(count(text, &game, false), positions, "{text}");
    }
    let game = shuffle(40_000);
    for (text, positions) in [("x=fen find 9999 999999 x==fen", 9), ("x=fen find {not x==fen}", 40_000)] {
        assert_eq!(count(text, &game, false), positions, "{text}");
    }
}

/// Positions that come back again and again, in the line of each.
#[test]
fn the_times_that_a_position_has_stood_on_the_board() {
    let plies = 400_000;
    assert_eq!(count("repetition > 3", &shuffle(plies), false), plies + 1 - 12);
    // Of many lines that come back to one position, each has its own count.
    let lines = "Nf3 Nf6 Ng1 Ng8 ".repeat(60) + &"(Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8) ".repeat(2_000);
    let tree = game(&format!("Nf3 {lines}*"));
    assert!(!tree.tree().full().repetitions().contains(&0));
}

/// A loop over squares, each with answers of its own for the whole game.
#[test]
fn a_sequence_for_each_square() {
    let text = "square x in . next ({x==Ka1 or wtm or btm}{1,60000})";
    assert_eq!(count(text, &shuffle(20_000), false), 20_001);
    // Where there is no room for all answers, they are paid for each time.
    let limits = Limits { steps: 200_000, ..Limits::default() };
    let options = QueryOptions { dialect: Dialect::Six, limits, ..QueryOptions::default() };
    let query = Query::with_options(text, &options).expect("a query");
    let error = query.search_game(&shuffle(200_000), &mut Scratch::new(), &SearchOptions::default());
    assert!(error.expect_err("too many steps").message.contains("200000 steps"));
}

#[test]
fn a_find_inside_a_find() {
    assert_eq!(count("x=ply find {y=ply find ply==x+y+99999}", &shuffle(1_000), false), 0);
}

#[test]
fn the_fen_of_every_position() {
    let game = shuffle(100_000);
    assert_eq!(count("fen ~~ \"r\"", &game, false), 100_001);
    assert_eq!(count("sort fen ply==5", &game, false), 1);
}

#[test]
fn what_follows_constituents_with_effects() {
    let game = shuffle(50_000);
    for text in [
        "i=0 next 1 9999999 ({i+=1 wtm}* .* mate)",
        "i=0 line --> {i+=1 wtm}* --> .* --> mate",
        "i=0 previous ({i+=1 wtm} .* check)",
        "i=0 path {i+=1 wtm} --* --(mate)",
    ] {
        assert_eq!(count(text, &game, false), 0, "{text}");
    }
}

#[test]
fn all_of_the_best_paths() {
    let game = shuffle(20_000);
    for text in ["path keepallbest --+", "path focus [Nn] keepallbest (--)+", "path keepallbest (-- --?)+"] {
        for comments in [false, true] {
            assert_eq!(count(text, &game, comments), 20_000, "{text}");
        }
    }
}

/// Constituents with effects still take steps; what follows the last of them does not.
#[test]
fn effects_are_still_counted_as_steps() {
    let limits = Limits { steps: 100_000, ..Limits::default() };
    let options = QueryOptions { dialect: Dialect::Six, limits, ..QueryOptions::default() };
    let search = |text: &str| {
        let query = Query::with_options(text, &options).expect("a query");
        query.search_game(&shuffle(5_000), &mut Scratch::new(), &SearchOptions::default())
    };
    let error = search("i=0 next ({i+=1 true}* mate)").expect_err("too many steps");
    assert!(error.message.contains("100000 steps"), "{error}");
    assert!(search("i=0 next ({i+=1 wtm}* .* mate)").is_ok());
}
