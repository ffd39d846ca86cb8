//! Where pawns can have gone, and with how many captures, around the men that never moved.

use super::reach::Still;
use crate::chess::{Bitboard, Board, Color, Rank, Role, Square};

/// Numbers of captures as a set: bit n for n captures.
pub(super) type Counts = u8;

/// The ways of one colour's pawns.
pub(super) struct Paths {
    /// For the pawn of each file, and each square: with how many captures it can have come there.
    counts: [[Counts; 64]; 8],
    /// The squares where some pawn can have captured something.
    pub(super) captures: Bitboard,
    /// The squares where some pawn can have been promoted.
    pub(super) promotions: Bitboard,
    last: Bitboard,
}

impl Paths {
    pub(super) fn of(board: &Board, color: Color, still: &Still) -> Paths {
        let last = Bitboard::from_rank(color.fold_wb(Rank::Eighth, Rank::First));
        let mut paths = Paths { counts: [[0; 64]; 8], captures: Bitboard::EMPTY, promotions: Bitboard::EMPTY, last };
        for file in 0..8 {
            let home = Square::new(color.fold_wb(8, 48) + file);
            paths.counts[file as usize][home as usize] = 1;
            let at_home = board.by_piece(Role::Pawn.of(color)).contains(home);
            if !at_home {
                paths.walk(file as usize, color, still);
            }
        }
        paths
    }

    /// Fills in the ways of one pawn rank by rank.
    fn walk(&mut self, file: usize, color: Color, still: &Still) {
        let ranks = color.fold_wb([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]);
        let step = color.fold_wb(8, -8);
        for rank in ranks {
            for x in 0..8_i32 {
                let from = Square::new(rank * 8 + x as u32);
                let counts = self.counts[file][from as usize];
                if counts == 0 {
                    continue;
                }
                for dx in [-1, 0, 1] {
                    let Some(to) = from.offset(step + dx) else { continue };
                    if !(0..8).contains(&(x + dx)) || still.squares.contains(to) {
                        continue;
                    }
                    self.counts[file][to as usize] |= if dx == 0 { counts } else { counts << 1 };
                    if dx != 0 {
                        self.captures.add(to);
                    }
                    if self.last.contains(to) {
                        self.promotions.add(to);
                    }
                }
            }
        }
    }

    /// With how many captures the pawn of a file can have come to a square.
    pub(super) fn to(&self, file: usize, square: Square) -> Counts {
        self.counts[file][square as usize]
    }

    /// With how many captures the pawn of a file can have been promoted.
    pub(super) fn to_promotion(&self, file: usize) -> Counts {
        self.last.into_iter().fold(0, |all, square| all | self.to(file, square))
    }
}
