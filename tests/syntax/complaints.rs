//! The marked source of every kind of complaint.

use std::collections::BTreeSet;
use tabiya::syntax::{Dialect, ParseOptions, parse, place, render};

fn complaints(text: &str, dialect: Dialect) -> String {
    let parsed = parse(text, &ParseOptions { dialect, require_header: false });
    let rendered: Vec<String> = parsed.diagnostics.iter().map(|d| render(d, text, "query.cql", false)).collect();
    rendered.join("\n")
}

fn all(dialect: Dialect, queries: &[&str]) -> String {
    let mut shown = String::new();
    for query in queries {
        let complaints = complaints(query, dialect);
        assert!(!complaints.is_empty(), "{query:?} is accepted");
        shown += &format!("{complaints}\n\n");
    }
    shown
}

const LEXICAL: &[&str] = &[
    "check @ wtm",
    "check € wtm",
    "check /* never closed",
    "site == \"abc",
    "site == \"abc\nmate",
    "check /// \"a\" /// \"b\"",
    "ply == 99999999999",
    "next (check{,} mate)",
    "next (check{5,2} mate)",
    "next (check{2,100001} mate)",
    "x = \\123",
    "Rh-a1",
    "Ra8-1",
    "♖♖a1",
    "[R♗]a1",
    "{check (mate} wtm)",
    "check ) mate",
    "(check {mate",
    "[R, N]a1",
    "R[a1-b2,h7]",
];

const GRAMMAR: &[&str] = &[
    "",
    "cql()",
    "chek",
    "next (chek mate) Ra9 flip",
    "3 5 (check mate)",
    "check* mate",
    "{check}{2,3}",
    "{3}",
    "check or",
    "R attacks",
    "flip",
    "or check",
    "check, mate",
    "check capture R",
    "nestban",
    "mate then check",
    "next check mate",
    "next ()",
    "next (() check)",
    "next (3 check)",
    "next (* check)",
    "next (ply+1 == 3)",
    "next (check*????????)",
    "next (check {5 2})",
    "{}",
    "()",
    "(check mate)",
    "max #R #Q",
    "max(#R)",
    "between (R)",
    "between (R N B)",
    "lca(parent)",
    "ray (R k, N)",
    "ray up up (R k)",
    "ray 1 3 (R k)",
    "up 1 ~R",
    "site[1 = \"a\"",
    "persistent check",
    "[Aa]x check",
    "square Ra1 in R check",
    "square x R check",
    "[forall]x in R check",
    "tag ply",
    "result white",
    "1-0",
    "str()",
    "find all 2 3 check",
    "find quiet quiet check",
    "sort min quiet \"a\" #R",
    "ply 3",
    "cql(matchcount \"3\") check",
    "cql(result white) check",
    "cql(sort quiet) check",
    "cql(input a.pgn input b.pgn) check",
    "cql(variatoins) check",
    "cql(dialect 7) check",
    "cql(player \"Tal\") check",
];

const OLD: &[&str] = &[
    "R 2 3",
    "R on a1",
    "attack (A k)",
    "attack 2 8 (A k)",
    "countsquares 2 5 [Aa]",
    "power 0 9 A",
    "powerdifference 1 50 (A a)",
    "any",
    "darksquares",
    "beginvariation",
    "silent check",
    "movenumber 3 6",
    "square 2 8 x in R check",
];

const TYPES: &[&str] = &[
    "R + 3 == 4",
    "mate == 3",
    "R & check",
    "#R * Q == 3",
    "R < k",
    "#R == site",
    "#check",
    "power #R",
    "abs R",
    "light ply",
    "max(#R site)",
    "R -> k <- Q",
    "message(3 + \"a\")",
    "check = 3",
    "b = 3",
    "x = check",
    "x = 3 x = R",
    "x = R x[1] = \"a\"",
    "x += 1",
    "x =? 3",
    "persistent x = parent",
    "x = 3 persistent x += 1",
    "atomic persistent x = 3",
    "x = 3 square x in R check",
    "piece x in R check x = 3",
    "sort check",
    "sort 3",
    "sort next (check)",
    "sort \"k\" #R sort \"k\" site",
    "ancestor(R parent)",
];

const NAMES: &[&str] = &[
    "side = R sidee attacks k",
    "foo(R)",
    "total > 3",
    "Rj1",
    "move from R from Q",
    "move castle o-o",
    "move primary secondary",
    "move legal primary",
    "move legal previous",
    "move promote Qa8",
    "move promote check",
    "move legal reverse",
    "move drop N",
    "player \"Ta*\"",
    "site \"[Gg]rove\"",
    "hascomment \"$256\"",
    "tag \"Round\"",
    "tag \"Date2\" tag \"date\"",
    "tag \"WhiteTitle\"",
    "tag \"_x\"",
    "transform R",
];

#[test]
fn lexical() {
    insta::assert_snapshot!(all(Dialect::Six, LEXICAL));
}

#[test]
fn grammar() {
    insta::assert_snapshot!(all(Dialect::Six, GRAMMAR));
}

#[test]
fn forms_of_cql_5() {
    insta::assert_snapshot!(all(Dialect::Six, OLD));
}

#[test]
fn types() {
    insta::assert_snapshot!(all(Dialect::Six, TYPES));
}

#[test]
fn names_and_rules() {
    insta::assert_snapshot!(all(Dialect::Six, NAMES));
}

#[test]
fn two_readings() {
    let queries =
        ["not check or mate", "not Ra3 or check btm", "square x in R x->k check", "move from K or move from Q"];
    insta::assert_snapshot!(all(Dialect::Auto, &queries));
}

#[test]
fn three_independent_errors() {
    let text = "next (chek mate) Ra9 flip";
    for dialect in [Dialect::Auto, Dialect::Five, Dialect::Six] {
        let parsed = parse(text, &ParseOptions { dialect, require_header: false });
        let codes: Vec<&str> = parsed.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, ["unknown-name", "no-square", "missing-argument"]);
        let columns: Vec<usize> = parsed.diagnostics.iter().map(|d| place(text, d.span()).column).collect();
        assert_eq!(columns, [7, 19, 22]);
    }
}

#[test]
fn an_error_has_no_follow_up() {
    for text in [
        "x = chek x == 3 x > 4",
        "chek or mat == 3 and check",
        "square x in chek x->k",
        "move from chek to R capture Q",
        "flip {chek} or mate",
        "ray (R chek k) between (R chek)",
        "max(#R chek 3) ply",
        "foo(R a1 3) check",
        "next (chek* {2 3} (mate chek)+ check) mate",
        "sort chek",
        "comment(chek \"a\" ply)",
    ] {
        let parsed = parse(text, &ParseOptions { dialect: Dialect::Six, require_header: false });
        let codes: BTreeSet<&str> = parsed.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, BTreeSet::from(["unknown-name"]), "{text}: {:#?}", parsed.diagnostics);
    }
}

#[test]
fn places_count_characters() {
    let text = "♖ check\n  ♞ chek";
    let parsed = parse(text, &ParseOptions { dialect: Dialect::Six, require_header: false });
    let at = place(text, parsed.diagnostics[0].span());
    assert_eq!((at.line, at.column, at.end_line, at.end_column), (2, 5, 2, 9));
}
