//! Everything that the command changes on the disk, step by step: files are created, written, synced, cut, renamed and
//! removed here and nowhere else.
//!
//! With the feature `faults`, which only tests have, any of these steps can be made to fail (`disk/faults.rs`).

#[cfg(feature = "faults")]
mod faults;

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use tempfile::{NamedTempFile, PersistError};

/// One kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
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
    /// Of a text that is written, only the first half.
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
pub(crate) fn is_faulty() -> bool {
    #[cfg(feature = "faults")]
    return faults::are_asked_for();
    #[cfg(not(feature = "faults"))]
    return false;
}

/// The same for steps that cannot be done in part.
fn allow(step: Step) -> io::Result<()> {
    ask(step).map(drop)
}

/// Makes a file under a name that is free, whatever it is taken by. One that takes the place of another is not to be read by
/// others before it has the other's permissions.
pub(crate) fn create_new(path: &Path, replaces: bool) -> io::Result<File> {
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

/// Opens a file again that was made and closed before it got its name.
pub(crate) fn reopen(path: &Path) -> io::Result<File> {
    allow(Step::Write)?;
    OpenOptions::new().read(true).write(true).open(path)
}

/// Makes a folder, and those above it.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    allow(Step::Create)?;
    fs::create_dir_all(path)
}

/// A file without a name that is gone when it is closed.
pub(crate) fn temporary() -> io::Result<File> {
    allow(Step::Create)?;
    tempfile::tempfile()
}

/// The same in a folder that has room for what is being made there.
pub(crate) fn temporary_in(folder: &Path) -> io::Result<File> {
    allow(Step::Create)?;
    tempfile::tempfile_in(folder)
}

/// Fails for a file that may not be written.
pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(path).map(drop)
}

/// Opens a file of the user's to change it at places.
pub(crate) fn open_to_change(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(path)
}

/// Opens a pipe, a device, or a file that others have opened, to write after what is there.
pub(crate) fn open_stream(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    // Devices of Windows are not appended to.
    let options = if cfg!(windows) { options.write(true) } else { options.append(true) };
    options.open(path)
}

/// Opens a file of ours to write after what is there, whatever others add meanwhile.
pub(crate) fn open_to_add(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

/// Writes some of the bytes and says how many.
pub(crate) fn write(mut file: &File, bytes: &[u8]) -> io::Result<usize> {
    match ask(Step::Write)? {
        Granted::All => file.write(bytes),
        #[cfg(feature = "faults")]
        Granted::Half => file.write(&bytes[..bytes.len().div_ceil(2)]),
    }
}

/// Waits until a file is on the disk.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    allow(Step::Sync)?;
    accept_unsupported(file.sync_all())
}

/// Cuts off everything after this many bytes.
pub(crate) fn cut(file: &File, len: u64) -> io::Result<()> {
    allow(Step::Cut)?;
    file.set_len(len)
}

/// Gives a file its name, which may be that of another: this one is replaced.
pub(crate) fn rename(file: NamedTempFile, path: &Path) -> Result<File, PersistError> {
    match allow(Step::Rename) {
        Ok(()) => file.persist(path),
        Err(error) => Err(PersistError { error, file }),
    }
}

/// Gives a file a name that is free.
pub(crate) fn rename_new(file: NamedTempFile, path: &Path) -> Result<File, PersistError> {
    match allow(Step::Rename) {
        Ok(()) => file.persist_noclobber(path),
        Err(error) => Err(PersistError { error, file }),
    }
}

/// Puts a new name on the disk. A folder that cannot be opened or synced keeps names in its own way.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
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
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    allow(Step::Remove)?;
    fs::remove_file(path)
}

/// Removes a file that has no name of its own yet.
pub(crate) fn discard(mut file: NamedTempFile) {
    // It is in nobody's way if it stays.
    match allow(Step::Remove) {
        Ok(()) => drop(file),
        Err(_) => file.disable_cleanup(true),
    }
}

/// Removes a folder that is empty.
pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    allow(Step::Remove)?;
    fs::remove_dir(path)
}

/// Gives a file the owner, as far as that is allowed, and the permissions of another.
pub(crate) fn take_over(file: &File, old: &Metadata) -> io::Result<()> {
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

/// A file whose every change is a step.
#[derive(Debug)]
pub(crate) struct Steps(pub(crate) File);

impl Write for Steps {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write(&self.0, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl io::Read for Steps {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl io::Seek for Steps {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

impl tabiya::database::Sink for Steps {
    fn sync(&mut self) -> io::Result<()> {
        sync(&self.0)
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        cut(&self.0, len)
    }
}
