//! Regular expressions over predicates, matched on trees in time linear in the tree.
//!
//! A pattern such as `a (b|c)* d{2,}` says which predicates hold at consecutive nodes of a tree, on a way from a node
//! down to its descendants, or up to the root. Predicates are numbers here: what they mean is the caller's business,
//! who answers one question, "does predicate p hold at node n?".
//!
//! # The pipeline
//!
//! ```text
//! Pattern  --Nfa::compile-->  Nfa  --engine-->  Cell (length, end)  --Traceback-->  Steps (which predicate at which node)
//! ```
//!
//! * [`Pattern`]: made by smart constructors that keep it normal and compute its properties. It still counts.
//! * [`Nfa`]: a Thompson automaton whose epsilon transitions are ordered and have no cycles. Repetitions are unrolled,
//!   so its size has a limit; anything that can be too big fails here and nowhere else. Immutable and shareable.
//! * An engine holds scratch memory only, which is reused for every tree.
//!
//! There are four kinds of work, and each has one machine:
//!
//! * **All starts at once** ([`Exists`], [`Longest`]; `sweep.rs`): a query asks about every position of a game, and
//!   what follows a node is the same for all starts. Rows of bits and rows of cells go the same way through the tree.
//!   Two special cases are worth code of their own, on chains: bits 64 nodes at a time ([`Rows`]; `rows.rs`), because
//!   most games have no variations, and counting instead of unrolled states (`chain.rs`), because bounds may be large.
//! * **One start, then others** ([`Memo`], [`MoveMemo`]; `solve.rs`): where answers depend on values or on chosen
//!   moves, only the starts in question are worth solving, and each (node, state) once.
//! * **Run order, with effects** ([`Backtrack`], [`MoveBacktrack`]; `run_order.rs`): where asking changes something,
//!   each attempt must happen again, in order, and be undone.
//! * **Retracing** ([`Traceback`], [`MoveMemo::retrace`]): which predicate consumed which node matters for few matches,
//!   so no other engine keeps it.
//!
//! | engine | for | answers | time | memory |
//! |---|---|---|---|---|
//! | [`Exists`] | all starts | is there a match? | states × nodes / 64 at best | one bit per state and open branch |
//! | [`Rows`] | all starts on many lines, predicates in columns | is there a match? | states × nodes / 64 | some words per state |
//! | [`Longest`] | all starts | the cell of the longest (or first) match | states × nodes | one word per state and open branch |
//! | [`Memo`] | one start, then others | the same cell | states × nodes over all starts | one entry per pair met |
//! | [`Memo`] with [`Common`] | starts for which predicates differ | the same cell | states × nodes, and for each start where predicates differ ahead | one entry per pair met |
//! | [`Traceback`] | one start and its cell | the steps of that match | states × length | one bit per state and step |
//! | [`Nfa::follow`] | one start and the lines from there | the states of all runs at each node, and what they wait for, to be shown | states × nodes | one list of states per node |
//! | [`Backtrack`] | one start, predicates with effects | the same cell | exponential, with a limit | depth of the run |
//! | [`MoveBacktrack`] | one start, moves chosen by the caller | every success, in run order | exponential, with a limit; for pure predicates states × nodes, if a success may be left out that ends as an earlier one | depth of the run |
//! | [`MoveMemo`] | one start, then others, moves chosen by the caller | the best success by length or by the worth of its end | states × nodes over all starts | one entry per pair met |
//!
//! *States* counts states and transitions; a chain has one open branch. [`Longest`] and [`Exists`] evaluate a predicate
//! where the rest of the pattern can succeed, and go through the tree from the far end; [`Memo`] evaluates what a matcher
//! reading from the start would evaluate. Only [`Backtrack`] does so in an order that callers may rely on.
//!
//! A counted repetition of one predicate, `p{2,1000}`, is unrolled into states, but on a chain (a tree without
//! branches) [`Longest`] counts along the run instead, with any bounds, and so does [`Exists`] unless the unrolled
//! automaton is small: their answers are the same, so the caller does not choose it. With [`Config::height`] a pattern
//! is compiled for trees of that height, so that bounds beyond it cost nothing.
//!
//! # Run order
//!
//! Several runs may succeed from one start. They are ordered by what is tried first:
//!
//! * when a node has been consumed and the rest of the pattern can be empty, success comes before going on;
//! * then the nodes that follow are tried in order (children by index), and at each of them
//! * alternatives are tried in order; a repetition is first left, then repeated. Required iterations come without a
//!   choice. An optional iteration that consumed nothing is not a run, so patterns such as `(a*)*` are harmless.
//! * An edge predicate is tried child by child: if it holds for a child, success at this node, then on into that child.
//! * Of members in any order ([`Pattern::any_order`]) the orders are tried with the members as they are written; where
//!   several patterns match at once ([`Pattern::both`]), the choices of the first come before those of the second, node by
//!   node.
//!
//! An engine gives the longest match, and of several longest ones the first in run order: [`Choice::Longest`]. Or
//! simply the first, [`Choice::First`], or the first of the shortest: [`Choice::Shortest`]. If a match may differ from the
//! pattern ([`Config::almost`]), those with the fewest differences come before all others.
//!
//! # Example
//!
//! Which services restarted after a run of warnings? The log is a tree, because processes start processes.
//!
//! ```
//! use tabiya_automata::*;
//!
//! // Each event follows its parent: the third process is started by the first, the others go on.
//! let events = ["start", "warn", "warn", "restart", "warn", "start", "warn", "restart"];
//! let tree = ParentTree::new(&[0, 1, 2, 3, 0, 5, 6]).unwrap();
//!
//! struct Log<'a>(&'a [&'a str]);
//! impl Symbols for Log<'_> {
//!     fn node(&mut self, pred: Pred, n: u32) -> bool {
//!         self.0[n as usize] == ["warn", "restart"][pred.index()]
//!     }
//! }
//!
//! let [warn, restart] = [0, 1].map(|n| Pattern::pred(Pred::must(n)));
//! let pattern = Pattern::concat(vec![Pattern::plus(warn), restart]);
//! let nfa = Nfa::compile(&pattern, &Config::default())?;
//!
//! let mut longest = Longest::new();
//! let cells = longest.run(&nfa, &tree, &[], &mut Log(&events), Direction::Forward, Choice::Longest);
//! let found: Vec<(u32, Cell)> = (0..8).filter_map(|n| Some((n, cells.get(n)?))).collect();
//! assert_eq!(found, [
//!     (1, Cell { len: 3, end: 3 }),
//!     (2, Cell { len: 2, end: 3 }),
//!     (6, Cell { len: 2, end: 7 }),
//! ]);
//! # Ok::<(), BuildError>(())
//! ```
#![forbid(unsafe_code)]

mod alphabet;
mod backtrack;
mod bits;
mod chain;
mod common;
mod compile;
mod config;
mod eliminate_tests;
mod error;
mod exists;
mod factored;
mod forest;
mod graph;
mod ids;
mod led;
mod longest;
mod memo;
mod move_backtrack;
mod move_memo;
mod moves;
mod nfa;
#[cfg(feature = "oracle")]
#[doc(hidden)]
pub mod oracle;
mod order;
mod pattern;
mod product;
mod program;
mod rows;
mod run_order;
mod solve;
mod sweep;
mod table;
mod ties;
mod traceback;
mod tree;
mod ways;
// Elsewhere only its test, which holds it against bitvec, has it.
#[cfg(any(test, not(target_pointer_width = "64")))]
pub mod words;

pub use backtrack::{Backtrack, Effects, Tails};
pub use bits::{Bits, clear_bits, count_bits, fill_bits, has_bits, is_full, ones};
pub use common::Common;
pub use config::{Almost, Config};
pub use error::{BuildError, StepLimit};
pub use exists::Exists;
pub use factored::Factored;
pub use forest::{AskGraph, GraphTree, NotAForest};
pub use graph::{Alive, Graph, Lines, Waiting, Way};
pub use ids::Pred;
pub use longest::{Cells, Longest};
pub use memo::Memo;
pub use move_backtrack::MoveBacktrack;
pub use move_memo::MoveMemo;
pub use moves::{BestRun, MoveQuestion, Moves, MovesBeside, PureMoves, Ranking};
pub use nfa::Nfa;
pub use pattern::{Pattern, PatternKind};
pub use program::{MoveProgram, Program};
pub use rows::Rows;
pub use traceback::{Step, Traceback};
pub use tree::{Cell, Chain, Children, Choice, Columns, Direction, ParentTree, Symbols, Tree};

// The example of the README is tested as those of the documentation are.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
