//! One of the sources of games: its kinds, how it is opened, and the messages about one that cannot be opened.

use super::message::Message;
use super::stored::unreadable_database;
use super::stream::{Chunks, Stream, is_stream};
use crate::database::{Database, OpenError};
use crate::game::{Input, ReadError};
use crate::remote::{self, RemoteFile, database_of};
use crate::search::RunControl;
use crate::syntax::Severity;
use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tabiya_disk::{self as disk, Steps};

/// The number of bytes by which a database is recognized.
const MAGIC: usize = 8;

/// The number of files of other kinds in a folder that are named.
const NAMED: usize = 3;

/// One place to read games from.
pub(super) enum Entry {
    Path(PathBuf),
    /// PGN or a database in memory, with a name for messages.
    Bytes(Arc<Vec<u8>>, PathBuf),
    /// A stream of PGN or of a database, with a name for messages.
    Stream(Box<dyn Read + Send>, PathBuf),
    /// The contents of a stream, kept on disk because it is read twice, and the stream's name.
    Spool(File, PathBuf),
    /// A file at an address, once it has been requested.
    Remote(PathBuf, OnceLock<io::Result<Arc<RemoteFile>>>),
    /// Something that cannot be read.
    Bad(Message),
}

impl Entry {
    fn at_address(address: &str) -> Entry {
        Entry::Remote(address.into(), OnceLock::new())
    }
}

/// The file of an entry at an address.
pub(super) fn remote_file<'f>(
    address: &Path,
    file: &'f OnceLock<io::Result<Arc<RemoteFile>>>,
) -> Result<&'f Arc<RemoteFile>, Message> {
    let opened = file.get_or_init(|| RemoteFile::open(&address.to_string_lossy()).map(Arc::new));
    opened.as_ref().map_err(|error| unreadable_address(address, error))
}

/// The message about an address that cannot be read.
fn unreadable_address(address: &Path, error: &io::Error) -> Message {
    let help = match error.kind() {
        io::ErrorKind::NotFound => "check the spelling of the address",
        io::ErrorKind::PermissionDenied => "set the credentials in the environment, such as AWS_ACCESS_KEY_ID",
        io::ErrorKind::Unsupported => "download the file, and name it",
        io::ErrorKind::InvalidInput => {
            "addresses are those of files: s3://bucket/games.pgn, https://host/games.pgn.zst"
        }
        _ => "check the network and the server",
    };
    Message::error("unreadable-file", format!("cannot read {}: {error}", address.display())).help(help)
}

/// The note about files of a folder that hold games in another form than PGN.
pub(super) fn not_read(folder: &Path, others: &[PathBuf]) -> Message {
    let named = others.iter().take(NAMED).map(|path| path.strip_prefix(folder).unwrap_or(path).display().to_string());
    let mut names = named.collect::<Vec<_>>().join(", ");
    if others.len() > NAMED {
        names.push_str(", ...");
    }
    let files = match others.len() {
        1 => "1 file of another kind is not".to_owned(),
        several => format!("{several} files of other kinds are not"),
    };
    let text = format!("only PGN is read in a folder; {files}: {names}");
    let message = Message::new(Severity::Note, "other-kinds", text).file(folder.display().to_string());
    message.help("name the files themselves to read them")
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Path(path) => f.debug_tuple("Path").field(path).finish(),
            Entry::Bytes(bytes, name) => f.debug_tuple("Bytes").field(&bytes.len()).field(name).finish(),
            Entry::Stream(_, name) => f.debug_tuple("Stream").field(name).finish(),
            Entry::Spool(_, name) => f.debug_tuple("Spool").field(name).finish(),
            Entry::Remote(address, _) => f.debug_tuple("Remote").field(address).finish(),
            Entry::Bad(message) => f.debug_tuple("Bad").field(message).finish(),
        }
    }
}

/// The entries that an address stands for.
pub(super) fn at_address(address: &str) -> Vec<Entry> {
    if !remote::stands_for_several(address) {
        return vec![Entry::at_address(address)];
    }
    match remote::listed(address) {
        Ok(found) if found.is_empty() => {
            let message = Message::new(Severity::Warning, "no-games", "there is no file of games at this address");
            vec![Entry::Bad(message.file(address))]
        }
        Ok(found) => found.iter().map(|address| Entry::at_address(address)).collect(),
        Err(error) => vec![Entry::Bad(unreadable_address(Path::new(address), &error))],
    }
}

pub(super) fn unreadable(error: &ReadError) -> Message {
    Message::error(error.code(), error.to_string()).help(error.help())
}

/// Copies a stream to a temporary file.
pub(super) fn spool(stream: io::Result<Stream>, name: &Path) -> Entry {
    match stream.and_then(copied) {
        Ok(file) => Entry::Spool(file, name.to_owned()),
        Err(error) => {
            let message = format!("cannot store {} for a second pass: {error}", name.display());
            Entry::Bad(
                Message::error("unreadable-file", message).help("free some space for temporary files, or name a file"),
            )
        }
    }
}

/// The contents of a stream in a temporary file.
fn copied(mut stream: Stream) -> io::Result<File> {
    let mut file = Steps(disk::temporary()?);
    io::copy(&mut stream, &mut file)?;
    Ok(file.0)
}

/// An entry that has been opened.
pub(super) enum Opened {
    /// PGN, and the pieces of a stream that have been read.
    Games(Input, Option<Chunks>),
    Database(Database),
}

/// Opens an entry, if there is something to open.
pub(super) fn open(
    entry: &mut Entry,
    read: &Arc<AtomicU64>,
    control: &Arc<RunControl>,
) -> Result<Option<Opened>, Message> {
    let counting = |reader: Box<dyn Read + Send>| Counting { reader, read: Arc::clone(read) };
    let unreadable = |error: ReadError| unreadable(&error);
    let input = match entry {
        Entry::Bad(_) => return Ok(None),
        Entry::Bytes(bytes, name) if Database::is_database(bytes) => {
            return open_database(name, Database::from_shared(Arc::clone(bytes))).map(Some);
        }
        Entry::Bytes(bytes, name) => {
            let bytes = counting(Box::new(Cursor::new(Shared(Arc::clone(bytes)))));
            Input::from_reader(name, bytes).map_err(unreadable)?
        }
        Entry::Stream(reader, name) => {
            let reader = std::mem::replace(reader, Box::new(io::empty()));
            let stream = Stream::of(reader, control).map_err(|error| unstarted(name, &error))?;
            return open_stream(stream, name, counting).map(Some);
        }
        Entry::Spool(file, name) => match file.rewind().and_then(|()| file.try_clone()) {
            Ok(file) => return open_file(Steps(file), name, counting).map(Some),
            Err(error) => return Err(unreadable(ReadError::new(name, error))),
        },
        Entry::Remote(address, file) => {
            let file = remote_file(address, file)?;
            let mut start = [0; MAGIC];
            if file.len() >= MAGIC as u64 && file.read_exact_at(&mut start, 0).is_ok() && Database::is_database(&start)
            {
                return open_database(address, database_of(Arc::clone(file))).map(Some);
            }
            let stream = Stream::of(Box::new(file.reader()), control).map_err(|error| unstarted(address, &error))?;
            return open_stream(stream, address, counting).map(Some);
        }
        Entry::Path(path) if is_stream(path) => match Stream::open(path, control) {
            Ok(stream) => return open_stream(stream, path, counting).map(Some),
            Err(error) => return Err(unstarted(path, &error)),
        },
        Entry::Path(path) => match disk::open(path) {
            Ok(file) => return open_file(file, path, counting).map(Some),
            Err(error) => return Err(unreadable(ReadError::new(path, error))),
        },
    };
    Ok(Some(Opened::Games(input, None)))
}

/// The message about a stream that no thread reads.
fn unstarted(name: &Path, error: &io::Error) -> Message {
    let message = Message::error("unreadable-file", format!("cannot start a thread that reads it: {error}"));
    message.file(name.display().to_string()).help("run fewer threads")
}

fn open_file(
    mut file: Steps,
    path: &Path,
    counting: impl FnOnce(Box<dyn Read + Send>) -> Counting,
) -> Result<Opened, Message> {
    let mut start = Vec::new();
    // Games must not be read from a place after the first ones.
    let peeked = (&mut file).take(MAGIC as u64).read_to_end(&mut start).and_then(|_| file.rewind());
    peeked.map_err(|error| unreadable(&ReadError::new(path, error)))?;
    if Database::is_database(&start) {
        return open_database(path, Database::from_file(file.0));
    }
    let whole = file.0.try_clone().map_err(|error| unreadable(&ReadError::new(path, error)))?;
    let input = Input::from_named(path, counting(Box::new(file)), Some(&whole)).map_err(|error| unreadable(&error))?;
    Ok(Opened::Games(input, None))
}

fn open_stream(
    mut stream: Stream,
    path: &Path,
    counting: impl FnOnce(Box<dyn Read + Send>) -> Counting,
) -> Result<Opened, Message> {
    let chunks = stream.chunks.clone();
    if Database::is_database(&stream.peek(MAGIC)) {
        // A database is read at many places.
        let opened = copied(stream).map_err(OpenError::Read).and_then(Database::from_file);
        return open_database(path, opened);
    }
    let input = Input::from_named(path, counting(Box::new(stream)), None).map_err(|error| unreadable(&error))?;
    Ok(Opened::Games(input, Some(chunks)))
}

fn open_database(path: &Path, opened: Result<Database, OpenError>) -> Result<Opened, Message> {
    opened.map(Opened::Database).map_err(|error| unreadable_database(path, &error))
}

/// True if reading a file once more will find the same error.
pub(super) fn is_lasting(error: &io::Error) -> bool {
    use io::ErrorKind::{IsADirectory, NotFound, PermissionDenied, UnexpectedEof};
    matches!(error.kind(), IsADirectory | NotFound | PermissionDenied | UnexpectedEof)
}

/// Bytes in memory as a cursor takes them.
struct Shared(Arc<Vec<u8>>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Counts the bytes that pass.
struct Counting {
    reader: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.reader.read(buffer)?;
        self.read.fetch_add(len as u64, Ordering::Relaxed);
        Ok(len)
    }
}
