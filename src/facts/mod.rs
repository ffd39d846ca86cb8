//! Floor 3, facts: what is true of a game without any query: columns, tracks of pieces, counts, ranks; endgame tables.

mod columns;
pub(crate) mod hhdb;
mod pieces;
mod prefix_counts;
mod ranks;
mod tables;

pub(crate) use columns::Column;
pub(crate) use pieces::{PieceTracks, drop_missing, follow};
pub(crate) use prefix_counts::PrefixCounts;
pub(crate) use ranks::Ranks;
pub use tables::{EndgameTables, Outcome};
