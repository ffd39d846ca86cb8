//! The marked source of every kind of complaint.

use std::collections::BTreeSet;
use tabiya::syntax::{Dialect, ParseOptions, parse, place, render};

fn complaints(text: &str, dialect: Dialect) -> String {
    let parsed = parse(text, &ParseOptions { dialect, require_header: false, ..ParseOptions::default() });
    let rendered: Vec<String> = parsed.diagnostics.iter().map(|d| render(d, text, "query.cql", false)).collect();
    rendered.join("\n")
}

/// The complaints about each of some queries, each of which has some.
pub(crate) fn all(dialect: Dialect, queries: &[&str]) -> String {
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
    "cql(input) check",
    "cql(sort matchcount) check",
    "cql() check cql() wtm",
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
    "origin R",
    "relation (sourcesquares A)",
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
    "--(to)&a8",
    "#R<-1",
    "max(#P -1)",
    "ray up attack (R k)",
    "O-O",
    // What people write for `or`, `>=` and a result, and a year that is a text or none.
    "mate | check",
    "mate & check",
    "date > 1990",
    "year > \"1990\"",
    "elo => 2500",
    "ply =< 5",
    "result = 1-0",
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
    "move reverse",
    "move legal all",
    "move legal : R attacks k",
    "move legal from K|Q count",
    "move drop Na4",
    "imagine add x : check",
    "imagine : check",
    "imagine add [QR]d4 : check",
    "imagine add Q : check",
    "move drop N from K",
    "player \"Ta*\"",
    "site \"[Gg]rove\"",
    "hascomment \"$256\"",
    "tag \"Round\"",
    "tag \"Date2\" tag \"date\"",
    "tag \"WhiteTitle\"",
    "tag \"_x\"",
    "transform R",
    "arrow",
    "extension",
    "cql_hhdbhascook",
    "check nosort",
    "piecepath",
    "variations check",
    "local x = 3",
];

const BEYOND: &[&str] = &[
    "if",
    "if check then",
    "while check wtm",
    "while (check)",
    "loop",
    "isbound 3",
    "unbind nosuchname",
    "pin from R from Q",
    "makesquare(R k)",
    "int #R",
    "uppercase 3",
    "player white ~~ site",
    "fen \"8/8/8\"",
    "fen \"xxxxxxxx/8/8/8/8/8/8/8\"",
    "fen \"9/8/8/8/8/8/8/8\"",
    "function check(y) {y}",
    "function fn1() {R} function fn1() {Q}",
    "function fn1(y y) {y}",
    "function fn1(y) y",
    "function fn1() {3}",
    "function fn1(y) {y} fn1(R Q)",
    "function fn1(y) {y} fn1(check)",
    "function fn1(y) {fn1(y)} fn1(R)",
    "function fn1(y) {y + chek} fn1(#R) fn1(#Q)",
    "line check",
    "line nestban <-- check",
    "line --> check <-- mate",
    "line --> (A)->a",
    "line --> (check)+ and wtm",
    "line --> ply --> 3",
    "line --> (check*)* --> mate",
    "line --> check+ + --> mate",
    "line --> (check --> mate",
    "line primary secondary --> check",
    "line 1 2 3 4 --> check",
    "if check wtm else",
];

const PATHS: &[&str] = &[
    "x = 3 x--e4",
    "legal--e4",
    "-- (check)",
    "--()",
    "--=ply",
    "legal R",
    "countmoves check",
    "legal --(check)",
    "path check {--e4} --",
    "path legal --",
    "path check+",
    "path --* *",
    "path secondary --",
    "path piecepath --",
    "path primary focus K --",
    "path nestban nestban --",
    "path -- check {1 - 2}",
    "path --(check mate)",
    "--(ply) & 3",
];

#[test]
fn moves_and_paths() {
    insta::assert_snapshot!(all(Dialect::Six, PATHS));
}

const CONSTITUENTS: &[&str] =
    &["next (x:=)", "next (check 5:=mate)", "path (a:=check --)", "path (a:=[x]check)", "first(quiet)"];

#[test]
fn names_of_constituents() {
    insta::assert_snapshot!(all(Dialect::Six, CONSTITUENTS));
}

const DICTIONARIES: &[&str] = &[
    "dictionary check",
    "dictionary D local dictionary D",
    "local dictionary D dictionary D",
    "x = 3 dictionary x",
    "dictionary D D = 3",
    "dictionary D D[1 2] = 3",
    "dictionary D D[1] = 3 D[\"a\"] = 3",
    "dictionary D D[1] = 3 D[2] = R",
    "dictionary D D[check] = 3",
    "dictionary D D[parent] = 3",
    "dictionary D D[3] = parent",
    "dictionary D string k in D true",
    "dictionary D string x R",
    "dictionary D string x in R check",
    "dictionary D x [element] D true",
    "dictionary D x = D",
    "atomic dictionary D",
];

const PATTERNS: &[&str] = &[
    "site ~~ \"a(b[c\"",
    "site ~~ \"a(b\"",
    "site ~~ \"ab)\"",
    "site ~~ \"*a\"",
    "site ~~ \"a{3\"",
    "site ~~ \"a{5,2}\"",
    "site ~~ \"[z-a]\"",
    "site ~~ \"[[:nope:]]\"",
    "site ~~ \"(?<=a)b\"",
    "site ~~ \"(?i)b\"",
    "site ~~ \"(a)\\2\"",
    "site ~~ \"\\xg1\"",
];

const OUTSIDE: &[&str] = &[
    "settag(White \"x\")",
    "settag(\"White\" \"x\")",
    "settag(\"A b\" \"x\")",
    "settag(\"Motif\" ply)",
    "settag(\"Motif\")",
    "settag(\"Motif\" \"a\" \"b\")",
    "settag \"Motif\" \"a\"",
    "readfile \"names.txt\"",
    "readfile ply",
    "writefile(\"games.pgn\" \"x\")",
    "writefile(\"names.cqo\")",
    "writefile(\"names.cqo\" 3)",
    "cql_assertvariations",
];

#[test]
fn tags_and_files() {
    insta::assert_snapshot!(all(Dialect::Six, OUTSIDE));
}

#[test]
fn dictionaries() {
    insta::assert_snapshot!(all(Dialect::Six, DICTIONARIES));
}

#[test]
fn patterns() {
    insta::assert_snapshot!(all(Dialect::Six, PATTERNS));
}

/// Errors that only very long queries cause, each on lines of its own.
#[test]
fn limits() {
    let queries = [
        "{\n".repeat(161) + "check" + &"\n}".repeat(161),
        "flip\n".repeat(161) + "check",
        "x=1".to_owned() + &"\n- 1".repeat(700),
        "function fn1() {check}\n".to_owned() + &"fn1()\n".repeat(100_000),
        "check\n".repeat(2_000_000),
        "check\n".repeat(1_000_001),
        format!("function fn1() {{\"{}\" ~~ \"b\"}}\n{}", "a".repeat(300_000), "fn1()\n".repeat(1_000)),
    ];
    insta::assert_snapshot!(queries.map(|query| complaints(&query, Dialect::Six)).join("\n\n"));
}

/// Errors that appear only when a query that can be read is compiled.
#[test]
fn refused_before_running() {
    let refused = |text: &str| {
        let settings = if text.ends_with("MIN") { vec![("MAX".into(), "7".into())] } else { Vec::new() };
        let options = tabiya::QueryOptions { dialect: Dialect::Six, settings, ..tabiya::QueryOptions::default() };
        tabiya::Query::with_options(text, &options).expect_err(text).to_string()
    };
    let shown = [
        refused("next (((check{1 40} mate){1 40}){1 50})"),
        refused("site ~~ \"(((a{1000}){1000}){1000})\""),
        refused("hhdb \"<main>\""),
        refused("tablebase win"),
        refused("engineeval>0"),
        refused("next (a:=(x=1 check)) first(a)==currentposition"),
        refused("rotate45 Ra1"),
        refused("rotate45 light R"),
        refused(&("flip {Ra2\n".repeat(20) + "kb3" + &"}".repeat(20))),
        refused(&(0..200).map(|n| format!("next (#A=={n}{{60000}})\n")).collect::<String>()),
        refused("parameter MIN 3 \"the first ply\"\nply >= MIN"),
    ];
    insta::assert_snapshot!(shown.join("\n\n"));
}

#[test]
fn a_missing_header() {
    let text = "check mate";
    let parsed = parse(text, &ParseOptions { dialect: Dialect::Six, require_header: true, ..ParseOptions::default() });
    let rendered: Vec<String> = parsed.diagnostics.iter().map(|d| render(d, text, "query.cql", false)).collect();
    insta::assert_snapshot!(rendered.join("\n"));
}

#[test]
fn beyond_the_core() {
    insta::assert_snapshot!(all(Dialect::Six, BEYOND));
}

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
fn declarations() {
    let queries = [
        "parameter mate 3 check",
        "parameter parameter LOW \"many\" parameter LOW 3 check",
        "parameter MIN 3 parameter MIN 4 ply > MIN",
    ];
    insta::assert_snapshot!(all(Dialect::Six, &queries));
}

#[test]
fn two_readings() {
    let queries = "not check or mate|not Ra3 or check btm|square x in R x->k check|move from K or move from Q|move o-o message(ply)";
    let queries: Vec<&str> = queries.split('|').collect();
    insta::assert_snapshot!(all(Dialect::Auto, &queries));
}

#[test]
fn two_readings_of_one_effect() {
    for query in [
        "move from Q",
        "not move from Q",
        "not R",
        "R or Q",
        "flip not R",
        "flip count not R == 2",
        "not {move from N}",
        "next (Ra3 or Nb2 check or stalemate)",
        "next (move from Q not move from Q {10 20} move from Q)",
        "next* not R",
        "find not R",
        "{not R check}",
        "check and not R",
        "not (R or Q)",
        "square x in R not Q",
        "if not R then not Q else N",
        "while (not R) {R or Q}",
        "function fn1() {not R} fn1()",
        "cql(quiet) not R",
    ] {
        let found = complaints(query, Dialect::Auto);
        assert!(found.is_empty(), "{query}: {found}");
    }
}

#[test]
fn two_readings_of_two_values() {
    let queries = [
        "not R or check",
        "comment(not R)",
        "message({Q or R})",
        "message({not Q flip {not R}})",
        "check message(if check then not R else Q)",
        "equal(parent:{not R} k)",
        "next (not R or check mate)",
    ];
    for query in queries {
        let parsed = parse(query, &ParseOptions::default());
        assert!(parsed.script.is_some(), "{query}");
    }
    insta::assert_snapshot!(all(Dialect::Auto, &queries));
}

/// A value that dialect 6 refuses: there is only one reading.
#[test]
fn one_reading_only() {
    for query in ["x = not R", "#{R or Q} == 3"] {
        let parsed = parse(query, &ParseOptions::default());
        let found = complaints(query, Dialect::Auto);
        assert_eq!((parsed.dialect, found.as_str()), (Dialect::Five, ""), "{query}");
    }
}

#[test]
fn ranges() {
    let six = [
        "next 5 1 (check)",
        "next* 5 1 check",
        "previous 3 2 nestban (check mate)",
        "line 5 1 --> check",
        "find 3 2 check",
        "flip 4 2 R",
        "cql(gamenumber 3 2) check",
        "cql(matchcount 3 2) check",
        "cql(sort matchcount 3 2) check",
        "up 3 1 K",
        "up 8 k",
        "orthogonal 1 9 k",
        "left -8 3 k",
    ];
    let five = [
        "3 5 (check mate)",
        "check 3 mate",
        "R 5 2",
        "power 5 2 A",
        "attack 5 2 (A k)",
        "movenumber 5 2",
        "elo 2500 2000",
        "square 5 2 x in R check",
    ];
    insta::assert_snapshot!(all(Dialect::Six, &six) + &all(Dialect::Five, &five));
    for query in
        ["next 1 5 (check)", "next 3 3 (check)", "up -1 1 K", "up -7 7 K", "x = 5 next x 1 (check)", "next 0 (check)"]
    {
        assert_eq!(complaints(query, Dialect::Six), "");
    }
}

#[test]
fn braces_of_numbers_behind_a_constituent() {
    let queries = [
        "next (check {-1})",
        "next (check { -1 2 } mate)",
        "next (check {2 -1})",
        "next (check {1 2 3})",
        "next (check {- 1, 2})",
        "next (check {5000000000 2})",
        "next ((check mate) {1 -})",
    ];
    insta::assert_snapshot!(all(Dialect::Six, &queries));
    for query in [
        "next (check {2 5})",
        "next (check { 2 } mate)",
        "next (check {ply -1} {#R -1 == 2})",
        "next (check {mate -1})",
    ] {
        let found = complaints(query, Dialect::Six);
        assert!(!found.contains("bad-repetition"), "{found}");
    }
}

#[test]
fn three_independent_errors() {
    let text = "next (chek mate) Ra9 flip";
    for dialect in [Dialect::Auto, Dialect::Five, Dialect::Six] {
        let parsed = parse(text, &ParseOptions { dialect, require_header: false, ..ParseOptions::default() });
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
        "x = chek x--e4",
        "comment(chek \"a\" ply)",
    ] {
        let parsed =
            parse(text, &ParseOptions { dialect: Dialect::Six, require_header: false, ..ParseOptions::default() });
        let codes: BTreeSet<&str> = parsed.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, BTreeSet::from(["unknown-name"]), "{text}: {:#?}", parsed.diagnostics);
    }
}

#[test]
fn places_count_characters() {
    let text = "♖ check\n  ♞ chek";
    let parsed = parse(text, &ParseOptions { dialect: Dialect::Six, require_header: false, ..ParseOptions::default() });
    let at = place(text, parsed.diagnostics[0].span());
    assert_eq!((at.line, at.column, at.end_line, at.end_column), (2, 5, 2, 9));
}

#[test]
fn keys_of_the_study_database() {
    let queries = [
        "hhdb",
        "hhdb (c)",
        "hhdb twins",
        "hhdb an",
        "hhdb source",
        "hhdb \"cook\"",
        "hhdb \"AN\"",
        "hhdb prize hm",
        "hhdb prize special special",
        "hhdb sort",
        "hhdb prize sort",
        "hhdb sort max prize",
        "hhdb composer \"A*\"",
    ];
    insta::assert_snapshot!(all(Dialect::Six, &queries));
}

#[test]
fn pairs_of_positions() {
    let queries = [
        "echo x y check",
        "echo (x) check",
        "echo (x x) check",
        "echo (x y) in check",
        "x=R echo (x y) check",
        "echo (x y)",
        "sort min \"d\" echo (x y) ply",
        "x=parent consecutivemoves (x x)",
        "x=3 y=parent consecutivemoves 2 (x y)",
        "similarposition nosort nosort \"a.pgn\"",
        "similarposition check",
    ];
    insta::assert_snapshot!(all(Dialect::Six, &queries));
}
