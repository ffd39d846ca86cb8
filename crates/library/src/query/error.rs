//! The text of a query with its name, and the errors that stand in it.

use crate::syntax::{Diagnostic, Omitted, ReadingLimits, SourceView};
use std::fmt;

/// The text of a query with the name of its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the file, or another name for use in messages.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The errors of a query that cannot run. Its text shows each place in the query, with advice; programs read the
/// [`diagnostics`](Self::diagnostics).
///
/// ```
/// let error = tabiya::Query::parse("mate matte").unwrap_err();
/// assert_eq!((error.source.name.as_str(), error.diagnostics[0].span().start), ("query", 5));
/// assert!(error.to_string().contains("mate matte"), "the text shows the line");
/// ```
#[derive(Clone, Debug)]
pub struct QueryError {
    /// The text with the name of its file.
    pub source: Source,
    /// At least one error; warnings may come with it. Of each no more than [`ReadingLimits::errors`].
    pub diagnostics: Vec<Diagnostic>,
    /// The numbers of further errors and warnings that were left out.
    pub omitted: Omitted,
}

impl QueryError {
    /// The errors of a text, shortened to the limits on errors and warnings.
    pub(super) fn new(
        source: Source,
        mut diagnostics: Vec<Diagnostic>,
        mut omitted: Omitted,
        limits: &ReadingLimits,
    ) -> QueryError {
        tabiya_cql::shorten(&mut diagnostics, limits.errors, &mut omitted);
        QueryError { source, diagnostics, omitted }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Source { name, text } = &self.source;
        let view = SourceView::new(text, name);
        let mut told: Vec<String> = self.diagnostics.iter().map(|one| view.render(one, false)).collect();
        told.extend(self.omitted.text());
        f.write_str(told.join("\n\n").trim_end())
    }
}

impl std::error::Error for QueryError {}
