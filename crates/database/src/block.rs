//! A block of games: summaries, tags, moves, texts and places, each read when it is first asked for.

use crate::bytes::{Bytes, Malformed};
use crate::error::{BlockError, BlockFault};
use crate::format::{Entry, Section};
use crate::sections;
use crate::storage::Storage;
use crate::summary::Summary;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tabiya_chess::{Board, Piece};
use tabiya_pgn::{Game, RawGame, Reading};

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
}

/// A block of a database. Games are numbered from 0 within it.
///
/// A block may be shared between threads. Damage in one of its parts shows when that part is first asked for.
#[derive(Debug)]
pub struct Block {
    storage: Arc<Storage>,
    number: usize,
    entry: Entry,
    sections: Vec<Section>,
    texts: OnceLock<Vec<(String, RawGame)>>,
}

impl Block {
    pub(crate) fn new(storage: Arc<Storage>, number: usize, entry: Entry, sections: Vec<Section>) -> Block {
        Block { storage, number, entry, sections, texts: OnceLock::new() }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.entry.games as usize
    }

    /// True if there are no games.
    pub fn is_empty(&self) -> bool {
        self.entry.games == 0
    }

    /// What the parts of the block hold, and how many bytes of the file each takes.
    pub fn parts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.sections.iter().map(|section| (sections::name(section.kind), section.stored.into()))
    }

    /// Reads the summaries of all games, without reading the games. For a part that is left out, the summaries say what refuses
    /// no game: any number of pieces, and all squares.
    ///
    /// # Errors
    /// If the summaries cannot be read or are damaged.
    pub fn summaries(&self, parts: SummaryParts) -> Result<Summaries, BlockError> {
        let _ = parts;
        let mut game = Game::new();
        let mut list = Vec::new();
        for (_, raw) in self.texts()? {
            game.parse(raw);
            list.push(Summary::of(&game));
        }
        Ok(Summaries { list })
    }

    /// The name of the file that a game was read from.
    ///
    /// # Errors
    /// If the places of games cannot be read or are damaged.
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn source(&self, game: usize) -> Result<&str, BlockError> {
        Ok(&self.texts()?[game].0)
    }

    /// Reads a game, which is then equal to the one that was added, in everything that can be asked of it. What was in `game`
    /// before is forgotten; its memory is used again.
    ///
    /// # Errors
    /// If a part of the block that the game needs cannot be read or is damaged.
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn read(&self, number: usize, reading: &Reading, game: &mut Game) -> Result<(), BlockError> {
        game.parse_as(&self.texts()?[number].1, reading);
        Ok(())
    }

    /// The same, but `is_refused` is asked when the tags are there, and if it says yes, nothing else is read: the result is
    /// `false`, and `game` is as [`Game::parse_unless`] leaves it.
    ///
    /// # Errors
    /// See [`Block::read`].
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn read_unless(
        &self,
        number: usize,
        reading: &Reading,
        game: &mut Game,
        is_refused: impl FnOnce(&Game) -> bool,
    ) -> Result<bool, BlockError> {
        Ok(game.parse_unless(&self.texts()?[number].1, reading, is_refused))
    }

    /// Gives back the text of a game and its place, as they were read from the source: of games without fault byte for byte, of
    /// all others, too.
    ///
    /// # Errors
    /// See [`Block::read`].
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn export(&self, game: usize, raw: &mut RawGame) -> Result<(), BlockError> {
        raw.clone_from(&self.texts()?[game].1);
        Ok(())
    }

    /// True if positions can be looked up in this block.
    pub fn has_positions(&self) -> bool {
        false
    }

    /// The ranges of games in which one of these placements of pieces may occur, variations included; no other game of the block
    /// has one of them. All games, if the block has no positions to look up ([`Block::has_positions`]).
    ///
    /// # Errors
    /// If the positions cannot be read or are damaged.
    pub fn may_contain(&self, placements: &[Placement]) -> Result<Vec<Range<usize>>, BlockError> {
        let _ = placements;
        Ok(vec![0..self.len()])
    }

    fn texts(&self) -> Result<&[(String, RawGame)], BlockError> {
        if let Some(texts) = self.texts.get() {
            return Ok(texts);
        }
        let places = self.section(sections::PLACES)?;
        let raw = self.section(sections::RAW)?;
        let (mut places, mut raw) = (Bytes::new(&places), Bytes::new(&raw));
        let mut read = || -> Result<Vec<_>, Malformed> {
            let mut texts = Vec::new();
            for _ in 0..self.len() {
                let source = places.text()?.to_owned();
                let (offset, line, number) = (places.number()?, places.number()?, places.number()?);
                texts.push((source, RawGame { offset, line, number, ..RawGame::from_bytes(raw.bytes()?) }));
            }
            Ok(texts)
        };
        let texts = read().map_err(|_| self.fail(BlockFault::Malformed("places")))?;
        Ok(self.texts.get_or_init(|| texts))
    }

    fn section(&self, kind: u32) -> Result<Vec<u8>, BlockError> {
        let section = self.sections.iter().find(|section| section.kind == kind);
        let section = section.ok_or_else(|| self.fail(BlockFault::Malformed(sections::name(kind))))?;
        sections::read(&self.storage, self.entry.offset, section).map_err(|cause| self.fail(cause))
    }

    fn fail(&self, cause: BlockFault) -> BlockError {
        BlockError { block: self.number, offset: self.entry.offset, games: self.entry.games, cause }
    }
}

/// The placement of all pieces of a position, as a number of 64 bits. Side to move, castling rights and en passant do not
/// count. Different placements may have the same number, but hardly ever do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement(u64);

impl Placement {
    /// The number of a board's placement.
    pub fn of(board: &Board) -> Placement {
        let _ = board;
        Placement(0)
    }
}

/// The summaries of the games of a block.
#[derive(Clone, Debug)]
pub struct Summaries {
    list: Vec<Summary>,
}

impl Summaries {
    /// The number of games.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are no games.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The summary of a game.
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn get(&self, game: usize) -> Summary {
        self.list[game].clone()
    }
}
