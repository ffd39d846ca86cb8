//! The identity of a file, no matter which paths and links name it.

use same_file::Handle;
use std::io;
use std::path::Path;
use tabiya_disk as disk;

/// A file among all others: equal to another if both are the same file, by any name.
#[derive(Debug, PartialEq, Eq)]
pub struct FileIdentity(Handle);

impl FileIdentity {
    /// The file at a path. None if it is not there, may not be opened, or is not a plain file.
    ///
    /// # Errors
    ///
    /// If that is not known, such as where a disk or a server fails.
    pub fn at(path: &Path) -> io::Result<Option<FileIdentity>> {
        // Opening a pipe would wait for somebody at its other end.
        let plain = disk::is_file(path).and_then(|plain| if plain { disk::identity(path) } else { Ok(None) });
        match plain {
            Ok(handle) => Ok(handle.map(FileIdentity)),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The file that is read as standard input, if it is a plain file.
    pub fn of_stdin() -> Option<FileIdentity> {
        FileIdentity::of(Handle::stdin())
    }

    /// The file that is written as standard output, if it is a plain file.
    pub fn of_stdout() -> Option<FileIdentity> {
        FileIdentity::of(Handle::stdout())
    }

    /// Anything that cannot be looked at, though it is open, is a device or a pipe.
    fn of(handle: io::Result<Handle>) -> Option<FileIdentity> {
        handle.ok().filter(|handle| handle.as_file().metadata().is_ok_and(|data| data.is_file())).map(FileIdentity)
    }
}
