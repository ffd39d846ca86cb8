//! Piece designators: sets of square contents on sets of squares.

use crate::Bitboard;

/// A piece designator: which contents on which squares.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::{Bitboard, Board, Designator, Pieces, attacks};
///
/// let white = Designator { pieces: Pieces::WHITE, squares: Bitboard::FULL };
/// assert_eq!(attacks::contents(&Board::initial(), white).count(), 16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Designator {
    /// The contents that count.
    pub pieces: Pieces,
    /// The squares that count.
    pub squares: Bitboard,
}

/// A set of square contents: bits 0 to 5 white pawn, knight, bishop, rook, queen, king; 6 to 11 black; 12 empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces(pub u16);

impl Pieces {
    /// Everything, the empty square included.
    pub const ANY: Pieces = Pieces(0x1fff);
    /// The white pieces.
    pub const WHITE: Pieces = Pieces(0x003f);
    /// The black pieces.
    pub const BLACK: Pieces = Pieces(0x0fc0);
    /// The empty square.
    pub const EMPTY_SQUARE: Pieces = Pieces(0x1000);
}
