//! Chess variants: their names, and positions under their rules.
//!
//! The rules are shakmaty's. Games of standard chess, of Chess960 and from set-up positions need none of this: their
//! [`Board`](super::Board) is all there is to a position. Of the others each position has a [`Situation`] too, which
//! knows what a board does not show: pockets, checks given, who has won.

mod find;
mod names;
mod situation;
mod translate;

pub use names::Variant;
pub use situation::{Ending, Situation, UnfitPosition};
