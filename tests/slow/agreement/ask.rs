//! Questions put with a board: a text and the board's own text for it find the same positions.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::path::Path;
use tabiya::syntax::Dialect;
use tabiya::syntax::assist::Ask;
use tabiya::{Game, Games, Query, QueryOptions};

const GAMES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Nb3 Qxd1 9. Rxd1 *\n\n\
                     1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 6. Nf3 c5 7. O-O Nc6 8. a3 Bxc3 9. bxc3 dxc4 10. Bxc4 *\n\n\
                     [FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 Kd4 2. e3+ Ke4 3. Ke2 Ke5 4. Kf3 Kf5 5. e4+ Ke5 *\n\n";

fn games() -> Vec<Game> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/games/sample.pgn");
    let read = Games::from_reader(GAMES.as_bytes()).into_iter().chain(Games::open(sample)).flatten();
    read.map(|game| game.expect("a game")).collect()
}

fn found(text: &str, dialect: Dialect, games: &[Game]) -> Vec<(usize, u32)> {
    let query = Query::with_options(text, &QueryOptions { dialect, ..QueryOptions::default() });
    let query = query.unwrap_or_else(|error| panic!("{text}: {error}"));
    let matches = |(number, game): (usize, &Game)| {
        let found = query.matches(game).unwrap_or_else(|error| panic!("{text}: {error}"));
        found.map(|one| (number, one.position())).collect::<Vec<_>>()
    };
    games.iter().enumerate().flat_map(matches).collect()
}

/// The number of positions that a text finds, if it is a question for a board; the board's text finds the same.
fn compared(text: &str, dialect: Dialect, games: &[Game]) -> Option<usize> {
    let own = Ask::of(text, dialect)?.query().expect("a question that was read has a text");
    let (theirs, ours) = (found(text, dialect, games), found(&own, Dialect::Auto, games));
    assert_eq!(theirs, ours, "{text}\n{own}");
    Some(theirs.len())
}

/// Compares many texts, of which enough are questions and enough of these match somewhere.
fn all_compared(cases: u32, texts: &impl Strategy<Value = String>, games: &[Game]) {
    let (read, matching) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let compare = |text: String| {
        let positions = compared(&text, Dialect::Six, games);
        read.set(read.get() + u32::from(positions.is_some()));
        matching.set(matching.get() + u32::from(positions.is_some_and(|positions| positions > 0)));
        Ok(())
    };
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new(config).run(texts, compare).unwrap_or_else(|error| panic!("{error}"));
    assert!(read.get() > 150 && matching.get() > 50, "{} are questions, {} match", read.get(), matching.get());
}

/// Parts of positions that occur in the games, as they may be written by hand.
const PARTS: &[&str] = &[
    "Ke1",
    "Kg1",
    "Ke2",
    "Kf3",
    "ke5",
    "ke8",
    "[RQ]d1",
    "[Rr]a1",
    "[Aa]e4",
    "Pe4",
    "Pe3",
    "Nf3",
    "nc6",
    "not Nf3",
    "_e2",
    "_d4",
    "not Pe2",
    "Na-h3-5",
    "[Nn]c-f3-6",
    "not Pd-e4",
    "not q",
    "[P_]d4",
    "Aa1",
    "ah8",
    "wtm",
    "btm",
    "not wtm",
    "sidetomove==white",
    "sidetomove==black",
    "{Ke1 ke8}",
    "(Nf3)",
    "Nf3 and nc6",
    "[Aa]==3",
    "#[Aa]==32",
    "#[Aa]==2",
    "e4",
    ".",
    "[KQ_]e1",
    "fen \"8/8/8/4k3/4P3/5K2/8/8\"",
    "fen \"......../......../......../....k.../....P.../....._../......__/______._\"",
    "fen \"r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4\"",
    "fen \"8/8/8/....k3/8/4P3/4A3/8\"",
];

const TRANSFORMS: &[&str] = &[
    "",
    "",
    "",
    "flipcolor",
    "fliphorizontal",
    "flipvertical",
    "shift",
    "shifthorizontal",
    "shiftvertical",
    "shift flipcolor",
    "shift flipvertical",
];

#[test]
fn positions_mean_the_same() {
    let games = games();
    let parts = prop::collection::vec(prop::sample::select(PARTS), 1..4);
    let texts = (parts, prop::sample::select(TRANSFORMS)).prop_map(|(parts, transform)| {
        let parts = parts.join(" ");
        if transform.is_empty() { parts } else { format!("{transform} {{{parts}}}") }
    });
    all_compared(400, &texts, &games);
}

#[test]
fn several_boards_mean_the_same() {
    let games = games();
    let board = || {
        prop::collection::vec(prop::sample::select(PARTS), 1..3).prop_map(|parts| format!("{{{}}}", parts.join(" ")))
    };
    let join =
        prop::sample::select(vec!["{} {}", "{} or {}", "{} not {}", "next ({} .{0 3} {})", "next ({} .{0 9} {})"]);
    let texts = (board(), prop::collection::vec((join, board()), 1..4)).prop_map(|(first, rest)| {
        rest.into_iter().fold(first, |text, (join, board)| {
            let text = if text.starts_with('{') && !text.contains("} ") { text } else { format!("{{{text}}}") };
            join.replacen("{}", &text, 1).replacen("{}", &board, 1)
        })
    });
    all_compared(300, &texts, &games);
}

#[test]
fn paths_mean_the_same() {
    let games = games();
    const MOVES: &[&str] = &[
        "Nf3--d4", "--f3", "P--e4", "e7--e5", "[x]c6", "B[x]c6", "K--g1", "--", "--*", "nb8--c6", "[Nn]--f3",
        "(-- --*)", "Bf1--b5",
    ];
    let starts = prop::sample::select(vec!["path", "Ke1 path", "path Ke1", "path (Ke1)", "ke8 Ke1 path"]);
    let texts = (starts, prop::collection::vec(prop::sample::select(MOVES), 1..6), any::<bool>());
    let texts = texts.prop_map(|(start, moves, sides)| {
        let path = format!("{start} {}", moves.join(" "));
        if sides { format!("flipcolor {{{path}}}") } else { path }
    });
    all_compared(1500, &texts, &games);
    for text in ["path P--e4 e7--e5 Ng1--f3 nb8--c6", "path Ng1--f3 --* Nf3--d4", "path Bf1--b5 -- B[x]c6"] {
        assert!(compared(text, Dialect::Six, &games).is_some_and(|positions| positions > 0), "{text}");
    }
}

/// The queries of the conformance cases that a board can show.
#[test]
fn conformance_cases_mean_the_same() {
    let mut shown = 0;
    for case in crate::agreement::cases() {
        let games = Games::open(crate::agreement::data(&format!("games/{}.pgn", case.pgn))).expect("games").take(40);
        let games: Vec<Game> = games.map(|game| game.expect("a game")).collect();
        shown += u32::from(compared(&case.query, case.options.dialect, &games).is_some());
    }
    assert!(shown >= 8, "a board can show {shown} of the queries");
}
