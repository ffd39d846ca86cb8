//! The positions of a file, which `position in` asks for.

use crate::chess::Board;

/// Positions that are looked up exactly. Threads ask at the same time.
pub trait PositionSet: std::fmt::Debug + Send + Sync {
    /// True if some position of the set has the same placement of pieces and the same side to move.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, if the part of it that must be looked at cannot be read.
    fn contains(&self, board: &Board) -> Result<bool, String>;
}
