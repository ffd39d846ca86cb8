//! Warnings about queries that are read well but can hardly mean what they say, and the queries that they must not touch.

use crate::syntax::complaints::all;
use tabiya::syntax::{Dialect, ParseOptions, Severity, beside, parse, parse_in_scope, render};

fn warnings(query: &str, dialect: Dialect, variations: Option<bool>) -> Vec<(&'static str, String, String)> {
    let parsed = parse(query, &ParseOptions { dialect, variations, ..ParseOptions::default() });
    assert!(parsed.script.is_some(), "{query}: {:?}", parsed.diagnostics);
    assert!(parsed.diagnostics.iter().all(|one| one.severity == Severity::Warning), "{query}");
    let place = |one: &tabiya::syntax::Diagnostic| {
        let span = one.span();
        query[span.start as usize..span.end as usize].to_owned()
    };
    parsed.diagnostics.iter().map(|one| (one.code, place(one), one.help.clone().unwrap_or_default())).collect()
}

/// The only warning about a query: its code, what it marks, and its advice.
#[track_caller]
fn only_warning(query: &str, variations: Option<bool>) -> (&'static str, String, String) {
    let mut found = warnings(query, Dialect::Six, variations);
    assert_eq!(found.len(), 1, "{query}: {found:?}");
    found.remove(0)
}

/// Checks the only warning about a query: its code, what it marks, and part of its advice.
#[track_caller]
fn warns(query: &str, code: &str, marked: &str, help: &str) {
    let (found_code, place, advice) = only_warning(query, None);
    assert_eq!((found_code, place.as_str()), (code, marked), "{query}");
    assert!(advice.contains(help), "{query}: {advice}");
}

#[track_caller]
fn silent(queries: &[&str]) {
    let dialects = [Dialect::Five, Dialect::Six, Dialect::Auto];
    for (query, dialect) in queries.iter().flat_map(|query| dialects.map(|dialect| (query, dialect))) {
        let parsed = parse(query, &ParseOptions { dialect, ..ParseOptions::default() });
        let ours = [
            "always-true",
            "never-matches",
            "needs-variations",
            "separate-filters",
            "game-moves",
            "board-only",
            "bare-number",
            "never-equal",
            "capture-as-move",
            "transform-of-one",
            "first-position",
            "uneven-bins",
            "never-read",
        ];
        let found: Vec<_> = parsed.diagnostics.iter().filter(|one| ours.contains(&one.code)).collect();
        assert!(found.is_empty(), "{query} in {dialect:?}: {found:?}");
    }
}

#[test]
fn squares_alone_and_moves_without_dashes() {
    warns("e4", "always-true", "e4", "`--e4`");
    warns("mate {check a-h4}", "always-true", "a-h4", "`_a-h4`");
    warns("not e4", "always-true", "e4", "which piece");
    warns("if e4 then mate", "always-true", "e4", "which piece");
    warns("R a1", "separate-filters", "R a1", "`Ra1`");
    warns("[Qq] h7 check", "separate-filters", "[Qq] h7", "`[Qq]h7`");
    warns("e4 e5 Nf3", "game-moves", "e4 e5 Nf3", "`path --e4 --e5 N--f3`");
    warns("check d4 Nf6 c4", "game-moves", "d4 Nf6 c4", "`path --d4 n--f6 --c4`");
    silent(&[
        "Ra1 Kg1",
        "#e4 > 0",
        "e4 attackedby P",
        "R & e4",
        "_e4",
        "x = e4 x attackedby P",
        "path --e4 --e5",
        "Re4 ke8",
    ]);
}

#[test]
fn targets_that_are_captures() {
    warns("path --e4 --e5 --Nf3", "capture-as-move", "--Nf3", "`N--f3`");
    warns("path -- --qd5", "capture-as-move", "--qd5", "`q--d5`");
    silent(&["path [x]qd5 --", "path --q", "path N--f3", "path R--qd5", "path --[qr]d5", "path --e4"]);
}

#[test]
fn sets_that_are_equal_only_if_both_are_empty() {
    warns("P==p", "never-equal", "P==p", "`#P == #p`");
    warns("mate {Ra1} == Rb1", "never-equal", "{Ra1} == Rb1", "`#Ra1 == #Rb1`");
    warns("A != a", "never-equal", "A != a", "`#A != #a`");
    silent(&["#P==#p", "R == Ra1", "A == [RQ]", "(P attacks k) == Pe4", "x = P x == p"]);
}

#[test]
fn assignments_that_are_no_comparisons() {
    warns("x = 5", "never-read", "x = 5", "`==`");
    warns("mate won = \"1-0\" check", "never-read", "won = \"1-0\"", "`==`");
    silent(&["x = 5 ply > x", "x = ply", "x = k mate", "x = 5 x == ply"]);
}

#[test]
fn transforms_that_reach_one_filter() {
    warns("flipcolor mate btm N attacks k", "transform-of-one", "flipcolor mate", "`flipcolor {...}`");
    warns("flipcolor wtm N attacks k", "transform-of-one", "flipcolor wtm", "`flipcolor {...}`");
    warns("flip mate Ra1", "transform-of-one", "flip mate", "`flip {...}`");
    silent(&[
        "flipcolor {mate btm} N attacks k",
        "flipcolor Ra1 Kg1",
        "flipcolor mate",
        "mate flipcolor wtm",
        "flip Ra1 Kg1",
    ]);
}

#[test]
fn pieces_that_the_first_position_does_not_have() {
    warns("initial Nf3", "first-position", "Nf3", "leave `initial` out");
    warns("Qd8 initial", "first-position", "Qd8", "leave `initial` out");
    let sorted = "initial sort \"moves\" path focus Nb1 --+";
    warns(sorted, "first-position", "sort \"moves\" path focus Nb1 --+", "find");
    silent(&[
        "initial Ng1 qd8",
        "initial [NB]b-c1",
        "initial (Nf3 or Ng1)",
        "initial find Nf3",
        "initial not Nf3",
        "initial path N--f3",
    ]);
}

#[test]
fn bins_of_negative_numbers() {
    let meant = "(elo white - elo black) - ((elo white - elo black) % 100 + 100) % 100";
    warns("D = (elo white - elo black)/100*100 D > 3", "uneven-bins", "(elo white - elo black)/100*100", meant);
    warns("sort (evaldrop/50*50)", "uneven-bins", "evaldrop/50*50", "all 50 wide");
    silent(&["sort (year/10*10)", "sort ((ply - 1)/2)", "x = (5 - 3)/2*2 x == 2", "sort ((ply - 1)/2*3)"]);
}

#[test]
fn texts_and_numbers_that_stand_alone() {
    warns("mate \"Carlsen\"", "always-true", "\"Carlsen\"", "player \"Tal\"");
    warns("player \"A\" and \"B\"", "always-true", "\"B\"", "write `player \"B\"`");
    warns("mate or player white \"A\" or \"B\"", "always-true", "\"B\"", "write `player white \"B\"`");
    warns("event == \"A\" or \"B\"", "always-true", "\"B\"", "write `event == \"B\"`");
    warns("#R == 2 or 3", "always-true", "3", "write `#R == 3`");
    warns("mate ply", "always-true", "ply", "`ply > 5`");
    warns("#R mate", "always-true", "#R", "`#R > 5`");
    warns("white mate", "always-true", "white", "`wtm`");
    warns("flipcolor {mate power A}", "always-true", "power A", "`power A > 5`");
    warns("next (check {\"x\" mate})", "always-true", "\"x\"", "player");
}

#[test]
fn what_reads_like_a_condition_and_is_none() {
    let always = "always-true";
    warns("result 1/2", always, "1/2", "did you mean `result 1/2-1/2`?");
    warns("year 1990-2000", always, "1990-2000", "did you mean `year >= 1990 year <= 2000`?");
    warns("check move 10-20", always, "10-20", "did you mean `movenumber >= 10 movenumber <= 20`?");
    warns("movenumber 10-20", always, "10-20", "did you mean `movenumber >= 10 movenumber <= 20`?");
    warns("elo white 2500-2700 mate", always, "2500-2700", "did you mean `elo white >= 2500 elo white <= 2700`?");
    warns("mate (2 + 3)", always, "(2 + 3)", "compare it with a value");
    warns("mate ply + 1", always, "ply + 1", "`ply + 1 > 5`");
    warns("player \"A\" \"B\"", always, "\"B\"", "write `player \"B\"`");
    warns("tag \"Opening\" \"Sicilian\"", always, "\"Sicilian\"", "write `\"Sicilian\" in tag \"Opening\"`");
    warns("comment \"good\"", always, "comment \"good\"", "write `hascomment \"good\"`");
    warns("path e4 e5", "never-matches", "path e4 e5", "`path --e4 --e5`");
    warns("path e4 check", "never-matches", "path e4 check", "moves are written with a dash");
    warns("mate path (check wtm)", "never-matches", "path (check wtm)", "moves are written with a dash");
    let bare = "bare-number";
    warns("repetition 3", bare, "3", "did you mean `repetition == 3`?");
    warns("power A 6 7", bare, "6 7", "did you mean `power A >= 6 power A <= 7`?");
    warns("flipcolor {repetition 3}", bare, "3", "did you mean `repetition == 3`?");
    warns("mate or {power A 6 7}", bare, "6 7", "did you mean `power A >= 6 power A <= 7`?");
    warns("result 1", bare, "1", "did you mean `result 1-0`?");
    warns("check move 10", bare, "10", "did you mean `movenumber == 10`?");
    warns("mate 20", bare, "20", "for example `ply == 20`");
}

/// Queries that say what they mean, those of the recipes, of the book and of the conformance cases among them.
#[test]
fn honest_numbers_texts_and_paths_get_no_warning() {
    silent(&[
        "x=1-2 x==-1",
        "x=1/2 mate",
        "function f() {10-20} f() == -10",
        "if wtm then 1-2 else 3",
        "x = if wtm then {mate 3} else {check 4} x > 3",
        "flip {mate 3} > 2",
        "max(1-2 ply) > 3",
        "sort \"x\" ply-20 mate",
        "comment(\"good\")",
        "comment (\"good\")",
        "mate comment \"good\"",
        "path --e4 e5",
        "path (check --)*",
        "path focus N f3--d2",
        "path first:=--",
        "result \"1-0\"",
        "result == \"1/2-1/2\"",
    ]);
    let mut wrong = Vec::new();
    for (dialect, query) in crate::syntax::formatting::queries() {
        let parsed = parse(&query, &ParseOptions { dialect, ..ParseOptions::default() });
        let ours = ["is the number", "adds a comment", "no part of it is a move"];
        let found = parsed.diagnostics.iter().filter(|one| ours.iter().any(|text| one.message.contains(text)));
        wrong.extend(found.map(|one| format!("{}: {query}", one.message)));
    }
    // The one that matches nowhere, as its case says.
    wrong.retain(|found| !found.ends_with("path {-- and wtm}}") && !found.contains("path e4 e5"));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn conditions_that_never_end_a_loop() {
    for (condition, marked) in [
        ("true", "true"),
        ("uppercase (\"a\") ~~ \"$\"", "uppercase (\"a\") ~~ \"$\""),
        ("x=R", "x=R"),
        ("str(x) + \"b\"", "str(x) + \"b\""),
        ("check or currentposition", "check or currentposition"),
        ("{fen comment(\"a\")}", "{fen comment(\"a\")}"),
    ] {
        let query = format!("x=R while ({condition}) {{x=up 1 x}} mate");
        warns(&query, "endless-while", marked, "makes fail");
    }
    for condition in [
        "x",
        "check",
        "tag \"A\"",
        "uppercase tag \"A\"",
        "site ~~ \"a\"",
        "\"a\" ~~ \".\"",
        "x=?up 1 x",
        "not true",
        "#x > 1",
    ] {
        let query = format!("x=R while ({condition}) {{x=up 1 x}} mate");
        let found = warnings(&query, Dialect::Six, None);
        assert!(found.iter().all(|(code, ..)| *code != "endless-while"), "{query}: {found:?}");
    }
}

#[test]
fn values_that_are_used_stand_well() {
    silent(&[
        "ply > 3",
        "x = ply x > 3",
        "x = {mate ply} x > 3",
        "sort {check ply} mate",
        "sort \"length\" ply",
        "comment(\"a\" ply) mate",
        "message(\"a\" ply) mate",
        "str(\"a\" ply) == \"a3\"",
        "sidetomove == white",
        "x = if check then ply else #R x > 2",
        "function f(y) {mate ply + y} f(3) > 4",
        "player \"A\" player \"B\"",
        "player \"A\" and player \"B\"",
        "move from R to h7",
        "max(ply #R) > 4",
        "abs {check ply} > 4",
        "parent : ply > 4",
        "\"a\" in player white",
    ]);
}

#[test]
fn phrases() {
    warns("white \"Carlsen\"", "separate-filters", "white \"Carlsen\"", "write `player white \"Carlsen\"`");
    warns("mate black \"Tal\"", "separate-filters", "black \"Tal\"", "write `player black \"Tal\"`");
    warns("move Q to h7", "separate-filters", "move Q to h7", "write `move from Q to h7`");
    warns("Q to h7", "separate-filters", "Q to h7", "write `move from Q to h7`");
    warns("white to move", "separate-filters", "white to move", "write `wtm`");
    warns("black to move mate", "separate-filters", "black to move", "write `btm`");
    warns("1.e4 e5", "game-moves", "1.e4 e5", "write `path --e4 --e5`");
    warns("1.e4 e5 2.Nf3 Nc6 mate", "game-moves", "1.e4 e5 2.Nf3 Nc6", "write `path --e4 --e5 N--f3 n--c6`");
    // Dialect 5 reads `e5 2` as a range.
    let found = warnings("1. e4 e5 2. Nf3 Nc6", Dialect::Auto, None);
    let advice = found.iter().find(|(code, ..)| *code == "game-moves").map(|(_, _, advice)| advice.as_str());
    assert!(advice.is_some_and(|advice| advice.ends_with("`path --e4 --e5 N--f3 n--c6`")), "{found:?}");
    silent(&["move from Q to h7", "next (. e4 e5)"]);
}

#[test]
fn the_fields_of_a_fen_that_do_not_count() {
    let board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
    let fen = |fields: &str| format!("fen \"{board}{fields}\"");
    warns(&fen(" b KQkq - 1 2"), "board-only", &fen(" b KQkq - 1 2"), "add `btm`");
    warns(&fen(" w - - 0 1"), "board-only", &fen(" w - - 0 1"), "add `wtm`");
    warns(&format!("{} btm", fen(" b KQkq - 1 2")), "board-only", &fen(" b KQkq - 1 2"), "fen == ");
    silent(&[&fen(""), &format!("btm {}", fen(" b - - 1 2"))]);
    silent(&["fen == \"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1\""]);
}

#[test]
fn filters_that_exclude_each_other() {
    for (query, marked) in [
        ("wtm btm", "btm"),
        ("wtm mate {Ka1 btm}", "btm"),
        ("wtm and check and btm", "btm"),
        ("check not check", "not check"),
        ("not {R attacks k} mate (R attacks k)", "R attacks k"),
        ("check stalemate", "stalemate"),
        ("mainline variation", "variation"),
        ("primary secondary", "secondary"),
        ("Ka1 Ka2", "Ka2"),
        ("Ka1-4 mate Kh8", "Kh8"),
        ("Ra1 Na1", "Na1"),
        ("Ra1 _a1", "_a1"),
        ("ply < 5 mate ply > 10", "ply > 10"),
        ("#R == 1 2 <= #R", "2 <= #R"),
        ("flipcolor {wtm btm}", "btm"),
        ("mate or {wtm btm}", "btm"),
        ("next (check {wtm btm})", "btm"),
        ("parent : {wtm btm}", "btm"),
    ] {
        let (code, place, _) = only_warning(query, Some(true));
        assert_eq!((code, place.as_str()), ("never-matches", marked), "{query}");
    }
}

#[test]
fn what_may_match_together() {
    silent(&[
        "wtm or btm",
        "wtm child : btm",
        "next (wtm btm)",
        "path wtm --e4 btm",
        "check not mate",
        "Ka1-8 Ka1",
        "Ra1 Rh1",
        "[RN]a1 [NB]a1",
        "ply > 5 ply < 10",
        "ply >= 5 ply <= 5",
        "not ply < 5 ply > 10",
        "x=ply x < 5 x=x+10 x > 10",
        "if wtm then btm",
        "flip Ka1 Ka2",
        "move from R not move to e4",
        "check not child : check",
        "imagine btm : wtm or wtm",
        "R not Rh1",
    ]);
    // In dialect 5, a set without some squares is not the negation of the set.
    let parsed = parse("R not R", &ParseOptions { dialect: Dialect::Five, ..ParseOptions::default() });
    assert!(parsed.diagnostics.iter().all(|one| one.code != "never-matches"), "{:?}", parsed.diagnostics);
}

#[test]
fn variations_that_are_not_searched() {
    for query in ["variation mate", "mate secondary", "flipcolor {variation mate}", "variation and mate"] {
        let codes = |variations| -> Vec<&str> {
            warnings(query, Dialect::Six, variations).into_iter().map(|(code, ..)| code).collect()
        };
        assert_eq!(codes(None), ["needs-variations"], "{query}");
        assert_eq!(codes(Some(false)), ["needs-variations"], "{query}");
        assert!(codes(Some(true)).is_empty(), "{query}");
    }
    silent(&["cql(variations) variation mate", "not variation mate", "mate or variation", "mainline mate"]);
}

#[test]
fn scripts_for_cql_get_no_advice() {
    let options = ParseOptions { drop_in: true, ..ParseOptions::default() };
    assert!(parse("cql() wtm btm \"x\" white", &options).diagnostics.is_empty());
}

#[test]
fn advice_takes_time_in_proportion_to_the_query() {
    let options = ParseOptions { variations: Some(true), ..ParseOptions::default() };
    for query in ["\"x\" ".repeat(100_000), "white to move ".repeat(50_000), "not check check ".repeat(50_000)] {
        let parsed = parse(&query, &options);
        assert!(parsed.script.is_some() && parsed.diagnostics.len() == 20, "{}", parsed.diagnostics.len());
        assert!(parsed.omitted.warnings > 900);
    }
    let wide: String = (0..100_000).map(|i| format!("ply > {i} ")).collect();
    assert!(parse(&wide, &options).diagnostics.is_empty());
}

#[test]
fn hints_in_chess_words() {
    for (query, help) in [
        ("knight", "`N`"),
        ("checkmate", "write `mate`"),
        ("white wins", "`result 1-0`"),
        ("Promotion", "move promote Q"),
        ("takes", "`move from N capture q`"),
        ("isolated", "isolatedpawns"),
        ("Nxe5", "`move from [Nn] capture e5`"),
        ("Nf3+", "`move from [Nn] to f3 child:check`"),
        ("Qh5+ wtm", "`move from [Qq] to h5 child:check`"),
        ("Qh7#", "`move from [Qq] to h7 child:mate`"),
        ("Nf3 + 2", "`#Nf3 + ...`"),
        ("!check", "write `not`"),
        ("check && mate", "filters in a row"),
        ("R || B", "write `or`"),
        ("Ra1-h8", "write `Ra-h1-8`"),
        ("R & a4-a1", "write `a1-4`"),
        ("attaks", "did you mean `attacks`?"),
        ("blabla", "assign it before use"),
        ("blabla", "`tabiya doc blabla`"),
        ("opening Najdorf", "texts are written in quotes: `opening \"Najdorf\"`"),
        ("eco B33", "texts are written in quotes: `eco \"B33\"`"),
        ("eco A00 mate", "`eco \"A00\"`"),
        ("player Carlsen", "`player \"Carlsen\"`"),
        ("player white Carlsen", "`player white \"Carlsen\"`"),
        ("white Carlsen", "`player white \"Carlsen\"`"),
        ("kingside", "`move o-o`"),
        ("Q + q >= 3", "`#Q + ...`"),
        ("mate in 3", "true or false of one position"),
        ("clock < 0:10", "numbers of seconds: write `10`"),
        ("clock white >= 1:05:30", "write `3930`"),
    ] {
        let parsed = parse(query, &ParseOptions::default());
        let errors: Vec<_> = parsed.diagnostics.iter().filter(|one| one.severity == Severity::Error).collect();
        assert_eq!(errors.len(), 1, "{query}: {errors:?}");
        let advice = errors[0].help.clone().unwrap_or_default();
        assert!(advice.contains(help), "{query}: {advice}");
    }
    let parsed = parse("(match (pgn \"a.pgn\") (position Ka1; a comment\n))", &ParseOptions::default());
    let codes: Vec<&str> = parsed.diagnostics.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["old-script"]);
}

/// Queries that are read without an error, and are warned of.
const ADVICE: &[&str] = &[
    "mate \"Carlsen\"",
    "player \"A\" and \"B\"",
    "mate #R",
    "check or 3",
    "#R == 2 or 3",
    "white mate",
    "white \"Carlsen\"",
    "white to move",
    "move Q to h7",
    "1.e4 e5 2.Nf3",
    "wtm btm",
    "Ka1 Ka2",
    "Ra1 Na1",
    "check not check",
    "ply<5 ply>10",
    "variation mate",
    "result 1/2",
    "check move 10-20",
    "comment \"good\"",
    "path e4 e5",
    "path e4 check",
    "repetition 3",
    "fen \"8/8/8/8/8/8/8/8 b - -\"",
    "fen \"8/8/8/8/8/8/8/8 b KQ -\"",
    "btm fen \"8/8/8/8/8/8/8/8 b KQ -\"",
    "while (true) x=1",
    "e4",
    "R a1",
    "e4 e5 Nf3",
    "path --e4 --e5 --Nf3",
    "P==p",
    "x = 5",
    "flipcolor mate btm N attacks k",
    "initial Nf3",
    "initial path focus Nb1 -- --",
    "sort ((elo white - elo black)/100*100)",
];

/// Forms of other languages, of notation and of old versions.
const FOREIGN: &[&str] = &[
    "R && k",
    "check || mate",
    "ply <> 3",
    "x := 3",
    "!check",
    "^check",
    "player 'Tal'",
    "Ra1-h8",
    "Nxe5",
    "Nf3+",
    "Qh7#",
    "N x f7",
    "knight",
    "eco B33",
    "mate in 3",
    "(match (pgn \"games.pgn\"))",
];

#[test]
fn the_marked_source() {
    insta::assert_snapshot!(all(Dialect::Six, ADVICE));
}

#[test]
fn expressions_beside_a_query() {
    let shown = |query: &str, expression: &str| {
        let options = ParseOptions { dialect: Dialect::Six, ..ParseOptions::default() };
        let script = parse(query, &options).script.expect("a query");
        let (filter, _) = parse_in_scope(expression, &script, Dialect::Six).expect("an expression");
        let found = beside(&script, &filter).into_iter();
        found.map(|one| render(&one, expression, "--tally", false)).collect::<Vec<_>>().join("\n")
    };
    let expressions = [("piece x in A {move from x}", "initialposition:x"), ("flipcolor {mate btm}", "k")];
    insta::assert_snapshot!(expressions.map(|(query, expression)| shown(query, expression)).join("\n\n"));
    for (query, expression) in [
        ("piece x in A {move from x kept = x}", "kept"),
        ("flipcolor {mate btm}", "if btm then k else K"),
        ("flip {mate Ra1}", "k"),
        ("flipcolor {mate btm}", "year"),
        ("mate", "k"),
    ] {
        assert_eq!(shown(query, expression), "", "{query}: {expression}");
    }
    assert!(shown("flip {mate Ra1}", "ka-h1-4").contains("board-as-it-is"));
}

#[test]
fn forms_of_other_languages() {
    insta::assert_snapshot!(all(Dialect::Six, FOREIGN));
}
