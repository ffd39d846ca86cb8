//! The games of all sources as text, one after the other, whether they come from PGN or from databases.

use super::job::{GameJob, cut_game};
use super::message::Message;
use super::sources::{Next, Reader, Sources};
use super::stored::{StoredRange, damaged_block};
use crate::database::ExportScratch;
use crate::search::{Halt, RunControl};
use std::sync::Arc;

/// Delivers the games of sources as text, on the thread that asks for them.
///
/// ```
/// use std::sync::Arc;
/// use tabiya::RunControl;
/// use tabiya::pipeline::{GameJob, NextText, Sources, Texts};
///
/// let sources = Sources::new().bytes("two games", "1. e4 * 1. d4 *");
/// let (mut texts, mut job) = (Texts::new(sources, &Arc::new(RunControl::new())), GameJob::default());
/// let mut numbers = Vec::new();
/// while let NextText::Game = texts.next(&mut job) {
///     numbers.push(job.raw.number);
/// }
/// assert_eq!(numbers, [1, 2]);
/// ```
#[derive(Debug)]
pub struct Texts {
    reader: Reader,
    /// The games of a block that are still to come.
    block: Option<StoredRange>,
    scratch: ExportScratch,
    /// The error of the game that was delivered last.
    cut: Option<Message>,
}

/// The next item of [`Texts`].
#[derive(Debug)]
pub enum NextText {
    /// A game.
    Game,
    /// A message about a file, or the error about the game before it whose end is missing; further games may follow.
    Message(Message),
    /// Nothing more: all games have been read.
    End,
    /// The run was ended by its control before all games were read.
    Halted(Halt),
}

impl Texts {
    /// Begins to read. `control` ends it from elsewhere.
    pub fn new(sources: Sources, control: &Arc<RunControl>) -> Texts {
        let reader = sources.start((1, u64::MAX), control);
        Texts { reader, block: None, scratch: ExportScratch::default(), cut: None }
    }

    /// Reads the next game with its place, or says why there is none. Blocks are taken apart.
    pub fn next(&mut self, job: &mut GameJob) -> NextText {
        if let Some(message) = self.cut.take() {
            return NextText::Message(message);
        }
        let next = self.next_text(job);
        if let NextText::Game = next {
            self.cut = cut_game(&job.file, &job.raw);
        }
        next
    }

    fn next_text(&mut self, job: &mut GameJob) -> NextText {
        loop {
            if let Some(block) = &mut self.block {
                if let Some(halt) = self.reader.halted() {
                    return NextText::Halted(halt);
                }
                match block.next_text(job, &mut self.scratch) {
                    Ok(true) => return NextText::Game,
                    Ok(false) => self.block = None,
                    Err(error) => {
                        let message = damaged_block(block.database(), &error);
                        self.block = None;
                        return NextText::Message(message);
                    }
                }
                continue;
            }
            match self.reader.next(&mut job.raw) {
                Next::Block(block) => self.block = Some(StoredRange::whole(block, 0)),
                Next::Game => {
                    job.raw.unfold_to_text();
                    if !Arc::ptr_eq(&job.file, self.reader.file()) {
                        job.file = Arc::clone(self.reader.file());
                    }
                    return NextText::Game;
                }
                Next::Report(message) => return NextText::Message(message),
                Next::End => return NextText::End,
                Next::Halted(halt) => return NextText::Halted(halt),
            }
        }
    }
}
