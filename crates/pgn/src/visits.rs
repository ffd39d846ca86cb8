//! What pgn-reader has shown of a game.

use crate::GameResult;
use pgn_reader::SanPlus;
use std::ops::Range;

/// What pgn-reader has shown of a game so far. A game is built in pre-order, in which variations come after the line that
/// they leave, so the visits wait until all of them are there.
#[derive(Debug, Default)]
pub struct Visits {
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) list: Vec<Visit>,
    /// The text of all comments.
    pub(crate) text: String,
    /// A comment of which the end is still to come.
    pub(crate) partial: Vec<u8>,
    /// The places of variations that are open, in `list`.
    pub(crate) open: Vec<usize>,
}

/// One visit.
#[derive(Clone, Debug)]
pub(crate) enum Visit {
    Move(SanPlus),
    Nag(u32),
    /// The place of a comment in [`Visits::text`].
    Comment(Range<usize>),
    /// A variation, with the place of its end in the list, if it is closed.
    Open(Option<usize>),
    Close,
    Result(GameResult),
}

impl Visits {
    /// The text of a comment, if the visit at this place is one.
    pub(crate) fn comment(&self, at: usize) -> Option<&str> {
        match &self.list[at] {
            Visit::Comment(range) => Some(&self.text[range.clone()]),
            _ => None,
        }
    }
}
