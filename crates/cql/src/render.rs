//! Diagnostics as people and as programs read them: marked source, or lines and columns.

use super::diagnostic::{Diagnostic, Severity};
use super::excerpt::{Lines, Piece};
use super::span::Span;

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};
use std::borrow::Cow;

/// The place of a span: lines and columns from 1, in characters; the end is the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Line of the first character.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Line after the last character.
    pub end_line: usize,
    /// Column after the last character.
    pub end_column: usize,
}

/// Comes after the name of the file where a line is cut: the place printed there is that in the cut line.
const CUT_PLACE: char = '\u{f8ff}';

/// Shows the diagnostics of one text. Its lines are looked for once, so that each diagnostic costs little, however long
/// the text is.
#[derive(Debug)]
pub struct SourceView<'a> {
    lines: Lines<'a>,
    file: Cow<'a, str>,
}

impl<'a> SourceView<'a> {
    /// A text with the name of its file.
    pub fn new(text: &'a str, file: &'a str) -> SourceView<'a> {
        SourceView { lines: Lines::new(text), file: tabiya_text::line(file) }
    }

    /// The place of a span.
    pub fn place(&self, span: Span) -> Location {
        let (line, column) = self.lines.point(span.start as usize);
        let (end_line, end_column) = self.lines.point(span.end as usize);
        Location { line, column, end_line, end_column }
    }

    /// The diagnostic with the marked source; `color` for terminals. Of a line of more than 1,000 bytes only what
    /// stands around the mark is shown, with `...` for the rest.
    pub fn render(&self, diagnostic: &Diagnostic, color: bool) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let pieces = self.lines.excerpt(diagnostic.labels.iter().map(|label| label.span));
        let labels: Vec<Cow<'_, str>> = diagnostic.labels.iter().map(|label| tabiya_text::line(&label.text)).collect();
        let title = level.primary_title(tabiya_text::lines(&diagnostic.message)).id(diagnostic.code);
        let mut group = title.elements(pieces.iter().map(|piece| self.snippet(&labels, piece)));
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(tabiya_text::lines(help)));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        // The renderer shows escapes of the source as pictures; only its own colours remain.
        let mut text = tabiya_text::styled(&renderer.render(&[group])).into_owned();
        for piece in pieces.iter().filter(|piece| piece.cut) {
            self.correct_place(diagnostic, piece, &mut text);
        }
        text
    }

    fn snippet<'s>(&'s self, labels: &'s [Cow<'_, str>], piece: &'s Piece<'_>) -> Snippet<'s, Annotation<'s>> {
        let mut snippet = Snippet::source(&*piece.text).line_start(piece.line);
        for (number, place) in &piece.marks {
            let kind = if *number == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            let text = &*labels[*number];
            snippet = snippet.annotation(kind.span(place.clone()).label(Some(text).filter(|text| !text.is_empty())));
        }
        if piece.cut { snippet.path(format!("{}{CUT_PLACE}", self.file)) } else { snippet.path(&*self.file) }
    }

    /// Writes the place in the text for the first place in a cut line.
    fn correct_place(&self, diagnostic: &Diagnostic, piece: &Piece<'_>, text: &mut String) {
        let first = piece.marks.iter().find(|(number, _)| *number == 0).or(piece.marks.first());
        let (Some((number, _)), Some(at)) = (first, text.find(CUT_PLACE)) else { return };
        let place = self.place(diagnostic.labels[*number].span);
        let rest = &text[at + CUT_PLACE.len_utf8()..];
        let length = rest.bytes().take_while(|&byte| byte == b':' || byte.is_ascii_digit()).count();
        let end = at + CUT_PLACE.len_utf8() + length;
        text.replace_range(at..end, &format!(":{}:{}", place.line, place.column));
    }
}

/// The place of a span in a text. For several spans of one text, make a [`SourceView`].
pub fn place(text: &str, span: Span) -> Location {
    SourceView::new(text, "").place(span)
}

/// The diagnostic with the marked source; `color` for terminals. For several of one text make a [`SourceView`].
pub fn render(diagnostic: &Diagnostic, text: &str, file: &str, color: bool) -> String {
    SourceView::new(text, file).render(diagnostic, color)
}
