//! The signs of the language, and the Unicode characters that stand for words and signs.

/// The meaning of a Unicode character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glyph {
    /// A reserved word.
    Word(&'static str),
    /// A sign.
    Sign(&'static str),
    /// `[x]`
    CaptureDash,
    /// Half of `--`.
    Bar,
}

/// The meaning of a special character that is not a piece.
pub(super) fn glyph(c: char) -> Option<Glyph> {
    use Glyph::{Bar, CaptureDash, Sign, Word};
    Some(match c {
        '\u{25A6}' => Sign("."),
        '\u{00D7}' => CaptureDash,
        '\u{2015}' => Bar,
        '\u{222A}' => Sign("|"),
        '\u{2229}' => Sign("&"),
        '\u{2264}' => Sign("<="),
        '\u{2265}' => Sign(">="),
        '\u{2260}' => Sign("!="),
        '\u{2190}' => Sign("<-"),
        '\u{2192}' => Sign("->"),
        '\u{22A2}' => Word("path"),
        '\u{25CE}' => Word("focus"),
        '\u{2219}' => Word("currentposition"),
        '\u{2735}' => Word("flip"),
        '\u{2B13}' => Word("flipcolor"),
        '\u{2200}' => Sign("[forall]"),
        '\u{220A}' => Sign("[element]"),
        '\u{227A}' => Sign("[<]"),
        '\u{227B}' => Sign("[>]"),
        '\u{227C}' => Sign("[<=]"),
        '\u{227D}' => Sign("[>=]"),
        _ => return None,
    })
}

/// All signs; the first that fits is taken.
pub(super) const SIGNS: [&str; 50] = [
    "[element]",
    "[forall]",
    "-->",
    "<--",
    "{*}",
    "{+}",
    "->",
    "<-",
    "~~",
    "<=",
    ">=",
    "==",
    "!=",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
    "|=",
    "&=",
    "[<]",
    "[<=]",
    "[>]",
    "[>=]",
    "=?",
    ":=",
    "[]",
    "+",
    "-",
    "*",
    "/",
    "=",
    ">",
    "<",
    ".",
    "(",
    ")",
    "{",
    "}",
    "|",
    "?",
    ":",
    "#",
    "~",
    "&",
    "%",
    ",",
    "[",
    "]",
    "\\",
];

/// Operators of other languages, and what to write instead.
pub(super) const FOREIGN: [(&str, &str); 3] = [
    ("&&", "leave it out, because filters in a row must all match, or write `and`"),
    ("||", "write `or`"),
    ("<>", "write `!=`"),
];
