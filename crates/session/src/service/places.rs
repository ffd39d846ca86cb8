//! Where the games of a PGN file begin, so that each can be read by itself. The file is gone through once, in the background;
//! games that have been passed can be read while it goes on.
//!
//! The place of each game is kept, eight bytes, and the bytes up to the next one are the game. A small file may unpack to any
//! number of games, so of a file with more than a million of them every second place is kept, then every fourth, and so
//! on: the games from a kept place on are cut from the file again until the one that is wanted has come.
//!
//! A request for a game that the pass has not reached waits. The pass starts when the file is added, so it is ahead of a
//! search and of any click on a result. Database files have such an index.
//!
//! Where there are no threads, no matter who waits goes on with the pass.

use super::copy::{Copied, Copy};
use super::failure::Failure;
use std::io::{self, Cursor, Read, Seek as _, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};
use tabiya::Games;
use tabiya::game::{Frames, Game, Input, MAX_GAME_BYTES, RawGame, ReadError, Table};
use tabiya_disk as disk;
use web_time::Instant;

/// The number of games that are passed before others see them.
const TOGETHER: usize = 64;

/// The most places that are kept of a file, eight bytes each.
const MOST: usize = 1 << 20;

/// The places that all files together may keep. Beyond that, each keeps no more than the fewest.
const MOST_OF_ALL: usize = 1 << 24;
const FEWEST: usize = 1 << 10;

/// The places that are kept of all files.
static KEPT: AtomicUsize = AtomicUsize::new(0);

/// How long a request waits until its game has been passed.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often who waits looks whether it must end.
const HEEDED: Duration = Duration::from_millis(50);

/// The games of one file of PGN.
#[derive(Debug)]
pub(super) struct Places {
    /// The file's name in messages.
    name: String,
    content: Content,
    /// The bytes after a compressed file.
    copy: OnceLock<Arc<Copy>>,
    state: Mutex<State>,
    grown: Condvar,
    stopped: AtomicBool,
    /// The pass, if no thread does it.
    here: Option<Mutex<Course>>,
}

/// What there is to read.
#[derive(Debug)]
enum Content {
    Memory(Shared),
    /// A file, with its length and date when it was first seen.
    File(PathBuf, Option<(u64, SystemTime)>),
}

/// Bytes in memory, as a cursor takes them.
#[derive(Clone, Debug)]
struct Shared(Arc<Vec<u8>>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

#[derive(Debug, Default)]
struct State {
    /// The first byte of the first game, and of each that follows in steps of 2 to the power of `thinned`.
    offsets: Vec<u64>,
    thinned: u32,
    /// The number of games that have been passed.
    passed: u64,
    /// What the file is, if it has a game on each line.
    table: Option<Table>,
    done: bool,
    problem: Option<String>,
}

impl State {
    /// One more game has been passed. Where there are too many places, every second one goes.
    fn pass(&mut self, offset: u64, most: usize) {
        while self.offsets.len() >= most {
            self.thin();
        }
        if self.passed.trailing_zeros() >= self.thinned {
            self.offsets.push(offset);
            KEPT.fetch_add(1, Ordering::Relaxed);
        }
        self.passed += 1;
    }

    /// Forgets every second place.
    fn thin(&mut self) {
        let (before, mut odd) = (self.offsets.len(), true);
        self.offsets.retain(|_| {
            odd = !odd;
            !odd
        });
        self.thinned += 1;
        KEPT.fetch_sub(before - self.offsets.len(), Ordering::Relaxed);
    }

    /// Where to look for a game that has been passed.
    fn place(&self, index: u64) -> Option<Place> {
        let (kept, first) = (usize::try_from(index >> self.thinned).ok()?, index >> self.thinned << self.thinned);
        let next = self.offsets.get(kept + 1).copied().filter(|_| self.thinned == 0);
        Some(Place { offset: *self.offsets.get(kept)?, before: index - first, next })
    }
}

impl Drop for State {
    fn drop(&mut self) {
        KEPT.fetch_sub(self.offsets.len(), Ordering::Relaxed);
    }
}

/// Where to look for a game.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// A place that is kept.
    offset: u64,
    /// The number of games from there to the one that is meant.
    before: u64,
    /// Where the next game begins, if that is known.
    next: Option<u64>,
}

/// The bytes of a file from a place on.
struct Rest<'p> {
    places: &'p Places,
    at: u64,
}

impl Read for Rest<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.places.bytes(self.at, buffer.len())?;
        buffer[..bytes.len()].copy_from_slice(&bytes);
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }
}

/// How far a pass is.
#[derive(Debug)]
enum Course {
    Begins,
    Goes(Box<Games>),
    Over,
}

impl Places {
    /// The games of bytes in memory. If they are passed `here`, no thread does it.
    pub(super) fn of_memory(name: &str, bytes: Arc<Vec<u8>>, here: bool) -> Places {
        let here = here.then(|| Mutex::new(Course::Begins));
        Places { here, ..Places::new(name, Content::Memory(Shared(bytes))) }
    }

    pub(super) fn of_file(name: &str, path: &Path) -> Places {
        Places::new(name, Content::File(path.to_owned(), stamp(path)))
    }

    fn new(name: &str, content: Content) -> Places {
        let (copy, state, stopped) = (OnceLock::new(), Mutex::default(), AtomicBool::new(false));
        Places { name: name.to_owned(), content, copy, state, grown: Condvar::new(), stopped, here: None }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of games, if all have been passed.
    pub(super) fn count(&self) -> Option<u64> {
        let state = self.state();
        state.done.then_some(state.passed)
    }

    /// Waits for a moment until more games have been passed.
    pub(super) fn wait(&self) {
        let state = self.state();
        if !state.done {
            drop(self.grown(state, HEEDED));
        }
    }

    /// The state when it has changed, or some time later. Where no thread passes the games, some are passed.
    fn grown<'s>(&'s self, state: MutexGuard<'s, State>, most: Duration) -> MutexGuard<'s, State> {
        if self.here.is_some() {
            drop(state);
            self.go_on();
            return self.state();
        }
        self.grown.wait_timeout(state, most).unwrap_or_else(PoisonError::into_inner).0
    }

    /// The error of the file as a whole.
    pub(super) fn problem(&self) -> Option<String> {
        self.state().problem.clone()
    }

    /// Ends [`pass`](Self::pass).
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Goes through the file.
    pub(super) fn pass(&self) {
        // A defect costs this file only.
        let passed = catch_unwind(AssertUnwindSafe(|| {
            let mut course = Course::Begins;
            while self.pass_some(&mut course)? {}
            Ok(())
        }));
        self.end(match passed {
            Ok(Ok(())) => None,
            Ok(Err::<(), ReadError>(error)) => Some(error.to_string()),
            Err(_) => Some("the program failed on this file; please report this".into()),
        });
    }

    /// Goes through some games of the file, if no thread does it; `false` if there is nothing to do.
    pub(super) fn go_on(&self) -> bool {
        let Some(here) = &self.here else { return false };
        let mut course = here.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*course, Course::Over) {
            return false;
        }
        match self.pass_some(&mut course) {
            Ok(true) => return true,
            Ok(false) => self.end(None),
            Err(error) => self.end(Some(error.to_string())),
        }
        *course = Course::Over;
        false
    }

    /// All games have been passed, or no more of them can be.
    fn end(&self, problem: Option<String>) {
        let mut state = self.state();
        state.problem = problem;
        state.done = true;
        drop(state);
        self.grown.notify_all();
    }

    /// What the file holds, which is copied if it is compressed.
    fn open(&self) -> Result<Games, ReadError> {
        let name = &self.name;
        let fail = |error| ReadError::with_help(Path::new(name), error, "unreadable-file", "check that it can be read");
        let input = match &self.content {
            Content::Memory(bytes) => Input::from_reader(name, Cursor::new(bytes.clone()))?,
            Content::File(path, _) => Input::from_reader(name, disk::open(path).map_err(fail)?)?,
        };
        if !input.is_compressed() {
            return Ok(Games::from_input(input));
        }
        let copy = match self.content {
            Content::Memory(_) => Copy::in_memory(),
            Content::File(..) => Copy::new().map_err(fail)?,
        };
        let copy = self.copy.get_or_init(|| Arc::new(copy));
        Ok(Games::from_input(Input::from_reader(name, Copied { source: input, copy: Arc::clone(copy) })?))
    }

    /// Passes some games; `false` if there are no more.
    fn pass_some(&self, course: &mut Course) -> Result<bool, ReadError> {
        if matches!(course, Course::Begins) {
            *course = Course::Goes(Box::new(self.open()?));
        }
        let Course::Goes(games) = course else { return Ok(false) };
        let (mut raw, mut passed, mut more) = (RawGame::default(), Vec::new(), Ok(true));
        while matches!(more, Ok(true)) && passed.len() < TOGETHER && !self.stopped.load(Ordering::Relaxed) {
            more = games.read_raw(&mut raw);
            if raw.row.is_some() && games.table().is_none() {
                let help = "make a database of it (tabiya index), and open that";
                let error = io::Error::other("games of a database of another program have no place in it");
                return Err(ReadError::with_help(Path::new(&self.name), error, "not-text", help));
            }
            passed.extend(matches!(more, Ok(true)).then_some(raw.offset));
        }
        let mut state = self.state();
        for offset in passed {
            let room = KEPT.load(Ordering::Relaxed) < MOST_OF_ALL;
            state.pass(offset, if room { MOST } else { FEWEST });
        }
        state.table = games.table().cloned();
        drop(state);
        self.grown.notify_all();
        Ok(more? && !self.stopped.load(Ordering::Relaxed))
    }

    /// Reads the game with a number, from 1.
    pub(super) fn read(&self, number: u64, game: &mut Game) -> Result<(), Failure> {
        let raw = self.raw(number)?;
        game.parse(&raw);
        Ok(())
    }

    fn raw(&self, number: u64) -> Result<RawGame, Failure> {
        let place = self.place(number)?;
        let read = self.read_at(place);
        let mut raw =
            read.map_err(|error| Failure::conflict("unreadable-file", format!("the game cannot be read: {error}")))?;
        (raw.line, raw.number) = (1, number);
        let table = self.state().table.clone();
        table.iter().for_each(|table| table.convert(&mut raw));
        Ok(raw)
    }

    /// The text of a game, or the row of a table.
    fn read_at(&self, place: Place) -> io::Result<RawGame> {
        let Place { offset, before, next } = place;
        if let Some(next) = next {
            let mut bytes =
                self.bytes(offset, usize::try_from(next - offset).unwrap_or(usize::MAX).min(MAX_GAME_BYTES))?;
            bytes.truncate(bytes.trim_ascii_end().len());
            return Ok(RawGame { bytes, offset, ..RawGame::default() });
        }
        let (table, mut raw) = (self.state().table.clone(), RawGame::default());
        let mut games = Frames::new(Rest { places: self, at: offset });
        for _ in 0..=before {
            let found = match &table {
                Some(table) => table.read_row(&mut games, &mut raw),
                None => games.read_frame(&mut raw),
            };
            if !found? {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        raw.offset += offset;
        Ok(raw)
    }

    /// Where to look for a game, which must have been passed, and the next one, if there is one.
    fn place(&self, number: u64) -> Result<Place, Failure> {
        let until = Instant::now() + PATIENCE;
        let missing = || Failure::missing("no-game", format!("there is no game {number}"));
        let index = number.checked_sub(1).ok_or_else(missing)?;
        let mut state = self.state();
        loop {
            if index + 1 < state.passed || (state.done && index < state.passed) {
                return state.place(index).ok_or_else(Failure::internal);
            }
            if state.done {
                return Err(missing());
            }
            let now = Instant::now();
            if now >= until {
                let message = format!("game {number} has not been reached yet");
                return Err(Failure::conflict("not-yet", message).help("the file is still being read; try again"));
            }
            state = self.grown(state, until - now);
        }
    }

    fn bytes(&self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        match (&self.content, self.copy.get()) {
            (_, Some(copy)) => copy.read_at(offset, len),
            (Content::Memory(Shared(bytes)), None) => {
                let from = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
                Ok(bytes[from..from.saturating_add(len).min(bytes.len())].to_vec())
            }
            (Content::File(path, first), None) => {
                if stamp(path) != *first {
                    return Err(io::Error::other("the file has changed since it was added; add it again"));
                }
                let mut file = disk::open(path)?;
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
    let data = disk::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::failure::Kind;
    use std::fs::File;
    use std::io::Write as _;

    /// Every game that is read by itself is the one of a pass through all.
    fn check(places: &Places, pgn: &[u8]) {
        if places.here.is_none() && places.count().is_none() {
            places.pass();
        }
        let all: Vec<Game> =
            Games::from_reader(std::io::Cursor::new(pgn.to_vec())).unwrap().map(Result::unwrap).collect();
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
        assert_eq!((places.count(), places.problem()), (Some(all.len() as u64), None));
    }

    #[test]
    fn games_are_read_one_by_one() {
        let in_memory = |bytes: &[u8], here| Places::of_memory("games", Arc::new(bytes.to_vec()), here);
        check(&in_memory(crate::samples::GAMES, false), crate::samples::GAMES);
        let odd = b"\n\n{c} 1. e4 e5 1-0 1. d4 *  [Event \"a\"]\n\n1. c4 {open\n\n[Event \"b\"]\n[White \"\xe9\"]\n\n1. xx *\n\n\n";
        let mut pgn = odd.repeat(300);
        pgn.extend_from_slice(crate::samples::GAMES);
        let folder = tempfile::tempdir().unwrap();
        let (plain, packed) = (folder.path().join("a.pgn"), folder.path().join("a.pgn.zst"));
        std::fs::write(&plain, &pgn).unwrap();
        let compressed = zstd::bulk::compress(&pgn, 3).unwrap();
        File::create(&packed).unwrap().write_all(&compressed).unwrap();
        check(&Places::of_file("a", &plain), &pgn);
        check(&Places::of_file("a", &packed), &pgn);
        for here in [false, true] {
            check(&in_memory(&pgn, here), &pgn);
            check(&in_memory(&compressed, here), &pgn);
        }
    }

    #[test]
    fn games_between_the_places_that_are_kept_are_found() {
        let line = |i: usize| format!("[White \"{i}\"]\n\n{{a}} 1. e4 e5 {{b\n\n[c]}} 1-0 1. d4 (1. c4) *\n\n");
        let pgn: String = (0..50).map(line).collect();
        let table: String = (0..50).map(|i| format!("{i},8/8/8/8/8/k7/8/K7 w - - 0 1,a1b1 a3b3\n")).collect();
        let table = format!("PuzzleId,FEN,Moves\n{table}");
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("a.pgn", &pgn), ("a.csv", &table)] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let packed = zstd::bulk::compress(text.as_bytes(), 3).unwrap();
            for places in [Places::of_file(name, &path), Places::of_memory(name, Arc::new(packed), false)] {
                places.pass();
                for _ in 0..4 {
                    places.state().thin();
                    check(&places, text.as_bytes());
                }
            }
        }
    }

    #[test]
    fn a_file_of_any_number_of_games_keeps_few_places() {
        let (mut state, most) = (State::default(), 64);
        for index in 0..100_000_u64 {
            state.pass(index * 8, most);
            assert!(state.offsets.len() <= most && state.offsets.capacity() <= most);
        }
        for index in 0..100_000 {
            let Place { offset, before, next } = state.place(index).unwrap();
            assert_eq!((offset / 8 + before, next), (index, None));
            assert!(before < 1 << 11, "{before}");
        }
    }

    #[test]
    fn files_that_change_are_not_read_at_old_places() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        std::fs::write(&path, "1. e4 *\n\n1. d4 *\n").unwrap();
        let places = Places::of_file("a.pgn", &path);
        places.pass();
        places.read(2, &mut Game::new()).unwrap();
        std::fs::write(&path, "1. c4 *\n").unwrap();
        assert!(places.read(2, &mut Game::new()).unwrap_err().message.contains("has changed"));
        let none = Places::of_file("none", &folder.path().join("none"));
        none.pass();
        assert_eq!(none.count(), Some(0));
    }
}
