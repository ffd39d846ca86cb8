//! The evaluations that CQL 6.2 makes and those it does not, and the comments and values that are left: negations,
//! sizes of sets, pairs of positions, copies of transforms, nested keys, lines of secondary moves.

use super::{A, comments, game, query, values};
use tabiya::syntax::Dialect;
use tabiya::{ParsedQuery, Query, QueryOptions, QuerySet, Scratch, SearchOptions, Source, Value};

/// The game of the examples, with a capture.
const SCANDINAVIAN: &str = "1. e4 d5 2. exd5 Qxd5 *";

fn said(pgn: &str, text: &str) -> Vec<(u32, String)> {
    comments(pgn, text)
}

fn notes(list: &[(u32, &str)]) -> Vec<(u32, String)> {
    list.iter().map(|(n, text)| (*n, (*text).to_owned())).collect()
}

fn matches(pgn: &str, text: &str, variations: bool) -> Vec<u32> {
    let options = QueryOptions { dialect: Dialect::Six, variations: Some(variations), ..QueryOptions::default() };
    let query = Query::with_options(text, &options).unwrap_or_else(|error| panic!("{error}"));
    let found = query.search_game(&game(pgn), &mut Scratch::new(), &SearchOptions::default()).expect("a search");
    found.matches.iter().map(|m| m.position).collect()
}

#[test]
fn a_negation_keeps_no_comments_however_often() {
    assert_eq!(said(A, "initial {wtm comment(\"x\")}"), notes(&[(0, "x")]));
    assert_eq!(said(A, "initial not not {wtm comment(\"x\")}"), []);
    assert_eq!(said(A, "initial not not not {btm comment(\"x\")}"), []);
    assert_eq!(said(A, "initial not {not {wtm comment(\"x\")}} or comment(\"y\")"), []);
    assert_eq!(said(A, "initial {comment(\"x\") 1} != {comment(\"y\") 2}"), []);
}

#[test]
fn the_size_of_a_set_is_not_asked_where_only_its_existence_counts() {
    assert_eq!(said(A, "initial #{comment(\"x\") P} power {comment(\"y\") P}"), []);
    assert_eq!(said(A, "initial (#{comment(\"x\") P})"), []);
    assert_eq!(said(A, "initial #{comment(\"x\") P} > 3"), notes(&[(0, "x")]));
    assert_eq!(values(A, "initial x=1 #{x=2 P} power {x=3 P}", "x"), [(0, Value::Number(1))]);
    assert_eq!(matches(A, "initial #[] power []", false), [0], "they match without squares too");
}

#[test]
fn a_pair_of_positions_asks_the_right_one_only_where_the_left_exists() {
    let text = "x=0 not {parent & {x=1 currentposition}} x==0";
    assert_eq!(matches(A, text, false), [0]);
    let text = "initial x=0 {child & {x=1 currentposition}} x==1";
    assert_eq!(matches(A, text, false), [0]);
}

#[test]
fn copies_of_a_transform_in_order() {
    // Both the white and the black pawn are attacked by a pawn: the copy for Black comes first.
    let text = "flipcolor { piece $n in P { $n attackedby p comment(\"on \" $n) } }";
    assert_eq!(said(SCANDINAVIAN, text), notes(&[(2, "on pd5"), (2, "on Pe4")]));
    let order = "initial s=\"\" flipcolor {s+=player black}";
    let named = "[White \"w\"]\n[Black \"b\"]\n\n1. e4 *";
    assert_eq!(matches(named, "flipcolor {x=player black} x==player white", false), [0, 1]);
    assert!(matches(named, "flipcolor {x=player white} x==player black", false).is_empty());
    assert_eq!(values(named, order, "s"), [(0, Value::Text("bw".into()))]);
    assert_eq!(values(named, "initial s=\"\" flipcolor {s+=tag \"White\"}", "s"), [(0, Value::Text("bw".into()))]);
    assert_eq!(values(A, "initial s=\"\" flipcolor {N s+=currenttransform}", "s").len(), 1);
    let first = values(A, "initial s=\"\" flipcolor {N s+=currenttransform}", "s").remove(0).1;
    assert_eq!(first, Value::Text("<><invertcolor reflect_h>".into()));
}

#[test]
fn the_inner_of_nested_keys_comes_first() {
    let names = |text: &str| {
        let options = QueryOptions { dialect: Dialect::Six, ..QueryOptions::default() };
        let source = Source { name: "query".into(), text: text.into() };
        let parsed = ParsedQuery::parse(source, &options).unwrap_or_else(|error| panic!("{error}"));
        let set = QuerySet::new(vec![parsed], &options).unwrap_or_else(|error| panic!("{error}"));
        let names: Vec<String> = set.sort_keys(0).iter().map(|key| key.name.clone()).collect();
        names.join(" ")
    };
    assert_eq!(names("sort \"x\" sort \"y\" ply"), "y x");
    assert_eq!(names("sort \"x\" sort \"y\" #sort \"z\" site"), "z y x");
    assert_eq!(names("sort \"x\" ply sort \"y\" ply"), "x y");
    assert_eq!(names("sort sort \"y\" ply"), "y <sort-id-1>");
    // Only keys without a text are counted, from the outside in.
    assert_eq!(names("sort \"x\" ply sort #Q"), "x <sort-id-1>");
    assert_eq!(names("sort #makesquare(1 sort #A) sort ply"), "<sort-id-2> <sort-id-1> <sort-id-3>");
}

#[test]
fn an_empty_text_behind_sort_is_its_value() {
    let found = query("initial sort \"\" ply", None);
    let found = found.search_game(&game(A), &mut Scratch::new(), &SearchOptions::default()).expect("a search");
    let sorted: Vec<_> = found.sort_values.iter().map(|value| value.as_ref().map(ToString::to_string)).collect();
    assert_eq!(sorted, [Some(String::new())]);
}

#[test]
fn the_text_searched_for_studies_ends_with_the_players_where_there_is_no_comment() {
    let length = |pgn: &str| values(pgn, "initial", "#hhdb search").remove(0).1;
    assert_eq!(length("[Event \"x\"]\n\n1. e4 *"), Value::Number(5));
    assert_eq!(length("[Event \"x\"]\n\n{c} 1. e4 *"), Value::Number(7));
}

#[test]
fn a_set_that_sorts_has_its_size_for_a_value() {
    assert_eq!(values(A, "initial x={sort A}", "x"), [(0, Value::Number(16))]);
    assert_eq!(values(A, "initial", "sort \"k\" [Qq]"), [(0, Value::Number(2))]);
    assert_eq!(matches(A, "initial sort []", false), [0], "it always matches");
}

#[test]
fn a_comment_behind_move_previous_is_the_moves() {
    let made = said(SCANDINAVIAN, "move to d5 previous comment(\"p\" ply)");
    assert_eq!(made, notes(&[(2, "p2"), (3, "p3"), (4, "p4")]));
    assert_eq!(said(SCANDINAVIAN, "ply<5 not {move to e4 previous comment(\"p\")}"), []);
    let set = said(SCANDINAVIAN, "x=move to d5 previous comment(\"p\") terminal");
    assert_eq!(set, notes(&[(4, "p")]));
    // After `move` a line of a comment is a filter of its own.
    assert_eq!(said(SCANDINAVIAN, "move to d5\n/// ply"), notes(&[(1, "1"), (2, "2"), (3, "3")]));
}

#[test]
fn a_line_of_secondary_moves_has_no_primary_one() {
    let line = "1. e4 e5 2. Nf3 *";
    assert!(matches(line, "line secondary --> move", false).is_empty());
    assert_eq!(matches(line, "line secondary --> {btm or move}", false), [3]);
    assert_eq!(matches(line, "line secondary --> btm", false), [1, 3]);
    assert_eq!(matches(line, "line primary --> move", false), [0, 1, 2]);
    assert_eq!(matches(line, "line --> move", false), [0, 1, 2]);
    let tree = "1. e4 (1. d4 d5) e5 *";
    assert_eq!(matches(tree, "line secondary --> move from d2", true), [0]);
    assert!(matches(tree, "line secondary --> move from e2", true).is_empty());
    assert!(matches(tree, "line secondary --> move from d2", false).is_empty());
}

#[test]
fn ways_of_pieces_begin_with_the_first_that_moves() {
    let ways = said(SCANDINAVIAN, "initial path quiet focus [Pa] piecepath --+");
    // b1 to d2 stay: no blank; those after the one that moves leave theirs.
    assert!(ways[0].1.starts_with("Focus path: Pe2-e4-d5(xd5) "), "{ways:?}");
    let first = said("1. a4 *", "initial path quiet focus P piecepath --+");
    assert_eq!(first, notes(&[(0, "Focus path: Pa2-a4       ")]));
}

#[test]
fn the_longest_run_is_kept_over_all_evaluations() {
    let twins = "1. e4 ( 1. d4 d5 2. c4 e6 3. Nc3 Nf6 ) ( 1. c4 d5 2. d4 e6 3. Nc3 Nf6 ) e5 *";
    let made = |reorder| {
        let plan = tabiya::PlanOptions { reorder, ..tabiya::PlanOptions::default() };
        let options = QueryOptions { dialect: Dialect::Six, variations: Some(true), plan, ..QueryOptions::default() };
        let text = "echo quiet (x y) consecutivemoves(x y) ply==5";
        let query = Query::with_options(text, &options).unwrap_or_else(|error| panic!("{error}"));
        let options = SearchOptions { comments: true, match_string: Some(String::new()), ..SearchOptions::default() };
        query.search_game(&game(twins), &mut Scratch::new(), &options).expect("a search").comments
    };
    let (usual, in_order) = (made(true), made(false));
    assert_eq!(usual, in_order);
    assert!(usual.iter().any(|comment| comment.text.contains("x-move[")), "{usual:?}");
}

#[test]
fn a_reversed_range_holds_nothing() {
    for text in ["line 5 1 --> wtm", "path 5 1 --", "find 3 2 check", "shift 2 0 check", "next 5 1 (.+)"] {
        assert!(matches(A, text, false).is_empty(), "{text}");
    }
    let text = "echo quiet (x y) consecutivemoves 9 1 (x y)";
    assert!(matches(A, text, true).is_empty());
    assert_eq!(matches(A, "false or initial 60", false), [0]);
    assert!(matches(A, "extension", false).is_empty());
    assert_eq!(matches(A, "initial not extension", false), [0]);
}
