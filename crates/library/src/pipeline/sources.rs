//! The sources of games: files, folders, standard input, streams, bytes in memory, files at addresses. Files are opened when
//! their turn comes.
//!
//! Databases are not taken from folders: a folder that has the PGN files as well would be searched twice.

use super::message::Message;
use super::stored::{StoredBlock, damaged_block, has_sources, older_database, unreadable_database};
use super::stream::{Chunks, Stream, is_stream};
use crate::database::{BlockError, BlockFault, Database, OpenError};
use crate::game::{Input, RawGame, ReadError, Section};
use crate::remote::{self, RemoteFile, database_of};
use crate::search::{Halt, RunControl};
use crate::syntax::Severity;
use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tabiya_disk::{self as disk, Steps};
use tabiya_pgn::Games;

/// The number of bytes by which a database is recognized.
const MAGIC: usize = 8;

/// The size of all sources is known if they are no more than these, or all are here.
const ASKED_FOR_SIZES: usize = 8;

/// The number of files of other kinds in a folder that are named.
const NAMED: usize = 3;

/// One place to read games from.
enum Entry {
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
fn remote_file<'f>(
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
fn not_read(folder: &Path, others: &[PathBuf]) -> Message {
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

/// All places to read games from, in order: files, folders, standard input, other streams, bytes in memory. Each may be PGN,
/// plain or compressed (zstd, gzip, bzip2, zip), or a database file; what it is shows in its first bytes.
///
/// A path or several paths are sources by themselves, wherever [`Into<Sources>`] is requested.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
/// use std::path::Path;
/// use tabiya::pipeline::Sources;
///
/// let sources = Sources::new().path("examples/games").bytes("a game", "1. e4 e5 *");
/// assert_eq!(sources.paths().collect::<Vec<_>>(), [Path::new("examples/games/sample.pgn")]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Sources {
    entries: Vec<Entry>,
    read: Arc<AtomicU64>,
    numbered: Arc<AtomicU64>,
    /// The numbers of the games that are read in each file; by default all.
    games: Option<(u64, u64)>,
    /// The number of games that are left out at the beginning.
    skipped: u64,
    /// True if the last blocks of databases come first.
    newest_first: bool,
}

impl Sources {
    /// No source yet.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a file, a folder or standard input (`-`). A folder stands for the games in it and in the folders below:
    /// `*.pgn`, `*.pgn.zst`, `*.pgn.gz`, `*.pgn.bz2`, `*.pgn.zip`, in the order of their names; which they are is found out now. Anything that cannot
    /// be read is reported when its turn comes.
    ///
    /// With the feature `remote` an address may stand for a file: `s3://`, `gs://`, `az://`, `http://` or `https://`. One that
    /// ends in `/` stands for the games below it, and one whose last part has `*` or `?` for those that it describes.
    #[must_use]
    pub fn path(mut self, path: impl AsRef<Path>) -> Sources {
        let (path, entries) = (path.as_ref(), &mut self.entries);
        if let Some(address) = remote::address(path) {
            entries.extend(at_address(address));
            return self;
        }
        match Input::files_and_others(path) {
            Ok((files, others)) => {
                let (others, streams): (Vec<PathBuf>, Vec<PathBuf>) =
                    others.into_iter().partition(|other| Input::is_of_other_kind(other));
                if files.is_empty() && streams.is_empty() {
                    let message = Message::new(Severity::Warning, "no-games", "this folder contains no .pgn file");
                    entries.push(Entry::Bad(message.file(path.display().to_string())));
                }
                entries.extend((!others.is_empty()).then(|| Entry::Bad(not_read(path, &others))));
                for other in streams {
                    let text = "skipped, because only regular files in a folder are read";
                    let message = Message::new(Severity::Note, "no-plain-file", text);
                    let message = message.file(other.display().to_string());
                    entries.push(Entry::Bad(message.help("name the file itself to read from it")));
                }
                entries.extend(files.into_iter().map(Entry::Path));
            }
            Err(error) => entries.push(Entry::Bad(unreadable(&error))),
        }
        self
    }

    /// Adds bytes in memory. The name stands for a file in results and messages.
    #[must_use]
    pub fn bytes(self, name: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> Sources {
        self.shared(name, Arc::new(bytes.into()))
    }

    /// Adds bytes in memory that others have as well: nothing is copied.
    #[must_use]
    pub fn shared(mut self, name: impl Into<PathBuf>, bytes: Arc<Vec<u8>>) -> Sources {
        self.entries.push(Entry::Bytes(bytes, name.into()));
        self
    }

    /// Adds a stream. The name stands for a file in results and messages. A thread of its own reads it, so that a run can be
    /// ended while the stream keeps it waiting.
    #[must_use]
    pub fn reader(mut self, name: impl Into<PathBuf>, reader: impl Read + Send + 'static) -> Sources {
        self.entries.push(Entry::Stream(Box::new(reader), name.into()));
        self
    }

    /// True if there is no source.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The files that are read.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Path(path) => Some(path.as_path()),
            _ => None,
        })
    }

    /// The names of everything that is read.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Path(path) if path.as_os_str() == "-" => Some("standard input".to_owned()),
            Entry::Path(path)
            | Entry::Bytes(_, path)
            | Entry::Stream(_, path)
            | Entry::Spool(_, path)
            | Entry::Remote(path, _) => Some(path.display().to_string()),
            Entry::Bad(_) => None,
        })
    }

    /// The database that is the only source; none if there are several sources, or if it is not one.
    pub fn database(&self) -> Option<Database> {
        match self.entries.as_slice() {
            [Entry::Path(path)] if !is_stream(path) => Database::open(path).ok(),
            [Entry::Remote(address, file)] => database_of(Arc::clone(remote_file(address, file).ok()?)).ok(),
            _ => None,
        }
    }

    /// True if the games come from several files: those that are read, or those that a database was made of.
    ///
    /// # Errors
    ///
    /// If the only file cannot be read just now. One that is not there, or damaged, is reported when its games are read.
    pub fn have_several_sources(&self) -> Result<bool, Message> {
        let (path, database) = match self.entries.as_slice() {
            [Entry::Path(path)] if !is_stream(path) => match Database::open(path) {
                Err(OpenError::Read(error)) if !is_lasting(&error) => {
                    return Err(unreadable_database(path, &OpenError::Read(error)));
                }
                opened => (path, opened.ok()),
            },
            [Entry::Remote(address, _)] => (address, self.database()),
            entries => {
                let is_file = |entry: &&Entry| matches!(entry, Entry::Path(_) | Entry::Remote(..));
                return Ok(entries.iter().filter(is_file).count() > 1);
            }
        };
        match database.map(|database| has_sources(&database)) {
            None => Ok(false),
            Some(Err(BlockError { cause: BlockFault::Read(error), .. })) if !is_lasting(&error) => {
                Err(unreadable_database(path, &OpenError::Read(error)))
            }
            Some(several) => Ok(several.unwrap_or(false)),
        }
    }

    /// The number of bytes to read, if it can be known.
    pub fn total(&self) -> Option<u64> {
        let size = |entry: &Entry| match entry {
            Entry::Path(path) => disk::metadata(path).ok().filter(|data| data.is_file()).map(|data| data.len()),
            Entry::Bytes(bytes, _) => Some(bytes.len() as u64),
            Entry::Stream(..) => None,
            Entry::Bad(_) => Some(0),
            Entry::Spool(file, _) => file.metadata().ok().map(|data| data.len()),
            // Each is a request.
            Entry::Remote(address, file) if self.entries.len() <= ASKED_FOR_SIZES => {
                remote_file(address, file).ok().map(|file| file.len())
            }
            Entry::Remote(..) => None,
        };
        self.entries.iter().map(size).sum()
    }

    /// The number of bytes that have been read, as it grows during a run.
    pub fn bytes_read(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    /// The number of the last game read, wanted or not, in its file, as it grows during a run.
    pub fn numbered(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.numbered)
    }

    /// Counts the games, all of which are read for that. Streams go to temporary files, to be read a second time. Nothing if
    /// `control` has ended it.
    pub fn count_games(&mut self, control: &Arc<RunControl>) -> Option<u64> {
        let mut count = 0;
        for entry in &mut self.entries {
            match entry {
                Entry::Path(path) if !disk::metadata(path).is_ok_and(|data| data.is_file()) => {
                    let stream = Stream::open(path, control);
                    *entry = spool(stream, path);
                }
                Entry::Stream(reader, name) => {
                    let reader = std::mem::replace(reader, Box::new(io::empty()));
                    *entry = spool(Stream::of(reader, control), name);
                }
                _ => {}
            }
            // An entry that cannot be counted is not searched, but reported in its place.
            match open(entry, &Arc::default(), control) {
                Ok(Some(Opened::Database(database))) => count += database.info().games,
                Ok(Some(Opened::Games(input, _))) => {
                    let mut games = Games::from_input(input);
                    let mut raw = RawGame::default();
                    let failed = loop {
                        match games.read_raw(&mut raw) {
                            _ if control.halted().is_some() => return None,
                            Ok(true) => count += 1,
                            Ok(false) => break None,
                            Err(error) => break Some(error),
                        }
                    };
                    failed.iter().for_each(|error| *entry = Entry::Bad(unreadable(error)));
                }
                Ok(None) => {}
                Err(message) => *entry = Entry::Bad(message),
            }
        }
        control.halted().is_none().then_some(count)
    }

    /// Of each file only the games from the first to the last number are read.
    #[must_use]
    pub fn only(self, games: (u64, u64)) -> Sources {
        Sources { games: Some(games), ..self }
    }

    /// Leaves out this many games at the beginning: they are found, but not read.
    #[must_use]
    pub fn skip(self, games: u64) -> Sources {
        Sources { skipped: games, ..self }
    }

    /// The blocks of a database come in reverse, so that those who count see its newest games first. Their games keep their order.
    #[must_use]
    pub fn newest_first(self) -> Sources {
        Sources { newest_first: true, ..self }
    }

    /// The same sources once more, from their first game, if each of them can be read again: files, and bytes in memory. A source that
    /// cannot be read again is an error of each reading.
    pub fn again(&self) -> Option<Sources> {
        let mut entries = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Path(path) if is_stream(path) => return None,
                Entry::Path(path) => entries.push(Entry::Path(path.clone())),
                Entry::Bytes(bytes, name) => entries.push(Entry::Bytes(Arc::clone(bytes), name.clone())),
                Entry::Remote(address, _) => entries.push(Entry::Remote(address.clone(), OnceLock::new())),
                Entry::Stream(..) | Entry::Spool(..) => return None,
                Entry::Bad(message) => entries.push(Entry::Bad(message.clone())),
            }
        }
        Some(Sources { entries, games: self.games, ..Sources::default() })
    }

    /// [`Sources::again`] for a further pass of one piece of work: the bytes that have been read are counted at the same place,
    /// from nothing.
    pub(super) fn once_more(&self) -> Option<Sources> {
        let again = self.again()?;
        self.read.store(0, Ordering::Relaxed);
        Some(Sources { read: Arc::clone(&self.read), ..again })
    }

    /// The same, without what cannot be read, for work that comes after an error about it.
    pub(super) fn without_bad(mut self) -> Sources {
        self.entries.retain(|entry| !matches!(entry, Entry::Bad(_)));
        self
    }

    /// Starts to read. Of each file only the games from the first to the last number of `range` are delivered.
    pub(crate) fn start(self, range: (u64, u64), control: &Arc<RunControl>) -> Reader {
        let range = self.games.map_or(range, |(low, high)| (low.max(range.0), high.min(range.1)));
        let mut entries = self.entries;
        entries.reverse();
        let (read, numbered) = (self.read, self.numbered);
        Reader {
            entries,
            read,
            numbered,
            range,
            skipped: self.skipped,
            newest_first: self.newest_first && self.skipped == 0,
            control: Arc::clone(control),
            ahead: false,
            current: Current::Nothing,
            file: "".into(),
            found: false,
        }
    }
}

/// The entries that an address stands for.
fn at_address(address: &str) -> Vec<Entry> {
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

fn unreadable(error: &ReadError) -> Message {
    Message::error(error.code(), error.to_string()).help(error.help())
}

/// Copies a stream to a temporary file.
fn spool(stream: io::Result<Stream>, name: &Path) -> Entry {
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
enum Opened {
    /// PGN, and the pieces of a stream that have been read.
    Games(Input, Option<Chunks>),
    Database(Database),
}

/// Opens an entry, if there is something to open.
fn open(entry: &mut Entry, read: &Arc<AtomicU64>, control: &Arc<RunControl>) -> Result<Option<Opened>, Message> {
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
fn is_lasting(error: &io::Error) -> bool {
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

/// The next item.
#[derive(Debug)]
pub(crate) enum Next {
    /// A game of [`Reader::file`].
    Game,
    /// A block of a database.
    Block(Arc<StoredBlock>),
    /// A message about a file; reading continues after it.
    Report(Message),
    /// Everything has been read.
    End,
    /// The run was ended before that.
    Halted(Halt),
}

/// The file that is being read.
#[derive(Debug)]
enum Current {
    Nothing,
    /// PGN, and the pieces that wait to be cut if it is a stream.
    Games(Box<Games>, Option<Chunks>),
    /// A database, and the numbers of its blocks that are still to be read.
    Database(Database, Range<usize>),
}

/// Delivers the games of all sources in order.
#[derive(Debug)]
pub(crate) struct Reader {
    /// The entries that are still to be read, the next one last.
    entries: Vec<Entry>,
    read: Arc<AtomicU64>,
    numbered: Arc<AtomicU64>,
    range: (u64, u64),
    /// The number of games that are still to be left out.
    skipped: u64,
    newest_first: bool,
    control: Arc<RunControl>,
    /// True if compressed files are decompressed on threads of their own.
    ahead: bool,
    current: Current,
    file: Arc<str>,
    /// True if the current file has a game.
    found: bool,
}

impl Reader {
    /// The name of the file that the last game came from.
    pub(crate) fn file(&self) -> &Arc<str> {
        &self.file
    }

    /// Decompresses on threads of its own, while this one and others do something else.
    pub(crate) fn decompress_ahead(self) -> Reader {
        Reader { ahead: true, ..self }
    }

    /// The reason for ending the run, if it must end.
    pub(crate) fn halted(&self) -> Option<Halt> {
        self.control.halted()
    }

    /// True if the next game may be long in coming.
    pub(crate) fn must_wait(&self) -> bool {
        matches!(&self.current, Current::Games(_, Some(chunks)) if chunks.is_empty())
    }

    /// The number of the last game read, in its file.
    pub(crate) fn numbered(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.numbered)
    }

    /// Takes about `wanted` bytes of the current file as a section; `false` if the next game is to be read by itself. That is so for
    /// files that come slowly, and where the numbers of games decide which of them are wanted.
    pub(crate) fn read_section(&mut self, section: &mut Section, wanted: usize) -> bool {
        let Current::Games(games, None) = &mut self.current else { return false };
        let takes_all = self.range == (1, u64::MAX) && self.skipped == 0;
        takes_all && self.found && self.control.halted().is_none() && games.read_section(section, wanted)
    }

    /// Reads the next game or block, or says why there is none. The text of a game is still to be [unfolded](RawGame::unfold).
    pub(crate) fn next(&mut self, raw: &mut RawGame) -> Next {
        loop {
            let next = match self.current {
                Current::Nothing => self.open_next(),
                Current::Games(..) => self.next_game(raw),
                Current::Database(..) => self.next_block(),
            };
            if let Some(halt) = self.halted() {
                // If a stream was given up, the last game ends in the middle.
                return Next::Halted(halt);
            }
            if let Some(next) = next {
                return next;
            }
        }
    }

    /// Reads the next game of the current file; nothing if the file must be closed or the game is not wanted.
    fn next_game(&mut self, raw: &mut RawGame) -> Option<Next> {
        let Current::Games(games, _) = &mut self.current else { return None };
        match games.read_folded(raw) {
            Ok(true) => {
                self.found = true;
                self.numbered.store(raw.number, Ordering::Relaxed);
                if raw.number > self.range.1 {
                    self.current = Current::Nothing;
                } else if raw.number >= self.range.0 {
                    if self.skipped == 0 {
                        return Some(Next::Game);
                    }
                    self.skipped -= 1;
                }
                None
            }
            Ok(false) => self.close("this file contains no game"),
            Err(error) => {
                self.current = Current::Nothing;
                Some(Next::Report(unreadable(&error)))
            }
        }
    }

    /// Reads the next block of the current database; nothing after the last one.
    fn next_block(&mut self) -> Option<Next> {
        let Current::Database(database, blocks) = &mut self.current else { return None };
        let next = if self.newest_first { blocks.next_back() } else { blocks.next() };
        let Some(number) = next else { return self.close("this database contains no game") };
        self.found = true;
        let games = u64::from(database.games_of(number));
        self.numbered.fetch_add(games, Ordering::Relaxed);
        // Blocks are about equal.
        self.read.fetch_add(database.info().bytes / database.blocks() as u64, Ordering::Relaxed);
        if self.skipped >= games {
            self.skipped -= games;
            return None;
        }
        let first = usize::try_from(std::mem::take(&mut self.skipped)).expect("less than the games of a block");
        Some(match database.read_block(number) {
            Ok(block) => Next::Block(Arc::new(StoredBlock::new(block, first, Arc::clone(&self.file)))),
            Err(error) => Next::Report(damaged_block(&self.file, &error)),
        })
    }

    /// Closes the current file.
    fn close(&mut self, empty: &str) -> Option<Next> {
        self.current = Current::Nothing;
        let message = || Message::new(Severity::Warning, "no-games", empty).file(&*self.file);
        (!self.found).then(|| Next::Report(message()))
    }

    /// Opens the next file; gives something if it could not be opened or there is none.
    fn open_next(&mut self) -> Option<Next> {
        let Some(mut entry) = self.entries.pop() else { return Some(Next::End) };
        if let Entry::Bad(message) = entry {
            return Some(Next::Report(message));
        }
        self.found = false;
        let opened = match open(&mut entry, &self.read, &self.control) {
            Ok(opened) => opened?,
            Err(message) => return Some(Next::Report(message)),
        };
        match opened {
            Opened::Games(input, chunks) => {
                self.file = input.path().display().to_string().into();
                let input = if self.ahead { input.decompress_ahead() } else { Ok(input) };
                match input {
                    Ok(input) => self.current = Current::Games(Box::new(Games::from_input(input)), chunks),
                    Err(error) => return Some(Next::Report(unreadable(&error))),
                }
            }
            Opened::Database(database) => {
                if let Entry::Path(path)
                | Entry::Spool(_, path)
                | Entry::Bytes(_, path)
                | Entry::Stream(_, path)
                | Entry::Remote(path, _) = &entry
                {
                    self.file = path.display().to_string().into();
                }
                self.numbered.store(0, Ordering::Relaxed);
                let older = older_database(Path::new(&*self.file), &database);
                let blocks = 0..database.blocks();
                self.current = Current::Database(database, blocks);
                return older.map(Next::Report);
            }
        }
        None
    }
}

/// One path, or several.
macro_rules! from_path {
    ($($path:ty),*) => {$(
        impl From<$path> for Sources {
            fn from(path: $path) -> Sources {
                Sources::new().path(path)
            }
        }
    )*};
}

from_path!(&str, &String, String, &Path, &PathBuf, PathBuf);

impl<P: AsRef<Path>> From<&[P]> for Sources {
    fn from(paths: &[P]) -> Sources {
        paths.iter().fold(Sources::new(), |sources, path| sources.path(path))
    }
}

impl<P: AsRef<Path>> From<Vec<P>> for Sources {
    fn from(paths: Vec<P>) -> Sources {
        Sources::from(paths.as_slice())
    }
}

impl<P: AsRef<Path>> From<&Vec<P>> for Sources {
    fn from(paths: &Vec<P>) -> Sources {
        Sources::from(paths.as_slice())
    }
}

impl<P: AsRef<Path>, const N: usize> From<[P; N]> for Sources {
    fn from(paths: [P; N]) -> Sources {
        Sources::from(paths.as_slice())
    }
}
