//! The results of searching a game.

use super::scratch::{Comment, SortValue};
use crate::ir::Constituent;
use std::sync::Arc;

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
    /// Their ids, from the first consumed to the last: their number is the length of the match. Those of a `path` begin
    /// with the position before its first move.
    pub positions: Vec<u32>,
    /// The filters that its constituents are made of, in the order of the text.
    pub constituents: Arc<[Constituent]>,
    /// With `SearchOptions::constituents`: for each of the positions, which of the constituents matched it, as an index
    /// into them. Of `path` it is the one that matched the move to that position, so its start has none, and neither have
    /// positions that moves outside its focus lead to.
    ///
    /// If the constituents could match the same positions in several ways, each repetition takes as many positions as it
    /// can, the earlier one first, as in regular expressions. Empty if it was not asked for, and for sequences with
    /// effects, which cannot be run a second time.
    pub matched_by: Vec<Option<u32>>,
}

impl Path {
    /// The positions in the order in which they were matched, divided where another constituent goes on: each part with
    /// the index of its constituent. A group that is repeated has parts for each of its iterations; what no constituent
    /// matched belongs to no part. Nothing without [`matched_by`](Path::matched_by).
    pub fn parts(&self) -> Vec<(u32, Vec<u32>)> {
        let mut parts: Vec<(u32, Vec<u32>)> = Vec::new();
        for (&position, constituent) in self.positions.iter().zip(&self.matched_by) {
            let Some(constituent) = *constituent else { continue };
            match parts.last_mut() {
                Some((last, positions)) if *last == constituent => positions.push(position),
                _ => parts.push((constituent, vec![position])),
            }
        }
        parts
    }
}

/// The positions that `find`, `next*` or `previous*` found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The filter: `find`, `next*` or `previous*`.
    pub filter: &'static str,
    /// Their ids, in the order in which they were found: all of them if the filter counts, otherwise the first.
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
    /// the body, in the order of the text.
    pub paths: Vec<Path>,
    /// With `SearchOptions::paths` and `SearchOptions::comments`: what the searches found that are conjuncts of the body
    /// and make comments, in the order of the text. Those with effects are left out, because they cannot be made a second
    /// time.
    pub found: Vec<Found>,
    /// The best value that each sort key had at this position, in the order of [`GameMatches::sort_values`].
    pub sort_values: Vec<Option<SortValue>>,
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
