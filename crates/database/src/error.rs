//! Why a database cannot be opened, and why a block of one cannot be read.

use std::fmt;
use std::io;

/// Why a file is not opened as a database.
#[derive(Debug)]
pub enum OpenError {
    /// The file cannot be read.
    Read(io::Error),
    /// The file does not begin like a database of this program.
    NotADatabase,
    /// The file was written in another version of the format.
    OtherVersion {
        /// The version of the file.
        found: u32,
        /// The version that this library reads and writes.
        known: u32,
    },
    /// The file was never completed: the program that made it was interrupted.
    Unfinished,
    /// The list of blocks is damaged or missing.
    Damaged,
    /// The newest list of blocks is damaged, or what names it ([`Info::older`](crate::Info::older)). The file can be read, but games
    /// cannot be added: nothing would refer to those that are missing any more.
    Older,
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Read(error) => write!(f, "{error}"),
            OpenError::NotADatabase => f.write_str("it is no database of Tabiya"),
            OpenError::OtherVersion { found, known } => write!(
                f,
                "it has version {found} of the database format, and this program reads version {known}; \
                 make the database again from its PGN files"
            ),
            OpenError::Unfinished => f.write_str("the database was not completed; make it again"),
            OpenError::Damaged => f.write_str("the list of blocks is damaged"),
            OpenError::Older => {
                f.write_str("its newest list of blocks is damaged, so the games that were added last are missing")
            }
        }
    }
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            OpenError::Read(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        OpenError::Read(error)
    }
}

/// Why a block, or a part of one, cannot be read. The games of other blocks are not affected.
#[derive(Debug)]
pub struct BlockError {
    /// The number of the block, from 0.
    pub block: usize,
    /// The place of the block in the file, in bytes.
    pub offset: u64,
    /// The number of games in the block.
    pub games: u32,
    /// What is wrong.
    pub cause: BlockFault,
}

/// What is wrong with a block.
#[derive(Debug)]
pub enum BlockFault {
    /// The file cannot be read there.
    Read(io::Error),
    /// A checksum does not agree with the bytes of this part of the block.
    Checksum(&'static str),
    /// The bytes of this part of the block mean nothing.
    Malformed(&'static str),
}

impl fmt::Display for BlockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block {} (byte {}, {} games): ", self.block + 1, self.offset, self.games)?;
        match &self.cause {
            BlockFault::Read(error) => write!(f, "{error}"),
            BlockFault::Checksum(part) => write!(f, "the {part} are damaged: the checksum is wrong"),
            BlockFault::Malformed(part) => write!(f, "the {part} are damaged"),
        }
    }
}

impl std::error::Error for BlockError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.cause {
            BlockFault::Read(error) => Some(error),
            _ => None,
        }
    }
}
