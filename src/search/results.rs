//! The results of searching a game.

use super::scratch::{Comment, SortValue};

/// The value of a selected column at a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// The filter failed or has no value.
    None,
    /// The filter is only true or false, and matched.
    True,
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// Squares in the order a1, b1 .. h8.
    Squares(Vec<String>),
    /// A position id.
    Position(u32),
}

/// The positions that a sequence filter consumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The filter: `next`, `previous`, `line` or `path`.
    pub filter: &'static str,
    /// The value of the filter: the number of positions, of `path` the number of moves.
    pub length: i64,
    /// Their ids, from the first consumed to the last: their number is the length of the match.
    pub positions: Vec<u32>,
}

/// A position that matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The number of the query among those searched together, from 0.
    pub query: usize,
    /// The position id.
    pub position: u32,
    /// The values of the selected columns, in their order.
    pub values: Vec<Value>,
    /// With `SearchOptions::paths`: the longest match from this position of each sequence filter that is a conjunct of
    /// the body, in the order of the text. Sequences with effects are left out, because they cannot be run a second
    /// time.
    pub paths: Vec<Path>,
    /// The best value that each sort key had at this position, in the order of [`GameMatches::sort_values`].
    pub sort_values: Vec<Option<SortValue>>,
}

impl Match {
    /// A match of which nothing is wanted but its position.
    #[inline]
    pub(super) fn bare(query: usize, position: u32) -> Match {
        Match { query, position, values: Vec::new(), paths: Vec::new(), sort_values: Vec::new() }
    }
}

/// The result of searching one game with one query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameMatches {
    /// The matching positions, in order of their ids.
    pub matches: Vec<Match>,
    /// Comments made at positions that match; only where they were asked for.
    pub comments: Vec<Comment>,
    /// The best value of each sort key, most important first; none where a key had no value.
    pub sort_values: Vec<Option<SortValue>>,
    /// Messages and accesses to files while the game was searched, in order.
    pub events: Vec<RunEvent>,
    /// Tags set by `settag`.
    pub tags: Vec<(String, String)>,
    /// Positions whose own comments `removecomment` takes away.
    pub removed_comments: Vec<u32>,
}

/// A message or an access to a file while a query runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEvent {
    /// A line that `message` prints.
    Message(String),
    /// `readfile` has read a file.
    FileRead {
        /// Its name.
        name: String,
        /// Its length.
        bytes: usize,
    },
    /// `writefile` has begun a file.
    FileOpened(String),
}
