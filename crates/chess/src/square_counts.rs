//! A small number for each of the 64 squares, counted and compared for all squares at once.

use crate::{Bitboard, Square};

/// The number of binary digits: no square is counted more than 64 times.
const DIGITS: usize = 7;

/// A number from 0 to 127 for each square. The squares are stored by binary digit, the lowest first, so adding one on a set
/// of squares and comparing two numbers on all squares take a few operations on whole sets.
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
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_are_numbers(added in proptest::collection::vec(any::<u64>(), 0..64), other in 0..128u8, other_at in 0..64u32) {
            let mut counts = SquareCounts::default();
            added.iter().for_each(|&set| counts.add(Bitboard(set)));
            let expected: Vec<u8> =
                Square::ALL.iter().map(|&square| added.iter().filter(|&&set| Bitboard(set).contains(square)).count() as u8).collect();
            prop_assert_eq!(Square::ALL.map(|square| counts.get(square)).to_vec(), expected.clone());
            let (greater, equal) = counts.compare(&SquareCounts::constant(other));
            for (square, number) in Square::ALL.into_iter().zip(expected) {
                prop_assert_eq!(greater.contains(square), number > other);
                prop_assert_eq!(equal.contains(square), number == other);
            }
            let (mut single, square) = (SquareCounts::default(), Square::new(other_at));
            single.set(square, other);
            prop_assert_eq!(Square::ALL.map(|at| single.get(at)), Square::ALL.map(|at| if at == square { other } else { 0 }));
        }
    }
}
