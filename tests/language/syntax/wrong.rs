//! Wrong queries of any size: at most 20 errors are told, the others are counted, and reading and telling takes time in
//! proportion to the length of the query. The sizes here are such that a step whose time grows with the square of the
//! length would take minutes.

use insta::assert_snapshot;
use tabiya::Query;
use tabiya::syntax::{ParseOptions, Parsed, ReadingLimits, SourceView, parse};

/// The end of the errors of a query as people see them.
fn told(text: &str) -> String {
    let error = Query::parse(text).expect_err("a wrong query");
    let told = error.to_string();
    assert!(error.diagnostics.len() <= 20, "{} errors are told", error.diagnostics.len());
    assert!(told.len() < 40_000, "{} bytes are told", told.len());
    told
}

/// The last line that is told.
fn last(text: &str) -> String {
    told(text).lines().last().unwrap_or("").to_owned()
}

fn numbered(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

fn read(text: &str) -> Parsed {
    parse(text, &ParseOptions::default())
}

#[test]
fn unknown_names_are_counted() {
    assert_eq!(last(&numbered(16_000, |i| format!("xx{i} "))), "and at least 981 more errors");
    assert_eq!(last(&numbered(60_000, |i| format!("xx{i}\n"))), "and at least 981 more errors");
    assert_eq!(last(&numbered(300, |i| format!("xx{i} "))), "and 280 more errors");
    // Each might be a misspelt one of all the others.
    let known = numbered(40_000, |i| format!("first{i}=1 "));
    assert_eq!(last(&(known + &numbered(40_000, |i| format!("frist{i} ")))), "and at least 981 more errors");
}

#[test]
fn brackets_are_counted() {
    for bracket in ["(", "{", "[", ")", "}", "]"] {
        assert_eq!(last(&bracket.repeat(50_000)), "and 49980 more errors");
    }
    let million = told(&"[".repeat(1_000_001));
    assert!(million.starts_with("error[too-many-words]: the query has more than 1000000 words and symbols"));
    told(&("([{".repeat(50_000) + &")}]".repeat(50_000)));
    for (open, close) in [("(", ")"), ("{", "}"), ("[", "]"), ("{", "x}"), ("next (", ")")] {
        told(&(open.repeat(100_000) + &close.repeat(100_000)));
    }
}

#[test]
fn tokens_that_nothing_makes_sense_of_are_counted() {
    for text in [
        "[QRBNKP]a1-8".repeat(20_000),
        "-".repeat(200_000),
        "@".repeat(200_000),
        "ü".repeat(200_000),
        "\"abc\n".repeat(100_000),
        "\"".repeat(200_001),
        "/*".repeat(200_000),
        "/// \"a\" /// \"b\"\n".repeat(50_000),
        "\\{".repeat(100_000),
        "{2,3}".repeat(50_000),
        "{9 ".repeat(100_000),
        "[R♖".repeat(50_000),
        "[a1,".repeat(50_000),
        "h-a1 ".repeat(50_000),
        "♖".repeat(200_000),
        "()".repeat(50_000),
        "{}".repeat(50_000),
        "* + ? ,".repeat(50_000),
        "3 = ".repeat(50_000),
        "then else ".repeat(50_000),
        "check or or ".repeat(50_000),
    ] {
        told(&text);
    }
}

#[test]
fn long_words_and_lines_are_cut() {
    for text in [
        "x".repeat(3_000_000),
        "1".repeat(3_000_000),
        "check ".repeat(300_000) + "xx",
        "\n".repeat(3_000_000) + "xx",
        " ".repeat(3_000_000) + "xx",
        "x=1 ".to_owned() + &" ".repeat(1_000_000) + "x=R",
        "x=1 ".to_owned() + &"\n".repeat(1_000_000) + "x=R",
        "[R".to_owned() + &" R".repeat(200_000) + "]",
        "//".to_owned() + &"x".repeat(3_000_000) + "\nxx",
        "player = 3\n".repeat(100_000),
    ] {
        assert!(told(&text).len() < 20_000);
    }
    let long = format!("check\n{} xx {}\nmate", "check ".repeat(500), "mate ".repeat(500));
    let apart = format!("x=1 {}\n{}x=\"a\"", "check ".repeat(500), "mate\n".repeat(300));
    assert_snapshot!(format!("{}\n\n{}\n\n{}", told(&long), told(&apart), told(&"x".repeat(3_000))));
}

#[test]
fn parts_of_filters_are_counted() {
    for text in [
        format!("cql({})", "gamenumber 1 2 ".repeat(50_000)),
        format!("cql({}) check", "input a.pgn ".repeat(50_000)),
        "(xx yy) ".repeat(50_000),
        "#check ".repeat(50_000),
        "x=\"a\" x=1 ".repeat(50_000),
        "fn1(R) ".repeat(50_000),
        format!("function fn1(a b c) {{check}} {}", "fn1(R) ".repeat(50_000)),
        "function fn1() {fn1()} ".to_owned() + &"fn1() ".repeat(50_000),
        format!("line {}check", "--> xx ".repeat(50_000)),
        format!("next ({})", "xx* ".repeat(50_000)),
        format!("path {}", "-- xx ".repeat(50_000)),
        format!("x=1{}", " + \"a\" + 1".repeat(50_000)),
        format!("next (check {})", "{9 9 9 9 ".repeat(50_000)),
        format!("message({})", "xx ".repeat(50_000)),
        "tag \"x%d\" ".repeat(50_000),
        format!("move {}", "from R ".repeat(50_000)),
        "path -- (".repeat(70) + "xx" + &")".repeat(70),
    ] {
        told(&text);
    }
}

#[test]
fn good_queries_of_any_size_are_read() {
    for text in [
        numbered(100_000, |i| format!("nam{i}=1 ")),
        numbered(10_000, |i| format!("function fun{i}() {{check}}\n")) + &numbered(10_000, |i| format!("fun{i}() ")),
        format!("function fn1({}) {{check}}", numbered(60_000, |i| format!("p{i} "))),
        format!("function fn1({0}) {{{0}}} fn1({1})", numbered(30_000, |i| format!("p{i} ")), "R ".repeat(30_000)),
        format!("next ({})", "check ".repeat(100_000)),
        format!("line{}", " --> check".repeat(100_000)),
        format!("path {}", "(-- a1)+ ".repeat(30_000)),
        format!("path -- ({})", "--+ ".repeat(50_000)),
        "check /* a */ ".repeat(100_000),
    ] {
        let read = read(&text);
        assert!(read.script.is_some(), "{:.60}: {:?}", text, read.diagnostics.first().map(|one| &one.message));
    }
}

#[test]
fn operands_of_a_function_may_have_other_types_at_each_call() {
    let text = "function fn1(s1 s2) {message(s1 + s2)} fn1(1 2) fn1(\"a\" \"b\")";
    assert!(read(text).script.is_some(), "{:?}", read(text).diagnostics);
}

#[test]
fn limits_can_be_set() {
    let codes = |text: &str, limits| {
        let parsed = parse(text, &ParseOptions { limits, ..ParseOptions::default() });
        parsed.diagnostics.iter().map(|one| one.code).collect::<Vec<_>>()
    };
    let usual = ReadingLimits::default();
    assert_eq!(codes("check mate", ReadingLimits { bytes: 10, ..usual }), [""; 0]);
    assert_eq!(codes("check mate ", ReadingLimits { bytes: 10, ..usual }), ["query-too-long"]);
    assert_eq!(codes("check mate", ReadingLimits { words: 3, ..usual }), [""; 0]);
    assert_eq!(codes("check mate wtm btm", ReadingLimits { words: 3, ..usual }), ["too-many-words"]);
    assert_eq!(codes("{{{check}}}", ReadingLimits { depth: 4, ..usual }), [""; 0]);
    assert_eq!(codes("{{{{check}}}}", ReadingLimits { depth: 4, ..usual }), ["too-deep"]);
    assert_eq!(codes("xx yy zz", ReadingLimits { errors: 1, ..usual }), ["unknown-name"]);
    // No more than what has been tried is granted.
    let deep = "{".repeat(200) + "check" + &"}".repeat(200);
    assert_eq!(codes(&deep, ReadingLimits { depth: 1_000, ..usual }), ["too-deep"]);
}

#[test]
fn the_first_errors_are_told_whatever_found_them() {
    // The lexer finds its errors before the parser.
    let text = numbered(15, |i| format!("xx{i} ")) + &"@ ".repeat(15);
    let read = read(&text);
    let starts: Vec<u32> = read.diagnostics.iter().map(|one| one.span().start).collect();
    assert!(starts.is_sorted() && starts.len() == 20, "{starts:?}");
    assert_eq!(read.diagnostics[0].code, "unknown-name");
    assert_eq!(read.omitted.errors, 10);
}

#[test]
fn warnings_are_counted_apart() {
    let text = "mate /// \"a\" // or\nterminal\n".repeat(30);
    let read = read(&text);
    assert!(read.script.is_some());
    assert_eq!((read.diagnostics.len(), read.omitted.text().as_deref()), (20, Some("and 10 more warnings")));
}

#[test]
fn places_are_those_of_the_whole_text() {
    let text = "\u{feff}wtm\n".to_owned() + &"é ".repeat(2_000) + "\n  zz yy";
    let view = SourceView::new(&text, "a.cql");
    for at in [3, 4, 7, 9, 4_000, 4_001, text.len() - 2, text.len()] {
        let at = (at..).find(|&at| text.is_char_boundary(at)).expect("a boundary");
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[start..].trim_start_matches('\u{feff}').chars().count() + 1;
        let place = view.place(tabiya::syntax::ast::Span { start: at as u32, end: at as u32 });
        assert_eq!((place.line, place.column), (line, column), "{at}");
    }
}
