//! What went wrong: a text for people, and for programs the code and the place of each mistake.

use std::ffi::{CStr, CString, c_char};
use tabiya::syntax::{Diagnostic, Severity, SourceView};
use tabiya::{QueryError, pipeline::Message};

/// An error. Free it with tabiya_error_free.
#[derive(Debug)]
pub struct Error {
    text: CString,
    places: Vec<Located>,
}

/// The place of one mistake, with a code that the error owns.
#[derive(Debug, Default)]
struct Located {
    code: CString,
    game: u64,
    line: u64,
    column: u64,
    offset: u64,
    length: u64,
}

/// The code and the place of an error in a query, or in a file of games.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The kind of error as one word, such as "unknown-name". It is freed with the error.
    pub code: *const c_char,
    /// The number of the game in its file, from 1; 0 if the error is about no game.
    pub game: u64,
    /// The line of the query or of the file, from 1; 0 if it is not known.
    pub line: u64,
    /// The column of the query, in characters from 1; 0 if the error is not about a query.
    pub column: u64,
    /// The byte of the query or of the file, from 0.
    pub offset: u64,
    /// The number of bytes of the query that are marked; 0 if the error is not about a query.
    pub length: u64,
}

/// A text for C, which ends at the first zero: inner ones become pictures.
pub(crate) fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{2400}")).unwrap_or_default()
}

impl Error {
    fn new(code: &str, text: &str) -> Error {
        Error { text: c_text(text), places: vec![Located { code: c_text(code), ..Located::default() }] }
    }

    /// A pointer that must not be NULL.
    pub(crate) fn null(name: &str) -> Error {
        Error::new("null-argument", &format!("`{name}` is NULL"))
    }

    /// Something else that is wrong with an argument.
    pub(crate) fn argument(name: &str, text: &str) -> Error {
        Error::new("bad-argument", &format!("`{name}` {text}"))
    }

    /// A panic, which is a mistake in Tabiya.
    pub(crate) fn bug(text: &str) -> Error {
        Error::new("bug", &format!("this is a mistake in Tabiya, please report it: {text}"))
    }

    /// The same error in a text that began after this many bytes and lines; without a place if it is before that.
    pub(crate) fn after(mut self, bytes: u64, lines: u64) -> Error {
        for place in self.places.iter_mut().filter(|place| place.line > 0) {
            let (line, offset) = (place.line.saturating_sub(lines), place.offset.saturating_sub(bytes));
            (place.line, place.offset) = if line > 0 { (line, offset) } else { (0, 0) };
        }
        self
    }

    /// The text.
    pub(crate) fn text(&self) -> *const c_char {
        CStr::as_ptr(&self.text)
    }

    /// The place of a mistake, if there are this many.
    pub(crate) fn place(&self, number: usize) -> Option<Place> {
        let Located { code, game, line, column, offset, length } = self.places.get(number)?;
        let (game, line, column, offset, length) = (*game, *line, *column, *offset, *length);
        Some(Place { code: code.as_ptr(), game, line, column, offset, length })
    }
}

impl From<QueryError> for Error {
    fn from(error: QueryError) -> Error {
        let view = SourceView::new(&error.source.text, &error.source.name);
        let located = |one: &Diagnostic| {
            let (span, place) = (one.span(), view.place(one.span()));
            Located {
                code: c_text(one.code),
                game: 0,
                line: place.line as u64,
                column: place.column as u64,
                offset: u64::from(span.start),
                length: u64::from(span.end - span.start),
            }
        };
        let errors = error.diagnostics.iter().filter(|one| one.severity == Severity::Error);
        Error { text: c_text(&error.to_string()), places: errors.map(located).collect() }
    }
}

impl From<&Message> for Error {
    fn from(message: &Message) -> Error {
        let (line, offset) = message.place.unwrap_or_default();
        let located =
            Located { code: c_text(message.code), game: message.game.unwrap_or(0), line, offset, ..Located::default() };
        Error { text: c_text(&message.text()), places: vec![located] }
    }
}
