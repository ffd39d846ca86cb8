//! Where the bytes of a database lie: in a file that is read at places, in memory, or elsewhere.

use std::fmt;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// Bytes that are read at places, from any thread: a file that is elsewhere.
pub trait ReadAt: fmt::Debug + Send + Sync {
    /// The number of bytes, which does not change.
    fn size(&self) -> u64;

    /// Fills `bytes` from a place on.
    ///
    /// # Errors
    ///
    /// If there are fewer bytes, or they cannot be read.
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()>;
}

/// A file, bytes in memory, or bytes elsewhere.
#[derive(Debug)]
pub(crate) enum Storage {
    File(File),
    Elsewhere(Arc<dyn ReadAt>),
    /// The bytes may be shared.
    Memory(Arc<Vec<u8>>),
}

impl Storage {
    /// The number of bytes.
    pub(crate) fn len(&self) -> io::Result<u64> {
        match self {
            Storage::File(file) => Ok(tabiya_disk::metadata_of(file)?.len()),
            Storage::Elsewhere(file) => Ok(file.size()),
            Storage::Memory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Reads this many bytes at a place into `bytes`, in place of what was there; the caller has made sure that the file has
    /// them.
    pub(crate) fn read(&self, offset: u64, len: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Storage::File(file) => {
                tabiya_disk::allow_read()?;
                bytes.resize(len, 0);
                read_exact_at(file, bytes, offset)
            }
            Storage::Elsewhere(file) => {
                bytes.resize(len, 0);
                file.read_exact_at(bytes, offset)
            }
            Storage::Memory(all) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                let found = all.get(start..).and_then(|rest| rest.get(..len));
                bytes.clear();
                bytes.extend_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

/// There, reading at a place moves the place at which a file is written, which is put back: games may be being added to it.
#[cfg(windows)]
fn read_exact_at(mut file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    use std::io::{Seek as _, SeekFrom};
    let before = file.stream_position()?;
    let read = read_all_at(file, bytes, offset);
    file.seek(SeekFrom::Start(before))?;
    read
}

#[cfg(windows)]
fn read_all_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        match file.seek_read(bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Where there are no files, none is open.
#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
