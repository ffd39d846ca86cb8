//! `format_query`: the same tokens and comments in another layout, for every query that the project has.

use super::conformance;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::path::{Path, PathBuf};
use tabiya::syntax::{Dialect, FormatError, LINE_WIDTH, ParseOptions, TokenClass, format_query, parse, tokens};
use tabiya_fuzz::{Bytes, plain_queries, query};

fn options(dialect: Dialect) -> ParseOptions {
    ParseOptions { dialect, ..ParseOptions::default() }
}

/// The tokens of a text (`input  a` as `input a`), and its comments without the blanks at their ends.
fn contents(text: &str) -> (Vec<String>, Vec<String>) {
    let of = |comment: bool| {
        let wanted = move |class: &TokenClass| match class {
            TokenClass::Blank => false,
            TokenClass::Comment => comment,
            _ => !comment,
        };
        let found = tokens(text).into_iter().filter(move |(class, _)| wanted(class));
        let words = |at: std::ops::Range<usize>| text[at].split_whitespace().collect::<Vec<_>>().join(" ");
        found.map(|(_, at)| words(at)).collect()
    };
    (of(false), of(true))
}

/// The bytes of a text without the indentation of its lines and without blanks at their ends.
fn length(text: &str) -> usize {
    text.trim().lines().map(|line| line.trim().len() + 1).sum()
}

/// What is wrong with the layout of a query; `None` if the query cannot be read.
fn fault(text: &str, dialect: Dialect, width: usize) -> Option<Result<String, String>> {
    parse(text, &options(dialect)).script?;
    let formatted = match format_query(text, &options(dialect), width) {
        Ok(formatted) => formatted,
        Err(error) => return Some(Err(format!("{text}\nis not formatted: {error:?}"))),
    };
    let shown = || format!("{text}\n-->\n{formatted}");
    if contents(text) != contents(&formatted) {
        return Some(Err(format!("other tokens or comments:\n{}", shown())));
    }
    match format_query(&formatted, &options(dialect), width) {
        Ok(again) if again == formatted => {}
        Ok(again) => return Some(Err(format!("formatted twice:\n{}-->\n{again}", shown()))),
        Err(error) => return Some(Err(format!("{}\n{error:?}", shown()))),
    }
    if formatted.lines().any(|line| line.ends_with(' ')) || !formatted.ends_with('\n') || formatted.ends_with("\n\n") {
        return Some(Err(format!("blanks at an end:\n{}", shown())));
    }
    // A comment stands between blanks, even if it did not before.
    let dense: usize = formatted.lines().map(|line| line.trim().len()).sum();
    // So does a bracket after some words.
    let brackets = text.matches(['(', '{']).count();
    if dense > length(text) + brackets && contents(text).1.is_empty() {
        return Some(Err(format!("longer than before:\n{}", shown())));
    }
    Some(Ok(formatted))
}

fn files_below(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_below(&path, extension, found);
        } else if path.extension().is_some_and(|one| one == extension) {
            found.push(path);
        }
    }
}

/// Every query of the recipes, of the book and of the conformance cases, each with its dialect.
pub(crate) fn queries() -> Vec<(Dialect, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let text = |path: &Path| std::fs::read_to_string(path).expect("a readable file");
    let mut all = Vec::new();
    let mut recipes = Vec::new();
    files_below(&root.join("recipes"), "cql", &mut recipes);
    assert!(recipes.len() > 100, "{} recipes", recipes.len());
    files_below(&root.join("examples"), "cql", &mut recipes);
    all.extend(recipes.iter().map(|path| (Dialect::Auto, text(path))));
    let mut pages = Vec::new();
    files_below(&root.join("docs/src"), "md", &mut pages);
    let mut blocks = 0;
    for page in &pages {
        for block in text(page).split("\n```cql").skip(1) {
            let (_, block) = block.split_once('\n').expect("a line");
            all.push((Dialect::Auto, block.split("\n```").next().unwrap_or_default().to_owned()));
            blocks += 1;
        }
    }
    assert!(blocks > 300, "{blocks} queries in the book");
    for case in conformance::FILES.into_iter().flat_map(conformance::cases) {
        if let Some(query) = case["query"].as_str() {
            all.push((conformance::dialect(&case), query.to_owned()));
        }
    }
    all.extend(plain_queries().into_iter().map(|(dialect, _, query)| (dialect, query)));
    all
}

#[test]
fn every_query_is_formatted() {
    let queries = queries();
    let mut wrong = Vec::new();
    let mut done = 0;
    for width in [LINE_WIDTH, 30] {
        for (dialect, text) in &queries {
            match fault(text, *dialect, width) {
                Some(Err(fault)) => wrong.push(fault),
                Some(Ok(_)) => done += 1,
                None => {}
            }
        }
    }
    let shown = wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n\n");
    assert!(wrong.is_empty(), "{} of {}:\n{shown}", wrong.len(), 2 * queries.len());
    assert!(done > 3_000, "{done} queries were formatted");
}

/// A query with comments and other white space between its tokens.
fn disturbed(text: &str, bytes: &mut Bytes<'_>) -> String {
    let mut out = String::new();
    let mut comments = 0;
    for (class, at) in tokens(text) {
        if class != TokenClass::Blank {
            out.push_str(&text[at]);
            continue;
        }
        comments += 1;
        match bytes.below(12) {
            0 => out.push_str(&format!(" // remark {comments}\n")),
            1 => out.push_str(&format!("\n  // remark {comments} \n\n")),
            2 => out.push_str(&format!(" /* remark {comments} */ ")),
            3 => out.push_str(&format!("\n\n/* remark\n {comments} */\n")),
            4 => out.push_str(&format!(" ; remark {comments}\n; and more\n")),
            5 => out.push_str("\n\n\n"),
            6 => out.push_str("\n\t"),
            7 => out.push_str("   "),
            _ => out.push_str(&text[at]),
        }
    }
    out
}

#[test]
fn random_queries_with_comments_are_formatted() {
    let cases = tabiya_test_support::size("random queries", 600, 6_000);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let inputs =
        (prop::collection::vec(any::<u8>(), 0..400), prop::collection::vec(any::<u8>(), 0..200), 20..120_usize);
    let keep = |(query_bytes, layout, width): (Vec<u8>, Vec<u8>, usize)| {
        for dialect in [Dialect::Five, Dialect::Six] {
            let text = query(&mut Bytes::new(&query_bytes), dialect);
            let text = disturbed(&text, &mut Bytes::new(&layout));
            if let Some(Err(fault)) = fault(&text, dialect, width) {
                return Err(TestCaseError::fail(fault));
            }
        }
        Ok(())
    };
    TestRunner::new(config).run(&inputs, keep).unwrap_or_else(|error| panic!("{error}"));
}

fn check(text: &str, expected: &str) {
    let formatted = format_query(text, &ParseOptions::default(), 40).expect("a query");
    assert_eq!(formatted, expected, "{text}");
}

#[test]
fn layouts() {
    check("  mate   \n", "mate\n");
    check("cql(  )   mate", "cql() mate\n");
    check("cql(input a.pgn)\n\n\n  mate\n\n\n btm", "cql(input a.pgn)\n\nmate\n\nbtm\n");
    check("{ mate\n btm }", "{\n  mate\n  btm\n}\n");
    check("{ { mate } }", "{{mate}}\n");
    check("{\n mate }", "{mate}\n");
    check(
        "if  check then { mate\n btm } else { wtm\n mate }",
        "if check then {\n  mate\n  btm\n} else {\n  wtm\n  mate\n}\n",
    );
    check("check or\nmate or\nstalemate", "check\n  or mate\n  or stalemate\n");
    check("x = {R\n attacks\n k} x", "x = {\n  R\n    attacks k\n} x\n");
    check("next (R attacks k or Q attacks k check+ mate)", "next (\n  R attacks k or Q attacks k check+ mate\n)\n");
    check("A attacks k and B attacks k and R attacks k", "A attacks k and B attacks k\n  and R attacks k\n");
    check("mate // why\n// and\n\n// so\nbtm // end", "mate // why\n// and\n\n// so\nbtm // end\n");
    check("{ // inside\nmate}", "{ // inside\n  mate\n}\n");
    check("{mate // last\n}", "{\n  mate // last\n}\n");
    check("mate /* here */ btm", "mate /* here */ btm\n");
    check("{3 == ply} next (check{2} mate { 2 5 })", "{3 == ply} next (check{2} mate { 2 5 })\n");
    check("path --\n check\n\n mate", "path -- check\n\nmate\n");
    check("mate /// \"x\"   ply\n btm", "mate /// \"x\" ply\nbtm\n");
    check("function f( x ) { x\n attacks k } f( R )", "function f(x) {\n  x\n    attacks k\n} f(R)\n");
    check("next(check mate)", "next (check mate)\n");
    check("flipcolor{mate btm} not{wtm}", "flipcolor {mate btm} not {wtm}\n");
    check("max(ply 3) > 2 next(check{2} {mate})", "max(ply 3) > 2 next (check{2} {mate})\n");
    check("\u{feff}mate\r\nbtm\r\n", "\u{feff}mate\r\nbtm\r\n");
    check("♖  →\n♚", "♖\n  → ♚\n");
}

/// Where the dialect is not named, an empty line may decide between the two: in CQL 6 it ends `path`.
#[test]
fn empty_lines_that_decide_about_the_dialect_stay() {
    for text in ["path quiet\n\n--+", "path   (--) and\n\n\nwtm", "{path quiet\n\n\n--+  check}"] {
        let dialect = |text: &str| parse(text, &ParseOptions::default()).dialect;
        assert_eq!(dialect(text), Dialect::Five, "{text}");
        let formatted = format_query(text, &ParseOptions::default(), 40).expect("a query");
        assert_eq!(dialect(&formatted), Dialect::Five, "{formatted}");
        assert!(formatted.contains("\n\n") && !formatted.contains("\n\n\n"), "{formatted}");
        check(&formatted, &formatted);
    }
}

#[test]
fn deep_nesting_does_not_make_a_query_too_long() {
    let text = format!("{}{}{}", "{".repeat(150), "check ".repeat(64_000), "}".repeat(150));
    let formatted = format_query(&text, &ParseOptions::default(), LINE_WIDTH).expect("a query");
    assert!(formatted.len() < 4 * text.len(), "{} bytes", formatted.len());
    assert!(formatted.lines().any(|line| line.len() > LINE_WIDTH - 10 && line.starts_with("          ")));
    // Where even that is too much, it is said.
    let mut options = ParseOptions::default();
    options.limits.bytes = text.len();
    assert!(matches!(format_query(&text, &options, LINE_WIDTH), Err(FormatError::TooLong)));
}

#[test]
fn a_query_with_errors_is_refused() {
    let refused = format_query("{ mat ", &ParseOptions::default(), LINE_WIDTH);
    assert!(matches!(refused, Err(FormatError::Query(errors, _)) if !errors.is_empty()));
}
