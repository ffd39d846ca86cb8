//! Small pieces of text: numbers with separators, plurals.

pub(crate) use tabiya::printable::{count, thousands};
