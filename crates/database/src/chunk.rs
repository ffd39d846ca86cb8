//! Chunks: games of a block that follow one another, whose parts are compressed together. A search that wants one game reads the
//! chunk of that game and leaves the others alone.
//!
//! ```text
//! contents    forms, lengths, places (see `places`)
//! forms       a byte for each game
//! lengths     for each game that is there as moves: that of its moves and, if it has notes, of its notes and comments
//! ```
//!
//! Where the summaries leave one game of a block, reading it must not mean decompressing 4,096. Compression of moves
//! gains from the frequencies of their bytes and hardly from repetition: chunks of 32 games make the moves 9 % larger
//! than one frame for each block (64 games 6 %), and a dictionary made of other games of the block gains less than 1 %
//! of that. Tags do repeat, and tests of tags ask for one of all games, so they stay together for the whole block.

use crate::bytes::{Bytes, Malformed};
use crate::places::{GamePlace, Sources};
use crate::sections;
use std::sync::OnceLock;
use tabiya_pgn::GameResult;

/// The number of games of a chunk. Most of the time that reading one game takes goes into decompressing its chunk; with twice as
/// many games it would take half as much again, and the file would be smaller by little more than a hundredth.
pub(crate) const GAMES: usize = 32;

/// The facts about a game in one byte of the section of contents.
pub(crate) mod form {
    /// The game is there as moves; else as its text.
    pub(crate) const MOVES: u8 = 1;
    /// The place of the two bits for the result.
    pub(crate) const RESULT_SHIFT: u8 = 1;
    /// It has variations, comments or NAGs.
    pub(crate) const NOTES: u8 = 8;
    /// Its text needs a patch.
    pub(crate) const PATCH: u8 = 16;
    /// Its text is longer than that of a game may be, and its end is missing.
    pub(crate) const CUT: u8 = 32;
}

/// The results by their two bits.
pub(crate) const RESULTS: [GameResult; 4] =
    [GameResult::Unknown, GameResult::White, GameResult::Black, GameResult::Draw];

/// The parts of a chunk, each read on first use.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    pub(crate) contents: OnceLock<Contents>,
    pub(crate) moves: OnceLock<Vec<u8>>,
    pub(crate) notes: OnceLock<Vec<u8>>,
    pub(crate) comments: OnceLock<String>,
    pub(crate) raw: OnceLock<Vec<u8>>,
}

/// What the games of a chunk are.
#[derive(Debug)]
pub(crate) struct Contents {
    /// One for each game, and one for the end of the last.
    parts: Vec<Parts>,
    pub(crate) places: Vec<GamePlace>,
}

/// Where the parts of a game begin in the sections of their chunk; they end where those of the next game begin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Parts {
    pub(crate) form: u8,
    pub(crate) moves: u32,
    pub(crate) notes: u32,
    pub(crate) comments: u32,
    pub(crate) raw: u32,
}

impl Contents {
    pub(crate) fn read(section: &[u8], games: usize, sources: &Sources) -> Result<Contents, Malformed> {
        let mut at = Bytes::new(section);
        let mut parts = Vec::with_capacity(games + 1);
        let mut next = Parts::default();
        for &form in at.take(games)? {
            parts.push(Parts { form, ..next });
        }
        for part in &mut parts {
            *part = Parts { form: part.form, ..next };
            let mut end = |start: u32| start.checked_add(at.number_u32()?).ok_or(Malformed);
            if part.form & form::MOVES == 0 {
                continue;
            }
            next.moves = end(next.moves)?;
            if part.form & form::NOTES != 0 {
                next.notes = end(next.notes)?;
                next.comments = end(next.comments)?;
            }
        }
        let places = sources.read_places(&mut at, games)?;
        for (part, place) in parts.iter_mut().zip(&places) {
            part.raw = next.raw;
            if part.form & form::MOVES == 0 {
                next.raw = next.raw.checked_add(place.len).ok_or(Malformed)?;
            }
        }
        parts.push(next);
        Ok(Contents { parts, places })
    }

    /// The length of the section of moves, notes, comments or texts of the chunk.
    pub(crate) fn len_of(&self, kind: u32) -> u32 {
        let end = self.parts.last().copied().unwrap_or_default();
        match kind {
            sections::MOVES => end.moves,
            sections::NOTES => end.notes,
            sections::COMMENTS => end.comments,
            _ => end.raw,
        }
    }

    /// The parts of a game of the chunk, and those of the next.
    pub(crate) fn of(&self, game: usize) -> (Parts, Parts) {
        (self.parts[game], self.parts[game + 1])
    }
}
