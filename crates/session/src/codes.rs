//! Codes of messages: what the page on messages says of each, with an example as the program reports it.

use crate::book;
use crate::lookup::cells;
use std::fmt::Write as _;
use tabiya::{ParsedQuery, QueryOptions, QuerySet, Source, syntax};

/// The page with the table of codes.
const PAGE: &str = "diagnostics";

/// A description of a code, as a page of its own.
pub fn describe(code: &str) -> Option<String> {
    let page = book::page(PAGE)?;
    let row = page.lines().find_map(|line| {
        let cells = cells(line)?;
        (cells.len() == 3 && cells[0].trim_matches('`') == code && cells[0].starts_with('`')).then_some(cells)
    });
    let mentions = mentions(page, code);
    let mut text = format!("# `{code}`\n\n");
    match &row {
        Some(row) => {
            let _ = writeln!(text, "{}{}.\n", row[2][..1].to_uppercase(), &row[2][1..]);
            let query = row[1].trim_matches('`');
            if !query.is_empty() {
                let _ = write!(text, "## Example\n\n```cql\n{query}\n```\n\n```answer\n{}\n```\n\n", report(query));
            }
        }
        None if mentions.is_empty() => return None,
        None => {}
    }
    for paragraph in mentions {
        let _ = writeln!(text, "{paragraph}\n");
    }
    text.push_str("## See also\n\nAll messages: `tabiya doc diagnostics`\n");
    Some(text)
}

/// The paragraphs of the page that name a code, and the blocks that come after them. Rows of tables are left out.
fn mentions<'a>(page: &'a str, code: &str) -> Vec<&'a str> {
    let quoted = format!("`{code}`");
    let paragraphs = page.split("\n\n");
    paragraphs.filter(|text| text.contains(&quoted) && !text.starts_with(['|', '`', '#'])).collect()
}

/// What the program says of a query.
fn report(query: &str) -> String {
    let options = QueryOptions::default();
    let source = Source { name: "query".into(), text: query.into() };
    let refused = |error: tabiya::QueryError| error.to_string().trim_end().to_owned();
    let parsed = match ParsedQuery::parse(source.clone(), &options) {
        Ok(parsed) => parsed,
        Err(error) => return refused(error),
    };
    let warnings = parsed.warnings().iter();
    let warnings: String = warnings.map(|one| syntax::render(one, &source.text, &source.name, false)).collect();
    match QuerySet::new(vec![parsed], &options) {
        Ok(_) => warnings.trim_end().to_owned(),
        Err(error) => refused(error),
    }
}
