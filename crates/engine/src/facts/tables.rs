//! Tablebases: what a position with few men is worth with best play.

use crate::chess::Board;

/// The outcome of a position for the side to move, under the fifty-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A win.
    Win,
    /// A win that the rule of fifty moves turns into a draw.
    CursedWin,
    /// A draw.
    Draw,
    /// A loss that the rule of fifty moves turns into a draw.
    BlessedLoss,
    /// A loss.
    Loss,
}

/// Tablebases, asked by `tablebase` and `dtz`. Threads ask them at the same time.
pub trait EndgameTables: std::fmt::Debug + Send + Sync {
    /// The outcome of a position; `None` if no table knows it, if it is illegal, or if a side may castle.
    fn outcome(&self, board: &Board) -> Option<Outcome>;

    /// Plies to the next capture or pawn move with best play, from the side to move: positive if it wins, negative
    /// if it loses, 0 for a draw. Tables may round it up by one.
    fn distance(&self, board: &Board) -> Option<i64>;
}
