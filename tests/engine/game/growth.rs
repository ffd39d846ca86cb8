//! Sizes at which a reader or writer that compares each with all before it would take minutes.

use crate::game::shared::{own_games, read};
use std::fmt::Write as _;
use tabiya::chess::Role;
use tabiya::game::{Additions, Frames, Game, Layout, Writer};
use tabiya_pgn::Games;

fn written(game: &Game, layout: Layout) -> String {
    let mut out = String::new();
    Writer::new(layout).write(game, &mut Additions::default(), &mut out);
    out
}

fn tags(count: usize) -> String {
    (0..count).fold(String::new(), |mut text, n| {
        let _ = writeln!(text, "[T{n} \"v\"]");
        text
    })
}

#[test]
fn many_tags() {
    const COUNT: usize = 300_000;
    for text in [format!("{}\n1. e4 *", tags(COUNT)), format!("[Event \"x\"]\n\n1. e4\n{}\n1... e5 *", tags(COUNT))] {
        let mut frames = Frames::new(text.as_bytes());
        let raw = frames.next_frame().expect("text").expect("a game");
        assert!(frames.next_frame().expect("text").is_none(), "one game");
        let mut game = Game::new();
        game.parse(&raw);
        assert_eq!(game.tags().len(), COUNT + usize::from(text.starts_with("[Event")));
        assert_eq!(game.extra_tags().len(), COUNT);
        assert_eq!(written(&game, Layout::Cql).matches("[T").count(), COUNT);
    }
}

/// Names are compared in another way once there are many of them.
#[test]
fn a_name_that_comes_again_begins_a_game_however_many_there_are() {
    for count in [1, 5, 31, 32, 33, 40, 200] {
        for again in [0, count / 2, count - 1] {
            let text = format!("{}\n[T{again} \"w\"]\n1. e4 *", tags(count));
            let lengths: Vec<usize> = lengths(&text);
            assert_eq!(lengths, [count, 1], "{count} names, then T{again}");
            let text = format!("{}\n[New \"w\"]\n1. e4 *", tags(count));
            let lengths: Vec<usize> = self::lengths(&text);
            assert_eq!(lengths, [count + 1], "{count} names, then a new one");
        }
    }
}

/// The number of tags of each game.
fn lengths(text: &str) -> Vec<usize> {
    let mut frames = Frames::new(text.as_bytes());
    let mut lengths = Vec::new();
    while let Some(raw) = frames.next_frame().expect("text") {
        let mut game = Game::new();
        game.parse(&raw);
        lengths.push(game.tags().len());
    }
    lengths
}

#[test]
fn of_several_tags_of_a_name_the_last_value_stands_in_the_first_place() {
    let game = read("[A \"1\"]\n[B \"2\"]\n[A \"3\"]\n[C \"4\"]\n[B \"5\"]\n\n*");
    assert_eq!(game.extra_tags(), [("A", "3"), ("B", "5"), ("C", "4")]);
}

#[test]
fn many_nested_variations_of_one_move() {
    const DEPTH: usize = 60_000;
    let text = "1. e4 ".to_owned() + &"(1. d4 ".repeat(DEPTH) + &") {behind} ".repeat(DEPTH) + "*";
    let game = read(&text);
    assert_eq!(game.tree().len() as usize, DEPTH + 2);
    let written = written(&game, Layout::Export);
    assert_eq!(written.matches("{behind}").count(), DEPTH);
    assert!(written.contains("1. d4 (1. d4 (1. d4"), "{}", &written[..200]);
}

#[test]
fn wrong_moves_in_a_long_game() {
    // The knight never stands on a1, so each move is reported, as far as reports are kept.
    let text = "Na1f3 Nf6 Ng1 Ng8 ".repeat(25_000) + "*";
    let game = read(&text);
    assert_eq!(game.tree().len(), 100_001);
    assert_eq!(game.faults().count(), 25_000);
}

#[test]
fn halfmoves_are_those_since_the_last_capture_or_pawn_move() {
    let mut positions = 0;
    for path in own_games() {
        for game in Games::open(&path).expect("games") {
            let game = game.expect("a game");
            let tree = game.tree().full();
            for n in 0..tree.len() {
                let way = std::iter::successors(Some(n), |&q| tree.parent(q));
                let quiet = way
                    .take_while(|&q| tree.move_to(q).is_some_and(|last| !last.is_capture() && last.role != Role::Pawn));
                let count = quiet.count() as u32;
                let from_start = count == tree.node(n).ply;
                assert_eq!(game.halfmoves(n), count + if from_start { game.start().halfmoves } else { 0 });
                positions += 1;
            }
        }
    }
    assert!(positions > 1_000, "{positions}");
    let game = read("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 7 40\"]\n\n40. Kd2 (40. e4 Kd7) Kd7 41. Ke3 *");
    let counted: Vec<u32> = (0..game.tree().len()).map(|n| game.halfmoves(n)).collect();
    assert_eq!(counted, [7, 8, 9, 10, 0, 1]);
}

#[test]
fn a_game_that_is_read_again_is_counted_again() {
    let mut game = read("1. Nf3 Nf6 *");
    assert_eq!(game.halfmoves(2), 2);
    game.parse(&tabiya::game::RawGame::from_bytes(b"1. e4 Nf6 *"));
    assert_eq!((game.halfmoves(1), game.halfmoves(2)), (0, 1));
}
