//! Rows of bits: columns of predicates, sets of nodes, sets of states.
//!
//! Operations on a whole row go word by word, on `as_raw_slice` and `as_raw_mut_slice`, and so are copies and
//! comparisons: bitvec's own go through the bits, or through each word with its borders. Bits beyond the end of a row
//! are clear.

/// A row of bits, 64 in a word: bit `i` of word `w` has the number `64 * w + i`.
#[cfg(target_pointer_width = "64")]
pub type Bits = bitvec::vec::BitVec<u64, bitvec::order::Lsb0>;

/// A row of bits, 64 in a word: bit `i` of word `w` has the number `64 * w + i`.
#[cfg(not(target_pointer_width = "64"))]
pub type Bits = crate::words::Words;

/// A row of bits in these words.
fn of_words(words: Vec<u64>, len: usize) -> Bits {
    let mut bits = Bits::from_vec(words);
    bits.truncate(len);
    bits
}

/// Gives a row this length, and clears all its bits.
pub fn clear_bits(bits: &mut Bits, len: usize) {
    if len <= bits.len() {
        bits.truncate(len);
        return bits.as_raw_mut_slice().fill(0);
    }
    let mut words = std::mem::take(bits).into_vec();
    words.clear();
    words.resize(len.div_ceil(64), 0);
    *bits = of_words(words, len);
}

/// True if some bit of a row is set.
pub fn has_bits(bits: &Bits) -> bool {
    bits.as_raw_slice().iter().any(|&word| word != 0)
}

/// True if all bits of a row are set.
pub fn is_full(bits: &Bits) -> bool {
    let Some((last, words)) = bits.as_raw_slice().split_last() else { return true };
    words.iter().all(|&word| word == !0) && *last == last_word(bits.len())
}

/// Sets all bits of a row.
pub fn fill_bits(bits: &mut Bits) {
    let len = bits.len();
    if let Some((last, words)) = bits.as_raw_mut_slice().split_last_mut() {
        words.fill(!0);
        *last = last_word(len);
    }
}

/// The number of bits that are set in a row.
pub fn count_bits(bits: &Bits) -> usize {
    bits.as_raw_slice().iter().map(|word| word.count_ones() as usize).sum()
}

/// The last word of a row of this length, which is not 0, in which all bits are set.
fn last_word(len: usize) -> u64 {
    !0 >> ((64 - len % 64) % 64)
}

/// The numbers of the bits that are set in a word, from the lowest on.
#[inline]
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
