//! Loops over squares and pieces that the planner solves as set algebra, against the same loops taken turn by turn.

use crate::evaluation::variants::HOUSE;
use crate::evaluation::{comments, game};
use tabiya::syntax::Dialect;
use tabiya::{Game, Games, PlanOptions, Query, QueryOptions, Scratch, SearchOptions, Value};

/// Conditions on `x`.
const BODIES: [&str; 44] = [
    "x attacks k",
    "A attacks x",
    "x attackedby a",
    "R attackedby x",
    "x->a & B",
    "x in a-d1-4",
    "x & P",
    "x",
    "~x & K",
    "not x attacks A",
    "up 1 x & p",
    "x attacks (up 1 3 P)",
    "diagonal 0 2 x attacks [Aa]",
    "K & anydirection x",
    "x attacks A or a attacks x",
    "{x attacks A} == []",
    "x & [RQ] attacks k",
    "{wtm x} & a",
    "not {A attacks x a attacks x}",
    "type x == 4",
    "x attacks A type x != 1",
    "type x > 1 not x attacks A check or x & N",
    "check x",
    "wtm",
    "parent:x",
    "parent:x attacks [Aa]",
    "ray (x . k)",
    "{x | K} attacks q",
    "x in {A attacks x}",
    "{A attacks x} in [BN]",
    "x attacks x",
    "x->A->a",
    "comment (x) x attacks A",
    "x attacks A move from x",
    "flip {x attacks Aa1-4}",
    "#(A->x) > 1 x attackedby a",
    "#(A->x) > #(a->x)",
    "A->x >= 2",
    "1 < #({A->x} & [RQ])",
    "#(a<-x) == 2 or x in K",
    "not #(. attackedby x) > 3",
    "#(A->x) > #(x->a)",
    "#(A->x) > elo",
    "#(A->x) + 1 > 2",
];

/// Conditions on `x` and on the piece `y` of an inner loop.
const PAIRS: [&str; 13] = [
    "x attackedby y",
    "y->x",
    "{y->x} == []",
    "y attacks x not y attacks k",
    "y in x",
    "x & y",
    "up 1 y & x",
    "x attackedby y y attacks A wtm",
    "y attackedby x or btm",
    "x == y",
    "type y == 4 y attacks x",
    "{A attacks y} & x",
    "y attacks x check",
];

/// Values of a column, or matches, in some games; `solve` as the planner would.
fn found(games: &[Game], text: &str, column: Option<&str>, solve: bool) -> Vec<(u32, Vec<Value>)> {
    let selects = column.iter().map(|column| ("v".to_owned(), (*column).to_owned())).collect();
    let plan = PlanOptions { reorder: solve, ..PlanOptions::default() };
    let options =
        QueryOptions { dialect: Dialect::Six, variations: Some(true), selects, plan, ..QueryOptions::default() };
    let query = Query::with_options(text, &options).unwrap_or_else(|error| panic!("{text} {column:?}\n{error}"));
    let mut found = Vec::new();
    for game in games {
        let result = query.search_game(game, &mut Scratch::new(), &SearchOptions::default());
        let result = result.unwrap_or_else(|error| panic!("{text} {column:?}\n{error}"));
        found.extend(result.matches.into_iter().map(|m| (m.position, m.values.clone())));
    }
    found
}

/// Some games: with variations, wild, with pieces that were dropped.
fn games() -> Vec<Game> {
    let mut games = vec![game(HOUSE)];
    for (name, at) in [("trees", 3), ("wild", 17), ("studies", 5)] {
        let path = format!("{}/tests/data/games/{name}.pgn", env!("CARGO_MANIFEST_DIR"));
        games.push(Games::open(path).expect("games").nth(at).expect("a game").expect("a game"));
    }
    games
}

fn compare(games: &[Game], domain: &str, body: &str) {
    for kind in ["square", "piece"] {
        let column = format!("{kind} x in {domain} {{{body}}}");
        assert_eq!(found(games, "true", Some(&column), true), found(games, "true", Some(&column), false), "{column}");
        let query = format!("{kind} all x in {domain} {{{body}}}");
        assert_eq!(found(games, &query, None, true), found(games, &query, None, false), "{query}");
    }
}

#[test]
fn a_solved_loop_says_what_its_turns_would() {
    let games = games();
    for body in BODIES {
        for domain in [".", "[Aa]", "N", "_", "a-d1-4", "(up 1 P)", "[]"] {
            compare(&games, domain, body);
        }
    }
}

#[test]
fn so_does_a_loop_around_a_loop() {
    let games = games();
    for pair in PAIRS {
        for domain in ["[RBQrbq]", "(up 1 x)"] {
            compare(&games, "c-f3-6", &format!("piece y in {domain} {{{pair}}}"));
            compare(&games, "[Nn]", &format!("not piece y in {domain} {{{pair}}}"));
            compare(&games, "[NnKk]", &format!("piece all y in {domain} {{{pair}}}"));
        }
    }
}

#[test]
fn an_imagined_piece_has_no_turn() {
    let games = [game("1. e4 e5 *")];
    for column in ["imagine add Qd4 : #piece x in Q {x attacks k}", "imagine add Qd4 : #square x in Q {x attacks p}"] {
        assert_eq!(found(&games, "true", Some(column), true), found(&games, "true", Some(column), false), "{column}");
    }
}

/// A bound variable stops the run, solved or not.
#[test]
fn a_bound_variable_is_said() {
    for text in [
        "x = R square x in . {x attacks k}",
        "square x in R {square x in . {x attacks k}}",
        "square x in R {piece y in A {square x in . {x attackedby y}}}",
        "echo (x y) {square x in . {x attacks k}}",
    ] {
        for solve in [true, false] {
            let plan = PlanOptions { reorder: solve, ..PlanOptions::default() };
            let options = QueryOptions { dialect: Dialect::Six, plan, ..QueryOptions::default() };
            let Ok(query) = Query::with_options(text, &options) else { continue };
            let error = query.search_game(&game("1. e4 e5 *"), &mut Scratch::new(), &SearchOptions::default());
            let error = error.expect_err(text);
            assert!(error.message.contains("already has a value"), "{text}: {}", error.message);
        }
    }
}

#[test]
fn a_variable_without_value_is_not_asked_for_where_no_turn_asks() {
    let none = "if (false) {yy = R} not square x in [] {x attacks yy}";
    assert_eq!(found(&[game("1. e4 e5 *")], none, None, true).len(), 3);
}

#[test]
fn comments_of_turns_stay() {
    let said = comments("1. e4 e5 *", "initial square x in [RN] {x in b-h1 comment (x) x in a-e1}");
    assert_eq!(said, [(0, "b1".to_owned())]);
}

/// Every loop that can be solved is solved: none is left in the typed form.
#[test]
fn no_turn_is_left() {
    for (text, solved) in [
        ("square x in . {A attacks x}", true),
        ("square x in _ {piece y in [Aa] {y->x}} == []", true),
        ("square x in _ {not piece y in [Aa] {y->x}}", true),
        ("piece x in A {x attacks k or x in a-h7}", true),
        ("piece all x in A {x in a-h1-4}", true),
        ("square x in . {#(A->x) > 3}", true),
        ("square x in . {A->x > #({a->x} & [RQ])}", true),
        ("square x in . {#(A->x) + 1 > 3}", false),
        ("square x in . {A attacks x type x == 2}", false),
    ] {
        let options = QueryOptions { dialect: Dialect::Six, ..QueryOptions::default() };
        let query = tabiya::ParsedQuery::parse(tabiya::Source { name: "query".into(), text: text.into() }, &options)
            .expect(text);
        let set = tabiya::QuerySet::new(vec![query], &options).expect(text);
        let explained = set.explain(0);
        let typed = explained.split("typed form").nth(1).expect("a typed form");
        let left = typed.contains("square x") || typed.contains("piece x");
        assert_eq!(left, !solved, "{text}\n{explained}");
    }
}
