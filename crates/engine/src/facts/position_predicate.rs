//! Predicates of positions that the program gives which runs a query.

use crate::game::TreeView;

/// A predicate that a query asks for by a name: `position in "NAME"`. Threads ask at the same time, in any order, and an
/// answer is kept as long as the game is searched.
pub trait PositionPredicate: std::fmt::Debug + Send + Sync {
    /// True if it holds at a position of a game.
    ///
    /// `chosen` is given where a sequence goes along one line through variations: the position that follows in this line, if
    /// any. Nothing else that follows must then be looked at.
    fn holds(&self, view: TreeView<'_>, position: u32, chosen: Option<Option<u32>>) -> bool;
}
