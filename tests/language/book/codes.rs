//! The table of codes in the page on messages: every code of the sources has a row, every row is true.

use crate::book::pages::Page;
use crate::syntax::codes;
use std::collections::BTreeSet;
use tabiya::syntax::{ParseOptions, parse};

/// The cells of a row of a table, with `\|` for a bar.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix('|')?.trim_end().strip_suffix('|')?;
    let bars = inner.replace("\\|", "\u{1}");
    Some(bars.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect())
}

/// The errors in the table.
pub(crate) fn faults(page: &Page) -> Vec<String> {
    let table = page.section("Codes").expect("a section on codes");
    let mut wrong = Vec::new();
    let mut listed = BTreeSet::new();
    for row in table.lines().filter_map(cells) {
        let [code, query, message] = row.as_slice() else {
            wrong.push(format!("a row of {} cells: {row:?}", row.len()));
            continue;
        };
        let Some(code) = code.strip_prefix('`').and_then(|code| code.strip_suffix('`')) else { continue };
        listed.insert(code.to_owned());
        let query = query.trim_matches('`');
        if !query.is_empty() {
            let found: Vec<_> = parse(query, &ParseOptions::default()).diagnostics;
            let said: Vec<(&str, &str)> = found.iter().map(|d| (d.code, d.message.as_str())).collect();
            if said != [(code, message.as_str())] && !is_refused(query, code, message) {
                wrong.push(format!("`{query}` says {said:?}, not {code}: {message}"));
            }
        }
    }
    let codes = codes::codes_in_sources();
    wrong.extend(codes.difference(&listed).map(|code| format!("the code {code} has no row")));
    wrong.extend(listed.difference(&codes).filter(|code| code.contains('-')).map(|code| format!("no code {code}")));
    wrong
}

/// True if a query that is read well is refused when it is planned.
fn is_refused(query: &str, code: &str, message: &str) -> bool {
    let Err(error) = tabiya::Query::parse(query) else { return false };
    error.diagnostics.iter().any(|d| d.code == code && d.message == message)
}
