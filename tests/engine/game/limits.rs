//! Sizes: long games, deep variations, limits, and streams of any length.

use std::io::Read;
use tabiya::game::{FaultKind, Frames, Game, GameResult, MAX_GAME_BYTES, MAX_POSITIONS, RawGame};

fn parse(text: &str) -> Game {
    let mut game = Game::new();
    game.parse(&RawGame::from_bytes(text.as_bytes()));
    game
}

#[test]
fn long_games() {
    let mut text = String::new();
    for n in 0..50_000 {
        text += &format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * n + 1, 2 * n + 2);
    }
    let game = parse(&(text + "1/2-1/2"));
    assert_eq!((game.tree().len(), game.result()), (200_001, GameResult::Draw));
    assert!(game.faults().is_empty());
    assert_eq!(game.tree().full().distance(0, 200_000), 200_000);
}

#[test]
fn deep_variations() {
    const DEPTH: usize = 100_000;
    let text = "1. e4 ".to_owned() + &"(1. d4 (1. e4 ".repeat(DEPTH) + &"))".repeat(DEPTH) + " *";
    let game = parse(&text);
    assert_eq!(game.tree().len() as usize, 2 + 2 * DEPTH);
    assert!(game.faults().is_empty());
    let text = "1. e4 e5 ".to_owned() + "2. Nf3 " + &"(2. c3 ".repeat(DEPTH);
    let game = parse(&text);
    assert_eq!(game.faults().count() as usize, DEPTH + 1);
}

/// Any text, again and again, without being in memory.
struct Endless {
    text: &'static [u8],
    at: usize,
    left: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let mut written = 0;
        while written < buffer.len() && self.left > 0 {
            let part = &self.text[self.at..];
            let len = part.len().min(buffer.len() - written).min(self.left);
            buffer[written..written + len].copy_from_slice(&part[..len]);
            self.at = (self.at + len) % self.text.len();
            self.left -= len;
            written += len;
        }
        Ok(written)
    }
}

#[test]
fn a_game_that_is_too_long_costs_itself_only() {
    let long = Endless { text: b"Nf3 {any comment} Nf6 Ng1 Ng8\n", at: 0, left: MAX_GAME_BYTES + 3_000_000 };
    let source = (&b"[Event \"a\"]\n1. e4 e5 *\n\n[Event \"b\"]\n1. e4 e5\n"[..])
        .chain(long)
        .chain(&b"\n*\n\n[Event \"c\"]\n1. d4 *"[..]);
    let mut frames = Frames::new(source);
    let (mut raw, mut sizes) = (RawGame::default(), Vec::new());
    let mut kinds = Vec::new();
    while frames.read_frame(&mut raw).unwrap() {
        sizes.push(raw.bytes.len());
        if raw.number == 2 {
            // The first part of it is enough to see the fault.
            let mut game = Game::new();
            game.parse(&raw);
            kinds.extend(game.faults().list().iter().map(|fault| fault.kind));
            assert!(game.is_incomplete() && game.tree().len() == MAX_POSITIONS);
        }
    }
    assert_eq!(sizes, [22, MAX_GAME_BYTES, 19]);
    assert!(kinds.iter().all(|kind| matches!(kind, FaultKind::GameTooLong | FaultKind::TooManyPositions)), "{kinds:?}");
    assert_eq!(raw.line, frames_line(MAX_GAME_BYTES + 3_000_000));
}

/// A few kilobytes of a compressed file unpack to such a game; each position of it takes about 400 bytes.
#[test]
fn variations_without_end_take_no_more_positions_than_a_game_may_have() {
    let text = [&b"1. e4 "[..], &b"(1. d4".repeat(1_300_000), b" *"].concat();
    let mut game = Game::new();
    game.parse(&RawGame::from_bytes(&text));
    assert_eq!((game.tree().len(), game.is_incomplete()), (MAX_POSITIONS, true));
    assert!(game.faults().list().iter().any(|fault| fault.kind == FaultKind::TooManyPositions));
    const { assert!(MAX_POSITIONS <= 1 << 20, "more of them take more than 400 MB in each thread") };
}

/// Neither parentheses that stand for nothing nor those behind a move that cannot be read take memory by their number.
#[test]
fn what_is_not_read_is_counted_and_nothing_more() {
    let deep = "(".repeat(300_000);
    for (before, positions) in [("1. e4 ", 4), ("1. e4 e9 ", 2), ("1. e4 (1. d4 d9 ", 3)] {
        let game = parse(&format!("{before}{deep} 1. c4 1-0 {} 1... e5 2. Nf3", ")".repeat(300_000)));
        assert_eq!((game.tree().len(), game.result()), (positions, GameResult::Unknown), "{before}");
    }
    let game = parse("1. e4 e9 (1. d4 (1. c4 1-0) ((1... e5))) 0-1");
    assert_eq!((game.tree().len(), game.result()), (2, GameResult::Black));
    let game = parse("1. e4 e5 (1... e9 (1... c5) 1-0) 2. Nf3 (2. Nc3) 1/2-1/2");
    assert_eq!((game.tree().len(), game.tree().mainline_len(), game.result()), (5, 4, GameResult::Draw));
}

/// The work grows with the text: a megabyte of brackets on one line that nothing closes took minutes without optimization, as each
/// was followed to the end of the line.
#[test]
fn brackets_that_are_not_closed_are_not_followed_each_to_the_end() {
    for bracket in ["[\"", "[a ", "[ "] {
        let text = format!("1. e4 {} e5 1-0", bracket.repeat(1_000_000));
        let raw = Frames::new(text.as_bytes()).next_frame().unwrap().expect("a game");
        assert_eq!(raw.bytes.len(), text.len(), "{bracket}");
        let game = parse(&text);
        assert_eq!((game.tree().len(), game.result()), (3, GameResult::White), "{bracket}");
    }
}

/// The line of the last game: five lines, those of the long text, and three more.
fn frames_line(len: usize) -> u64 {
    5 + len.div_ceil(b"Nf3 {any comment} Nf6 Ng1 Ng8\n".len()) as u64 + 3
}

#[test]
fn lines_and_streams_of_any_length() {
    for (text, len, count) in [
        (&b"1. e4 e5 1-0 "[..], 13 * 1_000_000, 1_000_000),
        (&b"[Event \"x\"]\n\n1. e4 e5 1-0\n\n"[..], 27 * 500_000, 500_000),
    ] {
        let mut frames = Frames::new(Endless { text, at: 0, left: len });
        let (mut raw, mut number, mut longest) = (RawGame::default(), 0, 0);
        while frames.read_frame(&mut raw).unwrap() {
            number += 1;
            longest = longest.max(raw.bytes.len());
        }
        assert_eq!(
            (number, longest),
            (count, text.len() - text.iter().rev().take_while(|b| b.is_ascii_whitespace()).count())
        );
    }
}
