//! Sequences put together in code, against the same ones written as queries.

use super::{A, game, values};
use tabiya::chess::{Color, Role};
use tabiya::{Position, Sequence, Value};

/// A game with variations, one inside another.
const TREE: &str =
    "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Qh5 Nc6 (2... Ke7 3. Qxe5#) 3. Bc4 Nf6 4. Qxf7# 1-0";

/// The matches of a sequence from each start: length and positions.
fn found(sequence: &Sequence, pgn: &str) -> Vec<(u32, u32, Vec<u32>)> {
    let found = sequence.longest_matches(&game(pgn)).expect("a small automaton");
    found.into_iter().map(|found| (found.start, found.len, found.positions)).collect()
}

/// The same of a query that is one `next`: starts and lengths.
fn lengths(pgn: &str, text: &str) -> Vec<(u32, u32)> {
    let number = |value| match value {
        Value::Number(number) => number as u32,
        other => panic!("{other:?} is no number"),
    };
    values(pgn, text, text).into_iter().map(|(n, value)| (n, number(value))).collect()
}

fn white(position: Position<'_>) -> bool {
    position.turn() == Color::White
}

fn by_queen(position: Position<'_>) -> bool {
    position.last_move().is_some_and(|mv| mv.role == Role::Queen)
}

#[test]
fn every_repetition_means_what_it_means_in_a_query() {
    let quiet = || Sequence::new().then(|p| !p.is_check());
    for (sequence, query) in [
        (quiet(), "next 1 1000 (not check)"),
        (quiet().star().then(|p| p.is_check()), "next 1 1000 (not check* check)"),
        (quiet().plus().then(|p| p.is_check()), "next 1 1000 (not check+ check)"),
        (quiet().optional().then(|p| p.is_check()), "next 1 1000 (not check? check)"),
        (quiet().times(2, 3).then(white), "next 1 1000 (not check{2 3} wtm)"),
        (
            Sequence::new().then(white).then_group(Sequence::new().then(|p| !white(p)).then(white)).star(),
            "next 1 1000 (wtm (btm wtm)*)",
        ),
        (
            quiet().then_group(Sequence::new().then(by_queen).then(|_| true)).plus().then(|p| p.is_check()),
            "next 1 1000 (not check (move previous from Q .)+ check)",
        ),
    ] {
        let starts: Vec<(u32, u32)> = found(&sequence, A).into_iter().map(|(start, len, _)| (start, len)).collect();
        assert!(!starts.is_empty(), "{query} is found nowhere");
        assert_eq!(starts, lengths(A, query), "{query}");
    }
}

#[test]
fn variations_are_searched_if_asked_for_and_the_way_is_told() {
    let mate = Sequence::new().then(by_queen).then(|_| true).then(|p| p.is_mate());
    assert_eq!(found(&mate, TREE), [], "the mate of the main line comes later");
    assert_eq!(found(&mate.variations(true), TREE), [(3, 3, vec![3, 8, 9])]);
    let mate = || Sequence::new().then(|p| p.ply() == 3).then(|_| true).star().then(|p| p.is_mate());
    let main = found(&mate(), TREE);
    assert_eq!(main, [(3, 5, vec![3, 4, 5, 6, 7])]);
    let all = found(&mate().variations(true), TREE);
    assert_eq!(all[0], main[0], "the longer of two lines");
    assert_eq!(all.len(), 1, "no mate follows the moves after 1... c5");
}

#[test]
fn positions_say_what_they_are() {
    let stuck = "[FEN \"7k/5Q2/8/8/8/8/8/K7 b - - 0 1\"]\n\n*";
    let at = |test: fn(Position<'_>) -> bool, pgn: &str| -> Vec<u32> {
        found(&Sequence::new().then(test).variations(true), pgn).into_iter().map(|(start, ..)| start).collect()
    };
    assert_eq!(at(|p| p.is_stalemate(), stuck), [0]);
    assert_eq!(at(|p| p.is_mate(), stuck), [0u32; 0]);
    assert_eq!(at(|p| p.is_stalemate(), TREE), [0u32; 0]);
    assert_eq!(at(|p| p.is_mate(), TREE).len(), 2);
    assert_eq!(at(|p| p.is_terminal(), TREE).len(), 4);
    assert_eq!(at(|p| p.children().count() == 2 && p.id() == p.children().next().unwrap().id() - 1, TREE).len(), 3);
    assert_eq!(at(|p| p.board().is_check() != p.is_check(), TREE), [0_u32; 0]);
}

#[test]
fn sequences_are_shown_as_patterns() {
    let empty = Sequence::default();
    assert_eq!(found(&empty, A), [], "the empty match is left out");
    assert_eq!(format!("{:?}", Sequence::new().then(white).plus().then(white).optional()), "Sequence(p0+ p1?)");
    assert!(Sequence::new().then(white).then(white).times(0, 100_000).longest_matches(&game(A)).is_err());
}
