//! The results of searching a game.

use super::scratch::{Comment, SortValue};
use crate::chess::MoveList;
use crate::game::Game;
use std::fmt;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The filter: `next`, `previous`, `line` or `path`.
    pub filter: &'static str,
    /// The value of the filter: the number of positions, of `path` the number of moves.
    pub length: i64,
    /// Their ids, from the first consumed to the last: their number is the length of the match.
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

    /// The moves of the sequence as a line of text with numbers: `23... Kg8 24. Nh6+ Kh7`. `moves` is memory that is used
    /// again.
    pub fn line(&self, game: &Game, moves: &mut MoveList) -> String {
        let mut text = String::new();
        for (i, node) in self.played(game).into_iter().enumerate() {
            if i > 0 {
                text.push(' ');
            }
            game.write_move(node, i == 0, moves, &mut text);
        }
        text
    }
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
    /// With [`SearchOptions::paths`](crate::SearchOptions::paths): the longest match from this position of each sequence filter that is a conjunct of
    /// the body, in the order of the text. Sequences with effects are left out, because they cannot be run a second
    /// time.
    pub paths: Vec<Path>,
    /// The best value that each sort key had at this position, in the order of [`GameMatches::sort_values`]; the header's
    /// `sort matchcount` has one value for the game.
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
