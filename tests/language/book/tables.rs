//! The tables for readers who come from other programs: the last cell of each row is a query that is read without a warning.

use crate::book::pages;
use tabiya::{ParsedQuery, QueryOptions, QuerySet, Source};

/// The query in the last cell of a row: all of the cell is code.
fn query(row: &str) -> Option<String> {
    let row = row.strip_prefix('|')?.trim_end().strip_suffix('|')?.replace("\\|", "\u{1}");
    let cell = row.rsplit('|').next()?.trim().strip_prefix('`')?.strip_suffix('`')?;
    Some(cell.replace('\u{1}', "|"))
}

#[test]
fn tables_of_queries_are_read() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for page in pages::pages().iter().filter(|page| page.group() == "coming") {
        for text in page.source.lines().filter_map(query) {
            seen += 1;
            let options = QueryOptions::default();
            let source = Source { name: "query".into(), text: text.clone() };
            let parsed = ParsedQuery::parse(source, &options);
            let warnings = parsed.as_ref().map_or(0, |parsed| parsed.warnings().len());
            let error = parsed.and_then(|parsed| QuerySet::new(vec![parsed], &options)).err();
            if let Some(error) = error {
                wrong.push(format!("{}: `{text}`: {error}", page.name));
            } else if warnings > 0 {
                wrong.push(format!("{}: `{text}` has a warning", page.name));
            }
        }
    }
    assert!(seen > 50, "the test has lost sight of the tables: it saw {seen} queries");
    crate::book::fail(wrong, "queries of tables are wrong");
}
