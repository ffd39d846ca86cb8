//! Chess games as tables of DataFusion: `games('glob')`, `positions('glob')` and `cql('query', 'glob')`.
//!
//! The files may be PGN, plain or compressed, or database files. A table computes only the columns that a statement reads, and the
//! conditions of its `where` clause reach the reader: what tags decide is decided before the moves of a game are read.
//!
//! ```
//! use datafusion::prelude::SessionContext;
//! use tabiya_tables::{TableOptions, register};
//!
//! # #[tokio::main]
//! # async fn main() -> datafusion::error::Result<()> {
//! let context = SessionContext::new();
//! register(&context, TableOptions::default());
//! let frame = context.sql("select count(*) from cql('mate', '../../../examples/games/sample.pgn')").await?;
//! assert_eq!(frame.to_string().await?.lines().nth(3), Some("| 20       |"));
//! # Ok(())
//! # }
//! ```
//!
//! ```text
//! function    table functions: their arguments, files and options
//! manifest    the files that a manifest of shards names
//! table       rows -> tables and plans of DataFusion
//! leaf        what the leaves of plans have in common
//! rows        what the rows of a table are: games, positions, matches
//!   cql       matches: a query, its columns, its search
//!   reading   games and positions: their columns, what must be read of each game, and the rows that come of it
//! conditions  `where` clauses that a reader can decide
//! facts       what is known of a game or of a position, as values of columns
//! column      CQL on a column of PGN: a value, a number or a list of rows for each text
//! stream      record batches from the threads that read, with counts and notices
//! ```
//!
//! Programs that distribute searches use [`CqlQuery`] alone: [`CqlQuery::search`] gives the rows of some sources, and counts of the games.

#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod column;
mod conditions;
mod cql;
mod facts;
mod function;
mod leaf;
mod manifest;
mod reading;
mod rows;
mod stream;
mod table;

pub use cql::{CqlOptions, CqlQuery, Resources};
pub use function::{CqlTables, TableOptions, files, register};
pub use manifest::{Shard, Shards};
pub use rows::Rows;
pub use stream::{Counts, Notice, Reporter, RowStream, Scan};
pub use table::GamesTable;
