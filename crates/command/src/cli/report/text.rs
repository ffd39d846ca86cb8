//! Small pieces of text: numbers with separators, plurals, text in markup, signs of glyphs.

use tabiya::game::nag_sign;

pub(crate) use tabiya::printable::{count, thousands};

/// A text that HTML and SVG show as it is, in an element or in a quoted attribute.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A numeric annotation glyph as its sign, or as its number: `!?`, `$99`.
pub(crate) fn nag_text(nag: u32) -> String {
    nag_sign(nag).map_or_else(|| format!("${nag}"), str::to_owned)
}
