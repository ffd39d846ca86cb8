//! Diagnostics as people and as programs read them: marked source, or lines and columns.

use super::ast::Span;
use super::diagnostic::{Diagnostic, Severity};
use crate::printable;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// Where a span lies: lines and columns from 1, in characters; the end is the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line of the first character.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Line behind the last character.
    pub end_line: usize,
    /// Column behind the last character.
    pub end_column: usize,
}

/// Where a span lies in a text.
pub fn place(text: &str, span: Span) -> Place {
    let (line, column) = point(text, span.start as usize);
    let (end_line, end_column) = point(text, span.end as usize);
    Place { line, column, end_line, end_column }
}

fn point(text: &str, at: usize) -> (usize, usize) {
    let at = boundary(text, at);
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].trim_start_matches('\u{feff}').chars().count() + 1)
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The diagnostic with the marked source; `color` for terminals.
pub fn render(diagnostic: &Diagnostic, text: &str, file: &str, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let file = printable::line(file);
    let mut snippet = Snippet::source(text).path(&*file);
    for (at, label) in diagnostic.labels.iter().enumerate() {
        let kind = if at == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let start = boundary(text, label.span.start as usize);
        let end = boundary(text, label.span.end as usize).max(start);
        let label = Some(printable::line(&label.text)).filter(|text| !text.is_empty());
        snippet = snippet.annotation(kind.span(start..end).label(label));
    }
    let mut group = level.primary_title(printable::lines(&diagnostic.message)).id(diagnostic.code).element(snippet);
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable::lines(help)));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    // The renderer shows escapes of the source as pictures; what is left of them are its own colours.
    printable::styled(&renderer.render(&[group])).into_owned()
}
