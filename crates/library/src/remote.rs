//! Names of files, and addresses that stand for files, such as `s3://bucket/games.pgn.zst`: with the feature `remote` they are read
//! wherever files are.

use crate::database::{Database, OpenError, ReadAt};
use crate::game::Input;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "remote")]
pub(crate) use tabiya_remote::{RemoteFile, list};

/// The URL in a path, if the path is one. Nothing is opened.
///
/// ```
/// use std::path::Path;
///
/// assert_eq!(tabiya::address(Path::new("s3://bucket/games.pgn.zst")), Some("s3://bucket/games.pgn.zst"));
/// assert_eq!(tabiya::address(Path::new("games.pgn")), None);
/// ```
pub fn address(path: &Path) -> Option<&str> {
    let text = path.to_str()?;
    let (scheme, _) = text.split_once("://")?;
    // A folder may be called `s3:`, but nobody writes two slashes after it.
    matches!(scheme, "s3" | "s3a" | "gs" | "az" | "abfs" | "abfss" | "http" | "https").then_some(text)
}

/// The files that a path or a glob stands for, in the order of their names. A path with the signs of a glob is taken as it is if
/// there is such a file. An address that ends in `/`, or whose last part has `*` or `?`, stands for the files that the store lists.
///
/// # Errors
///
/// [`InvalidInput`](io::ErrorKind::InvalidInput) if a glob is malformed, [`NotFound`](io::ErrorKind::NotFound) if no file matches it,
/// and anything that keeps folders and stores from being read.
pub fn files_of(pattern: &str) -> io::Result<Vec<PathBuf>> {
    let found: Vec<PathBuf> = match address(Path::new(pattern)) {
        Some(address) if stands_for_several(address) => listed(address)?.into_iter().map(PathBuf::from).collect(),
        Some(_) => return Ok(vec![pattern.into()]),
        None if !pattern.contains(['*', '?', '[']) || tabiya_disk::is_there(Path::new(pattern))? => {
            return Ok(vec![pattern.into()]);
        }
        None => {
            let wrong = |error: glob::PatternError| io::Error::new(io::ErrorKind::InvalidInput, error.to_string());
            glob::glob(pattern).map_err(wrong)?.collect::<Result<_, _>>().map_err(io::Error::from)?
        }
    };
    if found.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "no file matches this pattern"));
    }
    Ok(found)
}

/// True if an address is that of a folder, or a pattern.
pub(crate) fn stands_for_several(address: &str) -> bool {
    address.rsplit('/').next().is_some_and(|last| last.is_empty() || last.contains(['*', '?']))
}

/// The addresses of the files that such an address stands for; of a folder those that are named as games are.
pub(crate) fn listed(address: &str) -> io::Result<Vec<String>> {
    let mut found = list(address)?;
    found.retain(|name| !address.ends_with('/') || Input::holds_games(name));
    Ok(found)
}

/// The number of bytes of a file, or of a file at an address.
///
/// # Errors
///
/// If it cannot be read, or is not a file; an address cannot be read without the feature `remote`.
pub fn file_len(path: impl AsRef<Path>) -> io::Result<u64> {
    if let Some(address) = address(path.as_ref()) {
        return Ok(RemoteFile::open(address)?.len());
    }
    let data = tabiya_disk::metadata(path.as_ref())?;
    if data.is_file() { Ok(data.len()) } else { Err(io::Error::other("it is no file")) }
}

/// Opens a database file, or a database at an address, of which only the parts are read that are requested.
///
/// # Errors
///
/// Those of [`Database::open`]; an address cannot be read without the feature `remote`.
pub fn open_database(path: impl AsRef<Path>) -> Result<Database, OpenError> {
    match address(path.as_ref()) {
        Some(address) => database_of(RemoteFile::open(address)?),
        None => Database::open(path),
    }
}

/// The database in a file at an address.
pub(crate) fn database_of(file: impl Into<Arc<RemoteFile>>) -> Result<Database, OpenError> {
    Database::from_elsewhere(Arc::new(AtAddress(file.into())))
}

/// The text of a file, or of a file at an address.
///
/// # Errors
///
/// If it cannot be read, or is not a text; an address cannot be read without the feature `remote`.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    match address(path.as_ref()) {
        Some(address) => io::read_to_string(RemoteFile::open(address)?.reader()),
        None => tabiya_disk::read_text(path.as_ref()),
    }
}

/// A file at an address, as databases are read.
#[derive(Debug)]
struct AtAddress(Arc<RemoteFile>);

impl ReadAt for AtAddress {
    fn size(&self) -> u64 {
        self.0.len()
    }

    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        self.0.read_exact_at(bytes, offset)
    }
}

#[cfg(not(feature = "remote"))]
pub(crate) use without::{RemoteFile, list};

/// In a program that reads no addresses there is no such file.
#[cfg(not(feature = "remote"))]
mod without {
    use std::io;

    #[derive(Debug)]
    pub(crate) enum RemoteFile {}

    impl RemoteFile {
        pub(crate) fn open(_: &str) -> io::Result<RemoteFile> {
            let text = "this program reads files only: it was built without the feature `remote`";
            Err(io::Error::new(io::ErrorKind::Unsupported, text))
        }

        pub(crate) fn len(&self) -> u64 {
            match *self {}
        }

        pub(crate) fn read_exact_at(&self, _: &mut [u8], _: u64) -> io::Result<()> {
            match *self {}
        }

        pub(crate) fn reader(&self) -> io::Empty {
            match *self {}
        }
    }

    pub(crate) fn list(address: &str) -> io::Result<Vec<String>> {
        RemoteFile::open(address).map(|_| Vec::new())
    }
}
