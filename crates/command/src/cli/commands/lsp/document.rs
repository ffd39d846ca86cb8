//! A query in an editor, and places in it: the protocol counts lines and, in each, the code units of UTF-16.

use serde_json::{Value, json};
use std::ops::Range;
use tabiya::syntax::Dialect;
use tabiya_session::assist::Utf16;

/// A query that is open in the editor.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub(super) text: String,
    /// The number that the editor gives to this state of the text.
    pub(super) version: Value,
    pub(super) dialect: Dialect,
}

impl Document {
    /// The first byte of a line; the end of the text after the last one.
    fn line_start(&self, line: u64) -> usize {
        if line == 0 {
            return 0;
        }
        let nth = usize::try_from(line - 1).ok().and_then(|nth| self.text.match_indices('\n').nth(nth));
        nth.map_or(self.text.len(), |(at, _)| at + 1)
    }

    /// The byte at a position; a position after the end of a line is at its end.
    pub(super) fn byte(&self, position: &Value) -> Option<usize> {
        let (line, character) = (position["line"].as_u64()?, position["character"].as_u64()?);
        let start = self.line_start(line);
        let rest = &self.text[start..];
        let end = rest.find('\n').unwrap_or(rest.len());
        let line = rest[..end].strip_suffix('\r').unwrap_or(&rest[..end]);
        Some(start + Utf16::new(line).byte(usize::try_from(character).unwrap_or(usize::MAX)))
    }

    /// The bytes of a range.
    pub(super) fn bytes(&self, range: &Value) -> Option<Range<usize>> {
        let (start, end) = (self.byte(&range["start"])?, self.byte(&range["end"])?);
        Some(start.min(end)..end.max(start))
    }

    /// The position of a byte.
    pub(super) fn position(&self, at: usize) -> Value {
        let before = &self.text[..self.text.floor_char_boundary(at)];
        let start = before.rfind('\n').map_or(0, |feed| feed + 1);
        let line = &before[start..];
        json!({"line": before.matches('\n').count(), "character": Utf16::new(line).units(line.len())})
    }

    /// The range of some bytes.
    pub(super) fn range(&self, bytes: &Range<usize>) -> Value {
        json!({"start": self.position(bytes.start), "end": self.position(bytes.end)})
    }

    /// Makes a change: of a part of the text, or of all of it.
    pub(super) fn change(&mut self, change: &Value) {
        let Some(text) = change["text"].as_str() else { return };
        match self.bytes(&change["range"]) {
            Some(bytes) => self.text.replace_range(bytes, text),
            None => text.clone_into(&mut self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document { text: text.into(), version: Value::Null, dialect: Dialect::Auto }
    }

    #[test]
    fn positions_count_units_of_utf16() {
        let one = document("ab\r\n♘𝄞x\n\né");
        let at = |line: u64, character: u64| one.byte(&json!({"line": line, "character": character})).unwrap();
        assert_eq!((at(0, 2), at(0, 9)), (2, 2));
        assert_eq!((at(1, 0), at(1, 1), at(1, 3), at(1, 4), at(1, 5)), (4, 7, 11, 12, 12));
        // The middle of a character of two units.
        assert_eq!(at(1, 2), 7);
        assert_eq!((at(2, 0), at(3, 1), at(7, 7)), (13, 16, 16));
        for (place, _) in one.text.char_indices().filter(|(_, c)| *c != '\n' && *c != '\r') {
            assert_eq!(one.byte(&one.position(place)), Some(place));
        }
    }

    #[test]
    fn changes() {
        let mut one = document("♘𝄞x\nmate");
        let range = json!({"start": {"line": 0, "character": 1}, "end": {"line": 0, "character": 3}});
        one.change(&json!({"range": range, "text": "--"}));
        assert_eq!(one.text, "♘--x\nmate");
        one.change(&json!({"text": "check"}));
        assert_eq!(one.text, "check");
        one.change(
            &json!({"range": {"start": {"line": 9, "character": 0}, "end": {"line": 0, "character": 5}}, "text": "!"}),
        );
        one.change(&json!({"text": 5}));
        assert_eq!(one.text, "check!");
    }
}
