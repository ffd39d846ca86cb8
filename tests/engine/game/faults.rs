//! One sample for each kind of fault, and the whole report that it gets.

use tabiya::game::{Faults, Game};
use tabiya_pgn::Games;

/// All faults of a file, with the game's number, and the moves of the mainline that were read.
fn report(text: &[u8]) -> String {
    let mut games = Games::from_reader(std::io::Cursor::new(text.to_vec())).unwrap();
    let (mut game, mut out) = (Game::new(), String::new());
    loop {
        match games.read_into(&mut game) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                out += &format!("{error} [{}]\n", error.code());
                continue;
            }
        }
        let state = if game.is_incomplete() { "incomplete" } else { "complete" };
        let tree = game.tree();
        out += &format!(
            "game {}: {} positions, {} in the mainline, {state}, {}\n",
            game.number(),
            tree.len(),
            tree.mainline_len(),
            game.result()
        );
        for fault in game.faults().list() {
            out += &format!("  {fault} [{}]\n", fault.kind.code());
        }
    }
    out
}

/// The reports of some samples, with their text.
fn check(name: &str, samples: &[&str]) {
    let reports: Vec<String> = samples.iter().map(|text| format!("{text:?}\n{}", report(text.as_bytes()))).collect();
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!(name, reports.join("\n"));
    });
}

#[test]
fn moves_that_cannot_be_made() {
    check(
        "moves_that_cannot_be_made",
        &[
            "1. e4 Ke5 2. d4 *",
            "[FEN \"4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 14\"]\n\n14. O-O-O Kd7 15. Nd2 *",
            "1. e4 e5 2. Qh5 Ke7 3. Qxe5 4. d4 *",
            "1. d4 Nf6 2. Nf3 e6 3. Nd2 *",
            "1. Sf3 d5 *",
            "1. e4 e5 (1... Zc5 2. Nf3) (1... Ke5) 2. Nf3 *",
            "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8 *",
            "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8=K *",
            "[FEN \"4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1\"]\n1. Nc3 *",
            "[FEN \"5rk1/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O *",
            "1. e4 N@f3 *",
            "1. e4 e5 2. ef *",
        ],
    );
}

#[test]
fn moves_that_can_be_mended() {
    check(
        "moves_that_can_be_mended",
        &["1. Nf3 d5 2. Nbd4 *", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Ke2 Nf6 5. Ke1 d6 6. O-O *"],
    );
}

#[test]
fn starts_that_cannot_be_read() {
    check(
        "starts_that_cannot_be_read",
        &[
            "[FEN \"8/8/8/8/8/8/8/7 w - - 0 1\"]\n1. e4 e5 *",
            "[FEN \"?\"]\n1. e4 e5 *",
            "[Variant \"Atomic\"]\n1. e4 d5 2. exd5 *",
            "[Variant \"Crazyhouse\"]\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *",
            "[Variant \"Sittuyin\"]\n1. e4 N@f6 2. d4 *",
        ],
    );
}

#[test]
fn variations() {
    check(
        "variations",
        &[
            "(1. d4 d5) 1. e4 *",
            "1. e4 ((1. c4) 1. d4) e5 *",
            "1. e4 (1. d4 d5 *",
            "1. e4 (1. d4 d5 (1... Nf6\n\n[Event \"x\"]\n1. c4 *",
            "1. e4 ) e5 () 2. Nf3 *",
            "1. e4 (1. d4 1/2-1/2) e5 1-0",
        ],
    );
}

#[test]
fn text_that_is_nothing() {
    check(
        "text_that_is_nothing",
        &[
            "Some words.\n\n[Event \"x\"]\n1. e4 whatever e5 } $x *",
            "[Event \"x\"]\n\n1. pawn goes to e4 *",
            "Notes on an opening.",
            "1. e4 [not a tag] e5\n[Site \"late\"]\n2. Nf3 *",
            "1. e4 \0\0 e5 *",
            "1. e4 {never closed e5\n2. Nf3",
        ],
    );
}

#[test]
fn tags() {
    check("tags", &["[Event \"a\n[\"no name\"]\n[Site]\n[Round \"1]\n\n1. e4 *", "[Result \"1-0\"]\n\n1. e4 0-1"]);
}

#[test]
fn where_games_end() {
    check(
        "where_games_end",
        &[
            "1. e4 1-0\n1. d4 0-1 1. c4 *",
            "1. e4 1-0 2. d4 d5 *",
            "1. e4 e5\n\n1. d4 d5\n\n1. c4",
            "[Event \"a\"]\n1. e4\n\n\n2. d4 {illegal, but the same game}\n[Event \"b\"]\n1. d4[Event \"c\"]\n*",
            "[Event \"a\"]\n\n[Event \"b\"]\n\n[Event \"c\"]\n*",
            "[White \"a\"]\n1. e4 {open\n\n[White \"b\"]\n[Black \"c\"]\n\n1. d4 {closed} *",
            "1. e4 {quoted:\n\n[White \"b\"]\n[Black \"c\"]\n\n1. d4 } e5 *",
            "[Event \"a\"]\n1. e4 1-0[Event \"b\"]\n1. d4 *",
            "[Event \"a\"]\r1. e4 e5\r2. Ke3 *\r\r[Event \"b\"]\r1. d5 *",
            "\u{feff}[Event \"a\"]\r\n\r\n1. e4 Ke5 *\r\n\r\n\u{feff}[Event \"b\"]\r\n1. d5 *",
            "% escape\n1. e4 ; comment { 1-0\n% e5 1-0\ne5 *",
        ],
    );
}

#[test]
fn a_count_stands_for_what_is_too_much() {
    let text = "1. e4 } e5 } ".to_owned() + &"Nf3 Nf6 Ng1 Ng8 } ".repeat(1000) + "*";
    let mut games = Games::from_reader(std::io::Cursor::new(text.into_bytes())).unwrap();
    let mut game = Game::new();
    assert!(games.read_into(&mut game).unwrap());
    assert_eq!((game.faults().list().len(), game.faults().count()), (Faults::LIMIT, 1002));
    assert_eq!(game.tree().len(), 4003);
}

/// The effect on the borders of games of copies from web pages, and of variations that replace nothing.
#[test]
fn one_game_and_not_two() {
    check(
        "one_game_and_not_two",
        &[
            "[White \"a\"]<br />[Black \"b\"]<br/><br>1. e4 e5<br />2. Nf3 Nc6<BR>1-0",
            "[White \"a\"]\n\n(1. d4 {x})\n(1. c4)\n\n1. e4 e5 *",
            "[White \"a\"]\n\n{only a comment}\n\n1. e4 e5 *",
            "[White \"a\"]\n\n1. e4 e5\n\n1. d4 *",
            // Found by fuzzing: where the borders of games are found, text ends where it ends for the reader of the
            // game.
            "{a} {b} lack {\"Ivy\"]\n[Result \"1/2-1/2\"]\n[WhiteElo \"1843\"]\n1. e4 {{w} *",
            "[Event \"b\"]\n\n*\n\n[Even { unclose\"]\n[Event \"d\"]\n1. d4 } *",
            "[Event \"b\"] [Even { x\n[Site \"d\"]\n1. d4 } *",
            "[Event \"b\"]\n\u{feff}[Site \"d\"]\n1. d4 *",
        ],
    );
}
