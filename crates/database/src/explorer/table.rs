//! A table of positions in the file: blocks of positions in the order of their keys, then the directory of the blocks.
//!
//! ```text
//! directory  positions that no earlier table has u64, then for each block:
//!            first key u64, length of its keys u32, length of its columns u32, checksum of both u32
//! keys       number of positions, bytes of a difference that are not compressed (one byte), then for each position but the
//!            first: the lower bytes of the difference from the key before, and the rest of it as a number
//! columns    each as its length, its length as stored (the same if it is not compressed), and its bytes
//! ```
//!
//! The columns are: the number of rows of each position; then for all rows, one after another, the origin (bit 6 says that a
//! role follows), the target, the role, the games, the results, the ratings, the year. The result of one game is a byte (0 none,
//! 1 White, 2 draw, 3 Black), those of several are three numbers. Ratings are, for the players and for their opponents, the
//! number of games without one, and unless that is all, the mean, and for several the remainder. A year is a number, 0 for
//! none, else 1 more than its distance from 4095; one after that has no place and counts as 4095.
//!
//! Keys look like chance, so they stay as they are, and looking up a position that is not there decompresses nothing.
//! Columns of one kind of number each take a fifth less than rows one after another.

use super::tally::{Ratings, Row, Tally};
use crate::bytes::{Bytes, Malformed, number_of, put_number};
use crate::storage::Storage;
use std::io::{self, Write};

/// The number of positions of a block.
const POSITIONS: usize = 2048;

/// The number of rows after which a block is full.
const ROWS: usize = 1 << 14;

/// The number of columns.
const COLUMNS: usize = 8;

/// The longest column that is read, in bytes.
const MAX_COLUMN: usize = 1 << 22;

/// The longest block that is read, in bytes.
const MAX_BLOCK: u64 = 1 << 24;

/// The longest directory, in bytes.
const MAX_DIRECTORY: u32 = 64 << 20;

/// The effort of compression, from 1 to 19.
const LEVEL: i32 = 3;

/// The latest year that has a place.
const LAST_YEAR: u16 = 4095;

/// The length of a block in the directory.
const ENTRY_LEN: usize = 20;

/// Where a table is in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) offset: u64,
    pub(crate) len: u64,
    /// The length of the directory at its end, and its checksum.
    pub(crate) directory: u32,
    pub(crate) checksum: u32,
}

/// Why a table cannot be read.
#[derive(Debug)]
pub(crate) enum TableFault {
    Read(io::Error),
    Damaged,
}

impl From<Malformed> for TableFault {
    fn from(_: Malformed) -> TableFault {
        TableFault::Damaged
    }
}

/// Writes a table.
pub(crate) struct TableWriter<'w> {
    out: &'w mut dyn Write,
    written: u64,
    directory: Vec<u8>,
    fresh: u64,
    keys: Vec<u64>,
    columns: [Vec<u8>; COLUMNS],
    rows_of_block: usize,
}

impl<'w> TableWriter<'w> {
    pub(crate) fn new(out: &'w mut dyn Write) -> TableWriter<'w> {
        TableWriter {
            out,
            written: 0,
            directory: Vec::new(),
            fresh: 0,
            keys: Vec::new(),
            columns: Default::default(),
            rows_of_block: 0,
        }
    }

    /// Adds a position, whose key is greater than those before, by its rows. `fresh`: no earlier table has it.
    pub(crate) fn push(&mut self, rows: &[Row], fresh: bool) -> io::Result<()> {
        let Some(first) = rows.first() else { return Ok(()) };
        self.keys.push(first.key);
        put_number(&mut self.columns[0], rows.len() as u64);
        rows.iter().for_each(|row| put_row(row, &mut self.columns));
        self.fresh += u64::from(fresh);
        self.rows_of_block += rows.len();
        if self.keys.len() == POSITIONS || self.rows_of_block >= ROWS { self.end_block() } else { Ok(()) }
    }

    fn end_block(&mut self) -> io::Result<()> {
        let Some(&first) = self.keys.first() else { return Ok(()) };
        let mut bytes = Vec::new();
        write_keys(&self.keys, &mut bytes);
        let keys_len = number_of(bytes.len());
        let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
        for column in &mut self.columns {
            let packed = compressor.compress(column)?;
            let stored = if packed.len() < column.len() { &packed } else { &*column };
            put_number(&mut bytes, column.len() as u64);
            put_number(&mut bytes, stored.len() as u64);
            bytes.extend_from_slice(stored);
            column.clear();
        }
        self.out.write_all(&bytes)?;
        self.written += bytes.len() as u64;
        self.directory.extend(first.to_le_bytes());
        let numbers = [keys_len, number_of(bytes.len()) - keys_len, crc32fast::hash(&bytes)];
        self.directory.extend(numbers.map(u32::to_le_bytes).as_flattened());
        self.keys.clear();
        self.rows_of_block = 0;
        Ok(())
    }

    /// Writes what is left and the directory; the place is counted from the first byte of the table.
    pub(crate) fn finish(mut self) -> io::Result<Place> {
        self.end_block()?;
        let mut directory = self.fresh.to_le_bytes().to_vec();
        directory.extend(self.directory);
        let len = u32::try_from(directory.len()).ok().filter(|&len| len <= MAX_DIRECTORY);
        let len = len.ok_or(io::ErrorKind::FileTooLarge)?;
        self.out.write_all(&directory)?;
        let checksum = crc32fast::hash(&directory);
        Ok(Place { offset: 0, len: self.written + u64::from(len), directory: len, checksum })
    }
}

fn write_keys(keys: &[u64], out: &mut Vec<u8>) {
    put_number(out, keys.len() as u64);
    let mean = (keys[keys.len() - 1] - keys[0]) / keys.len() as u64;
    let low = mean.checked_ilog2().unwrap_or(0) as usize / 8;
    out.push(low.to_le_bytes()[0]);
    for pair in keys.windows(2) {
        let difference = pair[1] - pair[0];
        out.extend_from_slice(&difference.to_le_bytes()[..low]);
        put_number(out, difference >> (8 * low));
    }
}

fn read_keys(bytes: &[u8], first: u64, keys: &mut Vec<u64>) -> Result<(), Malformed> {
    keys.clear();
    let mut at = Bytes::new(bytes);
    let count = at.number()?;
    let low = usize::from(at.byte()?);
    if low > 7 || count == 0 || count > at.len() as u64 + 1 {
        return Err(Malformed);
    }
    let mut key = first;
    keys.push(key);
    for _ in 1..count {
        let mut difference = [0; 8];
        difference[..low].copy_from_slice(at.take(low)?);
        let high = at.number()?;
        if high >= 1 << (64 - 8 * low).min(63) {
            return Err(Malformed);
        }
        let difference = u64::from_le_bytes(difference) | high << (8 * low);
        key = key.checked_add(difference).filter(|_| difference > 0).ok_or(Malformed)?;
        keys.push(key);
    }
    if at.is_empty() { Ok(()) } else { Err(Malformed) }
}

fn put_row(row: &Row, columns: &mut [Vec<u8>; COLUMNS]) {
    let [_, from, to, roles, games, results, ratings, years] = columns;
    let (code, tally) = (row.code, &row.tally);
    let bits = |shift: u16| (code >> shift & 63).to_le_bytes()[0];
    let role = (code >> 12).to_le_bytes()[0];
    from.push(bits(0) | u8::from(role > 0) << 6);
    to.push(bits(6));
    if role > 0 {
        roles.push(role);
    }
    put_number(games, tally.games.into());
    if tally.games == 1 {
        results.push(if tally.white > 0 {
            1
        } else if tally.draws > 0 {
            2
        } else {
            u8::from(tally.black > 0) * 3
        });
    } else {
        [tally.white, tally.draws, tally.black].into_iter().for_each(|number| put_number(results, number.into()));
    }
    for rating in [tally.players, tally.opponents] {
        put_number(ratings, (tally.games - rating.count).into());
        if rating.count > 0 {
            put_number(ratings, rating.sum / u64::from(rating.count));
            if rating.count > 1 {
                put_number(ratings, rating.sum % u64::from(rating.count));
            }
        }
    }
    let year = match tally.last_year {
        0 => 0,
        year => 1 + LAST_YEAR - year.min(LAST_YEAR),
    };
    put_number(years, year.into());
}

/// Reads a row. Its numbers may say anything.
fn read_row(key: u64, columns: &mut [Bytes<'_>; COLUMNS]) -> Result<Row, Malformed> {
    let [_, from, to, roles, games, results, ratings, years] = columns;
    let (from, to) = (from.byte()?, to.byte()?);
    let role = if from & 64 != 0 { roles.byte()? } else { 0 };
    if from > 127 || to > 63 || role > 7 {
        return Err(Malformed);
    }
    let code = u16::from(from & 63) | u16::from(to) << 6 | u16::from(role) << 12;
    let games = games.number_u32()?;
    let [white, draws, black] = if games == 1 {
        let result = results.byte()?;
        [1, 2, 3].map(|number| u32::from(result == number))
    } else {
        [results.number_u32()?, results.number_u32()?, results.number_u32()?]
    };
    let mut rating = || {
        let count = games.checked_sub(ratings.number_u32()?).ok_or(Malformed)?;
        let mean = if count > 0 { ratings.number()? } else { 0 };
        let rest = if count > 1 { ratings.number()? } else { 0 };
        let sum = mean.checked_mul(count.into()).and_then(|sum| sum.checked_add(rest)).ok_or(Malformed)?;
        Ok::<_, Malformed>(Ratings { count, sum })
    };
    let (players, opponents) = (rating()?, rating()?);
    let last_year = match u16::try_from(years.number()?).map_err(|_| Malformed)? {
        0 => 0,
        year => LAST_YEAR.checked_sub(year - 1).ok_or(Malformed)?,
    };
    Ok(Row { key, code, tally: Tally { games, white, draws, black, players, opponents, last_year } })
}

/// A table that is there, by its directory.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) place: Place,
    /// The positions that no earlier table has.
    pub(crate) fresh: u64,
    blocks: Vec<TableBlock>,
}

#[derive(Clone, Copy, Debug)]
struct TableBlock {
    first: u64,
    offset: u64,
    keys: u32,
    columns: u32,
    checksum: u32,
}

/// A block that was read last.
#[derive(Debug, Default)]
pub(crate) struct Cursor {
    block: Option<usize>,
    bytes: Vec<u8>,
    keys: Vec<u64>,
}

impl Table {
    /// Reads the directory.
    pub(crate) fn open(storage: &Storage, place: Place) -> Result<Table, TableFault> {
        let end = place.offset.checked_add(place.len).ok_or(Malformed)?;
        let most = place.len.min(MAX_DIRECTORY.into());
        if end > storage.len().map_err(TableFault::Read)? || u64::from(place.directory) > most {
            return Err(TableFault::Damaged);
        }
        let mut bytes = Vec::new();
        let start = end - u64::from(place.directory);
        storage.read(start, place.directory as usize, &mut bytes).map_err(TableFault::Read)?;
        if crc32fast::hash(&bytes) != place.checksum {
            return Err(TableFault::Damaged);
        }
        let mut at = Bytes::new(&bytes);
        let fresh = at.u64()?;
        let (mut blocks, mut offset) = (Vec::<TableBlock>::with_capacity(at.len() / ENTRY_LEN), place.offset);
        while !at.is_empty() {
            let block =
                TableBlock { first: at.u64()?, offset, keys: at.u32()?, columns: at.u32()?, checksum: at.u32()? };
            let len = u64::from(block.keys) + u64::from(block.columns);
            offset += len;
            let ascends = blocks.last().is_none_or(|before| before.first < block.first);
            if len > MAX_BLOCK || offset > start || !ascends {
                return Err(TableFault::Damaged);
            }
            blocks.push(block);
        }
        Ok(Table { place, fresh, blocks })
    }

    /// The number of a position in the block that the cursor has read then; none if the table does not have it.
    fn seek(&self, storage: &Storage, key: u64, cursor: &mut Cursor) -> Result<Option<usize>, TableFault> {
        let Some(number) = self.blocks.partition_point(|block| block.first <= key).checked_sub(1) else {
            return Ok(None);
        };
        if cursor.block != Some(number) {
            let block = &self.blocks[number];
            cursor.block = None;
            let len = block.keys as usize + block.columns as usize;
            storage.read(block.offset, len, &mut cursor.bytes).map_err(TableFault::Read)?;
            if crc32fast::hash(&cursor.bytes) != block.checksum {
                return Err(TableFault::Damaged);
            }
            read_keys(&cursor.bytes[..block.keys as usize], block.first, &mut cursor.keys)?;
            cursor.block = Some(number);
        }
        Ok(cursor.keys.binary_search(&key).ok())
    }

    /// True if the table has a position.
    pub(crate) fn contains(&self, storage: &Storage, key: u64, cursor: &mut Cursor) -> Result<bool, TableFault> {
        self.seek(storage, key, cursor).map(|place| place.is_some())
    }

    /// The rows of a position; none if the table does not have it.
    pub(crate) fn find(&self, storage: &Storage, key: u64) -> Result<Vec<Row>, TableFault> {
        let mut cursor = Cursor::default();
        let Some(place) = self.seek(storage, key, &mut cursor)? else { return Ok(Vec::new()) };
        let keys = cursor.block.map_or(0, |number| self.blocks[number].keys as usize);
        let columns = read_columns(&cursor.bytes[keys..])?;
        let mut at = columns.each_ref().map(|column| Bytes::new(column));
        for _ in 0..place {
            for _ in 0..at[0].number()? {
                read_row(key, &mut at)?;
            }
        }
        let mut rows = Vec::new();
        for _ in 0..at[0].number()? {
            rows.push(read_row(key, &mut at)?);
        }
        Ok(rows)
    }
}

fn read_columns(bytes: &[u8]) -> Result<[Vec<u8>; COLUMNS], TableFault> {
    let mut at = Bytes::new(bytes);
    let mut columns: [Vec<u8>; COLUMNS] = Default::default();
    for column in &mut columns {
        let len = usize::try_from(at.number()?).map_err(|_| Malformed)?;
        let stored = at.bytes()?;
        *column = match stored.len() == len {
            true => stored.to_vec(),
            false if len > MAX_COLUMN => return Err(TableFault::Damaged),
            false => zstd::bulk::decompress(stored, len).map_err(|_| Malformed)?,
        };
        if column.len() != len {
            return Err(TableFault::Damaged);
        }
    }
    Ok(columns)
}
