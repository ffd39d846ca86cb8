//! Games that are read and written as CQL 6.2 does, where one might do otherwise.

use crate::game::shared::read;
use std::io::Cursor;
use tabiya::game::{Additions, FaultKind, Game, Layout, Writer};
use tabiya_pgn::Games;

fn games(bytes: &[u8]) -> Vec<Game> {
    let games = Games::from_reader(Cursor::new(bytes.to_vec())).expect("bytes can be read");
    games.map(|game| game.expect("bytes can be read")).collect()
}

/// The moves as a writer of CQL's layout has them, on one line.
fn moves_by(writer: &mut Writer, game: &Game, additions: &mut Additions) -> String {
    let mut out = String::new();
    writer.write(game, additions, &mut out);
    let moves = out.split_once("\n\n").expect("an empty line behind the tags").1;
    moves.trim_end().replace("\n}", "}").replace('\n', " ")
}

fn moves(game: &Game) -> String {
    moves_by(&mut Writer::new(Layout::Cql), game, &mut Additions::default())
}

#[test]
fn comments_before_the_first_move_of_a_variation_are_collapsed() {
    let game = read("1. e4 ( { a  b\nc } 1. d4) e5 *");
    assert_eq!(moves(&game), "1.e4 ( {a b c} 1.d4 ) 1...e5 *");
    // The other layout keeps comments letter by letter.
    let mut out = String::new();
    Writer::new(Layout::Export).write(&game, &mut Additions::default(), &mut out);
    assert!(out.contains("({ a  b\nc } 1. d4)"), "{out}");
}

#[test]
fn empty_comments_are_kept_by_the_writer_that_is_asked_to() {
    let written = |text: &str| {
        moves_by(&mut Writer::new(Layout::Cql).keeping_empty_comments(), &read(text), &mut Additions::default())
    };
    for (text, expected) in [
        ("1. e4 {} e5 *", "1.e4 {} 1...e5 *"),
        ("{ } 1. e4 *", "{} 1.e4 *"),
        ("1. e4 (1. d4 { } d5) *", "1.e4 ( 1.d4 {} 1...d5 ) *"),
        ("1. e4 e5 {\n} *", "1.e4 e5 {} *"),
        ("1. e4 ({} 1. d4) *", "1.e4 ( {} 1.d4 ) *"),
        // Beside another comment it says nothing that is not known.
        ("1. e4 {} {a} e5 *", "1.e4 {a} 1...e5 *"),
        ("1. e4 {a} {} e5 *", "1.e4 {a} 1...e5 *"),
    ] {
        assert_eq!(written(text), expected, "{text}");
    }
    let game = read("1. e4 {} e5 *");
    assert_eq!(moves(&game), "1.e4 e5 *");
    let mut additions = Additions::default();
    additions.add_comment(1, "CQL");
    let mut writer = Writer::new(Layout::Cql).keeping_empty_comments();
    assert_eq!(moves_by(&mut writer, &game, &mut additions), "1.e4 {CQL} 1...e5 *");
    additions.clear();
    additions.remove_comment(1);
    assert_eq!(moves_by(&mut writer, &game, &mut additions), "1.e4 e5 *");
}

#[test]
fn more_than_two_marks_behind_a_move_are_one_sign() {
    let game = read("1. e4?!? e5!?! 2. Nf3??? Nc6!!! 3. Bb5! ? *");
    let signs = |node| game.notes().nags(node).collect::<Vec<_>>();
    assert_eq!([1, 2, 3, 4].map(signs), [[6], [5], [4], [3]]);
    assert_eq!(signs(5), [1, 2]);
    assert!(game.faults().is_empty());
}

#[test]
fn a_second_event_tag_begins_a_game_only_behind_a_blank_line_or_moves() {
    let events = |text: &str| -> Vec<String> {
        games(text.as_bytes()).iter().map(|game| format!("{} {}", game.event(), game.tree().len())).collect()
    };
    assert_eq!(events("[Event \"a\"]\n[Event \"b\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n*\n"), ["b 2", "c 1"]);
    assert_eq!(events("[Event \"a\"]\n[Site \"x\"]\n[Event \"b\"]\n[Site \"y\"]\n1. e4 *\n"), ["b 2"]);
    assert_eq!(events("[Event \"a\"]\n\n[Event \"b\"]\n1. e4 *\n"), ["a 1", "b 2"]);
    assert_eq!(events("[Event \"a\"]\n\n[Site \"x\"]\n[Event \"b\"]\n1. e4 *\n"), ["a 1", "b 2"]);
    assert_eq!(events("[Event \"a\"]\n1. e4\n[Event \"b\"]\n*\n"), ["a 2", "b 1"]);
    assert_eq!(events("\n[Site \"x\"]\n\n[Event \"a\"]\n[Event \"b\"]\n1. e4 *\n"), ["b 2"]);
    // It is the same game when it is written and read again.
    let game = &games(b"[Event \"a\"]\n[Event \"b\"]\n\n1. e4 *\n")[0];
    let mut out = String::new();
    Writer::new(Layout::Export).write(game, &mut Additions::default(), &mut out);
    assert_eq!(events(&out), ["b 2"]);
}

#[test]
fn filters_see_the_comment_that_stands_for_moves_that_were_not_read() {
    let comment = |text: &str, node: u32| read(text).notes().plain_comment(node).map(|text| text.into_owned());
    for (text, seen) in [
        ("1. e4 e5 2. Ke3 Qh4 *", "Error reading move: Ke3 Qh4"),
        ("1. e4 e5 2. Ke3 {b} Qh4 *", "b"),
        ("1. e4 e5 {a} 2. Ke3 {b} Qh4 { c  d } *", "c d"),
        ("1. e4 e5 {a} 2. Ke3 *", "Error reading move: Ke3"),
        // A comment inside a variation belongs to a move that is not there.
        ("1. e4 e5 {a} 2. Ke3 {b} (2. Kd3 {c}) Qh4 *", "b"),
        ("1. e4 e5 2. Ke3 (2. Kd3 {c}) *", "Error reading move: Ke3 (2. Kd3 <c>)"),
        ("1. e4 e5 2. Ke3 {b} * {behind the result}", "behind the result"),
    ] {
        assert_eq!(comment(text, 2).as_deref(), Some(seen), "{text}");
    }
    assert_eq!(comment("1. e4 e5 {a} 2. Ke3 {} *", 2), None);
    assert_eq!(comment("1. e4 (1. d4 Ke5 {b}) e5 *", 3).as_deref(), Some("b"));
    // A variation of which nothing is read is no comment of the move that it follows.
    assert_eq!(comment("1. e4 {a} (1. Ke3 {b}) e5 *", 1).as_deref(), Some("a"));
    assert_eq!(comment("[FEN \"x\"]\n\n1. e4 {b} *", 0).as_deref(), Some("b"));
    assert_eq!(comment("[FEN \"x\"]\n\n*", 0), None);
}

#[test]
fn a_comment_that_is_removed_takes_the_moves_that_were_not_read_with_it() {
    let game = read("1. e4 (1. Ke3) e5 {a} 2. Ke3 {b} Qh4 *");
    let mut additions = Additions::default();
    additions.remove_comment(2);
    let mut writer = Writer::new(Layout::Cql);
    let unread = "1.e4 {Error reading move: (1. Ke3)} 1...e5";
    assert_eq!(moves_by(&mut writer, &game, &mut additions), format!("{unread} *"));
    additions.add_comment(2, "CQL");
    assert_eq!(moves_by(&mut writer, &game, &mut additions), format!("{unread} {{ CQL}} *"));
    additions.clear();
    additions.remove_comment(1);
    let rest = "{a} {Error reading move: Ke3 <b> Qh4}";
    assert_eq!(moves_by(&mut writer, &game, &mut additions), format!("{unread} {rest} *"));
}

#[test]
fn a_date_without_dots_has_a_year() {
    let date = |date: &str| {
        let game = read(&format!("[Date \"{date}\"]\n\n*"));
        (game.date(), game.year())
    };
    assert_eq!(date("2001-02-03"), ("2001.??.??".to_owned(), Some(2001)));
    assert_eq!(date("1997/5/2"), ("1997.??.??".to_owned(), Some(1997)));
    assert_eq!(date("1997.05.02"), ("1997.05.02".to_owned(), Some(1997)));
    assert_eq!(date("19??.05.02"), ("????.05.02".to_owned(), None));
}

#[test]
fn bytes_beyond_ascii_between_games_are_blanks_and_a_fault() {
    let one = "[Event \"a\"]\n\n1. e4 *\n";
    for between in [&b"\xFF\n"[..], b"\n\xFF\xFE \xFF\n\n", "\nПартия\n\n".as_bytes()] {
        let found = games(&[one.as_bytes(), between, one.as_bytes()].concat());
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|game| (0..2).all(|node| game.notes().comment(node).is_none())), "{found:?}");
        let faults: Vec<FaultKind> =
            found.iter().flat_map(|game| game.faults().list()).map(|fault| fault.kind).collect();
        assert_eq!(faults, [FaultKind::StrayText]);
    }
    // What has a sign of ASCII in it is text.
    let found = games(&[one, "\nПартия 7\n\n", one].concat().into_bytes());
    assert_eq!(found[1].notes().comment(0), Some("Партия 7"));
}

#[test]
fn nothing_between_games_is_lost_by_a_repair() {
    let mut repairer = tabiya::game::Repairer::new();
    let mut out = String::new();
    let raw = tabiya::game::RawGame::from_bytes("Партия\n[Event \"a\"]\n\n1. e4 *\nÿ".as_bytes());
    repairer.repair(&raw, &mut out).expect("it is short");
    assert!(out.contains("{Партия}") && out.contains("{ÿ}"), "{out}");
}
