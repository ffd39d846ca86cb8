//! Games in a compact form, made once from PGN and searched often.
//!
//! ```text
//! RawGame + Game  -> BlockBuilder   a batch of games, on any thread   -> EncodedBlock
//!                 -> Writer         blocks in their order             -> a file
//! a file          -> Database       the list of blocks                -> Block
//! Block           -> Lines, Squares what holds where, by columns, without games
//!                 -> Summaries      what refuses games before they are read
//!                 -> Game           tags, then moves, texts
//!                 -> RawGame        the text that was read, byte for byte
//! Database        -> Explorer       what was played in a position, without reading games
//! ```
//!
//! A game is stored as its content and not as its text, because reading text is what a search of PGN spends its time
//! on. Games with faults, which have a place in the text and a message, and those of variants with rules of their own
//! keep their text and go through the PGN reader each time, so that they give the same answers by construction. The
//! database names the files that it was made of, because the results must be the same as those of the PGN.
//!
//! Of `otb` (107,156 games, 70 MB, 8.8 million positions) the file has 58 % of the size: columns of squares take 29.3 %, moves
//! 11.5 %, positions 5.6 %, openings 5.1 %, columns of numbers 2.3 %, names and values of tags 0.7 %, contents of chunks 0.9 %,
//! which games have which tags 0.8 %, checks and special moves 0.7 %, everything else 0.9 %.
//!
//! Checksums do not prove that a file was made by this program. Every length, number and place in it is checked before
//! it is used, nothing is allocated by a number alone, and the fuzz target `database_bytes` changes files and renews
//! their checksums. Casts that could change a number are rejected by the lints.

// There the crate takes the place of the library in C.
#[cfg(target_family = "wasm")]
extern crate tabiya_zstd as zstd;

mod block;
mod board_reader;
mod boards;
mod bytes;
mod chunk;
mod columns;
mod database;
mod encode;
mod error;
mod explorer;
mod export;
mod format;
mod moves;
mod notes;
mod places;
mod positions;
mod sections;
mod storage;
mod summaries;
mod summary;
mod tags;
mod writer;

pub use block::{Block, ExportScratch};
pub use board_reader::BoardReader;
pub use boards::{Lines, Mark, Squares};
pub use columns::TagColumn;
pub use database::{Database, Info};
pub use encode::{BlockBuilder, EncodedBlock, Options};
pub use error::{BlockError, BlockFault, OpenError};
pub use explorer::{
    Explorer, ExplorerError, ExplorerOptions, ExplorerPosition, LAST_PLY, Ratings, Scratch, Tally, position_number,
    position_numbers, same_position,
};
pub use positions::{Placement, PositionFilter, PositionLookUp};
pub use storage::ReadAt;
pub use summaries::{Summaries, SummaryParts, SummaryRange};
pub use summary::{CountRange, Summary};
pub use writer::{Sink, Unsure, Writer};
