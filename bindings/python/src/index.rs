//! `tabiya.index`: games into a database file.

use crate::errors::GamesError;
use crate::games;
use crate::reports::{bad_files, damaged_games, raised};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;
use tabiya::RunControl;
use tabiya::database::Options;
use tabiya::game::Reading;
use tabiya::pipeline::{BaseFile, BaseFileError, FileIdentity, Gather, IndexWork, Indexed, Message, Pool, Sources};

/// Puts games into a database file, which every search then takes in place of PGN and searches faster.
///
/// Args:
///     games: What is stored, as for `tabiya.search`. Games of any quality are stored, with their faults.
///     output: The path of the database. A database that has this name is replaced when the new one is complete; any
///         other file stays.
///     append: Adds the games to the database if it exists.
///     positions: Also stores what finds exact positions quickly, which takes about a third of the file.
///     explorer: Also stores what was played in the first 50 half-moves. A database that games are added to keeps what it has.
///     threads: The number of threads; by default that of the processors. The file does not depend on it.
///
/// Returns:
///     The number of games that were added.
///
/// Raises:
///     GamesError: Some games cannot be read, or another process is writing the database.
///     OSError: The file cannot be written, or not be looked at.
///     ValueError: The database is itself among the games, whatever links name it, or a file of its name is none.
///
/// After an error and after Ctrl-C everything is as it was before. Games with moves that cannot be read, and files that
/// have no games or are no PGN, are reported with a `GamesWarning` when the database is complete.
#[pyfunction]
#[pyo3(signature = (games, output, *, append=false, positions=true, explorer=true, threads=None))]
pub(crate) fn index(
    py: Python<'_>,
    games: &Bound<'_, PyAny>,
    output: PathBuf,
    append: bool,
    positions: bool,
    explorer: bool,
    threads: Option<NonZeroUsize>,
) -> PyResult<u64> {
    let sources = games::read(games)?.sources;
    refuse_input(&output, &sources)?;
    let mut options = Options { exact_positions: positions, explorer, small: false };
    let begun = match append {
        true => BaseFile::append(&output, &mut options),
        false => BaseFile::create(&output),
    };
    let mut target = begun.map_err(refused)?;
    let threads = threads.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    if options.explorer {
        target = target.with_explorer(threads, || false);
    }
    let control = Arc::new(RunControl::new());
    let work = |_| IndexWork::new(&options, Reading::default(), &control, |_, _| ());
    let pool = Pool::start(sources, &control, (0..threads).map(work), IndexWork::BATCHES)?;
    let mut indexing = Indexing {
        target,
        control: Arc::clone(&control),
        games: 0,
        incomplete: 0,
        first: None,
        files: Vec::new(),
        error: None,
    };
    py.detach(|| pool.gather(&mut indexing));
    let Indexing { target, games, incomplete, first, files, error, .. } = indexing;
    match error {
        Some(error) => {
            let _ = target.give_up();
            Err(error)
        }
        None => {
            py.detach(|| target.finish()).map_err(refused)?;
            bad_files(py, &files)?;
            damaged_games(py, incomplete, first.as_ref(), "they are stored as they are")?;
            Ok(games)
        }
    }
}

/// A database may not be made of itself.
fn refuse_input(output: &Path, sources: &Sources) -> PyResult<()> {
    let Some(target) = FileIdentity::at(output)? else { return Ok(()) };
    for path in sources.paths() {
        if FileIdentity::at(path)?.as_ref() == Some(&target) {
            return Err(PyValueError::new_err(format!("{} is both an input and the output", output.display())));
        }
    }
    Ok(())
}

/// The exception for a database that was not written.
fn refused(error: BaseFileError) -> PyErr {
    match error {
        BaseFileError::Io(error) => error.into(),
        BaseFileError::Told(message) if message.code == "not-replaced" => {
            PyValueError::new_err(format!("{}: {}", message.file.unwrap_or_default(), message.message))
        }
        BaseFileError::Told(message) => raised(&message),
    }
}

/// A run, seen from the thread that writes.
struct Indexing {
    target: BaseFile,
    control: Arc<RunControl>,
    games: u64,
    /// Games with moves that could not be read, and the first message about one.
    incomplete: u64,
    first: Option<Message>,
    /// Warnings about files.
    files: Vec<Message>,
    /// The reason for giving up.
    error: Option<PyErr>,
}

impl Indexing {
    /// Takes note of the first error.
    fn check<E: Into<PyErr>>(&mut self, result: Result<(), E>) {
        if let Err(error) = result {
            self.control.stop();
            self.error.get_or_insert(error.into());
        }
    }

    /// Keeps what there is to say about a file, unless it has just been said.
    fn tell(&mut self, message: Message) {
        if self.files.last() != Some(&message) {
            self.files.push(message);
        }
    }

    /// Lets Python attend to Ctrl-C.
    fn heed_signals(&mut self) {
        let checked = Python::attach(|py| py.check_signals());
        self.check(checked);
    }
}

impl Gather<Indexed<()>> for Indexing {
    fn take(&mut self, outcome: Indexed<()>) -> bool {
        match outcome {
            Indexed::Message(message) => self.message(&message),
            Indexed::Damage(damage, ()) => {
                self.incomplete += u64::from(damage.incomplete);
                let (games, files): (Vec<_>, Vec<_>) = damage.messages.into_iter().partition(|one| one.game.is_some());
                self.first = self.first.take().or_else(|| games.into_iter().next());
                files.into_iter().for_each(|message| self.tell(message));
            }
            Indexed::Block(block) => {
                self.games += u64::from(block.games());
                let written = self.target.write(&block);
                self.check(written);
                self.heed_signals();
            }
            Indexed::Halted => self.interrupt(),
        }
        self.error.is_none()
    }

    fn message(&mut self, message: &Message) {
        if message.is_error() {
            self.check(Err(raised(message)));
        } else {
            self.tell(message.clone());
        }
    }

    fn interrupt(&mut self) {
        // Nobody but this thread ends the run, and it has noted why.
        self.check(Err(GamesError::new_err("the run was ended")));
    }

    fn idle(&mut self) {
        self.heed_signals();
    }
}
