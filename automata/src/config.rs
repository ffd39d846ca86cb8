//! Limits and switches of the compiler.

use std::borrow::Cow;

use crate::ids::Pred;
use crate::pattern::Pattern;

/// Limits and switches of [`Nfa::compile`](crate::Nfa::compile).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The greatest number of states. Default: 65,536.
    pub state_limit: usize,
    /// The greatest nesting depth of a pattern. Default: 250.
    pub depth_limit: usize,
    /// The greatest number of nodes on a way from the root to a leaf, if known: the pattern is compiled as
    /// [`Pattern::within`] it. Default: not known.
    pub height: Option<u32>,
    /// True if a match may consume nothing (if the pattern is nullable). Default: yes.
    pub empty_match: bool,
    /// True if symbols are moves: each leads from the node that it consumes to a child, and is asked as an edge
    /// predicate ([`Symbols::edge`](crate::Symbols::edge)); the node where a run ends is consumed too. A match makes at
    /// least one move, and its cell counts the nodes: moves are one less than [`Cell::len`](crate::Cell::len). Patterns
    /// with tests need it. For [`Direction::Forward`](crate::Direction::Forward) only. Default: no.
    pub edge_symbols: bool,
    /// A predicate that must hold too at every consumed node but the first (not together with
    /// [`Config::edge_symbols`]). Default: none.
    pub non_initial: Option<Pred>,
    /// True if a repetition is repeated first and left then. This changes the run order, and so which of several runs
    /// over the same nodes [`Traceback`](crate::Traceback) gives: of greedy ones, earlier parts of the pattern take as
    /// many nodes as they can. Default: no.
    pub greedy: bool,
}

impl Config {
    /// The pattern as far as the height matters.
    pub(crate) fn bounded<'p>(&self, pattern: &'p Pattern) -> Cow<'p, Pattern> {
        self.height.map_or(Cow::Borrowed(pattern), |height| Cow::Owned(pattern.within(height)))
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            state_limit: 65_536,
            depth_limit: 250,
            height: None,
            empty_match: true,
            edge_symbols: false,
            non_initial: None,
            greedy: false,
        }
    }
}
