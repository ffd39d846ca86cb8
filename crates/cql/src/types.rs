//! The types of filters.

/// The type of a filter's value.
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
