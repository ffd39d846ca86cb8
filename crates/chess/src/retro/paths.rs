//! The squares that pawns can have reached around the men that never moved, and the captures that this takes.

use super::reach::Unmoved;
use crate::{Bitboard, Board, Color, Rank, Role, Square};

/// Captures that a pawn has made: on light squares and on dark squares.
pub(super) type Taken = (u8, u8);

/// With how many captures a pawn can have come somewhere: a set of [`Taken`], as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts(u64);

impl Counts {
    const NONE: Counts = Counts(0);
    /// Without a capture.
    pub(super) const ZERO: Counts = Counts(1);

    fn one_more(self, light: bool) -> Counts {
        // A pawn makes six captures at most, so that neither number leaves its three bits.
        Counts(if light { self.0 << 8 } else { self.0 << 1 })
    }

    pub(super) fn is_none(self) -> bool {
        self == Counts::NONE
    }

    pub(super) fn has_zero(self) -> bool {
        self.0 & 1 != 0
    }

    pub(super) fn without_zero(self) -> Counts {
        Counts(self.0 & !1)
    }

    fn all(self) -> impl Iterator<Item = Taken> {
        (0..64_u8).filter(move |bit| self.0 & (1 << bit) != 0).map(|bit| (bit / 8, bit % 8))
    }

    /// The fewest captures, of both shades together.
    pub(super) fn fewest(self) -> usize {
        if self.has_zero() { 0 } else { self.all().map(|(light, dark)| usize::from(light + dark)).min().unwrap_or(0) }
    }

    /// The members that no other undercuts on both shades.
    pub(super) fn minimal(self) -> Vec<Taken> {
        if self.has_zero() {
            return vec![(0, 0)];
        }
        let undercut = |(light, dark): Taken| self.all().any(|o| o != (light, dark) && o.0 <= light && o.1 <= dark);
        self.all().filter(|&taken| !undercut(taken)).collect()
    }
}

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
    pub(super) fn of(board: &Board, color: Color, unmoved: &Unmoved) -> Paths {
        let last = Bitboard::from_rank(color.fold_wb(Rank::Eighth, Rank::First));
        let mut paths =
            Paths { counts: [[Counts::NONE; 64]; 8], captures: Bitboard::EMPTY, promotions: Bitboard::EMPTY, last };
        for file in 0..8 {
            let home = Square::new(color.fold_wb(8, 48) + file);
            paths.counts[file as usize][home as usize] = Counts::ZERO;
            let at_home = board.by_piece(Role::Pawn.of(color)).contains(home);
            if !at_home {
                paths.walk(file as usize, color, unmoved);
            }
        }
        paths
    }

    /// Fills in the ways of one pawn rank by rank.
    fn walk(&mut self, file: usize, color: Color, unmoved: &Unmoved) {
        let ranks = color.fold_wb([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]);
        let step = color.fold_wb(8, -8);
        for rank in ranks {
            for x in 0..8_i32 {
                let from = Square::new(rank * 8 + x.cast_unsigned());
                let counts = self.counts[file][from as usize];
                if counts.is_none() {
                    continue;
                }
                for dx in [-1, 0, 1] {
                    let Some(to) = from.offset(step + dx) else { continue };
                    if !(0..8).contains(&(x + dx)) || unmoved.squares.contains(to) {
                        continue;
                    }
                    let more = if dx == 0 { counts } else { counts.one_more(to.is_light()) };
                    self.counts[file][to as usize].0 |= more.0;
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
        Counts(self.last.into_iter().fold(0, |all, square| all | self.to(file, square).0))
    }
}
