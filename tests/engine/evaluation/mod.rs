//! Evaluation where it can be seen how often and in which order filters are asked: effects, comments, limits.

mod asked;
mod automata;
mod beyond;
mod chess_engine;
mod comments;
mod dashes;
mod deep;
mod dictionaries;
mod exchanged;
mod explain;
mod growth;
mod limits;
mod loops;
mod meanings;
mod measures;
mod needs;
mod regex;
mod relations;
mod rows;
mod sequences;
mod tables;
mod tags;
mod tokens;
mod transforms;
mod variants;
mod why;
mod words;

mod moves;

use tabiya::syntax::Dialect;
use tabiya::{Game, Query, QueryOptions, Scratch, SearchOptions, Value};

const A: &str = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Bc4+ Kf6 5. d4 exd4 *";

fn game(pgn: &str) -> Game {
    Game::from_pgn(pgn)
}

fn query(text: &str, select: Option<&str>) -> Query {
    let selects = select.iter().map(|text| ("v".to_owned(), (*text).to_owned())).collect();
    let options = QueryOptions { dialect: Dialect::Six, selects, ..QueryOptions::default() };
    Query::with_options(text, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// Matching positions with the value of a column.
fn values(pgn: &str, text: &str, select: &str) -> Vec<(u32, Value)> {
    let found = query(text, Some(select)).search_game(&game(pgn), &mut Scratch::new(), &SearchOptions::default());
    let matches = found.expect("a search").matches;
    matches.into_iter().map(|mut m| (m.position, m.values.remove(0))).collect()
}

fn comments(pgn: &str, text: &str) -> Vec<(u32, String)> {
    let options = SearchOptions { comments: true, match_string: Some(String::new()), ..SearchOptions::default() };
    let found = query(text, None).search_game(&game(pgn), &mut Scratch::new(), &options).expect("a search");
    found.comments.into_iter().map(|comment| (comment.position, comment.text)).collect()
}

#[test]
fn a_counting_find_asks_its_body_once_per_position() {
    assert_eq!(values(A, "initial x=0 find 0 {x=x+1 false}", "x"), [(0, Value::Number(11))]);
    assert_eq!(values(A, "initial x=0 find <-- 0 {x=x+1 false}", "x"), [(0, Value::Number(1))]);
}

#[test]
fn arguments_of_comments_have_their_effects_with_and_without_comments() {
    let text = "comment(x=ply) x>8";
    assert_eq!(values(A, text, "x"), [(9, Value::Number(9)), (10, Value::Number(10))]);
    assert_eq!(comments(A, text), [(9, "<true>".to_owned()), (10, "<true>".to_owned())]);
}

#[test]
fn comments_of_a_body_with_effects_stay_where_it_matched() {
    let expected = [(3, "hey".to_owned()), (3, "Found".to_owned())];
    assert_eq!(comments(A, "initial find {x=ply x==3 comment(\"hey\")}"), expected);
    assert_eq!(comments(A, "initial find {ply==3 comment(\"hey\")}"), expected);
}

#[test]
fn a_position_takes_no_endless_comment() {
    let mut pgn = String::new();
    for i in 0..400 {
        pgn += ["Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "][i % 4];
    }
    let long = comments(&pgn, "next (.+)");
    let at_the_end: usize = long.iter().filter(|(n, _)| *n == 400).map(|(_, text)| text.len()).sum();
    assert!((4_000..6_000).contains(&at_the_end), "{at_the_end}");
    // Equal texts are one text in the end, however often they come.
    let again = comments(A, "initial n1=0 while (n1<2000) {n1+=1 comment(\"again\")} comment(\"and this\")");
    assert_eq!(again.last(), Some(&(0, "and this".to_owned())));
}

#[test]
fn loops_end() {
    let options = QueryOptions {
        dialect: Dialect::Six,
        limits: tabiya::Limits { steps: 1_000, ..Default::default() },
        ..QueryOptions::default()
    };
    let query = Query::with_options("while (true) x=1", &options).expect("a query");
    let error = query.search_game(&game(A), &mut Scratch::new(), &SearchOptions::default()).expect_err("no end");
    assert!(error.message.contains("1000 steps"), "{error}");
    assert_eq!(values(A, "initial x=5 loop {x>2 x-=1}", "x"), [(0, Value::Number(2))]);
    assert_eq!(values(A, "initial s=K nn=0 while (s) {s=up 1 s nn+=1}", "nn"), [(0, Value::Number(8))]);
}

/// A loop whose further rounds cannot be observed ends at the first square that matches.
#[test]
fn loops_go_over_all_squares_where_it_shows() {
    let text = "initial square x in [RN] {x->A comment(x)}";
    assert_eq!(comments(A, text), ["a1", "b1", "g1", "h1"].map(|square| (0, square.to_owned())));
    assert_eq!(values(A, "initial nn=0 square x in R {nn+=1}", "nn"), [(0, Value::Number(2))]);
    assert_eq!(
        values(A, "initial nn=0 (square x in R {nn+=1} | square x in Q {nn+=1})", "nn"),
        [(0, Value::Number(3))]
    );
    for (filter, found) in [
        ("square x in R {x->N}", true),
        ("square x in R {x->n}", false),
        ("not piece x in R {wtm x->N}", false),
        ("(square x in n {x->R}) | {piece y in r {y->n}}", true),
        ("move legal from square x in R {x->N}", false),
        ("square x in N {move legal from x}", true),
        ("flip legal Na1--", false),
    ] {
        assert_eq!(!values(A, &format!("initial {filter}"), "1").is_empty(), found, "{filter}");
    }
}

#[test]
fn functions_take_values_and_variables() {
    let text = "initial function bump(v1) {v1+=10 v1} nn=1 m1=bump((nn)) bump(nn)";
    assert_eq!(values(A, text, "m1*100+nn"), [(0, Value::Number(1111))]);
}

#[test]
fn pins_and_pawns() {
    let pgn = "[FEN \"4k3/4r3/8/8/4N3/8/4PP2/4K3 w - - 0 1\"]\n\n*";
    let squares = |names: &[&str]| Value::Squares(names.iter().map(|name| (*name).to_owned()).collect());
    assert_eq!(values(pgn, "initial", "pin"), [(0, squares(&[]))]);
    assert_eq!(values(pgn, "initial", "pin to ."), [(0, squares(&["e2", "e3"]))]);
    assert_eq!(values(pgn, "initial", "pin from r to ."), [(0, squares(&["e7"]))]);
    assert_eq!(values(pgn, "initial", "passedpawns"), [(0, squares(&["e2", "f2"]))]);
    assert_eq!(values(pgn, "initial", "isolatedpawns"), [(0, squares(&[]))]);
}

#[test]
fn matches_come_with_the_paths_of_their_sequences() {
    let mut paths = Vec::new();
    let query = query("wtm next 2 9 (. . .?) next2 (. .)", None);
    query
        .run(&game(A), &mut Scratch::new(), |m| {
            paths.push((m.position, m.paths.iter().map(|path| path.positions.clone()).collect::<Vec<_>>()));
            std::ops::ControlFlow::Continue(())
        })
        .expect("a search");
    assert_eq!(paths[0], (0, vec![vec![0, 1, 2], vec![0, 2]]));
    assert_eq!(paths.last(), Some(&(8, vec![vec![8, 9, 10], vec![8, 10]])));
}

#[test]
fn a_ray_over_more_sets_than_a_line_has_squares_is_empty() {
    let pgn = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n*";
    let ray = |sets: usize| format!("ray up (R {})", vec!["_"; sets].join(" "));
    let squares = |names: &[&str]| Value::Squares(names.iter().map(|name| (*name).to_owned()).collect());
    assert_eq!(values(pgn, "initial", &ray(7)), [(0, squares(&["a8"]))]);
    for sets in [8, 63, 64, 65, 80] {
        assert_eq!(values(pgn, "initial", &ray(sets)), [(0, squares(&[]))], "{sets}");
    }
}

#[test]
fn numbers_too_large_stop_the_search() {
    let error = |text: &str| {
        let found = query(text, None).search_game(&game(A), &mut Scratch::new(), &SearchOptions::default());
        found.map(|found| found.matches.len()).map_err(|error| error.message)
    };
    let squares = "nn=3000000000 ";
    assert!(error(&format!("{squares}mm=nn*nn kk=mm*nn true")).is_err_and(|message| message.contains("too large")));
    assert!(error(&format!("{squares}mm=nn*nn kk=mm+mm true")).is_err_and(|message| message.contains("too large")));
    assert_eq!(error(&format!("{squares}mm=nn*nn kk=mm-nn kk>mm")), Ok(0));
    assert_eq!(error("not x=1/0 not x=1%0"), Ok(11));
    assert_eq!(values(A, "initial", "-7/2*10+-7%2"), [(0, Value::Number(-31))]);
}

/// A filter that has a value matches where it has one, whatever its type.
#[test]
fn values_alone_match() {
    for filter in [
        "\"abc\"",
        "#\"\"",
        "uppercase \"a\"",
        "lowercase site",
        "str(1)",
        "fen",
        "abs -1",
        "sqrt 4",
        "max(1 2)",
        "positionid",
        "sidetomove",
        "white",
        "currenttransform",
        "\"a\"+\"b\"",
        "typename .",
        "x=1 x",
        "s=\"a\" s",
        "y=currentposition y",
        "flip {. fen}",
        "#[]",
        "power []",
        "local dictionary D D",
        "player",
    ] {
        let expected = !filter.starts_with("typename");
        assert_eq!(!values(A, &format!("initial {filter} initial"), "1").is_empty(), expected, "{filter}");
    }
    for filter in
        ["uppercase tag \"Opening\"", "sqrt -1", "parent", "elo", "int \"x\"", "ascii \"ab\"", "makesquare(9 9)"]
    {
        assert_eq!(values(A, &format!("initial {filter}"), "1"), [], "{filter}");
    }
}
