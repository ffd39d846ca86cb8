//! Conditions that are derived from a query, and games that do not meet them.

use std::io::Cursor;
use std::ops::ControlFlow;
use tabiya::database::{BlockBuilder, Options, Summary, Writer};
use tabiya::game::RawGame;
use tabiya::pipeline::Sources;
use tabiya::{
    Game, Need, Needs, ParsedQuery, PlanOptions, Query, QueryOptions, QuerySet, RunOptions, SearchOptions, Source,
};

fn set(text: &str, needs: Needs) -> QuerySet {
    let plan = PlanOptions { needs, ..PlanOptions::default() };
    let options = QueryOptions { plan, ..QueryOptions::default() };
    let source = Source { name: "query".into(), text: text.to_owned() };
    let parsed = ParsedQuery::parse(source, &options).unwrap_or_else(|error| panic!("{text}: {error}"));
    QuerySet::new(vec![parsed], &options).expect("a plan")
}

fn game(pgn: &str) -> Game {
    let mut game = Game::new();
    game.parse(&RawGame::from_bytes(pgn.as_bytes()));
    game
}

/// Nothing is captured, nobody castles, and only the pieces that must come out do.
const QUIET: &str = "1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 *";
const MATE: &str = "1. f3 e5 2. g4 Qh4# 0-1";

fn is_refused(text: &str, needs: Needs, pgn: &str) -> bool {
    let game = game(pgn);
    let set = set(text, needs);
    let refused = set.is_refused_by_summary(&Summary::of(&game), Some(game.result()));
    let found = set.search_game(&game, &mut Vec::new(), &SearchOptions::default()).remove(0).expect("an answer");
    assert!(!refused || found.matches.is_empty(), "{text}");
    refused
}

/// By kind: queries that it refuses for the quiet game.
const REFUSED: [(Need, &[&str]); 7] = [
    (Need::Material, &["R == 0", "#Q > 1", "power A - power a > 3", "A == 3", "not K", "[Qq] == 0", "parent:(#p < 8)"]),
    (
        Need::SpecialMoves,
        &[
            "castle",
            "o-o-o",
            "enpassant",
            "nullmove",
            "move promote N",
            "move capture p",
            "R[x]p",
            "path --=Q",
            "move null",
        ],
    ),
    (Need::Length, &["ply > 6", "movenumber > 5", "next (wtm btm wtm btm wtm btm wtm btm)", "line --> .{9}"]),
    (Need::Check, &["check", "next (wtm check)", "line --> . --> check", "find check"]),
    (Need::Ending, &["stalemate", "puremate", "find stalemate"]),
    (Need::Result, &["result 1-0", "result 1-0 or result 0-1"]),
    (Need::Variations, &["secondary", "not mainline", "depth > 0"]),
];

/// Queries for which no move of the quiet game is read, by the columns of a database.
const UNREAD: [&str; 14] = [
    "Q in a8",
    "Nf7",
    "kg8",
    "Rh8 attacks k",
    "Nf3 Rd1",
    "Ra2 or Qd8",
    "pin from Ra5",
    "find Nf7",
    "square x in Nd5 x",
    "path -- --(Nf7)",
    "#Nf7 > 0",
    "flip {Kd4 ke8}",
    "move from Qd4",
    "if check Nf7 else Nf8",
];

/// True if a query leaves all games of a database unread, by its columns or without them.
fn is_unread(text: &str, stored_columns: bool, pgn: &str) -> bool {
    let plan = PlanOptions { stored_columns, needs: Needs::NONE, ..PlanOptions::default() };
    let query = Query::with_options(text, &QueryOptions { plan, ..QueryOptions::default() }).expect("a query");
    let mut block = BlockBuilder::new(&Options::default());
    // Fewer games are read in less time than columns.
    for number in 1..=20 {
        let raw = RawGame { number, ..RawGame::from_bytes(pgn.as_bytes()) };
        block.add("games.pgn", &raw, &game(pgn));
    }
    let mut writer = Writer::create(Cursor::new(Vec::new())).expect("memory");
    writer.write(&block.finish()).expect("memory");
    let base = writer.finish().expect("memory").into_inner();
    let found = |name: &str, bytes: Vec<u8>| {
        let sources = Sources::new().bytes(name, bytes);
        query.search(sources, &RunOptions::default(), |_| ControlFlow::Continue(())).expect("a run")
    };
    let (stored, read) = (found("base.tabiya", base), found("games.pgn", format!("{pgn}\n\n").repeat(20).into_bytes()));
    assert_eq!((stored.matched, stored.positions), (read.matched, read.positions), "{text}");
    stored.unread == 20
}

#[test]
fn columns_leave_games_unread_and_can_be_switched_off() {
    for text in UNREAD {
        assert!(is_unread(text, true, QUIET), "{text} is not refused by columns");
        assert!(!is_unread(text, false, QUIET), "{text} is refused although that is switched off");
    }
}

#[test]
fn each_kind_refuses_games_and_can_be_switched_off() {
    for (need, texts) in REFUSED {
        for text in texts {
            let text = if need == Need::Variations { format!("cql(variations) {text}") } else { (*text).to_owned() };
            assert!(is_refused(&text, Needs::NONE.with(need), QUIET), "{text} is not refused by {}", need.name());
            assert!(is_refused(&text, Needs::ALL, QUIET), "{text} is not refused");
            assert!(!is_refused(&text, Needs::NONE, QUIET), "{text} is refused although that is switched off");
        }
    }
    // A check somewhere is asked first; without it, the end decides.
    assert!(is_refused("mate", Needs::ALL.without(Need::Check), QUIET));
    assert!(!is_refused("mate", Needs::ALL.without(Need::Check).without(Need::Ending), QUIET));
}

#[test]
fn what_may_match_is_not_refused() {
    for (text, pgn) in [
        ("mate", MATE),
        ("mate result 0-1 ply == 4", MATE),
        ("path --(check)", MATE),
        // A null move is the only one where there is no legal move.
        ("mate", "1. f3 e5 2. g4 Qh4# 3. -- Qxh2 *"),
        // Without two kings nothing is certain.
        ("mate", "[FEN \"8/8/8/8/8/8/8/k1R5 b - - 0 1\"]\n\n1... Ka2 *"),
        ("cql(variations) Nd5", "1. e4 (1. Nc3 e5 2. Nd5) e5 *"),
        ("cql(variations) ply > 2", "1. e4 (1. Nc3 e5 2. Nd5) e5 *"),
        ("cql(variations) secondary", "1. e4 (1. Nc3 e5 2. Nd5) e5 *"),
        // What is imagined is no position of the game.
        ("move legal to d5 : {Nd5 or pd5}", QUIET),
        ("imagine remove R : not R", QUIET),
        ("imagine add Qd4 : Qd4", QUIET),
        // A game without a match is wanted, or something outlives it.
        ("cql(matchcount 0 5) Nf7", QUIET),
        ("persistent x += 1 Nf7", QUIET),
        // What stands before is done in every game, or fails in it.
        ("message(\"a\") Nf7", QUIET),
        ("Nf7 or message(\"a\")", QUIET),
        // It holds where there is nothing.
        ("not Nf7", QUIET),
        ("Nf7 in Nf8", QUIET),
        ("#Nf7 == 0", QUIET),
        ("square all x in Nf7 false", QUIET),
        ("next (Nf7*)", QUIET),
        ("if Nf7 check", QUIET),
    ] {
        let set = set(text, Needs::ALL);
        let game = game(pgn);
        assert!(!set.is_refused_by_summary(&Summary::of(&game), Some(game.result())), "{text}: {pgn}");
    }
}

#[test]
fn positions_that_are_given_are_looked_up() {
    let given = "fen \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR\"";
    let set_up = set(given, Needs::ALL);
    assert!(set_up.looks_up_positions() && !set("Nf3", Needs::ALL).looks_up_positions());
    let mut asked = Vec::new();
    assert!(set_up.is_refused_by_positions(&mut |board| {
        asked.push(*board);
        false
    }));
    let played = game("1. e4 e5 *");
    let wanted = played.tree().board(2);
    assert_eq!(asked.len(), 1);
    for square in tabiya::chess::Square::ALL {
        assert_eq!(asked[0].piece_at(square), wanted.piece_at(square), "{square}");
    }
    assert!(!set_up.is_refused_by_positions(&mut |_| true));
    assert!(!set(given, Needs::ALL.without(Need::ExactPosition)).is_refused_by_positions(&mut |_| false));
    // One of several copies, and one of several positions.
    let either = set(&format!("flip {{ {given} }} or Nf7"), Needs::ALL);
    assert!(!either.is_refused_by_positions(&mut |_| false));
}

#[test]
fn only_the_places_that_can_match_are_asked() {
    let search = |text: &str, needs, pgn: &str| {
        set(text, needs)
            .search_game(&game(pgn), &mut Vec::new(), &SearchOptions::default())
            .remove(0)
            .expect("an answer")
    };
    for text in [
        "initial Ra1",
        "terminal not check",
        "mate",
        "mate or terminal",
        "ply == 0",
        "stalemate or mate",
        "wtm",
        "sort line nestban --> .{2}",
        "next nestban (not check *)",
        "next2 nestban (. .)",
        "wtm sort \"a\" line 2 nestban --> wtm --> btm",
        "previous nestban (. check)",
        "path nestban -- --",
        "sort path P--",
        "line nestban --> check or line nestban --> mate",
        "Q--h4",
        "path -- Q--",
    ] {
        for pgn in
            [QUIET, MATE, "1. f3 e5 2. g4 Qh4# 3. -- Qxh2 *", "[FEN \"8/8/8/8/8/8/8/kR6 w - - 0 1\"]\n\n1. Rb2 *"]
        {
            assert_eq!(search(text, Needs::ALL, pgn), search(text, Needs::NONE, pgn), "{text}");
        }
    }
    let explained = |text| set(text, Needs::ALL).explain(0);
    assert!(explained("initial Ra1").contains("evaluated only at the first position"));
    assert!(explained("ply == 0 Ra1").contains("evaluated only at the first position"));
    assert!(explained("terminal Ra1 or mate").contains("evaluated only where no move follows"));
    assert!(!explained("terminal or Ra1").contains("evaluated only"));
    assert!(!explained("message(\"a\") initial").contains("evaluated only"));
    assert!(explained("sort line nestban --> check").contains("evaluated only where its sequence begins"));
    assert!(!explained("message(\"a\") line nestban --> check").contains("evaluated only"));
    assert!(!explained("line nestban --> x=1").contains("evaluated only"));
}

#[test]
fn explain_says_what_is_needed() {
    let needs = |text: &str| {
        let explained = set(text, Needs::ALL).explain(0);
        explained.lines().find_map(|line| line.strip_prefix("needs: ")).map(str::to_owned)
    };
    for (text, words) in [
        ("Nf7 kg8", "`Nf7` at some time and `kg8` at some time"),
        ("move promote N", "a move and a promotion to N"),
        ("R == 0", "`#R == 0` within its bounds"),
        ("ply > 120", "`ply > 120` within its bounds"),
        ("stalemate", "no check at the end and no legal move at the end; evaluated only where no move follows"),
        ("result 1-0 or check", "the result 1-0 or a check"),
        ("next (check check)", "a move and a check"),
        ("false", "`false`"),
    ] {
        assert_eq!(needs(text).as_deref(), Some(words), "{text}");
    }
    assert_eq!(needs("true"), None);
}

/// Sets are equal where nothing stands on the squares that differ, whatever stands on those that they share.
#[test]
fn equal_sets_need_only_what_differs() {
    let pgn = "[FEN \"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1\"]\n\n1. Qa2 Ke7 *";
    for (query, matches) in [("[QR] == Q", 3), ("[QR] != R", 3), ("[QR] == R", 0), ("[QR] != Q", 0)] {
        let game = game(pgn);
        let set = set(query, Needs::ALL);
        let found = set.search_game(&game, &mut Vec::new(), &SearchOptions::default()).remove(0).expect("an answer");
        assert_eq!(found.matches.len(), matches, "{query}");
        assert!(matches == 0 || !is_refused(query, Needs::ALL, pgn), "{query}");
    }
    assert!(is_unread("[QR] == R", true, pgn) && is_unread("[QR] != Q", true, pgn));
}
