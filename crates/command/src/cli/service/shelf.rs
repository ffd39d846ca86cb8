//! All sources of games that the page knows, and the threads that go through them.

use super::failure::{Failure, short};
use super::source::{Bytes, GameSource};
use super::walk::Walk;
use crossbeam_channel::{Sender, unbounded};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use tempfile::{NamedTempFile, TempDir};

/// Larger files are gone through by a thread of their own, so that no small one waits for them.
const LARGE: u64 = 64 << 20;

/// The sources, in the order in which they came.
#[derive(Debug)]
pub(crate) struct Shelf {
    sources: RwLock<Vec<Arc<GameSource>>>,
    next: AtomicU64,
    /// Without it there are neither threads nor files.
    system: Option<System>,
}

/// What a shelf has of the system.
#[derive(Debug)]
struct System {
    /// Where dropped files are, until the server ends.
    folder: TempDir,
    small: Sender<Arc<GameSource>>,
    large: Sender<Arc<GameSource>>,
}

impl Shelf {
    /// # Errors
    ///
    /// If there is no place for temporary files, or no thread can be started.
    pub(crate) fn new() -> io::Result<Shelf> {
        let folder = tempfile::Builder::new().prefix("tabiya-").tempdir()?;
        let (small, large) = (passing("games")?, passing("games-large")?);
        Ok(Shelf { system: Some(System { folder, small, large }), ..Shelf::here() })
    }

    /// One without threads and files: what is dropped stays in memory, and [`go_on`](Self::go_on) goes through it.
    pub(crate) fn here() -> Shelf {
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
    pub(crate) fn add_samples(&self) -> Arc<GameSource> {
        self.add(GameSource::samples(self.next_id(), self.system.is_none()))
    }

    /// The bytes of a file that was dropped on the page.
    pub(super) fn add_bytes(&self, name: String, bytes: Bytes) -> Arc<GameSource> {
        self.add(GameSource::in_memory(self.next_id(), name, bytes, self.system.is_none()))
    }

    /// The files that a path means. Files that are there already are not added again.
    pub(super) fn add_path(&self, walk: Walk<'_>) -> Result<Vec<Arc<GameSource>>, Failure> {
        let files = walk.files()?;
        let known = self.all();
        let same = |path: &Path| known.iter().find(|one| one.path.as_deref() == Some(path)).cloned();
        Ok(files
            .into_iter()
            .map(|path| same(&path).unwrap_or_else(|| self.add(GameSource::file(self.next_id(), path))))
            .collect())
    }

    /// The folder for temporary files.
    ///
    /// # Errors
    ///
    /// If there are no files.
    pub(super) fn folder(&self) -> io::Result<&Path> {
        Ok(self.system.as_ref().ok_or(io::ErrorKind::Unsupported)?.folder.path())
    }

    /// Deletes all temporary files, whoever still works with them.
    pub(crate) fn clear(&self) {
        self.all().iter().for_each(|source| source.stop());
        // What cannot be deleted is a temporary file all the same.
        let _ = self.folder().and_then(std::fs::remove_dir_all);
    }

    /// A new file for games that are dropped on the page.
    pub(crate) fn temporary(&self) -> io::Result<NamedTempFile> {
        NamedTempFile::new_in(self.folder()?)
    }

    /// The games that were dropped on the page.
    pub(super) fn add_dropped(&self, name: String, file: NamedTempFile) -> Arc<GameSource> {
        self.add(GameSource::dropped(self.next_id(), name, file.into_temp_path()))
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

    /// Forgets a source.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Failure> {
        let source = self.get(id)?;
        source.stop();
        self.sources.write().unwrap_or_else(PoisonError::into_inner).retain(|one| one.id != id);
        Ok(())
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
