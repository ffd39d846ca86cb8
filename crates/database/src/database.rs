//! Opening a database: its list of blocks, and what there is to say about the whole.

use crate::block::Block;
use crate::error::{BlockError, BlockFault, OpenError};
use crate::format::{self, Entry, HAS_POSITIONS, HEADER_LEN, MAGIC, Slot, VERSION};
use crate::storage::Storage;
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
    /// True if a newer list is damaged.
    pub(crate) older: bool,
}

/// Reads header and list of blocks. If the newest list is damaged, the one before it counts.
pub(crate) fn open(storage: &Storage) -> Result<Opened, OpenError> {
    let len = storage.len()?;
    let mut header = Vec::new();
    storage.read(0, HEADER_LEN.min(usize::try_from(len).unwrap_or(HEADER_LEN)), &mut header)?;
    for (tried, (number, slot)) in format::read_header(&header)?.into_iter().enumerate() {
        if let Some(entries) = read_list(storage, len, slot)? {
            return Ok(Opened { slot, number, entries, older: tried > 0 });
        }
    }
    Err(OpenError::Damaged)
}

/// The list of blocks that a slot names; nothing if it is damaged.
fn read_list(storage: &Storage, file_len: u64, slot: Slot) -> Result<Option<Vec<Entry>>, OpenError> {
    if slot.offset.checked_add(u64::from(slot.len)).is_none_or(|end| end > file_len) {
        return Ok(None);
    }
    let mut list = Vec::new();
    storage.read(slot.offset, slot.len as usize, &mut list)?;
    let whole = crc32fast::hash(&list) == slot.checksum;
    Ok(if whole { format::read_list(&list, file_len).ok() } else { None })
}

/// What is true of a database as a whole.
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
    /// The size of the PGN that the games were read from, in bytes, without the blanks between games.
    pub pgn_bytes: u64,
    /// The number of blocks that exact positions can be looked up in: all or none, unless games were added with another
    /// option.
    pub indexed_blocks: usize,
    /// True if the newest list of blocks is damaged, so that the one before it counts: the games that were added last are
    /// missing.
    pub older: bool,
}

/// A database of games that is open for reading. Blocks are read when they are asked for, on any thread.
#[derive(Debug)]
pub struct Database {
    storage: Arc<Storage>,
    entries: Vec<Entry>,
    info: Info,
}

impl Database {
    /// True if a file that begins with these bytes (eight or more of them) is a database, of whatever version.
    pub fn is_database(first_bytes: &[u8]) -> bool {
        first_bytes.starts_with(&MAGIC)
    }

    /// Opens a database file. Only its header and its list of blocks are read. If the newest list is damaged, the file is what
    /// it was before games were added to it last ([`Info::older`]).
    ///
    /// # Errors
    /// If the file cannot be read, is no database, is one of another version, was not completed, or all its lists of blocks
    /// are damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Database, OpenError> {
        Database::from_file(File::open(path)?)
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
        Database::from_storage(Storage::Memory(bytes))
    }

    fn from_storage(storage: Storage) -> Result<Database, OpenError> {
        let Opened { entries, older, .. } = open(&storage)?;
        let info = Info {
            version: VERSION,
            blocks: entries.len(),
            games: entries.iter().map(|entry| u64::from(entry.games)).sum(),
            positions: entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.positions)),
            bytes: storage.len()?,
            pgn_bytes: entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.pgn_bytes)),
            indexed_blocks: entries.iter().filter(|entry| entry.flags & HAS_POSITIONS != 0).count(),
            older,
        };
        Ok(Database { storage: Arc::new(storage), entries, info })
    }

    /// What is true of the whole database.
    pub fn info(&self) -> &Info {
        &self.info
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
    /// of all blocks; those that are damaged are left out.
    pub fn section_sizes(&self) -> Vec<(&'static str, (u64, u64))> {
        let mut sizes: Vec<(&'static str, (u64, u64))> = Vec::new();
        for block in (0..self.blocks()).filter_map(|block| self.read_block(block).ok()) {
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

    /// Reads the head of a block. Its parts are read when they are asked for.
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
        let sections = format::read_head(&head, &entry).map_err(|_| fail(BlockFault::Checksum("contents")))?;
        Ok(Block::new(Arc::clone(&self.storage), block, entry, sections))
    }
}
