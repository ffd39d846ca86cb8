//! Going through all games of files, folders and streams.

use super::{FaultKind, Frames, Game, Input, RawGame, ReadError, Table, json, kind};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The games of one or more files, in order. Each file counts its games from 1.
///
/// ```
/// use tabiya_pgn::{Game, Games};
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
    raw: RawGame,
}

impl Games {
    /// The games of a file, of a folder, or of standard input (`-`). Files are opened when their turn comes.
    pub fn open(path: impl AsRef<Path>) -> Result<Games, ReadError> {
        let files = Input::files(path)?.into();
        let path = PathBuf::new();
        Ok(Games { files, current: None, path, fresh: false, table: None, raw: RawGame::default() })
    }

    /// The games of a stream, compressed or not.
    pub fn from_reader(reader: impl Read + Send + 'static) -> Result<Games, ReadError> {
        Ok(Games::from_input(Input::from_reader("-", reader)?))
    }

    /// The games of an input that is open already.
    pub fn from_input(input: Input) -> Games {
        let path = input.path().to_owned();
        let current = Some(Frames::new(input));
        Games { files: VecDeque::new(), current, path, fresh: true, table: None, raw: RawGame::default() }
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
        loop {
            if self.current.is_none() {
                let Some(path) = self.files.pop_front() else { return Ok(false) };
                self.path = path;
                self.current = Some(Frames::new(Input::open(&self.path)?));
                self.fresh = true;
            }
            let Some(frames) = &mut self.current else { return Ok(false) };
            let fresh = std::mem::take(&mut self.fresh);
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

    /// Reads the next game into memory that is there already; `false` after the last one.
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
