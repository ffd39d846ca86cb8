//! The syntax tree of filters about sequences and distant positions: `next`, `line`, `next*`, `find`.

use super::{Filter, Name, Range, Span};

/// A filter about a sequence of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sequence {
    /// The sequence filter.
    pub form: SequenceForm,
    /// Toward the root: `previous`, `line <--`.
    pub backward: bool,
    /// Bounds on the length of the longest match.
    pub range: Option<Range>,
    /// `nestban`
    pub nestban: bool,
    /// `shortest`: of the matches from a position the shortest counts.
    pub shortest: bool,
    /// `almost 2`: the number of differences that a match may have, from 1 to 9.
    pub almost: Option<u8>,
    /// Every other position: `next2`, `previous2`, `line singlecolor`.
    pub single_color: bool,
    /// `line firstmatch`
    pub first_match: bool,
    /// `line lastposition`: the value is the last position.
    pub last_position: bool,
    /// `line primary`
    pub primary: bool,
    /// `line secondary`
    pub secondary: bool,
    /// `line quiet`
    pub quiet: bool,
    /// The constituents, which must match one after the other.
    pub constituents: Vec<Constituent>,
}

/// The family of sequence filters that match positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SequenceForm {
    /// `next`, `next2`, `previous`, `previous2`
    #[default]
    Next,
    /// `line`
    Line,
}

/// A constituent of a sequence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constituent {
    /// The kind of constituent.
    pub kind: ConstituentKind,
    /// The place in the query text, the wildcard included.
    pub span: Span,
}

impl Constituent {
    /// The constituents directly inside it, in the order of the text.
    pub fn parts(&self) -> Vec<&Constituent> {
        match &self.kind {
            ConstituentKind::Filter(_) => Vec::new(),
            ConstituentKind::Group(parts) | ConstituentKind::AnyOrder(parts) => parts.iter().collect(),
            ConstituentKind::Either(lists) | ConstituentKind::Both(lists) => lists.iter().flatten().collect(),
            ConstituentKind::Repeat { of, .. } | ConstituentKind::Named { of, .. } => vec![of],
        }
    }

    /// True if it can match nothing at all. `filter`: whether one of its filters can.
    pub fn may_be_empty(&self, filter: &dyn Fn(&Filter) -> bool) -> bool {
        let empty = |part: &Constituent| part.may_be_empty(filter);
        match &self.kind {
            ConstituentKind::Filter(of) => filter(of),
            ConstituentKind::Group(parts) | ConstituentKind::AnyOrder(parts) => parts.iter().all(empty),
            ConstituentKind::Either(lists) => lists.iter().any(|list| list.iter().all(empty)),
            ConstituentKind::Both(lists) => lists.iter().flatten().all(empty),
            ConstituentKind::Repeat { of, low, .. } => *low == 0 || empty(of),
            ConstituentKind::Named { of, .. } => empty(of),
        }
    }

    /// The first `both` in it, if there is one.
    pub fn both(&self) -> Option<&Constituent> {
        match &self.kind {
            ConstituentKind::Both(_) => Some(self),
            _ => self.parts().into_iter().find_map(Constituent::both),
        }
    }

    /// The constituent without its name.
    pub fn unnamed(&self) -> &Constituent {
        match &self.kind {
            ConstituentKind::Named { of, .. } => of,
            _ => self,
        }
    }
}

/// The forms of constituents.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstituentKind {
    /// One filter for one position.
    Filter(Box<Filter>),
    /// `(A B)`
    Group(Vec<Constituent>),
    /// `either (A B) or (C)`: one of the sequences. Those that come first are tried first; at least two.
    Either(Vec<Vec<Constituent>>),
    /// `anyorder (A B (C D))`: all of them, each once, in any order. From 1 to [`MOST_IN_ANY_ORDER`].
    AnyOrder(Vec<Constituent>),
    /// `both (A B*) and (C)`: positions that all of the sequences match, from the first to the last; at least two.
    Both(Vec<Vec<Constituent>>),
    /// `A*` is 0 and no end, `A+` 1 and no end, `A?` 0 and 1, `A{2 3}` 2 and 3.
    Repeat {
        /// The constituent that is repeated.
        of: Box<Constituent>,
        /// The least number of times.
        low: u32,
        /// The greatest number of times.
        high: Option<u32>,
    },
    /// `name:=A`
    Named {
        /// The name, which several constituents may have.
        name: Name,
        /// The constituent that has it; never named itself.
        of: Box<Constituent>,
    },
}

/// The greatest number of members of `anyorder`: its automaton has a state for each set of members.
pub const MOST_IN_ANY_ORDER: usize = 8;

/// The greatest number of differences that `almost` allows.
pub const MOST_DIFFERENCES: u8 = 9;

/// A measure of a match: what the longest match of a sequence that starts at the current position says about the
/// positions of its constituents with a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MatchMeasure {
    /// The measure.
    pub which: Which,
    /// The name of the constituents.
    pub name: Name,
}

/// What a [`MatchMeasure`] asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// `first(name)`: the first position that they matched.
    First,
    /// `last(name)`: the last one.
    Last,
    /// `count(name)`: how many positions they matched.
    Count,
}

impl Which {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Which::First => "first",
            Which::Last => "last",
            Which::Count => "count",
        }
    }
}

/// `next*`, `previous*`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reach {
    /// Toward the root.
    pub backward: bool,
    /// The number of positions that must match; the filter is then a number.
    pub range: Option<Range>,
    /// The greatest distance, in moves.
    pub depth: Option<u32>,
    /// The filter that is looked for.
    pub body: Box<Filter>,
}

/// `find`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Find {
    /// No automatic comments.
    pub quiet: bool,
    /// `all`: count every one, at least one.
    pub all: bool,
    /// Toward the root.
    pub backward: bool,
    /// The number of positions that must match; the filter is then a number.
    pub range: Option<Range>,
    /// The filter that is looked for.
    pub body: Box<Filter>,
}
