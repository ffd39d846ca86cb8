//! Games that are refused by their tags, so that their moves stay unread.

use super::query;
use tabiya::game::{RawGame, Reading};
use tabiya::{Game, ParsedQuery, PlanOptions, Query, QueryOptions, QuerySet, Scratch, SearchOptions, Source};

const GAME: &str = "[Event \"Open\"]\n[Date \"1990.01.01\"]\n[White \"Adams\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\
    [WhiteElo \"2500\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0";

/// Reads a game as far as the query needs it; whether its moves were read.
fn read(query: &Query, pgn: &str, game: &mut Game, scratch: &mut Scratch) -> bool {
    let options = SearchOptions::default();
    let is_refused = |game: &Game| query.is_refused_by_tags(game, scratch, &options);
    game.parse_unless(&RawGame::from_bytes(pgn.as_bytes()), &Reading::default(), is_refused)
}

fn is_read(text: &str, pgn: &str) -> bool {
    read(&query(text, None), pgn, &mut Game::new(), &mut Scratch::new())
}

#[test]
fn tests_of_tags_refuse_games() {
    for text in [
        "false",
        r#"player "Kasparov""#,
        r#"not player "Adams""#,
        r#"check player "Kasparov" mate"#,
        r#"player white ~~ "^K""#,
        "elo white > 2700",
        "elo black > 1",
        "elo + 100 < 2600",
        "year == 1991",
        r#"date > "1995""#,
        r#"event "Closed""#,
        r#"site == "Linares""#,
        r#"eco "B""#,
        r#"tag "Annotator""#,
        "gamenumber > 1",
        r#"player "Kasparov" or year == 1991"#,
        r#"player "Kasparov" x=1"#,
        r#"player "Kasparov" message("found")"#,
        r#"player "Kasparov" sort #R"#,
        r#"player "Kasparov" next (check check)"#,
    ] {
        assert!(!is_read(text, GAME), "{text}");
    }
}

#[test]
fn what_the_moves_may_decide_is_read() {
    for text in [
        "true",
        "mate",
        r#"player "Adams""#,
        r#"player "Kasparov" or mate"#,
        // The result after the moves counts, not the tag.
        "result 0-1",
        "hascomment",
        r#"originalcomment "x""#,
        // What the reading of the first position decides.
        r#"variant == "Atomic""#,
        r#"tag "FEN""#,
        // What happens before the test happens in every game.
        r#"x=1 player "Kasparov""#,
        r#"message("read") player "Kasparov""#,
        r#"settag("A" "b") player "Kasparov""#,
        r#"sort #R player "Kasparov""#,
        // What outlives the game.
        r#"player "Kasparov" persistent x += 1"#,
        r#"player "Kasparov" writefile("a.cqo" "b")"#,
        // A game without a match counts.
        r#"cql(matchcount 0 5) player "Kasparov""#,
        // The search shows the error.
        "elo white * 4000000000 * 4000000000 > 1",
    ] {
        assert!(is_read(text, GAME), "{text}");
    }
}

#[test]
fn a_text_that_may_have_tags_between_its_moves_is_read() {
    let late = |line: &str| format!("[Event \"x\"]\n\n1. e4 e5{line}2. Nf3 *");
    for line in ["\n[White \"Kasparov\"]\n", "\r \t[White \"Kasparov\"]\r", "\r\n[White \"Kasparov\"] "] {
        let (query, mut game, mut scratch) = (query(r#"player "Kasparov" ply==2"#, None), Game::new(), Scratch::new());
        assert!(read(&query, &late(line), &mut game, &mut scratch), "{line:?}");
        let found = query.search_game(&game, &mut scratch, &SearchOptions::default()).expect("an answer");
        assert_eq!(found.matches.len(), 1, "{line:?}");
    }
    for line in [" {[%clk 1:00] [White \"Kasparov\"]} ", "\n{\"[\"} ", " [White \"Kasparov\"] "] {
        assert!(!is_read(r#"player "Kasparov""#, &late(line)), "{line:?}");
    }
}

#[test]
fn nothing_is_left_of_another_game() {
    let query = query(r#"player "Tal" mate"#, None);
    let (mut game, mut scratch) = (Game::new(), Scratch::new());
    let tal = GAME.replace("Adams", "Tal");
    let unread = "[White \"Adams\"]\n[FEN \"nonsense\"]\n[x]\n\n1. e4 e5 {a";
    for round in 0..3 {
        assert!(read(&query, &tal, &mut game, &mut scratch), "{round}");
        let found = query.search_game(&game, &mut scratch, &SearchOptions::default()).expect("an answer");
        assert_eq!((found.matches.len(), game.tree().len()), (1, 6), "{round}");
        assert!(!read(&query, unread, &mut game, &mut scratch), "{round}");
        assert_eq!((game.tree().len(), game.tags().len(), game.faults().count()), (1, 3, 1), "{round}");
        let found = query.search_game(&game, &mut scratch, &SearchOptions::default()).expect("an answer");
        assert!(found.matches.is_empty(), "{round}");
    }
}

fn set(texts: &[&str], skip_moves: bool) -> QuerySet {
    let plan = PlanOptions { skip_moves, ..PlanOptions::default() };
    let options = QueryOptions { plan, ..QueryOptions::default() };
    let parse = |text: &&str| {
        let source = Source { name: "query".into(), text: (*text).to_owned() };
        ParsedQuery::parse(source, &options).expect("a query")
    };
    QuerySet::new(texts.iter().map(parse).collect(), &options).expect("a plan")
}

#[test]
fn a_set_refuses_what_each_of_its_queries_refuses() {
    let mut game = Game::new();
    let mut refuses = |texts: &[&str], skip_moves| {
        let (set, mut scratches) = (set(texts, skip_moves), Vec::new());
        let is_refused = |game: &Game| set.is_refused_by_tags(game, &mut scratches, &SearchOptions::default());
        !game.parse_unless(&RawGame::from_bytes(GAME.as_bytes()), &Reading::default(), is_refused)
    };
    assert!(refuses(&["year == 1991 mate", "cql(variations) false"], true));
    assert!(!refuses(&["year == 1991 mate", "cql(variations) false"], false));
    assert!(!refuses(&["year == 1991", "cql(variations) mate"], true));
    assert!(!refuses(&["year == 1991", "year == 1990"], true));
}

#[test]
fn it_is_told_what_is_read() {
    let reads = |texts: &[&str], skip_moves| set(texts, skip_moves).reads();
    assert_eq!(reads(&["mate"], true), "reads: tags and moves");
    let text = "reads: tags, then the moves only of games that pass `\"Tal\" in player`";
    assert_eq!(reads(&["player \"Tal\" mate"], true), text);
    assert_eq!(reads(&["player \"Tal\" mate"], false), "reads: tags and moves");
    assert_eq!(reads(&["player \"Tal\"", "mate"], true), "reads: tags and moves");
    let text = "reads: tags, then the moves only of games that pass `false` or `false`";
    assert_eq!(reads(&["false", "cql(variations) false"], true), text);
}
