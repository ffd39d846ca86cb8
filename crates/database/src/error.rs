//! Why a database cannot be opened, and why a block of one cannot be read.

use std::io;

/// Why a file is not opened as a database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The file does not begin like a database of this program.
    #[error("it is not a database of Tabiya")]
    NotADatabase,
    /// The file was written in another version of the format.
    #[error(
        "it has version {found} of the database format, and this program reads version {known}; \
         make the database again from its PGN files"
    )]
    OtherVersion {
        /// The version of the file.
        found: u32,
        /// The version that this library reads and writes.
        known: u32,
    },
    /// The file was never completed: the program that made it was interrupted.
    #[error("the database was not completed; make it again")]
    Unfinished,
    /// The list of blocks is damaged or missing.
    #[error("the list of blocks is damaged")]
    Damaged,
    /// The newest list of blocks is damaged, or what names it ([`Info::older`](crate::Info::older)). The file can be read, but games
    /// cannot be added: nothing would refer to those that are missing any more.
    #[error("its newest list of blocks is damaged, so the games that were added last are missing")]
    Older,
}

/// Why a block, or a part of one, cannot be read. The games of other blocks are not affected.
#[derive(Debug, thiserror::Error)]
#[error("block {} (byte {offset}, {games} games): {cause}", .block + 1)]
pub struct BlockError {
    /// The number of the block, from 0.
    pub block: usize,
    /// The place of the block in the file, in bytes.
    pub offset: u64,
    /// The number of games in the block.
    pub games: u32,
    /// The error.
    #[source]
    pub cause: BlockFault,
}

/// The error of a block.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BlockFault {
    /// The file cannot be read there.
    #[error("{0}")]
    Read(#[source] io::Error),
    /// A checksum does not agree with the bytes of this part of the block.
    #[error("the {0} are damaged: the checksum is wrong")]
    Checksum(&'static str),
    /// The bytes of this part of the block mean nothing.
    #[error("the {0} are damaged")]
    Malformed(&'static str),
}
