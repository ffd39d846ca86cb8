//! Rows of bits where bitvec has none of words of 64 bits: on systems whose pointers have 32. The methods are those of
//! `BitVec<u64, Lsb0>` that are used, and mean the same.

use std::ops::Index;

/// A row of bits, 64 in a word. Bits beyond its end are clear.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    words: Vec<u64>,
    len: usize,
}

impl Words {
    /// A row without bits.
    pub fn new() -> Words {
        Words::default()
    }

    /// A row of `len` bits of one value.
    pub fn repeat(bit: bool, len: usize) -> Words {
        let mut bits = Words::new();
        bits.resize(len, bit);
        bits
    }

    /// All bits of some words.
    pub fn from_vec(words: Vec<u64>) -> Words {
        Words { len: 64 * words.len(), words }
    }

    /// All bits of a word.
    pub fn from_element(word: u64) -> Words {
        Words::from_vec(vec![word])
    }

    /// The words.
    pub fn into_vec(self) -> Vec<u64> {
        self.words
    }

    /// The words.
    pub fn as_raw_slice(&self) -> &[u64] {
        &self.words
    }

    /// The words, to be changed; no bit may be set beyond the end.
    pub fn as_raw_mut_slice(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// The number of bits.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if there is no bit.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Cuts off the bits from a number on.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len {
            self.resize(len, false);
        }
    }

    /// Takes all bits away.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Gives the row another length; new bits have this value.
    pub fn resize(&mut self, len: usize, bit: bool) {
        let old = self.len;
        self.words.resize(len.div_ceil(64), 0);
        self.len = len;
        if bit {
            (old..len).for_each(|i| self.set(i, true));
        }
        if let Some(last) = self.words.last_mut() {
            *last &= !0 >> ((64 - len % 64) % 64);
        }
    }

    /// Adds a bit.
    pub fn push(&mut self, bit: bool) {
        self.resize(self.len + 1, bit);
    }

    /// Gives a bit its value.
    ///
    /// # Panics
    ///
    /// If there is no such bit.
    pub fn set(&mut self, index: usize, bit: bool) {
        assert!(index < self.len, "there is no bit {index} of {}", self.len);
        let (word, one) = (&mut self.words[index / 64], 1 << (index % 64));
        if bit { *word |= one } else { *word &= !one }
    }

    /// Gives all bits a value.
    pub fn fill(&mut self, bit: bool) {
        let len = std::mem::take(&mut self.len);
        self.words.clear();
        self.resize(len, bit);
    }

    /// True if some bit is set.
    pub fn any(&self) -> bool {
        self.words.iter().any(|word| *word != 0)
    }

    /// The numbers of the bits that are set.
    pub fn iter_ones(&self) -> impl Iterator<Item = usize> {
        (0..self.len).filter(|index| self[*index])
    }
}

impl Index<usize> for Words {
    type Output = bool;

    fn index(&self, index: usize) -> &bool {
        assert!(index < self.len, "there is no bit {index} of {}", self.len);
        if self.words[index / 64] >> (index % 64) & 1 == 1 { &true } else { &false }
    }
}

impl Extend<bool> for Words {
    fn extend<I: IntoIterator<Item = bool>>(&mut self, bits: I) {
        bits.into_iter().for_each(|bit| self.push(bit));
    }
}

impl FromIterator<bool> for Words {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Words {
        let mut all = Words::new();
        all.extend(bits);
        all
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use bitvec::order::Lsb0;
    use bitvec::vec::BitVec;

    #[test]
    fn they_are_rows_of_bitvec() {
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut mine, mut theirs) = (Words::new(), BitVec::<u64, Lsb0>::new());
        for _ in 0..20_000 {
            let (len, bit) = (rng.usize(..300), rng.bool());
            match rng.u8(..8) {
                0 => (mine.resize(len, bit), theirs.resize(len, bit)),
                1 => (mine.truncate(len), theirs.truncate(len)),
                2 => (mine.fill(bit), theirs.fill(bit)),
                3 if len < 5 => (mine.clear(), theirs.clear()),
                4 | 5 if !mine.is_empty() => {
                    let index = len % mine.len();
                    (mine.set(index, bit), theirs.set(index, bit))
                }
                _ => (mine.push(bit), theirs.push(bit)),
            };
            assert_eq!((mine.len(), mine.any()), (theirs.len(), theirs.any()));
            assert!(mine.iter_ones().eq(theirs.iter_ones()));
            assert!((0..mine.len()).all(|i| mine[i] == theirs[i]));
            // Bits that bitvec leaves beyond the end do not count.
            assert_eq!(mine, (0..mine.len()).map(|i| mine[i]).collect());
        }
    }

    #[test]
    fn their_words_are_those_of_bitvec() {
        let mut rng = fastrand::Rng::with_seed(8);
        for len in 0..200 {
            let words: Vec<u64> = (0..len % 4).map(|_| rng.u64(..)).collect();
            let (mut mine, mut theirs) = (Words::from_vec(words.clone()), BitVec::<u64, Lsb0>::from_vec(words));
            assert_eq!(mine.len(), theirs.len());
            for (mine, theirs) in mine.as_raw_mut_slice().iter_mut().zip(theirs.as_raw_mut_slice()) {
                let changed = rng.u64(..);
                *mine ^= changed;
                *theirs ^= changed;
            }
            assert_eq!(mine.as_raw_slice(), theirs.as_raw_slice());
            assert_eq!(mine.into_vec(), theirs.into_vec());
            let word = rng.u64(..);
            assert_eq!(Words::from_element(word).into_vec(), BitVec::<u64, Lsb0>::from_element(word).into_vec());
            for bit in [false, true] {
                let (mine, theirs) = (Words::repeat(bit, len), BitVec::<u64, Lsb0>::repeat(bit, len));
                assert!((0..len).all(|i| mine[i] == theirs[i]) && mine.len() == theirs.len());
            }
        }
    }
}
