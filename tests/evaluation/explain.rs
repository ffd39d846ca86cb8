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
        "x=R",
        "x=parent",
        r#"comment("a" ply)"#,
        r#"settag("A" "b")"#,
        "removecomment",
        r#"writefile("a.cqo" "b")"#,
        "cql_abort",
        "Q|R",
        "Q&a1",
        "~Q",
        "Q attacks k",
        "a1 attackedby R",
        "R->k->q",
        "ray diagonal (B n q)",
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
        r#"makesquare "a1""#,
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
    ] {
        let shown = typed(text);
        assert!(shown == text || shown == format!("({text})"), "{text} is shown as {shown}");
    }
}

#[test]
fn others_are_shown_as_what_they_mean() {
    for (text, expected) in [
        (r#"message quiet "b""#, r#"message quiet("b")"#),
        ("if check mate else stalemate", "(if check then mate else stalemate)"),
        ("assert true", "assert ."),
        ("up 2 K", "up 2 2 K"),
        ("pin from r through N to K", "from of pin from r through N to K"),
        ("#Q>2", "(#Q > 2)"),
        ("power A>power a", "(power A > power a)"),
        ("abs (ply-7)>3", "(abs (ply-7) > 3)"),
        ("sqrt ply==2", "(sqrt ply == 2)"),
        ("max(ply #R)==3", "(max(ply #R) == 3)"),
        ("clock white<60", "(clock white < 60)"),
        ("eval>100", "(eval > 100)"),
        ("eval mate<3", "(eval mate < 3)"),
        ("elapsed>10", "(elapsed > 10)"),
        ("find 3 check", "find 3 3 {check}"),
        ("next 3 (check* mate)", "next 3 3 ({check}* {mate})"),
        ("previous nestban (check .)", "previous nestban ({check} {.})"),
        ("next2 (check mate?)", "next2 ({check} {mate}?)"),
        ("line <-- check", "line <-- ({check})"),
        ("path -- check --", "path ({currentmove --(check)} {currentmove --})"),
        ("path focus N max ply (--)+", "path focus N max ply ({currentmove --}+)"),
        ("move legal count>3", "(move legal count > 3)"),
        ("move legal : check", "move legal : {check}"),
        ("imagine remove Q btm : check", "imagine (remove Q btm):check"),
        ("imagine add q at a1 : check", "imagine (add q at a1):check"),
        ("distance(currentposition initialposition)==3", "(distance(currentposition initialposition) == 3)"),
        (r#"while (player ~~ "a(.)") \1=="b""#, r#"while (player ~~ "a(.)") (\1 == "b")"#),
        (r#"str(ply "a")=="3a""#, r#"(str(ply "a") == "3a")"#),
        (r#"lowercase event=="a""#, r#"(lowercase event == "a")"#),
        (r#"uppercase event=="A""#, r#"(uppercase event == "A")"#),
        (r#"ascii "a"==97"#, r#"(ascii "a" == 97)"#),
        (r#"int "3"==3"#, r#"(int "3" == 3)"#),
        (r#"indexof("a" event)==3"#, r#"(indexof("a" event) == 3)"#),
        ("#event>3", "(#event > 3)"),
        (r#"event[0:2]=="ab""#, r#"(event[0:2] == "ab")"#),
        (r#"typename Q=="Q""#, r#"(typename Q == "Q")"#),
        (r#"piecename K=="K""#, r#"(piecename K == "K")"#),
        (r#"fen=="x""#, r#"(fen == "x")"#),
        (r#"currentmutation=="x""#, r#"(currentmutation == "x")"#),
        (r#"readfile "a.cql"=="x""#, r#"(readfile "a.cql" == "x")"#),
        (r#"dictionary D D["a"]=1"#, r#"D["a"]=1"#),
        ("elo white>2500", "(elo white > 2500)"),
        ("movenumber>3", "(movenumber > 3)"),
        ("year>1990", "(year > 1990)"),
        ("file Q==3", "(file Q == 3)"),
        ("rank K==1", "(rank K == 1)"),
        ("colortype Q==5", "(colortype Q == 5)"),
        ("flip Qa1", "(Qa1 or Qh1 or Qa8 or Qh8)"),
        ("shiftvertical 2 3 Qa1", "copies 2 3 (Qa1, Qa2, Qa3, Qa4, Qa5, Qa6, Qa7, Qa8)"),
        ("pieceid p==3", "(pieceid p == 3)"),
        ("echo (x y) x:check", "echo (x y) {x:check}"),
    ] {
        assert_eq!(typed(text), expected, "{text}");
    }
}
