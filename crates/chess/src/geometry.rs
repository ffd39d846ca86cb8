//! The geometry of the 64 squares: directions, steps, and how symmetries and shifts map square sets.
//!
//! Directions are numbered counter-clockwise from the right (east): turning by 45 degrees adds one.

use super::{Bitboard, Square};

/// The eight directions as (file step, rank step), in their order.
pub const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The number of squares of a set.
#[inline]
pub const fn square_count(set: Bitboard) -> u32 {
    set.0.count_ones()
}

/// The square one step away in a direction, if it is on the board.
pub fn step(square: Square, direction: usize) -> Option<Square> {
    let (dx, dy) = DIRECTIONS[direction];
    offset(square, dx, dy)
}

/// The square this many files and ranks away, if it is on the board.
pub fn offset(square: Square, dx: i8, dy: i8) -> Option<Square> {
    let (x, y) = (square.file() as i8 + dx, square.rank() as i8 + dy);
    ((0..8).contains(&x) && (0..8).contains(&y)).then(|| Square::new(u32::from((y * 8 + x).cast_unsigned())))
}

/// By square and direction: all squares that lie that way.
static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    let mut rays = [[0; 8]; 64];
    let mut square = 0_i8;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = DIRECTIONS[direction];
            let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                rays[square.cast_unsigned() as usize][direction] |= 1 << (y * 8 + x);
                x += dx;
                y += dy;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

/// All squares that lie in a direction from a square.
pub fn ray(square: Square, direction: usize) -> Bitboard {
    Bitboard(RAYS[usize::from(square)][direction])
}

/// Moves every square this many files and ranks; what leaves the board is dropped.
#[inline]
pub fn translate(set: Bitboard, dx: i32, dy: i32) -> Bitboard {
    let mut bits = u64::from(set);
    for _ in 0..dx.unsigned_abs().min(8) {
        bits = if dx > 0 { (bits & 0x7f7f_7f7f_7f7f_7f7f) << 1 } else { (bits & 0xfefe_fefe_fefe_fefe) >> 1 };
    }
    for _ in 0..dy.unsigned_abs().min(8) {
        bits = if dy > 0 { bits << 8 } else { bits >> 8 };
    }
    Bitboard(bits)
}

/// Shifts a set as the `shift` transforms do: first along files, then along ranks, one step at a time; a complete
/// rank counts as unbounded under sideways steps and a complete file under vertical ones.
pub fn shift(set: Bitboard, dx: i32, dy: i32) -> Bitboard {
    let mut set = set;
    for _ in 0..dy.abs() {
        set = refill(set, 0, dy.signum(), 0x0101_0101_0101_0101, 1);
    }
    for _ in 0..dx.abs() {
        set = refill(set, dx.signum(), 0, 0xff, 8);
    }
    set
}

/// One step of [`shift`]: the lines (`line`, and its copies `stride` bits apart) that are complete stay complete.
fn refill(set: Bitboard, dx: i32, dy: i32, line: u64, stride: u32) -> Bitboard {
    let full = (0..8).map(|i| line << (i * stride)).filter(|&l| set.0 & l == l).fold(0, |all, l| all | l);
    Bitboard(translate(set, dx, dy).0 | full)
}

/// A symmetry of the square, in the order that `flip` lists them. Coordinates are file and rank, from 0: (x, y).
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::geometry::Dihedral;
/// use tabiya::chess::{Bitboard, Square};
///
/// let corner = Bitboard::from(Square::A1);
/// assert_eq!(Dihedral::Files.apply(corner), Bitboard::from(Square::H1));
/// assert_eq!(Dihedral::Ranks.apply(corner), Bitboard::from(Square::A8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dihedral {
    /// Nothing moves.
    Identity,
    /// Mirror in the long diagonal: (x, y) to (y, x).
    DiagonalA1H8,
    /// Mirror of ranks 1 and 8: (x, 7-y).
    Ranks,
    /// Quarter turn that takes a1 to h1: (7-y, x).
    CounterClockwise,
    /// Mirror of files a and h: (7-x, y).
    Files,
    /// Quarter turn that takes a1 to a8: (y, 7-x).
    Clockwise,
    /// Half turn: (7-x, 7-y).
    HalfTurn,
    /// Mirror in the other diagonal: (7-y, 7-x).
    DiagonalA8H1,
}

impl Dihedral {
    /// All eight, in the order of `flip`.
    pub const ALL: [Dihedral; 8] = [
        Dihedral::Identity,
        Dihedral::DiagonalA1H8,
        Dihedral::Ranks,
        Dihedral::CounterClockwise,
        Dihedral::Files,
        Dihedral::Clockwise,
        Dihedral::HalfTurn,
        Dihedral::DiagonalA8H1,
    ];

    /// The image of a set.
    pub fn apply(self, set: Bitboard) -> Bitboard {
        match self {
            Dihedral::Identity => set,
            Dihedral::DiagonalA1H8 => set.flip_diagonal(),
            Dihedral::Ranks => set.flip_vertical(),
            Dihedral::CounterClockwise => set.flip_diagonal().flip_horizontal(),
            Dihedral::Files => set.flip_horizontal(),
            Dihedral::Clockwise => set.flip_diagonal().flip_vertical(),
            Dihedral::HalfTurn => set.rotate_180(),
            Dihedral::DiagonalA8H1 => set.flip_diagonal().rotate_180(),
        }
    }

    /// The image of a step.
    pub fn apply_step(self, (dx, dy): (i8, i8)) -> (i8, i8) {
        match self {
            Dihedral::Identity => (dx, dy),
            Dihedral::DiagonalA1H8 => (dy, dx),
            Dihedral::Ranks => (dx, -dy),
            Dihedral::CounterClockwise => (-dy, dx),
            Dihedral::Files => (-dx, dy),
            Dihedral::Clockwise => (dy, -dx),
            Dihedral::HalfTurn => (-dx, -dy),
            Dihedral::DiagonalA8H1 => (-dy, -dx),
        }
    }

    /// True if light squares become dark.
    pub fn swaps_shades(self) -> bool {
        matches!(self, Dihedral::Ranks | Dihedral::Files | Dihedral::CounterClockwise | Dihedral::Clockwise)
    }
}

/// The image of a direction mask under a map of steps.
pub fn map_directions(mask: u8, map: impl Fn((i8, i8)) -> (i8, i8)) -> u8 {
    (0..8)
        .filter(|&i| mask & (1 << i) != 0)
        .filter_map(|i| DIRECTIONS.iter().position(|&d| d == map(DIRECTIONS[i])))
        .fold(0, |all, i| all | (1 << i))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_take_a1_where_they_say() {
        let a1 = Bitboard::from(Square::A1);
        assert_eq!(Dihedral::CounterClockwise.apply(a1), Bitboard::from(Square::H1));
        assert_eq!(Dihedral::Clockwise.apply(a1), Bitboard::from(Square::A8));
    }

    #[test]
    fn every_symmetry_maps_steps_as_it_maps_squares() {
        for symmetry in Dihedral::ALL {
            for from in Square::ALL {
                for (i, &d) in DIRECTIONS.iter().enumerate() {
                    let Some(to) = step(from, i) else { continue };
                    let image = symmetry.apply(Bitboard::from(from)).single_square().expect("one square");
                    let (dx, dy) = symmetry.apply_step(d);
                    let expected = symmetry.apply(Bitboard::from(to)).single_square();
                    assert_eq!(offset(image, dx, dy), expected, "{symmetry:?} {from} {d:?}");
                }
            }
        }
    }

    #[test]
    fn full_lines_are_unbounded_under_shifts_across_them() {
        let rank = Bitboard(0xff);
        assert_eq!(shift(rank, 3, 0), rank);
        assert_eq!(shift(rank, -7, 2), Bitboard(0xff_0000));
        assert_eq!(shift(Bitboard::FULL, 5, -5), Bitboard::FULL);
        assert_eq!(shift(Bitboard(0x7f), 1, 0), Bitboard(0xfe));
        assert!(shift(Bitboard(1), -1, 0).is_empty());
    }
}
