//! A small number for each of the 64 squares, counted and compared for all squares at once.

use crate::{Bitboard, Square};

/// The number of binary digits: no square is counted more than 64 times.
const DIGITS: usize = 7;

/// A number from 0 to 127 for each square. The squares are stored by binary digit, the lowest first, so adding one on a
/// set of squares and comparing two numbers on all squares take a few operations on whole sets.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::{Bitboard, Square, SquareCounts};
///
/// let mut counts = SquareCounts::default();
/// counts.add(Bitboard::FULL);
/// counts.add(Bitboard::from(Square::E4));
/// let (greater, equal) = counts.compare(&SquareCounts::constant(1));
/// assert_eq!((counts.get(Square::E4), greater, equal.count()), (2, Bitboard::from(Square::E4), 63));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareCounts {
    digits: [Bitboard; DIGITS],
}

impl SquareCounts {
    /// The same number, at most 127, on every square.
    pub fn constant(number: u8) -> SquareCounts {
        let digit = |place| if number >> place & 1 == 1 { Bitboard::FULL } else { Bitboard::EMPTY };
        SquareCounts { digits: std::array::from_fn(digit) }
    }

    /// Counts each of these squares once more.
    #[inline]
    pub fn add(&mut self, squares: Bitboard) {
        let mut carry = squares;
        for digit in &mut self.digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
            if carry.is_empty() {
                return;
            }
        }
    }

    /// Gives a square, whose number is 0, another one of at most 127.
    #[inline]
    pub fn set(&mut self, square: Square, number: u8) {
        for (place, digit) in self.digits.iter_mut().enumerate() {
            digit.0 |= u64::from(number >> place & 1) << u32::from(square);
        }
    }

    /// The number of a square.
    pub fn get(&self, square: Square) -> u8 {
        let digits = self.digits.iter().enumerate();
        digits.fold(0, |number, (place, digit)| number | u8::from(digit.contains(square)) << place)
    }

    /// The squares whose number is greater than their number in `other`, and those whose numbers are equal.
    pub fn compare(&self, other: &SquareCounts) -> (Bitboard, Bitboard) {
        let (mut greater, mut equal) = (Bitboard::EMPTY, Bitboard::FULL);
        for (&a, &b) in self.digits.iter().zip(&other.digits).rev() {
            greater |= equal & a & !b;
            equal &= !(a ^ b);
        }
        (greater, equal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "any bits are a number, and there are 64 sets at most")]
    fn counts_are_numbers() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 29
        };
        for round in 0..64 {
            let added: Vec<Bitboard> = (0..round).map(|_| Bitboard(random())).collect();
            let (other, single) = ((random() >> 40) as u8 & 127, Square::new((random() >> 40) as u32 & 63));
            let mut counts = SquareCounts::default();
            added.iter().for_each(|&set| counts.add(set));
            let (greater, equal) = counts.compare(&SquareCounts::constant(other));
            let mut alone = SquareCounts::default();
            alone.set(single, other);
            for square in Square::ALL {
                let number = added.iter().filter(|set| set.contains(square)).count() as u8;
                assert_eq!(counts.get(square), number);
                assert_eq!((greater.contains(square), equal.contains(square)), (number > other, number == other));
                assert_eq!(alone.get(square), if square == single { other } else { 0 });
            }
        }
    }
}
