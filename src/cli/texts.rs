//! The games of all inputs as text, one after the other, whether they come from PGN or from databases.

use super::inputs::{Next, Reader};
use super::job::GameJob;
use super::stored::{StoredRange, damaged_block};
use std::sync::Arc;
use tabiya::database::ExportScratch;

/// Delivers the games of a reader as text.
pub(crate) struct Texts {
    reader: Reader,
    /// The games of a block that are still to come.
    block: Option<StoredRange>,
    scratch: ExportScratch,
}

impl Texts {
    pub(crate) fn new(reader: Reader) -> Texts {
        Texts { reader, block: None, scratch: ExportScratch::default() }
    }

    /// Reads the next game with its place, or says why there is none. Blocks are taken apart.
    pub(crate) fn next(&mut self, job: &mut GameJob) -> Next {
        loop {
            if let Some(block) = &mut self.block {
                match block.next_text(job, &mut self.scratch) {
                    Ok(true) => return Next::Game,
                    Ok(false) => self.block = None,
                    Err(error) => {
                        let message = damaged_block(block.database(), &error);
                        self.block = None;
                        return Next::Report(message);
                    }
                }
                continue;
            }
            match self.reader.next(&mut job.raw) {
                Next::Block(block) => self.block = Some(StoredRange::whole(block, 0)),
                Next::Game => {
                    if !Arc::ptr_eq(&job.file, self.reader.file()) {
                        job.file = Arc::clone(self.reader.file());
                    }
                    return Next::Game;
                }
                other => return other,
            }
        }
    }
}
