//! A source of games: the samples, a file of PGN, a database, a file that was dropped on the page. Each game of it can be read by
//! its place, from 1.
//!
//! A game is known by its place and not by its number, because the games of a database have the numbers of the files
//! that it was made of, so two may have the same one. What a run calls the place of a game is counted through all its
//! sources; so each source is searched in a run of its own, unless something goes from game to game. Then it must be
//! known first how many games each source has.

use super::dropped::Dropped;
use super::failure::Failure;
use super::fields::{answers, words};
use super::places::Places;
use crate::samples;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tabiya::database::{Block, Database, OpenError};
use tabiya::game::{Game, Reading};
use tabiya::pipeline::{Sources, unreadable_database};
use tabiya_disk as disk;

words! {
    /// What a source is.
    #[cfg_attr(test, ts(rename = "SourceKind"))]
    Kind = Samples | Pgn | Database | Dropped;
}

answers! {
    /// A source of games.
    #[cfg_attr(test, ts(rename = "Source"))]
    KnownSource {
        id: String, name: String, kind: Kind, bytes: u64,
        /// Unknown as long as it has not been read to its end.
        games: Option<u64>;
        path: String, problem: String
    }
}

/// Bytes that several have at a time.
pub(super) type Bytes = Arc<Vec<u8>>;

/// A source of games.
#[derive(Debug)]
pub struct GameSource {
    pub(super) id: String,
    pub(super) name: String,
    /// As the user has named it.
    pub(super) path: Option<PathBuf>,
    /// The same without links, no matter what it is named by.
    pub(super) real: Option<PathBuf>,
    kind: Kind,
    pub(super) bytes: u64,
    content: Content,
    /// A file that goes with the source.
    temporary: Option<Dropped>,
    /// A source that is not on disk, and its name in results.
    memory: Option<(String, Bytes)>,
}

#[derive(Debug)]
enum Content {
    Pgn(Box<Places>),
    Database(Box<Base>),
    /// It cannot be read, and this is why.
    Bad(String),
}

/// A database that is open.
#[derive(Debug)]
struct Base {
    database: Database,
    /// The games before each block, and all.
    starts: Vec<u64>,
    /// The block that was read last.
    last: Mutex<Option<(usize, Arc<Block>)>>,
}

impl GameSource {
    /// The sample games. If they are gone through `here`, no thread does it.
    pub(super) fn samples(id: String, here: bool) -> GameSource {
        let source = GameSource::in_memory(id, samples::NAME.into(), Arc::new(samples::GAMES.to_vec()), here);
        GameSource { name: "sample games".into(), kind: Kind::Samples, ..source }
    }

    /// The bytes of a file that was dropped on the page. If they are gone through `here`, no thread does it.
    pub(super) fn in_memory(id: String, name: String, bytes: Bytes, here: bool) -> GameSource {
        let content = if Database::is_database(&bytes) {
            based(&name, Database::from_shared(Arc::clone(&bytes)))
        } else {
            Content::Pgn(Places::of_memory(&name, Arc::clone(&bytes), here).into())
        };
        let (len, memory) = (bytes.len() as u64, Some((name.clone(), bytes)));
        let kind = Kind::Dropped;
        GameSource { id, name, path: None, real: None, kind, bytes: len, content, temporary: None, memory }
    }

    /// A file. It is only opened; its error is [`problem`](Self::problem).
    pub(super) fn file(id: String, path: PathBuf) -> GameSource {
        let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into());
        let (content, bytes) = opened(&path, &path.display().to_string());
        let kind = if matches!(content, Content::Database(_)) { Kind::Database } else { Kind::Pgn };
        let real = disk::canonicalize(&path).ok();
        GameSource { id, name, path: Some(path), real, kind, bytes, content, temporary: None, memory: None }
    }

    /// A file that was dropped on the page, under its name there.
    pub(super) fn dropped(id: String, name: String, file: Dropped) -> GameSource {
        let (content, bytes) = opened(file.path(), &name);
        let (kind, temporary) = (Kind::Dropped, Some(file));
        GameSource { id, name, path: None, real: None, kind, bytes, content, temporary, memory: None }
    }

    /// The file that is read, if it is one.
    pub(super) fn on_disk(&self) -> Option<&Path> {
        self.temporary.as_ref().map(Dropped::path).or(self.path.as_deref())
    }

    /// The source for a search.
    pub(super) fn add_to(&self, sources: Sources) -> Sources {
        match (&self.memory, self.on_disk()) {
            (Some((name, bytes)), _) => sources.shared(name, Arc::clone(bytes)),
            (None, Some(path)) => sources.path(path),
            (None, None) => sources,
        }
    }

    /// The source for a search whose results name it.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    pub(super) fn add_named_to(&self, sources: Sources) -> io::Result<Sources> {
        match &self.temporary {
            Some(file) => Ok(sources.reader(&self.name, disk::open(file.path())?)),
            None => Ok(self.add_to(sources)),
        }
    }

    /// The number of games, if it is known.
    pub(super) fn count(&self) -> Option<u64> {
        match &self.content {
            Content::Pgn(places) => places.count(),
            Content::Database(base) => Some(base.database.info().games),
            Content::Bad(_) => Some(0),
        }
    }

    /// True if it was dropped on the page.
    pub(super) fn is_dropped(&self) -> bool {
        self.temporary.is_some()
    }

    /// Waits for a moment until more games can be read by their places.
    pub(super) fn wait(&self) {
        if let Content::Pgn(places) = &self.content {
            places.wait();
        }
    }

    /// Goes through some of the games, if no thread does it; `false` if there is nothing to do.
    pub(super) fn go_on(&self) -> bool {
        matches!(&self.content, Content::Pgn(places) if places.go_on())
    }

    /// The error of the source as a whole.
    pub(super) fn problem(&self) -> Option<String> {
        match &self.content {
            Content::Pgn(places) => places.problem(),
            Content::Database(_) => None,
            Content::Bad(problem) => Some(problem.clone()),
        }
    }

    /// True if a pass through it is needed before its games can be read by their places.
    pub(super) fn needs_pass(&self) -> bool {
        matches!(self.content, Content::Pgn(_))
    }

    /// Goes through all games of a file of PGN.
    pub(super) fn pass(&self) {
        if let Content::Pgn(places) = &self.content {
            places.pass();
        }
    }

    /// Ends that.
    pub(super) fn stop(&self) {
        if let Content::Pgn(places) = &self.content {
            places.stop();
        }
    }

    /// Reads the game at a place, from 1. For a game of a database, the name of the file that it came from.
    pub(super) fn read(&self, place: u64, game: &mut Game) -> Result<Option<String>, Failure> {
        match &self.content {
            Content::Pgn(places) => places.read(place, game).map(|()| None),
            Content::Database(base) => base.read(place, game).map(Some),
            Content::Bad(problem) => Err(Failure::conflict("unreadable-file", problem.clone())),
        }
    }

    /// A text without the name of a temporary file.
    pub(super) fn without_temporary(&self, text: &str) -> String {
        match &self.temporary {
            Some(file) => text.replace(&file.path().display().to_string(), &self.name),
            None => text.to_owned(),
        }
    }

    pub(super) fn known(&self) -> KnownSource {
        KnownSource {
            id: self.id.clone(),
            name: self.name.clone(),
            kind: self.kind,
            bytes: self.bytes,
            games: self.count(),
            path: self.path.as_ref().map(|path| path.display().to_string()),
            problem: self.problem().map(|problem| self.without_temporary(&problem)),
        }
    }
}

/// Opens a file; `name` stands for it in messages.
fn opened(path: &Path, name: &str) -> (Content, u64) {
    let bad = |reason: String| Content::Bad(format!("cannot read {name}: {reason}"));
    let data = match disk::metadata(path) {
        Ok(data) => data,
        Err(error) => return (bad(error.to_string()), 0),
    };
    if !data.is_file() {
        return (bad("it is not a regular file".into()), 0);
    }
    let mut start = Vec::new();
    let peeked = disk::open(path).and_then(|file| file.take(8).read_to_end(&mut start));
    let content = match peeked {
        Err(error) => bad(error.to_string()),
        Ok(_) if Database::is_database(&start) => based(name, Database::open(path)),
        Ok(_) => Content::Pgn(Places::of_file(name, path).into()),
    };
    (content, data.len())
}

/// A database that has been opened, or not.
fn based(name: &str, opened: Result<Database, OpenError>) -> Content {
    match opened {
        Ok(database) => Content::Database(Box::new(Base::new(database))),
        Err(error) => Content::Bad(unreadable_database(Path::new(name), &error).message),
    }
}

impl Base {
    fn new(database: Database) -> Base {
        let mut starts = vec![0];
        for block in 0..database.blocks() {
            starts.push(starts[block] + u64::from(database.games_of(block)));
        }
        Base { database, starts, last: Mutex::default() }
    }

    fn read(&self, place: u64, game: &mut Game) -> Result<String, Failure> {
        let missing = || Failure::missing("no-game", format!("there is no game {place}"));
        let index = place.checked_sub(1).filter(|index| *index < self.database.info().games).ok_or_else(missing)?;
        let number = self.starts.partition_point(|start| *start <= index) - 1;
        let damaged = |error: tabiya::database::BlockError| Failure::conflict("damaged-block", error.to_string());
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let block = match last.as_ref().filter(|(known, _)| *known == number) {
            Some((_, block)) => Arc::clone(block),
            None => Arc::clone(&last.insert((number, Arc::new(self.database.read_block(number).map_err(damaged)?))).1),
        };
        drop(last);
        let here = usize::try_from(index - self.starts[number]).expect("a block has not that many games");
        block.read(here, &Reading::default(), game).map_err(damaged)?;
        Ok(block.source(here).map_err(damaged)?.to_owned())
    }
}
