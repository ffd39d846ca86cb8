//! All sources of games that the page knows, and the threads that go through them.

use super::failure::{Failure, short};
use super::source::GameSource;
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
        Ok(Shelf { sources: RwLock::default(), next: AtomicU64::new(1), folder, small, large })
    }

    fn next_id(&self) -> String {
        format!("s{}", self.next.fetch_add(1, Ordering::Relaxed))
    }

    fn add(&self, source: GameSource) -> Arc<GameSource> {
        let source = Arc::new(source);
        self.sources.write().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&source));
        if source.needs_pass() {
            let queue = if source.bytes > LARGE { &self.large } else { &self.small };
            // The threads end with the shelf.
            let _ = queue.send(Arc::clone(&source));
        }
        source
    }

    /// The sample games.
    pub(crate) fn add_samples(&self) -> Arc<GameSource> {
        self.add(GameSource::samples(self.next_id()))
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
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Deletes all temporary files, whoever still works with them.
    pub(crate) fn clear(&self) {
        self.all().iter().for_each(|source| source.stop());
        // What cannot be deleted is a temporary file all the same.
        let _ = std::fs::remove_dir_all(self.folder.path());
    }

    /// A new file for games that are dropped on the page.
    pub(crate) fn temporary(&self) -> io::Result<NamedTempFile> {
        NamedTempFile::new_in(self.folder.path())
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
