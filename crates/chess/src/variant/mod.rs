//! Chess variants: their names, and positions under their rules.
//!
//! The rules are shakmaty's. Games of standard chess, of Chess960 and from set-up positions need none of this: their
//! [`Board`](super::Board) is all there is to a position. Of the others each position has a [`Situation`] too, which
//! knows what a board does not show: pockets, checks given, who has won.
//!
//! The tree holds shakmaty's position for each node of such a game, and the node's board is derived from it; moves,
//! checks, mates and ends of the game come from it. Imagined positions have one as long as a game from them is
//! possible (not if a king can be taken); after that the rules of chess apply. Losers and suicide chess, which shakmaty
//! does not have, are chess with compulsory captures, and giveaway with another rule for the side that cannot move.

mod find;
mod names;
mod situation;
mod translate;

pub use names::Variant;
pub use situation::{Ending, Situation, UnfitPosition};
