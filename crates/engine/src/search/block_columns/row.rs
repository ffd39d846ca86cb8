//! Rows of bits: one bit for each position of a block of a database.

use crate::casts::number_of;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut, Range};
use std::sync::Arc;
use tabiya_automata::ones;

/// A set of positions. Copies share their bits.
#[derive(Clone, Debug)]
pub(super) enum Row {
    /// None of them.
    None,
    /// All of them.
    All,
    /// Some; bits beyond the last position are clear.
    Some(Arc<Words>),
}

/// The bits of a row. A thread keeps their memory for other rows: a block takes hundreds of them, and getting memory of this size from
/// the system, page by page, took a third of the time of a search.
#[derive(Debug)]
pub(super) struct Words(Vec<u64>);

/// The number of rows whose memory a thread keeps.
const MOST_KEPT: usize = 256;

thread_local! {
    static KEPT: RefCell<Vec<Vec<u64>>> = const { RefCell::new(Vec::new()) };
}

impl Words {
    /// Words that are made by adding to an empty list.
    fn made(make: impl FnOnce(&mut Vec<u64>)) -> Words {
        let mut words = KEPT.with_borrow_mut(Vec::pop).unwrap_or_default();
        words.clear();
        make(&mut words);
        Words(words)
    }

    fn into_row(self) -> Row {
        if self.iter().all(|&word| word == 0) { Row::None } else { Row::Some(Arc::new(self)) }
    }
}

impl Clone for Words {
    fn clone(&self) -> Words {
        Words::made(|words| words.extend_from_slice(self))
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        let words = std::mem::take(&mut self.0);
        // A thread that ends keeps nothing.
        let _ = KEPT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            if kept.len() < MOST_KEPT && words.capacity() > 0 {
                kept.push(words);
            }
        });
    }
}

impl Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.0
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

/// Bits while a row is made.
#[derive(Debug)]
pub(super) struct Bits(Words);

impl Bits {
    /// Clear bits for this many positions.
    pub(super) fn new(positions: u32) -> Bits {
        Bits(Words::made(|words| words.resize(positions.div_ceil(64) as usize, 0)))
    }

    /// Sets the bit of a position.
    #[inline]
    pub(super) fn set(&mut self, position: u32) {
        self.0[position as usize / 64] |= 1 << (position % 64);
    }

    /// Sets the bits of a stretch that is not empty.
    #[inline]
    pub(super) fn fill(&mut self, Range { start, end }: Range<u32>) {
        let (first, last) = (start as usize / 64, (end - 1) as usize / 64);
        let (from, to) = (!0 << (start % 64), !0 >> (63 - (end - 1) % 64));
        // Most stretches are short, and whether one crosses the border of a word is a matter of chance.
        let (one, other) = if first == last { (to, from) } else { (!0, !0) };
        self.0[first] |= from & one;
        self.0[last] |= to & other;
        if last > first + 1 {
            self.0[first + 1..last].fill(!0);
        }
    }

    /// Sets the bits of a word, the lowest of which is that of a position.
    pub(super) fn add(&mut self, position: u32, word: u64) {
        let (place, shift) = (position as usize / 64, position % 64);
        self.0[place] |= word << shift;
        if shift > 0 && word >> (64 - shift) != 0 {
            self.0[place + 1] |= word >> (64 - shift);
        }
    }

    /// Sets every other bit of a stretch, the first one among them.
    pub(super) fn fill_every_other(&mut self, Range { start, end }: Range<u32>) {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        let alternate = if start % 2 == 0 { EVEN } else { !EVEN };
        let mut at = start;
        while at < end {
            let (word, behind) = (at / 64, end.min((at / 64 + 1) * 64));
            self.0[word as usize] |= alternate & !0 << (at % 64) & !0 >> (63 - (behind - 1) % 64);
            at = behind;
        }
    }

    /// The row.
    pub(super) fn finish(self) -> Row {
        self.0.into_row()
    }
}

impl Row {
    /// A row of bits in words, of which those beyond the last position are clear.
    pub(super) fn of(words: impl IntoIterator<Item = u64>) -> Row {
        Words::made(|made| made.extend(words)).into_row()
    }

    /// True if a position is in it, which there must be.
    pub(super) fn has(&self, position: u32) -> bool {
        match self {
            Row::None => false,
            Row::All => true,
            Row::Some(words) => words[position as usize / 64] >> (position % 64) & 1 == 1,
        }
    }

    /// Which of 64 positions it has, from one on.
    pub(super) fn word(&self, position: u32) -> u64 {
        match self {
            Row::None => 0,
            Row::All => !0,
            Row::Some(words) => {
                let (place, shift) = (position as usize / 64, position % 64);
                let next = words.get(place + 1).filter(|_| shift > 0).map_or(0, |next| next << (64 - shift));
                words[place] >> shift | next
            }
        }
    }

    /// True if it has no position.
    pub(super) fn is_none(&self) -> bool {
        matches!(self, Row::None)
    }

    /// True if it has all of them, and says so.
    pub(super) fn is_all(&self) -> bool {
        matches!(self, Row::All)
    }

    /// What both have.
    pub(super) fn and(self, other: &Row) -> Row {
        match (self, other) {
            (Row::None, _) | (_, Row::None) => Row::None,
            (row, Row::All) => row,
            (Row::All, row) => row.clone(),
            (Row::Some(mut row), Row::Some(other)) => {
                let words = Arc::make_mut(&mut row);
                let any = words.iter_mut().zip(other.iter()).fold(0, |any, (word, other)| {
                    *word &= other;
                    any | *word
                });
                if any == 0 { Row::None } else { Row::Some(row) }
            }
        }
    }

    /// What one of both has.
    pub(super) fn or(self, other: &Row) -> Row {
        match (self, other) {
            (Row::All, _) | (_, Row::All) => Row::All,
            (row, Row::None) => row,
            (Row::None, row) => row.clone(),
            (Row::Some(mut row), Row::Some(other)) => {
                Arc::make_mut(&mut row).iter_mut().zip(other.iter()).for_each(|(word, other)| *word |= other);
                Row::Some(row)
            }
        }
    }

    /// What it lacks of this many positions.
    pub(super) fn not(self, positions: u32) -> Row {
        match self {
            Row::None => Row::All,
            Row::All => Row::None,
            Row::Some(mut row) => {
                let words = Arc::make_mut(&mut row);
                words.iter_mut().for_each(|word| *word = !*word);
                clear_rest(words, positions);
                if words.iter().all(|&word| word == 0) { Row::None } else { Row::Some(row) }
            }
        }
    }

    /// The bits, for this many positions.
    pub(super) fn words(&self, positions: u32) -> Arc<Words> {
        match self {
            Row::Some(words) => Arc::clone(words),
            Row::None => Arc::new(Bits::new(positions).0),
            Row::All => {
                let mut words = Words::made(|words| words.resize(positions.div_ceil(64) as usize, !0));
                clear_rest(&mut words, positions);
                Arc::new(words)
            }
        }
    }

    /// The positions whose next one it has; those of `ends` have none.
    pub(super) fn before(&self, ends: &[u64], positions: u32) -> Row {
        let words = self.words(positions);
        let next = words[1..].iter().chain([&0]);
        let moved = words.iter().zip(next).zip(ends);
        Row::of(moved.map(|((word, next), end)| (word >> 1 | next << 63) & !end))
    }

    /// The positions that come after one that it has; after those of `ends` comes none.
    pub(super) fn after(&self, ends: &[u64], positions: u32) -> Row {
        let mut carried = 0;
        let words = self.words(positions);
        let moved = words.iter().zip(ends).map(|(word, end)| {
            let left = word & !end;
            let moved = left << 1 | carried;
            carried = left >> 63;
            moved
        });
        Row::of(moved)
    }

    /// The number of positions in a stretch that it has.
    pub(super) fn count(&self, Range { start, end }: Range<u32>) -> u32 {
        match self {
            Row::None => 0,
            Row::All => end - start,
            Row::Some(words) => {
                let (first, last) = (start as usize / 64, (end - 1) as usize / 64);
                let (from, to) = (!0 << (start % 64), !0 >> (63 - (end - 1) % 64));
                if first == last {
                    return (words[first] & from & to).count_ones();
                }
                let inner: u32 = words[first + 1..last].iter().map(|word| word.count_ones()).sum();
                (words[first] & from).count_ones() + inner + (words[last] & to).count_ones()
            }
        }
    }

    /// The positions in a stretch that it has, counted from the first of the stretch.
    pub(super) fn positions(&self, stretch: Range<u32>) -> Vec<u32> {
        match self {
            Row::None => Vec::new(),
            Row::All => (0..stretch.end - stretch.start).collect(),
            Row::Some(words) => {
                let in_word = |number: u32| {
                    let word = words[number as usize];
                    ones(word).map(move |place| number * 64 + number_of(place))
                };
                let numbers = stretch.start / 64..=(stretch.end - 1) / 64;
                let found = numbers.flat_map(in_word).filter(|position| stretch.contains(position));
                found.map(|position| position - stretch.start).collect()
            }
        }
    }
}

/// The first and the last position of a stretch whose bits are set.
pub(super) fn edges(words: &[u64], Range { start, end }: Range<u32>) -> Option<(u32, u32)> {
    let (first, last) = (start / 64, (end - 1) / 64);
    let cut = |number: u32| {
        let from = if number == first { !0 << (start % 64) } else { !0 };
        let to = if number == last { !0 >> (63 - (end - 1) % 64) } else { !0 };
        words[number as usize] & from & to
    };
    let found = |numbers: &mut dyn Iterator<Item = u32>| numbers.map(|n| (n, cut(n))).find(|(_, word)| *word != 0);
    let (low, word) = found(&mut (first..=last))?;
    let (high, other) = found(&mut (first..=last).rev())?;
    Some((low * 64 + word.trailing_zeros(), high * 64 + 63 - other.leading_zeros()))
}

fn clear_rest(words: &mut [u64], positions: u32) {
    if let Some(last) = words.last_mut()
        && !positions.is_multiple_of(64)
    {
        *last &= !0 >> (64 - positions % 64);
    }
}
