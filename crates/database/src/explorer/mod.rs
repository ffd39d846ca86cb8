//! The explorer: for each position that at least two games reach in their first moves, the moves played there and how the
//! games ended.
//!
//! ```text
//! numbers   the numbers of the positions of a game, each from the one before
//! collect   a game -> the positions of its main line up to ply 50, with the move that is played in each
//! shuffle   the rows of all blocks by parts of the space of keys, in memory and in a temporary file
//! build     each part sorted and added up, without what a single game has -> a table
//! table     the file: blocks of positions, and their directory
//! ```
//!
//! A position is its placement of pieces and the side to move, so that transpositions are one; castling rights and en passant do
//! not count, as where exact positions are looked up. Numbers of 64 bits stand for positions: of ten million games, two
//! positions have the same one in one database out of a hundred.

pub(crate) mod build;
pub(crate) mod collect;
mod numbers;
pub(crate) mod shuffle;
pub(crate) mod table;
mod tally;

pub use build::ExplorerOptions;
pub use numbers::{position_number, position_numbers, same_position};
pub use shuffle::Scratch;
pub use tally::{LAST_PLY, Ratings, Tally};

use crate::storage::Storage;
use build::OldTables;
use std::io;
use std::sync::Arc;
use tabiya_chess::{Board, Move};
use table::{Place, Table, TableFault};
use tally::{END, add_up, decode};

/// The moves played in the positions that at least two games of a database reach up to ply 50
/// ([`Database::explorer`](crate::Database::explorer)).
#[derive(Debug)]
pub struct Explorer {
    storage: Arc<Storage>,
    tables: Vec<Table>,
}

/// The moves played in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplorerPosition {
    /// The moves and what is counted of them, the most frequent ones first.
    pub moves: Vec<(Move, Tally)>,
    /// The games of which no move is known in this position: they end here, or cannot be read further.
    pub ended: Tally,
}

impl ExplorerPosition {
    /// The counts of all games that reach the position.
    pub fn total(&self) -> Tally {
        let mut total = self.ended;
        self.moves.iter().for_each(|(_, tally)| total.add(tally));
        total
    }
}

/// Why the explorer cannot be read. Everything else in the database is not affected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExplorerError {
    /// The file cannot be read there.
    #[error("{0}")]
    Read(#[source] io::Error),
    /// The bytes are not the ones that were written.
    #[error("the table of openings is damaged")]
    Damaged,
}

impl From<TableFault> for ExplorerError {
    fn from(fault: TableFault) -> ExplorerError {
        match fault {
            TableFault::Read(error) => ExplorerError::Read(error),
            TableFault::Damaged => ExplorerError::Damaged,
        }
    }
}

impl Explorer {
    pub(crate) fn open(storage: &Arc<Storage>, places: &[Place]) -> Result<Explorer, ExplorerError> {
        let tables = places.iter().map(|&place| Table::open(storage, place)).collect::<Result<_, _>>()?;
        Ok(Explorer { storage: Arc::clone(storage), tables })
    }

    /// The tables, for one that is to be read together with them.
    pub(crate) fn as_old(&self) -> OldTables<'_> {
        OldTables { storage: &self.storage, tables: &self.tables }
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.tables.iter().map(|table| table.fresh).fold(0, u64::saturating_add)
    }

    /// The number of tables, of which each has what was counted when games were added. More of them take more time.
    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// The bytes that it takes in the file.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.place.len).fold(0, u64::saturating_add)
    }

    /// The moves played in a position, regardless of castling rights and en passant; none if fewer than two games reach it up
    /// to ply 50. No game is read: in each table, one block of about 30 kB is searched for, which takes a fraction of a
    /// millisecond.
    ///
    /// Variations do not count, and of a game that cannot be read to its end, the moves before that do. Games of all variants
    /// count. If a game reaches the position more than once, the first time counts.
    ///
    /// # Errors
    /// If a table cannot be read or is damaged there.
    pub fn find(&self, board: &Board) -> Result<Option<ExplorerPosition>, ExplorerError> {
        let key = position_number(board);
        let mut rows = Vec::new();
        for table in &self.tables {
            rows.extend(table.find(&self.storage, key)?);
        }
        if rows.is_empty() {
            return Ok(None);
        }
        add_up(&mut rows);
        let mut position = ExplorerPosition::default();
        for row in rows {
            match row.code {
                END => position.ended = row.tally,
                // Other games have another position of this number, if that ever happens.
                code => position.moves.extend(decode(code, board).map(|mv| (mv, row.tally))),
            }
        }
        position.moves.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games));
        Ok(Some(position))
    }
}
