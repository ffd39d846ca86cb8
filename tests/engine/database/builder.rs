//! Building games without PGN.

use crate::database::support::digest;
use tabiya::Game;
use tabiya::chess::san::San;
use tabiya::game::{BuildError, CommentPlace, GameBuilder, GameResult, RawGame};

fn play(builder: &mut GameBuilder<'_>, text: &str) -> u32 {
    let (san, _) = San::scan(text.as_bytes()).unwrap();
    let mv = san.find(builder.board()).unwrap().mv;
    builder.play(mv).unwrap()
}

#[test]
fn a_built_game_is_the_one_that_is_read() {
    let mut read = Game::new();
    read.parse(&RawGame::from_bytes(
        b"[White \"Tal\"]\n\n{start} 1. e4 $1 e5 {x} (1... c5 {y} 2. Nf3 ( {z} 2. c3 ) {w} ) ( 1... e6 ) 2. Nf3 1-0",
    ));
    let mut game = Game::new();
    // What was in the game before is forgotten.
    game.parse(&RawGame::from_bytes(b"[FEN \"8/8 w\"] 1. d4 {a} (1. c4) d5 } *"));
    let mut builder = game.build(1, 0, 1);
    builder.tag("White", "Tal");
    builder.start().unwrap();
    builder.comment(0, CommentPlace::After, "start").unwrap();
    for text in ["e4", "e5"] {
        play(&mut builder, text);
    }
    builder.nag(1, 1).unwrap();
    builder.comment(2, CommentPlace::After, "x").unwrap();
    play(&mut builder, "Nf3");
    builder.take_back(2).unwrap();
    assert_eq!(play(&mut builder, "c5"), 4);
    builder.comment(4, CommentPlace::After, "y").unwrap();
    assert_eq!(play(&mut builder, "Nf3"), 5);
    builder.take_back(1).unwrap();
    assert_eq!(play(&mut builder, "c3"), 6);
    builder.comment(6, CommentPlace::Before, "z").unwrap();
    builder.comment(5, CommentPlace::AfterVariation(6), "w").unwrap();
    builder.take_back(2).unwrap();
    play(&mut builder, "e6");
    assert_eq!(builder.take_back(3), Err(BuildError::NoPosition));
    assert_eq!(builder.nag(8, 1), Err(BuildError::NoPosition));
    builder.result(GameResult::White);
    drop(builder);
    assert_eq!(digest(&game), digest(&read));
}

#[test]
fn without_a_start_there_are_no_moves() {
    let mut game = Game::new();
    for (name, value) in [("FEN", "8/8 w"), ("Variant", "Crazyhouse")] {
        let mut builder = game.build(3, 5, 7);
        builder.tag(name, value);
        assert_eq!(builder.start(), Err(BuildError::NoStart));
        drop(builder);
        assert_eq!((game.tree().len(), game.number(), game.offset(), game.line()), (1, 3, 5, 7));
    }
}
