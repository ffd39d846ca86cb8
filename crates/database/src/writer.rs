//! Writing a database: blocks in their order, then the list of them, then the slot in the header that makes them count.

use crate::encode::EncodedBlock;
use crate::error::OpenError;
use crate::format::{self, Entry, HEADER_LEN, Slot};
use crate::storage::Storage;
use std::fs::File;
use std::io::{self, Cursor, Seek, SeekFrom, Write};

/// Where a database is written: a file, or memory.
pub trait Sink: Write + Seek {
    /// Waits until everything that was written will outlast a crash of the machine.
    ///
    /// # Errors
    /// If the system cannot do that.
    fn sync(&mut self) -> io::Result<()>;
}

impl Sink for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

impl Sink for Cursor<Vec<u8>> {
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn sync(&mut self) -> io::Result<()> {
        (**self).sync()
    }
}

/// Writes the blocks of a database.
///
/// Nothing that is written counts before [`Writer::finish`]: until then a new file is refused as unfinished, and a file that
/// games are added to is what it was before.
///
/// ```
/// use std::io::Cursor;
/// use tabiya_database::{BlockBuilder, Database, Options, Writer};
/// use tabiya_pgn::{Game, RawGame};
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
    /// The place behind the last byte that was written.
    end: u64,
    entries: Vec<Entry>,
    sequence: u64,
}

impl<S: Sink> Writer<S> {
    /// Begins a new database at the start of an empty sink.
    ///
    /// # Errors
    /// If the sink cannot be written to.
    pub fn create(mut sink: S) -> io::Result<Writer<S>> {
        sink.seek(SeekFrom::Start(0))?;
        sink.write_all(&format::new_header())?;
        Ok(Writer { sink, end: HEADER_LEN as u64, entries: Vec::new(), sequence: 0 })
    }

    /// Writes a block behind the blocks before.
    ///
    /// # Errors
    /// If the sink cannot be written to.
    pub fn write(&mut self, block: &EncodedBlock) -> io::Result<()> {
        if block.is_empty() {
            return Ok(());
        }
        self.sink.write_all(&block.bytes)?;
        self.entries.push(Entry { offset: self.end, ..block.entry });
        self.end += block.bytes.len() as u64;
        Ok(())
    }

    /// Writes the list of blocks and makes it count. The sink is synced before and after that.
    ///
    /// # Errors
    /// If the sink cannot be written to.
    pub fn finish(mut self) -> io::Result<S> {
        let list = format::write_list(&self.entries);
        self.sink.write_all(&list)?;
        self.sink.sync()?;
        let slot = Slot {
            sequence: self.sequence.checked_add(1).ok_or(io::ErrorKind::InvalidData)?,
            offset: self.end,
            len: u32::try_from(list.len()).map_err(|_| io::ErrorKind::FileTooLarge)?,
            checksum: crc32fast::hash(&list),
        };
        self.sink.seek(SeekFrom::Start(slot.place()))?;
        self.sink.write_all(&slot.to_bytes())?;
        self.sink.sync()?;
        Ok(self.sink)
    }
}

impl Writer<File> {
    /// Goes on with a database that is there; the file must be open for reading and writing. What an interrupted attempt to
    /// add games has left behind the last list of blocks is cut off.
    ///
    /// # Errors
    /// If the file is no whole database of this version.
    pub fn append(file: File) -> Result<Writer<File>, OpenError> {
        let storage = Storage::File(file);
        let (slot, entries) = crate::database::open(&storage)?;
        let Storage::File(mut file) = storage else { return Err(OpenError::NotADatabase) };
        let end = slot.offset + u64::from(slot.len);
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Writer { sink: file, end, entries, sequence: slot.sequence })
    }
}
