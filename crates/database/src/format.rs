//! The layout of the file: its header, its list of blocks, and the heads of blocks.
//!
//! ```text
//! file    MAGIC, version u32, 0 u32, two slots, blocks and lists of blocks in any order
//! slot    sequence u64, offset u64, length u32, checksum of the list u32, 0 u32, checksum of the slot u32
//! list    number of blocks u32, for each: offset u64, length u32, length of the head u32, games u32, flags u32, positions u64,
//!         bytes of PGN u64; number of tables of the explorer u32, for each: offset u64, length u64, length of its directory u32,
//!         checksum of the directory u32
//! block   head, then the sections that it names, without gaps and in ascending order of their kinds
//! head    BLOCK_MAGIC, games u32, flags u32, positions u64, bytes of PGN u64, number of sections u32,
//!         for each: kind u32, stored length u32, length u32, checksum u32; then the checksum of all that
//! ```
//!
//! All numbers are little-endian, and all checksums are CRC-32. The slot with the greater sequence names the list that counts;
//! if that list is damaged, the list of the other slot does. Adding games writes blocks and a new list after the end of the
//! file and then the other slot, so that until the last moment the old list counts. With the list, that slot is filled with
//! zeros: so one that was written in part has none of its checksum, and is not taken for one that was damaged later.
//!
//! Because there are two slots of 32 bytes with checksums of their own, adding games never touches what is there, and
//! at no moment is there a file without a valid list. An attempt that fails at its last step can be undone in two ways, of
//! which one is enough: the slot gets its old bytes, and the list is cut off. The slot that counts is never the one that is
//! written next, so one that was damaged before it was to be written harms nobody.
//!
//! A newer list than the one that counts lies behind it, because nothing is ever written elsewhere. So where the other slot is
//! damaged, games are missing only if the file goes on behind the list that counts. Then, and if the newer list itself is
//! damaged, everything that reads the file says that it lacks games, and no games are added to it: what comes behind the
//! list, which nothing refers to any more, would be cut off or be forgotten.
//!
//! What a checksum cannot tell, limits do. The lengths that a block declares for its sections add up to [`MAX_BLOCK`] at most,
//! the section of a chunk is as long as the contents of the chunk say, and there is nothing of which a block has more than its
//! games can need. So reading takes that many bytes, and once more as many while a section is being unpacked, regardless
//! of what the file declares. The writer keeps to it: see `encode`.

use crate::bytes::{Bytes, Malformed, number_of};
use crate::error::OpenError;
use crate::explorer::table::Place;

/// The first bytes of every database: no text begins like this, and a transfer that changes line ends is noticed.
pub(crate) const MAGIC: [u8; 8] = *b"\x89TABIYA\n";

/// The version of the format.
pub(crate) const VERSION: u32 = 5;

/// The first bytes of every block.
pub(crate) const BLOCK_MAGIC: [u8; 4] = *b"TBLK";

/// The size of the file's header in bytes.
pub(crate) const HEADER_LEN: usize = 16 + 2 * SLOT_LEN;

/// The size of a slot in bytes.
pub(crate) const SLOT_LEN: usize = 32;
const ENTRY_LEN: usize = 40;
const BLOCK_HEAD_LEN: usize = 4 + 4 + 4 + 8 + 8 + 4;
const SECTION_LEN: usize = 16;

/// The most bytes of all sections of a block together, before compression.
pub(crate) const MAX_BLOCK: u64 = 144 << 20;

/// The longest list of blocks, in bytes.
pub(crate) const MAX_LIST: u32 = 64 << 20;

/// The most games of one block that are read.
pub(crate) const MAX_GAMES: u32 = 1 << 16;

/// The most sections of one block.
const MAX_SECTIONS: u32 = 1 << 14;

/// The longest head of a block.
const MAX_HEAD: usize = BLOCK_HEAD_LEN + MAX_SECTIONS as usize * SECTION_LEN + 4;

/// The block has the positions of its games.
pub(crate) const HAS_POSITIONS: u32 = 1;

/// The block is of the small level: it has no columns.
pub(crate) const IS_SMALL: u32 = 2;

/// Some game of the block has positions outside its main line.
pub(crate) const HAS_VARIATIONS: u32 = 4;

/// One block in the list of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) offset: u64,
    pub(crate) len: u32,
    pub(crate) head_len: u32,
    pub(crate) games: u32,
    pub(crate) flags: u32,
    pub(crate) positions: u64,
    pub(crate) pgn_bytes: u64,
}

/// Which list of blocks counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) sequence: u64,
    pub(crate) offset: u64,
    pub(crate) len: u32,
    pub(crate) checksum: u32,
}

impl Slot {
    /// The place behind the list.
    pub(crate) fn end(&self) -> u64 {
        self.offset.saturating_add(self.len.into())
    }

    pub(crate) fn to_bytes(self) -> [u8; SLOT_LEN] {
        let mut bytes = [0; SLOT_LEN];
        bytes[..8].copy_from_slice(&self.sequence.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.offset.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.len.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.checksum.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..28]);
        bytes[28..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// A slot, unless it was never written or not to its end.
    fn read(bytes: &[u8]) -> Option<Slot> {
        let mut at = Bytes::new(bytes);
        let slot =
            Slot { sequence: at.u64().ok()?, offset: at.u64().ok()?, len: at.u32().ok()?, checksum: at.u32().ok()? };
        (slot.sequence > 0 && slot.to_bytes() == bytes).then_some(slot)
    }
}

/// The header of a file that is being written: no slot is set.
pub(crate) fn new_header() -> [u8; HEADER_LEN] {
    let mut bytes = [0; HEADER_LEN];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    bytes
}

/// The places of the two slots, of which each takes the next number in turn.
pub(crate) const fn slot_place(number: u64) -> u64 {
    16 + SLOT_LEN as u64 * (number % 2)
}

/// Finds in a file's first bytes the slots that are good, the one with the greater sequence first, each with its number
/// among the two. There is at least one. `true` comes with them if the other one is damaged.
pub(crate) fn read_header(bytes: &[u8]) -> Result<(Vec<(u64, Slot)>, bool), OpenError> {
    let mut at = Bytes::new(bytes);
    if at.array() != Ok(MAGIC) {
        return Err(OpenError::NotADatabase);
    }
    let found = at.u32().map_err(|_| OpenError::Unfinished)?;
    if found != VERSION {
        return Err(OpenError::OtherVersion { found, known: VERSION });
    }
    let slots = bytes.get(16..HEADER_LEN).ok_or(OpenError::Unfinished)?;
    let (mut good, mut damaged) = (Vec::new(), false);
    for (number, bytes) in (0..).zip(slots.chunks_exact(SLOT_LEN)) {
        match Slot::read(bytes) {
            Some(slot) => good.push((number, slot)),
            // Neither one that was written in part, nor one that was filled with zeros in part.
            None => damaged |= bytes[28..] != [0; 4] && bytes[..16] != [0; 16],
        }
    }
    good.sort_by_key(|(_, slot): &(u64, Slot)| std::cmp::Reverse(slot.sequence));
    match good.is_empty() {
        true if damaged => Err(OpenError::Damaged),
        true => Err(OpenError::Unfinished),
        false => Ok((good, damaged)),
    }
}

/// The bytes of a list of blocks.
pub(crate) fn write_list(entries: &[Entry], tables: &[Place]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 + entries.len() * ENTRY_LEN);
    bytes.extend(number_of(entries.len()).to_le_bytes());
    for entry in entries {
        bytes.extend(entry.offset.to_le_bytes());
        bytes.extend([entry.len, entry.head_len, entry.games, entry.flags].map(u32::to_le_bytes).as_flattened());
        bytes.extend([entry.positions, entry.pgn_bytes].map(u64::to_le_bytes).as_flattened());
    }
    bytes.extend(number_of(tables.len()).to_le_bytes());
    for table in tables {
        bytes.extend([table.offset, table.len].map(u64::to_le_bytes).as_flattened());
        bytes.extend([table.directory, table.checksum].map(u32::to_le_bytes).as_flattened());
    }
    bytes
}

/// The blocks of a list, and the tables of the explorer.
pub(crate) type List = (Vec<Entry>, Vec<Place>);

/// The blocks of a list, none of which goes beyond the end of the file, and the tables of the explorer.
pub(crate) fn read_list(bytes: &[u8], file_len: u64) -> Result<List, Malformed> {
    let mut at = Bytes::new(bytes);
    let count = at.u32()? as usize;
    if at.len() < count.checked_mul(ENTRY_LEN).ok_or(Malformed)? {
        return Err(Malformed);
    }
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        let entry = Entry {
            offset: at.u64()?,
            len: at.u32()?,
            head_len: at.u32()?,
            games: at.u32()?,
            flags: at.u32()?,
            positions: at.u64()?,
            pgn_bytes: at.u64()?,
        };
        let end = entry.offset.checked_add(u64::from(entry.len)).ok_or(Malformed)?;
        let is_head = entry.head_len <= entry.len && entry.head_len as usize <= MAX_HEAD;
        if end > file_len || !is_head || entry.games > MAX_GAMES {
            return Err(Malformed);
        }
        entries.push(entry);
    }
    let mut tables = Vec::new();
    for _ in 0..at.u32()? {
        tables.push(Place { offset: at.u64()?, len: at.u64()?, directory: at.u32()?, checksum: at.u32()? });
    }
    if at.is_empty() { Ok((entries, tables)) } else { Err(Malformed) }
}

/// A section of a block, as the head of the block describes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) kind: u32,
    /// Its place in the block.
    pub(crate) offset: u32,
    /// Its length as it is stored; equal to `len` if it is not compressed.
    pub(crate) stored: u32,
    pub(crate) len: u32,
    pub(crate) checksum: u32,
}

/// The bytes of a block's head.
pub(crate) fn write_head(games: u32, flags: u32, positions: u64, pgn_bytes: u64, sections: &[Section]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(BLOCK_HEAD_LEN + sections.len() * SECTION_LEN + 4);
    bytes.extend(BLOCK_MAGIC);
    bytes.extend([games, flags].map(u32::to_le_bytes).as_flattened());
    bytes.extend([positions, pgn_bytes].map(u64::to_le_bytes).as_flattened());
    bytes.extend(number_of(sections.len()).to_le_bytes());
    for s in sections {
        bytes.extend([s.kind, s.stored, s.len, s.checksum].map(u32::to_le_bytes).as_flattened());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// True if a block's head is as it was written.
pub(crate) fn is_whole_head(bytes: &[u8]) -> bool {
    bytes.split_last_chunk().is_some_and(|(bytes, sum)| crc32fast::hash(bytes) == u32::from_le_bytes(*sum))
}

/// The sections of a block, by its head, whose length in bytes says where the first section begins.
pub(crate) fn read_head(bytes: &[u8], entry: &Entry) -> Result<Vec<Section>, Malformed> {
    let (bytes, _) = bytes.split_last_chunk::<4>().ok_or(Malformed)?;
    let mut at = Bytes::new(bytes);
    let (magic, games, flags) = (at.array()?, at.u32()?, at.u32()?);
    let (positions, pgn_bytes, count) = (at.u64()?, at.u64()?, at.u32()?);
    let agrees = (games, flags, positions, pgn_bytes) == (entry.games, entry.flags, entry.positions, entry.pgn_bytes);
    if magic != BLOCK_MAGIC || !agrees || count > MAX_SECTIONS || at.len() != count as usize * SECTION_LEN {
        return Err(Malformed);
    }
    let (mut offset, mut unpacked) = (entry.head_len, 0);
    let mut sections: Vec<Section> = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let (kind, stored, len, checksum) = (at.u32()?, at.u32()?, at.u32()?, at.u32()?);
        // Sections are looked up by kind.
        if sections.last().is_some_and(|before| before.kind >= kind) {
            return Err(Malformed);
        }
        sections.push(Section { kind, offset, stored, len, checksum });
        offset = offset.checked_add(stored).filter(|&end| end <= entry.len).ok_or(Malformed)?;
        unpacked += u64::from(len);
        if unpacked > MAX_BLOCK || stored > len {
            return Err(Malformed);
        }
    }
    Ok(sections)
}
