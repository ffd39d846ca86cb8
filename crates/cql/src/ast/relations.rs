//! The syntax tree of filters that relate positions to each other: `echo`, `consecutivemoves`.

use super::{Filter, Name, Range};

/// `echo quiet (x y) in all F`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Echo {
    /// No comments of its own.
    pub quiet: bool,
    /// The variable that holds the position where it is evaluated.
    pub source: Name,
    /// The variable that goes over the positions of the game.
    pub target: Name,
    /// `in all`: the source is also a target.
    pub all: bool,
    /// The filter that must match at the target.
    pub body: Box<Filter>,
}

/// `consecutivemoves quiet 2 9 (x y)`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommonMoves {
    /// No comments.
    pub quiet: bool,
    /// The number of moves in common; at least one if absent.
    pub range: Option<Range>,
    /// A position variable.
    pub first: Name,
    /// Another one.
    pub second: Name,
}
