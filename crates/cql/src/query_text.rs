//! A query in pieces: a CQL file, and filters from elsewhere that come before and after its body.
//!
//! Each piece is cut into tokens by itself, so that a quote that one of them leaves open does not reach into the next,
//! and each keeps its own places, so that what is wrong with it is shown where it stands.

use super::dialect::Dialect;
use super::lex::{self, Lexed, Tok, Token};
use super::limits::ReadingLimits;
use super::span::Span;
use std::ops::Range;

/// The pieces of a query.
#[derive(Clone, Debug)]
pub struct QueryText {
    /// All texts, one after another: first the file, then what comes before its body, then what comes after.
    text: String,
    /// The range of each text, in bytes.
    places: Vec<Range<usize>>,
    /// The number of texts after the file that precede its body.
    before: usize,
}

impl QueryText {
    /// A file with filters before and after its body.
    pub fn new(file: &str, before: &[&str], after: &[&str]) -> QueryText {
        let mut text = file.to_owned();
        let mut places: Vec<Range<usize>> = std::iter::once(0..text.len()).collect();
        for piece in before.iter().chain(after) {
            text.push('\n');
            let start = text.len();
            text.push_str(piece);
            places.push(start..text.len());
        }
        QueryText { text, places, before: before.len() }
    }

    /// All texts, one after another.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of the file.
    pub fn file(&self) -> &str {
        &self.text[self.places[0].clone()]
    }

    /// The piece in which a place of [`QueryText::text`] lies (0 for the file, then those before, then those after),
    /// and the place in it.
    pub fn locate(&self, span: Span) -> (usize, Span) {
        let start = span.start as usize;
        let piece = self.places.iter().rposition(|place| place.start <= start).unwrap_or(0);
        let place = &self.places[piece];
        let inside = |at: u32| (at as usize).clamp(place.start, place.end) - place.start;
        (piece, Span::new(inside(span.start), inside(span.end)))
    }

    /// The tokens in the order in which they are read: the header of the file, the pieces before, the body, the pieces
    /// after.
    pub(super) fn lex(&self, dialect: Dialect, limits: &ReadingLimits) -> Lexed<'_> {
        let lexed = lex::lex_within(self.file(), dialect, limits);
        if self.places.len() == 1 {
            return lexed;
        }
        let Lexed { tokens: mut file, mut diagnostics, mut beyond } = lexed;
        let mut piece = |place: &Range<usize>| {
            let lexed = lex::lex_within(&self.text[place.clone()], dialect, limits);
            let (mut tokens, mut more) = (lexed.tokens, lexed.diagnostics);
            beyond += lexed.beyond;
            tokens.pop();
            tokens.iter_mut().for_each(|token| token.span = moved(token.span, place.start));
            more.iter_mut()
                .flat_map(|one| &mut one.labels)
                .for_each(|label| label.span = moved(label.span, place.start));
            diagnostics.append(&mut more);
            tokens
        };
        let (before, after) = self.places[1..].split_at(self.before);
        let before: Vec<Token<'_>> = before.iter().flat_map(&mut piece).collect();
        let after: Vec<Token<'_>> = after.iter().flat_map(&mut piece).collect();
        let end = file.pop();
        let body = file.split_off(header_end(&file));
        let mut tokens = file;
        for mut part in [before, body, after] {
            if let Some(first) = part.first_mut() {
                first.spaced = true;
            }
            tokens.append(&mut part);
        }
        tokens.extend(end);
        Lexed { tokens, diagnostics, beyond }
    }
}

fn moved(span: Span, by: usize) -> Span {
    Span::new(span.start as usize + by, span.end as usize + by)
}

/// The number of tokens of the header.
fn header_end(tokens: &[Token<'_>]) -> usize {
    let is_header =
        tokens.iter().find(|token| token.tok != Tok::Sign("(")).map(|token| token.tok) == Some(Tok::Word("cql"));
    let close = tokens.iter().position(|token| token.tok == Tok::Sign(")"));
    close.filter(|_| is_header).map_or(0, |close| close + 1)
}
