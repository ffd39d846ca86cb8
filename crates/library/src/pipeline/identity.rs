//! The identity of a file, whatever paths and links name it.

use same_file::Handle;
use std::path::Path;
use std::{fs, io};

/// A file among all others: equal to another if both are the same file, by whatever name.
#[derive(Debug, PartialEq, Eq)]
pub struct FileIdentity(Handle);

impl FileIdentity {
    /// The file at a path. None if it is not there, cannot be read, or is no plain file.
    pub fn at(path: &Path) -> Option<FileIdentity> {
        // Opening a pipe would wait for somebody at its other end.
        let plain = fs::metadata(path).is_ok_and(|data| data.is_file());
        plain.then(|| FileIdentity::of(Handle::from_path(path))).flatten()
    }

    /// The file that is read as standard input, if it is a plain file.
    pub fn of_stdin() -> Option<FileIdentity> {
        FileIdentity::of(Handle::stdin())
    }

    /// The file that is written as standard output, if it is a plain file.
    pub fn of_stdout() -> Option<FileIdentity> {
        FileIdentity::of(Handle::stdout())
    }

    fn of(handle: io::Result<Handle>) -> Option<FileIdentity> {
        handle.ok().filter(|handle| handle.as_file().metadata().is_ok_and(|data| data.is_file())).map(FileIdentity)
    }
}
