//! Columns: one predicate's truth at every position of a game, known bit by bit as it is asked.

use bitvec::prelude::{BitVec, Lsb0};

/// Two bits per position: whether the truth is known, and the truth.
#[derive(Clone, Debug, Default)]
pub(crate) struct Column {
    known: BitVec<u64, Lsb0>,
    /// Set only where `known` is set.
    value: BitVec<u64, Lsb0>,
}

impl Column {
    /// Forgets everything and makes room for so many positions.
    pub(crate) fn reset(&mut self, len: usize) {
        for bits in [&mut self.known, &mut self.value] {
            bits.clear();
            bits.resize(len, false);
        }
    }

    /// The truth at a position, if it has been found out.
    #[inline]
    pub(crate) fn get(&self, n: u32) -> Option<bool> {
        let (word, bit) = (n as usize / 64, 1u64 << (n % 64));
        (self.known.as_raw_slice()[word] & bit != 0).then(|| self.value.as_raw_slice()[word] & bit != 0)
    }

    /// Notes the truth at a position.
    #[inline]
    pub(crate) fn set(&mut self, n: u32, value: bool) {
        let (word, bit) = (n as usize / 64, n % 64);
        self.known.as_raw_mut_slice()[word] |= 1 << bit;
        self.value.as_raw_mut_slice()[word] |= u64::from(value) << bit;
    }

    /// Fills the whole column at once.
    pub(crate) fn fill(&mut self, mut truth: impl FnMut(u32) -> bool) {
        let len = self.value.len();
        for (i, word) in self.value.as_raw_mut_slice().iter_mut().enumerate() {
            let first = i * 64;
            let bits = (first..len.min(first + 64)).enumerate();
            *word = bits.fold(0, |word, (bit, n)| word | (u64::from(truth(n as u32)) << bit));
        }
        self.known.fill(true);
    }

    /// The first position from `n` on, before `end`, where the truth is set or not yet known.
    pub(crate) fn next_candidate(&self, n: u32, end: u32) -> Option<u32> {
        let (known, value) = (self.known.as_raw_slice(), self.value.as_raw_slice());
        let mut word = n as usize / 64;
        let mut candidates = (!known[word] | value[word]) & (!0 << (n % 64));
        loop {
            if candidates != 0 {
                let found = word as u32 * 64 + candidates.trailing_zeros();
                return (found < end).then_some(found);
            }
            word += 1;
            if word * 64 >= end as usize {
                return None;
            }
            candidates = !known[word] | value[word];
        }
    }
}
