//! Nodes that relate positions to each other.

use super::ids::VarId;
use super::value::{RangeIr, Value};

/// `echo (x y) F`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct EchoIr {
    pub(crate) source: VarId,
    pub(crate) target: VarId,
    /// True if the source is also a target.
    pub(crate) all: bool,
    pub(crate) quiet: bool,
    /// True if only the comments of the pair with the greatest value stay: below `sort`.
    pub(crate) best_only: bool,
    /// A truth or a number.
    pub(crate) body: Value,
}

/// `consecutivemoves (x y)`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CommonIr {
    pub(crate) first: VarId,
    pub(crate) second: VarId,
    pub(crate) range: Option<RangeIr>,
    /// The record of the longest run of the game, for the comments at its end; none if it is quiet.
    pub(crate) record: Option<u32>,
}
