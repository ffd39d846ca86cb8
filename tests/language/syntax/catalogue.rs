//! The catalogue of the language, held against the parser and the printer.

use std::collections::BTreeSet;
use tabiya::syntax::ast::{Binary, Kind, Type};
use tabiya::syntax::catalogue::{Argument, Exchange, Form, Op, Row, row};
use tabiya::syntax::{Dialect, ParseOptions, Severity, all_words, parse, print_filter, print_script};

/// The filters and the codes of the errors of a query without a header.
fn read(text: &str, dialect: Dialect) -> (Vec<Kind>, Vec<&'static str>) {
    let options = ParseOptions { dialect, require_header: false, ..ParseOptions::default() };
    let parsed = parse(text, &options);
    let errors = parsed.diagnostics.iter().filter(|one| one.severity == Severity::Error).map(|one| one.code);
    let errors = errors.collect();
    let filters = parsed.script.map_or(Vec::new(), |script| script.body.into_iter().map(|one| one.kind).collect());
    (filters, errors)
}

/// A filter of a type.
fn sample(wanted: Argument) -> &'static str {
    match wanted {
        Argument::Of(Type::Logical) | Argument::Condition => "check",
        Argument::Of(Type::Number) => "ply",
        Argument::Of(Type::Set) | Argument::Piece => "R",
        Argument::Of(Type::Text) => "site",
        Argument::Of(Type::Position) | Argument::Any => "parent",
        Argument::Literal => "\"Motif\"",
        Argument::Move => "--",
    }
}

/// An operation with some arguments.
fn written(op: Op, spelling: &str, arguments: &[&str]) -> String {
    let all = arguments.join(" ");
    match op.row().form {
        Form::Word => spelling.to_owned(),
        Form::Prefix(_) => format!("{spelling} {all}"),
        Form::Call(_) | Form::Items | Form::Pair => format!("{spelling}({all})"),
        Form::Named => {
            let mut named: Vec<_> = op.row().parameters.iter().zip(arguments).enumerate().collect();
            named.sort_by_key(|(place, _)| Some(*place) != op.row().among);
            let named = named.into_iter().map(|(_, (parameter, argument))| format!(" {} {argument}", parameter.word));
            spelling.to_owned() + &named.collect::<String>()
        }
        Form::Infix if spelling == "attacked" => format!("{} attacked by {}", arguments[0], arguments[1]),
        Form::Infix => format!("{} {spelling} {}", arguments[0], arguments[1]),
        other => panic!("{op:?} has the form {other:?}, which is no form of operations"),
    }
}

/// An operation with an argument of each type that it takes.
fn example(op: Op, spelling: &str) -> String {
    let argument = |wanted: &Argument| match wanted {
        Argument::Literal if spelling == "fen" => "\"8/8/8/8/8/8/8/8\"",
        wanted => sample(*wanted),
    };
    written(op, spelling, &op.row().arguments.iter().map(argument).collect::<Vec<_>>())
}

#[test]
fn every_operation_is_read_and_printed_as_its_row_says() {
    let mut seen = 0;
    for op in Op::all() {
        for dialect in [Dialect::Five, Dialect::Six] {
            if !op.row().is_filter_in(dialect) {
                continue;
            }
            for spelling in op.row().spellings() {
                let text = example(op, spelling);
                let options = ParseOptions { dialect, require_header: false, ..ParseOptions::default() };
                let parsed = parse(&text, &options);
                let script = parsed.script.unwrap_or_else(|| panic!("{text}: {:?}", parsed.diagnostics));
                let [filter] = script.body.as_slice() else { panic!("{text}: {:?}", script.body) };
                let (read, arguments) = match &filter.kind {
                    Kind::Apply(read, arguments) => (*read, arguments.len()),
                    Kind::ApplyNamed(read, arguments) => (*read, arguments.len()),
                    Kind::Binary(Binary::Relation(read), ..) => (Op::Set(*read), 2),
                    other => panic!("{text}: {other:?}"),
                };
                assert_eq!(read, op, "{text}");
                assert_eq!(filter.ty, op.row().ty, "{text}");
                assert_eq!(arguments, op.row().arguments.len(), "{text}");
                assert_eq!(print_filter(filter, dialect), example(op, op.row().spelling));
                seen += 1;
            }
        }
    }
    assert!(seen > 150, "the test has lost sight of the operations: it saw {seen}");
}

#[test]
fn an_argument_of_another_type_is_refused() {
    let types = [Type::Logical, Type::Number, Type::Set, Type::Text, Type::Position];
    let mut seen = 0;
    for op in Op::all() {
        let row = op.row();
        let same_word = || Op::all().filter(|other| other.row().spelling == row.spelling);
        for place in 0..row.arguments.len() {
            // Where a text itself must stand, another filter is the next one, and what misses is the text.
            if row.arguments[place] == Argument::Literal {
                continue;
            }
            let takes = |other: Op, ty: Type| other.row().arguments.get(place).is_some_and(|wanted| wanted.takes(ty));
            let taken = |ty: Type| same_word().any(|other| takes(other, ty));
            for ty in types.into_iter().filter(|ty| !taken(*ty)) {
                let mut arguments: Vec<&str> = row.arguments.iter().map(|wanted| sample(*wanted)).collect();
                arguments[place] = sample(Argument::Of(ty));
                let text = written(op, row.spelling, &arguments);
                let (_, errors) = read(&text, Dialect::Six);
                let left = row.form == Form::Infix && place == 0;
                assert_eq!(errors, [if left { "operator-misfit" } else { "type-mismatch" }], "{text}");
                seen += 1;
            }
        }
    }
    assert!(seen > 60, "the test has lost sight of the arguments: it saw {seen}");
}

#[test]
fn every_word_has_one_row_and_a_page() {
    let mut operations = BTreeSet::new();
    for op in Op::all() {
        let types: Vec<String> = op.row().arguments.iter().map(|wanted| format!("{wanted:?}")).collect();
        for spelling in op.row().spellings() {
            let meant = (spelling, types.clone(), op.row().among);
            assert!(operations.insert(meant), "{spelling} has two rows for {types:?}");
            // What a function of its own reads may share its word with filters of another form.
            let word = spelling.split(' ').next().expect("a word");
            let same = |row: &Row| op.row().own || row.form == op.row().form;
            assert!(row(word).is_some_and(same), "{spelling} has another row");
        }
        assert!(op.row().page.contains(".md"), "{op:?} has no page");
    }
    assert!(all_words().count() > 250);
    assert!(all_words().all(|(_, page)| page.ends_with(".md") || page.contains(".md#")));
}

#[test]
fn a_word_alone_is_a_filter_or_is_refused_by_name() {
    for (word, _) in all_words() {
        let (filters, errors) = read(word, Dialect::Six);
        let form = row(word).map(|row| row.form);
        let alone = row(word).is_some_and(|row| row.form == Form::Word || row.optional);
        match form {
            Some(Form::Word | Form::Call(_))
                if alone && row(word).is_some_and(|row| row.is_filter_in(Dialect::Six)) =>
            {
                assert!(matches!(filters.as_slice(), [Kind::Apply(..)]), "`{word}`: {errors:?}");
            }
            Some(
                Form::Infix | Form::Parameter(_) | Form::NoGrammar | Form::Prefix(_) | Form::Items | Form::Call(_),
            ) => {
                let known = row(word).is_some_and(|row| row.is_filter_in(Dialect::Six));
                assert!(filters.is_empty(), "`{word}` stands alone");
                assert!(!(errors.is_empty() || known && errors == ["unknown-name"]), "`{word}`: {errors:?}");
            }
            Some(Form::Word | Form::Own | Form::Pair | Form::Named) => {
                assert_ne!(filters.is_empty(), errors.is_empty(), "`{word}`: {errors:?}")
            }
            None => panic!("`{word}` has no row"),
        }
    }
}

#[test]
fn words_that_cql_6_reserves_are_no_names() {
    let mut seen = 0;
    for (word, _) in all_words().filter(|(word, _)| word.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
        let (_, errors) = read(&format!("{word}=1"), Dialect::Six);
        let reserved = row(word).is_some_and(|row| row.is_reserved(Dialect::Six));
        assert_eq!(!errors.is_empty(), reserved, "`{word}=1`: {errors:?}");
        seen += 1;
    }
    assert!(seen > 200, "the test has lost sight of the words: it saw {seen}");
}

#[test]
fn counterparts_are_mutual() {
    let mut seen = 0;
    for op in Op::all() {
        let Some(counterpart) = op.row().counterpart else { continue };
        let other = op.counterpart().unwrap_or_else(|| panic!("there is no `{}`", counterpart.spelling));
        assert_eq!(other.counterpart(), Some(op));
        let order = other.row().counterpart.map(|back| (back.exchange, back.order));
        assert_eq!(order, Some((counterpart.exchange, 1 - counterpart.order)), "{op:?}");
        assert!(matches!(counterpart.exchange, Exchange::Colors | Exchange::Shades));
        seen += 1;
    }
    assert_eq!(seen, 16);
}

#[test]
fn an_argument_that_may_be_left_out_is_left_out() {
    let optional: Vec<Op> = Op::all().filter(|op| op.row().optional).collect();
    assert!(!optional.is_empty());
    for op in optional {
        let spelling = op.row().spelling;
        let (filters, errors) = read(spelling, Dialect::Six);
        assert_eq!((filters.as_slice(), errors.len()), (&[Kind::Apply(op, Vec::new())][..], 0), "{spelling}");
    }
}

/// Checks that filters without the braces around the first of them are printed so that they are read again.
fn stay_apart(text: &str) {
    let options = ParseOptions { require_header: false, dialect: Dialect::Six, ..ParseOptions::default() };
    let mut script = parse(text, &options).script.unwrap_or_else(|| panic!("{text}"));
    for filter in &mut script.body {
        if let Kind::Braces(parts) = &mut filter.kind {
            *filter = parts.remove(0);
        }
    }
    let printed = print_script(&script, Dialect::Six);
    let again = parse(&printed, &options).script.unwrap_or_else(|| panic!("{printed}"));
    let kinds = again.body.iter().map(|filter| match &filter.kind {
        Kind::Braces(parts) => &parts[0].kind,
        kind => kind,
    });
    assert!(kinds.eq(script.body.iter().map(|filter| &filter.kind)), "{text}: {printed}");
}

#[test]
fn a_word_is_kept_from_the_word_that_would_make_another_filter_of_it() {
    let mut seen = 0;
    for short in Op::all().map(Op::row).filter(|row| row.form == Form::Word) {
        for long in Op::all().map(Op::row).filter(|row| row.form == Form::Word && !row.own) {
            let Some((start, next)) = long.spelling.rsplit_once(' ') else { continue };
            if start == short.spelling {
                let defined = if row(next).is_some() { String::new() } else { format!("{next}=1 ") };
                stay_apart(&format!("{defined}{{{start}}} {next}"));
                seen += 1;
            }
        }
    }
    assert!(seen >= 13, "the test has lost sight of the phrases: it saw {seen}");
    stay_apart("{child} (parent)");
}
