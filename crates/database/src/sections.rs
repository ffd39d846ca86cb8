//! Sections: parts of a block that are compressed, checked and read each by itself.
//!
//! Every search reads the events of games, and showing any game takes the values of its block's tags, so these are not compressed
//! where they are short; the longer ones are still compressed, and read only on request.

use crate::bytes::{Malformed, number_of};
use crate::error::BlockFault;
use crate::format::Section;
use crate::positions;
use crate::storage::Storage;

use std::cell::RefCell;

pub(crate) const CONTENTS: u32 = 1;
pub(crate) const SOURCES: u32 = 2;
pub(crate) const TAGS: u32 = 3;
pub(crate) const MOVES: u32 = 4;
pub(crate) const NOTES: u32 = 5;
pub(crate) const COMMENTS: u32 = 6;
pub(crate) const LAYOUTS: u32 = 7;
pub(crate) const PATCHES: u32 = 8;
pub(crate) const RAW: u32 = 9;
pub(crate) const POSITIONS: u32 = 10;
/// One for each kind of piece and rank.
pub(crate) const SQUARES: u32 = 11;
/// One for each kind of piece.
pub(crate) const COUNTS: u32 = 12;
/// One for each mark.
pub(crate) const MARKS: u32 = 13;
pub(crate) const COLUMN_GAMES: u32 = 14;
pub(crate) const SUMMARY_EVENTS: u32 = 16;
pub(crate) const SUMMARY_CASTLINGS: u32 = 17;
pub(crate) const SUMMARY_PROMOTIONS: u32 = 18;
pub(crate) const SUMMARY_PLIES: u32 = 19;
/// One for each kind of piece, from here on.
pub(crate) const SUMMARY_COUNTS: u32 = 32;

const SUMMARY_END: u32 = SUMMARY_COUNTS + 11;

pub(crate) const TAG_ROWS: u32 = 64;
/// One for each of the first columns of tags, from here on; the last one has all others.
const TAG_COLUMNS: u32 = 65;
pub(crate) const LAST_TAG_COLUMN: u32 = 127;
/// One for each of the first pools of values, from here on; the last one has all others.
pub(crate) const TAG_POOLS: u32 = 128;
pub(crate) const LAST_TAG_POOL: u32 = 191;

/// The kind of the section that has a column of tags.
pub(crate) fn tag_column(column: usize) -> u32 {
    u32::try_from(column).map_or(LAST_TAG_COLUMN, |column| column.saturating_add(TAG_COLUMNS).min(LAST_TAG_COLUMN))
}

/// The kind of the section that has a pool of values of tags.
pub(crate) fn tag_pool(pool: usize) -> u32 {
    u32::try_from(pool).map_or(LAST_TAG_POOL, |pool| pool.saturating_add(TAG_POOLS).min(LAST_TAG_POOL))
}

/// The kind of the section that has a part of some of the games only: of a chunk, or of a group of chunks.
pub(crate) fn part(kind: u32, number: usize) -> u32 {
    (number_of(number) + 1) << 8 | kind
}

/// The name of a kind of section in messages: a plural noun.
pub(crate) fn name(kind: u32) -> &'static str {
    match kind & 0xFF {
        CONTENTS => "contents",
        SOURCES => "sources of games",
        TAGS => "tags",
        MOVES => "moves",
        NOTES => "variations and notes",
        COMMENTS => "comments",
        LAYOUTS => "layouts of games",
        PATCHES => "patches of layouts",
        RAW => "texts of games",
        POSITIONS => positions::NAME,
        SQUARES => "squares of pieces",
        COUNTS => "numbers of pieces",
        MARKS | COLUMN_GAMES => "checks and special moves",
        SUMMARY_EVENTS..SUMMARY_COUNTS => "summaries",
        SUMMARY_COUNTS..=SUMMARY_END => "counts of pieces",
        TAG_ROWS..=LAST_TAG_COLUMN => "tags of games",
        TAG_POOLS..=LAST_TAG_POOL => "values of tags",
        _ => "unknown parts",
    }
}

/// The effort of compression, from 1 to 19.
const LEVEL: i32 = 3;

/// The same for blocks of the small level. Undoing it takes no longer.
const SMALL_LEVEL: i32 = 19;

/// The most bytes of a block's values of a tag that are not compressed. Showing a single game needs them, and most of the time
/// that this would take went into decompressing them.
const PLAIN_POOL: usize = 16 << 10;

/// True if a section is compressed, provided that this makes it shorter. Filters look like chance, and the events of games are read
/// by every search.
fn is_compressed(kind: u32, len: usize) -> bool {
    match kind & 0xFF {
        POSITIONS | SUMMARY_EVENTS | TAGS => false,
        TAG_POOLS..=LAST_TAG_POOL => len > PLAIN_POOL,
        _ => true,
    }
}

/// The sections of a block while it is made.
pub(crate) struct Packer {
    list: Vec<Section>,
    bytes: Vec<u8>,
    packed: Vec<u8>,
    /// Making one fails for want of memory only, and uncompressed parts can still be read.
    compressor: Option<zstd::bulk::Compressor<'static>>,
}

impl Packer {
    /// Packs sections of a block of the small or of the fast level.
    pub(crate) fn new(small: bool) -> Packer {
        let compressor = zstd::bulk::Compressor::new(if small { SMALL_LEVEL } else { LEVEL }).ok();
        Packer { list: Vec::new(), bytes: Vec::new(), packed: Vec::new(), compressor }
    }

    /// Adds a section, whose kind must be greater than those before. An empty one takes no place.
    pub(crate) fn add(&mut self, kind: u32, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let stored = if is_compressed(kind, bytes.len()) && self.pack(bytes) { &self.packed[..] } else { bytes };
        let (stored_len, checksum) = (number_of(stored.len()), crc32fast::hash(stored));
        self.list.push(Section { kind, offset: 0, stored: stored_len, len: number_of(bytes.len()), checksum });
        self.bytes.extend_from_slice(stored);
    }

    /// Compresses bytes into `packed`; `false` if that does not make them shorter.
    fn pack(&mut self, bytes: &[u8]) -> bool {
        let Some(compressor) = &mut self.compressor else { return false };
        self.packed.clear();
        self.packed.reserve(zstd::zstd_safe::compress_bound(bytes.len()));
        compressor.compress_to_buffer(bytes, &mut self.packed).is_ok_and(|len| len < bytes.len())
    }

    /// The sections and their bytes.
    pub(crate) fn finish(self) -> (Vec<Section>, Vec<u8>) {
        (self.list, self.bytes)
    }
}

/// What reading a section takes, kept by each thread: making a decompressor costs more than most sections do.
#[derive(Default)]
struct Unpacker {
    stored: Vec<u8>,
    decompressor: Decompressor,
}

thread_local! {
    static UNPACKER: RefCell<Unpacker> = RefCell::default();
}

/// Reads a section, checks it and undoes the compression.
pub(crate) fn read(storage: &Storage, block_offset: u64, section: &Section) -> Result<Vec<u8>, BlockFault> {
    if section.stored == section.len {
        let mut bytes = Vec::new();
        read_stored(storage, block_offset, section, &mut bytes)?;
        return Ok(bytes);
    }
    UNPACKER.with_borrow_mut(|unpacker| {
        read_stored(storage, block_offset, section, &mut unpacker.stored)?;
        let Unpacker { stored, decompressor } = unpacker;
        decompress(stored, section, decompressor)
    })
}

/// Sections as they are stored, checked, in ascending order of their kinds. They are decompressed on request.
#[derive(Debug)]
pub(crate) struct Stored(Vec<(Section, Vec<u8>)>);

impl Stored {
    /// Reads sections that follow one another, all at once.
    pub(crate) fn read(storage: &Storage, block_offset: u64, list: &[Section]) -> Result<Stored, BlockFault> {
        let Some(first) = list.first() else { return Ok(Stored(Vec::new())) };
        let (mut bytes, len) = (Vec::new(), list.iter().map(|section| section.stored as usize).sum());
        storage.read(block_offset + u64::from(first.offset), len, &mut bytes).map_err(BlockFault::Read)?;
        let mut rest = &bytes[..];
        let part = |section: &Section| {
            let (part, behind) = rest.split_at(section.stored as usize);
            rest = behind;
            check(part, section).map(|()| (*section, part.to_vec()))
        };
        list.iter().map(part).collect::<Result<_, _>>().map(Stored)
    }

    /// Sections that are not compressed.
    #[cfg(test)]
    pub(crate) fn plain(list: Vec<(u32, Vec<u8>)>) -> Stored {
        let section = |(kind, bytes): (u32, Vec<u8>)| {
            let len = number_of(bytes.len());
            (Section { kind, stored: len, len, ..Section::default() }, bytes)
        };
        Stored(list.into_iter().map(section).collect())
    }

    /// Takes away the sections from a kind on.
    pub(crate) fn split_off(&mut self, kind: u32) -> Stored {
        Stored(self.0.split_off(self.0.partition_point(|(section, _)| section.kind < kind)))
    }

    /// The number of bytes of all sections before compression.
    pub(crate) fn bytes(&self) -> usize {
        self.0.iter().map(|(section, _)| section.len as usize).sum()
    }

    /// A section, decompressed; none if there is none of the kind.
    pub(crate) fn unpack(&self, kind: u32) -> Result<Option<Vec<u8>>, Malformed> {
        let Ok(place) = self.0.binary_search_by_key(&kind, |(section, _)| section.kind) else { return Ok(None) };
        let (section, stored) = &self.0[place];
        if section.stored == section.len {
            return Ok(Some(stored.clone()));
        }
        let unpacked = UNPACKER.with_borrow_mut(|unpacker| decompress(stored, section, &mut unpacker.decompressor));
        unpacked.map(Some).map_err(|_| Malformed)
    }
}

type Decompressor = Option<zstd::bulk::Decompressor<'static>>;

fn decompress(stored: &[u8], section: &Section, decompressor: &mut Decompressor) -> Result<Vec<u8>, BlockFault> {
    let malformed = || BlockFault::Malformed(name(section.kind));
    let decompressor = match decompressor {
        Some(decompressor) => decompressor,
        none => none.insert(zstd::bulk::Decompressor::new().map_err(BlockFault::Read)?),
    };
    let bytes = decompressor.decompress(stored, section.len as usize).map_err(|_| malformed())?;
    if bytes.len() == section.len as usize { Ok(bytes) } else { Err(malformed()) }
}

/// Reads a section as it is stored, and checks it. The previous content of `bytes` is replaced.
pub(crate) fn read_stored(
    storage: &Storage,
    block_offset: u64,
    section: &Section,
    bytes: &mut Vec<u8>,
) -> Result<(), BlockFault> {
    let place = block_offset + u64::from(section.offset);
    storage.read(place, section.stored as usize, bytes).map_err(BlockFault::Read)?;
    check(bytes, section)
}

/// Checks a section as it is stored.
fn check(bytes: &[u8], section: &Section) -> Result<(), BlockFault> {
    if crc32fast::hash(bytes) == section.checksum { Ok(()) } else { Err(BlockFault::Checksum(name(section.kind))) }
}

/// True if a section has columns of tags, or values of them.
pub(crate) fn is_tag_part(kind: u32) -> bool {
    (TAG_COLUMNS..=LAST_TAG_POOL).contains(&kind)
}
