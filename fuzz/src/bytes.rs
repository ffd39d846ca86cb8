//! Choices out of the bytes of an input: what the generators draw from.

use super::dice::Chance;
use arbitrary::Unstructured;
use tabiya_test_support::draw::Draw;

/// The bytes of an input, used up choice by choice. When they have run out, every choice is the first.
#[derive(Debug)]
pub struct Bytes<'a>(Unstructured<'a>);

impl<'a> Bytes<'a> {
    /// Draws from these bytes.
    pub fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes(Unstructured::new(data))
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.choose_index(limit).unwrap_or(0)
    }

    /// True for an event of this percentage; never when the bytes have run out.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) + chance >= 100
    }

    /// One of a list that is not empty.
    pub fn one<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }

    /// Any number of 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0.arbitrary().unwrap_or(0)
    }

    /// All that is left.
    pub fn rest(self) -> &'a [u8] {
        self.0.take_rest()
    }

    /// True if no byte is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Chance for Bytes<'_> {
    fn below(&mut self, limit: usize) -> usize {
        Bytes::below(self, limit)
    }
}

impl Draw for Bytes<'_> {
    fn below(&mut self, limit: u32) -> u32 {
        Bytes::below(self, limit as usize) as u32
    }
}
