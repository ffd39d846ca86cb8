//! Rows on their way from the threads that find them to the one that writes them: the values of a row as text, each with its
//! type and its length, so that rows can be sorted and sampled before batches are made of them.
//!
//! ```text
//! -          no value                    v    a selected filter that does not match
//! t f        true, false                 i12; a number
//! d3fe0...;  a fraction, by its bits     s3:abc  a text with its length in bytes
//! ```
//!
//! Rows are found on many threads, and may be sorted on disk or drawn for a sample before they are written. As texts
//! they take the path of all rendered games.

// Only columns with types read what was packed.
#![cfg_attr(not(feature = "columnar"), allow(dead_code))]

use std::borrow::Cow;
use std::fmt::Write as _;
use tabiya::Value;
use tabiya::rows::Cell;

/// The value of a filter that does not match.
static NO_VALUE: Value = Value::None;

/// Appends a value.
pub(super) fn push_cell(cell: &Cell<'_>, out: &mut String) {
    // Writing to memory does not fail.
    let _ = match cell {
        Cell::None => out.write_char('-'),
        Cell::Value(Value::None) => out.write_char('v'),
        Cell::Boolean(true) | Cell::Value(Value::True) => out.write_char('t'),
        Cell::Boolean(false) => out.write_char('f'),
        Cell::Number(n) | Cell::Value(Value::Number(n)) => write!(out, "i{n};"),
        Cell::Value(Value::Position(id)) => write!(out, "i{id};"),
        Cell::Float(x) => write!(out, "d{:x};", x.to_bits()),
        Cell::Text(_) | Cell::Value(Value::Text(_) | Value::Squares(_)) | Cell::Constituents(_) => {
            let text = cell.text();
            write!(out, "s{}:{text}", text.len())
        }
    };
}

/// The values in a text, in order.
pub(super) struct Cells<'a> {
    rest: &'a [u8],
}

impl<'a> Cells<'a> {
    pub(super) fn new(text: &'a [u8]) -> Cells<'a> {
        Cells { rest: text }
    }

    /// True if there is no further value.
    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// What comes before a sign, which is skipped.
    fn until(&mut self, sign: u8) -> Option<&'a str> {
        let end = self.rest.iter().position(|&byte| byte == sign)?;
        let text = std::str::from_utf8(&self.rest[..end]).ok()?;
        self.rest = &self.rest[end + 1..];
        Some(text)
    }
}

impl<'a> Iterator for Cells<'a> {
    type Item = Cell<'a>;

    /// The next value; none also where the text is not one of values.
    fn next(&mut self) -> Option<Cell<'a>> {
        let (&sign, rest) = self.rest.split_first()?;
        self.rest = rest;
        match sign {
            b'-' => Some(Cell::None),
            b'v' => Some(Cell::Value(&NO_VALUE)),
            b't' => Some(Cell::Boolean(true)),
            b'f' => Some(Cell::Boolean(false)),
            b'i' => self.until(b';')?.parse().ok().map(Cell::Number),
            b'd' => u64::from_str_radix(self.until(b';')?, 16).ok().map(|bits| Cell::Float(f64::from_bits(bits))),
            b's' => {
                let (text, rest) = self.until(b':')?.parse().ok().and_then(|len| self.rest.split_at_checked(len))?;
                self.rest = rest;
                std::str::from_utf8(text).ok().map(|text| Cell::Text(Cow::Borrowed(text)))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_out_as_they_went_in() {
        let text = |text: &str| Cell::Text(Cow::Owned(text.to_owned()));
        let cells = [
            Cell::None,
            Cell::Value(&NO_VALUE),
            Cell::Boolean(true),
            Cell::Boolean(false),
            Cell::Number(i64::MIN),
            Cell::Number(i64::MAX),
            Cell::Float(-0.25),
            Cell::Float(f64::INFINITY),
            text(""),
            text("s3:abc;-v\n\0é♞\u{202e}"),
            Cell::None,
        ];
        let mut packed = String::new();
        cells.iter().for_each(|cell| push_cell(cell, &mut packed));
        assert_eq!(Cells::new(packed.as_bytes()).collect::<Vec<_>>(), cells);
        let (squares, number) = (Value::Squares(vec!["a1".into(), "b2".into()]), Value::Position(7));
        let mut packed = String::new();
        [&squares, &number, &Value::True].into_iter().for_each(|value| push_cell(&Cell::Value(value), &mut packed));
        let expected = [text("a1 b2"), Cell::Number(7), Cell::Boolean(true)];
        assert_eq!(Cells::new(packed.as_bytes()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn other_texts_have_no_values() {
        for text in ["x", "i12", "i1x;", "s5:abc", "s:abc", "d;", "s99999999999999999999:a"] {
            assert_eq!(Cells::new(text.as_bytes()).next(), None, "{text}");
        }
    }
}
