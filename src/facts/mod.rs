//! Floor 3, facts: what is true of one board or one game, without any query: attacks, rays, columns, pieces' ways.

mod columns;
pub(crate) mod hhdb;
mod pieces;
mod ranks;
mod tables;
mod tally;

pub(crate) use columns::Column;
pub(crate) use pieces::{PieceWays, follow, sweep};
pub(crate) use ranks::Ranks;
pub use tables::{EndgameTables, Outcome};
pub(crate) use tally::Tally;
