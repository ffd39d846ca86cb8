//! A tree printed as text reads back as an equal tree.

use crate::conformance::{FILES, cases, dialect};
use tabiya::syntax::Dialect;
use tabiya_fuzz::round_trip;

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

/// Found by fuzzing.
#[test]
fn empty_texts_behind_texts_of_the_game_survive() {
    for query in
        [r#"site """#, r#"event "" check"#, r#"player white "" "a""#, r#"originalcomment """#, r#"hhdb gbr """#]
    {
        for dialect in [Dialect::Five, Dialect::Six] {
            assert_eq!(round_trip(query, dialect), Ok(()));
        }
    }
}
