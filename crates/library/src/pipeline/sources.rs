//! The sources of games: files, folders, standard input, streams, bytes in memory, files at addresses. Files are opened when
//! their turn comes.
//!
//! Databases are not taken from folders: a folder that has the PGN files as well would be searched twice.

use super::entry::{Entry, Opened, at_address, is_lasting, not_read, open, remote_file, spool, unreadable};
use super::message::Message;
use super::stored::{StoredBlock, damaged_block, has_sources, older_database, unreadable_database};
use super::stream::{Chunks, Stream, is_stream};
use crate::database::{BlockError, BlockFault, Database, OpenError};
use crate::game::{Input, RawGame, Section};
use crate::remote::{self, database_of};
use crate::search::{Halt, RunControl};
use crate::syntax::Severity;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tabiya_disk as disk;
use tabiya_pgn::Games;

/// The size of all sources is known if they are no more than these, or all are here.
const ASKED_FOR_SIZES: usize = 8;

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

    /// The blocks of a database come in reverse, so that the games that were added last are counted first. Within a block games keep
    /// their order. It changes nothing for other sources, and where games are left out at the beginning ([`Sources::skip`]).
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
