//! Writing a database: blocks in their order, then the list of them, then the slot in the header that makes them count.

use crate::database::{Database, Opened};
use crate::encode::EncodedBlock;
use crate::error::OpenError;
use crate::explorer::build::{ExplorerBuilder, OldGames};
use crate::explorer::table::Place;
use crate::explorer::{Explorer, ExplorerError, ExplorerOptions};
use crate::format::{self, Entry, HEADER_LEN, MAX_BLOCK, MAX_LIST, SLOT_LEN, Slot};
use crate::storage::{ReadAt, Storage};
use std::fs::File;
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::sync::Arc;
use tabiya_disk::Steps;
use tabiya_disk::replace::Replacement;
use tabiya_pgn::{Game, Reading};

/// Where a database is written: a file, or memory.
pub trait Sink: Write + Seek {
    /// Waits until everything that was written will outlast a crash of the machine.
    ///
    /// # Errors
    /// If the system cannot do that.
    fn sync(&mut self) -> io::Result<()>;

    /// Cuts off everything after this many bytes.
    ///
    /// # Errors
    /// If the system cannot do that.
    fn cut(&mut self, len: u64) -> io::Result<()>;
}

impl Sink for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.set_len(len)
    }
}

impl Sink for Steps {
    fn sync(&mut self) -> io::Result<()> {
        tabiya_disk::sync(&self.0)
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        tabiya_disk::cut(&self.0, len)
    }
}

impl Sink for Replacement {
    fn sync(&mut self) -> io::Result<()> {
        Replacement::sync(self)
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.truncate(len)
    }
}

impl Sink for Cursor<Vec<u8>> {
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.get_mut().truncate(usize::try_from(len).unwrap_or(usize::MAX));
        Ok(())
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn sync(&mut self) -> io::Result<()> {
        (**self).sync()
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        (**self).cut(len)
    }
}

/// Writes the blocks of a database.
///
/// Nothing that is written counts before [`Writer::finish`]: until then a new file is rejected as unfinished, and a file that
/// games are added to is what it was before.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } pub mod database { pub use tabiya_database::*; } }
/// use std::io::Cursor;
/// use tabiya::database::{BlockBuilder, Database, Options, Writer};
/// use tabiya::game::{Game, RawGame};
///
/// let raw = RawGame::from_bytes(b"[White \"Tal\"]\n\n1. e4 e5 1-0");
/// let mut game = Game::new();
/// game.parse(&raw);
/// let mut block = BlockBuilder::new(&Options::default());
/// block.add("games.pgn", &raw, &game);
///
/// let mut writer = Writer::create(Cursor::new(Vec::new()))?;
/// writer.write(&block.finish())?;
/// let bytes = writer.finish()?.into_inner();
///
/// let database = Database::from_bytes(bytes)?;
/// assert_eq!(database.info().games, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<S> {
    sink: S,
    /// The place at which the first block is written.
    start: u64,
    /// The place after the last byte that was written.
    end: u64,
    entries: Vec<Entry>,
    tables: Vec<Place>,
    explorer: Option<Box<ExplorerBuilder>>,
    old: Option<OldFile>,
    next: NextSlot,
}

/// The file that games are added to.
#[derive(Debug)]
struct OldFile {
    storage: Storage,
    blocks: usize,
}

/// The slot to be written.
#[derive(Debug)]
struct NextSlot {
    sequence: u64,
    place: u64,
    /// The bytes that are there now.
    old: [u8; SLOT_LEN],
}

/// What [`Writer::finish`] reports if the slot was written, but the system neither confirmed that nor let it be undone.
#[derive(Debug, thiserror::Error)]
#[error("{0}, and the last step could not be undone; the new games may be there or not")]
pub struct Unsure(io::Error);

impl OldGames for Option<Database> {
    fn blocks(&self) -> usize {
        self.as_ref().map_or(0, Database::blocks)
    }

    /// A table that lacks games which are there would be wrong for ever, so none is made then, be they damaged or only out of
    /// reach this time.
    fn each(&self, block: usize, take: &mut dyn FnMut(&Game)) -> io::Result<()> {
        let Some(database) = self else { return Ok(()) };
        let (block, mut game) = (database.read_block(block).map_err(io::Error::other)?, Game::new());
        for number in 0..block.len() {
            block.read(number, &Reading::default(), &mut game).map_err(io::Error::other)?;
            take(&game);
        }
        Ok(())
    }
}

impl<S: Sink> Writer<S> {
    /// Begins a new database at the start of an empty sink.
    ///
    /// # Errors
    /// If the sink cannot be written to.
    pub fn create(mut sink: S) -> io::Result<Writer<S>> {
        sink.seek(SeekFrom::Start(0))?;
        sink.write_all(&format::new_header())?;
        let (start, next) =
            (HEADER_LEN as u64, NextSlot { sequence: 1, place: format::slot_place(1), old: [0; SLOT_LEN] });
        let (entries, tables) = (Vec::new(), Vec::new());
        Ok(Writer { sink, start, end: start, entries, tables, explorer: None, old: None, next })
    }

    /// Goes on with a database that is there. `reader` is open on the same file as the sink. What an interrupted attempt to
    /// add games has left after the last list of blocks is cut off.
    ///
    /// # Errors
    /// If the file is not a whole database of this version ([`OpenError::Older`] if games that were added last are missing), or if
    /// the sink cannot be written to.
    pub fn append_to(sink: S, reader: File) -> Result<Writer<S>, OpenError> {
        Writer::append_over(sink, Storage::File(reader))
    }

    /// The same with a file that is elsewhere. `reader` need not show what is written to the sink.
    ///
    /// # Errors
    /// See [`Writer::append_to`].
    pub fn append_elsewhere(sink: S, reader: Arc<dyn ReadAt>) -> Result<Writer<S>, OpenError> {
        Writer::append_over(sink, Storage::Elsewhere(reader))
    }

    fn append_over(mut sink: S, storage: Storage) -> Result<Writer<S>, OpenError> {
        let Opened { slot, number, entries, tables, older } = crate::database::open(&storage)?;
        if older {
            return Err(OpenError::Older);
        }
        // The slot that counts is not touched, regardless of the other one.
        let place = format::slot_place(number + 1);
        let mut old = Vec::new();
        storage.read(place, SLOT_LEN, &mut old)?;
        let old = old.try_into().map_err(|_| OpenError::Damaged)?;
        let end = slot.end();
        sink.cut(end)?;
        let sequence = slot.sequence.checked_add(1).ok_or(OpenError::Damaged)?;
        let (next, old) = (NextSlot { sequence, place, old }, OldFile { storage, blocks: entries.len() });
        Ok(Writer { sink, start: end, end, entries, tables, explorer: None, old: Some(old), next })
    }

    /// Writes a table of what is played in the first moves ([`Database::explorer`]). The blocks must be made with
    /// [`Options::explorer`](crate::Options::explorer).
    ///
    /// If games are added to a database that has such a table, [`Writer::finish`] writes one for the new games, to be read
    /// together with those that are there; to find what one old and one new game have in common, it reads the first moves of
    /// the old games once. If the database has no table, has 16 of them, or has one that is damaged, it makes one of all games.
    /// It fails if some of them cannot be read. Without this, games that are added take the tables away, which would not count them.
    #[must_use]
    pub fn with_explorer(self, options: ExplorerOptions) -> Writer<S> {
        Writer { explorer: Some(Box::new(ExplorerBuilder::new(options))), ..self }
    }

    /// Writes a block after the blocks before.
    ///
    /// # Errors
    /// If the sink cannot be written to, if the block lacks what the table of openings needs ([`Writer::with_explorer`]), or if
    /// it is larger than a block that is read: the builder was [full](crate::BlockBuilder::is_full) long before its last game, or
    /// the white space between games and the names of files are longer than a few games could be.
    pub fn write(&mut self, block: &EncodedBlock) -> io::Result<()> {
        if block.is_empty() {
            return Ok(());
        }
        if block.unpacked > MAX_BLOCK {
            let text = "a block of games, with the blanks between them, is larger than a database can have";
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        if let Some(explorer) = &mut self.explorer {
            explorer.add(block.explorer.as_ref().ok_or(io::ErrorKind::InvalidInput)?)?;
        }
        self.go_to_end()?;
        self.sink.write_all(&block.bytes)?;
        self.entries.push(Entry { offset: self.end, ..block.entry });
        self.end += block.bytes.len() as u64;
        Ok(())
    }

    /// Writes the list of blocks and makes it count. The sink is synced before and after that. After an error everything
    /// is undone, so that a file that games were being added to is what it was.
    ///
    /// # Errors
    /// If the sink cannot be written to. If that could not be undone either, the error is [`Unsure`].
    pub fn finish(mut self) -> io::Result<S> {
        let slot = match self.write_explorer().and_then(|()| self.write_list()) {
            Ok(slot) => slot,
            Err(error) => {
                // The slot is what it was, or zeros, if this also fails.
                self.take_back();
                return Err(error);
            }
        };
        match self.set_slot(&slot.to_bytes()) {
            Ok(()) => Ok(self.sink),
            Err(error) if self.take_back() => Err(error),
            Err(error) => Err(io::Error::new(error.kind(), Unsure(error))),
        }
    }

    /// Writes the table of openings.
    fn write_explorer(&mut self) -> io::Result<()> {
        let added = self.entries.len() > self.old.as_ref().map_or(0, |old| old.blocks);
        let Some(explorer) = self.explorer.take() else {
            if added {
                self.tables.clear();
            }
            return Ok(());
        };
        if !added && !self.tables.is_empty() {
            return Ok(());
        }
        let old = self.old.take().map(|old| Database::from_storage(old.storage)).transpose();
        let old = old.map_err(io::Error::other)?;
        let tables = match old.as_ref().map_or(Ok(None), Database::explorer) {
            // A new table takes the place of those that are damaged.
            Err(ExplorerError::Damaged) => None,
            Err(error) => return Err(io::Error::other(error)),
            Ok(tables) => tables,
        };
        let tables = tables.as_ref().map(Explorer::as_old);
        self.go_to_end()?;
        let (place, joins) = explorer.write(&old, tables.as_ref(), &mut self.sink)?;
        if !joins {
            self.tables.clear();
        }
        self.tables.push(Place { offset: self.end, ..place });
        self.end += place.len;
        Ok(())
    }

    /// Goes to where the next bytes are written: on Windows, reading the old games moves the place in the file that both share.
    fn go_to_end(&mut self) -> io::Result<()> {
        self.sink.seek(SeekFrom::Start(self.end)).map(drop)
    }

    /// Writes the list of blocks, and zeros into the slot that is to name it; what that will be.
    fn write_list(&mut self) -> io::Result<Slot> {
        let list = format::write_list(&self.entries, &self.tables);
        let len = u32::try_from(list.len()).ok().filter(|&len| len <= MAX_LIST).ok_or(io::ErrorKind::FileTooLarge)?;
        self.go_to_end()?;
        self.sink.write_all(&list)?;
        self.sink.seek(SeekFrom::Start(self.next.place))?;
        self.sink.write_all(&[0; SLOT_LEN])?;
        self.sink.sync()?;
        Ok(Slot { sequence: self.next.sequence, offset: self.end, len, checksum: crc32fast::hash(&list) })
    }

    fn set_slot(&mut self, bytes: &[u8; SLOT_LEN]) -> io::Result<()> {
        self.sink.seek(SeekFrom::Start(self.next.place))?;
        self.sink.write_all(bytes)?;
        self.sink.sync()
    }

    /// Undoes everything; `false` if the new slot may count. Its list is then left where it is: a slot that counts without its
    /// list would be a damaged database.
    fn take_back(&mut self) -> bool {
        let old = self.next.old;
        // Once the old slot is back, nothing refers to what stays behind if it cannot be cut off.
        self.set_slot(&old).map(|()| self.sink.cut(self.start)).is_ok()
    }

    /// Ends without making the blocks count, and cuts them off.
    ///
    /// # Errors
    /// If they cannot be cut off. They do not count, but take room.
    pub fn give_up(mut self) -> io::Result<()> {
        self.sink.cut(self.start)
    }
}

impl Writer<File> {
    /// [`Writer::append_to`] with a file that is open for reading and writing.
    ///
    /// # Errors
    /// See [`Writer::append_to`].
    pub fn append(file: File) -> Result<Writer<File>, OpenError> {
        let reader = file.try_clone()?;
        Writer::append_to(file, reader)
    }
}
