//! Every query of the conformance files is read; faulty ones are refused at their place.

use serde_json::Value;
use std::path::PathBuf;
use tabiya::syntax::{Dialect, ParseOptions, parse, parse_in_scope, place};

pub(crate) fn cases(file: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/conformance").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.is_empty()).map(|line| serde_json::from_str(line).expect("a case")).collect()
}

pub(crate) const FILES: [&str; 10] = [
    "cql5.jsonl",
    "next.jsonl",
    "pathological.jsonl",
    "tree.jsonl",
    "language.jsonl",
    "board.jsonl",
    "line.jsonl",
    "path.jsonl",
    "again.jsonl",
    "beyond.jsonl",
];

pub(crate) fn dialect(case: &Value) -> Dialect {
    if case["dialect"] == "5" { Dialect::Five } else { Dialect::Six }
}

/// The error in reading a case, if there is one.
fn complaint(case: &Value) -> Option<String> {
    let dialect = dialect(case);
    let query = case["query"].as_str()?;
    let parsed = parse(query, &ParseOptions { dialect, require_header: false, ..ParseOptions::default() });
    let Some(script) = parsed.script else {
        return Some(format!("{}: {query:?}: {:?}", case["id"], parsed.diagnostics.first().map(|d| &d.message)));
    };
    let value = case["value"].as_str().unwrap_or("");
    if !value.is_empty()
        && let Err(errors) = parse_in_scope(value, &script, dialect)
    {
        return Some(format!("{}: value {value:?}: {:?}", case["id"], errors.first().map(|d| &d.message)));
    }
    None
}

#[test]
fn every_query_is_read() {
    let cases: Vec<Value> = FILES.into_iter().flat_map(cases).filter(|case| case["error"].is_null()).collect();
    let wrong: Vec<String> = cases.iter().filter_map(complaint).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(cases.len() > 1_200);
}

/// Cases that are answered otherwise here, with the reason.
const OTHERWISE: [(&str, &str); 2] = [
    ("errors/rotate45-dark", "refused when the transform is expanded, not by the grammar"),
    ("errors/triple-slash-twice", "the second `///` is marked, not the line after it"),
];

#[test]
fn every_error_is_refused_at_its_place() {
    let mut wrong = Vec::new();
    for file in ["errors.jsonl", "errors-script.jsonl", "again.jsonl"] {
        for case in cases(file).into_iter().filter(|case| !case["error"].is_null()) {
            let id = case["id"].as_str().unwrap_or("");
            if OTHERWISE.iter().any(|(other, _)| *other == id) {
                continue;
            }
            let script = match case["script"].as_str() {
                Some(script) => script.to_owned(),
                None => format!("cql(quiet)\n{}\n", case["query"].as_str().unwrap_or("")),
            };
            let parsed = parse(
                &script,
                &ParseOptions { dialect: Dialect::Six, require_header: false, ..ParseOptions::default() },
            );
            let Some(first) = parsed.diagnostics.first().filter(|_| parsed.script.is_none()) else {
                wrong.push(format!("{id}: accepted: {script:?}"));
                continue;
            };
            let at = place(&script, first.span());
            let (line, column) = (case["line"].as_u64(), case["column"].as_u64());
            let misplaced = line.is_some_and(|line| line != at.line as u64)
                || column.is_some_and(|column| at.column as u64 > column + 1);
            if misplaced && case["class"] != "internal" {
                wrong.push(format!(
                    "{id}: {script:?}: at {}:{}, expected {line:?}:{column:?}: {}",
                    at.line, at.column, first.message
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
