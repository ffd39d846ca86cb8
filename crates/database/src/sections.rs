//! Sections: parts of a block that are compressed, checked and read each by itself.

use crate::error::BlockFault;
use crate::format::Section;
use crate::storage::Storage;

pub(crate) const CONTENTS: u32 = 1;
pub(crate) const PLACES: u32 = 2;
pub(crate) const TAGS: u32 = 3;
pub(crate) const MOVES: u32 = 4;
pub(crate) const NOTES: u32 = 5;
pub(crate) const COMMENTS: u32 = 6;
pub(crate) const LAYOUTS: u32 = 7;
pub(crate) const PATCHES: u32 = 8;
pub(crate) const RAW: u32 = 9;
pub(crate) const POSITIONS: u32 = 10;
pub(crate) const SUMMARY_BASE: u32 = 16;
/// One for each kind of piece, from here on.
pub(crate) const SUMMARY_COUNTS: u32 = 32;
/// One for each kind of piece, from here on.
pub(crate) const SUMMARY_VISITED: u32 = 48;

const SUMMARY_END: u32 = SUMMARY_VISITED + 11;

/// The name of a kind of section in messages: a plural noun.
pub(crate) fn name(kind: u32) -> &'static str {
    match kind {
        CONTENTS => "contents",
        PLACES => "places of games",
        TAGS => "tags",
        MOVES => "moves",
        NOTES => "variations and notes",
        COMMENTS => "comments",
        LAYOUTS => "layouts of games",
        PATCHES => "patches of layouts",
        RAW => "texts of games",
        POSITIONS => "positions",
        SUMMARY_BASE => "summaries",
        SUMMARY_COUNTS..SUMMARY_VISITED => "counts of pieces",
        SUMMARY_VISITED..=SUMMARY_END => "squares of pieces",
        _ => "unknown parts",
    }
}

/// The effort of compression, from 1 to 19.
const LEVEL: i32 = 3;

/// The sections of a block while it is made.
pub(crate) struct Packer {
    list: Vec<Section>,
    bytes: Vec<u8>,
    /// Making one fails for want of memory only, and what is not compressed can be read as well.
    compressor: Option<zstd::bulk::Compressor<'static>>,
}

impl Packer {
    pub(crate) fn new() -> Packer {
        Packer { list: Vec::new(), bytes: Vec::new(), compressor: zstd::bulk::Compressor::new(LEVEL).ok() }
    }

    /// Adds a section, compressed if that makes it shorter. An empty one takes no place.
    pub(crate) fn add(&mut self, kind: u32, bytes: &[u8]) {
        let packed = self.compressor.as_mut().and_then(|compressor| compressor.compress(bytes).ok());
        match packed.filter(|packed| packed.len() < bytes.len()) {
            Some(packed) => self.store(kind, &packed, bytes.len()),
            None => self.store(kind, bytes, bytes.len()),
        }
    }

    /// Adds a section as it is.
    pub(crate) fn add_plain(&mut self, kind: u32, bytes: &[u8]) {
        self.store(kind, bytes, bytes.len());
    }

    fn store(&mut self, kind: u32, stored: &[u8], len: usize) {
        if len == 0 {
            return;
        }
        let (stored_len, checksum) = (stored.len() as u32, crc32fast::hash(stored));
        self.list.push(Section { kind, offset: 0, stored: stored_len, len: len as u32, checksum });
        self.bytes.extend_from_slice(stored);
    }

    /// The sections and their bytes.
    pub(crate) fn finish(self) -> (Vec<Section>, Vec<u8>) {
        (self.list, self.bytes)
    }
}

/// Reads a section, checks it and undoes the compression.
pub(crate) fn read(storage: &Storage, block_offset: u64, section: &Section) -> Result<Vec<u8>, BlockFault> {
    let stored =
        storage.read(block_offset + u64::from(section.offset), section.stored as usize).map_err(BlockFault::Read)?;
    if crc32fast::hash(&stored) != section.checksum {
        return Err(BlockFault::Checksum(name(section.kind)));
    }
    if section.stored == section.len {
        return Ok(stored);
    }
    let bytes = zstd::bulk::decompress(&stored, section.len as usize);
    bytes.ok().filter(|bytes| bytes.len() == section.len as usize).ok_or(BlockFault::Malformed(name(section.kind)))
}
