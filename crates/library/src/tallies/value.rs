//! A value that is counted, or that figures are made of.

use crate::rows::Cell;
use crate::search::Value;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The bytes that a value takes beside its text.
const VALUE_BYTES: usize = 48;

/// A value that is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum TallyValue {
    /// There is none: a filter failed, or a game lacks a tag.
    #[default]
    None,
    /// A truth.
    Truth(bool),
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// Squares in the order a1, b1 .. h8.
    Squares(Vec<String>),
}

impl TallyValue {
    /// As people read it: `a1 b1`, `12`, `true`; nothing where there is no value.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            TallyValue::None => Cow::Borrowed(""),
            TallyValue::Truth(truth) => Cow::Borrowed(if *truth { "true" } else { "false" }),
            TallyValue::Number(n) => Cow::Owned(n.to_string()),
            TallyValue::Text(text) => Cow::Borrowed(text),
            TallyValue::Squares(squares) => Cow::Owned(squares.join(" ")),
        }
    }

    /// Its place beside another one: numbers by their size, all others by their texts, byte by byte.
    pub fn compare(&self, other: &TallyValue) -> Ordering {
        match (self, other) {
            (TallyValue::Number(a), TallyValue::Number(b)) => a.cmp(b),
            _ => self.text().cmp(&other.text()),
        }
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        VALUE_BYTES
            + match self {
                TallyValue::Text(text) => text.len(),
                TallyValue::Squares(squares) => squares.iter().map(|square| VALUE_BYTES + square.len()).sum(),
                TallyValue::None | TallyValue::Truth(_) | TallyValue::Number(_) => 0,
            }
    }
}

impl From<&Value> for TallyValue {
    fn from(value: &Value) -> TallyValue {
        match value {
            Value::None => TallyValue::None,
            Value::True => TallyValue::Truth(true),
            Value::Number(n) => TallyValue::Number(*n),
            Value::Position(id) => TallyValue::Number(i64::from(*id)),
            Value::Text(text) => TallyValue::Text(text.clone()),
            Value::Squares(squares) => TallyValue::Squares(squares.clone()),
        }
    }
}

impl From<Cell<'_>> for TallyValue {
    fn from(cell: Cell<'_>) -> TallyValue {
        match cell {
            Cell::None => TallyValue::None,
            Cell::Boolean(truth) => TallyValue::Truth(truth),
            Cell::Number(n) => TallyValue::Number(n),
            Cell::Value(value) => TallyValue::from(value),
            Cell::Float(_) | Cell::Text(_) | Cell::Constituents(_) => TallyValue::Text(cell.text().into_owned()),
        }
    }
}

/// The order of values by the first in which they differ.
pub(super) fn by_values(a: &[TallyValue], b: &[TallyValue]) -> Ordering {
    let mut orders = a.iter().zip(b).map(|(a, b)| a.compare(b));
    orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered() {
        let mut values = [10, 9, -1].map(TallyValue::Number);
        values.sort_by(TallyValue::compare);
        assert_eq!(values, [-1, 9, 10].map(TallyValue::Number));
        let pair = |text: &str| [TallyValue::None, TallyValue::Text(text.into())];
        assert!(by_values(&pair("b"), &pair("a")).is_gt());
    }
}
