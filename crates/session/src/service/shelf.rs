//! All sources of games that the page knows, and the threads that go through them.
//!
//! Files for the time being lie in a folder that its owner alone may enter. A server that is killed leaves it behind, and the next
//! one that starts removes it: its file `lock` is locked as long as the server lives.

use super::dropped::Dropped;
use super::failure::{Failure, Kind, short};
use super::source::{Bytes, GameSource};
use super::walk::Walk;
use crossbeam_channel::{Sender, unbounded};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use tabiya_disk as disk;
use tempfile::{Builder, NamedTempFile, TempDir};

/// Larger files are gone through by a thread of their own, so that no small one waits for them.
const LARGE: u64 = 64 << 20;

/// The most sources, and the most of them that were dropped, each of which is an open file.
const MOST: usize = 10_000;
const MOST_DROPPED: usize = 200;

/// How the names of folders for temporary files begin, and the file in each that its server has locked.
const PREFIX: &str = "tabiya-";
const LOCK: &str = "lock";

/// The sources, in the order in which they came.
#[derive(Debug)]
pub struct Shelf {
    sources: RwLock<Vec<Arc<GameSource>>>,
    next: AtomicU64,
    /// Without it there are neither threads nor files.
    system: Option<System>,
}

/// What a shelf has of the system.
#[derive(Debug)]
struct System {
    /// Where temporary files are, until the server ends.
    folder: TempDir,
    _lock: File,
    small: Sender<Arc<GameSource>>,
    large: Sender<Arc<GameSource>>,
}

impl Shelf {
    /// # Errors
    ///
    /// If there is no place for temporary files, or no thread can be started.
    pub fn new() -> io::Result<Shelf> {
        let (folder, lock) = private_folder()?;
        remove_abandoned(folder.path());
        let (small, large) = (passing("games")?, passing("games-large")?);
        Ok(Shelf { system: Some(System { folder, _lock: lock, small, large }), ..Shelf::here() })
    }

    /// One without threads and files: what is dropped stays in memory, and `go_on` goes through it.
    pub fn here() -> Shelf {
        Shelf { sources: RwLock::default(), next: AtomicU64::new(1), system: None }
    }

    /// Goes through some games of a source, if there are no threads for that; `false` if there is nothing to do.
    pub(super) fn go_on(&self) -> bool {
        self.system.is_none() && self.all().iter().any(|source| source.go_on())
    }

    fn next_id(&self) -> String {
        format!("s{}", self.next.fetch_add(1, Ordering::Relaxed))
    }

    fn add(&self, source: GameSource) -> Arc<GameSource> {
        let source = Arc::new(source);
        self.sources.write().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&source));
        if let Some(system) = self.system.as_ref().filter(|_| source.needs_pass()) {
            let queue = if source.bytes > LARGE { &system.large } else { &system.small };
            // The threads end with the shelf.
            let _ = queue.send(Arc::clone(&source));
        }
        source
    }

    /// The sample games.
    pub fn add_samples(&self) -> Arc<GameSource> {
        self.add(GameSource::samples(self.next_id(), self.system.is_none()))
    }

    /// The bytes of a file that was dropped on the page.
    pub(super) fn add_bytes(&self, name: String, bytes: Bytes) -> Arc<GameSource> {
        self.add(GameSource::in_memory(self.next_id(), name, bytes, self.system.is_none()))
    }

    /// The files that a path means. Files that are there already are not added again.
    pub(super) fn add_path(&self, walk: Walk<'_>) -> Result<Vec<Arc<GameSource>>, Failure> {
        let mut added: Vec<Arc<GameSource>> = Vec::new();
        for path in walk.files()? {
            let real = disk::canonicalize(&path).ok();
            let same = |one: &Arc<GameSource>| one.path.as_ref() == Some(&path) || real.is_some() && one.real == real;
            let known = self.all().into_iter().find(same);
            if known.is_none() {
                self.check_room(MOST, |_| true)?;
            }
            let source = known.unwrap_or_else(|| self.add(GameSource::file(self.next_id(), path)));
            if added.iter().all(|one| one.id != source.id) {
                added.push(source);
            }
        }
        Ok(added)
    }

    /// Rejects a further source.
    fn check_room(&self, most: usize, counts: impl Fn(&GameSource) -> bool) -> Result<(), Failure> {
        if self.all().iter().filter(|source| counts(source)).count() < most {
            return Ok(());
        }
        let message = format!("there are {most} files of this kind already, which is the limit");
        Err(Failure::new(Kind::TooMany, "too-many-sources", message).help("remove some of them from the list of games"))
    }

    /// The folder for temporary files.
    ///
    /// # Errors
    ///
    /// If there are no files.
    pub fn folder(&self) -> io::Result<&Path> {
        Ok(self.system.as_ref().ok_or(io::ErrorKind::Unsupported)?.folder.path())
    }

    /// Deletes all temporary files, no matter who still works with them.
    pub fn clear(&self) {
        self.all().iter().for_each(|source| source.stop());
        // Anything that cannot be deleted is a temporary file all the same.
        let _ = self.folder().and_then(fs::remove_dir_all);
    }

    /// A new file for games that are dropped on the page.
    pub fn temporary(&self) -> Result<Dropped, Failure> {
        self.check_room(MOST_DROPPED, GameSource::is_dropped)?;
        let made = self.folder().and_then(Dropped::new_in);
        made.map_err(|error| Failure::no_room("the file cannot be kept", &error))
    }

    /// The games that were dropped on the page.
    pub(super) fn add_dropped(&self, name: String, file: Dropped) -> Arc<GameSource> {
        self.add(GameSource::dropped(self.next_id(), name, file))
    }

    /// All of them.
    pub(super) fn all(&self) -> Vec<Arc<GameSource>> {
        self.sources.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The source with a name of the server's.
    pub(super) fn get(&self, id: &str) -> Result<Arc<GameSource>, Failure> {
        let sources = self.sources.read().unwrap_or_else(PoisonError::into_inner);
        let found = sources.iter().find(|source| source.id == id).cloned();
        found.ok_or_else(|| Failure::missing("no-source", format!("there is no source `{}`", short(id))))
    }

    /// The sources with names of the server's. One that is named twice is there once.
    pub(super) fn named(&self, ids: &[String]) -> Result<Vec<Arc<GameSource>>, Failure> {
        let mut seen = BTreeSet::new();
        ids.iter().filter(|id| seen.insert(id.as_str())).map(|id| self.get(id)).collect()
    }

    /// Forgets a source.
    pub fn remove(&self, id: &str) -> Result<(), Failure> {
        let source = self.get(id)?;
        source.stop();
        self.sources.write().unwrap_or_else(PoisonError::into_inner).retain(|one| one.id != id);
        Ok(())
    }
}

/// A folder for temporary files, with its file that is locked. That file gets its name when it is locked, so that nobody takes
/// the folder for one that was left behind.
fn private_folder() -> io::Result<(TempDir, File)> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o700));
    }
    let folder = builder.prefix(PREFIX).tempdir()?;
    let lock = NamedTempFile::new_in(folder.path())?;
    // Where files cannot be locked, no folder is taken for one that was left behind.
    let _ = disk::try_lock(lock.as_file());
    let lock = lock.persist_noclobber(folder.path().join(LOCK))?;
    Ok((folder, lock))
}

/// Removes what servers have left behind that were killed, next to our own folder.
fn remove_abandoned(own: &Path) {
    let entries = own.parent().and_then(|folder| disk::entries(folder).ok());
    for entry in entries.into_iter().flatten().flatten() {
        let (path, lock) = (entry.path(), entry.path().join(LOCK));
        if path == own || !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        // Opening a pipe would wait for somebody at its other end.
        let is_plain = matches!(disk::look_at_link(&lock), Ok(Some(data)) if data.is_file());
        if is_plain && disk::open(&lock).is_ok_and(|lock| disk::try_lock(&lock.0).is_ok()) {
            // It is in nobody's way if it stays.
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// A thread that goes through sources one after the other.
fn passing(name: &str) -> io::Result<Sender<Arc<GameSource>>> {
    let (send, receive) = unbounded::<Arc<GameSource>>();
    let pass = move || {
        while let Ok(source) = receive.recv() {
            source.pass();
        }
    };
    std::thread::Builder::new().name(name.into()).spawn(pass)?;
    Ok(send)
}
