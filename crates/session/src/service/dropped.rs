//! A file that is dropped on the page. Where the system opens a file once more by the number that it has in this process, it has no
//! name, so that nothing is left of it however the server ends; elsewhere it lies in the server's folder.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tabiya_disk as disk;
use tempfile::{NamedTempFile, TempPath};

/// A file that is gone when nobody has it any more.
#[derive(Debug)]
pub struct Dropped {
    file: File,
    path: PathBuf,
    /// Removes the file, where it has a name.
    _named: Option<TempPath>,
}

impl Dropped {
    /// An empty file. The folder must have room for it.
    pub(super) fn new_in(folder: &Path) -> io::Result<Dropped> {
        let (file, named) = NamedTempFile::new_in(folder)?.into_parts();
        match numbered(&file) {
            Some(path) => named.close().map(|()| Dropped { file, path, _named: None }),
            None => Ok(Dropped { file, path: named.to_path_buf(), _named: Some(named) }),
        }
    }

    /// The path by which this process can open it.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for Dropped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        disk::write(&self.file, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The path of an open file that needs no name.
#[cfg(target_os = "linux")]
fn numbered(file: &File) -> Option<PathBuf> {
    use std::os::fd::AsRawFd as _;
    let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
    disk::open(&path).is_ok().then_some(path)
}

#[cfg(not(target_os = "linux"))]
fn numbered(_: &File) -> Option<PathBuf> {
    None
}
