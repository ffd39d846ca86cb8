//! Columns: one predicate's truth at every position of a game, known bit by bit as it is asked.

use bitvec::prelude::{BitVec, Lsb0};

/// Two bits per position: whether the truth is known, and the truth.
#[derive(Clone, Debug, Default)]
pub(crate) struct Column {
    known: BitVec<u64, Lsb0>,
    /// Set only where `known` is set.
    value: BitVec<u64, Lsb0>,
    /// From the first position to before the second every truth is known and none is set: what has been scanned once
    /// is not scanned again.
    barren: (u32, u32),
}

impl Column {
    /// Forgets everything and makes room for so many positions.
    pub(crate) fn reset(&mut self, len: usize) {
        for bits in [&mut self.known, &mut self.value] {
            bits.clear();
            bits.resize(len, false);
        }
        self.barren = (0, 0);
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
        if !value && n == self.barren.1 {
            self.barren.1 += 1;
        }
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

    /// The first position from `n` on, before `end`, where the truth is set or not yet known. Asked from ever later
    /// positions, it takes constant time on the average.
    pub(crate) fn next_candidate(&mut self, n: u32, end: u32) -> Option<u32> {
        let (first, behind) = self.barren;
        let joins = first <= n && n <= behind;
        let found = self.scan(if joins { behind } else { n });
        self.barren = (if joins { first } else { n }, found);
        (found < end).then_some(found)
    }

    /// The first position from `n` on where the truth is set or not known; the number of positions if there is none.
    fn scan(&self, n: u32) -> u32 {
        let (known, value) = (self.known.as_raw_slice(), self.value.as_raw_slice());
        let len = self.value.len() as u32;
        let mut word = n as usize / 64;
        let mut mask = !0 << (n % 64);
        while word < value.len() {
            let candidates = (!known[word] | value[word]) & mask;
            if candidates != 0 {
                return len.min(word as u32 * 64 + candidates.trailing_zeros());
            }
            (word, mask) = (word + 1, !0);
        }
        len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_what_is_set_or_unknown() {
        let mut column = Column::default();
        column.reset(200);
        assert_eq!(column.next_candidate(0, 200), Some(0));
        (0..150).for_each(|n| column.set(n, n == 70 || n == 140));
        assert_eq!(column.next_candidate(0, 200), Some(70));
        assert_eq!(column.next_candidate(5, 60), None);
        assert_eq!(column.next_candidate(71, 200), Some(140));
        assert_eq!(column.next_candidate(0, 200), Some(70), "an earlier question after a later one");
        assert_eq!(column.next_candidate(141, 200), Some(150));
        (150..200).for_each(|n| column.set(n, false));
        assert_eq!(column.next_candidate(150, 200), None);
        assert_eq!(column.next_candidate(199, 200), None);
    }
}
