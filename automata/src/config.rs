//! Limits and switches of the compiler.

use std::borrow::Cow;

use crate::ids::Pred;
use crate::pattern::Pattern;

/// Limits and switches of [`Nfa::compile`](crate::Nfa::compile).
///
/// ```
/// use tabiya_automata::{Config, Nfa, Pattern, Pred};
///
/// let [a, b] = [0, 1].map(|n| Pattern::pred(Pred::must(n)));
/// let pattern = Pattern::repeat(Pattern::concat(vec![a, b]), 500, Some(1000));
/// let small = Config { state_limit: 100, ..Config::default() };
/// assert!(Nfa::compile(&pattern, &small).is_err(), "its states are unrolled");
/// // No path in a tree of height 50 is long enough, so there is nothing to unroll.
/// assert!(Nfa::compile(&pattern, &Config { height: Some(50), ..small }).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The greatest number of states. Default: 65,536.
    pub state_limit: usize,
    /// The greatest number of bytes that compiling may take, roughly. Default: no limit but that of the states.
    pub memory_limit: usize,
    /// The greatest nesting depth of a pattern. Default: 250.
    pub depth_limit: usize,
    /// The greatest number of nodes on a way from the root to a leaf, if known: the pattern is compiled as
    /// [`Pattern::within`] it. Default: not known.
    pub height: Option<u32>,
    /// True if a match may consume nothing (if the pattern is nullable). Default: yes.
    pub empty_match: bool,
    /// True if symbols are moves: each leads from the node that it consumes to a child, and is evaluated as an
    /// edge predicate ([`Symbols::edge`](crate::Symbols::edge)); the node where a run ends is also consumed. A match makes at
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
    /// True if the run order of [`Pattern::both`] is to be that of its first member alone, however the others choose. It
    /// decides which match is the [first](crate::Choice::First), and in a tree which one of several that are as long. The
    /// other members then have a state for each set of their states, not for each of them. Predicates must be free of side
    /// effects. Of several moves from one node ([`Config::edge_symbols`]), those with which the others can do more come first.
    /// Default: no.
    pub leader_order: bool,
    /// How far a match may differ from the pattern. A match then consumes at least one node. Not for patterns with
    /// [`Pattern::both`]. Default: not at all.
    pub almost: Option<Almost>,
}

/// The number of places in which a match may differ from its pattern: a predicate that does not hold at the node it
/// consumes; one that is left out and consumes nothing; a node too many, between the first and the last of the others,
/// which no predicate of the pattern consumes. A test that does not hold counts as left out.
///
/// Of all runs from a start those with the fewest differences count, of these the longest (or as [`Choice`] says), and of
/// these the first in run order: at each predicate, that it holds comes before that it does not hold, then that it is
/// left out, then that a node too many comes before it.
///
/// [`Choice`]: crate::Choice
///
/// ```
/// use tabiya_automata::*;
///
/// struct Text(&'static [u8]);
/// impl Symbols for Text {
///     fn node(&mut self, pred: Pred, n: u32) -> bool {
///         pred.index() == 2 || self.0[n as usize] == b"ab"[pred.index()]
///     }
/// }
///
/// let [a, b] = [0, 1].map(|n| Pattern::pred(Pred::must(n)));
/// let pattern = Pattern::concat(vec![a.clone(), b, a]);
/// let almost = Some(Almost { differences: 1, any: Pred::must(2) });
/// let nfa = Nfa::compile(&pattern, &Config { almost, ..Config::default() })?;
/// let how = (Direction::Forward, Choice::Longest);
/// let found = |text: &'static [u8]| Memo::new().run(&nfa, &Chain(3), &mut Text(text), how, 0);
/// assert!(found(b"aba").is_some() && found(b"aaa").is_some() && found(b"xxx").is_none());
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Almost {
    /// The greatest number of differences.
    pub differences: u8,
    /// The predicate that is evaluated at a node that differs: it should hold wherever a match may go. No predicate of the
    /// pattern.
    pub any: Pred,
}

impl Config {
    /// The pattern as far as the height matters. The rest needs no node.
    pub(crate) fn bounded<'p>(&self, pattern: &'p Pattern) -> Cow<'p, Pattern> {
        let left_out = self.almost.map_or(0, |almost| u32::from(almost.differences));
        let within = |height: u32| Cow::Owned(pattern.within(height.saturating_add(left_out)));
        self.height.map_or(Cow::Borrowed(pattern), within)
    }

    /// True if a match of the pattern may consume nothing.
    pub(crate) fn matches_empty(&self, pattern: &Pattern) -> bool {
        !self.edge_symbols && self.almost.is_none() && self.empty_match && pattern.nullable()
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            state_limit: 65_536,
            memory_limit: usize::MAX,
            depth_limit: 250,
            height: None,
            empty_match: true,
            edge_symbols: false,
            non_initial: None,
            greedy: false,
            leader_order: false,
            almost: None,
        }
    }
}
