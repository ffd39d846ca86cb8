//! Tabiya finds patterns in chess games.
//!
//! A query in the Chess Query Language (CQL) says what to look for in a position or in a sequence of positions;
//! Tabiya finds every place in a PGN database where it holds.
//!
//! ```text
//! query text
//!   -> Script      syntax   tokens, typed tree with spans; everything wrong with the text is reported here
//!   -> Ir          ir       names, types and transforms resolved; equal pure filters are one node
//!   -> Plan        plan     predicates become columns, patterns become Thompson NFAs, the rest keeps its order
//!                                                          PGN bytes
//!                                                            -> RawGame   game   cut at the borders of games
//!                                                            -> Game      game   moves played into a tree of boards
//!   Plan x Game -> matches  search  the body at every position; automata run over root-to-leaf paths
//! ```
//!
//! [`Query::search`] searches files on all processors, [`Query::matches`] a single game:
//!
//! ```
//! use tabiya::{Query, RunOptions};
//!
//! let query = Query::parse("mate and move previous from N")?;
//! for found in query.matches_in("examples/games/sample.pgn", &RunOptions::default())? {
//!     let mate = found?;
//!     assert!(mate.board().is_check() && mate.san().is_some());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each floor uses only those below it: [`pipeline`] here on top, then [`Query`] and [`Sequence`], search, plan, facts, ir,
//! [`syntax`] beside [`game`], and [`chess`] beside the crate `tabiya-automata` at the ground.
//!
//! Searching for sequences of one's own needs no query text:
//!
//! ```
//! use tabiya::{Games, Sequence};
//!
//! let checks = Sequence::new().then(|p| p.is_check()).plus().then(|p| p.is_mate());
//! for game in Games::open("examples/games/sample.pgn")? {
//!     let game = game?;
//!     for found in checks.longest_matches(&game)? {
//!         assert!(found.len >= 2);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access;
mod facts;
mod games;
mod ir;
mod limits;
mod models;
// The programs on the page of the book are tested as those of the documentation are.
#[cfg_attr(doctest, doc = include_str!("../docs/src/command/library.md"))]
pub mod pipeline;
mod plan;
mod query;
pub mod rows;
mod search;
mod sequence;
#[cfg(feature = "syzygy")]
mod syzygy;
mod why;

pub use tabiya_chess as chess;
pub use tabiya_cql as syntax;
pub use tabiya_database as database;
pub use tabiya_pgn as game;
pub use tabiya_text as printable;

pub use access::{FileAccess, Refused};
pub use facts::{EndgameTables, Outcome};
pub use game::Game;
pub use games::Games;
pub use limits::Limits;
pub use pipeline::{MatchesIn, RunFailed, RunOptions, RunSummary, Sources};
pub use plan::{AliveStates, Automaton, AutomatonEdge, AutomatonState, Need, Needs, PlanOptions};
pub use query::{Matches, ParsedQuery, Query, QueryError, QueryOptions, QuerySet, SearchOptions, SortKey, Source};
pub use search::{
    Comment, CompatOptions, Constituent, Files, Found, GameMatches, Halt, Match, Observation, Path, QueryScope,
    Reached, RunControl, RunError, RunErrorKind, RunEvent, Scratch, SequenceProgress, SortValue, Stop, Value,
    ValueType,
};
pub use sequence::{Position, Sequence, SequenceMatch};
#[cfg(feature = "syzygy")]
pub use syzygy::SyzygyTables;
pub use why::{AtPosition, Example, Funnel, FunnelRow, Why};
