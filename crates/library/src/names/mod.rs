//! Names of players: their normal form, by which spellings are compared, and tables of spellings.
//!
//! ```text
//! person   a name, taken apart
//! group    spellings that are probably those of one player
//! table    the files that say which name is meant by which spelling
//! ratings  tables of what players were rated at, and of their numbers at FIDE
//! ```

mod group;
mod person;
mod ratings;
mod table;

pub use group::{PlayerNames, Spelling, players};
pub use ratings::{Rated, Ratings};
pub use table::{NamesTable, NamesTableError, write_spellings};

/// A name that is looked for in any spelling.
#[derive(Debug)]
pub(crate) struct Wanted(person::Name);

impl Wanted {
    pub(crate) fn new(name: &str) -> Wanted {
        Wanted(person::Name::read(name))
    }

    /// True if this may be another spelling of it.
    pub(crate) fn may_be(&self, name: &str) -> bool {
        matches!(self.0, person::Name::Person { .. }) && self.0.may_be(&person::Name::read(name))
    }
}
