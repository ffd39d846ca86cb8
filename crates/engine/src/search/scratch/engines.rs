//! Engines and lists that are taken and put back: their memory is used again.

use crate::chess::MoveList;
use tabiya_automata::{Backtrack, MoveBacktrack, Traceback};

/// Engines that are not in use. A filter in a filter takes another one.
#[derive(Debug, Default)]
pub(crate) struct Engines {
    pub(crate) walks: Vec<Traceback>,
    pub(crate) backtracks: Vec<Backtrack>,
    pub(crate) trails: Vec<MoveBacktrack>,
    pub(crate) moves: MoveList,
}
