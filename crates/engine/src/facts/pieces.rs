//! Tracks of the pieces: where each piece of the initial position stands in every position of a game.
//!
//! Pieces of the initial position are numbered in square order, a1 first. A piece keeps its number when it moves,
//! promotes or castles; a captured one stands nowhere in that line from then on.

use crate::chess::{Board, Move, MoveKind, Square};

/// The square byte of a piece that has been captured.
const GONE: u8 = 64;

/// One row of squares per position. Computed for the whole game when the first piece is requested.
#[derive(Clone, Debug, Default)]
pub(crate) struct PieceTracks {
    /// The number of pieces of the initial position: the length of a row.
    pieces: usize,
    /// Square numbers, row after row.
    squares: Vec<u8>,
}

impl PieceTracks {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.squares.clear();
    }

    /// True if the tracks have been computed for this game.
    pub(crate) fn is_ready(&self) -> bool {
        !self.squares.is_empty()
    }

    /// Computes the tracks: `origin` gives each position's parent and the move from there; parents come first.
    /// In variants in which captures explode, `exploded` gives the boards as well.
    pub(crate) fn compute<'m>(
        &mut self,
        root: &Board,
        len: u32,
        origin: impl Fn(u32) -> Option<(u32, &'m Move)>,
        exploded: Option<&dyn Fn(u32) -> &'m Board>,
    ) {
        self.squares.clear();
        self.squares.extend(root.occupied().into_iter().map(u8::from));
        self.pieces = self.squares.len();
        if self.pieces == 0 {
            // One unused column keeps `is_ready` true on an empty board.
            self.pieces = 1;
            self.squares.push(GONE);
        }
        self.squares.reserve(self.pieces * (len as usize - 1));
        for n in 1..len {
            let Some((parent, m)) = origin(n) else { continue };
            let row = parent as usize * self.pieces;
            self.squares.extend_from_within(row..row + self.pieces);
            let start = self.squares.len() - self.pieces;
            follow(&mut self.squares[start..], m);
            if let Some(board) = exploded {
                drop_missing(&mut self.squares[start..], board(n));
            }
        }
    }

    /// The square of a piece in a position; `None` if it is gone.
    pub(crate) fn square(&self, n: u32, piece: u8) -> Option<Square> {
        let square = *self.squares.get(n as usize * self.pieces + usize::from(piece))?;
        (square != GONE).then(|| Square::new(u32::from(square)))
    }

    /// The squares of all pieces in a position, by their numbers: 64 for those that are gone.
    pub(crate) fn row(&self, n: u32) -> Vec<u8> {
        self.squares[n as usize * self.pieces..][..self.pieces].to_vec()
    }

    /// The number of the piece on a square in a position.
    pub(crate) fn piece_on(&self, n: u32, square: Square) -> Option<u8> {
        let row = &self.squares[n as usize * self.pieces..][..self.pieces];
        memchr::memchr(u8::from(square), row).and_then(|piece| u8::try_from(piece).ok())
    }
}

/// Forgets the pieces whose squares are empty: an explosion has taken them.
pub(crate) fn drop_missing(row: &mut [u8], board: &Board) {
    let occupied = board.occupied();
    for square in row.iter_mut().filter(|square| **square < GONE) {
        if !occupied.contains(Square::new(u32::from(*square))) {
            *square = GONE;
        }
    }
}

/// Plays a move on a row.
pub(crate) fn follow(row: &mut [u8], m: &Move) {
    let byte = |square: Square| u8::from(square);
    if m.is_null() {
        return;
    }
    let find = |row: &[u8], square: Square| row.iter().position(|&s| s == byte(square));
    let mover = m.origin().and_then(|from| find(row, from));
    if let Some(taken) = m.captured.and_then(|square| find(row, square)) {
        row[taken] = GONE;
    }
    if let MoveKind::Castle { rook_from, rook_to } = m.kind
        && let Some(rook) = find(row, rook_from)
    {
        row[rook] = byte(rook_to);
    }
    if let Some(mover) = mover {
        row[mover] = byte(m.to);
    }
}
