//! Going through all games of files, folders and streams.

use super::bases::{self, Base};
use super::{FaultKind, Frames, Game, Input, RawGame, ReadError, Section, Table, json, kind};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The games of one or more files, in order. Each file counts its games from 1. Programs use the type of this name in the
/// library, which also reads databases.
///
/// ```
/// # use tabiya_pgn::{Game, Games};
/// let mut games = Games::from_reader(&b"1. e4 e5 1-0\n\n1. d4 *"[..]).unwrap();
/// let mut game = Game::new();
/// let mut lengths = Vec::new();
/// while games.read_into(&mut game).unwrap() {
///     lengths.push(game.tree().len());
/// }
/// assert_eq!(lengths, [3, 2]);
/// ```
#[derive(Debug)]
pub struct Games {
    files: VecDeque<PathBuf>,
    current: Option<Frames<Input>>,
    path: PathBuf,
    /// True if nothing of `current` has been looked at.
    fresh: bool,
    /// What `current` is, if it has a game on each line.
    table: Option<Table>,
    /// What `current` is, if it is a database of another program, and the number of its last game.
    base: Option<Box<dyn Base>>,
    number: u64,
    raw: RawGame,
}

impl Games {
    /// The games of a file, of a folder, or of standard input (`-`). Files are opened when their turn comes.
    ///
    /// # Errors
    ///
    /// If there is no such file, or the folder cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Games, ReadError> {
        let files = Input::files(path)?.into();
        Ok(Games { files, ..Games::of(None, PathBuf::new()) })
    }

    /// The games of a stream, compressed or not.
    ///
    /// # Errors
    ///
    /// As [`Input::from_reader`].
    pub fn from_reader(reader: impl Read + Send + 'static) -> Result<Games, ReadError> {
        Ok(Games::from_input(Input::from_reader("-", reader)?))
    }

    /// The games of an input that is open already.
    pub fn from_input(input: Input) -> Games {
        let path = input.path().to_owned();
        Games { fresh: true, ..Games::of(Some(Frames::new(input)), path) }
    }

    fn of(current: Option<Frames<Input>>, path: PathBuf) -> Games {
        let (files, raw) = (VecDeque::new(), RawGame::default());
        Games { files, current, path, fresh: false, table: None, base: None, number: 0, raw }
    }

    /// The file that the last game came from.
    pub fn file(&self) -> &Path {
        &self.path
    }

    /// What the current file is, if it has a game on each line; known once a game has been read.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The next game's bytes, to be parsed elsewhere; `false` after the last one. After an error the next call goes
    /// on with the next file.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or read, if it is not text: UTF-16, an archive, a database, a program; or if its whole text has
    /// neither tags nor moves.
    pub fn read_raw(&mut self, raw: &mut RawGame) -> Result<bool, ReadError> {
        let found = self.read_folded(raw)?;
        raw.unfold_to_text();
        Ok(found)
    }

    /// The same, but that a game of a database of another program is as it is coded there: [`RawGame::unfold`] decodes it, on
    /// whichever thread has time for that.
    ///
    /// # Errors
    ///
    /// As [`Games::read_raw`].
    pub fn read_folded(&mut self, raw: &mut RawGame) -> Result<bool, ReadError> {
        loop {
            if self.current.is_none() {
                let Some(path) = self.files.pop_front() else { return Ok(false) };
                self.path = path;
                self.current = Some(Frames::new(Input::open(&self.path)?));
                self.fresh = true;
            }
            let Some(frames) = &mut self.current else { return Ok(false) };
            let fresh = std::mem::take(&mut self.fresh);
            if fresh {
                self.number = 0;
                self.base = match bases::open(frames) {
                    Ok(base) => base,
                    Err(error) => {
                        self.current = None;
                        return Err(error);
                    }
                };
            }
            if let Some(base) = &mut self.base {
                match bases::read(&mut **base, &mut self.number, raw) {
                    Ok(true) => return Ok(true),
                    Ok(false) => (self.base, self.current) = (None, None),
                    Err(error) => {
                        (self.base, self.current) = (None, None);
                        return Err(ReadError::with_help(&self.path, error, "unreadable-file", bases::HELP));
                    }
                }
                continue;
            }
            let other = fresh.then(|| kind::of(&self.path, frames.first_bytes(kind::LOOKED_AT))).flatten();
            if fresh {
                self.table = Table::of(frames.first_line(Table::may_begin)).filter(|_| other.is_none());
                if let Some(Table::Puzzles(_)) = self.table {
                    frames.pass_line();
                }
            }
            let read = match (other, &self.table) {
                (Some(kind), _) => Err(io::Error::new(io::ErrorKind::InvalidData, kind)),
                (None, Some(table)) => table.read_row(frames, raw).and_then(|found| {
                    if found && fresh && *table == Table::Json && !json::is_game(&raw.bytes) {
                        return Err(io::Error::new(io::ErrorKind::InvalidData, kind::JSON));
                    }
                    if found {
                        table.convert(raw);
                    }
                    Ok(found)
                }),
                (None, None) => {
                    frames.read_frame(raw).and_then(|found| match found && fresh && holds_none(frames, raw) {
                        true => Err(io::Error::new(io::ErrorKind::InvalidData, kind::NO_GAME)),
                        false => Ok(found),
                    })
                }
            };
            match read {
                Ok(true) => return Ok(true),
                Ok(false) => self.current = None,
                Err(error) => {
                    self.current = None;
                    return Err(ReadError::new(&self.path, error));
                }
            }
        }
    }

    /// Takes about `wanted` bytes of the current file as a section of whole games, to be cut and parsed elsewhere; `false` if the next
    /// game is to be read by itself: see [`Frames::read_section`].
    pub fn read_section(&mut self, section: &mut Section, wanted: usize) -> bool {
        let is_pgn = !self.fresh && self.table.is_none() && self.base.is_none();
        self.current.as_mut().filter(|_| is_pgn).is_some_and(|frames| frames.read_section(section, wanted))
    }

    /// Reads the next game into memory that is there already; `false` after the last one.
    ///
    /// # Errors
    ///
    /// As [`Games::read_raw`].
    pub fn read_into(&mut self, game: &mut Game) -> Result<bool, ReadError> {
        let mut raw = std::mem::take(&mut self.raw);
        let found = self.read_raw(&mut raw);
        if let Ok(true) = found {
            game.parse(&raw);
        }
        self.raw = raw;
        found
    }
}

/// True if the first text of a file is all there is, and no game: it has words, but neither tags nor moves.
fn holds_none(frames: &mut Frames<Input>, raw: &RawGame) -> bool {
    if raw.bytes.first() == Some(&b'[') || raw.cut || !frames.is_over() {
        return false;
    }
    let mut game = Game::new();
    game.parse(raw);
    let faults = game.faults().list().iter().map(|fault| fault.kind);
    let has_words = faults.into_iter().any(|kind| kind == FaultKind::StrayText || kind.loses());
    game.tags().is_empty() && game.tree().len() == 1 && has_words
}

impl ReadGames for Games {
    fn read_next(&mut self, game: &mut Game) -> Result<bool, ReadError> {
        self.read_into(game)
    }
}

impl Iterator for Games {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Result<Game, ReadError>> {
        self.next_game()
    }
}

/// A source of games that come one after the other.
pub trait ReadGames {
    /// Reads the next game into memory that is there already; `false` after the last one.
    ///
    /// # Errors
    /// If the source cannot be read; the next call goes on after that place.
    fn read_next(&mut self, game: &mut Game) -> Result<bool, ReadError>;

    /// The next game in memory of its own.
    fn next_game(&mut self) -> Option<Result<Game, ReadError>> {
        let mut game = Game::new();
        self.read_next(&mut game).map(|found| found.then_some(game)).transpose()
    }
}
