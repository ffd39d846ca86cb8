//! Diagnostics: errors and warnings about a query, with places and advice.

use super::limits::Omitted;
use super::span::Span;

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The query cannot run.
    Error,
    /// The query runs, but perhaps not as meant.
    Warning,
    /// Additional information.
    Note,
}

impl Severity {
    /// The severity as a word: `error`, `warning` or `note`.
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
    /// The bytes of the text.
    pub span: Span,
    /// The text of the label; may be empty.
    pub text: String,
}

/// A change to the query that does what the advice of a diagnostic says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes of the text that are replaced.
    pub span: Span,
    /// The text that replaces them; empty if they are removed.
    pub text: String,
}

/// An error or a warning about a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The code of this kind of diagnostic, such as `unknown-name`. Codes do not change between releases.
    pub code: &'static str,
    /// The message: one sentence, in lower case and without a full stop.
    pub message: String,
    /// Advice on how to fix it.
    pub help: Option<String>,
    /// The marked places; the first one is where the error is.
    pub labels: Vec<Label>,
    /// The change that the advice describes, if it is exact enough to be made by a program.
    pub fix: Option<Box<Fix>>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        let label = Label { span, text: String::new() };
        let message = brief(message.into());
        Diagnostic { severity: Severity::Error, code, message, help: None, labels: vec![label], fix: None }
    }

    /// A warning at a place.
    pub(super) fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// Sets the text of the first label.
    pub fn mark(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(label) = self.labels.first_mut() {
            label.text = brief(text.into());
        }
        self
    }

    /// Adds a label.
    pub(super) fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: brief(text.into()) });
        self
    }

    /// Sets the advice.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(brief(text.into()));
        self
    }

    /// Sets the text that is to replace the main place.
    pub(super) fn fix(mut self, text: impl Into<String>) -> Diagnostic {
        self.fix = Some(Box::new(Fix { span: self.span(), text: text.into() }));
        self
    }

    /// Without the places that come after the end of the text that is shown, if any lies in it.
    pub(super) fn within(mut self, length: usize) -> Diagnostic {
        let inside = |label: &Label| label.span.end as usize <= length;
        if self.labels.iter().any(inside) {
            self.labels.retain(inside);
        } else {
            self.labels.truncate(1);
        }
        self.fix = self.fix.filter(|fix| fix.span.end as usize <= length);
        self
    }

    /// The main place.
    pub fn span(&self) -> Span {
        self.labels.first().map_or(Span::default(), |label| label.span)
    }
}

/// True if any of them is an error.
pub(super) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|one| one.severity == Severity::Error)
}

/// A message longer than this (in bytes) quotes too much.
const LONG_MESSAGE: usize = 1_000;

/// The length of each end of a long quotation that is kept, in bytes.
const KEPT: usize = 100;

/// A message that quotes a long stretch of the query, with the middle of what is in backquotes left out.
fn brief(text: String) -> String {
    if text.len() <= LONG_MESSAGE {
        return text;
    }
    let mut out = String::new();
    // A text that contains backquotes itself is cut too, only less neatly.
    for (number, part) in text.split('`').enumerate() {
        if number > 0 {
            out.push('`');
        }
        if part.len() <= 3 * KEPT {
            out.push_str(part);
        } else {
            out.push_str(&part[..part.floor_char_boundary(KEPT)]);
            out.push_str(" ... ");
            out.push_str(&part[part.ceil_char_boundary(part.len() - KEPT)..]);
        }
        if out.len() > 2 * LONG_MESSAGE {
            out.push_str(" ...");
            break;
        }
    }
    out
}

/// In the order of their places, and one of a kind at each: what follows from a mistake is often seen where it is.
pub(super) fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().start);
    diagnostics.dedup_by(|a, b| a.severity == b.severity && a.span().start == b.span().start);
    diagnostics
}

/// Keeps the first `limit` errors and the first `limit` warnings, and adds the number of the others to `omitted`.
pub fn shorten(diagnostics: &mut Vec<Diagnostic>, limit: usize, omitted: &mut Omitted) {
    let (mut errors, mut warnings) = (0, 0);
    diagnostics.retain(|one| {
        let (count, left_out) = match one.severity {
            Severity::Error => (&mut errors, &mut omitted.errors),
            Severity::Warning | Severity::Note => (&mut warnings, &mut omitted.warnings),
        };
        *count += 1;
        let kept = *count <= limit;
        *left_out += usize::from(!kept);
        kept
    });
}
