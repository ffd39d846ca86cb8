//! Where the games of a PGN file begin, so that each can be read by itself. The file is gone through once, in the background;
//! games that have been passed can be read while it goes on.
//!
//! Eight bytes a game are kept; the bytes up to the next offset are the game. A request for a game that the pass has
//! not reached waits. The pass starts when the file is added, so it is ahead of a search and of any click on a result.
//! Database files have such an index.

use super::copy::{Copied, Copy};
use super::failure::Failure;
use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tabiya::Games;
use tabiya::game::{Game, Input, MAX_GAME_BYTES, PuzzleTable, RawGame, ReadError};

/// The number of games that are passed before others see them.
const TOGETHER: usize = 64;

/// How long a request waits until its game has been passed.
const PATIENCE: Duration = Duration::from_secs(20);

/// The games of one file of PGN.
#[derive(Debug)]
pub(super) struct Places {
    content: Content,
    /// The bytes after a compressed file.
    copy: OnceLock<Arc<Copy>>,
    state: Mutex<State>,
    grown: Condvar,
    stopped: AtomicBool,
}

/// What there is to read.
#[derive(Debug)]
enum Content {
    Memory(&'static [u8]),
    /// A file, with its length and date when it was first seen.
    File(PathBuf, Option<(u64, SystemTime)>),
}

#[derive(Debug, Default)]
struct State {
    /// The first byte of each game.
    offsets: Vec<u64>,
    /// The columns of the file, if it is a table of puzzles.
    table: Option<PuzzleTable>,
    done: bool,
    problem: Option<String>,
}

impl Places {
    pub(super) fn of_memory(bytes: &'static [u8]) -> Places {
        Places::new(Content::Memory(bytes))
    }

    pub(super) fn of_file(path: &Path) -> Places {
        Places::new(Content::File(path.to_owned(), stamp(path)))
    }

    fn new(content: Content) -> Places {
        let (copy, state) = (OnceLock::new(), Mutex::default());
        Places { content, copy, state, grown: Condvar::new(), stopped: AtomicBool::new(false) }
    }

    /// The number of games, if all have been passed.
    pub(super) fn count(&self) -> Option<u64> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.done.then_some(state.offsets.len() as u64)
    }

    /// The number of games; waits until all have been passed, or `over` holds.
    pub(super) fn wait_for_count(&self, over: impl Fn() -> bool) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !state.done && !over() {
            let waited = self.grown.wait_timeout(state, Duration::from_millis(50));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.offsets.len() as u64
    }

    /// What is wrong with the file as a whole.
    pub(super) fn problem(&self) -> Option<String> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).problem.clone()
    }

    /// Ends [`pass`](Self::pass).
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Goes through the file. `name` stands for it in messages.
    pub(super) fn pass(&self, name: &str) {
        // A defect costs this file only.
        let passed = catch_unwind(AssertUnwindSafe(|| self.pass_all(name)));
        let problem = match passed {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("the program failed on this file; please report this".into()),
        };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.problem = problem;
        state.done = true;
        drop(state);
        self.grown.notify_all();
    }

    fn pass_all(&self, name: &str) -> Result<(), ReadError> {
        let fail = |error| ReadError::with_help(Path::new(name), error, "unreadable-file", "check that it can be read");
        let input = match &self.content {
            Content::Memory(bytes) => Input::from_reader(name, *bytes)?,
            Content::File(path, _) => {
                let input = Input::from_reader(name, File::open(path).map_err(fail)?)?;
                match input.is_compressed() {
                    false => input,
                    true => {
                        let copy = Arc::new(Copy::new().map_err(fail)?);
                        let copy = self.copy.get_or_init(|| copy);
                        Input::from_reader(name, Copied { source: input, copy: Arc::clone(copy) })?
                    }
                }
            }
        };
        let mut games = Games::from_input(input);
        let (mut raw, mut passed) = (RawGame::default(), Vec::new());
        while !self.stopped.load(Ordering::Relaxed) {
            let more = games.read_raw(&mut raw);
            if let Ok(true) = more {
                passed.push(raw.offset);
            }
            if passed.len() >= TOGETHER || !matches!(more, Ok(true)) {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                state.offsets.append(&mut passed);
                state.table = games.table().cloned();
                drop(state);
                self.grown.notify_all();
            }
            if !more? {
                break;
            }
        }
        Ok(())
    }

    /// Reads the game with a number, from 1.
    pub(super) fn read(&self, number: u64, game: &mut Game) -> Result<(), Failure> {
        let raw = self.raw(number)?;
        game.parse(&raw);
        Ok(())
    }

    fn raw(&self, number: u64) -> Result<RawGame, Failure> {
        let (offset, next) = self.place(number)?;
        let len = next.map_or(MAX_GAME_BYTES, |next| (next - offset).min(MAX_GAME_BYTES as u64) as usize);
        let mut bytes = self
            .bytes(offset, len)
            .map_err(|error| Failure::conflict("unreadable-file", format!("the game cannot be read: {error}")))?;
        let end = bytes.trim_ascii_end().len();
        bytes.truncate(end);
        let mut raw = RawGame { bytes, offset, line: 1, number, ..RawGame::default() };
        let table = self.state.lock().unwrap_or_else(PoisonError::into_inner).table.clone();
        table.iter().for_each(|table| table.convert(&mut raw));
        Ok(raw)
    }

    /// Where a game begins, and where the next one does, if there is one.
    fn place(&self, number: u64) -> Result<(u64, Option<u64>), Failure> {
        let until = Instant::now() + PATIENCE;
        let missing = || Failure::missing("no-game", format!("there is no game {number}"));
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1)).ok_or_else(missing)?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let at = |index: usize| state.offsets.get(index).copied();
            match (at(index), at(index + 1)) {
                (Some(offset), next) if next.is_some() || state.done => return Ok((offset, next)),
                _ if state.done => return Err(missing()),
                _ => {}
            }
            let now = Instant::now();
            if now >= until {
                let message = format!("game {number} has not been reached yet");
                return Err(Failure::conflict("not-yet", message).help("the file is still being read; try again"));
            }
            let waited = self.grown.wait_timeout(state, until - now);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn bytes(&self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        match (&self.content, self.copy.get()) {
            (Content::Memory(bytes), _) => {
                let from = (offset as usize).min(bytes.len());
                Ok(bytes[from..from.saturating_add(len).min(bytes.len())].to_vec())
            }
            (Content::File(..), Some(copy)) => copy.read_at(offset, len),
            (Content::File(path, first), None) => {
                if stamp(path) != *first {
                    return Err(io::Error::other("the file has changed since it was added; add it again"));
                }
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(offset))?;
                let mut bytes = Vec::new();
                file.take(len as u64).read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}

/// Length and date of a file.
fn stamp(path: &Path) -> Option<(u64, SystemTime)> {
    let data = std::fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::service::failure::Kind;
    use std::io::Write as _;

    /// Every game that is read by itself is the one of a pass through all.
    fn check(places: &Places, pgn: &[u8]) {
        places.pass("games");
        let all: Vec<Game> =
            Games::from_reader(std::io::Cursor::new(pgn.to_vec())).unwrap().into_iter().map(Result::unwrap).collect();
        assert_eq!((places.count(), places.problem()), (Some(all.len() as u64), None));
        for (number, expected) in (1..).zip(&all) {
            let mut game = Game::new();
            places.read(number, &mut game).unwrap();
            assert_eq!((game.number(), game.offset()), (expected.number(), expected.offset()));
            assert!(game.tags().iter().eq(expected.tags().iter()));
            assert_eq!(game.tree().len(), expected.tree().len());
            assert_eq!(game.faults().count(), expected.faults().count());
        }
        let after = places.read(all.len() as u64 + 1, &mut Game::new()).unwrap_err();
        assert_eq!(after.kind, Kind::Missing);
    }

    #[test]
    fn games_are_read_one_by_one() {
        check(&Places::of_memory(crate::samples::GAMES), crate::samples::GAMES);
        let odd = b"\n\n{c} 1. e4 e5 1-0 1. d4 *  [Event \"a\"]\n\n1. c4 {open\n\n[Event \"b\"]\n[White \"\xe9\"]\n\n1. xx *\n\n\n";
        let mut pgn = odd.repeat(300);
        pgn.extend_from_slice(crate::samples::GAMES);
        let folder = tempfile::tempdir().unwrap();
        let (plain, packed) = (folder.path().join("a.pgn"), folder.path().join("a.pgn.zst"));
        std::fs::write(&plain, &pgn).unwrap();
        File::create(&packed).unwrap().write_all(&zstd::bulk::compress(&pgn, 3).unwrap()).unwrap();
        check(&Places::of_file(&plain), &pgn);
        check(&Places::of_file(&packed), &pgn);
    }

    #[test]
    fn files_that_change_are_not_read_at_old_places() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        std::fs::write(&path, "1. e4 *\n\n1. d4 *\n").unwrap();
        let places = Places::of_file(&path);
        places.pass("a.pgn");
        places.read(2, &mut Game::new()).unwrap();
        std::fs::write(&path, "1. c4 *\n").unwrap();
        assert!(places.read(2, &mut Game::new()).unwrap_err().message.contains("has changed"));
        assert_eq!(Places::of_file(&folder.path().join("none")).wait_for_count(|| true), 0);
    }
}
