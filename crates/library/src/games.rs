//! The games of files, be they PGN or databases, in the same way.

use crate::database::{Block, BlockError, Database, OpenError};
use crate::game::{Game, Input, RawGame, ReadError, ReadGames, Reading, Table};
use std::fs::File;
use std::io::{Read, Seek as _};
use std::path::{Path, PathBuf};
use tabiya_disk::{self as disk, Steps};

/// The number of bytes by which a database is recognized.
const MAGIC: u64 = 8;

/// The games of one or more files, in order: of PGN, compressed or not, or of a database. Each file of PGN counts its games
/// from 1; the games of a database have the numbers that they had in their files.
///
/// ```
/// use tabiya::{Game, Games};
///
/// let text = "1. e4 e5 1-0\n\n1. d4 *";
/// let games = Games::from_bytes(text)?.collect::<Result<Vec<Game>, _>>()?;
/// assert_eq!((games[0].tree().len(), games[1].tree().len()), (3, 2));
///
/// // The same in memory that is used again.
/// let (mut games, mut game) = (Games::from_bytes(text)?, Game::new());
/// while games.read_into(&mut game)? {
///     assert!(game.faults().is_empty());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Games {
    source: Source,
}

/// What a file of games is.
pub(crate) enum Opened {
    Database(Database),
    /// PGN.
    Games(Games),
}

#[derive(Debug)]
enum Source {
    Pgn(Box<tabiya_pgn::Games>),
    Database(Box<Stored>),
    #[cfg(feature = "pgn-reader")]
    Visited(Box<Visited>),
}

/// A source that is read with pgn-reader.
#[cfg(feature = "pgn-reader")]
struct Visited(Box<dyn ReadGames + Send>);

#[cfg(feature = "pgn-reader")]
impl std::fmt::Debug for Visited {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Visited")
    }
}

/// A database that is being read.
#[derive(Debug)]
struct Stored {
    path: PathBuf,
    database: Database,
    /// True if it is still to be said that games are missing.
    older: bool,
    /// The block that is being read, and the number of its next game.
    block: Option<(Block, usize)>,
    /// The number of the next block.
    next: usize,
    /// The file that the last game came from.
    source: PathBuf,
}

impl Games {
    /// The games of a file, of a folder of PGN files, or of standard input (`-`). A database is recognized by its first bytes;
    /// files of a folder are opened when their turn comes.
    ///
    /// # Errors
    /// If the file or the folder cannot be read, or if it is a database that cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Games, ReadError> {
        let path = path.as_ref();
        let failed = |error| ReadError::new(path, error);
        if path.as_os_str() != "-" && disk::is_file(path).map_err(failed)? {
            return Games::from_file(path, disk::open(path).map_err(failed)?.0);
        }
        Ok(Games { source: Source::Pgn(Box::new(tabiya_pgn::Games::open(path)?)) })
    }

    /// The games of a plain file that is open already. The path is for messages.
    ///
    /// # Errors
    /// If the file cannot be read, or if it is a database that cannot be opened.
    pub fn from_file(path: impl AsRef<Path>, file: File) -> Result<Games, ReadError> {
        let path = path.as_ref();
        Ok(match Games::open_file(path, file)? {
            Opened::Database(database) => Games::from_database(path, database),
            Opened::Games(games) => games,
        })
    }

    /// What a plain file that is open already has.
    pub(crate) fn open_file(path: impl AsRef<Path>, file: File) -> Result<Opened, ReadError> {
        let path = path.as_ref();
        let (mut start, mut file) = (Vec::new(), Steps(file));
        // Games must not be read from a place after the first ones.
        let peeked = (&mut file).take(MAGIC).read_to_end(&mut start).and_then(|_| file.rewind());
        peeked.map_err(|error| ReadError::new(path, error))?;
        if Database::is_database(&start) {
            return Database::from_file(file.0).map(Opened::Database).map_err(|error| unopened(path, error));
        }
        // A database of another program is read by its path, if that leads to this file.
        let is_named = disk::is_at(&file.0, path).unwrap_or(false);
        let input = if is_named { Input::open(path)? } else { Input::from_reader(path, file)? };
        Ok(Opened::Games(Games::from_input(input)))
    }

    /// The games of a stream of PGN, compressed or not.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn from_reader(reader: impl Read + Send + 'static) -> Result<Games, ReadError> {
        Ok(Games { source: Source::Pgn(Box::new(tabiya_pgn::Games::from_reader(reader)?)) })
    }

    /// The games of a text of PGN, compressed or not: a string, or bytes.
    ///
    /// # Errors
    /// If it is compressed and damaged at its beginning.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Games, ReadError> {
        Games::from_reader(std::io::Cursor::new(bytes.into()))
    }

    /// The games of an input of PGN that is open already.
    pub fn from_input(input: Input) -> Games {
        Games { source: Source::Pgn(Box::new(tabiya_pgn::Games::from_input(input))) }
    }

    /// The games that a reader of the crate pgn-reader has still to read, numbered from 1. Their faults have no line and
    /// no byte, and what that crate passes over is not there.
    ///
    /// ```
    /// use tabiya::{Games, Query};
    /// let query = Query::parse("mate")?;
    /// let reader = pgn_reader::Reader::new(&b"1. f3 e5 2. g4 Qh4# 0-1"[..]);
    /// for game in Games::from_pgn_reader(reader) {
    ///     assert_eq!(query.matches(&game?)?.count(), 1);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "pgn-reader")]
    pub fn from_pgn_reader(reader: pgn_reader::Reader<impl Read + Send + 'static>) -> Games {
        Games { source: Source::Visited(Box::new(Visited(Box::new(crate::game::visitor::PgnGames::new(reader))))) }
    }

    /// The games of a database that is open already. The path is for messages.
    pub fn from_database(path: impl AsRef<Path>, database: Database) -> Games {
        let path = path.as_ref().to_owned();
        let older = database.info().older;
        let stored = Stored { path, database, older, block: None, next: 0, source: PathBuf::new() };
        Games { source: Source::Database(Box::new(stored)) }
    }

    /// The file that the last game came from; for a game of a database, the one that the database was made of.
    pub fn file(&self) -> &Path {
        match &self.source {
            Source::Pgn(games) => games.file(),
            Source::Database(stored) => &stored.source,
            #[cfg(feature = "pgn-reader")]
            Source::Visited(_) => Path::new("-"),
        }
    }

    /// What the file that the last game came from is, if it has a game on each line.
    pub fn table(&self) -> Option<&Table> {
        match &self.source {
            Source::Pgn(games) => games.table(),
            Source::Database(_) => None,
            #[cfg(feature = "pgn-reader")]
            Source::Visited(_) => None,
        }
    }

    /// The next game's bytes, to be parsed elsewhere; `false` after the last one. After an error the next call goes on with
    /// the next file, or with the next block of a database.
    ///
    /// # Errors
    /// If a file cannot be opened or read, if it is not a text, or if a block of a database or its newest list of blocks is damaged.
    pub fn read_raw(&mut self, raw: &mut RawGame) -> Result<bool, ReadError> {
        match &mut self.source {
            Source::Pgn(games) => games.read_raw(raw),
            Source::Database(stored) => stored.next(|block, number| block.export(number, raw)),
            #[cfg(feature = "pgn-reader")]
            Source::Visited(visited) => visited.next_raw(raw),
        }
    }

    /// Reads the next game into memory that is there already; `false` after the last one.
    ///
    /// # Errors
    /// As [`Games::read_raw`].
    pub fn read_into(&mut self, game: &mut Game) -> Result<bool, ReadError> {
        match &mut self.source {
            Source::Pgn(games) => games.read_into(game),
            Source::Database(stored) => stored.next(|block, number| block.read(number, &Reading::default(), game)),
            #[cfg(feature = "pgn-reader")]
            Source::Visited(visited) => visited.0.read_next(game),
        }
    }
}

#[cfg(feature = "pgn-reader")]
impl Visited {
    /// The text of the next game, as it is written: that of its source has gone.
    fn next_raw(&mut self, raw: &mut RawGame) -> Result<bool, ReadError> {
        use crate::game::{Additions, Layout, Writer};
        let (mut game, mut text) = (Game::new(), String::new());
        let found = self.0.read_next(&mut game)?;
        if found {
            Writer::new(Layout::default()).write(&game, &mut Additions::default(), &mut text);
            *raw = RawGame { number: game.number(), ..RawGame::from_bytes(text.as_bytes()) };
        }
        Ok(found)
    }
}

impl Stored {
    /// Does something with the next game; `false` if there is none.
    fn next(&mut self, read: impl FnOnce(&Block, usize) -> Result<(), BlockError>) -> Result<bool, ReadError> {
        if std::mem::take(&mut self.older) {
            return Err(unopened(&self.path, OpenError::Older));
        }
        let found = self.next_of_block(read);
        found.map_err(|error| {
            self.block = None;
            let help = "the games of this block are lost, those of other blocks are not; make the database again";
            ReadError::with_help(&self.path, std::io::Error::other(error), "damaged-block", help)
        })
    }

    fn next_of_block(
        &mut self,
        read: impl FnOnce(&Block, usize) -> Result<(), BlockError>,
    ) -> Result<bool, BlockError> {
        loop {
            if let Some((block, next)) = self.block.as_mut().filter(|(block, next)| *next < block.len()) {
                let number = *next;
                *next += 1;
                let source = Path::new(block.source(number)?);
                if self.source != source {
                    self.source = source.to_owned();
                }
                read(block, number)?;
                return Ok(true);
            }
            if self.next == self.database.blocks() {
                return Ok(false);
            }
            self.next += 1;
            self.block = Some((self.database.read_block(self.next - 1)?, 0));
        }
    }
}

fn unopened(path: &Path, error: OpenError) -> ReadError {
    match error {
        OpenError::Read(error) => {
            ReadError::with_help(path, error, "unreadable-file", "check that the file can be read")
        }
        other => {
            let help = "make the database again from its PGN files: tabiya index GAMES... -o BASE.tabiya";
            ReadError::with_help(path, std::io::Error::other(other), "damaged-database", help)
        }
    }
}

impl ReadGames for Games {
    fn read_next(&mut self, game: &mut Game) -> Result<bool, ReadError> {
        self.read_into(game)
    }
}

/// The games one by one, each in memory of its own. After an error the next one is of the next file or block.
impl Iterator for Games {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Result<Game, ReadError>> {
        self.next_game()
    }
}
