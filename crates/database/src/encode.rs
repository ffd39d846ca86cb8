//! Encoding games: a block is made from a batch of games, on any thread, and written later.

use crate::bytes::{put_bytes, put_number};
use crate::format::{self, Entry, Section};
use crate::sections;
use tabiya_pgn::{Game, RawGame};

/// How a database is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Makes it possible to look up exact positions ([`Block::may_contain`](crate::Block::may_contain)). It takes about a
    /// third of the file.
    pub exact_positions: bool,
}

impl Default for Options {
    /// With exact positions.
    fn default() -> Options {
        Options { exact_positions: true }
    }
}

/// Collects games and encodes them as one block.
#[derive(Debug)]
pub struct BlockBuilder {
    options: Options,
    games: u32,
    positions: u64,
    pgn_bytes: u64,
    places: Vec<u8>,
    raw: Vec<u8>,
}

impl BlockBuilder {
    /// The number of games after which a block is full.
    pub const GAMES: u32 = 4096;

    /// The number of bytes of PGN after which a block is full.
    pub const PGN_BYTES: u64 = 8 << 20;

    /// A block without games.
    pub fn new(options: &Options) -> BlockBuilder {
        BlockBuilder { options: *options, games: 0, positions: 0, pgn_bytes: 0, places: Vec::new(), raw: Vec::new() }
    }

    /// Adds a game: `source` is the name of the file that it was read from, as results are to show it, `raw` its text, and
    /// `game` what [`Game::parse`] made of that text. Takes time in proportion to the text.
    pub fn add(&mut self, source: &str, raw: &RawGame, game: &Game) {
        self.games += 1;
        self.positions += u64::from(game.tree().len());
        self.pgn_bytes += raw.bytes.len() as u64;
        put_bytes(&mut self.places, source.as_bytes());
        for number in [raw.offset, raw.line, raw.number] {
            put_number(&mut self.places, number);
        }
        put_bytes(&mut self.raw, &raw.bytes);
    }

    /// The number of games that were added.
    pub fn len(&self) -> u32 {
        self.games
    }

    /// True if no game was added.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// True if the block has as many games as one should have. Adding more is possible, up to a few times as many.
    pub fn is_full(&self) -> bool {
        self.games >= BlockBuilder::GAMES || self.pgn_bytes >= BlockBuilder::PGN_BYTES
    }

    /// Encodes the games, and leaves a builder without any.
    pub fn finish(&mut self) -> EncodedBlock {
        let built = std::mem::replace(self, BlockBuilder::new(&self.options));
        let mut bytes = Vec::new();
        let mut list: Vec<Section> = Vec::new();
        for (kind, raw) in [(sections::PLACES, &built.places), (sections::RAW, &built.raw)] {
            list.push(sections::append(kind, raw, &mut bytes));
        }
        let head = format::write_head(built.games, 0, built.positions, built.pgn_bytes, &list);
        let entry = Entry {
            offset: 0,
            len: (head.len() + bytes.len()) as u32,
            head_len: head.len() as u32,
            games: built.games,
            flags: 0,
            positions: built.positions,
            pgn_bytes: built.pgn_bytes,
        };
        bytes.splice(0..0, head);
        EncodedBlock { bytes, entry }
    }
}

/// A block that is ready to be written.
#[derive(Clone, Debug)]
pub struct EncodedBlock {
    pub(crate) bytes: Vec<u8>,
    pub(crate) entry: Entry,
}

impl EncodedBlock {
    /// The number of games.
    pub fn len(&self) -> u32 {
        self.entry.games
    }

    /// True if it has no games. Writing such a block writes nothing.
    pub fn is_empty(&self) -> bool {
        self.entry.games == 0
    }
}
