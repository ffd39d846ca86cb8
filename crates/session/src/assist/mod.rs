//! What an editor or a page shows of a query: everything wrong with it, what can be at a place, help
//! from the book, and why it matches or not. It knows no protocol, so that every front of the program can use it. What
//! needs no book is in `tabiya::syntax::assist`.
//!
//! Tests: `tests/command/cli/lsp.rs`.

mod complete;
mod help;
mod offsets;
pub mod why;

pub use complete::Offer;
pub use complete::offers;
pub use help::sentence;
pub use help::{Book, help, page_url, word_help};
pub use offsets::Utf16;

use tabiya::syntax::ast::Span;
use tabiya::syntax::{Diagnostic, includes};
use tabiya::{ParsedQuery, QueryError, QueryOptions, QuerySet, Source};

/// All errors of a query: what parsing finds, and if that is not an error, what planning finds.
/// Errors of a file that it includes are reported where it includes one. `name` is that of its file, to which the names of
/// such files are relative.
pub fn diagnostics((name, text): (&str, &str), options: &QueryOptions) -> Vec<Diagnostic> {
    let own = |QueryError { source, diagnostics, .. }: QueryError| match diagnostics.first() {
        Some(first) if source.text != text => {
            let span = includes(text).first().map_or(Span::default(), |(_, span)| *span);
            vec![Diagnostic::error(first.code, span, format!("{}: {}", source.name, first.message))]
        }
        _ => diagnostics,
    };
    let source = Source { name: name.into(), text: text.into() };
    let parsed = match ParsedQuery::parse(source, options) {
        Ok(parsed) => parsed,
        Err(error) => return own(error),
    };
    let mut all = parsed.warnings().to_vec();
    if let Err(error) = QuerySet::new(vec![parsed], options) {
        all.extend(own(error));
    }
    all
}

/// What the fix of a diagnostic does, in words. `None` if it has none.
pub fn fix_title(text: &str, diagnostic: &Diagnostic) -> Option<String> {
    let fix = diagnostic.fix.as_ref()?;
    let old = text.get(fix.span.start as usize..fix.span.end as usize)?;
    Some(match (old.trim(), fix.text.trim()) {
        (old, "") => format!("Remove `{old}`"),
        ("", new) => format!("Insert `{new}`"),
        (old, new) => format!("Replace `{old}` by `{new}`"),
    })
}
