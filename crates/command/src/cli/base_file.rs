//! A database file that is being written: a new one, which takes the place of an old one when it is complete, or an old one
//! that games are added to, which stays what it was until then. One process at a time writes a database.
//!
//! Games that another process added to a file that is being replaced would go into the file that has lost its name. So
//! the file is locked, and a process that adds games looks once more whether the file is still in its place before it
//! says that they are there.

use super::disk::{self, Steps};
use super::interrupt;
use super::output::unwritable;
use super::replace::{Replacement, folder, resolve};
use super::report::Message;
use same_file::Handle;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use tabiya::database::{Database, EncodedBlock, ExplorerOptions, OpenError, Options, Writer};
use tabiya::pipeline::{older_database, unreadable_database};

/// The bytes by which a database is recognized.
const MAGIC: u64 = 8;

/// The bytes at the start of a database that say what it holds.
const HEADER: u64 = 80;

/// A database that is being written.
pub(crate) struct BaseFile {
    path: PathBuf,
    target: Target,
}

enum Target {
    New {
        writer: Writer<Replacement>,
        /// The database that is replaced, which is closed to other processes that write.
        old: Option<File>,
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
    /// Begins a new database. What has the name already stays there until it is complete; it must be a database, too, or
    /// empty.
    pub(crate) fn create(path: &Path) -> Result<BaseFile, Message> {
        let fail = |error: io::Error| unwritable(&path.display().to_string(), &error);
        let old = if fs::metadata(path).is_ok_and(|data| data.is_file()) {
            let file = File::open(path).map_err(fail)?;
            let start = beginning(&file, MAGIC).map_err(fail)?;
            if !start.is_empty() && !Database::is_database(&start) {
                let text = "there is a file of this name that is no database of Tabiya, and it is not replaced";
                let message = Message::error("not-replaced", text).file(path.display().to_string());
                return Err(message.help("name another file after -o, or remove this one first"));
            }
            lock(&file, path)?;
            Some(file)
        } else {
            None
        };
        let writer = Replacement::create(path).and_then(Writer::create).map_err(fail)?;
        Ok(BaseFile { path: path.to_owned(), target: Target::New { writer, old } })
    }

    /// Goes on with a database. It is closed to other processes that want to write it. `options` become those of its games;
    /// a warning comes along if some of them are missing.
    pub(crate) fn append(path: &Path, options: &mut Options) -> Result<(BaseFile, Option<Message>), Message> {
        let fail = |error: io::Error| unwritable(&path.display().to_string(), &error);
        let unreadable = |error: OpenError| unreadable_database(path, &error);
        let file = disk::open_to_change(path).map_err(fail)?;
        lock(&file, path)?;
        let header = beginning(&file, HEADER).map_err(fail)?;
        let database = Database::from_file(file.try_clone().map_err(fail)?).map_err(unreadable)?;
        // A database with positions for some games only helps nobody.
        options.exact_positions &= database.info().indexed_blocks == database.info().blocks;
        options.explorer &= database.info().has_explorer;
        let info = database.info();
        options.small |= info.blocks > 0 && info.small_blocks == info.blocks;
        let sink = Steps(file.try_clone().map_err(fail)?);
        let reader = file.try_clone().map_err(fail)?;
        let writer = Writer::append_to(sink, reader).map_err(unreadable)?;
        let base = BaseFile { path: path.to_owned(), target: Target::Old { writer, file, header } };
        Ok((base, older_database(path, &database)))
    }

    /// Lets it have a table of openings. What does not fit into memory goes to a file beside it.
    pub(crate) fn with_explorer(self, threads: usize) -> BaseFile {
        let place = resolve(&self.path).map_or_else(|_| folder(&self.path).to_owned(), |path| folder(&path).to_owned());
        let options =
            ExplorerOptions::new(threads, move || disk::temporary_in(&place).map(Steps)).with_stop(interrupt::happened);
        let target = match self.target {
            Target::New { writer, old } => Target::New { writer: writer.with_explorer(options), old },
            Target::Old { writer, file, header } => Target::Old { writer: writer.with_explorer(options), file, header },
        };
        BaseFile { target, ..self }
    }

    /// The name in messages.
    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Writes a block after those before.
    pub(crate) fn write(&mut self, block: &EncodedBlock) -> Result<(), Message> {
        let written = match &mut self.target {
            Target::New { writer, .. } => writer.write(block),
            Target::Old { writer, .. } => writer.write(block),
        };
        written.map_err(|error| unwritable(&self.name(), &error))
    }

    /// Makes the blocks count, and opens the result.
    pub(crate) fn finish(self) -> Result<Database, Message> {
        let path = self.path;
        let fail = |error: io::Error| unwritable(&path.display().to_string(), &error);
        match self.target {
            Target::New { writer, old } => {
                let mut file = writer.finish().map_err(fail)?;
                // Not every system replaces a file that is open.
                if cfg!(not(unix)) {
                    drop(old);
                    file.commit().map_err(fail)?;
                } else {
                    file.commit().map_err(fail)?;
                    drop(old);
                }
            }
            Target::Old { writer, file, header } => {
                if !is_unchanged(&file, &path, &header) {
                    // What was written does not count there.
                    let _ = writer.give_up();
                    return Err(replaced(&path));
                }
                writer.finish().map_err(fail)?;
                if !is_at(&file, &path) {
                    return Err(replaced(&path));
                }
                // Not every system lets others read a file that is locked.
                drop(file);
            }
        }
        Database::open(&path).map_err(|error| match error {
            OpenError::Read(error) => fail(error),
            other => unreadable_database(&path, &other),
        })
    }

    /// Leaves everything as it was, and says so.
    pub(crate) fn give_up(self) -> String {
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

/// Closes a database to other processes that write, as far as the file system can do that.
fn lock(file: &File, path: &Path) -> Result<(), Message> {
    match file.try_lock() {
        // What took the name since the file was opened is not the file that is locked.
        Ok(()) if !is_at(file, path) => Err(in_use(path)),
        Err(TryLockError::WouldBlock) => Err(in_use(path)),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn in_use(path: &Path) -> Message {
    let message = Message::error("database-in-use", "another process is writing this database");
    message.file(path.display().to_string()).help("wait until it has ended")
}

fn replaced(path: &Path) -> Message {
    let text = "another program has changed or replaced this database while games were being added; they are not in it";
    Message::error("database-replaced", text).file(path.display().to_string()).help("add them again")
}

/// The first bytes of a file.
fn beginning(file: &File, bytes: u64) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    file.take(bytes).read_to_end(&mut start)?;
    Ok(start)
}

/// True if a file that is open is still the one at its path.
fn is_at(file: &File, path: &Path) -> bool {
    let open = file.try_clone().and_then(Handle::from_file);
    matches!((open, Handle::from_path(path)), (Ok(one), Ok(other)) if one == other)
}

/// True if the file at a path is the one that is open, and if it still begins as it did. The place in it stays.
fn is_unchanged(mut file: &File, path: &Path, header: &[u8]) -> bool {
    let now = file.stream_position().and_then(|place| {
        file.rewind()?;
        let now = beginning(file, HEADER)?;
        file.seek(SeekFrom::Start(place))?;
        Ok(now)
    });
    is_at(file, path) && now.is_ok_and(|now| now == header)
}
