//! Opening files, folders and streams, compressed or not.
//!
//! A read error is reported by the framing after the last game, so that everything read before it is searched.

use super::ahead::Ahead;
use super::compressed::{Compression, CountedStream, Members, Trailing};
use super::kind::NotText;
use super::zipped::{Zipped, in_memory, is_zip};
use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tabiya_disk as disk;

/// A file, or part of one, that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {source}", .path.display())]
pub struct ReadError {
    path: PathBuf,
    source: io::Error,
    /// A code and advice of its own, for a file that is not PGN.
    own: Option<(&'static str, &'static str)>,
}

impl ReadError {
    /// An error with a code and advice of its own, for files that another reader reads.
    pub fn with_help(path: &Path, source: io::Error, code: &'static str, help: &'static str) -> ReadError {
        ReadError { own: Some((code, help)), ..ReadError::new(path, source) }
    }

    /// An error of reading a file.
    pub fn new(path: &Path, source: io::Error) -> ReadError {
        // The decoder has no kind of error of its own for it.
        let source = match source.to_string().contains("too much memory") {
            true => io::Error::new(io::ErrorKind::InvalidData, WideWindow),
            false => source,
        };
        ReadError { path: path.to_owned(), source, own: None }
    }

    /// The kind of error as one word for programs: `not-text` for a file that is something else than text, `no-pgn` for text that
    /// has no game, `unreadable-file` for all others, unless it has a code of its own.
    pub fn code(&self) -> &'static str {
        if let Some((code, _)) = self.own {
            return code;
        }
        self.inner::<NotText>().map_or("unreadable-file", NotText::code)
    }

    fn inner<E: std::error::Error + 'static>(&self) -> Option<&E> {
        self.source.get_ref().and_then(|source| source.downcast_ref())
    }

    /// The file; `-` for standard input.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A way to correct it.
    pub fn help(&self) -> &'static str {
        if let Some((_, help)) = self.own {
            return help;
        }
        if self.inner::<Misnamed>().is_some() {
            return "rename it or decompress it first";
        }
        if self.inner::<Trailing>().is_some() {
            return "look whether a part is missing; if none is, cut off what does not belong to the file";
        }
        if self.inner::<WideWindow>().is_some() {
            return "the file is sound; unpack it first: zstd -d --long=31 FILE";
        }
        if let Some(kind) = self.inner::<NotText>() {
            return kind.help();
        }
        match self.source.kind() {
            io::ErrorKind::NotFound => "check the spelling of the path",
            io::ErrorKind::Unsupported => "unpack it first: unzip FILE",
            io::ErrorKind::PermissionDenied => "make the file readable for you",
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::InvalidData
            | io::ErrorKind::InvalidInput
            | io::ErrorKind::Other => {
                "the compressed data is damaged or cut off; fetch the file again or unpack it with its own tool"
            }
            _ => "check that the file can be read",
        }
    }
}

/// A file whose name speaks of a compression that its first bytes know nothing of.
#[derive(Debug, thiserror::Error)]
#[error("this is not {0}: its first bytes say otherwise")]
struct Misnamed(&'static str);

/// zstd data that can only be unpacked with more memory than anybody should be made to give.
#[derive(Debug, thiserror::Error)]
#[error("it was packed with a window of more than 128 MB")]
struct WideWindow;

/// The bytes of one file or stream, decompressed: zstd, gzip, bzip2 and zip are known by their first bytes, not by the
/// name. The first three may consist of several parts; of a zip archive, all files of games in it are read.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use std::io::Read;
/// use tabiya::game::Input;
///
/// let mut input = Input::from_reader("a stream", &b"1. e4 *"[..]).unwrap();
/// let mut text = String::new();
/// input.read_to_string(&mut text).unwrap();
/// assert_eq!((text.as_str(), input.is_compressed()), ("1. e4 *", false));
/// ```
pub struct Input {
    path: PathBuf,
    reader: Box<dyn Read + Send>,
    compressed: bool,
    /// True if the bytes are those of the file that has this path.
    on_disk: bool,
}

/// The decompressed bytes of a stream.
struct Opened {
    reader: Box<dyn Read + Send>,
    /// True if the stream is compressed.
    compressed: bool,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Input {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    ///
    /// If it is not there, cannot be read, or is not compressed as its name says; [`ReadError::help`] has advice.
    ///
    /// ```
    /// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
    /// let error = tabiya::game::Input::open("no such file.pgn").unwrap_err();
    /// assert_eq!((error.code(), error.help()), ("unreadable-file", "check the spelling of the path"));
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Input, ReadError> {
        let path = path.as_ref();
        let is_stdin = path.to_str() == Some("-");
        let opened = match is_stdin {
            true => decompress(io::stdin(), None, None),
            false => disk::open(path).and_then(|file| {
                let whole = plain(&file.0)?;
                decompress(file, None, whole)
            }),
        };
        let input = Input::new(path, opened)?;
        Ok(Input { on_disk: !is_stdin && !input.compressed, ..input })
    }

    /// Takes any stream. The name is for messages.
    ///
    /// # Errors
    ///
    /// If the first bytes cannot be read, or begin a compression that cannot be read from a stream.
    pub fn from_reader(name: impl AsRef<Path>, reader: impl Read + Send + 'static) -> Result<Input, ReadError> {
        let path = name.as_ref();
        Input::new(path, decompress(reader, None, None))
    }

    /// Takes the bytes of a file whose name can be believed: if it ends in `.gz`, `.zst`, `.bz2` or `.zip` and the first
    /// bytes are those of no compression, that is an error. `file` is where the bytes come from, if they can be read from any
    /// place there: a zip archive in a stream is kept in memory, up to 256 MB.
    ///
    /// # Errors
    ///
    /// If it is not compressed as its name says, or the first bytes cannot be read.
    pub fn from_named(
        path: impl AsRef<Path>,
        reader: impl Read + Send + 'static,
        file: Option<&File>,
    ) -> Result<Input, ReadError> {
        let path = path.as_ref();
        let whole = file.map_or(Ok(None), plain);
        let input = Input::new(path, whole.and_then(|whole| decompress(reader, named_compression(path), whole)))?;
        // A file that cannot be looked at is read as a stream is.
        let is_there = file.is_some_and(|file| disk::is_at(file, path).unwrap_or(false));
        Ok(Input { on_disk: is_there && !input.compressed, ..input })
    }

    fn new(path: &Path, opened: io::Result<Opened>) -> Result<Input, ReadError> {
        let Opened { reader, compressed } = opened.map_err(|error| ReadError::new(path, error))?;
        Ok(Input { path: path.to_owned(), reader, compressed, on_disk: false })
    }

    /// Decompresses on a thread of its own, about one megabyte ahead of the reader; an input that is not compressed is
    /// left as it is. Errors come in their place, after all bytes before them.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    pub fn decompress_ahead(self) -> Result<Input, ReadError> {
        if !self.compressed {
            return Ok(self);
        }
        match Ahead::start(self.reader) {
            Ok(ahead) => Ok(Input { reader: Box::new(ahead), ..self }),
            Err(error) => Err(ReadError::new(&self.path, error)),
        }
    }

    /// True if what is read is compressed.
    pub fn is_compressed(&self) -> bool {
        self.compressed
    }

    /// The path of the file whose bytes these are; none for a stream, and for what is compressed.
    pub(super) fn file(&self) -> Option<&Path> {
        self.on_disk.then_some(&*self.path)
    }

    /// The file's path, or the stream's name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The files that a path means: itself, or for a folder all games in it and in the folders below, sorted by
    /// name: `*.pgn`, `*.pgn.zst`, `*.pgn.gz`, `*.pgn.bz2`, `*.pgn.zip`. Of a folder only plain files are taken.
    ///
    /// # Errors
    ///
    /// If there is nothing under the path, or a folder cannot be read.
    pub fn files(path: impl AsRef<Path>) -> Result<Vec<PathBuf>, ReadError> {
        Ok(Input::files_and_others(path)?.0)
    }

    /// The same, and apart from them what may hold games in a folder but is not read: what has the name of PGN but is not a plain file
    /// (a pipe, which could keep its reader waiting for ever, or a device), and files of other kinds, which are read only where
    /// they are named, unless one of the same name without its end is read.
    ///
    /// # Errors
    ///
    /// As [`files`](Self::files).
    pub fn files_and_others(path: impl AsRef<Path>) -> Result<(Vec<PathBuf>, Vec<PathBuf>), ReadError> {
        Input::files_and_others_while(path, |_| Ok(()))
    }

    /// The same, asking before each entry of a folder whether to go on, with the number of files so far.
    ///
    /// # Errors
    ///
    /// Those of [`files`](Self::files), and the one with which `go_on` answers.
    pub fn files_and_others_while(
        path: impl AsRef<Path>,
        mut go_on: impl FnMut(usize) -> io::Result<()>,
    ) -> Result<(Vec<PathBuf>, Vec<PathBuf>), ReadError> {
        let path = path.as_ref();
        if path.to_str() == Some("-") {
            return Ok((vec![path.to_owned()], Vec::new()));
        }
        let is_dir = disk::metadata(path).map_err(|error| ReadError::new(path, error))?.is_dir();
        if !is_dir {
            return Ok((vec![path.to_owned()], Vec::new()));
        }
        let (mut files, mut others) = (Vec::new(), Vec::new());
        let mut folders = vec![path.to_owned()];
        while let Some(folder) = folders.pop() {
            let fail = |error| ReadError::new(&folder, error);
            for entry in disk::entries(&folder).map_err(fail)? {
                let entry = entry.map_err(fail)?;
                go_on(files.len()).map_err(fail)?;
                // Links to folders are not followed: they can form circles.
                if entry.file_type().map_err(fail)?.is_dir() {
                    folders.push(entry.path());
                } else if Input::holds_games(entry.path()) {
                    // A link that leads nowhere is told when it is opened, and so is what cannot be looked at.
                    let plain = disk::metadata(&entry.path()).map_or(true, |data| data.is_file());
                    if plain { files.push(entry.path()) } else { others.push(entry.path()) }
                } else if Input::is_of_other_kind(&entry.path()) {
                    others.push(entry.path());
                }
            }
        }
        files.sort();
        let stem = |path: &Path| path.file_prefix().map(|stem| path.with_file_name(stem));
        let read: HashSet<Option<PathBuf>> = files.iter().map(|path| stem(path)).collect();
        others.retain(|path| !Input::is_of_other_kind(path) || !read.contains(&stem(path)));
        others.sort();
        Ok((files, others))
    }

    /// True if a file's name is that of games in another form than PGN.
    pub fn is_of_other_kind(path: &Path) -> bool {
        const KINDS: [&str; 10] = ["zip", "json", "ndjson", "olv", "epd", "fen", "tabiya", "si4", "si5", "db3"];
        let ending = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        KINDS.contains(&&*ending) && !Input::holds_games(path)
    }

    /// True if a file's name is that of games: it ends with `.pgn`, `.pgn.zst`, `.pgn.gz`, `.pgn.bz2` or `.pgn.zip`, in small or
    /// capital letters.
    pub fn holds_games(path: impl AsRef<Path>) -> bool {
        let name = path.as_ref().file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        [".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2", ".pgn.zip"].iter().any(|end| name.ends_with(end))
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

/// The compression that a file's name speaks of.
fn named_compression(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_string_lossy().to_lowercase().as_str() {
        "gz" => Some("gzip"),
        "zst" => Some("zstd"),
        "bz2" => Some("bzip2"),
        "zip" => Some("zip"),
        _ => None,
    }
}

/// A plain file once more, to be read from any place; nothing for a pipe or a device.
fn plain(file: &File) -> io::Result<Option<File>> {
    if disk::metadata_of(file)?.is_file() { file.try_clone().map(Some) } else { Ok(None) }
}

/// Looks at the first bytes and puts the right decoder before the stream; it must be compressed if `wanted` says so.
/// The directory of a zip archive is at its end, so that it is read from the file itself, if that is a plain one: `whole`.
fn decompress(
    stream: impl Read + Send + 'static,
    wanted: Option<&'static str>,
    whole: Option<File>,
) -> io::Result<Opened> {
    let mut source = CountedStream::new(Box::new(stream));
    let start = source.peek()?;
    if is_zip(start) {
        let archive = whole.map_or_else(|| in_memory(source), |file| Ok(Box::new(file)))?;
        return Ok(Opened { reader: Box::new(Zipped::new(archive)?), compressed: true });
    }
    Ok(match (Compression::of(start), wanted) {
        (Some(compression), _) => Opened { reader: Box::new(Members::new(compression, source)?), compressed: true },
        (None, Some(name)) if !start.is_empty() => {
            return Err(io::Error::new(io::ErrorKind::InvalidData, Misnamed(name)));
        }
        (None, _) => Opened { reader: Box::new(source), compressed: false },
    })
}
