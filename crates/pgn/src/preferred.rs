//! Names of players as they are preferred to be read: a table of other spellings, by which a game is read.

use std::collections::HashMap;

/// Spellings of names, each with the name that is read in its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreferredNames(HashMap<Box<str>, Box<str>>);

impl PreferredNames {
    /// The name that is read in place of one in normal form ([`Game::player`](crate::Game::player)).
    pub fn of(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|name| &**name)
    }

    /// The number of spellings.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts the name of the player at the end of some names in place of what stands there from a byte on.
    pub(crate) fn put(&self, names: &mut String, start: usize) {
        if let Some(name) = self.of(&names[start..]) {
            names.truncate(start);
            names.push_str(name);
        }
    }
}

/// Spellings and names, both in normal form.
impl FromIterator<(String, String)> for PreferredNames {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(pairs: I) -> PreferredNames {
        let boxed = |(spelling, name): (String, String)| (spelling.into_boxed_str(), name.into_boxed_str());
        PreferredNames(pairs.into_iter().map(boxed).collect())
    }
}
