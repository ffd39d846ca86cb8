//! The typed form of filters about other positions: sequences, paths, `next*`, `find`.

use super::arena::{BoolId, NumId, SetId};
use super::node::RangeIr;
use crate::syntax::ast::Span;
use tabiya_automata::Pattern;

/// `next*`, `previous*` and counting `find`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ReachIr {
    pub(crate) backward: bool,
    pub(crate) range: Option<RangeIr>,
    pub(crate) depth: Option<u32>,
    pub(crate) body: BoolId,
    /// Whether the automatic comment is that of `find` (`Found i of n`) and not that of `next*`.
    pub(crate) find: bool,
    pub(crate) quiet: bool,
}

/// `find` that yields the first position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FoundIr {
    pub(crate) backward: bool,
    pub(crate) quiet: bool,
    pub(crate) body: BoolId,
}

/// A sequence filter: a pattern whose symbols are truths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SequenceIr {
    /// `line`, which must consume a position; not `next`.
    pub(crate) line: bool,
    /// `path`, whose symbols are moves.
    pub(crate) path: Option<Box<PathIr>>,
    /// The symbol that holds at every position but the first: `line primary`, `line secondary`.
    pub(crate) later: Option<usize>,
    /// The symbol that holds where a move of the line leads, skipped positions included: `line primary`, `line secondary`.
    pub(crate) step: Option<usize>,
    pub(crate) backward: bool,
    pub(crate) single_color: bool,
    pub(crate) first_match: bool,
    pub(crate) quiet: bool,
    pub(crate) range: Option<RangeIr>,
    /// The number of its ban set.
    pub(crate) ban: Option<u32>,
    /// Where it stands in the query; invisible to equality.
    pub(crate) span: Span,
    /// Symbols are indices into `symbols`.
    pub(crate) pattern: PatternKey,
    pub(crate) symbols: Vec<BoolId>,
}

/// What `path` has beside its pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PathIr {
    /// By symbol: whether it is a test of the position reached, and no move.
    pub(crate) tests: Vec<bool>,
    /// The squares of the pieces in focus, and whether captures of them count.
    pub(crate) focus: Option<(SetId, bool)>,
    /// What is to be greatest.
    pub(crate) max: Option<NumId>,
    pub(crate) keep_all_best: bool,
    pub(crate) verbose: bool,
    pub(crate) piece_path: bool,
    pub(crate) title: Option<String>,
    /// Whether some filter asks about paths, so that each leaves something behind.
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
