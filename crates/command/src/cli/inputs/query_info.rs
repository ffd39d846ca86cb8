//! The command's data about each query: its name, its columns, the games it is put to, the destination of its results.

use tabiya::SortKey;

/// The command's data about a query.
#[derive(Clone, Debug)]
pub(crate) struct QueryInfo {
    /// From 1, in the order of the command line.
    pub(crate) number: usize,
    /// Its file, or a name in place of one.
    pub(crate) name: String,
    /// The names of the columns asked for.
    pub(crate) columns: Vec<String>,
    pub(crate) sort_keys: Vec<SortKey>,
    /// True if the games are wanted in which it matches nowhere.
    pub(crate) unmatched: bool,
    /// True if it wants no comment at all.
    pub(crate) silent: bool,
    /// The text that it puts at each match.
    pub(crate) match_string: String,
    /// The index of the destination of its results.
    pub(crate) sink: usize,
}

impl QueryInfo {
    /// Its number in keys that are compared byte by byte.
    pub(crate) fn place(&self) -> [u8; 4] {
        u32::try_from(self.number).unwrap_or(u32::MAX).to_be_bytes()
    }
}
