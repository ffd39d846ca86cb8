//! The spellings of directions and types.

use super::ast::Type;

/// Directions as masks over [`super::ast::DIRECTIONS`].
const DIRECTION_WORDS: [(&str, u8); 15] = [
    ("right", 0b0000_0001),
    ("northeast", 0b0000_0010),
    ("up", 0b0000_0100),
    ("northwest", 0b0000_1000),
    ("left", 0b0001_0000),
    ("southwest", 0b0010_0000),
    ("down", 0b0100_0000),
    ("southeast", 0b1000_0000),
    ("vertical", 0b0100_0100),
    ("horizontal", 0b0001_0001),
    ("orthogonal", 0b0101_0101),
    ("diagonal", 0b1010_1010),
    ("maindiagonal", 0b0010_0010),
    ("offdiagonal", 0b1000_1000),
    ("anydirection", 0b1111_1111),
];

/// The directions that a word names.
pub(super) fn directions(word: &str) -> Option<u8> {
    DIRECTION_WORDS.iter().find(|(spelling, _)| *spelling == word).map(|&(_, mask)| mask)
}

/// The words that name directions, given as a mask over [`super::ast::DIRECTIONS`].
pub fn direction_words(mask: u8) -> String {
    if let Some((word, _)) = DIRECTION_WORDS.iter().find(|(_, one)| *one == mask) {
        return (*word).to_owned();
    }
    let words = DIRECTION_WORDS[..8].iter().filter(|(_, one)| mask & one != 0).map(|(word, _)| *word);
    words.collect::<Vec<_>>().join(" ")
}

/// Type names as they stand in messages.
pub(super) fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Logical => "logical",
        Type::Number => "a number",
        Type::Set => "a set",
        Type::Position => "a position",
        Type::Text => "a text",
    }
}
