//! The key in the address of the page: a new one for each run, or one that a file keeps, so that bookmarks last.
//!
//! Anyone who can read the file can use the page, so it is made with permissions for its owner alone, and one that others may
//! read is rejected.

use super::guard::random;
use crate::cli::report::Message;
use std::fs;
use std::io;
use std::path::Path;
use tabiya_disk as disk;

/// The characters that a key has at least: those of 192 random bits.
const SHORTEST: usize = 32;

/// The greatest number of bytes that are read of a file.
const LONGEST: u64 = 1024;

/// The key of this run.
///
/// # Errors
///
/// If the system has no random numbers, or the file cannot be read or made, may be read by others, or holds no key.
pub(super) fn key(file: Option<&Path>) -> Result<String, Message> {
    let Some(path) = file else { return fresh() };
    let failed = |error: io::Error| Message::error("key-file", format!("{}: {error}", path.display()));
    match disk::look(path).map_err(failed)? {
        Some(metadata) => {
            check_owner(path, &metadata)?;
            if metadata.len() > LONGEST {
                return Err(no_key(path));
            }
            read(&disk::read_text(path).map_err(failed)?).ok_or_else(|| no_key(path))
        }
        None => {
            let key = fresh()?;
            make(path, &key).map_err(failed)?;
            Ok(key)
        }
    }
}

fn fresh() -> Result<String, Message> {
    random()
        .map_err(|error| Message::error("no-random-numbers", format!("the system gives no random numbers: {error}")))
}

/// The key in a text, if that is one.
fn read(text: &str) -> Option<String> {
    let key = text.trim();
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (key.len() >= SHORTEST && key.bytes().all(fits)).then(|| key.to_owned())
}

/// Makes a file that its owner alone may read. Another program that makes it at the same time wins.
fn make(path: &Path, key: &str) -> io::Result<()> {
    let file = disk::create_new(path, true)?;
    let text = format!("{key}\n");
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let written = disk::write(&file, rest)?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        rest = &rest[written..];
    }
    disk::sync(&file)
}

fn no_key(path: &Path) -> Message {
    let message = Message::error("key-file", format!("{} holds no key", path.display()));
    message.help("name a file that does not exist yet: the key is written there")
}

#[cfg(unix)]
fn check_owner(path: &Path, metadata: &fs::Metadata) -> Result<(), Message> {
    use std::os::unix::fs::PermissionsExt as _;
    if metadata.permissions().mode() & 0o077 == 0 {
        return Ok(());
    }
    let message = Message::error("key-file", format!("others may read {}, so its key is not secret", path.display()));
    Err(message.help("delete it, or take its permissions away with `chmod 600`"))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
fn check_owner(_: &Path, _: &fs::Metadata) -> Result<(), Message> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_keeps_its_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let made = key(Some(&path)).unwrap();
        assert_eq!(key(Some(&path)).unwrap(), made);
        assert_ne!(key(None).unwrap(), made);
        fs::write(&path, "too short\n").unwrap();
        assert!(key(Some(&path)).is_err());
        assert!(key(Some(&folder.path().join("no/such/folder"))).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        key(Some(&path)).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(key(Some(&path)).is_err());
    }
}
