//! `tabiya.index`: games into a database file.

use crate::errors::GamesError;
use crate::games;
use crate::reports::{bad_files, damaged_games, raised};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;
use tabiya::RunControl;
use tabiya::database::{Database, ExplorerOptions, Options, Writer};
use tabiya::game::Reading;
use tabiya::pipeline::{FileIdentity, Gather, IndexWork, Indexed, Message, Pool, Sources, unreadable_database};
use tempfile::NamedTempFile;

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
///     GamesError: Some games cannot be read, or another process is adding games to the database.
///     OSError: The file cannot be written.
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
    let mut target =
        if append && output.exists() { Target::append(&output, &mut options)? } else { Target::create(&output)? };
    let threads = threads.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    if options.explorer {
        target = target.with_explorer(threads, &output);
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
            target.give_up();
            Err(error)
        }
        None => {
            py.detach(|| target.finish(&output))?;
            bad_files(py, &files)?;
            damaged_games(py, incomplete, first.as_ref(), "they are stored as they are")?;
            Ok(games)
        }
    }
}

/// A database may not be made of itself.
fn refuse_input(output: &Path, sources: &Sources) -> PyResult<()> {
    let Some(target) = FileIdentity::at(output) else { return Ok(()) };
    if sources.paths().any(|path| FileIdentity::at(path).as_ref() == Some(&target)) {
        return Err(PyValueError::new_err(format!("{} is both an input and the output", output.display())));
    }
    Ok(())
}

/// True if a file is a database, or empty.
fn may_be_replaced(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(8).read_to_end(&mut start)?;
    Ok(start.is_empty() || Database::is_database(&start))
}

/// A database that is being written.
enum Target {
    /// A new one, under another name until it is complete.
    New(Writer<File>, NamedTempFile),
    Old(Writer<File>),
}

impl Target {
    fn create(output: &Path) -> PyResult<Target> {
        // Where the path is a symbolic link, the file that it leads to is replaced.
        let target = fs::canonicalize(output).unwrap_or_else(|_| output.to_owned());
        let folder = folder(&target);
        let mut builder = tempfile::Builder::new();
        builder.prefix(".tabiya.").suffix(".tmp");
        match fs::metadata(&target) {
            Ok(data) if data.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory).into()),
            Ok(data) if data.is_file() && !may_be_replaced(&target)? => {
                let text = format!("{} is no database of Tabiya, and is not replaced", output.display());
                return Err(PyValueError::new_err(text));
            }
            Ok(data) => drop(builder.permissions(data.permissions())),
            Err(_) => allow_everybody(&mut builder),
        }
        let file = builder.tempfile_in(folder)?;
        Ok(Target::New(Writer::create(file.as_file().try_clone()?)?, file))
    }

    fn append(output: &Path, options: &mut Options) -> PyResult<Target> {
        let unreadable = |error| raised(&unreadable_database(output, &error));
        // A database with positions for some games only helps nobody.
        let database = Database::open(output).map_err(unreadable)?;
        options.exact_positions &= database.info().indexed_blocks == database.info().blocks;
        options.explorer &= database.info().has_explorer;
        let info = database.info();
        options.small |= info.blocks > 0 && info.small_blocks == info.blocks;
        let file = OpenOptions::new().read(true).write(true).open(output)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let text = format!("{}: another process is adding games to this database", output.display());
            return Err(GamesError::new_err(text));
        }
        Ok(Target::Old(Writer::append(file).map_err(unreadable)?))
    }

    /// Lets it have a table of openings. What does not fit into memory goes to a file beside it.
    fn with_explorer(self, threads: usize, output: &Path) -> Target {
        let target = fs::canonicalize(output).unwrap_or_else(|_| output.to_owned());
        let options = ExplorerOptions::new(threads, move || tempfile::tempfile_in(folder(&target)));
        match self {
            Target::New(writer, file) => Target::New(writer.with_explorer(options), file),
            Target::Old(writer) => Target::Old(writer.with_explorer(options)),
        }
    }

    fn writer(&mut self) -> &mut Writer<File> {
        match self {
            Target::New(writer, _) | Target::Old(writer) => writer,
        }
    }

    /// Makes the blocks count.
    fn finish(self, output: &Path) -> io::Result<()> {
        match self {
            Target::New(writer, file) => {
                drop(writer.finish()?);
                let target = fs::canonicalize(output).unwrap_or_else(|_| output.to_owned());
                file.persist(target)?;
                Ok(())
            }
            Target::Old(writer) => writer.finish().map(drop),
        }
    }

    /// Leaves everything as it was.
    fn give_up(self) {
        if let Target::Old(writer) = self {
            // What comes after the last list of blocks does not count, so this only saves room.
            let _ = writer.give_up();
        }
    }
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Gives a new file the permissions that files usually have; those of temporary files are narrower.
#[cfg(unix)]
fn allow_everybody(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn allow_everybody(_: &mut tempfile::Builder<'_, '_>) {}

/// A run, seen from the thread that writes.
struct Indexing {
    target: Target,
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
                let written = self.target.writer().write(&block);
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
