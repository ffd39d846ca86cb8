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

/// Comparisons that are solved for all positions at once say what they say one by one: whatever stands on which side, with
/// other conditions beside them, and with comments.
#[test]
fn solved_comparisons_say_what_they_say() {
    let game =
        "1. e4 {1} e5 2. Nf3 Nc6 {4} 3. Bb5 a6 4. Bxc6 {6} dxc6 5. O-O f6 6. d4 {11} exd4 7. Nxd4 c5 8. Nb3 Qxd1 *";
    for query in [
        "x=ply find 14-ply>x",
        "x=ply find 3 9 x<14-ply",
        "x=ply line --> .* --> 12-ply<=x --> .*",
        "x=ply y=#A find {ply>x+4 #A<y}",
        "x=ply y=#A find {ply==x+4 #A==y}",
        "x=str(ply) find x<str(ply)",
        "x=str(ply) find all str(ply)<=x",
        "x=\"\" find all str(ply)==x+originalcomment",
        "x=\"1\" find all x+originalcomment==str(ply)",
        "x=ply find 1 9 {ply>x+3 {check or true comment(\"c\" ply)}}",
        "x=ply find 1 9 {ply>x+3 comment(\"c\" ply)}",
        "x=ply find all {not ply<x+2 not x+9<ply}",
        "x=R find all {R==x ply>3}",
        "x=ply path (--(ply>x+2))+",
        "x=[QBN] path (x--(#A<32))+",
    ] {
        check(Dialect::Six, query, game);
    }
}
