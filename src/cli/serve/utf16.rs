//! Places in a query's text: the page counts the code units of UTF-16, the library counts bytes.

use std::ops::Range;
use tabiya::syntax::ast::Span;

/// A text whose places are counted in both ways.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'t>(pub(super) &'t str);

impl Text<'_> {
    /// The units before a byte.
    pub(super) fn units(self, byte: usize) -> usize {
        let end = self.0.floor_char_boundary(byte.min(self.0.len()));
        self.0[..end].chars().map(char::len_utf16).sum()
    }

    /// The units before the ends of a span.
    pub(super) fn span(self, span: Span) -> (usize, usize) {
        self.range(&(span.start as usize..span.end as usize))
    }

    /// The units before the ends of a range.
    pub(super) fn range(self, range: &Range<usize>) -> (usize, usize) {
        (self.units(range.start), self.units(range.end))
    }

    /// The byte behind so many units; the end of the text if it has fewer.
    pub(super) fn byte(self, units: usize) -> usize {
        let mut seen = 0;
        for (at, c) in self.0.char_indices() {
            // In the middle of a character that has two units: before it.
            if seen + c.len_utf16() > units {
                return at;
            }
            seen += c.len_utf16();
        }
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_bytes() {
        let text = Text("a♘𝄞x");
        assert_eq!([0, 1, 2, 4, 5].map(|units| text.byte(units)), [0, 1, 4, 8, 9]);
        assert_eq!((text.byte(3), text.byte(99)), (4, 9));
        assert_eq!([0, 1, 4, 8, 9, 99].map(|byte| text.units(byte)), [0, 1, 2, 4, 5, 5]);
        assert_eq!(text.range(&(2..8)), (1, 4));
    }
}
