//! The positions of a file, which `position in` asks for.

use crate::chess::Board;

/// Positions that are looked up exactly. Threads ask at the same time.
pub trait PositionSet: std::fmt::Debug + Send + Sync {
    /// True if some position of the set has the same placement of pieces and the same side to move.
    ///
    /// # Errors
    ///
    /// If the part of the file that must be looked at cannot be read, or has too many positions.
    fn contains(&self, board: &Board) -> Result<bool, PositionsError>;
}

/// Why positions of a file cannot be looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionsError {
    /// The error of the file.
    Unreadable(String),
    /// It has more positions than a query may keep ([`Limits::positions`](crate::limits::Limits::positions)).
    TooMany,
}
