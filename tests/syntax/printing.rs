//! A tree printed as text reads back as an equal tree.

use crate::conformance::{FILES, cases, dialect};
use tabiya::syntax::{Dialect, ParseOptions, parse, print_script};

/// Prints a query and reads it again.
pub(crate) fn round_trip(query: &str, dialect: Dialect) -> Result<(), String> {
    let options = ParseOptions { dialect, require_header: false, ..ParseOptions::default() };
    let Some(script) = parse(query, &options).script else { return Ok(()) };
    let text = print_script(&script, dialect);
    let again = parse(&text, &options);
    match again.script {
        Some(other) if other == script => Ok(()),
        Some(_) => Err(format!("{query:?} in {dialect:?} becomes {text:?}, another tree")),
        None => Err(format!("{query:?} in {dialect:?} becomes {text:?}: {}", again.diagnostics[0].message)),
    }
}

#[test]
fn conformance_queries_survive() {
    let mut wrong = Vec::new();
    for file in FILES {
        for case in cases(file) {
            for text in [case["query"].as_str(), case["value"].as_str()].into_iter().flatten() {
                wrong.extend(round_trip(text, dialect(&case)).err());
                wrong.extend(round_trip(text, Dialect::Five).err());
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn filters_that_reach_beyond_the_position_survive() {
    for query in [
        "settag(\"Motif\" \"a\"+str(ply)) removecomment",
        "settag(\"Motif\" if mate \"a\" else \"b\") ply>3",
        "x=readfile \"a.cqo\" + \"b\" #(readfile \"a.cql\")>3",
        "{readfile x}+\"a\"",
        "writefile(\"a.cqo\" player white + \\n)",
        "mate cql_abort",
        "cql_assertvariations \"why\" true",
    ] {
        assert_eq!(round_trip(query, Dialect::Six), Ok(()));
    }
}
