//! Access: which files a query may name.
//!
//! A file named on the command line is the user's own choice. A file named in a query may be the choice of a stranger:
//! such files are opened only below folders that were allowed, and only if they are plain files, after all links have
//! been followed.
//!
//! The permission is checked after all links are followed, also on the folder of a file to be created, and the
//! error for a file outside is the same whether it exists or not. The command permits the folder in which it runs,
//! because scripts and their files usually lie together; the library permits nothing.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use tabiya_disk as disk;

/// The folders below which queries may name files: none unless given.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
/// use tabiya::FileAccess;
///
/// assert!(FileAccess::default().open("games.pgn").is_err());
/// let here = FileAccess::below(["examples"])?;
/// assert!(here.open("examples/games/sample.pgn").is_ok());
/// assert!(here.open("examples/../Cargo.toml").is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileAccess {
    /// Without links.
    folders: Vec<PathBuf>,
}

/// The reason for not opening a file that a query names.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// Queries may name no files at all.
    #[error("queries are not allowed to open files")]
    NoFiles,
    /// It lies in none of the folders that are allowed. Here is the one in which it lies.
    #[error("it lies outside the folders in which queries may open files")]
    Outside(PathBuf),
    /// It is a folder, a pipe or a device.
    #[error("it is not a regular file")]
    NoPlainFile,
    /// It is not there, or the system denies it.
    #[error(transparent)]
    Failed(#[from] io::Error),
}

/// Advice where no files are allowed. Other programs than the command, such as those in C, may have no way to allow them.
pub(crate) const ALLOW: &str =
    "if you trust the query, allow its files: `--files FOLDER` of the command, in place of `--sandbox`";

impl Refused {
    /// Advice to the user of the command, if there is any.
    pub fn help(&self) -> Option<String> {
        match self {
            Refused::NoFiles => Some(ALLOW.into()),
            Refused::Outside(folder) => {
                // As people write it on Windows as well.
                let folder = dunce::simplified(folder).display();
                Some(format!("allow it with `--files {folder}` if you trust the query"))
            }
            Refused::Failed(error) if error.kind() == io::ErrorKind::NotFound => {
                Some("check the name; it is relative to the folder in which the command runs".into())
            }
            Refused::NoPlainFile | Refused::Failed(_) => None,
        }
    }
}

impl FileAccess {
    /// No files.
    pub fn none() -> FileAccess {
        FileAccess::default()
    }

    /// Files in some folders and in those below them.
    ///
    /// # Errors
    ///
    /// If one of them is not there or is no folder.
    pub fn below(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> io::Result<FileAccess> {
        let folder = |folder: &Path| {
            let folder = disk::canonicalize(folder)?;
            if disk::is_folder(&folder)? { Ok(folder) } else { Err(io::ErrorKind::NotADirectory.into()) }
        };
        let folders = folders.into_iter().map(|path| folder(path.as_ref()));
        Ok(FileAccess { folders: folders.collect::<io::Result<Vec<PathBuf>>>()? })
    }

    /// True if no file may be opened.
    pub fn is_none(&self) -> bool {
        self.folders.is_empty()
    }

    /// Opens a file to read it.
    ///
    /// # Errors
    ///
    /// If it may not be opened, or cannot.
    pub fn open(&self, name: impl AsRef<Path>) -> Result<File, Refused> {
        let path = self.existing(name.as_ref())?;
        let file = disk::open(&path)?.0;
        // Between the look and the opening it may have become something else.
        if disk::metadata_of(&file)?.is_file() { Ok(file) } else { Err(Refused::NoPlainFile) }
    }

    /// The path of a file that exists, without links.
    ///
    /// # Errors
    ///
    /// If it may not be opened, or is not there.
    pub fn existing(&self, name: &Path) -> Result<PathBuf, Refused> {
        if self.is_none() {
            return Err(Refused::NoFiles);
        }
        let path = match disk::canonicalize(name) {
            Ok(path) => path,
            // The error must not reveal whether there is a file outside.
            Err(error) => return Err(self.inside(name).err().unwrap_or(Refused::Failed(error))),
        };
        self.check(&path)?;
        if disk::metadata(&path)?.is_file() { Ok(path) } else { Err(Refused::NoPlainFile) }
    }

    /// The path of a file to be written, without links: a plain file, or one that is not there yet, in a folder that is.
    ///
    /// # Errors
    ///
    /// If it may not be written, or its folder is not there.
    pub fn target(&self, name: impl AsRef<Path>) -> Result<PathBuf, Refused> {
        let name = name.as_ref();
        // A link that leads nowhere would be followed when the file is made.
        match disk::look_at_link(name) {
            Ok(None) => self.inside(name),
            // The error must not reveal whether there is a file outside.
            Ok(Some(_)) | Err(_) => self.existing(name),
        }
    }

    /// The path of a file that need not be there, in a folder that is.
    fn inside(&self, name: &Path) -> Result<PathBuf, Refused> {
        if self.is_none() {
            return Err(Refused::NoFiles);
        }
        let Some(file) = name.file_name() else { return Err(Refused::NoPlainFile) };
        let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // Of a folder that is not there, the first one above it that is says whether queries about it are allowed.
        let there = folder.ancestors().find_map(|above| {
            let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
            disk::canonicalize(above).ok()
        });
        if let Some(there) = there
            && !self.allows(&there)
        {
            return Err(Refused::Outside(there));
        }
        Ok(disk::canonicalize(folder)?.join(file))
    }

    fn allows(&self, path: &Path) -> bool {
        self.folders.iter().any(|folder| path.starts_with(folder))
    }

    fn check(&self, path: &Path) -> Result<(), Refused> {
        if self.allows(path) {
            return Ok(());
        }
        Err(Refused::Outside(path.parent().unwrap_or(path).to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_plain_files_below_the_folders() {
        let place = tempfile::tempdir().expect("a folder");
        let inner = place.path().join("inner");
        fs::create_dir_all(inner.join("deep")).expect("folders");
        fs::write(inner.join("deep/a.pgn"), "x").expect("a file");
        fs::write(place.path().join("b.pgn"), "x").expect("a file");
        let access = FileAccess::below([&inner]).expect("a folder");
        assert!(access.open(inner.join("deep/a.pgn")).is_ok());
        assert!(access.target(inner.join("new.pgn")).is_ok());
        assert!(matches!(access.open(inner.join("../b.pgn")), Err(Refused::Outside(_))));
        assert!(matches!(access.target(inner.join("../c.pgn")), Err(Refused::Outside(_))));
        assert!(matches!(access.open(inner.join("../c.pgn")), Err(Refused::Outside(_))));
        assert!(matches!(access.open(place.path().join("none/c.pgn")), Err(Refused::Outside(_))));
        assert!(matches!(access.open(inner.join("deep")), Err(Refused::NoPlainFile)));
        assert!(matches!(access.target(inner.join("deep")), Err(Refused::NoPlainFile)));
        assert!(matches!(access.target(inner.join("none/a.pgn")), Err(Refused::Failed(_))));
        assert!(matches!(access.open(inner.join("none.pgn")), Err(Refused::Failed(_))));
        assert!(matches!(FileAccess::none().open(inner.join("deep/a.pgn")), Err(Refused::NoFiles)));
        assert!(matches!(FileAccess::none().target("x.pgn"), Err(Refused::NoFiles)));
        assert!(FileAccess::below([place.path().join("b.pgn")]).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out() {
        use std::os::unix::fs::symlink;
        let place = tempfile::tempdir().expect("a folder");
        let inner = place.path().join("inner");
        fs::create_dir(&inner).expect("a folder");
        fs::write(inner.join("a.pgn"), "x").expect("a file");
        fs::write(place.path().join("b.pgn"), "x").expect("a file");
        for (link, to) in [("in.pgn", "a.pgn"), ("out.pgn", "../b.pgn"), ("nowhere.pgn", "../c.pgn"), ("up", "..")] {
            symlink(to, inner.join(link)).expect("a link");
        }
        symlink("/dev/zero", inner.join("zero.pgn")).expect("a link");
        let access = FileAccess::below([&inner]).expect("a folder");
        assert!(access.open(inner.join("in.pgn")).is_ok());
        for name in ["out.pgn", "nowhere.pgn", "up/b.pgn", "up/new.pgn", "zero.pgn"] {
            assert!(access.open(inner.join(name)).is_err(), "{name}");
            assert!(access.target(inner.join(name)).is_err(), "{name}");
        }
        assert!(!place.path().join("c.pgn").exists());
    }
}
