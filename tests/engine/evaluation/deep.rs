//! The deepest nesting that is read, all the way from text to matches, on a thread with a stack of 2 MiB: read, shown,
//! planned, explained, run and forgotten.

use std::ops::ControlFlow;
use tabiya::syntax::{Dialect, print_braced, print_filter, print_script};
use tabiya::{Games, ParsedQuery, Query, QueryOptions, QuerySet, Scratch, SearchOptions, Source};

/// The stack that threads have unless they are given another.
const STACK: usize = 2 << 20;

/// Does everything with a query; none if it is not read.
fn live(text: &str, dialect: Dialect) -> Option<usize> {
    let options = QueryOptions { variations: Some(true), dialect, ..QueryOptions::default() };
    let source = Source { name: "deep".into(), text: text.to_owned() };
    let parsed = match ParsedQuery::parse(source, &options) {
        Ok(parsed) => parsed,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    print_script(parsed.script(), parsed.dialect());
    for filter in &parsed.script().body {
        print_filter(filter, parsed.dialect());
        print_braced(filter, parsed.dialect());
    }
    let copy = parsed.clone();
    assert!(copy.script() == parsed.script());
    let set = match QuerySet::new(vec![parsed], &options) {
        Ok(set) => set,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    assert!(!set.explain(0).is_empty());
    set.automata_dot(0);
    let query = Query::with_options(text, &options).expect("the same once more");
    let mut scratch = Scratch::new();
    let mut found = 0;
    for game in Games::from_reader("1. f3 *".as_bytes()).expect("a game") {
        let game = game.expect("a game");
        let ran = query.run(&game, &mut scratch, |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        let comments = SearchOptions { comments: true, ..SearchOptions::default() };
        assert_eq!(ran.is_ok(), query.search_game(&game, &mut scratch, &comments).is_ok());
    }
    Some(found)
}

fn on_a_small_stack(text: String) -> Option<usize> {
    in_dialect(text, Dialect::Auto)
}

fn in_dialect(text: String, dialect: Dialect) -> Option<usize> {
    let thread = std::thread::Builder::new().stack_size(STACK);
    thread.spawn(move || live(&text, dialect)).expect("a thread").join().expect("no crash")
}

/// Every construct that nests: what stands before, inside and after.
const NESTING: [(&str, &str, &str); 45] = [
    ("{", "check", "}"),
    ("{check ", "check", "}"),
    ("(", "check", ")"),
    ("not ", "check", ""),
    ("~ ", "R", ""),
    ("find ", "check", ""),
    ("find all ", "check", ""),
    ("find {check or ", "check", "}"),
    ("square x in K ", "x", ""),
    ("square all x in K ", "x", ""),
    ("piece x in K ", "x", ""),
    ("x [element] K ", "x", ""),
    ("[forall]x [element] K ", "x", ""),
    ("[Aa]x [element] K ", "x attacks k", ""),
    ("flip ", "Ra1", ""),
    ("flipcolor {check ", "wtm", "}"),
    ("flip {", "check", "}"),
    ("shift {", "check", "}"),
    ("notransform ", "check", ""),
    ("if check ", "mate", ""),
    ("if mate then check else ", "mate", ""),
    ("if ", "check", " then mate"),
    ("while ({", "mate", "} and mate) mate"),
    ("loop ", "mate", ""),
    ("next(", "check", ")"),
    ("next(check? ", "check", ")"),
    ("next (.* {", "check", "})"),
    ("next({", "check", "}*)"),
    ("next((", "check", "))"),
    ("previous (", "check", ")"),
    ("next* ", "check", ""),
    ("line --> (", "check", ")"),
    ("line --> check --> {", "check", "}"),
    ("line --> {", "check", "}* --> mate"),
    ("path --(", "check", ")"),
    ("path -- {", "check", "}"),
    ("parent:", "check", ""),
    ("currentposition:{", "check", "}"),
    ("max(1 ", "2", ")"),
    ("- ", "1", ""),
    ("comment(", "check", ")"),
    ("check or {mate or ", "check", "}"),
    ("move from ", "R", ""),
    ("move legal : {", "check", "}"),
    ("imagine btm : {", "check", "}"),
];

/// The query with so many levels.
fn nested((before, middle, after): (&str, &str, &str), levels: usize) -> String {
    before.repeat(levels) + middle + &after.repeat(levels)
}

#[test]
fn the_deepest_nesting_that_is_read_runs_on_a_small_stack() {
    let mut unread = Vec::new();
    for one in NESTING {
        // As deep as it is read: some constructs take two levels or three.
        let deepest = [159, 158, 79, 78, 53, 52, 39, 31].into_iter();
        let read = deepest.filter(|&levels| on_a_small_stack(nested(one, levels)).is_some()).max();
        if read.is_none() {
            unread.push(one);
        }
    }
    assert!(unread.is_empty(), "these are not read at all: {unread:?}");
}

#[test]
fn functions_that_call_functions_run_on_a_small_stack() {
    let mut text = "function fn0(p1) {p1 attacks k}\n".to_owned();
    for n in 1..52 {
        text += &format!("function fn{n}(p1) {{fn{}(p1)}}\n", n - 1);
    }
    assert!(on_a_small_stack(text + "fn51(Q)").is_some());
}

#[test]
fn the_highest_trees_run_on_a_small_stack() {
    // Operators that do not nest brackets: each makes the tree higher by one, up to 600.
    for (first, link) in [("1", " - 1"), ("1", " * 1"), ("R", " attacks R"), ("1", " + 1 - 1"), ("R", " & R | R")] {
        let read = [590, 290, 190].into_iter().find(|&links| {
            let text = format!("x={first}{}", link.repeat(links));
            on_a_small_stack(text).is_some()
        });
        assert!(read.is_some(), "{link}");
    }
}

#[test]
fn the_deepest_nesting_of_dialect_5_runs_on_a_small_stack() {
    for one in [
        ("{", "check", "}"),
        ("(", "check", ")"),
        ("not ", "check", ""),
        ("flip {", "R", "}"),
        ("flipcolor (", "wtm", ")"),
        ("shifthorizontal {", "check", "}"),
        ("next (", "check", ")"),
        ("next 1 5 (check* ", "check", ")"),
        ("previous (", "check", ")"),
        ("next2 (", "check", ")"),
        ("next* ", "check", ""),
        ("square 1 64 x in K {", "check", "}"),
        ("piece all x in K (", "check", ")"),
        ("between (a1 ", "K", ")"),
        ("ray (a1 ", "K", ")"),
        ("attack (A ", "k", ")"),
        ("silent ", "check", ""),
        ("K or ", "Q", ""),
    ] {
        let deepest = [159, 158, 79, 78, 53, 52, 39, 31].into_iter();
        let read = deepest.filter(|&levels| in_dialect(nested(one, levels), Dialect::Five).is_some()).max();
        assert!(read.is_some(), "{one:?} is not read at all");
    }
}
