//! Blocks of a database on their way through the threads.
//!
//! Threads take ranges of a block, which grow up to whole blocks as batches of PGN do. When a game cannot be read, the
//! block is lost from that game on, on all threads, so that the matches do not depend on their number.

use super::candidates::Candidates;
use super::job::GameJob;
use super::message::Message;
use crate::database::{Block, BlockError, Database, ExportScratch, OpenError};
use crate::game::{Game, Reading};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Tells blocks apart in one process.
static BLOCKS: AtomicU64 = AtomicU64::new(0);

/// A block, which several threads may share.
#[derive(Debug)]
pub(crate) struct StoredBlock {
    pub(crate) block: Block,
    /// The name of the database.
    database: Arc<str>,
    /// The first game that is read.
    first: usize,
    /// Tells it apart from all other blocks.
    pub(crate) id: u64,
    /// The first game that is known to be unreadable.
    lost_from: AtomicUsize,
    /// The games that may match, once that has been found out.
    pub(crate) candidates: OnceLock<Candidates>,
}

impl StoredBlock {
    /// A block whose games before the `first` are left out.
    pub(crate) fn new(block: Block, first: usize, database: Arc<str>) -> StoredBlock {
        let id = BLOCKS.fetch_add(1, Ordering::Relaxed);
        let lost_from = AtomicUsize::new(usize::MAX);
        StoredBlock { block, first, database, id, lost_from, candidates: OnceLock::new() }
    }

    /// True if a game is known to be lost.
    pub(crate) fn is_lost(&self, game: usize) -> bool {
        game >= self.lost_from.load(Ordering::Relaxed)
    }

    /// Notes that games from a number on cannot be read.
    pub(crate) fn lose(&self, game: usize) {
        self.lost_from.fetch_min(game, Ordering::Relaxed);
    }
}

/// Some games of a block.
#[derive(Clone, Debug)]
pub struct StoredRange {
    pub(crate) block: Arc<StoredBlock>,
    pub(crate) games: Range<usize>,
    /// The place of the block's first game among all games of the run.
    pub(crate) start: u64,
}

impl StoredRange {
    /// All games of a block that are read. `start` is the place of its first game among all games of the run.
    pub(crate) fn whole(block: Arc<StoredBlock>, start: u64) -> StoredRange {
        let games = block.first..block.block.len();
        StoredRange { block, games, start }
    }

    /// The name of the database.
    pub fn database(&self) -> &str {
        &self.block.database
    }

    /// Takes the first game off, with its text; `false` if there is none.
    ///
    /// # Errors
    ///
    /// If the game cannot be read. It has been taken off all the same.
    pub fn next_text(&mut self, job: &mut GameJob, scratch: &mut ExportScratch) -> Result<bool, BlockError> {
        let Some(game) = self.games.next() else { return Ok(false) };
        let block = &self.block.block;
        block.export_with(game, &mut job.raw, scratch)?;
        let source = block.source(game)?;
        if *job.file != *source {
            job.file = source.into();
        }
        job.place = self.start + game as u64;
        Ok(true)
    }

    /// Takes the first game off, without its text; `false` if there is none. Its moves are not read if `unless` holds for
    /// its tags.
    ///
    /// # Errors
    ///
    /// If the game cannot be read. It has been taken off all the same.
    pub fn next_game(
        &mut self,
        job: &mut GameJob,
        game: &mut Game,
        unless: impl FnOnce(&Game) -> bool,
    ) -> Result<bool, BlockError> {
        let Some(number) = self.games.next() else { return Ok(false) };
        let block = &self.block.block;
        block.read_unless(number, &Reading::default(), game, unless)?;
        let source = block.source(number)?;
        if *job.file != *source {
            job.file = source.into();
        }
        (job.raw.number, job.raw.offset, job.raw.line) = (game.number(), game.offset(), game.line());
        job.place = self.start + number as u64;
        Ok(true)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Takes up to this many games off the front.
    pub(crate) fn split_off(&mut self, games: usize) -> StoredRange {
        let end = self.games.start.saturating_add(games).min(self.games.end);
        let front = StoredRange { games: self.games.start..end, ..self.clone() };
        self.games.start = end;
        front
    }
}

/// True if the games of a database come from several files.
pub(super) fn has_sources(database: &Database) -> Result<bool, BlockError> {
    let mut first = None;
    for number in 0..database.blocks() {
        let block = database.read_block(number)?;
        for game in 0..block.len() {
            let source = block.source(game)?;
            if first.get_or_insert_with(|| source.to_owned()) != source {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The message about a database that cannot be opened.
pub fn unreadable_database(path: &Path, error: &OpenError) -> Message {
    let name = path.display().to_string();
    let (code, help) = match error {
        OpenError::OtherVersion { .. } => ("database-version", "tabiya index GAMES... -o NEW.tabiya"),
        OpenError::NotADatabase => ("no-database", "make one from PGN files: tabiya index GAMES... -o BASE.tabiya"),
        OpenError::Unfinished | OpenError::Damaged => {
            ("damaged-database", "make it again from its PGN files: tabiya index GAMES... -o BASE.tabiya")
        }
        OpenError::Older => {
            return Message::error("older-database", format!("cannot add games to {name}: {error}")).help(OLDER_HELP);
        }
        // Reading has failed.
        _ => ("unreadable-file", "check that the file can be read"),
    };
    Message::error(code, format!("cannot read {name}: {error}")).help(help)
}

/// Advice on a database that lacks games.
const OLDER_HELP: &str =
    "make it again from its PGN files: tabiya index GAMES... -o BASE.tabiya, or keep what is left with `tabiya export`";

/// The error about a database whose newest list of blocks is damaged, or what names it, so that an older one counts; nothing
/// about any other.
pub fn older_database(path: &Path, database: &Database) -> Option<Message> {
    let message = Message::error("older-database", OpenError::Older.to_string()).file(path.display().to_string());
    database.info().older.then(|| message.help(OLDER_HELP))
}

/// The message about a block that cannot be read. The name is that of the database.
pub fn damaged_block(database: &str, error: &BlockError) -> Message {
    let help = "the games of this block are left out, those of other blocks are not; make the database again from its PGN \
                files, or keep what is left with `tabiya export`";
    Message::error("damaged-block", error.to_string()).file(database).help(help)
}
