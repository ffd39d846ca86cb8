//! The types of filters.

/// What a filter yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Only whether it matches: `check`.
    Logical,
    /// A number: `ply`, `#R`.
    Number,
    /// A set of squares: `R`, `a1`, `R attacks k`.
    Set,
    /// A position of the game: `parent`.
    Position,
    /// A text: `player white`, `"abc"`.
    Text,
}
