//! Random queries: printed and read again they are the same; no text whatever makes the reader crash.

use crate::printing::round_trip;
use proptest::prelude::*;
use tabiya::syntax::{Dialect, ParseOptions, parse};

/// Filters by what they yield, each as text; `b` is one with fewer levels.
struct Kinds {
    logical: BoxedStrategy<String>,
    number: BoxedStrategy<String>,
    set: BoxedStrategy<String>,
    text: BoxedStrategy<String>,
    position: BoxedStrategy<String>,
}

fn words(list: &'static [&'static str]) -> BoxedStrategy<String> {
    prop::sample::select(list).prop_map(str::to_owned).boxed()
}

/// Fills the holes `L N S T P` of random patterns.
fn fill(patterns: &'static [&'static str], below: &Kinds) -> BoxedStrategy<String> {
    let parts = (
        prop::sample::select(patterns),
        prop::collection::vec(below.logical.clone(), 3),
        prop::collection::vec(below.number.clone(), 3),
        prop::collection::vec(below.set.clone(), 3),
        below.text.clone(),
        below.position.clone(),
    );
    parts
        .prop_map(|(pattern, logical, number, set, text, position)| {
            let (mut l, mut n, mut s) = (logical.iter(), number.iter(), set.iter());
            let fill = |c: &str| match c {
                "%L" => l.next().cloned(),
                "%N" => n.next().cloned(),
                "%S" => s.next().cloned(),
                "%T" => Some(text.clone()),
                "%P" => Some(position.clone()),
                _ => Some(c.to_owned()),
            };
            pattern.split(' ').map(fill).map(Option::unwrap_or_default).collect::<Vec<_>>().join(" ")
        })
        .boxed()
}

const LOGICAL: &[&str] = &[
    "%L or %L",
    "%L and %L",
    "not %L",
    "{ %L }",
    "( %L )",
    "{ %L %S }",
    "%S in %S",
    "%N != %N",
    "x = %S",
    "nn += %N",
    "next ( %L %L )",
    "next ( %L * %S + )",
    "previous ( ( %L %L )? %L {2 3} )",
    "next nestban ( %S )",
    "next* %L",
    "previous* depth 3 %L",
    "flip %L",
    "shift %L",
    "move",
    "move legal from %S",
    "move promote [QR] to %S",
    "square all y in %S %L",
    "piece all z in %S %L",
    "%P : %L",
    "comment ( %S \"a\" %N )",
    "message %L",
    "find %L",
    "notransform %L",
    "%T == %T",
    "%S or %S",
    "not %S",
    "silent %L",
    "hhdb cooked",
    "hhdb composer \"x\"",
    "echo ( p1 p2 ) %L",
    "event \"x\"",
    "variant \"x\"",
    "variantend",
    "variantwin",
    "variantloss white",
    "variantdraw",
    "move legal drop N",
    "player white \"Kasparov\"",
    "ancestor ( %P %P )",
    "equal ( %L %N )",
    "atomic nn = %N",
    "x =? %S",
    "next2 3 5 ( %L %S ? )",
    "flipcolor %L",
    "move from %S comment ( %T )",
    "result 1-0",
    "if %L then %L else %L",
    "if %L %L",
    "loop %L",
    "while ( %L ) %L",
    "assert %L",
    "isbound x",
    "fen \"8/8/8/8/8/8/8/8\"",
];
const NUMBER: &[&str] = &[
    "%N + %N",
    "%N - %N",
    "%N * %N",
    "%N / %N",
    "%N % %N",
    "- %N",
    "# %S",
    "# %T",
    "abs %N",
    "sqrt %N",
    "power %S",
    "%N < %N",
    "%N == %N",
    "%S >= %N",
    "max ( %N %N )",
    "min ( %N %N %N )",
    "{ %L %N }",
    "( %N )",
    "%P : %N",
    "find 1 5 %L",
    "find all <-- %S",
    "next 1 9 ( %L %S )",
    "flip count %S",
    "rotate90 2 4 %L",
    "move count from %S",
    "distance ( %P %P )",
    "sort %N",
    "sort \"k\" %N",
    "next* 2 5 %L",
    "%S 2 3",
    "power 3 5 %S",
    "countsquares 2 %S",
    "powerdifference 1 50 ( %S %S )",
    "attack 2 8 ( %S %S )",
    "echo quiet ( p1 p2 ) in all %N",
    "hhdb prize special",
    "elo white",
    "movenumber 3 6",
    "flip %N",
    "line --> %L --> %S",
    "line <-- %L {2,3} <-- %S",
    "line nestban 2 5 --> ( %L --> %S ){+} --> %L *",
    "type %S",
    "rank %S",
    "indexof ( %T %T )",
    "int %T",
    "ascii %T",
    "if %L %N else %N",
    "ff ( %S )",
    "ff ( x )",
];
const SET: &[&str] = &[
    "%S | %S",
    "%S & %S",
    "%S -> %S",
    "%S <- %S",
    "%S attacks %S",
    "%S attackedby %S",
    "~ %S",
    "light %S",
    "dark %S",
    "up 1 %S",
    "orthogonal %S",
    "up 2 3 ( %S )",
    "{ %S }",
    "( %S )",
    "between ( %S %S )",
    "ray ( %S %S %S )",
    "ray attack ( %S %S )",
    "xray ( %S %S )",
    "move from %S",
    "move to %S previous",
    "square y in %S %L",
    "piece z in %S %L",
    "flip %S",
    "%P : %S",
    "%P & %P",
    "%S on %S",
    "%S or %S",
    "attack ( %S %S )",
    "ray up left ( %S %S )",
    "notransform %S",
    "move capture %S from %S",
    "%S -> %S -> %S",
    "pin from %S through %S",
    "pin",
    "makesquare ( %N %N )",
    "makesquare %T",
    "passedpawns & %S",
    "if %L %S else %S",
];
const TEXT: &[&str] = &[
    "hhdb gbr",
    "hhdb composer",
    "%T + %T",
    "%T [0]",
    "%T [ %N :]",
    "{ %T }",
    "( %T )",
    "str ( %S %N )",
    "%T < %T",
    "%P : %T",
    "uppercase %T",
    "typename %S",
    "fen",
    "%T ~~ \"a\"",
    "\\1",
];
const POSITION: &[&str] = &[
    "%P : %P",
    "position %N",
    "child ( %N )",
    "lca ( %P %P )",
    "{ %P }",
    "find %L",
    "%P < %P",
    "%P [<=] %P",
    "line lastposition --> %L",
];

fn kinds(levels: u32) -> Kinds {
    if levels == 0 {
        return Kinds {
            logical: words(&["check", "mate", "wtm", "true", "o-o"]),
            number: words(&["ply", "3", "0", "nn", "year", "white"]),
            set: words(&["R", "[QR]a1-8", "_", ".", "[]", "x", "p", "e4", "a-h1-2", "from"]),
            text: words(&["\"abc\"", "site", "variant", "player white", "\\n", "tag \"ECO\""]),
            position: words(&["parent", "child", "currentposition", "initialposition"]),
        };
    }
    let below = kinds(levels - 1);
    let either =
        |patterns, flat: &BoxedStrategy<String>| prop_oneof![1 => flat.clone(), 3 => fill(patterns, &below)].boxed();
    Kinds {
        logical: either(LOGICAL, &below.logical),
        number: either(NUMBER, &below.number),
        set: either(SET, &below.set),
        text: either(TEXT, &below.text),
        position: either(POSITION, &below.position),
    }
}

/// A query of a few filters.
fn query() -> impl Strategy<Value = String> {
    let kinds = kinds(3);
    let one = prop_oneof![3 => kinds.logical, 1 => kinds.number, 2 => kinds.set, 1 => kinds.position];
    prop::collection::vec(one, 1..4)
        .prop_map(|filters| format!("x = a1 nn = 3 function ff(p1) {{#p1+1}} {}", filters.join("\n")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_queries_survive(query in query()) {
        for dialect in [Dialect::Five, Dialect::Six] {
            prop_assert_eq!(round_trip(&query, dialect), Ok(()));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in r#"(next|\(|\)|\{|\}|\[|\]|[A-Za-z0-9 .*+?:#~&|<>=,"'/;-]|check|move|from|◭|♘|é|\n){0,60}"#) {
        let parsed = parse(&text, &ParseOptions::default());
        prop_assert_eq!(parsed.script.is_none(), parsed.diagnostics.iter().any(|d| d.severity.name() == "error"));
        for diagnostic in &parsed.diagnostics {
            tabiya::syntax::render(diagnostic, &text, "query.cql", false);
        }
    }
}

/// Most random queries must be readable, or the tests above say little.
#[test]
fn random_queries_are_mostly_readable() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = query();
    let mut read = [0, 0];
    for _ in 0..300 {
        let text = strategy.new_tree(&mut runner).expect("a query").current();
        for (at, dialect) in [Dialect::Five, Dialect::Six].into_iter().enumerate() {
            read[at] += usize::from(
                parse(&text, &ParseOptions { dialect, require_header: false, ..ParseOptions::default() })
                    .script
                    .is_some(),
            );
        }
    }
    assert!(read[0] > 60 && read[1] > 60, "{read:?} of 300");
}
