//! Rows. A row is a match with the game it belongs to, under columns that have names, types and meanings. The command
//! makes its tables and JSON lines of them, and with the feature `arrow` they become record batches (`Batches`).
//!
//! ```text
//! catalogue  the columns that there always are: what they are called and mean, and their values in a row
//! columns    the columns of a run: by default, or by their names
//! named      what a name stands for where an expression can stand as well
//! row        what a row is about: a match, a step of it, a position, a game
//! heading    what a row says of its game
//! cell       the value of a column in a row, as text and as JSON
//! batches    rows -> record batches of Apache Arrow
//! ```
//!
//! ```
//! use tabiya::rows::{Choice, Columns, Row};
//! use tabiya::chess::MoveList;
//! use tabiya::{Games, ParsedQuery, QueryOptions, QuerySet, Source};
//!
//! let options = QueryOptions { selects: vec![("king".into(), "k".into())], ..QueryOptions::default() };
//! let source = Source { name: "mates".into(), text: "mate".into() };
//! let set = QuerySet::new(vec![ParsedQuery::parse(source, &options)?], &options)?;
//! let names = ["white", "move", "king"].map(String::from);
//! let columns = Columns::new(&Choice { names: Some(&names), ..Choice::of(&set) })?;
//!
//! let (mut moves, mut cells) = (MoveList::new(), Vec::new());
//! for game in Games::from_bytes("[White \"Foe\"] 1. f3 e5 2. g4 Qh4# 0-1")? {
//!     let game = game?;
//!     for found in set.matches(&game)? {
//!         let row = Row::of(&found, "mates", &[]);
//!         cells.extend(columns.cells(&row, &mut moves).map(|(_, cell)| cell.text().into_owned()));
//!     }
//! }
//! assert_eq!(cells, ["Foe", "2... Qh4#", "e8"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "arrow")]
mod batches;
mod catalogue;
mod cell;
mod columns;
mod heading;
mod named;
mod row;

#[cfg(feature = "arrow")]
pub use batches::{BATCH_ROWS, Batches, RecordBatch, Schema, SchemaRef};
pub use catalogue::{CATALOGUE, ColumnType, Entry, Part};
pub use cell::Cell;
pub use columns::{Choice, Columns, UnknownColumn, push_object};
pub use heading::GameHeading;
pub use named::Named;
pub use row::{Row, Subject};
