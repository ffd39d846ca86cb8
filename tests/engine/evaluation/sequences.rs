//! Sequences put together in code, against the same ones written as queries.

use super::{A, game, values};
use std::sync::{Arc, Mutex};
use tabiya::chess::{Color, Role, Square};
use tabiya::{Position, Predicate, Query, QueryOptions, RunOptions, Sequence, SequenceError, Sources, Value};

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
fn sequences_are_shown_as_queries() {
    let empty = Sequence::default();
    assert_eq!(found(&empty, A), [], "the empty match is left out");
    let shown = format!("{:?}", Sequence::new().then(white).plus().then(white).optional().length(2..=9));
    assert_eq!(shown, "Sequence(next 2 9 ((p0)+ (p1)?))");
}

/// Functions and filters of the language, in one sequence, with starts and lengths that follow from the moves: White is to move
/// at even positions, 5 (Qxf7+) and 7 (Bc4+) are checks, the queen has moved at 3 and 5, and 10 is the last position. The same
/// query finds the same.
#[test]
fn functions_and_filters_mix() {
    let check = || Sequence::new().then_filter("check");
    let checks_and_replies = [(5, 2), (7, 2)];
    for (sequence, query, expected) in [
        (check().then(|p| !p.is_check()), "next 1 1000 (check not check)", &checks_and_replies[..]),
        (
            Sequence::new().then(|p| p.is_check()).then_filter("x=K // a king").plus(),
            "next 1 1000 (check K+)",
            &[(5, 6), (7, 4)],
        ),
        (
            Sequence::new().then(by_queen).then_filter(".").at_least(2),
            "next 1 1000 (move previous from Q .{2,})",
            &[(3, 8), (5, 6)],
        ),
        (check().then(white).backward(true), "previous 1 1000 (check wtm)", &checks_and_replies),
        (
            Sequence::new().then(white).then(|p| !white(p)).backward(true),
            "previous 1 1000 (wtm btm)",
            &[(2, 2), (4, 2), (6, 2), (8, 2), (10, 2)],
        ),
        (Sequence::new().then_filter(".").star().nestban(true), "next 1 1000 nestban (.*)", &[(0, 11)]),
        (
            check().then_filter(".").star().then(white).shortest(true),
            "next 1 1000 shortest (check .* wtm)",
            &checks_and_replies,
        ),
        // From 5 on there are six positions.
        (check().then_filter(".").star().length(2..5), "next 2 4 (check .*)", &[(7, 4)]),
        (check().then_filter(".").star().length(5..), "next 5 1000 (check .*)", &[(5, 6)]),
        (
            Sequence::new().then_either([check().then(white), Sequence::new().then(white).then(white)]),
            "next 1 1000 (either (check wtm) or (wtm wtm))",
            &checks_and_replies,
        ),
        (
            Sequence::new().then_both([check().then_filter("."), Sequence::new().then_filter("btm").then(white)]),
            "next 1 1000 (both (check .) and (btm wtm))",
            &checks_and_replies,
        ),
        (
            Sequence::new().then_in_any_order([Sequence::new().then(white), check()]).then(|_| true),
            "next 1 1000 (anyorder ((wtm) (check)) .)",
            &[(4, 3), (5, 3), (6, 3), (7, 3)],
        ),
        // One position too many between the checks, or another one in the place of a check.
        (
            check().then_filter("check").almost(1),
            "next 1 1000 almost 1 (check check)",
            &[(4, 2), (5, 3), (6, 2), (7, 2)],
        ),
    ] {
        let starts: Vec<(u32, u32)> = found(&sequence, A).into_iter().map(|(start, len, _)| (start, len)).collect();
        assert_eq!(starts, expected, "{query}");
        assert_eq!(starts, lengths(A, query), "{query}");
    }
    // The variable has the square of the white king, which is where it was in the position before.
    let still = Sequence::new().then_filter("x=k").then_filter("x & k");
    assert_eq!(found(&still, A).iter().map(|found| found.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 6, 8, 9]);
    // The checks are 5 and 7; backward, the position before each comes after it.
    assert_eq!(found(&check().then(white).backward(true), A), [(5, 2, vec![5, 4]), (7, 2, vec![7, 6])]);
}

/// The queen moves to h5 in the variation, and the knight to f3 in the other line.
#[test]
fn a_predicate_sees_the_moves_of_its_line_only() {
    const LINES: &str = "1. e4 e5 2. Nf3 (2. Qh5 Nc6 3. Bc4) 2... Nc6 3. Bb5 *";
    let to_h5 = |p: Position<'_>| p.children().any(|next| next.last_move().is_some_and(|mv| mv.role == Role::Queen));
    let developed = |square: Square| move |p: Position<'_>| p.ply() == 4 && p.board().piece_at(square).is_some();
    let line = |square| Sequence::new().then(to_h5).then(|_| true).then(developed(square)).variations(true);
    // Positions in the order of the text: 1. e4 is 1, e5 2, 2. Nf3 3, Nc6 4, 3. Bb5 5, then 2. Qh5 6, Nc6 7, 3. Bc4 8.
    assert_eq!(found(&line(Square::F3), LINES), [], "the queen does not move in this line");
    assert_eq!(found(&line(Square::F3).linearize(false), LINES), [(2, 3, vec![2, 3, 4])]);
    assert_eq!(found(&line(Square::H5), LINES), [(2, 3, vec![2, 6, 7])]);
    // At the last position of a match no line goes on yet: any will do.
    assert_eq!(
        found(&Sequence::new().then(white).then(|_| true).then(to_h5).variations(true), LINES),
        [(0, 3, vec![0, 1, 2])]
    );
    assert_eq!(found(&line(Square::H5).variations(false), LINES), []);
}

#[test]
fn a_predicate_is_asked_only_where_it_matters() {
    let asked: Arc<Mutex<Vec<u32>>> = Arc::default();
    let note = {
        let asked = Arc::clone(&asked);
        move |p: Position<'_>| {
            asked.lock().unwrap().push(p.id());
            true
        }
    };
    // Checks stand at 5 and 7 only.
    assert_eq!(found(&Sequence::new().then_filter("check").then(note), A).len(), 2);
    let mut asked = std::mem::take(&mut *asked.lock().unwrap());
    asked.sort_unstable();
    assert_eq!(asked, [6, 8]);
}

#[test]
fn what_is_wrong_with_a_sequence_is_said() {
    let told = |sequence: &Sequence| match sequence.longest_matches(&game(A)) {
        Err(SequenceError::Query(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(told(&Sequence::new().then(white).times(3, 2)).contains("3"), "the bounds are in the wrong order");
    assert!(told(&Sequence::new().star().then(white)).contains("error"));
    assert!(told(&Sequence::new().then(white).then_filter("chekc")).contains("chekc"));
    let failing = Sequence::new().then(white).then_filter("y == 3 or x == 3 x = 2");
    assert!(failing.longest_matches(&game(A)).is_err());
    // No game is as long, which is no reason to refuse the bound.
    let long = Sequence::new().then(|_| true).times(1, 2_000_000);
    assert_eq!(found(&long, A)[0].1, 11);
    assert_eq!(found(&Sequence::new().then(|_| true).times(1, u32::MAX), A)[0].1, 11);
}

/// The same predicates in a search of files on several threads, by name in queries, and where no game has been.
#[test]
fn predicates_are_searched_for_in_files() {
    let games: String = (0..500).map(|_| format!("{A}\n\n")).collect();
    let sequence =
        Sequence::new().then(|p| p.is_check()).then(|p| p.last_move().is_some_and(|mv| mv.role == Role::King));
    let query = sequence.query().unwrap();
    let count = |query: &Query| {
        let games = Sources::new().bytes("games", games.as_str());
        query.matches_in(games, &RunOptions::default()).unwrap().filter(Result::is_ok).count()
    };
    assert_eq!(count(&query), 1000, "Kxf7 and Kf6 in each game");
    let named = |text: &str| {
        let predicates = vec![("quiet".to_owned(), Predicate::new(|p| !p.is_check()))];
        Query::with_options(text, &QueryOptions { predicates, ..QueryOptions::default() })
    };
    assert_eq!(count(&named(r#"next (position in "quiet" check) flip {position in "quiet"}"#).unwrap()), 1000);
    assert_eq!(count(&named(r#"not position in "quiet""#).unwrap()), 1000);
    assert!(named(r#"position in "noisy""#).is_err(), "there is neither such a predicate nor such a file");
    let beside = named(r#"move legal : position in "quiet""#).unwrap();
    let error = beside.matches(&game(A)).unwrap_err();
    assert!(error.message.contains("`quiet` is a predicate"), "{error}");
    assert!(Predicate::new(|p| p.is_check()).holds(&game(A), 5));
}
