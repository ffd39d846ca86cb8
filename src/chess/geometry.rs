//! The geometry of the 64 squares: directions, steps, symmetries and shifts of square sets.
use super::Bitboard;
/// placeholder
pub fn nothing() -> Bitboard { Bitboard::EMPTY }
