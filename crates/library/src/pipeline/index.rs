//! Games into the blocks of a database: the work of each thread that encodes.

use super::job::{GameJob, cut_game, damage};
use super::outcome::Outcome;
use super::pool::{Batch, Room, Work};
use super::stored::damaged_block;
use crate::database::{BlockBuilder, EncodedBlock, ExportScratch, Options};
use crate::game::{Additions, Game, Layout, RawGame, Reading, Writer};
use crate::search::RunControl;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Longer memory for the text of one game is not kept.
const KEPT_BYTES: usize = 2 << 10;

/// The result of encoding games.
#[derive(Debug)]
pub enum Indexed<T> {
    /// What the caller has made of a game with faults, which is stored all the same.
    Faults(T),
    /// The games of a batch, to be written after those before.
    Block(EncodedBlock),
}

/// One thread that encodes games, as the work of a [`Run`](super::Run). The blocks do not depend on the number of threads.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
/// use std::io::Cursor;
/// use std::sync::Arc;
/// use tabiya::database::{Database, Options, Writer};
/// use tabiya::game::Reading;
/// use tabiya::pipeline::{IndexWork, Indexed, Run, Sources};
/// use tabiya::RunControl;
///
/// let control = Arc::new(RunControl::new());
/// let work = IndexWork::new(&Options::default(), Reading::default(), &control, |_, _| ());
/// let mut run = Run::of_works(Sources::from("examples/games"), &control, [work].into_iter())?;
/// let mut memory = Writer::create(Cursor::new(Vec::new()))?;
/// while let Some(made) = run.next_made(&mut ()) {
///     if let Some(Indexed::Block(block)) = made.output {
///         memory.write(&block)?;
///     }
/// }
/// run.finish().complete()?;
/// let database = Database::from_bytes(memory.finish()?.into_inner())?;
/// assert_eq!(database.info().games, 68);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct IndexWork<F> {
    builder: BlockBuilder,
    game: Game,
    reading: Reading,
    control: Arc<RunControl>,
    note: F,
}

impl<T, F: FnMut(&Game, &GameJob) -> T> IndexWork<F> {
    /// One thread. `note` makes something of each game that has faults.
    pub fn new(options: &Options, reading: Reading, control: &Arc<RunControl>, note: F) -> IndexWork<F> {
        let control = Arc::clone(control);
        IndexWork { builder: BlockBuilder::new(options), game: Game::new(), reading, control, note }
    }
}

impl<F> fmt::Debug for IndexWork<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexWork").field("reading", &self.reading).finish_non_exhaustive()
    }
}

impl<T, F: FnMut(&Game, &GameJob) -> T> IndexWork<F> {
    fn add(&mut self, job: &GameJob, outcomes: &mut Vec<Outcome<Indexed<T>>>) {
        outcomes.extend(cut_game(&job.file, &job.raw).map(Outcome::Message));
        self.game.parse_as(&job.raw, &self.reading);
        if !self.game.faults().is_empty() {
            let note = (self.note)(&self.game, job);
            outcomes.push(Outcome::damaged(damage(&self.game, job, false, false), Some(Indexed::Faults(note))));
        }
        let is_sound_row = job.raw.row.is_some() && self.game.faults().is_empty();
        let written = is_sound_row.then(|| written(&self.game, &job.raw));
        self.builder.add(&job.file, &written.map_or_else(|| job.raw.in_text(), Cow::Owned), &self.game);
    }

    /// Takes the games of a batch; `None` if the run must end.
    fn add_all(&mut self, batch: &mut Batch, outcomes: &mut Vec<Outcome<Indexed<T>>>) -> Option<()> {
        if let Some(mut range) = batch.stored.take() {
            let (mut job, mut scratch) = (GameJob::default(), ExportScratch::default());
            loop {
                match range.next_text(&mut job, &mut scratch) {
                    _ if self.control.halted().is_some() => return None,
                    Ok(true) => self.add(&job, outcomes),
                    Ok(false) => break,
                    Err(error) => {
                        outcomes.push(Outcome::Message(damaged_block(range.database(), &error)));
                        break;
                    }
                }
            }
        }
        for item in batch.items() {
            if self.control.halted().is_some() {
                return None;
            }
            match item.message.take() {
                Some(message) => outcomes.push(Outcome::Message(message)),
                None => {
                    self.add(&item.job, outcomes);
                    item.job.raw.bytes.shrink_to(KEPT_BYTES);
                }
            }
        }
        Some(())
    }
}

/// The text of a game from a row of a table, as PGN is written. The database stores the content of this text, and its export
/// is PGN for any program.
fn written(game: &Game, raw: &RawGame) -> RawGame {
    let mut text = String::new();
    Writer::new(Layout::Export).write(game, &mut Additions::default(), &mut text);
    let (number, offset, line, behind) = (raw.number, raw.offset, raw.line, raw.behind.clone());
    RawGame { bytes: text.trim_end().into(), number, offset, line, behind, ..RawGame::default() }
}

impl<T: Send + 'static, F: FnMut(&Game, &GameJob) -> T + Send + 'static> Work for IndexWork<F> {
    type Output = Indexed<T>;

    const BATCHES: usize = 2;

    fn room(&self) -> Room {
        let games = BlockBuilder::GAMES as usize;
        let bytes = usize::try_from(BlockBuilder::PGN_BYTES).unwrap_or(usize::MAX);
        Room { games, bytes, stored: games, patient: true }
    }

    fn work(&mut self, batch: &mut Batch, outcomes: &mut Vec<Outcome<Indexed<T>>>) {
        let added = self.add_all(batch, outcomes);
        outcomes.push(added.map_or(Outcome::GivenUp, |()| {
            let block = self.builder.finish();
            Outcome::made(block.games().into(), Indexed::Block(block))
        }));
    }
}
