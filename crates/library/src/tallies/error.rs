//! The error of what a tally is requested.

use crate::rows::UnknownColumn;
use std::{error, fmt};

/// The reason why there cannot be such a tally: a name that means nothing in its search, or a figure that cannot be made of the
/// values. [`TallyError::help`] names what is possible instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TallyError {
    /// A name is not a column's.
    UnknownColumn(UnknownColumn),
    /// An aggregate of this name is made of numbers, but its values are texts or squares.
    NoNumbers(String),
    /// Rates are requested, but the value of this name is not the same at all positions of a game.
    NoFact(String),
    /// Lines cannot be ordered by this name.
    UnknownOrder {
        /// The name.
        name: String,
        /// What they can be ordered by.
        known: Vec<String>,
    },
}

impl TallyError {
    /// The error. `option` is what comes before the names of options, such as `--`.
    pub fn text(&self, option: &str) -> String {
        match self {
            TallyError::UnknownColumn(error) => error.to_string(),
            TallyError::NoNumbers(name) => {
                format!("`{option}{name}` is made of numbers, but these values are texts or squares")
            }
            TallyError::NoFact(name) => {
                format!("{option}rate needs values that every game has, but `{name}` is not a fact of a game")
            }
            TallyError::UnknownOrder { name, .. } => format!("lines cannot be ordered by `{name}`"),
        }
    }

    /// Advice on what to write instead, with `option` as in [`text`](Self::text).
    pub fn help(&self, option: &str) -> String {
        match self {
            TallyError::UnknownColumn(error) => error.help(),
            TallyError::NoNumbers(_) => format!(
                "`#` counts squares, `int` makes a number of a text; {option}min and {option}max take texts as well"
            ),
            TallyError::NoFact(_) => format!(
                "count by a column such as eco, year or white, by a tag, or by an expression of these; or leave out {option}rate"
            ),
            TallyError::UnknownOrder { known, .. } => {
                format!("order them by one of {}; `asc` or `desc` may follow", known.join(", "))
            }
        }
    }
}

impl fmt::Display for TallyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(""))
    }
}

impl error::Error for TallyError {}
