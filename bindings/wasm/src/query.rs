//! The layout of a query.

use tabiya_library::syntax::{FormatError, LINE_WIDTH, Omitted, ParseOptions, format_query};
use tabiya_library::{QueryError, Source};

/// A query in its standard layout.
///
/// # Errors
///
/// The error of the query, as text.
pub fn format(query: &str) -> Result<String, String> {
    format_query(query, &ParseOptions::default(), LINE_WIDTH).map_err(|error| match error {
        FormatError::Query(diagnostics, omitted) => told(query, diagnostics, omitted),
        FormatError::TooLong => "the query would be longer than a query may be".into(),
        FormatError::Meaning => "the query would be read differently; please report this".into(),
    })
}

fn told(query: &str, diagnostics: Vec<tabiya_library::syntax::Diagnostic>, omitted: Omitted) -> String {
    let source = Source { name: "query".into(), text: query.into() };
    QueryError { source, diagnostics, omitted }.to_string()
}
