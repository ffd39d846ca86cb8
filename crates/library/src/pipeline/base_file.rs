//! A database file that is being written: a new one, which takes the place of an old one when it is complete, or an old one
//! that games are added to, which stays what it was until then. One process at a time writes a database.
//!
//! Its name is locked, whether it is there or not ([`NameLock`]). Programs that know nothing of that, and other names of the
//! same file, are met by a lock on the file itself, and by looking once more, before and after the games count, whether it is
//! still the file in its place: games that are added to a file which is being replaced would go into one without a name.

use super::message::Message;
use super::stored::unreadable_database;
use crate::database::{Database, EncodedBlock, ExplorerOptions, OpenError, Options, Writer};
use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use tabiya_disk::replace::{Replacement, folder, resolve};
use tabiya_disk::{self as disk, NameLock, NoLock, Steps};

/// The bytes by which a database is recognized.
const MAGIC: u64 = 8;

/// The bytes at the start of a database that say what it holds.
const HEADER: u64 = 80;

/// A database file that is being written.
///
/// Other processes can read the database that has the name meanwhile, and cannot write it. Nothing is changed before
/// [`BaseFile::finish`].
#[derive(Debug)]
pub struct BaseFile {
    path: PathBuf,
    target: Target,
    /// None where the folder takes no new file.
    _lock: Option<NameLock>,
}

/// The reason why a database was not written.
#[derive(Debug, thiserror::Error)]
pub enum BaseFileError {
    /// It cannot be written, or not be looked at.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something else, with advice.
    #[error(transparent)]
    Told(Message),
}

impl From<Message> for BaseFileError {
    fn from(message: Message) -> BaseFileError {
        BaseFileError::Told(message)
    }
}

#[derive(Debug)]
enum Target {
    New {
        writer: Writer<Replacement>,
        /// The database that is replaced, which is closed to other processes that write.
        old: Option<File>,
        /// True if no file may have taken the name meanwhile.
        alone: bool,
    },
    Old {
        writer: Writer<Steps>,
        /// The same file, which is closed to other processes that write.
        file: File,
        /// Its first bytes.
        header: Vec<u8>,
    },
}

impl BaseFile {
    /// Begins a new database. A file that has the name already stays there until it is complete; it must be a database as well, or
    /// empty.
    ///
    /// # Errors
    /// If there is another file of this name, if another process is writing it, or if it cannot be written.
    pub fn create(path: impl AsRef<Path>) -> Result<BaseFile, BaseFileError> {
        let path = path.as_ref();
        let lock = lock_name(path)?;
        let old = if disk::is_file(path)? {
            let file = disk::open(path)?.0;
            let start = beginning(&file, MAGIC)?;
            if !start.is_empty() && !Database::is_database(&start) {
                let text = "there is a file of this name that is not a database of Tabiya, and it is not replaced";
                let message = Message::error("not-replaced", text).file(path.display().to_string());
                return Err(message.help("name another file after -o, or remove this one first").into());
            }
            lock_file(&file, path, lock.is_some())?;
            Some(file)
        } else {
            None
        };
        BaseFile::begin(path, lock, old, false)
    }

    fn begin(path: &Path, lock: Option<NameLock>, old: Option<File>, alone: bool) -> Result<BaseFile, BaseFileError> {
        let writer = Writer::create(Replacement::create(path)?)?;
        Ok(BaseFile { path: path.to_owned(), target: Target::New { writer, old, alone }, _lock: lock })
    }

    /// Goes on with a database, or begins it if there is none. `options` become those of its games.
    ///
    /// # Errors
    /// If it is not a whole database of this version, if another process is writing it, or if it cannot be written.
    pub fn append(path: impl AsRef<Path>, options: &mut Options) -> Result<BaseFile, BaseFileError> {
        let path = path.as_ref();
        let lock = lock_name(path)?;
        if !disk::is_there(path)? {
            return BaseFile::begin(path, lock, None, true);
        }
        let unreadable = |error: OpenError| unreadable_database(path, &error);
        let file = disk::open_to_change(path)?;
        lock_file(&file, path, lock.is_some())?;
        let header = beginning(&file, HEADER)?;
        let database = Database::from_file(file.try_clone()?).map_err(unreadable)?;
        // A database with positions for some games only helps nobody.
        options.exact_positions &= database.info().indexed_blocks == database.info().blocks;
        options.explorer &= database.info().has_explorer;
        let info = database.info();
        options.small |= info.blocks > 0 && info.small_blocks == info.blocks;
        let writer = Writer::append_to(Steps(file.try_clone()?), file.try_clone()?).map_err(unreadable)?;
        let target = Target::Old { writer, file, header };
        Ok(BaseFile { path: path.to_owned(), target, _lock: lock })
    }

    /// Lets it have a table of openings, made by this many threads, and given up when `stop` says so. What does not fit into
    /// memory goes to a file next to it.
    #[must_use]
    pub fn with_explorer(self, threads: usize, stop: fn() -> bool) -> BaseFile {
        let place = resolve(&self.path).map_or_else(|_| folder(&self.path).to_owned(), |path| folder(&path).to_owned());
        let options = ExplorerOptions::new(threads, move || disk::temporary_in(&place).map(Steps)).with_stop(stop);
        let target = match self.target {
            Target::New { writer, old, alone } => Target::New { writer: writer.with_explorer(options), old, alone },
            Target::Old { writer, file, header } => Target::Old { writer: writer.with_explorer(options), file, header },
        };
        BaseFile { target, ..self }
    }

    /// The name of the file as messages show it.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Writes a block after those before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, block: &EncodedBlock) -> io::Result<()> {
        match &mut self.target {
            Target::New { writer, .. } => writer.write(block),
            Target::Old { writer, .. } => writer.write(block),
        }
    }

    /// Makes the blocks count, and opens the result.
    ///
    /// # Errors
    /// If they cannot be written; then everything is as it was. If they are written and the database cannot be looked at
    /// afterwards, the message says so: its code is `unconfirmed-output`.
    pub fn finish(self) -> Result<Database, BaseFileError> {
        let path = self.path;
        match self.target {
            Target::New { writer, old, alone } => {
                let mut file = writer.finish()?;
                file.sync()?;
                if alone && disk::is_there(&path)? {
                    return Err(replaced(&path).into());
                }
                // Not every system replaces a file that is open.
                if cfg!(not(unix)) {
                    close(old);
                    file.commit()?;
                } else {
                    file.commit()?;
                    close(old);
                }
            }
            Target::Old { writer, file, header } => {
                let unchanged = is_unchanged(&file, &path, &header);
                if !matches!(unchanged, Ok(true)) {
                    // Written bytes do not count there.
                    let _ = writer.give_up();
                    return Err(unchanged.map_or_else(BaseFileError::Io, |_| replaced(&path).into()));
                }
                writer.finish()?;
                if !disk::is_at(&file, &path).map_err(|error| unconfirmed(&path, &error))? {
                    return Err(replaced(&path).into());
                }
                // Not every system lets others read a file that is locked.
                close(file);
            }
        }
        Database::open(&path).map_err(|error| unconfirmed(&path, &error).into())
    }

    /// Leaves everything as it was, and says so.
    pub fn give_up(self) -> String {
        let name = self.name();
        match self.target {
            Target::New { .. } => format!("{name} was not written"),
            Target::Old { writer, .. } => {
                // What comes after the last list of blocks does not count.
                let _ = writer.give_up();
                format!("no game was added to {name}")
            }
        }
    }
}

/// Closes the name of a database to other processes that write, unless its folder takes no new file.
fn lock_name(path: &Path) -> Result<Option<NameLock>, BaseFileError> {
    // A folder or a device is rejected when it is opened.
    if disk::look(path)?.is_some_and(|data| !data.is_file()) {
        return Ok(None);
    }
    match NameLock::acquire(&resolve(path)?) {
        Ok(lock) => Ok(Some(lock)),
        Err(NoLock::Held { path: lock, holder }) => {
            let holder = if holder.is_empty() { "it".to_owned() } else { holder };
            let help = format!("wait until {holder} has ended; if it was killed, remove {}", lock.display());
            Err(in_use(path).help(help).into())
        }
        Err(NoLock::Failed(error)) => match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Ok(None),
            _ => Err(error.into()),
        },
    }
}

/// Closes a database to other processes that write. Where files cannot be locked, the lock on the name must do.
fn lock_file(file: &File, path: &Path, is_named: bool) -> Result<(), BaseFileError> {
    match disk::try_lock(file) {
        // What took the name since the file was opened is not the file that is locked.
        Ok(()) if !disk::is_at(file, path)? => Err(in_use(path).help("wait until it has ended").into()),
        Err(TryLockError::WouldBlock) => Err(in_use(path).help("wait until it has ended").into()),
        Err(TryLockError::Error(error)) if !is_named => Err(error.into()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn in_use(path: &Path) -> Message {
    let message = Message::error("database-in-use", "another process is writing this database");
    message.file(path.display().to_string())
}

fn replaced(path: &Path) -> Message {
    let text = "another program has changed or replaced this database while games were being added; they are not in it";
    Message::error("database-replaced", text).file(path.display().to_string()).help("add them again")
}

/// The message about a database that is written and that nothing is known of afterwards.
fn unconfirmed(path: &Path, error: &dyn fmt::Display) -> Message {
    let text = format!("the games are in this database, but it could not be looked at afterwards: {error}");
    let help = "look with `tabiya info` how many games it has, before they are added again";
    Message::error("unconfirmed-output", text).file(path.display().to_string()).help(help)
}

/// The first bytes of a file.
fn beginning(file: &File, bytes: u64) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    Steps(file.try_clone()?).take(bytes).read_to_end(&mut start)?;
    Ok(start)
}

/// True if the file at a path is the one that is open, and if it still begins as it did. The place in it stays.
fn is_unchanged(mut file: &File, path: &Path, header: &[u8]) -> io::Result<bool> {
    let place = file.stream_position()?;
    file.rewind()?;
    let now = beginning(file, HEADER)?;
    file.seek(SeekFrom::Start(place))?;
    Ok(disk::is_at(file, path)? && now == header)
}

/// Closes files. Those of browsers have no destructor, so that clippy rejects `drop` there.
fn close<T>(_files: T) {}
