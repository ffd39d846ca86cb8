//! Ranks of positions, so that one can ask how many positions of a range have certain ranks, and which comes first.
//!
//! A wavelet matrix (Claude, Navarro, Ordóñez 2015): one row of bits for each bit of the ranks, the highest first; in
//! each row the positions stand in the order into which the rows above have sorted them, those with a 0 first. It takes
//! as many bits as the ranks have, and a question takes as many steps.
//!
//! The wavelet matrix tells how many positions of a range have a rank in an interval, and which is the first or the
//! last. So `find`, `next*` and their counts take logarithmic time for each value. Ranking starts only when asking one
//! by one has cost as much, so a query that asks about few values never pays for it.

use crate::casts::number_of;
use std::ops::Range;

/// The ranks of all positions of a game.
#[derive(Clone, Debug)]
pub(crate) struct Ranks {
    rows: Vec<Row>,
    len: u32,
}

#[derive(Clone, Debug)]
struct Row {
    bits: Vec<u64>,
    /// The number of bits set before each word.
    before: Vec<u32>,
    zeros: u32,
}

impl Row {
    /// The number of bits set among the first `n`.
    fn ones(&self, n: u32) -> u32 {
        let (word, bit) = (n as usize / 64, n % 64);
        let rest = if bit == 0 { 0 } else { (self.bits[word] << (64 - bit)).count_ones() };
        self.before[word] + rest
    }
}

impl Ranks {
    /// From the rank of each position.
    pub(crate) fn new(mut ranks: Vec<u32>) -> Ranks {
        let len = number_of(ranks.len());
        let highest = ranks.iter().copied().max().unwrap_or(0);
        let mut rows = Vec::new();
        let mut ones_last = Vec::new();
        for bit in (0..u32::BITS - highest.leading_zeros()).rev() {
            let mut row = Row { bits: vec![0; ranks.len() / 64 + 1], before: Vec::new(), zeros: 0 };
            let mut zeros_first = 0;
            ones_last.clear();
            for i in 0..ranks.len() {
                let rank = ranks[i];
                if rank >> bit & 1 == 1 {
                    row.bits[i / 64] |= 1 << (i % 64);
                    ones_last.push(rank);
                } else {
                    ranks[zeros_first] = rank;
                    zeros_first += 1;
                }
            }
            ranks.truncate(zeros_first);
            ranks.extend_from_slice(&ones_last);
            row.zeros = number_of(zeros_first);
            let mut ones = 0;
            for word in &row.bits {
                row.before.push(ones);
                ones += word.count_ones();
            }
            rows.push(row);
        }
        Ranks { rows, len }
    }

    /// The number of positions of a range that have a rank below one.
    fn below(&self, positions: &Range<u32>, rank: u32) -> u32 {
        let (mut from, mut to) = (positions.start, positions.end.min(self.len));
        if from >= to {
            return 0;
        }
        let height = number_of(self.rows.len());
        if rank.checked_shr(height).unwrap_or(0) > 0 {
            return to - from;
        }
        let mut below = 0;
        for (bit, row) in (0..height).rev().zip(&self.rows) {
            let (ones_from, ones_to) = (row.ones(from), row.ones(to));
            if rank >> bit & 1 == 1 {
                below += (to - ones_to) - (from - ones_from);
                (from, to) = (row.zeros + ones_from, row.zeros + ones_to);
            } else {
                (from, to) = (from - ones_from, to - ones_to);
            }
            if from == to {
                break;
            }
        }
        below
    }

    /// The number of positions of a range that have one of the ranks. The ranges of ranks do not overlap.
    pub(crate) fn count(&self, positions: Range<u32>, ranks: &[Range<u32>]) -> u32 {
        ranks.iter().map(|ranks| self.below(&positions, ranks.end) - self.below(&positions, ranks.start)).sum()
    }

    /// The first position of a range that has one of the ranks.
    pub(crate) fn first(&self, positions: Range<u32>, ranks: &[Range<u32>]) -> Option<u32> {
        let (mut from, mut width) = (positions.start, 1);
        // Near positions are found quickly.
        while from < positions.end {
            let to = from.saturating_add(width).min(positions.end);
            if self.count(from..to, ranks) > 0 {
                return Some(self.narrowed(from..to, ranks, false));
            }
            (from, width) = (to, width.saturating_mul(2));
        }
        None
    }

    /// The last position of a range that has one of the ranks.
    pub(crate) fn last(&self, positions: Range<u32>, ranks: &[Range<u32>]) -> Option<u32> {
        let (mut to, mut width) = (positions.end.min(self.len), 1);
        while to > positions.start {
            let from = to.saturating_sub(width).max(positions.start);
            if self.count(from..to, ranks) > 0 {
                return Some(self.narrowed(from..to, ranks, true));
            }
            (to, width) = (from, width.saturating_mul(2));
        }
        None
    }

    /// The first or last of the positions, of which one has one of the ranks.
    fn narrowed(&self, mut positions: Range<u32>, ranks: &[Range<u32>], last: bool) -> u32 {
        while positions.len() > 1 {
            let middle = positions.start + number_of(positions.len()) / 2;
            let (near, far) = match last {
                false => (positions.start..middle, middle..positions.end),
                true => (middle..positions.end, positions.start..middle),
            };
            positions = if self.count(near.clone(), ranks) > 0 { near } else { far };
        }
        positions.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_looking_at_every_position() {
        for (len, most) in [(0, 1), (1, 1), (7, 1), (70, 2), (130, 5), (200, 200), (64, 1000)] {
            let mut state = 7_u64;
            let mut dice = |sides: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % sides
            };
            let ranks: Vec<u32> = (0..len).map(|_| dice(most) as u32).collect();
            let index = Ranks::new(ranks.clone());
            for _ in 0..300 {
                let (a, b) = (dice(len + 1) as u32, dice(len + 1) as u32);
                let positions = a.min(b)..a.max(b);
                let (c, d, e) = (dice(most + 2) as u32, dice(most + 2) as u32, dice(most + 2) as u32);
                let mut cuts = [c, d, e];
                cuts.sort_unstable();
                let wanted = [0..cuts[0], cuts[1]..cuts[2]];
                let mut hits =
                    positions.clone().filter(|&n| wanted.iter().any(|range| range.contains(&ranks[n as usize])));
                assert_eq!(index.count(positions.clone(), &wanted), hits.clone().count() as u32);
                assert_eq!(index.first(positions.clone(), &wanted), hits.clone().next());
                assert_eq!(index.last(positions.clone(), &wanted), hits.next_back());
            }
        }
    }
}
