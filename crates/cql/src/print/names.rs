//! The spellings of words.

use crate::ast::Family;

/// The word of a transform.
pub(crate) fn family_word(family: Family) -> &'static str {
    Family::WORDS.iter().find(|(_, one)| *one == family).map_or("", |(word, _)| word)
}
