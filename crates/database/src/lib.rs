//! Floor 2, the database file: games in a compact form, made once from PGN and searched often.
//!
//! ```text
//! RawGame + Game  -> BlockBuilder   a batch of games, on any thread   -> EncodedBlock
//!                 -> Writer         blocks in their order             -> a file
//! a file          -> Database       the list of blocks                -> Block
//! Block           -> Summaries      what refuses games before they are read
//!                 -> Game           tags, then moves, texts
//!                 -> RawGame        the text that was read, byte for byte
//! ```

#![deny(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the numbers of a file that somebody else has made are not to be trusted"
)]

mod block;
mod bytes;
mod chunk;
mod database;
mod encode;
mod error;
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
pub use database::{Database, Info};
pub use encode::{BlockBuilder, EncodedBlock, Options};
pub use error::{BlockError, BlockFault, OpenError};
pub use positions::{Placement, PositionFilter};
pub use summaries::{Summaries, SummaryParts, SummaryRange};
pub use summary::{CountRange, Summary};
pub use writer::{Sink, Unsure, Writer};
