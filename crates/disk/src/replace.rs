//! Replacing a file as a whole. The new text is written next to the old file, under a unique name, and is
//! renamed when it is complete. Every file that the command writes goes this way, but for games that are added to a database.
//!
//! ```text
//! create        DIR/.NAME.XXXXXX.tmp, made new in the folder of the target
//! write, sync   text, then the disk
//! commit        renamed to DIR/NAME; before that moment the old file is whole, after it the new one
//! keep_partial  renamed to DIR/NAME.partial, or .partial.1, .partial.2, ...: never to a name that is taken;
//!               of a page, to DIR/STEM.partial.html
//! drop          removed
//! ```
//!
//! A process that is killed leaves the temporary file and the old one; one that a signal ends at once removes it (`abandon`).
//!
//! So either the old file or the new one is there at every moment, and two runs cannot mix. All outputs of a run are
//! complete and synced before the first one is renamed, so one that cannot be written leaves the others as they were. A
//! name that is taken is never reused, because the message of an earlier run may have named that file. If the folder
//! cannot be synced after the rename, the file is there, and whole, but a loss of power might bring the old name back:
//! the exit status is 2, and the message says both. A folder that accepts no new files is rejected, although a file in
//! it could be overwritten in place: while it is written, such a file would be neither the old one nor the new one. A
//! link is kept and its target replaced, because a user who names a link means the file that it leads to. `fmt`, `cql
//! -a` and `-u`, which make the new text of the old one, read the file again before the rename.

use crate as disk;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{NamedTempFile, TempPath};

/// The greatest number of links in a chain to a file.
const LINKS: usize = 40;

/// The greatest number of names that are tried for a partial file.
const PARTIAL_NAMES: u32 = 10_000;

/// The longest name of a file, in bytes, on every system in use.
pub(crate) const NAME_BYTES: usize = 255;

/// A file that is being written and has not got its name yet. It is removed when it is dropped, unless the program
/// is panicking: then what was written stays under the temporary name.
#[derive(Debug)]
pub struct Replacement {
    /// Nothing once the file has its name, and while it rests.
    file: Option<NamedTempFile>,
    /// The file while it rests: closed, and waiting for others before it gets its name.
    resting: Option<TempPath>,
    /// The name that it has until then.
    temporary: PathBuf,
    target: PathBuf,
    over: Over,
    /// True if everything written so far is on the disk.
    synced: bool,
}

/// The names of all files of the process that may not have got theirs.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary_names() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all files that have not got their names: the process ends while they are being written.
pub fn abandon() {
    temporary_names().iter().for_each(|path| drop(disk::remove(path)));
}

/// What a new file may take the place of.
#[derive(Debug)]
enum Over {
    /// Of any file.
    Any,
    /// Of none.
    Nothing,
    /// Of one that still holds this.
    Unchanged(Vec<u8>),
}

/// The folder of a file takes no new file, although the file itself may be written.
#[derive(Debug, thiserror::Error)]
#[error("a new file must be created next to it, but its folder does not allow that: {0}")]
pub struct ClosedFolder(io::Error);

/// The file has its name and is whole, but the system did not confirm that the name is on the disk.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unconfirmed(io::Error);

/// The file to be replaced is not what it was when it was read.
#[derive(Debug, thiserror::Error)]
#[error("it has been changed since it was read, and stays as it is now")]
pub struct Changed;

/// True if an error has a cause of a kind.
pub fn is_caused_by<E: std::error::Error + 'static>(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|source| source.is::<E>())
}

impl Replacement {
    /// Begins to replace a file, which need not exist. Where the path is a symbolic link, the file that it leads to is
    /// the one replaced, and the link stays.
    ///
    /// # Errors
    /// If the file exists and may not be written or is not a plain file, or if its folder takes no new files
    /// ([`ClosedFolder`] where that is all that is in the way).
    pub fn create(path: &Path) -> io::Result<Replacement> {
        Replacement::begin(resolve(path)?, Over::Any)
    }

    /// The same with a file that gets its name only if it still holds what was read; otherwise the error is [`Changed`].
    pub fn of_unchanged(path: &Path, read: Vec<u8>) -> io::Result<Replacement> {
        Replacement::begin(resolve(path)?, Over::Unchanged(read))
    }

    /// Begins a file under a name that is free, and that must be so when the file gets it. A link also takes its name.
    ///
    /// # Errors
    /// If the name is taken, or if its folder takes no new files.
    pub fn create_new(path: &Path) -> io::Result<Replacement> {
        match disk::look_at_link(path)? {
            Some(_) => Err(io::ErrorKind::AlreadyExists.into()),
            None => Replacement::begin(path.to_owned(), Over::Nothing),
        }
    }

    /// Begins to replace a file of our own, which holds what was read, or one that is not there. Links are not followed.
    ///
    /// # Errors
    /// As [`Replacement::create_new`] and [`Replacement::of_unchanged`].
    pub fn of_own(path: &Path, read: Option<Vec<u8>>) -> io::Result<Replacement> {
        match read {
            Some(read) => Replacement::begin(path.to_owned(), Over::Unchanged(read)),
            None => Replacement::create_new(path),
        }
    }

    fn begin(target: PathBuf, over: Over) -> io::Result<Replacement> {
        let last = target.as_os_str().as_encoded_bytes().last();
        let named_as_folder = last.is_some_and(|&end| std::path::is_separator(char::from(end)));
        let Some(name) = target.file_name().filter(|_| !named_as_folder) else {
            return Err(io::ErrorKind::IsADirectory.into());
        };
        let old = disk::look_at_link(&target)?;
        match &old {
            // There, trying to open it would say that access is denied.
            Some(data) if cfg!(windows) && data.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Some(data) if data.is_dir() || data.is_file() => {
                // It is replaced in the end, so it must be one that may be written.
                disk::check_writable(&target)?;
            }
            Some(_) => return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a regular file")),
            None => {}
        }
        let prefix = format!(".{}.", shortened(&name.to_string_lossy(), NAME_BYTES - 16));
        let made = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(".tmp")
            .make_in(folder(&target), |path| disk::create_new(path, old.is_some()));
        let file = made.map_err(|error| match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem if old.is_some() => {
                io::Error::new(error.kind(), ClosedFolder(error))
            }
            _ => error,
        })?;
        let temporary = file.path().to_owned();
        temporary_names().push(temporary.clone());
        let file = Replacement { file: Some(file), resting: None, temporary, target, over, synced: true };
        if let Some(old) = &old {
            disk::take_over(file.open()?, old)?;
        }
        Ok(file)
    }

    /// True if it has its name.
    pub fn is_finished(&self) -> bool {
        self.file.is_none() && self.resting.is_none()
    }

    /// Closes the file until it gets its name. The file is on the disk.
    pub fn rest(&mut self) -> io::Result<()> {
        self.sync()?;
        self.resting = self.file.take().map(NamedTempFile::into_temp_path);
        Ok(())
    }

    /// Opens it again if it rests.
    pub fn wake(&mut self) -> io::Result<()> {
        let Some(path) = &self.resting else { return Ok(()) };
        let file = disk::open_to_change(path)?;
        self.file = self.resting.take().map(|path| NamedTempFile::from_parts(file, path));
        Ok(())
    }

    /// The path at which the text written so far can be read.
    pub fn path(&self) -> io::Result<&Path> {
        self.file.as_ref().map(NamedTempFile::path).ok_or_else(finished)
    }

    /// The number of bytes of it that have been written.
    pub fn bytes(&self) -> io::Result<u64> {
        disk::metadata_of(self.open()?).map(|data| data.len())
    }

    /// Drops what comes after a place.
    pub fn truncate(&mut self, len: u64) -> io::Result<()> {
        self.synced = false;
        disk::cut(self.open()?, len)
    }

    /// Waits until everything is on the disk.
    pub fn sync(&mut self) -> io::Result<()> {
        self.wake()?;
        if !self.synced {
            disk::sync(self.open()?)?;
            self.synced = true;
        }
        Ok(())
    }

    /// Gives it the name of the file that it replaces. After an error it is still there, to be kept or dropped, unless the
    /// error is [`Unconfirmed`].
    pub fn commit(&mut self) -> io::Result<()> {
        self.sync()?;
        if let Over::Unchanged(read) = &self.over
            && disk::read(&self.target)? != *read
        {
            return Err(io::Error::other(Changed));
        }
        let file = self.file.take().ok_or_else(finished)?;
        let named = match self.over {
            Over::Nothing => disk::rename_new(file, &self.target),
            Over::Any | Over::Unchanged(_) => disk::rename(file, &self.target),
        };
        match named {
            Ok(_) => disk::sync_folder(folder(&self.target))
                .map_err(|error| io::Error::new(error.kind(), Unconfirmed(error))),
            Err(refused) => {
                self.file = Some(refused.file);
                Err(refused.error)
            }
        }
    }

    /// Keeps it although it is not complete: under the target's name with `.partial` after it, and a number if that
    /// name is taken. Gives the name; the temporary one if no other can be had.
    pub fn keep_partial(mut self) -> io::Result<PathBuf> {
        // Bytes that are not on the disk are at least kept in memory.
        let _ = self.sync();
        for number in 0..PARTIAL_NAMES {
            let path = partial_name(&self.target, number);
            let file = self.file.take().ok_or_else(finished)?;
            match disk::rename_new(file, &path) {
                Ok(_) => {
                    let _ = disk::sync_folder(folder(&path));
                    return Ok(path);
                }
                Err(refused) => {
                    let taken = refused.error.kind() == io::ErrorKind::AlreadyExists;
                    self.file = Some(refused.file);
                    if !taken {
                        break;
                    }
                }
            }
        }
        let file = self.file.take().ok_or_else(finished)?;
        file.keep().map(|(_, path)| path).map_err(|refused| refused.error)
    }

    /// The file, as long as it has not got its name.
    pub fn open(&self) -> io::Result<&File> {
        self.file.as_ref().map(NamedTempFile::as_file).ok_or_else(finished)
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.synced = false;
        disk::write(self.open()?, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.resting.is_some() { Ok(()) } else { self.open()?.flush() }
    }
}

impl io::Seek for Replacement {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.open()?.seek(to)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(path) = self.resting.take().filter(|_| std::thread::panicking()) {
            let _ = path.keep();
        }
        match self.file.take() {
            Some(mut file) if std::thread::panicking() => file.disable_cleanup(true),
            Some(file) => disk::discard(file),
            None => {}
        }
        temporary_names().retain(|path| *path != self.temporary);
    }
}

fn finished() -> io::Error {
    io::Error::other("the file already has its name")
}

/// The path at the end of symbolic links, whether there is a file or not.
///
/// # Errors
/// If there are too many links, or if it is an address: `s3://bucket/name`.
pub fn resolve(path: &Path) -> io::Result<PathBuf> {
    if is_address(path) && !disk::is_there(folder(path))? {
        let text = "files are written on this machine, not at an address; copy it there afterwards";
        return Err(io::Error::new(io::ErrorKind::Unsupported, text));
    }
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if !disk::look_at_link(&path)?.is_some_and(|data| data.is_symlink()) {
            return Ok(path);
        }
        path = folder(&path).join(fs::read_link(&path)?);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "too many symbolic links"))
}

/// True for `s3://bucket/name` and the like.
fn is_address(path: &Path) -> bool {
    let scheme = path.to_str().and_then(|path| path.split_once("://")).map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// The folder that a file is in.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// True if a path is one under which an incomplete file of a target may be kept.
pub fn is_partial_name(target: &Path, path: &Path) -> bool {
    resolve(target).is_ok_and(|target| (0..PARTIAL_NAMES).any(|number| partial_name(&target, number) == path))
}

/// `NAME.partial`, `NAME.partial.1`, `NAME.partial.2`, ... A page keeps its ending after that, because browsers show a
/// file as a page by its ending.
fn partial_name(target: &Path, number: u32) -> PathBuf {
    let mut end = String::from(".partial");
    if number > 0 {
        end.push_str(&format!(".{number}"));
    }
    let mut name = target.file_name().unwrap_or_default();
    if let (Some(stem), Some(ending @ ("html" | "htm"))) =
        (target.file_stem(), target.extension().and_then(|ending| ending.to_str()))
    {
        name = stem;
        end.push_str(&format!(".{ending}"));
    }
    let mut partial = if name.len() + end.len() <= NAME_BYTES {
        name.to_owned()
    } else {
        shortened(&name.to_string_lossy(), NAME_BYTES - end.len()).into()
    };
    partial.push(end);
    target.with_file_name(partial)
}

/// The beginning of a text that takes no more than this many bytes.
pub(crate) fn shortened(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    fn writing(path: &Path, text: &str) -> Replacement {
        let mut file = Replacement::create(path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    }

    #[test]
    fn the_old_file_is_whole_until_the_new_one_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        fs::write(&path, "old").unwrap();
        let mut file = writing(&path, "new");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert!(names(folder.path())[0].starts_with(".a.pgn."));
        file.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        drop(writing(&path, "never"));
        assert_eq!(names(folder.path()), ["a.pgn"]);
    }

    #[test]
    fn partial_names_are_never_taken_from_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        fs::write(folder.path().join("a.pgn.partial"), "mine").unwrap();
        for number in 1..4 {
            let kept = writing(&path, "part").keep_partial().unwrap();
            assert_eq!(kept, folder.path().join(format!("a.pgn.partial.{number}")));
            assert_eq!(fs::read_to_string(kept).unwrap(), "part");
        }
        assert_eq!(fs::read_to_string(folder.path().join("a.pgn.partial")).unwrap(), "mine");
        let page = folder.path().join("a.html");
        for name in ["a.partial.html", "a.partial.1.html"] {
            assert_eq!(writing(&page, "part").keep_partial().unwrap(), folder.path().join(name));
        }
    }

    #[test]
    fn a_file_that_was_changed_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cql");
        fs::write(&path, "old").unwrap();
        let mut file = Replacement::of_unchanged(&path, b"old".to_vec()).unwrap();
        file.write_all(b"new").unwrap();
        fs::write(&path, "other").unwrap();
        assert!(is_caused_by::<Changed>(&file.commit().unwrap_err()));
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "other");
        let mut file = Replacement::of_unchanged(&path, b"other".to_vec()).unwrap();
        file.write_all(b"new").unwrap();
        file.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["a.cql"]);
    }

    #[test]
    fn new_names_are_never_taken_from_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.state");
        let mut file = Replacement::create_new(&path).unwrap();
        file.write_all(b"ours").unwrap();
        fs::write(&path, "theirs").unwrap();
        assert_eq!(file.commit().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(Replacement::create_new(&path).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert!(Replacement::of_own(&path, None).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        Replacement::of_own(&path, Some(b"theirs".to_vec())).unwrap().commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_our_own_is_no_link() {
        let folder = tempfile::tempdir().unwrap();
        let (link, victim) = (folder.path().join("a.state"), folder.path().join("victim"));
        fs::write(&victim, "theirs").unwrap();
        std::os::unix::fs::symlink("victim", &link).unwrap();
        assert!(Replacement::create_new(&link).is_err());
        assert!(Replacement::of_own(&link, Some(b"theirs".to_vec())).is_err());
        assert_eq!(fs::read_to_string(&victim).unwrap(), "theirs");
    }

    #[test]
    fn a_name_that_cannot_be_had_leaves_the_file_to_be_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        let mut file = writing(&path, "new");
        fs::create_dir(&path).unwrap();
        assert!(file.commit().is_err());
        assert_eq!(fs::read_to_string(file.keep_partial().unwrap()).unwrap(), "new");
    }

    #[test]
    fn long_names_have_room() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("{}.pgn", "ä".repeat(125)));
        let kept = writing(&path, "part").keep_partial().unwrap();
        assert!(kept.to_string_lossy().ends_with("ä.partial"));
        writing(&path, "new").commit().unwrap();
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_what_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("deep")).unwrap();
        // A link to a file that does not exist yet, through another link.
        std::os::unix::fs::symlink("deep/second", at("first")).unwrap();
        std::os::unix::fs::symlink("real", at("deep/second")).unwrap();
        for text in ["one", "two"] {
            writing(&at("first"), text).commit().unwrap();
            assert_eq!(fs::read_to_string(at("deep/real")).unwrap(), text);
        }
        assert!(fs::symlink_metadata(at("first")).unwrap().is_symlink());
        assert_eq!(names(&at("deep")), ["real", "second"]);
        std::os::unix::fs::symlink("circle", at("circle")).unwrap();
        assert!(Replacement::create(&at("circle")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        writing(&path, "new").commit().unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        // A new file has the permissions that any new file has.
        let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
        writing(&ours, "").commit().unwrap();
        fs::write(&usual, "").unwrap();
        assert_eq!(fs::metadata(&ours).unwrap().permissions(), fs::metadata(&usual).unwrap().permissions());
    }

    #[test]
    fn what_cannot_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let kind = |path: &Path| Replacement::create(path).unwrap_err().kind();
        assert_eq!(kind(folder.path()), io::ErrorKind::IsADirectory);
        assert_eq!(kind(&folder.path().join("new/")), io::ErrorKind::IsADirectory);
        assert_eq!(kind(&folder.path().join("missing/a.pgn")), io::ErrorKind::NotFound);
    }
}
