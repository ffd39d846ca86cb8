//! Queries that were answered differently, found by fuzzing: what each of them is about, the query, and the game.

use tabiya::game::{Game, RawGame};
use tabiya::syntax::Dialect;
use tabiya::{Limits, QueryOptions};
use tabiya_fuzz::compare;

fn check(dialect: Dialect, query: &str, pgn: &str) {
    let mut game = Game::new();
    game.parse(&RawGame::from_bytes(pgn.as_bytes()));
    for (variations, linearize) in [(false, true), (true, true), (true, false)] {
        let options = QueryOptions {
            dialect,
            variations: Some(variations),
            linearize,
            limits: Limits { steps: 4_000_000, ..Limits::default() },
            ..QueryOptions::default()
        };
        let compared = compare(query, &options, &[&game]).unwrap_or_else(|how| panic!("{query}: {how}"));
        assert!(compared.read && compared.answers > 5, "{query}: {compared:?}");
    }
}

const GAME: &str = "1. e4 (1. d4 d5) e5 2. Qh5 Nc6 (2... g6 3. Qxe5+) 3. Qxf7+ Kxf7 4. Bc4+ Kf6 5. d4 exd4 *";

/// An item of a comment that has no value is no error, because without comments nobody asks.
#[test]
fn comments_end_no_search() {
    check(Dialect::Six, r#"ply<3 comment(movenumber " " \1)"#, GAME);
    check(Dialect::Six, r#"ply<3 if ply==9 v=1 comment({v+1} "x")"#, GAME);
    check(Dialect::Six, r#"player ~~ "(.)" comment(\7)"#, GAME);
    check(Dialect::Six, r#"check comment({v=1 unbind v v+1})"#, GAME);
}

/// Sequences inside sequences are numbered each time that they comment.
#[test]
fn inner_sequences_are_numbered_each_time() {
    check(Dialect::Five, "previous2 2 100 ({previous2 2 100 (. *)}{1 3})", GAME);
    check(Dialect::Five, "next 2 100 ({next 2 100 (. *)}{1 3})", GAME);
}
