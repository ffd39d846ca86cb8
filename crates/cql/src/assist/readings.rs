//! What a text means in each dialect, where both can read it and do not read the same.
//!
//! Whether they differ is decided by the syntax trees, from which types that nobody uses are taken out: not by the words
//! of the text, and not by how its filters are printed.

use crate::describe::{Described, describe};
use crate::dialect::Dialect;
use crate::print::print_braced;
use crate::read::{ParseOptions, header_dialect, parse, same_effect};

/// What a text means in a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// [`Dialect::Five`] or [`Dialect::Six`].
    pub dialect: Dialect,
    /// True if [`Dialect::Auto`] reads the text so.
    pub chosen: bool,
    /// The filters of the body with every brace that their reading implies, one a line.
    pub braced: String,
    /// The meaning, one line for each filter.
    pub words: Vec<Described>,
}

/// The two readings of a text, that of CQL 5 first; nothing if only one dialect can read it, if both read the same, or if
/// its header says which is meant. Takes as long as reading the text three times.
///
/// ```
/// # mod tabiya { pub mod syntax { pub use tabiya_cql::*; } }
/// use tabiya::syntax::assist::readings;
/// let both = readings("not check or mate");
/// assert_eq!(both.iter().map(|one| one.braced.as_str()).collect::<Vec<_>>(), ["not {check or mate}", "{not check} or mate"]);
/// assert!(readings("check mate").is_empty());
/// ```
pub fn readings(text: &str) -> Vec<Reading> {
    if header_dialect(text) != Dialect::Auto {
        return Vec::new();
    }
    let read = |dialect| parse(text, &ParseOptions { dialect, ..ParseOptions::default() }).script;
    let (Some(five), Some(six)) = (read(Dialect::Five), read(Dialect::Six)) else { return Vec::new() };
    if same_effect(&five, &six) {
        return Vec::new();
    }
    let chosen = parse(text, &ParseOptions::default()).dialect;
    let readings = [(Dialect::Five, five), (Dialect::Six, six)].map(|(dialect, script)| {
        let braced: Vec<String> = script.body.iter().map(|filter| print_braced(filter, dialect)).collect();
        Reading { dialect, chosen: chosen == dialect, braced: braced.join("\n"), words: describe(&script) }
    });
    readings.into()
}
