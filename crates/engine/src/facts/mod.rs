//! Facts about a game without any query: columns, tracks of pieces, counts, ranks; facts known
//! before it is searched; tablebases and chess engines; the positions of other files.

mod advisers;
mod chess_engine;
mod columns;
pub(crate) mod hhdb;
mod known;
mod ordinary;
mod pieces;
mod position_predicate;
mod position_set;
mod prefix_counts;
mod ranks;
mod sketch;
mod skimmed;
mod summarized;
mod tables;

pub use advisers::{Advisers, OpeningTable};
pub use chess_engine::{ChessEngine, EngineLine, Score};
pub(crate) use columns::Column;
pub(crate) use known::{Ending, Event, KINDS, Kind, Known, SpecialMove, Unknown, piece};
pub(crate) use ordinary::Ordinary;
pub(crate) use pieces::{PieceTracks, drop_missing, follow};
pub use position_predicate::PositionPredicate;
pub use position_set::{PositionSet, PositionsError};
pub(crate) use prefix_counts::PrefixCounts;
pub(crate) use ranks::Ranks;
pub(crate) use sketch::Sketch;
pub(crate) use skimmed::Skimmed;
pub(crate) use summarized::{PartsAsked, Summarized, SummarizedRange};
pub use tables::{EndgameTables, Outcome};
