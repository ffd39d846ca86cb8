//! What is wrong with a query, where, and what would mend it.

use super::ast::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The query cannot run.
    Error,
    /// The query runs, but perhaps not as meant.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// The word for it: `error`, `warning`, `note`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A marked place in the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is said about it; may be empty.
    pub text: String,
}

/// One thing to tell about a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The kind, stable over releases: `unknown-filter`.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
    /// The places; the first is where it happened.
    pub labels: Vec<Label>,
}

impl Diagnostic {
    /// An error at a place.
    pub(crate) fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        let label = Label { span, text: String::new() };
        Diagnostic { severity: Severity::Error, code, message: message.into(), help: None, labels: vec![label] }
    }

    /// A warning at a place.
    pub(super) fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// Says something about the main place.
    pub(crate) fn mark(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(label) = self.labels.first_mut() {
            label.text = text.into();
        }
        self
    }

    /// Marks another place.
    pub(super) fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds the mend.
    pub(crate) fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Without the places that lie behind the end of the text that is shown, if any lies in it.
    pub(super) fn within(mut self, length: usize) -> Diagnostic {
        let inside = |label: &Label| label.span.end as usize <= length;
        if self.labels.iter().any(inside) {
            self.labels.retain(inside);
        } else {
            self.labels.truncate(1);
        }
        self
    }

    /// The main place.
    pub fn span(&self) -> Span {
        self.labels.first().map_or(Span::default(), |label| label.span)
    }
}

/// Whether any of them is an error.
pub(super) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|one| one.severity == Severity::Error)
}
