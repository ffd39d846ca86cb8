//! The summaries of a block's games, by columns: one section for what is small, and one for each kind of piece and each of its
//! two parts, so that a search reads only what it asks about.
//!
//! ```text
//! base        for all games: plies; then the lower bytes of their bits, then the higher ones; promotions by Black; by White
//! counts      for all games the least number; then the greatest
//! squares     for all games the first rank; the second; to the eighth
//! ```

use crate::bytes::{Bytes, Malformed, put_number};
use crate::summary::{CountRange, Summary};
use tabiya_chess::{Bitboard, Color, Piece, Role};

/// The kinds of pieces; the place of each is its bit in [`SummaryParts`].
pub(crate) fn pieces() -> impl Iterator<Item = (usize, Piece)> {
    [Color::Black, Color::White]
        .into_iter()
        .flat_map(|color| Role::ALL.into_iter().map(move |role| Piece { color, role }))
        .enumerate()
}

/// The parts of summaries that a search reads. The fewer they are, the faster they are read; what is neither a count of pieces
/// nor a set of squares is always there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SummaryParts {
    counts: u16,
    visited: u16,
}

/// The bit of a kind of piece in [`SummaryParts`].
fn bit(piece: Piece) -> u16 {
    1 << (piece.color as usize * 6 + piece.role as usize - 1)
}

impl SummaryParts {
    /// No counts and no squares.
    pub const NONE: SummaryParts = SummaryParts { counts: 0, visited: 0 };

    /// Everything.
    pub const ALL: SummaryParts = SummaryParts { counts: 0xFFF, visited: 0xFFF };

    /// These parts and the counts of a kind of piece ([`Summary::count`]).
    pub fn with_count(self, piece: Piece) -> SummaryParts {
        SummaryParts { counts: self.counts | bit(piece), ..self }
    }

    /// These parts and the squares of a kind of piece ([`Summary::visited`]).
    pub fn with_visited(self, piece: Piece) -> SummaryParts {
        SummaryParts { visited: self.visited | bit(piece), ..self }
    }

    pub(crate) fn has_count(self, piece: Piece) -> bool {
        self.counts & bit(piece) != 0
    }

    pub(crate) fn has_visited(self, piece: Piece) -> bool {
        self.visited & bit(piece) != 0
    }
}

/// The section of the small parts.
pub(crate) fn write_base(summaries: &[Summary]) -> Vec<u8> {
    let mut out = Vec::new();
    for summary in summaries {
        put_number(&mut out, summary.base().0.into());
    }
    out.extend(summaries.iter().map(|summary| summary.base().1 as u8));
    out.extend(summaries.iter().map(|summary| (summary.base().1 >> 8) as u8));
    for side in 0..2 {
        out.extend(summaries.iter().map(|summary| summary.base().2[side]));
    }
    out
}

/// The section of the counts of a kind of piece.
pub(crate) fn write_counts(summaries: &[Summary], piece: Piece) -> Vec<u8> {
    let least = summaries.iter().map(|summary| summary.count(piece).least);
    least.chain(summaries.iter().map(|summary| summary.count(piece).most)).collect()
}

/// The section of the squares of a kind of piece.
pub(crate) fn write_visited(summaries: &[Summary], piece: Piece) -> Vec<u8> {
    (0..8)
        .flat_map(|rank| summaries.iter().map(move |summary| (summary.visited(piece).0 >> (8 * rank)) as u8))
        .collect()
}

/// The summaries of the games of a block.
#[derive(Clone, Debug)]
pub struct Summaries {
    base: Vec<(u32, u16, [u8; 2])>,
    counts: Vec<(Piece, Vec<u8>)>,
    visited: Vec<(Piece, Vec<u8>)>,
}

impl Summaries {
    pub(crate) fn read(base: &[u8], games: usize) -> Result<Summaries, Malformed> {
        let mut at = Bytes::new(base);
        let mut list = Vec::with_capacity(games.min(base.len()));
        for _ in 0..games {
            list.push((at.number_u32()?, 0, [0; 2]));
        }
        let (low, high) = (at.take(games)?, at.take(games)?);
        let (black, white) = (at.take(games)?, at.take(games)?);
        for (n, item) in list.iter_mut().enumerate() {
            item.1 = u16::from_le_bytes([low[n], high[n]]);
            item.2 = [black[n], white[n]];
        }
        Ok(Summaries { base: list, counts: Vec::new(), visited: Vec::new() })
    }

    pub(crate) fn add_counts(&mut self, piece: Piece, section: Vec<u8>) -> Result<(), Malformed> {
        if section.len() != 2 * self.len() {
            return Err(Malformed);
        }
        self.counts.push((piece, section));
        Ok(())
    }

    pub(crate) fn add_visited(&mut self, piece: Piece, section: Vec<u8>) -> Result<(), Malformed> {
        if section.len() != 8 * self.len() {
            return Err(Malformed);
        }
        self.visited.push((piece, section));
        Ok(())
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.base.len()
    }

    /// True if there are no games.
    pub fn is_empty(&self) -> bool {
        self.base.is_empty()
    }

    /// The summary of a game, in time in proportion to the parts that were read.
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn get(&self, game: usize) -> Summary {
        let (plies, bits, promotions) = self.base[game];
        let mut summary = Summary::from_base(plies, bits, promotions);
        let games = self.len();
        for (piece, section) in &self.counts {
            summary.set_count(*piece, CountRange { least: section[game], most: section[games + game] });
        }
        for (piece, section) in &self.visited {
            let ranks = std::array::from_fn(|rank| section[rank * games + game]);
            summary.set_visited(*piece, Bitboard(u64::from_le_bytes(ranks)));
        }
        summary
    }
}
