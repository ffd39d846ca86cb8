//! Random queries: printed and read again they are the same; no text whatever makes the reader crash.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use tabiya::syntax::{Dialect, ParseOptions, parse};
use tabiya_fuzz::{Bytes, query, round_trip};

const CASES: u32 = 1500;

fn config() -> ProptestConfig {
    ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() }
}

#[test]
fn random_queries_survive() {
    let read = [Cell::new(0), Cell::new(0)];
    let survive = |bytes: Vec<u8>| {
        for (written, read) in [Dialect::Five, Dialect::Six].into_iter().zip(&read) {
            let text = query(&mut Bytes::new(&bytes), written);
            for dialect in [Dialect::Five, Dialect::Six] {
                let survived = round_trip(&text, dialect);
                prop_assert!(survived.is_ok(), "{:?}", survived);
                read.set(read.get() + u32::from(dialect == written && survived == Ok(true)));
            }
        }
        Ok(())
    };
    let inputs = prop::collection::vec(any::<u8>(), 0..400);
    TestRunner::new(config()).run(&inputs, survive).unwrap_or_else(|error| panic!("{error}"));
    // A query that cannot be read says nothing about printing: most can be, in the dialect that they are written in.
    let read = read.map(Cell::into_inner);
    assert!(read.iter().all(|read| read * 10 > CASES * 9), "of {CASES} queries of each dialect {read:?} are read");
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_read_or_refused(text in r#"(next|\(|\)|\{|\}|\[|\]|[A-Za-z0-9 .*+?:#~&|<>=,"'/;-]|check|move|from|◭|♘|é|\n){0,60}"#) {
        let parsed = parse(&text, &ParseOptions::default());
        prop_assert_eq!(parsed.script.is_none(), parsed.diagnostics.iter().any(|d| d.severity.name() == "error"));
        for diagnostic in &parsed.diagnostics {
            tabiya::syntax::render(diagnostic, &text, "query.cql", false);
        }
    }
}
