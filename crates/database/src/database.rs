//! Opening a database: its list of blocks, and what there is to say about the whole.

use crate::block::Block;
use crate::error::{BlockError, BlockFault, OpenError};
use crate::explorer::table::Place;
use crate::explorer::{Explorer, ExplorerError};
use crate::format::{self, Entry, HAS_POSITIONS, HEADER_LEN, IS_SMALL, MAGIC, Slot, VERSION};
use crate::storage::{ReadAt, Storage};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// The list of blocks that counts, and the slot that names it.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) slot: Slot,
    /// The number of the slot among the two.
    pub(crate) number: u64,
    pub(crate) entries: Vec<Entry>,
    /// The tables of the explorer.
    pub(crate) tables: Vec<Place>,
    /// True if a newer list is damaged, or the slot that may name one.
    pub(crate) older: bool,
}

/// Reads header and list of blocks. If the newest list is damaged, the one before it counts.
pub(crate) fn open(storage: &Storage) -> Result<Opened, OpenError> {
    let header = || {
        let mut header = Vec::new();
        let len = usize::try_from(storage.len()?).unwrap_or(HEADER_LEN);
        storage.read(0, HEADER_LEN.min(len), &mut header)?;
        format::read_header(&header)
    };
    let (slots, damaged) = match header()? {
        // It may have been read while it was being written.
        (_, true) => header()?,
        sound => sound,
    };
    // The list that a slot names is in the file before the slot is.
    let len = storage.len()?;
    for (tried, (number, slot)) in slots.into_iter().enumerate() {
        if let Some((entries, tables)) = read_list(storage, len, slot)? {
            let older = tried > 0 || damaged && len > slot.end();
            return Ok(Opened { slot, number, entries, tables, older });
        }
    }
    Err(OpenError::Damaged)
}

/// The list of blocks and tables that a slot names; nothing if it is damaged.
fn read_list(storage: &Storage, file_len: u64, slot: Slot) -> Result<Option<format::List>, OpenError> {
    if slot.len > format::MAX_LIST || slot.end() > file_len {
        return Ok(None);
    }
    let mut list = Vec::new();
    storage.read(slot.offset, slot.len as usize, &mut list)?;
    let whole = crc32fast::hash(&list) == slot.checksum;
    Ok(if whole { format::read_list(&list, file_len).ok() } else { None })
}

/// Facts about a database as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The version of the format.
    pub version: u32,
    /// The number of blocks.
    pub blocks: usize,
    /// The number of games.
    pub games: u64,
    /// The number of positions of all games, variations included.
    pub positions: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The size of the PGN that the games were read from, in bytes, without the white space between games.
    pub pgn_bytes: u64,
    /// The number of blocks that exact positions can be looked up in: all or none, unless games were added with another
    /// option.
    pub indexed_blocks: usize,
    /// The number of blocks of the small level ([`Options::small`](crate::Options::small)): all or none, unless games were added
    /// with another option.
    pub small_blocks: usize,
    /// True if there is a table of what was played in the first moves ([`Database::explorer`]).
    pub has_explorer: bool,
    /// True if the newest list of blocks is damaged, or what names it in the header, so that the one before it counts: the games
    /// that were added last are missing. No games can be added to such a file.
    pub older: bool,
}

/// A database of games that is open for reading. Blocks are read on request, on any thread.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } pub mod chess { pub use tabiya_chess::*; } pub mod database { pub use tabiya_database::*; } }
/// use tabiya::database::Database;
/// use tabiya::game::{Game, Reading};
/// # use std::io::Cursor;
/// # use tabiya::database::{BlockBuilder, Options, Writer};
/// # use tabiya::game::RawGame;
/// # let (raw, mut game) = (RawGame::from_bytes(b"[White \"Tal\"]\n\n1. e4 e5 1-0"), Game::new());
/// # game.parse(&raw);
/// # let mut block = BlockBuilder::new(&Options::default());
/// # block.add("games.pgn", &raw, &game);
/// # let mut writer = Writer::create(Cursor::new(Vec::new()))?;
/// # writer.write(&block.finish())?;
/// # let bytes = writer.finish()?.into_inner();
///
/// let (database, mut game) = (Database::from_bytes(bytes)?, Game::new());
/// for number in 0..database.blocks() {
///     let block = database.read_block(number)?;
///     for place in 0..block.len() {
///         block.read(place, &Reading::default(), &mut game)?;
///         assert_eq!(game.tags().get("White"), Some("Tal"));
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Database {
    storage: Arc<Storage>,
    entries: Vec<Entry>,
    tables: Vec<Place>,
    info: Info,
}

impl Database {
    /// True if a file that begins with these bytes (eight or more of them) is a database, of any version.
    pub fn is_database(first_bytes: &[u8]) -> bool {
        first_bytes.starts_with(&MAGIC)
    }

    /// Opens a database file. Only its header and its list of blocks are read. If the newest list is damaged, the file is what
    /// it was before games were added to it last ([`Info::older`]).
    ///
    /// # Errors
    /// If the file cannot be read, is not a database, has another version, was not completed, or all its lists of blocks
    /// are damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Database, OpenError> {
        Database::from_file(tabiya_disk::open(path.as_ref())?.0)
    }

    /// The same with a file that is open already.
    ///
    /// # Errors
    /// See [`Database::open`].
    pub fn from_file(file: File) -> Result<Database, OpenError> {
        Database::from_storage(Storage::File(file))
    }

    /// The same with the bytes of such a file.
    ///
    /// # Errors
    /// See [`Database::open`].
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Database, OpenError> {
        Database::from_shared(Arc::new(bytes))
    }

    /// The same with shared bytes: nothing is copied.
    ///
    /// # Errors
    /// See [`Database::open`].
    pub fn from_shared(bytes: Arc<Vec<u8>>) -> Result<Database, OpenError> {
        Database::from_storage(Storage::Memory(bytes))
    }

    /// The same with a file that is elsewhere. Only the parts of its blocks that are used are read.
    ///
    /// # Errors
    /// See [`Database::open`].
    pub fn from_elsewhere(file: Arc<dyn ReadAt>) -> Result<Database, OpenError> {
        Database::from_storage(Storage::Elsewhere(file))
    }

    pub(crate) fn from_storage(storage: Storage) -> Result<Database, OpenError> {
        let Opened { entries, tables, older, .. } = open(&storage)?;
        let info = Info {
            version: VERSION,
            blocks: entries.len(),
            games: entries.iter().map(|entry| u64::from(entry.games)).sum(),
            positions: entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.positions)),
            bytes: storage.len()?,
            pgn_bytes: entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.pgn_bytes)),
            indexed_blocks: entries.iter().filter(|entry| entry.flags & HAS_POSITIONS != 0).count(),
            small_blocks: entries.iter().filter(|entry| entry.flags & IS_SMALL != 0).count(),
            has_explorer: !tables.is_empty(),
            older,
        };
        Ok(Database { storage: Arc::new(storage), entries, tables, info })
    }

    /// Facts about the whole database.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// The moves played in openings; none if the database was made without it. Reads the directories of its
    /// tables: 20 bytes for each 2,048 positions.
    ///
    /// ```
    /// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } pub mod chess { pub use tabiya_chess::*; } pub mod database { pub use tabiya_database::*; } }
    /// # use std::io::Cursor;
    /// # use tabiya::database::{BlockBuilder, Database, ExplorerOptions, Options, Writer};
    /// # use tabiya::game::{Game, RawGame};
    /// # let mut block = BlockBuilder::new(&Options { explorer: true, ..Options::default() });
    /// # for text in ["1. e4 e5 1-0", "1. e4 c5 0-1", "1. d4 d5 1-0"] {
    /// #     let (raw, mut game) = (RawGame::from_bytes(text.as_bytes()), Game::new());
    /// #     game.parse(&raw);
    /// #     block.add("games.pgn", &raw, &game);
    /// # }
    /// # let explorer = ExplorerOptions::new(1, || Ok(Cursor::new(Vec::new())));
    /// # let mut writer = Writer::create(Cursor::new(Vec::new()))?.with_explorer(explorer);
    /// # writer.write(&block.finish())?;
    /// # let database = Database::from_bytes(writer.finish()?.into_inner())?;
    /// let explorer = database.explorer()?.expect("made with the explorer");
    /// let position = explorer.find(&tabiya::chess::Board::initial())?.expect("reached by all games");
    /// let (mv, tally) = &position.moves[0];
    /// assert_eq!((mv.uci().as_str(), tally.games, tally.white), ("e2e4", 2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a directory cannot be read or is damaged.
    pub fn explorer(&self) -> Result<Option<Explorer>, ExplorerError> {
        if self.tables.is_empty() { Ok(None) } else { Explorer::open(&self.storage, &self.tables).map(Some) }
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.entries.len()
    }

    /// The number of games of a block; known without reading the block.
    ///
    /// # Panics
    /// If there is no block of this number.
    pub fn games_of(&self, block: usize) -> u32 {
        self.entries[block].games
    }

    /// The size of each part of the file: its name, its bytes as they are stored, and its bytes before compression. Reads the heads
    /// of all blocks; those that cannot be read are left out, and `unread` is told.
    pub fn section_sizes(&self, mut unread: impl FnMut(BlockError)) -> Vec<(&'static str, (u64, u64))> {
        let mut sizes: Vec<(&'static str, (u64, u64))> = Vec::new();
        for block in (0..self.blocks()).filter_map(|block| self.read_block(block).map_err(&mut unread).ok()) {
            for (name, stored, len) in block.section_sizes() {
                let place = sizes.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
                    sizes.push((name, (0, 0)));
                    sizes.len() - 1
                });
                sizes[place].1.0 += u64::from(stored);
                sizes[place].1.1 += u64::from(len);
            }
        }
        sizes
    }

    /// Reads the head of a block. Its parts are read on request.
    ///
    /// # Errors
    /// If the head cannot be read or is damaged.
    ///
    /// # Panics
    /// If there is no block of this number.
    pub fn read_block(&self, block: usize) -> Result<Block, BlockError> {
        let entry = self.entries[block];
        let fail = |cause| BlockError { block, offset: entry.offset, games: entry.games, cause };
        let mut head = Vec::new();
        let read = self.storage.read(entry.offset, entry.head_len as usize, &mut head);
        read.map_err(|error| fail(BlockFault::Read(error)))?;
        if !format::is_whole_head(&head) {
            return Err(fail(BlockFault::Checksum("contents")));
        }
        let sections = format::read_head(&head, &entry).map_err(|_| fail(BlockFault::Malformed("contents")))?;
        Ok(Block::new(Arc::clone(&self.storage), block, entry, sections))
    }
}
