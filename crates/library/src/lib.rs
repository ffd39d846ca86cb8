//! The library of Tabiya, which finds patterns in chess games. Programs name it `tabiya`.
//!
//! The way in: [`Query::parse`], then [`Query::matches_in`] for files or [`Query::matches`] for one game; each match is a [`Found`].
//!
//! | module | what it holds |
//! |---|---|
//! | [`Query`], [`QuerySet`] | query texts, compiled once and searched for in any number of games |
//! | [`Sequence`], [`Predicate`] | sequences of positions put together in code, of functions and filters |
//! | [`pipeline`] | many games on all cores |
//! | [`rows`] | matches as rows and record batches |
//! | `column` | queries on a column of texts of PGN (feature `arrow`) |
//! | [`OpeningNames`] | the names of openings, by their positions |
//! | [`openings`] | what was played in a position, with results and ratings, as a tree |
//! | [`novelty`] | the first moves of games that lead to positions which other games do not have |
//! | [`repertoire`] | where games leave the lines of other games |
//! | [`tagged`] | which queries match each game |
//! | [`tallies`] | games and matches counted by the values of expressions |
//! | [`names`] | spellings of names of players, and tables of them |
//! | [`spellings`] | the names of players in games, those in several spellings together |
//! | [`duplicates`] | games that occur several times, whole or as the beginning of others |
//! | [`Why`] | why a query holds at a position, and why it does not |
//!
//! What evaluates them is the crate `tabiya-engine`.

#[cfg(feature = "arrow")]
pub mod column;
pub mod duplicates;
mod floors;
mod games;
mod line;
mod models;
pub mod names;
pub mod novelty;
mod opening_names;
pub mod openings;
pub mod pipeline;
mod plain;
mod polyglot;
mod position_files;
mod predicate;
pub mod puzzle;
mod query;
mod remote;
pub mod repertoire;
pub mod rows;
mod sequence;
pub mod spellings;
#[cfg(feature = "syzygy")]
mod syzygy;
pub mod tagged;
pub mod tallies;
pub mod uci;
mod why;

// The floors below, under the names that this crate uses for them.
use tabiya_engine::{access, facts, limits, plan, search};

pub use floors::{chess, database, game, printable, syntax};

#[doc(inline)]
pub use access::{FileAccess, Refused};
#[doc(inline)]
pub use facts::{ChessEngine, EndgameTables, EngineLine, Outcome, Score};
pub use game::Game;
pub use games::Games;
#[doc(inline)]
pub use limits::Limits;
pub use opening_names::{OpeningName, OpeningNames, OpeningNamesError};
pub use pipeline::{MatchesIn, RunFailed, RunOptions, RunSummary, Sources};
#[doc(inline)]
pub use plan::{AliveStates, Automaton, AutomatonEdge, AutomatonState, Need, Needs, PlanOptions};
pub use predicate::{Position, Predicate};
pub use query::{Matches, ParsedQuery, Query, QueryError, QueryOptions, QuerySet, SearchOptions, SortKey, Source};
pub use remote::{address, file_len, files_of, open_database, read_text};
pub use rows::GameHeading;
#[doc(inline)]
pub use search::{
    Comment, CompatOptions, Constituent, Files, Found, GameFact, GameMatches, Halt, Match, MatchDetails, Observation,
    Path, QueryScope, Reached, RunControl, RunError, RunErrorKind, RunEvent, Scratch, SequenceProgress, SortValue,
    Stop, Value, ValueType,
};
pub use sequence::{Sequence, SequenceError, SequenceMatch};
#[cfg(feature = "syzygy")]
pub use syzygy::SyzygyTables;
pub use why::{AtPosition, Example, Funnel, FunnelRow, Why};
