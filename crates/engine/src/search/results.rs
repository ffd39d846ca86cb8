//! The results of searching a game.

use super::error::RunError;
use super::scratch::{Comment, SortValue};
use crate::chess::{Move, MoveList};
use crate::game::Game;
use crate::ir::Constituent;
use crate::syntax::ast::Span;
use std::fmt::{self, Write as _};
use std::ops::{Deref, DerefMut};
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

/// As people read it: `a1 b1`, `12`, `true`; nothing where there is no value.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::None => Ok(()),
            Value::True => f.write_str("true"),
            Value::Number(n) => n.fmt(f),
            Value::Text(text) => f.write_str(text),
            Value::Squares(squares) => f.write_str(&squares.join(" ")),
            Value::Position(id) => id.fmt(f),
        }
    }
}

/// The type of the values that an expression has, known before the first game. Any of them may be [`Value::None`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// [`Value::True`] where the filter matches.
    Boolean,
    /// [`Value::Number`]
    Number,
    /// [`Value::Text`]
    Text,
    /// [`Value::Squares`]
    Squares,
    /// [`Value::Position`]
    Position,
}

/// The positions that a sequence filter consumed.
///
/// ```
/// use tabiya::{Game, Query};
///
/// let game = Game::from_pgn("1. f3 e5 2. g4 Qh4# 0-1");
/// let found = Query::parse("next (not check* mate)")?.matches(&game)?.next().expect("a match");
/// let path = found.sequence().expect("a sequence");
/// assert_eq!((path.filter, path.length, path.positions.as_slice()), ("next", 5, &[0, 1, 2, 3, 4][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The filter: `next`, `previous`, `line` or `path`.
    pub filter: &'static str,
    /// The value of the filter: the number of positions, of `path` the number of moves.
    pub length: i64,
    /// Their ids, from the first consumed to the last: their number is the length of the match. Those of a `path` begin
    /// with the position before its first move.
    pub positions: Vec<u32>,
    /// Of a `path` with `focus`: those of its positions to which moves outside the focus lead, in the same order.
    pub passed_over: Vec<u32>,
    /// The filters that its constituents are made of, in the order of the text.
    pub constituents: Arc<[Constituent]>,
    /// The places of these filters in the query. If the same sequence stands there twice, they are those of the first one.
    pub spans: Arc<[Span]>,
    /// With `SearchOptions::constituents`: for each of the positions, which of the constituents matched it, as an index
    /// into them. Of `path` it is the one that matched the move to that position, so its start has none, and neither have
    /// positions that moves outside its focus lead to.
    ///
    /// If the constituents could match the same positions in several ways, each repetition takes as many positions as it
    /// can, the earlier one first, as in regular expressions. Empty if it was not requested, and for sequences with
    /// effects, which cannot be run a second time.
    pub matched_by: Vec<Option<u32>>,
    /// With `almost`, and asked for likewise: those of its positions that differ from the sequence, in the same order. Each
    /// of them has the constituent that should have held there, or none if it is one too many. Each one left out has no
    /// position.
    pub differs: Vec<u32>,
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

impl Path {
    /// The name of a constituent, if it has one; of several, the innermost.
    pub fn constituent_name(&self, constituent: u32) -> Option<&str> {
        self.constituents.get(constituent as usize)?.names.last().map(String::as_str)
    }

    /// The constituents with their positions as text: `start:12 quiet:13-17 3:18`, with numbers from 1 for those without a
    /// name.
    pub fn constituents_text(&self) -> String {
        let mut text = String::new();
        for (constituent, positions) in self.parts() {
            if !text.is_empty() {
                text.push(' ');
            }
            match self.constituent_name(constituent) {
                Some(name) => text.push_str(name),
                None => drop(write!(text, "{}", constituent + 1)),
            }
            let (first, last) = (positions.first().copied().unwrap_or(0), positions.last().copied().unwrap_or(0));
            let in_a_row = |up: u32, down: u32| positions.windows(2).all(|pair| pair[0] + up == pair[1] + down);
            match positions.as_slice() {
                [only] => drop(write!(text, ":{only}")),
                _ if in_a_row(1, 0) || in_a_row(0, 1) => drop(write!(text, ":{first}-{last}")),
                _ => {
                    let ids: Vec<String> = positions.iter().map(u32::to_string).collect();
                    let _ = write!(text, ":{}", ids.join(","));
                }
            }
        }
        text
    }
}

/// The positions that `find`, `next*` or `previous*` found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The filter: `find`, `next*` or `previous*`.
    pub filter: &'static str,
    /// Their ids, in the order in which they were found: all of them if the filter counts, otherwise the first.
    pub positions: Vec<u32>,
}

impl Path {
    /// The positions that the moves of the sequence lead to, in the order in which they were played; `game` is the game that
    /// was searched.
    pub fn played(&self, game: &Game) -> Vec<u32> {
        let mut positions = self.positions.clone();
        positions.sort_by_key(|&node| game.tree().node(node).ply);
        positions.drain(..positions.len().min(1));
        positions
    }

    /// The same without the moves that a `path` with `focus` passed over.
    pub fn played_in_focus(&self, game: &Game) -> Vec<u32> {
        let mut positions = self.played(game);
        // A path goes forward, so that ids grow along it.
        positions.retain(|node| self.passed_over.binary_search(node).is_err());
        positions
    }

    /// The moves of the sequence as a line of text with numbers: `23... Kg8 24. Nh6+ Kh7`. `moves` is memory that is used
    /// again.
    pub fn line(&self, game: &Game, moves: &mut MoveList) -> String {
        let mut text = String::new();
        game.write_moves(&self.played(game), moves, &mut text);
        text
    }
}

/// A position that matches. Most searches want no [details](MatchDetails) of it, and one without them takes little memory; what
/// details there are can be read from the match itself.
#[derive(Clone, Debug)]
pub struct Match {
    /// The number of the query among those searched together, from 0.
    pub query: usize,
    /// The position id.
    pub position: u32,
    /// The best value that each sort key had at this position, in the order of [`GameMatches::sort_values`]; the header's
    /// `sort matchcount` has one value for the game.
    pub sort_values: Vec<Option<SortValue>>,
    /// None if all of them are empty.
    pub(super) details: Option<Box<MatchDetails>>,
}

/// The data of a match in addition to its position, as far as it was requested.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchDetails {
    /// The values of the selected columns, in their order.
    pub values: Vec<Value>,
    /// With `SearchOptions::paths`: the longest match from this position of each sequence filter that is a conjunct of
    /// the body, in the order of the text.
    pub paths: Vec<Path>,
    /// With `SearchOptions::paths`: the first move that a `move` filter or a dash among the conjuncts of the body finds from
    /// this position, if the query says something of it (`move from Q`, `move legal : mate`). It need not have been played.
    /// None in games of variants with their own rules, and for filters with effects.
    pub found_move: Option<Move>,
    /// With `SearchOptions::paths` and `SearchOptions::comments`: what the searches found that are conjuncts of the body
    /// and make comments, in the order of the text. Those with effects are left out, because they cannot be made a second
    /// time.
    pub reached: Vec<Reached>,
}

/// The details of a match that has none.
static NONE: MatchDetails = MatchDetails::NONE;

impl MatchDetails {
    pub(super) const NONE: MatchDetails =
        MatchDetails { values: Vec::new(), paths: Vec::new(), found_move: None, reached: Vec::new() };
}

impl Match {
    /// A match of which nothing is wanted but its position.
    #[inline]
    pub fn bare(query: usize, position: u32) -> Match {
        Match { query, position, sort_values: Vec::new(), details: None }
    }
}

impl Deref for Match {
    type Target = MatchDetails;

    fn deref(&self) -> &MatchDetails {
        self.details.as_deref().unwrap_or(&NONE)
    }
}

impl DerefMut for Match {
    fn deref_mut(&mut self) -> &mut MatchDetails {
        self.details.get_or_insert_default()
    }
}

impl PartialEq for Match {
    fn eq(&self, other: &Match) -> bool {
        let key = |found: &Match| (found.query, found.position);
        key(self) == key(other) && self.sort_values == other.sort_values && **self == **other
    }
}

/// The result of searching one game with one query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameMatches {
    /// The matching positions, in order of their ids.
    pub matches: Vec<Match>,
    /// Comments made at positions that match; only where they were requested.
    pub comments: Vec<Comment>,
    /// The best value of each sort key, most important first; none where a key had no value.
    pub sort_values: Vec<Option<SortValue>>,
    /// Messages and accesses to files while the game was searched, in order.
    pub events: Vec<RunEvent>,
    /// Tags set by `settag`, and those that `removetag` takes away, which have no value.
    pub tags: Vec<(String, Option<String>)>,
    /// Positions whose own comments `removecomment` takes away.
    pub removed_comments: Vec<u32>,
    /// Why the comments that are wanted are left out: only they met this error, so the matches stand.
    pub comment_error: Option<Box<RunError>>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constituents_as_text() {
        let named = |names: &[&str]| Constituent {
            names: names.iter().map(|&name| name.to_owned()).collect(),
            text: String::new(),
        };
        let path = |positions: &[u32], matched_by: &[Option<u32>]| Path {
            filter: "next",
            length: positions.len() as i64,
            positions: positions.to_vec(),
            passed_over: Vec::new(),
            constituents: vec![named(&["all", "start"]), named(&["quiet"]), named(&[])].into(),
            spans: vec![Span::default(); 3].into(),
            matched_by: matched_by.to_vec(),
            differs: Vec::new(),
        };
        let forward = path(&[3, 4, 5, 9], &[Some(0), Some(1), Some(1), Some(2)]);
        assert_eq!(forward.constituents_text(), "start:3 quiet:4-5 3:9");
        let backward = path(&[9, 8, 5, 3, 2], &[Some(1), Some(1), Some(2), None, Some(2)]);
        assert_eq!(backward.constituents_text(), "quiet:9-8 3:5,2");
    }
}
