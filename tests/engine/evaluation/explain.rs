//! The typed form that `explain` shows: every filter in the words of the language.

use tabiya::syntax::Dialect;
use tabiya::{ParsedQuery, QueryOptions, QuerySet, Source};

/// The first conjunct of a query's typed form, as `explain` shows it.
fn typed(text: &str) -> String {
    let options = QueryOptions { dialect: Dialect::Six, ..QueryOptions::default() };
    let source = Source { name: "query".into(), text: text.into() };
    let parsed = ParsedQuery::parse(source, &options).unwrap_or_else(|error| panic!("{text}: {error}"));
    let explained = QuerySet::new(vec![parsed], &options).expect("a plan").explain(0);
    let lines = explained.split("typed form, in the order of evaluation\n").nth(1).expect("a typed form");
    let line = lines.lines().next().expect("a line");
    let shown = line.split_once(": ").expect("a number").1;
    shown.rsplit_once("  [").expect("what it costs").0.to_owned()
}

#[test]
fn most_filters_are_shown_as_they_are_written() {
    for text in [
        "stalemate",
        "initial",
        "terminal",
        "mainline",
        "virtualmainline",
        "primary",
        "secondary",
        "castle",
        "o-o-o",
        "enpassant",
        "move null",
        "move drop N",
        "move to e4 comment(\"x\")",
        "pathdebug",
        "equal(ply depth)",
        "result 1-0",
        "result 0-1",
        "result 1/2-1/2",
        "legalposition",
        "reachableposition",
        "variantend",
        "variantwin white",
        "variantloss",
        "variantdraw",
        "check or stalemate",
        "not check",
        "parent:check",
        "K in a1-8",
        "[Aa] == R",
        r#""a" in event"#,
        "ancestor(currentposition initialposition)",
        "x = R",
        "x = parent",
        r#"comment("a" ply)"#,
        r#"settag("A" "b")"#,
        "removecomment",
        r#"writefile("a.cqo" "b")"#,
        "cql_abort",
        "Q | R",
        "Q & a1",
        "~Q",
        "Q attacks k",
        "a1 attackedby R",
        "R -> k -> q",
        "ray diagonal(B n q)",
        "between(a1 h8)",
        "left 1 3 Q",
        "move from Q to a1",
        "move legal from K",
        "move from Q capture q",
        "N--e4",
        "--=Q",
        "enpassantsquare",
        "sort #Q",
        "makesquare(1 2)",
        r#"makesquare("a1")"#,
        "passedpawns",
        "isolatedpawns",
        "doubledpawns",
        "find <-- mate",
        "saveposition:check",
        "child:check",
        "child(1):check",
        "position 3:mate",
        "lca(currentposition parent):wtm",
        r#"player white ~~ "K.*""#,
        r#"event < "b""#,
        "currentmove K--.",
        "if check then mate else stalemate",
        "up 2 K",
        "#Q > 2",
        "power A > power a",
        "abs ply - 7 > 3",
        "sqrt ply == 2",
        "max(ply #R) == 3",
        "clock white < 60",
        "eval > 100",
        "eval mate < 3",
        "elapsed > 10",
        "find 3 check",
        "next 3 (check* mate)",
        "previous nestban (check .)",
        "next2 (check mate?)",
        "line <-- check",
        "path --(check) --",
        "path focus N max ply --+",
        "move legal count > 3",
        "move legal :check",
        "imagine remove Q btm:check",
        "imagine add q at a1:check",
        "distance(currentposition initialposition) == 3",
        r#"while (player ~~ "a(.)") \1 == "b""#,
        r#"str(ply "a") == "3a""#,
        r#"lowercase event == "a""#,
        r#"uppercase event == "A""#,
        r#"ascii "a" == 97"#,
        r#"int "3" == 3"#,
        r#"indexof("a" event) == 3"#,
        "#event > 3",
        r#"event[0:2 ] == "ab""#,
        r#"typename Q == "Q""#,
        r#"piecename K == "K""#,
        r#"fen == "x""#,
        r#"currentmutation == "x""#,
        r#"readfile "a.cql" == "x""#,
        "elo white > 2500",
        "movenumber > 3",
        "year > 1990",
        "file Q == 3",
        "rank K == 1",
        "colortype Q == 5",
        "pieceid p == 3",
        "echo (x y) x:check",
    ] {
        assert_eq!(typed(text), text);
    }
}

#[test]
fn braces_stand_where_operators_need_them() {
    for (text, expected) in [
        ("not (btm and wtm)", "not {btm and wtm}"),
        ("1-(2-3)+#Q > 4*(ply+1)", "1 - {2 - 3} + #Q > 4 * {ply + 1}"),
        ("(R & (Q|b)) attacks k", "{R & {Q | b}} attacks k"),
        ("abs ({ply} - 7)>3", "abs ply - 7 > 3"),
        ("(abs ply) - 7>3", "{abs ply} - 7 > 3"),
        ("(if check then mate) or wtm", "{if check then mate} or wtm"),
        ("line primary --> check --> {mate}*", "line primary --> check --> mate{*}"),
    ] {
        let shown = typed(text);
        assert_eq!(shown, expected);
        assert_eq!(typed(&shown), shown, "read again");
    }
}

#[test]
fn others_are_shown_as_what_they_mean() {
    for (text, expected) in [
        (r#"message quiet "b""#, r#"message quiet("b")"#),
        ("if check mate else stalemate", "if check then mate else stalemate"),
        ("assert true", "assert ."),
        ("pin through N from r", "pin through N from r to [Kk]"),
        ("flip Qa1", "Qa1 or Qh1 or Qa8 or Qh8"),
        ("shiftvertical 2 3 Qa1", "{{Qa1} or {Qa2} or {Qa3} or {Qa4} or {Qa5} or {Qa6} or {Qa7} or {Qa8}} 2 3"),
        (r#"dictionary D D["a"]=1"#, r#"D[ "a" ] = 1"#),
        ("square x in . {#(A->x) > #(a->x)}", ". & square s in . #A -> s > #a -> s"),
        ("piece x in R {x attacks k}", "R & tracked & {. & R} attacks k"),
        ("countmoves legal R--e4 > 2", "countmoves move legal from R to e4 > 2"),
        ("--(ply) == 3", "--(ply) == 3"),
    ] {
        assert_eq!(typed(text), expected, "{text}");
    }
}
