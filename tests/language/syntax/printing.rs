//! A tree printed as text reads back as an equal tree.

use crate::syntax::conformance::{FILES, cases, dialect};
use tabiya::syntax::{Dialect, ParseOptions, parse};
use tabiya_fuzz::round_trip;

#[test]
fn conformance_queries_survive() {
    let (mut wrong, mut read_in_five) = (Vec::new(), 0);
    for file in FILES {
        for case in cases(file) {
            let query = case["query"].as_str().expect("a query");
            // Cases about errors are there to be refused.
            match round_trip(query, dialect(&case)) {
                Ok(read) if read != case["error"].is_null() => wrong.push(format!("{query:?}: is it read? {read}")),
                survived => wrong.extend(survived.err()),
            }
            // A value is read in the scope of its query, and by itself only if it names none of its variables.
            let value = case["value"].as_str().map(|value| round_trip(value, dialect(&case)));
            wrong.extend(value.and_then(Result::err));
            match round_trip(query, Dialect::Five) {
                Ok(read) => read_in_five += usize::from(read),
                Err(error) => wrong.push(error),
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(read_in_five > 500, "{read_in_five}");
}

#[test]
fn filters_that_reach_beyond_the_position_survive() {
    for query in [
        "settag(\"Motif\" \"a\"+str(ply)) removecomment",
        "settag(\"Motif\" if mate \"a\" else \"b\") ply>3",
        "x=readfile \"a.cqo\" + \"b\" #(readfile \"a.cql\")>3",
        "x=\"a\" y={readfile x}+\"a\"",
        "writefile(\"a.cqo\" player white + \\n)",
        "mate cql_abort",
        "position in \"a.pgn\" and not position in \"b.tabiya\"",
        "x=position 3 parent:position in \"a.pgn\" {position in \"b\"} or position in \"c\"",
        "cql_assertvariations \"why\" true",
    ] {
        assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
    }
}

/// Found by fuzzing.
#[test]
fn all_squares_are_counted_by_either_spelling_of_cql_5() {
    for query in ["any 0R", "any 3 64", ". 0", ". 3 64", "next (. 64 check)"] {
        assert_eq!(round_trip(query, Dialect::Five), Ok(true), "{query}");
    }
}

/// Found by fuzzing.
#[test]
fn empty_texts_behind_texts_of_the_game_survive() {
    for query in
        [r#"site """#, r#"event "" check"#, r#"player white "" "a""#, r#"originalcomment """#, r#"hhdb gbr """#]
    {
        for dialect in [Dialect::Five, Dialect::Six] {
            assert_eq!(round_trip(query, dialect), Ok(true), "{query} in {dialect:?}");
        }
    }
}

/// Found by fuzzing.
#[test]
fn signs_behind_comparisons_survive() {
    assert_eq!(round_trip("R-1r 0== R-1r 0==R R", Dialect::Five), Ok(true));
    assert_eq!(round_trip("0==R -1 ply>3 -ply", Dialect::Six), Ok(true));
}

/// Found by random queries.
#[test]
fn groups_that_could_be_filters_before_an_operator_survive() {
    for query in [
        "nn = 1 path keepallbest -- ( --( true ) { nn += 1 } ) or true",
        "path -- (-- check) or mate",
        "path -- (R--a1 check mate) or mate",
        "path -- (-- (check)) or mate",
        "path (--(1)) --",
        "path -- (-- (check) -1) or mate",
        "path -- check (mate) --(check) mate wtm",
        "path -- ply -1 check",
        "path --(path --) check",
        "path -- check path -- mate",
        "path (-- check path --) mate",
    ] {
        for dialect in [Dialect::Five, Dialect::Six] {
            assert_eq!(round_trip(query, dialect).map(drop), Ok(()));
        }
    }
}

/// Found by random queries.
#[test]
fn words_of_moves_behind_moves_survive() {
    for word in ["o-o", "castle", "enpassant", "primary", "legal R--"] {
        for before in ["move promote A", "move", "not move"] {
            let query = format!("path R--({before})\n{word}");
            for dialect in [Dialect::Five, Dialect::Six] {
                assert_eq!(round_trip(&query, dialect).map(drop), Ok(()));
            }
        }
    }
    let query = "path ( -- ( -- -- ) ) R--( move promote A )\no-o";
    assert_eq!(round_trip(query, Dialect::Five), Ok(true));
}

/// As in CQL 6.2, only a sign that stands twice is a duplicate.
#[test]
fn all_pieces_of_a_color_and_one_of_them_stand_together() {
    for query in ["▲♚", "△♔", "◭♔", "[△♔]"] {
        assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
    }
    for query in ["△△", "[♔♔]", "◭△"] {
        let parsed = parse(query, &ParseOptions { dialect: Dialect::Six, ..ParseOptions::default() });
        assert_eq!(parsed.diagnostics.first().map(|one| one.code), Some("duplicate-piece"), "{query}");
    }
}
