//! What an editor or a page shows of a query: everything wrong with it, what can stand at a place, help
//! from the book, and why it matches or not. It knows no protocol, so that every front of the program can use it. What
//! needs no book is in `tabiya::syntax::assist`.
//!
//! Tests: `tests/command/cli/lsp.rs`.

mod complete;
mod help;
mod offsets;
pub(crate) mod why;

#[cfg(feature = "engine")]
pub(crate) use complete::Offer;
pub(crate) use complete::offers;
pub(crate) use help::{help, page_url, word_help};
pub(crate) use offsets::Utf16;

use tabiya::syntax::Diagnostic;
use tabiya::{ParsedQuery, QueryError, QueryOptions, QuerySet, Source};

/// Everything that is wrong with a query: what parsing finds, and if that is not an error, what planning finds.
pub(crate) fn diagnostics(text: &str, options: &QueryOptions) -> Vec<Diagnostic> {
    let source = Source { name: "query".into(), text: text.into() };
    let parsed = match ParsedQuery::parse(source, options) {
        Ok(parsed) => parsed,
        Err(QueryError { diagnostics, .. }) => return diagnostics,
    };
    let mut all = parsed.warnings().to_vec();
    if let Err(QueryError { diagnostics, .. }) = QuerySet::new(vec![parsed], options) {
        all.extend(diagnostics);
    }
    all
}

/// What the fix of a diagnostic does, in words. `None` if it has none.
pub(crate) fn fix_title(text: &str, diagnostic: &Diagnostic) -> Option<String> {
    let fix = diagnostic.fix.as_ref()?;
    let old = text.get(fix.span.start as usize..fix.span.end as usize)?;
    Some(match (old.trim(), fix.text.trim()) {
        (old, "") => format!("Remove `{old}`"),
        ("", new) => format!("Insert `{new}`"),
        (old, new) => format!("Replace `{old}` by `{new}`"),
    })
}
