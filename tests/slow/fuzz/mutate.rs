//! Random changes of inputs, as fuzzers make them, without looking at what they reach.

use fastrand::Rng;

/// Draws inputs.
pub(crate) struct Mutator {
    rng: Rng,
    seeds: Vec<Vec<u8>>,
}

/// No input grows longer than this.
const LONGEST: usize = 4096;

impl Mutator {
    pub(crate) fn new(seed: u64, seeds: Vec<Vec<u8>>) -> Mutator {
        Mutator { rng: Rng::with_seed(seed), seeds }
    }

    /// So many bytes without any thought.
    pub(crate) fn random(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.byte()).collect()
    }

    fn byte(&mut self) -> u8 {
        self.rng.u8(..)
    }

    /// A seed with a few changes.
    pub(crate) fn input(&mut self) -> Vec<u8> {
        let mut input = self.seed();
        for _ in 0..1 + self.rng.usize(..8) {
            self.change(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    fn seed(&mut self) -> Vec<u8> {
        let at = self.rng.usize(..self.seeds.len());
        self.seeds[at].clone()
    }

    /// A piece of bytes between two places.
    fn piece(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let start = self.rng.usize(..bytes.len() + 1);
        start..start + self.rng.usize(..(bytes.len() - start).min(64) + 1)
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.rng.usize(..input.len() + 1);
        match self.rng.usize(..8) {
            0 => input.insert(at, self.byte()),
            1 if at < input.len() => input[at] = self.byte(),
            2 if at < input.len() => input[at] ^= 1 << self.rng.usize(..8),
            3 => {
                let piece = self.piece(input);
                input.drain(piece);
            }
            4 => {
                let piece = self.piece(input);
                let copy = input[piece].to_vec();
                input.splice(at..at, copy);
            }
            5 => {
                let length = 1 + self.rng.usize(..8);
                let bytes = self.random(length);
                input.splice(at..at, bytes);
            }
            _ => {
                let other = self.seed();
                let piece = self.piece(&other);
                input.splice(at..at, other[piece].iter().copied());
            }
        }
    }
}
