//! What a query hands over in addition to its matches, its comments and its sort keys.

use crate::ir::VarId;
use std::collections::BTreeSet;
use tabiya_automata::Bits;

/// What the current query has handed over so far.
#[derive(Debug, Default)]
pub(crate) struct QueryOutput {
    /// The positions at which it matches.
    pub(crate) matching: Bits,
    /// Tags that it sets, in the order in which they were first set.
    pub(crate) tags: Vec<(String, Option<String>)>,
    /// Positions whose own comments it takes away.
    pub(crate) removed: BTreeSet<u32>,
    /// The longest runs of moves in common so far, one for each `consecutivemoves` that comments.
    pub(crate) common_runs: Vec<Option<CommonRun>>,
}

/// A run of moves that two lines have in common.
#[derive(Clone, Debug)]
pub(crate) struct CommonRun {
    pub(crate) first: VarId,
    pub(crate) second: VarId,
    /// The positions after its moves, in the one line and in the other.
    pub(crate) tails: Vec<(u32, u32)>,
}

impl QueryOutput {
    pub(crate) fn clear(&mut self) {
        self.tags.clear();
        self.removed.clear();
        self.common_runs.fill(None);
    }
}
