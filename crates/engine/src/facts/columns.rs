//! Columns: one predicate's truth at every position of a game, known bit by bit as it is evaluated.

use crate::casts::number_of;
use std::sync::Arc;
use tabiya_automata::{Bits, clear_bits, fill_bits, is_full};

/// Two bits per position: whether the truth is known, and the truth.
#[derive(Clone, Debug, Default)]
pub(crate) struct Column {
    known: Bits,
    /// Set only where `known` is set.
    value: Bits,
    /// The truths of a column that has been lent, in place of `value`. All of them are known, so none is noted any more.
    lent: Option<Arc<Bits>>,
    /// From the first position to before the second every truth is known and none is set: what has been scanned once
    /// is not scanned again.
    known_false: (u32, u32),
}

impl Column {
    /// Forgets everything and makes room for `len` positions.
    pub(crate) fn reset(&mut self, len: usize) {
        if let Some(value) = self.lent.take().and_then(Arc::into_inner) {
            self.value = value;
        }
        clear_bits(&mut self.known, len);
        clear_bits(&mut self.value, len);
        self.known_false = (0, 0);
    }

    /// The truth at a position, if it has been found out.
    #[inline]
    pub(crate) fn get(&self, n: u32) -> Option<bool> {
        let (word, bit) = (n as usize / 64, 1u64 << (n % 64));
        (self.known.as_raw_slice()[word] & bit != 0).then(|| self.value().as_raw_slice()[word] & bit != 0)
    }

    /// Notes the truth at a position, where it was not known.
    #[inline]
    pub(crate) fn set(&mut self, n: u32, value: bool) {
        self.set_word(n as usize / 64, 1 << (n % 64), u64::from(value) << (n % 64));
        if !value && n == self.known_false.1 {
            self.known_false.1 += 1;
        }
    }

    /// The positions of one word whose truth is known, and the truths.
    #[inline]
    pub(crate) fn word(&self, word: usize) -> (u64, u64) {
        (self.known.as_raw_slice()[word], self.value().as_raw_slice()[word])
    }

    /// Notes the truth at some positions of one word, where it was not known.
    #[inline]
    pub(crate) fn set_word(&mut self, word: usize, positions: u64, truths: u64) {
        self.known.as_raw_mut_slice()[word] |= positions;
        self.value.as_raw_mut_slice()[word] |= truths & positions;
    }

    /// Fills the whole column at once.
    pub(crate) fn fill(&mut self, mut truth: impl FnMut(u32) -> bool) {
        let len = self.value.len();
        for (i, word) in self.value.as_raw_mut_slice().iter_mut().enumerate() {
            let first = i * 64;
            let bits = (first..len.min(first + 64)).enumerate();
            *word = bits.fold(0, |word, (bit, n)| word | (u64::from(truth(number_of(n))) << bit));
        }
        fill_bits(&mut self.known);
        self.known_false = (0, 0);
    }

    /// True if every truth is known.
    pub(crate) fn is_whole(&self) -> bool {
        is_full(&self.known)
    }

    /// The truths; of use once all are known.
    pub(crate) fn value(&self) -> &Bits {
        self.lent.as_deref().unwrap_or(&self.value)
    }

    /// The truths of a column that is whole. They stay as they are until the column is reset.
    pub(crate) fn lend(&mut self) -> Arc<Bits> {
        Arc::clone(self.lent.get_or_insert_with(|| Arc::new(std::mem::take(&mut self.value))))
    }

    /// The first position from `n` on, before `end`, where the truth is set or not yet known. Asked from ever later
    /// positions, it takes constant time on the average.
    pub(crate) fn next_candidate(&mut self, n: u32, end: u32) -> Option<u32> {
        let (first, behind) = self.known_false;
        let joins = first <= n && n <= behind;
        let found = self.scan(if joins { behind } else { n });
        self.known_false = (if joins { first } else { n }, found);
        (found < end).then_some(found)
    }

    /// The last position before `end`, and not before `first`, where the truth is set or not yet known.
    pub(crate) fn last_candidate(&self, first: u32, end: u32) -> Option<u32> {
        let mut behind = end as usize;
        while behind > first as usize {
            let word = (behind - 1) / 64;
            let mask = !0 >> (63 - (behind - 1) % 64);
            let (known, value) = self.word(word);
            let candidates = (!known | value) & mask;
            if candidates != 0 {
                let found = number_of(word) * 64 + candidates.ilog2();
                return (found >= first).then_some(found);
            }
            behind = word * 64;
        }
        None
    }

    /// The first position from `n` on where the truth is set or not known; the number of positions if there is none.
    fn scan(&self, n: u32) -> u32 {
        let (known, value) = (self.known.as_raw_slice(), self.value().as_raw_slice());
        let len = number_of(self.known.len());
        let mut word = n as usize / 64;
        let mut mask = !0 << (n % 64);
        while word < value.len() {
            let candidates = (!known[word] | value[word]) & mask;
            if candidates != 0 {
                return len.min(number_of(word) * 64 + candidates.trailing_zeros());
            }
            (word, mask) = (word + 1, !0);
        }
        len
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    #[test]
    fn a_column_is_forgotten_whole() {
        let mut column = Column::default();
        column.reset(70);
        column.fill(|_| false);
        assert_eq!(column.next_candidate(0, 70), None);
        column.reset(3);
        assert_eq!((column.get(0), column.get(2), column.next_candidate(0, 3)), (None, None, Some(0)));
        column.set(0, false);
        assert_eq!(column.next_candidate(0, 3), Some(1), "what was known before is not now");
    }

    /// An operation on a column, by position.
    #[derive(Clone, Debug)]
    enum Step {
        /// Notes a truth, unless it is known.
        Set(u32, bool),
        /// Notes that nothing holds from one position up to another.
        Clear(u32, u32),
        /// Looks for a candidate.
        Next(u32, u32),
        /// Looks for the last candidate.
        Last(u32, u32),
        /// Notes the truths of positions of a word of which none is known.
        Word(u32, u64, u64),
        /// Fills the column: true where the number of the position has a bit in common with this one.
        Fill(u32),
        /// Begins again with this number of positions.
        Reset(u32),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let at = || prop_oneof![0..200u32, prop_oneof![Just(0u32), Just(63), Just(64), Just(127), Just(128)]];
        let step = prop_oneof![
            20 => (at(), any::<bool>()).prop_map(|(n, value)| Step::Set(n, value)),
            8 => (at(), at()).prop_map(|(n, end)| Step::Clear(n, end)),
            20 => (at(), at()).prop_map(|(n, end)| Step::Next(n, end)),
            20 => (at(), at()).prop_map(|(n, end)| Step::Last(n, end)),
            8 => (0..4u32, any::<u64>(), any::<u64>()).prop_map(|(word, at, truths)| Step::Word(word, at, truths)),
            1 => any::<u32>().prop_map(Step::Fill),
            1 => (1..200u32).prop_map(Step::Reset),
        ];
        proptest::collection::vec(step, 0..80)
    }

    proptest! {
        #[test]
        fn a_column_is_a_list_of_answers(len in 1..200u32, steps in steps()) {
            let mut column = Column::default();
            column.reset(len as usize);
            let mut answers: Vec<Option<bool>> = vec![None; len as usize];
            for step in steps {
                let len = answers.len() as u32;
                match step {
                    Step::Set(n, value) => {
                        if n < len && answers[n as usize].is_none() {
                            column.set(n, value);
                            answers[n as usize] = Some(value);
                        }
                    }
                    Step::Clear(n, end) => {
                        for n in n..end.min(len) {
                            if answers[n as usize].is_none() {
                                column.set(n, false);
                                answers[n as usize] = Some(false);
                            }
                        }
                    }
                    Step::Next(n, end) => {
                        let (n, end) = (n.min(len), end.min(len));
                        let expected = (n..end).find(|&n| answers[n as usize] != Some(false));
                        prop_assert_eq!(column.next_candidate(n, end), expected, "from {} to {}", n, end);
                    }
                    Step::Last(n, end) => {
                        let (n, end) = (n.min(len), end.min(len));
                        let expected = (n..end).rev().find(|&n| answers[n as usize] != Some(false));
                        prop_assert_eq!(column.last_candidate(n, end), expected, "from {} to {}", n, end);
                    }
                    Step::Word(word, at, truths) if word * 64 < len => {
                        let open = (0..64).filter(|bit| at >> bit & 1 == 1 && word * 64 + bit < len);
                        let open: Vec<u32> = open.filter(|bit| answers[(word * 64 + bit) as usize].is_none()).collect();
                        let positions = open.iter().fold(0, |all, bit| all | 1 << bit);
                        column.set_word(word as usize, positions, truths);
                        open.iter().for_each(|bit| answers[(word * 64 + bit) as usize] = Some(truths >> bit & 1 == 1));
                        prop_assert_eq!(column.word(word as usize).0 & positions, positions);
                    }
                    Step::Word(..) => {}
                    Step::Fill(bits) => {
                        column.fill(|n| n & bits != 0);
                        (0..len).for_each(|n| answers[n as usize] = Some(n & bits != 0));
                    }
                    Step::Reset(len) => {
                        column.reset(len as usize);
                        answers = vec![None; len as usize];
                    }
                }
                let found: Vec<Option<bool>> = (0..answers.len() as u32).map(|n| column.get(n)).collect();
                prop_assert_eq!(&found, &answers);
            }
        }
    }
}
