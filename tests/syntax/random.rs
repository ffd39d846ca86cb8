//! Random queries: printed and read again they are the same; no text whatever makes the reader crash.

use proptest::prelude::*;
use tabiya::syntax::{Dialect, ParseOptions, parse};
use tabiya_fuzz::{Bytes, query, round_trip};

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_queries_survive(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for written in [Dialect::Five, Dialect::Six] {
            let text = query(&mut Bytes::new(&bytes), written);
            for dialect in [Dialect::Five, Dialect::Six] {
                prop_assert_eq!(round_trip(&text, dialect), Ok(()));
            }
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
