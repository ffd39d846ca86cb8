//! The typed form of filters about other positions: sequences, paths, `next*`, `find`.

use super::ids::{BoolId, NumId, SequenceId, SetId};
use super::value::RangeIr;
use crate::syntax::ast::{Span, Which};
use std::sync::Arc;
use tabiya_automata::Pattern;

/// `next*`, `previous*` and counting `find`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ReachIr {
    pub(crate) backward: bool,
    pub(crate) range: Option<RangeIr>,
    pub(crate) depth: Option<u32>,
    pub(crate) body: BoolId,
    /// True if the automatic comment is `Found i of n`, as `find` makes it, and not the one of `next*`.
    pub(crate) find: bool,
    pub(crate) quiet: bool,
}

/// A search among the conjuncts of a body, of which it is shown what it found.
#[derive(Clone, Debug)]
pub(crate) struct SearchedIr {
    pub(crate) reach: ReachIr,
    /// True if all positions are requested, and not the first one alone.
    pub(crate) all: bool,
}

/// `find` that yields the first position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FoundIr {
    pub(crate) backward: bool,
    pub(crate) quiet: bool,
    pub(crate) body: BoolId,
}

/// A filter among the constituents of a sequence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constituent {
    /// The names of the constituents that it is or belongs to (`start:=(check .)`), the outermost first.
    pub names: Vec<String>,
    /// The filter as text, as the transforms around it have made it: `move from R`. Empty for a long one.
    pub text: String,
}

/// The filters of a sequence as they stand in the query. Equal ones have one symbol, but a leaf each.
#[derive(Clone, Debug)]
pub(crate) struct LeavesIr {
    /// The pattern of the sequence over the leaves.
    pub(crate) pattern: Pattern,
    /// By leaf: its symbol.
    pub(crate) symbols: Vec<usize>,
    /// By leaf: what is told of it.
    pub(crate) constituents: Arc<[Constituent]>,
    /// By leaf: its place in the query text; invisible to equality.
    pub(crate) spans: Arc<[Span]>,
}

/// The pattern over the leaves is as that over the symbols.
impl PartialEq for LeavesIr {
    fn eq(&self, other: &LeavesIr) -> bool {
        self.symbols == other.symbols && self.constituents == other.constituents
    }
}

impl Eq for LeavesIr {}

impl std::hash::Hash for LeavesIr {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (&self.symbols, &self.constituents).hash(state);
    }
}

/// `first(name)`, `last(name)`, `count(name)`: of the first of these sequences that matches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MeasureIr {
    pub(crate) which: Which,
    pub(crate) name: String,
    pub(crate) sequences: Vec<SequenceId>,
}

/// A sequence filter: a pattern whose symbols are truths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SequenceIr {
    pub(crate) kind: SequenceKind,
    pub(crate) first_match: bool,
    /// Of the matches from a position the shortest counts.
    pub(crate) shortest: bool,
    pub(crate) almost: Option<AlmostIr>,
    /// The run order of `both` is that of its first member alone.
    pub(crate) leader_order: bool,
    pub(crate) quiet: bool,
    pub(crate) range: Option<RangeIr>,
    /// The number of its ban set.
    pub(crate) ban: Option<u32>,
    /// The place in the query text; invisible to equality.
    pub(crate) span: Span,
    /// Symbols are indices into `symbols`.
    pub(crate) pattern: PatternKey,
    pub(crate) symbols: Vec<BoolId>,
    pub(crate) leaves: LeavesIr,
}

/// How far a match may differ from its sequence: a symbol in addition to those of the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AlmostIr {
    /// The greatest number of differences.
    pub(crate) differences: u8,
    /// It holds at each position (of `path`, after each move) that may differ.
    pub(crate) any: usize,
}

/// The kind of a sequence: its symbols are predicates of positions or of moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SequenceKind {
    /// `next`, `previous`: positions; the empty sequence matches where the pattern allows it.
    Next(PositionsIr),
    /// `line`: positions, at least one.
    Line(PositionsIr, Option<BranchIr>),
    /// `path`: moves, at least one, and tests of the positions between them.
    Path(Box<PathIr>),
}

/// The positions that a sequence of positions consumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PositionsIr {
    pub(crate) backward: bool,
    /// Only positions with the side to move of the first; the others are passed over.
    pub(crate) single_color: bool,
}

/// The moves that `line primary` and `line secondary` follow: two symbols in addition to those of the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BranchIr {
    /// It holds where a move of the line leads, positions that are passed over included.
    pub(crate) step: usize,
    /// It holds at every consumed position but the first.
    pub(crate) later: usize,
}

impl SequenceIr {
    /// The properties of a `path` in addition to its pattern; `None` for sequences of positions.
    pub(crate) fn path(&self) -> Option<&PathIr> {
        match &self.kind {
            SequenceKind::Next(_) | SequenceKind::Line(..) => None,
            SequenceKind::Path(path) => Some(path),
        }
    }

    /// The word of the filter: `next`, `previous`, `line` or `path`.
    pub(crate) fn word(&self) -> &'static str {
        match &self.kind {
            SequenceKind::Path(_) => "path",
            SequenceKind::Line(..) => "line",
            SequenceKind::Next(_) if self.backward() => "previous",
            SequenceKind::Next(_) => "next",
        }
    }

    pub(crate) fn branch(&self) -> Option<BranchIr> {
        match self.kind {
            SequenceKind::Next(_) | SequenceKind::Path(_) => None,
            SequenceKind::Line(_, branch) => branch,
        }
    }

    /// The positions consumed; those of a `path` are consumed by its moves, forward and all of them.
    fn positions(&self) -> PositionsIr {
        match self.kind {
            SequenceKind::Next(positions) | SequenceKind::Line(positions, _) => positions,
            SequenceKind::Path(_) => PositionsIr { backward: false, single_color: false },
        }
    }

    pub(crate) fn backward(&self) -> bool {
        self.positions().backward
    }

    pub(crate) fn single_color(&self) -> bool {
        self.positions().single_color
    }
}

/// The properties of a `path` in addition to its pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PathIr {
    /// By symbol: whether it is a test of the position reached, and no move.
    pub(crate) tests: Vec<bool>,
    /// The squares of the pieces in focus, and whether captures of them count.
    pub(crate) focus: Option<(SetId, bool)>,
    /// The number to maximize.
    pub(crate) max: Option<NumId>,
    pub(crate) keep_all_best: bool,
    pub(crate) verbose: bool,
    pub(crate) piece_path: bool,
    pub(crate) title: Option<String>,
    /// True if some filter asks about paths, so that each leaves something behind.
    pub(crate) status: bool,
}

/// A pattern that can be compared and hashed by its printed form.
#[derive(Clone, Debug)]
pub(crate) struct PatternKey {
    pub(crate) pattern: Pattern,
    text: String,
}

impl PatternKey {
    pub(crate) fn new(pattern: Pattern) -> PatternKey {
        let text = pattern.to_string();
        PatternKey { pattern, text }
    }
}

impl PartialEq for PatternKey {
    fn eq(&self, other: &PatternKey) -> bool {
        self.text == other.text
    }
}

impl Eq for PatternKey {}

impl std::hash::Hash for PatternKey {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
