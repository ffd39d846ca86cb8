//! Replacing a file as a whole. The new text is written beside the old file, under a unique name, and is
//! renamed when it is complete. Every file that the command writes goes this way.
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
//! A process that is killed leaves the temporary file and the old one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{error, fmt};
use tempfile::NamedTempFile;

/// The greatest number of links in a chain to a file.
const LINKS: usize = 40;

/// The greatest number of names that are tried for a partial file.
const PARTIAL_NAMES: u32 = 10_000;

/// The longest name of a file, in bytes, on every system in use.
const NAME_BYTES: usize = 255;

/// A file that is being written and has not got its name yet. It is removed when it is dropped, unless the program
/// is panicking: then what was written stays under the temporary name.
#[derive(Debug)]
pub(crate) struct Replacement {
    /// Nothing once the file has its name.
    file: Option<NamedTempFile>,
    target: PathBuf,
    /// True if everything written so far is on the disk.
    synced: bool,
}

/// The folder of a file takes no new file, although the file itself may be written.
#[derive(Debug)]
pub(crate) struct ClosedFolder(io::Error);

impl fmt::Display for ClosedFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a new file must be created beside it, but its folder does not allow that: {}", self.0)
    }
}

impl error::Error for ClosedFolder {}

impl Replacement {
    /// Begins to replace a file, which need not exist. Where the path is a symbolic link, the file that it leads to is
    /// the one replaced, and the link stays.
    ///
    /// # Errors
    /// If the file exists and may not be written or is no plain file, or if its folder takes no new files
    /// ([`ClosedFolder`] where that is all that is in the way).
    pub(crate) fn create(path: &Path) -> io::Result<Replacement> {
        let target = resolve(path)?;
        let named_as_folder = target.as_os_str().as_encoded_bytes().ends_with(b"/");
        let Some(name) = target.file_name().filter(|_| !named_as_folder) else {
            return Err(io::ErrorKind::IsADirectory.into());
        };
        let old = match fs::symlink_metadata(&target) {
            Ok(data) if data.is_dir() || data.is_file() => {
                // It is replaced in the end, so it must be one that may be written.
                OpenOptions::new().write(true).open(&target)?;
                Some(data)
            }
            Ok(_) => return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a regular file")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let prefix = format!(".{}.", shortened(&name.to_string_lossy(), NAME_BYTES - 16));
        let made = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(".tmp")
            .make_in(folder(&target), |path| create_new(path, old.is_some()));
        let file = made.map_err(|error| match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem if old.is_some() => {
                io::Error::new(error.kind(), ClosedFolder(error))
            }
            _ => error,
        })?;
        if let Some(old) = &old {
            take_over(file.as_file(), old)?;
        }
        Ok(Replacement { file: Some(file), target, synced: true })
    }

    /// The path of the file that is replaced, in one form for all its spellings.
    pub(crate) fn target(&self) -> PathBuf {
        match (fs::canonicalize(folder(&self.target)), self.target.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => self.target.clone(),
        }
    }

    /// The path at which the text written so far can be read.
    pub(crate) fn path(&self) -> io::Result<&Path> {
        self.file.as_ref().map(NamedTempFile::path).ok_or_else(finished)
    }

    /// The number of bytes of it that have been written.
    pub(crate) fn len(&self) -> io::Result<u64> {
        self.open()?.metadata().map(|data| data.len())
    }

    /// Drops what lies behind a place.
    pub(crate) fn truncate(&mut self, len: u64) -> io::Result<()> {
        self.synced = false;
        self.open()?.set_len(len)
    }

    /// Waits until everything is on the disk.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        if !self.synced {
            accept_unsupported(self.open()?.sync_all())?;
            self.synced = true;
        }
        Ok(())
    }

    /// Gives it the name of the file that it replaces. After an error it is still there, to be kept or dropped.
    pub(crate) fn commit(&mut self) -> io::Result<()> {
        self.sync()?;
        let file = self.file.take().ok_or_else(finished)?;
        match file.persist(&self.target) {
            Ok(_) => sync_folder(&self.target),
            Err(refused) => {
                self.file = Some(refused.file);
                Err(refused.error)
            }
        }
    }

    /// Keeps it although it is not complete: under the target's name with `.partial` behind it, and a number if that
    /// name is taken. Gives the name; the temporary one if no other can be had.
    pub(crate) fn keep_partial(mut self) -> io::Result<PathBuf> {
        // Bytes that are not on the disk are at least kept in memory.
        let _ = self.sync();
        for number in 0..PARTIAL_NAMES {
            let path = partial_name(&self.target, number);
            let file = self.file.take().ok_or_else(finished)?;
            match file.persist_noclobber(&path) {
                Ok(_) => {
                    let _ = sync_folder(&path);
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
    pub(crate) fn open(&self) -> io::Result<&File> {
        self.file.as_ref().map(NamedTempFile::as_file).ok_or_else(finished)
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.synced = false;
        self.open()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.open()?.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(file) = &mut self.file
            && std::thread::panicking()
        {
            file.disable_cleanup(true);
        }
    }
}

fn finished() -> io::Error {
    io::Error::other("the file already has its name")
}

/// The path at the end of symbolic links, whether there is a file or not.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink()) {
            return Ok(path);
        }
        path = folder(&path).join(fs::read_link(&path)?);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "too many symbolic links"))
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// `NAME.partial`, `NAME.partial.1`, `NAME.partial.2`, ... A page keeps its ending behind that, because browsers show a
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

/// The beginning of a text that takes no more than so many bytes.
fn shortened(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Makes a file under a name that is free. One that takes the place of another is not to be read by others before it
/// has the other's permissions.
fn create_new(path: &Path, replaces: bool) -> io::Result<File> {
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

/// Gives a file the owner, as far as that is allowed, and the permissions of another.
fn take_over(file: &File, old: &fs::Metadata) -> io::Result<()> {
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

/// Puts a new name on the disk. A folder that cannot be opened or synced keeps names in its own way.
fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder(path)) {
        accept_unsupported(folder.sync_all())?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Some file systems have nothing to sync and say so.
fn accept_unsupported(synced: io::Result<()>) -> io::Result<()> {
    match synced {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        other => other,
    }
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
