//! The sources of games: files, folders, standard input, the samples. Files are opened when their turn comes.

use super::interrupt;
use super::report::Message;
use crate::samples;
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use std::fs::{self, File};
use std::io::{self, Cursor, IsTerminal as _, Read, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tabiya::Games;
use tabiya::game::{Input, RawGame, ReadError};
use tabiya::syntax::Severity;

/// The number of bytes of a stream that are read at once.
const STREAM_BYTES: usize = 64 << 10;

/// The number of such pieces that wait to be searched.
const STREAM_CHUNKS: usize = 4;

/// The interval at which a thread that waits for a stream checks for signals.
const SIGNALS_HEEDED: Duration = Duration::from_millis(100);

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
            let Ok(Some(input)) = open(entry, &Arc::default()) else { continue };
            let mut games = Games::from_input(input);
            let mut raw = RawGame::default();
            // An entry that cannot be read is reported when it is searched.
            while let Ok(true) = games.read_raw(&mut raw) {
                if interrupt::happened() {
                    return count;
                }
                count += 1;
            }
        }
        count
    }

    /// Starts to read. Of each file only the games from `first` to `last` are delivered.
    pub(crate) fn reader(self, range: (u64, u64)) -> Reader {
        let mut entries = self.entries;
        entries.reverse();
        let (read, numbered) = (self.read, self.numbered);
        Reader { entries, read, numbered, range, games: None, file: "".into(), found: false }
    }
}

/// A stream, which may keep its reader waiting for ever. A thread reads it, so that the waiting thread can react to
/// signals.
struct Stream {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Cursor<Vec<u8>>,
}

impl Stream {
    /// Begins to read standard input (`-`), or something else that is no plain file.
    fn start(path: &Path) -> io::Result<Stream> {
        let (send, chunks) = bounded(STREAM_CHUNKS);
        let path = path.to_owned();
        let read = move || {
            let mut source: Box<dyn Read> = match path.to_str() {
                Some("-") => Box::new(io::stdin().lock()),
                _ => match File::open(&path) {
                    Ok(file) => Box::new(file),
                    Err(error) => return drop(send.send(Err(error))),
                },
            };
            loop {
                let mut chunk = vec![0; STREAM_BYTES];
                let read = match source.read(&mut chunk) {
                    Ok(0) => return,
                    Ok(len) => {
                        chunk.truncate(len);
                        Ok(chunk)
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let failed = read.is_err();
                if send.send(read).is_err() || failed {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("stream".into()).spawn(read)?;
        Ok(Stream { chunks, chunk: Cursor::default() })
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.chunk.read(buffer)? {
                0 if !buffer.is_empty() => {}
                len => return Ok(len),
            }
            match self.chunks.recv_timeout(SIGNALS_HEEDED) {
                Ok(chunk) => self.chunk = Cursor::new(chunk?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if interrupt::happened() => {
                    return Err(io::Error::other("a signal ended the run"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// True if standard input is a pipe or a file, not a terminal or nothing at all.
fn stdin_is_input() -> bool {
    if io::stdin().is_terminal() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = fs::metadata("/dev/stdin").map(|data| data.file_type());
        kind.is_ok_and(|kind| kind.is_file() || kind.is_fifo() || kind.is_socket())
    }
    #[cfg(not(unix))]
    true
}

fn unreadable(error: &ReadError) -> Message {
    Message::error(error.code(), error.to_string()).help(error.help())
}

/// True if something is read that may keep its reader waiting: standard input, a pipe.
fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-" || fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
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

fn open(entry: &mut Entry, read: &Arc<AtomicU64>) -> Result<Option<Input>, ReadError> {
    let counting = |reader: Box<dyn Read + Send>| Counting { reader, read: Arc::clone(read) };
    match entry {
        Entry::Bad(_) => Ok(None),
        Entry::Samples => Input::from_reader(samples::NAME, Cursor::new(samples::GAMES)).map(Some),
        Entry::Spool(file, name) => {
            let again = file.rewind().and_then(|()| file.try_clone());
            match again {
                Ok(file) => Input::from_named(name, counting(Box::new(file))).map(Some),
                Err(_) => Ok(None),
            }
        }
        Entry::Path(path) if is_stream(path) => match Stream::start(path) {
            Ok(stream) => Input::from_named(path, counting(Box::new(stream))).map(Some),
            Err(_) => Input::open(path).map(Some),
        },
        Entry::Path(path) => match File::open(&*path) {
            Ok(file) => Input::from_named(path, counting(Box::new(file))).map(Some),
            // The same error again, in the library's words.
            Err(_) => Input::open(path).map(Some),
        },
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
    /// A message about a file; reading continues after it.
    Report(Message),
    /// Everything has been read.
    End,
}

/// Delivers the games of all inputs in order.
#[derive(Debug)]
pub(crate) struct Reader {
    /// The entries that are still to be read, the next one last.
    entries: Vec<Entry>,
    read: Arc<AtomicU64>,
    numbered: Arc<AtomicU64>,
    range: (u64, u64),
    games: Option<Games>,
    file: Arc<str>,
    /// True if the current file has a game.
    found: bool,
}

impl Reader {
    /// The name of the file that the last game came from.
    pub(crate) fn file(&self) -> &Arc<str> {
        &self.file
    }

    /// Reads the next game, or says why there is none.
    pub(crate) fn next(&mut self, raw: &mut RawGame) -> Next {
        loop {
            let Some(games) = &mut self.games else {
                match self.open_next() {
                    None => continue,
                    Some(next) => return next,
                }
            };
            let read = games.read_raw(raw);
            if interrupt::happened() {
                // If a stream was given up, the last game ends in the middle.
                return Next::End;
            }
            match read {
                Ok(true) => {
                    self.found = true;
                    self.numbered.store(raw.number, Ordering::Relaxed);
                    if raw.number > self.range.1 {
                        self.games = None;
                    } else if raw.number >= self.range.0 {
                        return Next::Game;
                    }
                }
                Ok(false) => {
                    self.games = None;
                    if !self.found {
                        let message = Message::new(Severity::Warning, "no-games", "this file contains no game");
                        return Next::Report(message.file(&*self.file));
                    }
                }
                Err(error) => {
                    self.games = None;
                    return Next::Report(unreadable(&error));
                }
            }
        }
    }

    /// Opens the next file; gives something if it could not be opened or there is none.
    fn open_next(&mut self) -> Option<Next> {
        let Some(mut entry) = self.entries.pop() else { return Some(Next::End) };
        if let Entry::Bad(message) = entry {
            return Some(Next::Report(message));
        }
        self.found = false;
        match open(&mut entry, &self.read) {
            Ok(Some(input)) => {
                self.file = input.path().display().to_string().into();
                self.games = Some(Games::from_input(input));
                None
            }
            Ok(None) => None,
            Err(_) if interrupt::happened() => Some(Next::End),
            Err(error) => Some(Next::Report(unreadable(&error))),
        }
    }
}
