//! The syntax tree of moves written with dashes (`R--e4`, `[x]`) and of `path`.

use super::{Constituent, Filter, Pieces, Range};

/// A move written with a dash: `K--g1`, `P[x]`, `--=Q(check)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dash {
    /// `[x]`: captures only.
    pub capture: bool,
    /// The square on which the move starts.
    pub left: Option<Box<Filter>>,
    /// The square on which it ends; for `[x]`, the square of the captured piece.
    pub right: Option<Box<Filter>>,
    /// The role that the pawn must be promoted to.
    pub promotion: Option<Promotion>,
    /// The filters that must match after the move, in order; the last one gives the value.
    pub target: Vec<Filter>,
}

/// The promotion that a dash asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// `=.`: any.
    Any,
    /// `=Q`: roles of either colour.
    Pieces(Pieces),
    /// `="QR"`: letters of roles, evaluated before the move.
    Text(Box<Filter>),
}

/// `path`: a sequence of moves. Its constituents are moves (filters of kind [`Kind::Dash`](super::Kind::Dash)) and
/// filters that hold at the position reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    /// Bounds on its value.
    pub range: Option<Range>,
    /// `nestban`
    pub nestban: bool,
    /// `shortest`: of the matches from a position the shortest counts.
    pub shortest: bool,
    /// `almost 2`: the number of differences that a match may have, from 1 to 9.
    pub almost: Option<u8>,
    /// `firstmatch`
    pub first_match: bool,
    /// `lastposition`: the value is the last position.
    pub last_position: bool,
    /// `primary`: first moves only.
    pub primary: bool,
    /// `singlecolor`: in focus are the pieces of the side to move.
    pub single_color: bool,
    /// `quiet`
    pub quiet: bool,
    /// `verbose`
    pub verbose: bool,
    /// `keepallbest`
    pub keep_all_best: bool,
    /// `piecepath`
    pub piece_path: bool,
    /// `title "text"`
    pub title: Option<String>,
    /// `focus S`, `focus capture S`
    pub focus: Option<Focus>,
    /// `max F`
    pub max: Option<Box<Filter>>,
    /// The constituents, which must match one after the other.
    pub constituents: Vec<Constituent>,
}

/// The pieces whose moves a `path` is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Focus {
    /// Captures of these pieces also count.
    pub capture: bool,
    /// The squares on which the pieces in focus stand at the start.
    pub set: Box<Filter>,
}
