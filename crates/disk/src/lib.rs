//! Everything that is done with files, step by step: they are looked at, read, locked, created, written, synced, cut, renamed and
//! removed here and nowhere else.
//!
//! A file that cannot be looked at is an error, never "not there": a decision about a file that rests on an error loses files. So
//! `Path::exists` and its like are forbidden elsewhere (`clippy.toml`).
//!
//! With the feature `faults`, which only tests have, any of these steps can be made to fail (`faults.rs`); without it they cost
//! nothing.

#![allow(clippy::disallowed_methods, reason = "this is where they are called")]

#[cfg(feature = "faults")]
mod faults;
mod lock;
pub mod replace;

#[cfg(feature = "faults")]
pub use faults::{note_signal, point};
pub use lock::{NameLock, NoLock};
use same_file::Handle;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, PersistError};

/// One kind of access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Look,
    Read,
    Lock,
    Create,
    Write,
    Sync,
    Cut,
    Rename,
    Remove,
}

/// How much of a step is done.
enum Granted {
    All,
    /// Of what is read or written, only the first half.
    #[cfg(feature = "faults")]
    Half,
}

/// Asks whether a step may be done: always, but in tests.
#[cfg(not(feature = "faults"))]
#[inline]
fn ask(_: Step) -> io::Result<Granted> {
    Ok(Granted::All)
}

#[cfg(feature = "faults")]
use faults::ask;

/// True if a test lets a step of this process fail.
pub fn is_faulty() -> bool {
    #[cfg(feature = "faults")]
    return faults::are_asked_for();
    #[cfg(not(feature = "faults"))]
    return false;
}

/// The same for steps that cannot be done in part.
fn allow(step: Step) -> io::Result<()> {
    ask(step).map(drop)
}

/// The metadata at a path, links followed; nothing if nothing can be there.
///
/// # Errors
/// If it is not known, such as where a disk or a server fails, or where a folder cannot be entered.
pub fn look(path: &Path) -> io::Result<Option<Metadata>> {
    found(metadata(path))
}

/// The same of a link itself.
///
/// # Errors
/// See [`look`].
pub fn look_at_link(path: &Path) -> io::Result<Option<Metadata>> {
    found(allow(Step::Look).and_then(|()| fs::symlink_metadata(path)))
}

/// The metadata at a path, links followed; it is also an error if there is nothing.
///
/// # Errors
/// As of [`fs::metadata`].
pub fn metadata(path: &Path) -> io::Result<Metadata> {
    allow(Step::Look)?;
    fs::metadata(path)
}

/// The metadata of an open file.
///
/// # Errors
/// As of [`File::metadata`].
pub fn metadata_of(file: &File) -> io::Result<Metadata> {
    allow(Step::Look)?;
    file.metadata()
}

/// True if something is at a path.
///
/// # Errors
/// See [`look`].
pub fn is_there(path: &Path) -> io::Result<bool> {
    look(path).map(|data| data.is_some())
}

/// True if a regular file is at a path.
///
/// # Errors
/// See [`look`].
pub fn is_file(path: &Path) -> io::Result<bool> {
    look(path).map(|data| data.is_some_and(|data| data.is_file()))
}

/// True if a folder is at a path.
///
/// # Errors
/// See [`look`].
pub fn is_folder(path: &Path) -> io::Result<bool> {
    look(path).map(|data| data.is_some_and(|data| data.is_dir()))
}

/// Which file is at a path, among all files; nothing if none is there. A pipe keeps its opener waiting.
///
/// # Errors
/// See [`look`], and if it cannot be opened.
pub fn identity(path: &Path) -> io::Result<Option<Handle>> {
    found(allow(Step::Look).and_then(|()| Handle::from_path(path)))
}

/// True if a file that is open is the one at a path.
///
/// # Errors
/// See [`identity`].
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let open = Handle::from_file(file.try_clone()?)?;
    Ok(identity(path)?.is_some_and(|there| open == there))
}

/// Names under which nothing can be are names under which nothing is.
fn found<T>(looked: io::Result<T>) -> io::Result<Option<T>> {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    match looked {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput) => Ok(None),
        // A browser has no files.
        Err(error) if cfg!(target_family = "wasm") && error.kind() == io::ErrorKind::Unsupported => Ok(None),
        Err(error) => Err(error),
    }
}

/// The path without links and dots.
///
/// # Errors
/// As of [`fs::canonicalize`].
pub fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    allow(Step::Look)?;
    fs::canonicalize(path)
}

/// The entries of a folder.
///
/// # Errors
/// As of [`fs::read_dir`].
pub fn entries(folder: &Path) -> io::Result<fs::ReadDir> {
    allow(Step::Look)?;
    fs::read_dir(folder)
}

/// Opens a file to read it.
///
/// # Errors
/// As of [`File::open`].
#[inline]
pub fn open(path: &Path) -> io::Result<Steps> {
    allow(Step::Read)?;
    File::open(path).map(Steps)
}

/// The bytes of a file.
///
/// # Errors
/// As of [`fs::read`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    allow(Step::Read)?;
    fs::read(path)
}

/// The text of a file.
///
/// # Errors
/// As of [`fs::read_to_string`].
pub fn read_text(path: &Path) -> io::Result<String> {
    allow(Step::Read)?;
    fs::read_to_string(path)
}

/// Asks before something is read in another way than by [`Steps`].
///
/// # Errors
/// Only if a test lets this step fail.
#[inline]
pub fn allow_read() -> io::Result<()> {
    allow(Step::Read)
}

/// Closes a file to others that lock it.
///
/// # Errors
/// If another has locked it, and if files cannot be locked there.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    allow(Step::Lock).map_err(TryLockError::Error)?;
    file.try_lock()
}

/// Makes a file under a name that nothing has taken. One that takes the place of another is not to be read by
/// others before it has the other's permissions.
pub fn create_new(path: &Path, replaces: bool) -> io::Result<File> {
    allow(Step::Create)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(if replaces { 0o600 } else { 0o666 });
    }
    #[cfg(not(unix))]
    let _ = replaces;
    options.open(path)
}

/// Makes a folder, and those above it.
pub fn create_folder(path: &Path) -> io::Result<()> {
    allow(Step::Create)?;
    fs::create_dir_all(path)
}

/// A file without a name that is gone when it is closed.
pub fn temporary() -> io::Result<File> {
    allow(Step::Create)?;
    tempfile::tempfile()
}

/// The same in a folder that has room for what is being made there.
pub fn temporary_in(folder: &Path) -> io::Result<File> {
    allow(Step::Create)?;
    tempfile::tempfile_in(folder)
}

/// Fails for a file that may not be written.
pub fn check_writable(path: &Path) -> io::Result<()> {
    allow(Step::Look)?;
    OpenOptions::new().write(true).open(path).map(drop)
}

/// Opens a file of the user's to change it at places.
pub fn open_to_change(path: &Path) -> io::Result<File> {
    allow(Step::Read)?;
    OpenOptions::new().read(true).write(true).open(path)
}

/// Opens a pipe, a device, or a file that others have opened, to write after what is there.
pub fn open_stream(path: &Path) -> io::Result<File> {
    allow(Step::Create)?;
    let mut options = OpenOptions::new();
    // Devices of Windows are not appended to.
    let options = if cfg!(windows) { options.write(true) } else { options.append(true) };
    options.open(path)
}

/// Opens a file of ours to append to it, even while others append.
pub fn open_to_add(path: &Path) -> io::Result<File> {
    allow(Step::Create)?;
    OpenOptions::new().append(true).open(path)
}

/// Writes some of the bytes and says how many.
pub fn write(mut file: &File, bytes: &[u8]) -> io::Result<usize> {
    match ask(Step::Write)? {
        Granted::All => file.write(bytes),
        #[cfg(feature = "faults")]
        Granted::Half => file.write(&bytes[..bytes.len().div_ceil(2)]),
    }
}

/// Waits until a file is on the disk.
pub fn sync(file: &File) -> io::Result<()> {
    allow(Step::Sync)?;
    accept_unsupported(file.sync_all())
}

/// Cuts off everything after this many bytes.
pub fn cut(file: &File, len: u64) -> io::Result<()> {
    allow(Step::Cut)?;
    file.set_len(len)
}

/// Gives a file its name, which may be that of another: this one is replaced.
pub fn rename(file: NamedTempFile, path: &Path) -> Result<File, PersistError> {
    match allow(Step::Rename) {
        Ok(()) => file.persist(path),
        Err(error) => Err(PersistError { error, file }),
    }
}

/// Gives a file a name that is free.
pub fn rename_new(file: NamedTempFile, path: &Path) -> Result<File, PersistError> {
    match allow(Step::Rename) {
        Ok(()) => file.persist_noclobber(path),
        Err(error) => Err(PersistError { error, file }),
    }
}

/// Puts a new name on the disk. A folder that cannot be opened or synced keeps names in its own way.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    allow(Step::Sync)?;
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        accept_unsupported(folder.sync_all())?;
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Removes a file.
pub fn remove(path: &Path) -> io::Result<()> {
    allow(Step::Remove)?;
    fs::remove_file(path)
}

/// Removes a file that has no name of its own yet.
pub fn discard(mut file: NamedTempFile) {
    // It is in nobody's way if it stays.
    match allow(Step::Remove) {
        Ok(()) => drop(file),
        Err(_) => file.disable_cleanup(true),
    }
}

/// Removes a folder that is empty.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    allow(Step::Remove)?;
    fs::remove_dir(path)
}

/// Gives a file the owner, as far as that is allowed, and the permissions of another.
pub fn take_over(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Only the superuser may give files away; for others the new file is theirs.
            let _ = fchown(file, Some(old.uid()), Some(old.gid())).or_else(|_| fchown(file, None, Some(old.gid())));
        }
    }
    file.set_permissions(old.permissions())
}

/// Some file systems have nothing to sync and say so.
fn accept_unsupported(synced: io::Result<()>) -> io::Result<()> {
    match synced {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        other => other,
    }
}

/// A file that is read and changed in steps.
#[derive(Debug)]
pub struct Steps(pub File);

impl Write for Steps {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write(&self.0, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Steps {
    #[inline]
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match ask(Step::Read)? {
            Granted::All => self.0.read(bytes),
            #[cfg(feature = "faults")]
            Granted::Half => {
                let half = bytes.len().div_ceil(2);
                self.0.read(&mut bytes[..half])
            }
        }
    }
}

impl io::Seek for Steps {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        allow(Step::Look)?;
        self.0.seek(to)
    }
}
