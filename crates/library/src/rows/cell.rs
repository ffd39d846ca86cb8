//! The value of a column in a row, in the forms in which people and programs read it.

use crate::printable::push_json;
use crate::search::{Path, SortValue, Value};
use chrono::NaiveDate;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};

/// The bytes that a value takes in addition to its text.
const CELL_BYTES: usize = 48;

/// The value of a column in a row.
///
/// ```
/// use tabiya::rows::Cell;
///
/// assert_eq!((Cell::from("Tal").text(), Cell::from(7_u32).text(), Cell::None.text()), ("Tal".into(), "7".into(), "".into()));
/// assert_eq!(Cell::List(["e4", "d5"].map(String::from).to_vec().into()).text(), "e4 d5");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Cell<'a> {
    /// There is no value.
    #[default]
    None,
    /// A filter does not match: false where truths are expected, otherwise no value.
    Unmatched,
    /// A truth.
    Boolean(bool),
    /// A number.
    Number(i64),
    /// A sum, which may be too large for a column of numbers: there it is no value then.
    Sum(i128),
    /// A fraction. It is a number in the sense of arithmetic.
    Float(f64),
    /// A day of the calendar, as the number of days since 1 January 1970.
    Date(i32),
    /// A text.
    Text(Cow<'a, str>),
    /// Several texts, such as the names of squares in the order a1, b1 .. h8.
    List(Cow<'a, [String]>),
    /// Texts by their names.
    Tags(Vec<(String, String)>),
    /// A sequence, of which it is told which constituent matched which positions.
    Constituents(&'a Path),
}

/// No fraction is made that does not equal itself.
impl Eq for Cell<'_> {}

/// Keys of counts are not fractions, and other values that are equal have equal texts.
impl Hash for Cell<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Cell::Number(n) => n.hash(state),
            other => other.text().hash(state),
        }
    }
}

impl<'a> From<&'a Value> for Cell<'a> {
    fn from(value: &'a Value) -> Cell<'a> {
        match value {
            Value::None => Cell::Unmatched,
            Value::True => Cell::Boolean(true),
            Value::Number(n) => Cell::Number(*n),
            Value::Position(id) => Cell::Number(i64::from(*id)),
            Value::Text(text) => Cell::Text(Cow::Borrowed(text)),
            Value::Squares(squares) => Cell::List(Cow::Borrowed(squares)),
        }
    }
}

impl<'a> From<&'a SortValue> for Cell<'a> {
    fn from(value: &'a SortValue) -> Cell<'a> {
        match value {
            SortValue::Number(n) => Cell::Number(*n),
            SortValue::Text(text) => Cell::Text(Cow::Borrowed(text)),
        }
    }
}

impl From<u64> for Cell<'_> {
    fn from(number: u64) -> Self {
        Cell::Number(number.cast_signed())
    }
}

impl From<u32> for Cell<'_> {
    fn from(number: u32) -> Self {
        Cell::Number(i64::from(number))
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Cell<'a> {
        Cell::Text(Cow::Borrowed(text))
    }
}

impl Cell<'_> {
    /// The same value with a lifetime of its own: texts are copied, and constituents become text. [`Cell::Unmatched`] becomes
    /// [`Cell::None`]; columns of booleans make it `false` before.
    pub fn into_owned(self) -> Cell<'static> {
        match self {
            Cell::None | Cell::Unmatched => Cell::None,
            Cell::Boolean(truth) => Cell::Boolean(truth),
            Cell::Number(n) => Cell::Number(n),
            Cell::Sum(n) => Cell::Sum(n),
            Cell::Float(x) => Cell::Float(x),
            Cell::Date(day) => Cell::Date(day),
            Cell::Text(text) => Cell::Text(Cow::Owned(text.into_owned())),
            Cell::List(list) => Cell::List(Cow::Owned(list.into_owned())),
            Cell::Tags(tags) => Cell::Tags(tags),
            Cell::Constituents(path) => Cell::Text(Cow::Owned(path.constituents_text())),
        }
    }

    /// The value as tables show it: sets of squares as `a1 b1`, days as `1851-06-21`, tags as JSON, and nothing where there is no value.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Cell::None | Cell::Unmatched => Cow::Borrowed(""),
            Cell::Boolean(truth) => Cow::Borrowed(if *truth { "true" } else { "false" }),
            Cell::Number(n) => Cow::Owned(n.to_string()),
            Cell::Sum(n) => Cow::Owned(n.to_string()),
            Cell::Float(x) => Cow::Owned(x.to_string()),
            Cell::Date(day) => NaiveDate::from_epoch_days(*day).map(|day| day.to_string()).unwrap_or_default().into(),
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::List(list) => Cow::Owned(list.join(" ")),
            Cell::Tags(_) => {
                let mut json = String::new();
                self.push_json(&mut json);
                Cow::Owned(json)
            }
            Cell::Constituents(path) => Cow::Owned(path.constituents_text()),
        }
    }

    /// Appends the value as JSON: lists of texts as arrays, tags as an object, and null where there is no value. Anything that a
    /// terminal must not see is escaped.
    pub fn push_json(&self, out: &mut String) {
        // Writing to memory does not fail.
        let _ = match self {
            Cell::None | Cell::Unmatched => out.write_str("null"),
            Cell::Boolean(truth) => write!(out, "{truth}"),
            Cell::Number(n) => write!(out, "{n}"),
            Cell::Sum(n) => write!(out, "{n}"),
            Cell::Float(x) => write!(out, "{x}"),
            Cell::Text(_) | Cell::Date(_) => {
                push_json(&self.text(), out);
                Ok(())
            }
            Cell::List(list) => push_all(list.iter(), "[]", out, |text, out| push_json(text, out)),
            Cell::Tags(tags) => push_all(tags.iter(), "{}", out, |(name, value), out| {
                push_json(name, out);
                out.push(':');
                push_json(value, out);
            }),
            Cell::Constituents(path) => push_constituents(path, out),
        };
    }

    /// Its place relative to another value of its column: numbers by their size, all others by their texts, byte by byte.
    pub fn compare(&self, other: &Cell<'_>) -> Ordering {
        match (self, other) {
            (Cell::Number(a), Cell::Number(b)) => a.cmp(b),
            _ => self.text().cmp(&other.text()),
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        CELL_BYTES
            + match self {
                Cell::Text(text) => text.len(),
                Cell::List(list) => list.iter().map(|text| CELL_BYTES + text.len()).sum(),
                Cell::Tags(tags) => tags.iter().map(|(name, value)| CELL_BYTES + name.len() + value.len()).sum(),
                _ => 0,
            }
    }
}

/// Appends an array or an object.
fn push_all<T>(
    parts: impl Iterator<Item = T>,
    braces: &str,
    out: &mut String,
    mut push: impl FnMut(T, &mut String),
) -> fmt::Result {
    out.push_str(&braces[..1]);
    for (i, part) in parts.enumerate() {
        if i > 0 {
            out.push(',');
        }
        push(part, out);
    }
    out.write_str(&braces[1..])
}

/// `[{"constituent":1,"name":"start","positions":[12]},...]`; `null` where nothing is known. Tests:
/// `tests/command/cli/rows.rs`.
fn push_constituents(path: &Path, out: &mut String) -> fmt::Result {
    if path.matched_by.is_empty() && !path.positions.is_empty() {
        return out.write_str("null");
    }
    push_all(path.parts().into_iter(), "[]", out, |(constituent, positions), out| {
        let _ = write!(out, "{{\"constituent\":{},\"name\":", constituent + 1);
        path.constituent_name(constituent).map_or(Cell::None, Cell::from).push_json(out);
        let ids: Vec<String> = positions.iter().map(u32::to_string).collect();
        let _ = write!(out, ",\"positions\":[{}]}}", ids.join(","));
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let check = |value: Value, expected: &str| {
            let mut out = String::new();
            Cell::from(&value).push_json(&mut out);
            assert_eq!(out, expected);
        };
        check(Value::None, "null");
        check(Value::True, "true");
        check(Value::Number(-3), "-3");
        check(Value::Text("a \"b\"\n\\ é".into()), r#""a \"b\"\n\\ é""#);
        check(Value::Squares(Vec::new()), "[]");
        check(Value::Squares(vec!["a1".into(), "h8".into()]), r#"["a1","h8"]"#);
        check(Value::Position(7), "7");
    }

    #[test]
    fn tags_are_an_object() {
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let tags = Cell::Tags(vec![tag("White", "A \"x\""), tag("Annotator", "\u{202e}")]);
        assert_eq!(tags.text(), r#"{"White":"A \"x\"","Annotator":"\u202e"}"#);
        assert_eq!(Cell::Tags(Vec::new()).text(), "{}");
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        // 1970 begins with day 0; 1968 was a leap year, and 1969 was not.
        for (day, text) in [(0, "1970-01-01"), (-1, "1969-12-31"), (-366 - 365, "1968-01-01"), (59, "1970-03-01")] {
            assert_eq!(Cell::Date(day).text(), text);
        }
        let mut json = String::new();
        Cell::Date(0).push_json(&mut json);
        assert_eq!(json, "\"1970-01-01\"");
        assert!(Cell::Date(-1).compare(&Cell::Date(0)).is_lt());
    }

    #[test]
    fn values_are_ordered() {
        let mut values = [10, 9, -1].map(Cell::Number);
        values.sort_by(Cell::compare);
        assert_eq!(values, [-1, 9, 10].map(Cell::Number));
    }
}
