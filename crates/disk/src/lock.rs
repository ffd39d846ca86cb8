//! Names that one process at a time writes, whether there is a file of this name yet or not.
//!
//! A file next to it, `NAME.lock`, stands for the right to write. It is made only where there is none, which every file system does
//! for one process alone, and says who has made it. Where files can be locked it is also locked, so that one that a process
//! has left which was killed is known by being open to others: the next process takes it over. Where they cannot, or if it was made
//! on another machine, whose locks may not be seen here, it must be removed by hand.

use crate as disk;
use crate::replace::{NAME_BYTES, shortened};
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The beginning of a lock file.
const MARK: &str = "Writing here: ";

/// The most times that a lock file may vanish while it is being opened.
const TRIES: usize = 100;

/// The time in which a process that has made a lock file says who it is.
const NAMED: Duration = Duration::from_millis(200);

/// The right to write a file of one name. It ends when it is dropped.
#[derive(Debug)]
pub struct NameLock {
    path: PathBuf,
    file: File,
}

/// The reason why a name could not be locked.
#[derive(Debug)]
pub enum NoLock {
    /// Another process has locked it, or has left its lock.
    Held {
        /// The lock file.
        path: PathBuf,
        /// What it says: `process 123 on host`; nothing if it cannot be read.
        holder: String,
    },
    /// No lock file can be made or read.
    Failed(io::Error),
}

impl From<io::Error> for NoLock {
    fn from(error: io::Error) -> NoLock {
        NoLock::Failed(error)
    }
}

impl NameLock {
    /// Locks the name of a file, which need not be there.
    ///
    /// # Errors
    /// If another process has locked it, and if its folder takes no new files.
    pub fn acquire(name: &Path) -> Result<NameLock, NoLock> {
        let Some(file) = name.file_name() else { return Err(io::Error::from(ErrorKind::IsADirectory).into()) };
        let path = name.with_file_name(format!("{}.lock", shortened(&file.to_string_lossy(), NAME_BYTES - 5)));
        for _ in 0..TRIES {
            let (file, is_new) = match disk::create_new(&path, false) {
                Ok(file) => (file, true),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    match disk::look_at_link(&path)?.map(|data| data.is_file().then(|| disk::open_to_change(&path))) {
                        Some(Some(Ok(file))) => (file, false),
                        // It has just been removed.
                        None => continue,
                        Some(Some(Err(error))) if error.kind() == ErrorKind::NotFound => continue,
                        Some(_) => return Err(NoLock::Held { path, holder: String::new() }),
                    }
                }
                Err(error) => return Err(error.into()),
            };
            let locked = disk::try_lock(&file);
            match &locked {
                // Another process may have ended its work and removed the file before it was locked.
                Ok(()) if !disk::is_at(&file, &path)? => continue,
                Ok(()) if is_new || is_left(&file)? => {}
                // It is known by having been made alone.
                Err(TryLockError::Error(_)) if is_new => {}
                _ => return Err(NoLock::Held { holder: holder(&file).unwrap_or_default(), path }),
            }
            let lock = NameLock { path, file };
            lock.sign(locked.is_ok())?;
            return Ok(lock);
        }
        Err(io::Error::from(ErrorKind::ResourceBusy).into())
    }

    /// Says in the file who has it. It is synced so that other machines see it.
    fn sign(&self, locked: bool) -> io::Result<()> {
        disk::cut(&self.file, 0)?;
        // Nobody takes over what need not be locked while its process works.
        let end = if locked { "" } else { " (files cannot be locked there)" };
        let text = format!("{MARK}process {} on {}{end}\n", std::process::id(), machine());
        disk::Steps(self.file.try_clone()?).write_all(text.as_bytes())?;
        disk::sync(&self.file)
    }
}

impl Drop for NameLock {
    fn drop(&mut self) {
        // Where somebody has removed it by hand, the next one is not ours.
        if disk::is_at(&self.file, &self.path).unwrap_or(false) {
            let _ = disk::remove(&self.path);
        }
    }
}

/// True if a lock file that nobody has locked is one of ours whose process has ended.
fn is_left(file: &File) -> io::Result<bool> {
    let mut text = contents(file)?;
    if !text.ends_with('\n') {
        std::thread::sleep(NAMED);
        text = contents(file)?;
    }
    // One that was not signed to its end belongs to nobody who writes.
    let is_cut = MARK.starts_with(&text) || text.starts_with(MARK) && !text.ends_with('\n');
    Ok(is_cut || text.starts_with(MARK) && text.ends_with(&format!(" on {}\n", machine())))
}

/// Who has made a lock file.
fn holder(file: &File) -> io::Result<String> {
    let text = contents(file)?;
    Ok(text.strip_prefix(MARK).unwrap_or_default().trim().to_owned())
}

fn contents(file: &File) -> io::Result<String> {
    let mut file = disk::Steps(file.try_clone()?);
    file.rewind()?;
    let mut bytes = Vec::new();
    file.take(1000).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The name of this machine.
fn machine() -> String {
    #[cfg(not(target_family = "wasm"))]
    let name = hostname::get().unwrap_or_default().to_string_lossy().into_owned();
    #[cfg(target_family = "wasm")]
    let name = String::new();
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_name_is_locked_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().join("a.tabiya");
        let lock = NameLock::acquire(&name).expect("the first one");
        let Err(NoLock::Held { path, holder }) = NameLock::acquire(&name) else { panic!("twice") };
        assert_eq!(path, folder.path().join("a.tabiya.lock"));
        // Not every system lets others read it.
        assert!(cfg!(windows) || holder.starts_with(&format!("process {} on ", std::process::id())), "{holder}");
        drop(lock);
        assert!(!path.exists());
        NameLock::acquire(&name).expect("a free name");
    }

    #[test]
    fn what_a_killed_process_leaves_is_taken_over_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let (name, path) = (folder.path().join("a.tabiya"), folder.path().join("a.tabiya.lock"));
        let left = format!("{MARK}process 1 on {}\n", machine());
        for text in ["", "Wri", "Writing here: pro", &left] {
            fs::write(&path, text).expect("a file");
            drop(NameLock::acquire(&name).expect(text));
            assert!(!path.exists());
        }
        for text in ["mine", "Writing here: process 1 on another machine\n"] {
            fs::write(&path, text).expect("a file");
            assert!(matches!(NameLock::acquire(&name), Err(NoLock::Held { .. })), "{text}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let (name, victim) = (folder.path().join("a.tabiya"), folder.path().join("victim"));
        fs::write(&victim, "").expect("a file");
        std::os::unix::fs::symlink(&victim, folder.path().join("a.tabiya.lock")).expect("a link");
        assert!(matches!(NameLock::acquire(&name), Err(NoLock::Held { .. })));
        assert_eq!(fs::read(&victim).expect("a file"), b"");
    }

    #[test]
    fn one_thread_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let (name, count) = (folder.path().join("a.tabiya"), folder.path().join("count"));
        fs::write(&count, "0").expect("a file");
        let work = || {
            let mut done = 0;
            while done < 100 {
                let Ok(_lock) = NameLock::acquire(&name) else { continue };
                let number: u32 = fs::read_to_string(&count).expect("a file").parse().expect("a number");
                fs::write(&count, (number + 1).to_string()).expect("a file");
                done += 1;
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
        assert_eq!(fs::read_to_string(&count).expect("a file"), "400");
    }
}
