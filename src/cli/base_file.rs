//! A database file that is being written: a new one, which takes the place of an old one when it is complete, or an old one
//! that games are added to, which stays what it was until then.

use super::output::unwritable;
use super::replace::Replacement;
use super::report::Message;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use tabiya::database::{Database, EncodedBlock, OpenError, Sink, Writer};
use tabiya::pipeline::unreadable_database;

/// A database that is being written.
pub(crate) struct BaseFile {
    path: PathBuf,
    target: Target,
}

enum Target {
    New(Writer<Replacement>),
    Old {
        writer: Writer<File>,
        file: File,
        /// The length of the file without the games that are being added.
        len: u64,
    },
}

impl Seek for Replacement {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.open()?.seek(to)
    }
}

impl Sink for Replacement {
    fn sync(&mut self) -> io::Result<()> {
        Replacement::sync(self)
    }
}

impl BaseFile {
    /// Begins a new database. What has the name already stays there until it is complete.
    pub(crate) fn create(path: &Path) -> Result<BaseFile, Message> {
        let fail = |error: io::Error| unwritable(&path.display().to_string(), &error);
        let writer = Replacement::create(path).and_then(Writer::create).map_err(fail)?;
        Ok(BaseFile { path: path.to_owned(), target: Target::New(writer) })
    }

    /// Goes on with a database. It is closed to other processes that want to add games.
    pub(crate) fn append(path: &Path) -> Result<BaseFile, Message> {
        let name = path.display().to_string();
        let fail = |error: io::Error| unwritable(&name, &error);
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(fail)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let message = Message::error("database-in-use", "another process is adding games to this database");
            return Err(message.file(name).help("wait until it has ended"));
        }
        let copy = file.try_clone().map_err(fail)?;
        let writer = Writer::append(file).map_err(|error| unreadable_database(path, &error))?;
        let len = copy.metadata().map_err(fail)?.len();
        Ok(BaseFile { path: path.to_owned(), target: Target::Old { writer, file: copy, len } })
    }

    /// The name in messages.
    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Writes a block behind those before.
    pub(crate) fn write(&mut self, block: &EncodedBlock) -> Result<(), Message> {
        let written = match &mut self.target {
            Target::New(writer) => writer.write(block),
            Target::Old { writer, .. } => writer.write(block),
        };
        written.map_err(|error| unwritable(&self.name(), &error))
    }

    /// Makes the blocks count, and opens the result.
    pub(crate) fn finish(self) -> Result<Database, Message> {
        let finished = match self.target {
            Target::New(writer) => writer.finish().and_then(|mut file| file.commit()),
            Target::Old { writer, file, len } => {
                // Part of it would be in the way of nobody, but would take room.
                writer.finish().map(drop).inspect_err(|_| drop(file.set_len(len)))
            }
        };
        let finished = finished.map_err(OpenError::Read).and_then(|()| Database::open(&self.path));
        finished.map_err(|error| match error {
            OpenError::Read(error) => unwritable(&self.path.display().to_string(), &error),
            other => unreadable_database(&self.path, &other),
        })
    }

    /// Leaves everything as it was, and says so.
    pub(crate) fn give_up(self) -> String {
        let name = self.name();
        match self.target {
            Target::New(_) => format!("{name} was not written"),
            Target::Old { file, len, .. } => {
                // What is behind the last list of blocks does not count.
                let _ = file.set_len(len);
                format!("no game was added to {name}")
            }
        }
    }
}
