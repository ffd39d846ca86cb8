//! Sections: parts of a block that are compressed, checked and read each by itself.

use crate::error::BlockFault;
use crate::format::Section;
use crate::storage::Storage;

pub(crate) const PLACES: u32 = 1;
pub(crate) const RAW: u32 = 2;

/// The name of a kind of section in messages: a plural noun.
pub(crate) fn name(kind: u32) -> &'static str {
    match kind {
        PLACES => "places of games",
        RAW => "texts of games",
        _ => "contents",
    }
}

/// The effort of compression, from 1 to 19.
const LEVEL: i32 = 3;

/// Compresses a section and appends it to a block's bytes.
pub(crate) fn append(kind: u32, bytes: &[u8], block: &mut Vec<u8>) -> Section {
    let packed = zstd::bulk::compress(bytes, LEVEL).unwrap_or_default();
    // What does not become shorter stays as it is. Compression fails for want of memory only.
    let stored = if packed.is_empty() || packed.len() >= bytes.len() { bytes } else { &packed };
    let section = Section {
        kind,
        offset: 0,
        stored: stored.len() as u32,
        len: bytes.len() as u32,
        checksum: crc32fast::hash(stored),
    };
    block.extend_from_slice(stored);
    section
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
