//! `include` and `parameter`: what they are read as, where they are no words, and how they are printed.

use tabiya::syntax::ast::{Constant, Kind};
use tabiya::syntax::{
    Dialect, LINE_WIDTH, ParseOptions, Parsed, QueryText, ReadingLimits, TokenClass, format_query, format_with,
    includes, tokens,
};
use tabiya::syntax::{parse, parse_query_text, print_script};

fn read(text: &str) -> Parsed {
    parse(text, &ParseOptions::default())
}

fn body(text: &str) -> Vec<Kind> {
    let parsed = read(text);
    let script = parsed.script.unwrap_or_else(|| panic!("{text}: {:?}", parsed.diagnostics));
    script.body.into_iter().map(|filter| filter.kind).collect()
}

#[test]
fn values_stand_in_the_places_of_names() {
    assert_eq!(body("parameter LOW 3 ply > LOW")[1..], body("ply > 3"));
    assert_eq!(
        body("function f() {mate} parameter LOW 3 f() up LOW 5 R")[2..],
        body("function f() {mate} f() up 3 5 R")[1..]
    );
    assert_eq!(body("parameter WHO \"Tal\" \"a player\" player white WHO")[1..], body("player white \"Tal\""));
    let [Kind::Parameter(parameter), ..] = &body("parameter LOW -3 \"least\" ply > LOW")[..] else {
        panic!("no parameter")
    };
    assert_eq!(
        (&parameter.name.text[..], &parameter.default, &parameter.meaning[..]),
        ("LOW", &Constant::Number(-3), "least")
    );
    assert_eq!(parameter.value, parameter.default);
}

#[test]
fn declarations_stand_first_and_are_words_nowhere_else() {
    assert!(matches!(body("include \"a.cql\" check")[..], [Kind::Include(_), Kind::Apply(..)]));
    assert!(matches!(
        body("cql(variations) parameter LOW 3 include \"a.cql\" check")[..],
        [Kind::Parameter(_), Kind::Include(_), _]
    ));
    for variable in ["parameter = 3 parameter > 2", "include = R include attacks k", "check parameter = 2"] {
        assert!(read(variable).script.is_some(), "{variable}");
    }
    for late in ["check include \"a.cql\"", "check parameter LOW 3 ply > LOW", "{include \"a.cql\" check}"] {
        assert!(read(late).script.is_none(), "{late}");
    }
    let compatible = ParseOptions { drop_in: true, ..ParseOptions::default() };
    for text in ["cql() include \"a.cql\" check", "cql() parameter LOW 3 check"] {
        assert!(read(text).script.is_some() && parse(text, &compatible).script.is_none(), "{text}");
    }
    assert!(read("parameter mate 3 check").script.is_none());
    assert!(read("parameter LOW 3 LOW = 4 check").script.is_none());
}

#[test]
fn what_is_included_is_found_without_reading_the_query() {
    let names = |text: &str| includes(text).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(
        names(
            "cql(input x.pgn)\n// first\ninclude \"a.cql\"\nfunction f(x) {check {x}} parameter LOW -3 \"n\" include \"b.cql\" mate include \"c.cql\""
        ),
        ["a.cql", "b.cql"]
    );
    assert!(names("check include \"a.cql\"").is_empty() && names("include = \"a\"").is_empty() && names("").is_empty());
    let text = "  include \"a.cql\" x";
    let span = includes(text)[0].1;
    assert_eq!(&text[span.start as usize..span.end as usize], "include \"a.cql\"");
}

#[test]
fn declarations_are_printed_and_laid_out() {
    let text =
        "include \"lib.cql\"\nparameter MIN 2400 \"least rating\"\nparameter WHO \"Tal\"\nelo white>MIN player WHO\n";
    let script = read(text).script.expect("a query");
    let printed = print_script(&script, Dialect::Six);
    assert!(
        printed.contains("include \"lib.cql\"") && printed.contains("parameter MIN 2400 \"least rating\""),
        "{printed}"
    );
    let again = read(&printed).script.unwrap_or_else(|| panic!("{printed}"));
    assert_eq!(again.body, script.body);
    let options = ParseOptions::default();
    assert_eq!(format_query(text, &options, LINE_WIDTH).expect("a layout"), text);
    let uses = "include \"lib.cql\"\nLate(  3 )\n";
    assert!(format_query(uses, &options, LINE_WIDTH).is_err(), "the function is in the library");
    let laid_out = format_with(uses, &["function Late(least) {ply > least}"], &options, LINE_WIDTH).expect("a layout");
    assert_eq!(laid_out, "include \"lib.cql\"\nLate(3)\n");
}

#[test]
fn values_from_outside_are_numbers_or_texts_as_the_parameter_is() {
    let value = |query: &str, preset: &str| {
        let parsed = parse_query_text(&QueryText::new(query, &[preset], &[]), &ParseOptions::default());
        let script = parsed.script.ok_or_else(|| parsed.diagnostics[0].code)?;
        Ok::<_, &str>(script.parameters().next().expect("a parameter").value.clone())
    };
    let preset = "parameter parameter LOW 7 \"7\"";
    assert_eq!(value("parameter LOW 3 ply > LOW", preset), Ok(Constant::Number(7)));
    assert_eq!(value("parameter LOW \"a\" player LOW", preset), Ok(Constant::Text("7".into())));
    assert_eq!(value("parameter LOW 3 check", "parameter parameter LOW \"many\""), Err("no-number"));
    assert_eq!(value("parameter M 3 ply > M", preset), Ok(Constant::Number(3)));
}

#[test]
fn declarations_are_words_for_colours_and_names_elsewhere() {
    let keywords = |text: &str| -> Vec<String> {
        let keyword = |(class, at): (TokenClass, std::ops::Range<usize>)| {
            (class == TokenClass::Keyword).then(|| text[at].to_owned())
        };
        tokens(text).into_iter().filter_map(keyword).collect()
    };
    assert_eq!(keywords("include \"a.cql\" parameter MIN -3 check"), ["include", "parameter", "check"]);
    assert_eq!(keywords("include = 3 parameter = 4 ply > parameter"), ["ply"]);
}

#[test]
fn a_second_declaration_is_told_by_name() {
    for text in ["parameter LOW 3 parameter LOW 4 ply > LOW", "parameter LOW \"a\" parameter LOW -4 check"] {
        let parsed = read(text);
        let codes: Vec<_> = parsed.diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(codes, ["parameter-again"], "{text}");
        assert_eq!(parsed.diagnostics[0].message, "the parameter `LOW` is declared twice");
        let places: Vec<_> = parsed.diagnostics[0].labels.iter().map(|label| label.span.start as usize).collect();
        assert_eq!(places, [text.rfind("LOW -4").or(text.rfind("LOW 4")).expect("a name"), 10], "{text}");
    }
}

/// Complaints about the files and the libraries of a query.
#[test]
fn files_and_libraries() {
    let refused = |text: &str, library: &str| {
        let source = tabiya::Source { name: "lib.cql".into(), text: library.into() };
        let options = tabiya::QueryOptions { libraries: vec![source], ..tabiya::QueryOptions::default() };
        tabiya::Query::with_options(text, &options).expect_err(text).to_string().trim_end().to_owned()
    };
    let shown = [
        refused("include \"lib.cql\" check", ""),
        refused("position in \"a.pgn\"", ""),
        refused("check", "function f() {mate}\nmate"),
    ];
    insta::assert_snapshot!(shown.join("\n\n"));
}

/// Many declarations take time in proportion to their number. Were each of these parameters looked for in the whole text, this
/// would take minutes.
#[test]
fn many_parameters_and_sort_keys() {
    let numbers = || 0..120_000;
    let mut text: String = numbers().map(|n| format!("parameter P{n} {n} \"a number\"\n")).collect();
    text.extend(numbers().map(|n| format!("ply!=P{n} ")));
    let limits = ReadingLimits { words: usize::MAX, ..ReadingLimits::default() };
    let parsed = parse(&text, &ParseOptions { limits, ..ParseOptions::default() });
    assert_eq!(parsed.diagnostics.iter().map(|wrong| wrong.code).collect::<Vec<_>>(), [""; 0]);
    assert_eq!(parsed.script.expect("a query").parameters().count(), numbers().len());
}
