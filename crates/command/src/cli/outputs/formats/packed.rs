//! Rows on their way from the threads that find them to the one that writes them: the values of a row as text, each with its
//! type and its length, so that rows can be sorted and sampled before batches are made of them.
//!
//! ```text
//! -          no value                    v    a selected filter that does not match
//! t f        true, false                 i12; a number, n12; a sum
//! d3fe0...;  a fraction, by its bits     s3:abc  a text with its length in bytes
//! m2;        so many tags: texts for the name and the value of each
//! ```
//!
//! Rows are found on many threads, and may be sorted on disk or drawn for a sample before they are written. As texts
//! they take the path of all rendered games.

// Only columns with types read what was packed.
#![cfg_attr(not(feature = "columnar"), allow(dead_code))]

use crate::cli::report::Message;
use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use tabiya::rows::Cell;

/// Appends a value.
pub(super) fn push_cell(cell: &Cell<'_>, out: &mut String) {
    // Writing to memory does not fail.
    let _ = match cell {
        Cell::None => out.write_char('-'),
        Cell::Unmatched => out.write_char('v'),
        Cell::Boolean(true) => out.write_char('t'),
        Cell::Boolean(false) => out.write_char('f'),
        Cell::Number(n) => write!(out, "i{n};"),
        Cell::Sum(n) => write!(out, "n{n};"),
        Cell::Float(x) => write!(out, "d{:x};", x.to_bits()),
        Cell::Date(day) => write!(out, "e{day};"),
        Cell::Text(_) | Cell::List(_) | Cell::Constituents(_) => push_text(&cell.text(), out),
        Cell::Tags(tags) => {
            let _ = write!(out, "m{};", tags.len());
            tags.iter().flat_map(|(name, value)| [name, value]).try_for_each(|text| push_text(text, out))
        }
    };
}

fn push_text(text: &str, out: &mut String) -> std::fmt::Result {
    write!(out, "s{}:{text}", text.len())
}

/// The values in a text, in order.
struct PackedCells<'a> {
    rest: &'a [u8],
}

impl<'a> PackedCells<'a> {
    fn new(text: &'a [u8]) -> PackedCells<'a> {
        PackedCells { rest: text }
    }

    /// True if there is no further value.
    fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// A text after its length.
    fn text(&mut self) -> Option<&'a str> {
        let (text, rest) = self.until(b':')?.parse().ok().and_then(|len| self.rest.split_at_checked(len))?;
        self.rest = rest;
        std::str::from_utf8(text).ok()
    }

    /// What comes before a sign, which is skipped.
    fn until(&mut self, sign: u8) -> Option<&'a str> {
        let end = self.rest.iter().position(|&byte| byte == sign)?;
        let text = std::str::from_utf8(&self.rest[..end]).ok()?;
        self.rest = &self.rest[end + 1..];
        Some(text)
    }
}

impl<'a> Iterator for PackedCells<'a> {
    type Item = Cell<'a>;

    /// The next value; none also where the text is not one of values.
    fn next(&mut self) -> Option<Cell<'a>> {
        let (&sign, rest) = self.rest.split_first()?;
        self.rest = rest;
        match sign {
            b'-' => Some(Cell::None),
            b'v' => Some(Cell::Unmatched),
            b't' => Some(Cell::Boolean(true)),
            b'f' => Some(Cell::Boolean(false)),
            b'i' => self.until(b';')?.parse().ok().map(Cell::Number),
            b'n' => self.until(b';')?.parse().ok().map(Cell::Sum),
            b'd' => u64::from_str_radix(self.until(b';')?, 16).ok().map(|bits| Cell::Float(f64::from_bits(bits))),
            b'e' => self.until(b';')?.parse().ok().map(Cell::Date),
            b's' => self.text().map(|text| Cell::Text(Cow::Borrowed(text))),
            b'm' => {
                let count: usize = self.until(b';')?.parse().ok()?;
                let mut text = || Some(self.next()?.text().into_owned());
                (0..count).map(|_| Some((text()?, text()?))).collect::<Option<_>>().map(Cell::Tags)
            }
            _ => None,
        }
    }
}

/// The rows in a text of packed values.
pub(super) fn packed_rows(rendered: &[u8], columns: usize) -> impl Iterator<Item = Result<Vec<Cell<'_>>, Message>> {
    let mut cells = PackedCells::new(rendered);
    std::iter::from_fn(move || {
        if cells.is_empty() {
            return None;
        }
        let row: Vec<_> = cells.by_ref().take(columns).collect();
        Some(if row.len() == columns { Ok(row) } else { Err(failed("a row has not all its values")) })
    })
}

/// Nothing of the user's is the cause of this.
pub(super) fn failed(error: impl Display) -> Message {
    Message::error("internal-error", format!("the rows cannot be encoded: {error}"))
        .help("please report this, with the query and the columns")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_out_as_they_went_in() {
        let text = |text: &str| Cell::Text(Cow::Owned(text.to_owned()));
        let cells = [
            Cell::None,
            Cell::Unmatched,
            Cell::Boolean(true),
            Cell::Boolean(false),
            Cell::Number(i64::MIN),
            Cell::Number(i64::MAX),
            Cell::Sum(i128::MAX),
            Cell::Tags(vec![("White".into(), "m2;s1:x".into()), ("".into(), "é".into())]),
            Cell::Float(-0.25),
            Cell::Date(-43_293),
            Cell::Float(f64::INFINITY),
            text(""),
            text("s3:abc;-v\n\0é♞\u{202e}"),
            Cell::None,
        ];
        let mut packed = String::new();
        cells.iter().for_each(|cell| push_cell(cell, &mut packed));
        assert_eq!(PackedCells::new(packed.as_bytes()).collect::<Vec<_>>(), cells);
        let mut packed = String::new();
        push_cell(&Cell::List(Cow::Owned(vec!["a1".into(), "b2".into()])), &mut packed);
        assert_eq!(PackedCells::new(packed.as_bytes()).collect::<Vec<_>>(), [text("a1 b2")]);
    }

    #[test]
    fn other_texts_have_no_values() {
        for text in ["x", "i12", "i1x;", "s5:abc", "s:abc", "d;", "s99999999999999999999:a", "m1;s1:a", "n;"] {
            assert_eq!(PackedCells::new(text.as_bytes()).next(), None, "{text}");
        }
    }
}
