//! Memory for the boards of a block of a database, kept from block to block.

use crate::game::Game;
use tabiya_database::BoardReader;

/// The boards of a block, on which filters are evaluated.
#[derive(Debug, Default)]
pub(in crate::search) struct BoardMemory {
    /// Where the boards change.
    pub(in crate::search) reader: BoardReader,
    /// The positions of some games, side by side.
    pub(in crate::search) game: Game,
}
