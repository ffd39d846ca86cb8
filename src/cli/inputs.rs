//! The sources of games: files, folders, standard input, the samples. Files are opened when their turn comes.

use super::interrupt;
use super::report::Message;
use super::stored::{StoredBlock, damaged_block};
use super::stream::{Chunks, Stream, is_stream, stdin_is_input};
use crate::samples;
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tabiya::database::{Database, OpenError};
use tabiya::game::{Games, Input, RawGame, ReadError};
use tabiya::syntax::Severity;

/// The number of bytes by which a database is recognized.
const MAGIC: usize = 8;

/// One place to read games from.
#[derive(Debug)]
enum Entry {
    Path(PathBuf),
    Samples,
    /// The contents of a stream, kept on disk because it is read twice, and the stream's name.
    Spool(File, PathBuf),
    /// Something that cannot be read.
    Bad(Message),
}

/// All places to read games from, in order.
#[derive(Debug)]
pub(crate) struct Inputs {
    entries: Vec<Entry>,
    read: Arc<AtomicU64>,
    numbered: Arc<AtomicU64>,
}

impl Inputs {
    /// The sample games.
    pub(crate) fn samples() -> Inputs {
        Inputs { entries: vec![Entry::Samples], read: Arc::default(), numbered: Arc::default() }
    }

    /// Finds out what is to be read: the files and folders named, or standard input if it is piped, or nothing.
    pub(crate) fn find(named: &[PathBuf], stdin_free: bool) -> Inputs {
        let mut entries = Vec::new();
        for path in named {
            match Input::files_and_others(path) {
                Ok((files, others)) if files.is_empty() && others.is_empty() => {
                    let message = Message::new(Severity::Warning, "no-games", "this folder contains no .pgn file");
                    entries.push(Entry::Bad(message.file(path.display().to_string())));
                }
                Ok((files, others)) => {
                    for other in others {
                        let text = "skipped, because only regular files in a folder are read";
                        let message = Message::new(Severity::Note, "no-plain-file", text);
                        let message = message.file(other.display().to_string());
                        entries.push(Entry::Bad(message.help("name it on the command line to read from it")));
                    }
                    entries.extend(files.into_iter().map(Entry::Path));
                }
                Err(error) => entries.push(Entry::Bad(unreadable(&error))),
            }
        }
        if named.is_empty() && stdin_free && stdin_is_input() {
            entries.push(Entry::Path("-".into()));
        }
        Inputs { entries, read: Arc::default(), numbered: Arc::default() }
    }

    /// True if nothing was named, and nothing is piped in.
    pub(crate) fn are_missing(&self) -> bool {
        self.entries.is_empty()
    }

    /// The files that are read.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Path(path) => Some(path.as_path()),
            _ => None,
        })
    }

    /// The names of everything that is read.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Path(path) if path.as_os_str() == "-" => Some("standard input".to_owned()),
            Entry::Path(path) | Entry::Spool(_, path) => Some(path.display().to_string()),
            Entry::Samples => Some(samples::NAME.to_owned()),
            Entry::Bad(_) => None,
        })
    }

    /// True if the games come from several files: those that are read, or those that a database was made of.
    pub(crate) fn have_several_sources(&self) -> bool {
        let mut paths = self.paths();
        match (paths.next(), paths.next()) {
            (Some(path), None) if !is_stream(path) => Database::open(path).is_ok_and(|database| has_sources(&database)),
            (_, other) => other.is_some(),
        }
    }

    /// The number of bytes to read, if it can be known.
    pub(crate) fn total(&self) -> Option<u64> {
        let size = |entry: &Entry| match entry {
            Entry::Path(path) => fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|data| data.len()),
            Entry::Samples | Entry::Bad(_) => Some(0),
            Entry::Spool(file, _) => file.metadata().ok().map(|data| data.len()),
        };
        self.entries.iter().map(size).sum()
    }

    /// The number of bytes that have been read.
    pub(crate) fn bytes_read(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    /// The number of the last game read, wanted or not, in its file.
    pub(crate) fn numbered(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.numbered)
    }

    /// Counts the games. Streams go to temporary files, to be read a second time.
    pub(crate) fn count_games(&mut self) -> u64 {
        let mut count = 0;
        for entry in &mut self.entries {
            if let Entry::Path(path) = entry
                && !fs::metadata(&*path).is_ok_and(|data| data.is_file())
            {
                *entry = spool(path);
            }
            // An entry that cannot be read is reported when it is searched.
            match open(entry, &Arc::default()) {
                Ok(Some(Opened::Database(database))) => count += database.info().games,
                Ok(Some(Opened::Games(input, _))) => {
                    let mut games = Games::from_input(input);
                    let mut raw = RawGame::default();
                    while let Ok(true) = games.read_raw(&mut raw) {
                        if interrupt::happened() {
                            return count;
                        }
                        count += 1;
                    }
                }
                Ok(None) | Err(_) => {}
            }
        }
        count
    }

    /// Starts to read. Of each file only the games from `first` to `last` are delivered.
    pub(crate) fn reader(self, range: (u64, u64)) -> Reader {
        let mut entries = self.entries;
        entries.reverse();
        let (read, numbered) = (self.read, self.numbered);
        Reader {
            entries,
            read,
            numbered,
            range,
            ahead: false,
            current: Current::Nothing,
            file: "".into(),
            found: false,
        }
    }
}

fn unreadable(error: &ReadError) -> Message {
    Message::error(error.code(), error.to_string()).help(error.help())
}

/// Copies a stream to a temporary file.
fn spool(path: &Path) -> Entry {
    let copy = || -> io::Result<File> {
        let mut file = tempfile::tempfile()?;
        io::copy(&mut Stream::start(path)?, &mut file)?;
        Ok(file)
    };
    match copy() {
        Ok(file) => Entry::Spool(file, path.to_owned()),
        Err(error) => {
            let message = format!("cannot store {} for a second pass: {error}", path.display());
            Entry::Bad(
                Message::error("unreadable-file", message).help("free some space for temporary files, or name a file"),
            )
        }
    }
}

/// An entry that has been opened.
enum Opened {
    /// PGN, and the pieces of a stream that have been read.
    Games(Input, Option<Chunks>),
    Database(Database),
}

/// Opens an entry, if there is something to open.
fn open(entry: &mut Entry, read: &Arc<AtomicU64>) -> Result<Option<Opened>, Message> {
    let counting = |reader: Box<dyn Read + Send>| Counting { reader, read: Arc::clone(read) };
    let unreadable = |error: ReadError| unreadable(&error);
    let input = match entry {
        Entry::Bad(_) => return Ok(None),
        Entry::Samples => Input::from_reader(samples::NAME, Cursor::new(samples::GAMES)).map_err(unreadable)?,
        Entry::Spool(file, name) => match file.rewind().and_then(|()| file.try_clone()) {
            Ok(file) => return open_file(file, name, counting).map(Some),
            Err(_) => return Ok(None),
        },
        Entry::Path(path) if is_stream(path) => match Stream::start(path) {
            Ok(stream) => return open_stream(stream, path, counting).map(Some),
            Err(_) => Input::open(path).map_err(unreadable)?,
        },
        Entry::Path(path) => match File::open(&*path) {
            Ok(file) => return open_file(file, path, counting).map(Some),
            // The same error again, in the library's words.
            Err(_) => Input::open(path).map_err(unreadable)?,
        },
    };
    Ok(Some(Opened::Games(input, None)))
}

fn open_file(
    mut file: File,
    path: &Path,
    counting: impl FnOnce(Box<dyn Read + Send>) -> Counting,
) -> Result<Opened, Message> {
    let mut start = Vec::new();
    // What cannot be read is reported when it is read.
    let peeked = (&mut file).take(MAGIC as u64).read_to_end(&mut start).and_then(|_| file.rewind());
    if peeked.is_ok() && Database::is_database(&start) {
        return open_database(path, Database::from_file(file));
    }
    let input = Input::from_named(path, counting(Box::new(file))).map_err(|error| unreadable(&error))?;
    Ok(Opened::Games(input, None))
}

fn open_stream(
    mut stream: Stream,
    path: &Path,
    counting: impl FnOnce(Box<dyn Read + Send>) -> Counting,
) -> Result<Opened, Message> {
    let chunks = stream.chunks.clone();
    if stream.peek(MAGIC).is_ok_and(|start| Database::is_database(&start)) {
        // A database is read at many places.
        let mut copy = || -> io::Result<File> {
            let mut file = tempfile::tempfile()?;
            io::copy(&mut stream, &mut file)?;
            Ok(file)
        };
        let opened = copy().map_err(OpenError::Read).and_then(Database::from_file);
        return open_database(path, opened);
    }
    let input = Input::from_named(path, counting(Box::new(stream))).map_err(|error| unreadable(&error))?;
    Ok(Opened::Games(input, Some(chunks)))
}

fn open_database(path: &Path, opened: Result<Database, OpenError>) -> Result<Opened, Message> {
    opened.map(Opened::Database).map_err(|error| unreadable_database(path, &error))
}

/// The message about a database that cannot be opened.
pub(crate) fn unreadable_database(path: &Path, error: &OpenError) -> Message {
    let name = path.display().to_string();
    let (code, help) = match error {
        OpenError::Read(_) => ("unreadable-file", "check that the file can be read"),
        OpenError::OtherVersion { .. } => ("database-version", "tabiya index GAMES... -o NEW.tabiya"),
        OpenError::NotADatabase => ("no-database", "make one from PGN files: tabiya index GAMES... -o BASE.tabiya"),
        OpenError::Unfinished | OpenError::Damaged => {
            ("damaged-database", "make it again from its PGN files: tabiya index GAMES... -o BASE.tabiya")
        }
    };
    Message::error(code, format!("cannot read {name}: {error}")).help(help)
}

/// True if the games of a database come from several files. Damage is reported when the games are read.
fn has_sources(database: &Database) -> bool {
    let mut first = None;
    (0..database.blocks()).filter_map(|number| database.read_block(number).ok()).any(|block| {
        (0..block.len()).filter_map(|game| block.source(game).ok()).any(|source| match &first {
            Some(first) => first != source,
            None => {
                first = Some(source.to_owned());
                false
            }
        })
    })
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
}

/// The file that is being read.
enum Current {
    Nothing,
    /// PGN, and the pieces that wait to be cut if it is a stream.
    Games(Box<Games>, Option<Chunks>),
    /// A database, and the number of its next block.
    Database(Database, usize),
}

/// Delivers the games of all inputs in order.
pub(crate) struct Reader {
    /// The entries that are still to be read, the next one last.
    entries: Vec<Entry>,
    read: Arc<AtomicU64>,
    numbered: Arc<AtomicU64>,
    range: (u64, u64),
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

    /// True if the next game may be long in coming.
    pub(crate) fn must_wait(&self) -> bool {
        matches!(&self.current, Current::Games(_, Some(chunks)) if chunks.is_empty())
    }

    /// Reads the next game or block, or says why there is none.
    pub(crate) fn next(&mut self, raw: &mut RawGame) -> Next {
        loop {
            let next = match self.current {
                Current::Nothing => self.open_next(),
                Current::Games(..) => self.next_game(raw),
                Current::Database(..) => self.next_block(),
            };
            if let Some(next) = next {
                return next;
            }
        }
    }

    /// Reads the next game of the current file; nothing if the file is to be closed or the game is not wanted.
    fn next_game(&mut self, raw: &mut RawGame) -> Option<Next> {
        let Current::Games(games, _) = &mut self.current else { return None };
        let read = games.read_raw(raw);
        if interrupt::happened() {
            // If a stream was given up, the last game ends in the middle.
            return Some(Next::End);
        }
        match read {
            Ok(true) => {
                self.found = true;
                self.numbered.store(raw.number, Ordering::Relaxed);
                if raw.number > self.range.1 {
                    self.current = Current::Nothing;
                } else if raw.number >= self.range.0 {
                    return Some(Next::Game);
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

    /// Reads the next block of the current database; nothing behind the last one.
    fn next_block(&mut self) -> Option<Next> {
        if interrupt::happened() {
            return Some(Next::End);
        }
        let Current::Database(database, next) = &mut self.current else { return None };
        if *next == database.blocks() {
            return self.close("this database contains no game");
        }
        let number = *next;
        *next += 1;
        self.found = true;
        let games = u64::from(database.games_of(number));
        self.numbered.fetch_add(games, Ordering::Relaxed);
        // Blocks are about equal.
        self.read.fetch_add(database.info().bytes / database.blocks() as u64, Ordering::Relaxed);
        Some(match database.read_block(number) {
            Ok(block) => Next::Block(Arc::new(StoredBlock::new(block, Arc::clone(&self.file)))),
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
        let opened = match open(&mut entry, &self.read) {
            Ok(opened) => opened?,
            Err(_) if interrupt::happened() => return Some(Next::End),
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
                if let Entry::Path(path) | Entry::Spool(_, path) = &entry {
                    self.file = path.display().to_string().into();
                }
                self.numbered.store(0, Ordering::Relaxed);
                self.current = Current::Database(database, 0);
            }
        }
        None
    }
}
