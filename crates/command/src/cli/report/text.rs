//! Small pieces of text: numbers with separators, plurals, text in markup.

pub(crate) use tabiya::printable::{count, thousands};

/// A text that HTML and SVG show as it is, in an element or in a quoted attribute.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
