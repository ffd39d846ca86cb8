//! Rows of all games by parts of the space of keys, in memory and on disk, so that each part can be sorted by itself.
//!
//! ```text
//! row      the lower seven bytes of the key, the move u16; then
//!          of one game, if bit 15 of the move is set: result (2 bits), rating, rating, year (12 bits each) in 5 bytes
//!          else: games, White, draws, Black, two sums and counts of ratings, the year, as numbers
//! ```
//!
//! The parts of a block's rows are added to those of the blocks before. When they fill the memory, all of them are written
//! to one temporary file, one after another.

use super::tally::{Ratings, Row, Tally, add_up};
use crate::bytes::{Bytes, Malformed, number_of, put_number};
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The number of parts. The upper bits of a key say which one it is in.
pub(crate) const PARTS: usize = 1024;

/// The number of bits of a key that are not stored, because the part tells them.
const KNOWN_BITS: u32 = 8;

/// The number of bytes that are kept in memory.
pub(crate) const KEPT_BYTES: usize = 64 << 20;

/// The number of rows after which those of one move in one position are added up.
const ADDED_UP: usize = 1 << 17;

/// The bit of a move that is said of one game.
const SINGLE: u16 = 1 << 15;

/// A temporary file, to which rows are written that have no room in memory.
pub trait Scratch: Read + Write + Seek + Send {}

impl<T: Read + Write + Seek + Send> Scratch for T {}

/// Makes temporary files.
pub(crate) type Temporary = Box<dyn FnMut() -> io::Result<Box<dyn Scratch>> + Send>;

fn part_of(key: u64) -> usize {
    usize::from(u16::from_le_bytes([key.to_le_bytes()[6], key.to_le_bytes()[7]]) >> 6)
}

/// The rows of a block of games, part after part.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartRows {
    bytes: Vec<u8>,
    /// Where each part ends.
    ends: Vec<u32>,
}

impl PartRows {
    /// Adds a row, whose part must not be before that of the row added last.
    pub(crate) fn push(&mut self, row: &Row) {
        self.ends.resize(part_of(row.key), number_of(self.bytes.len()));
        write_row(row, &mut self.bytes);
    }

    /// Ends the last part.
    pub(crate) fn end(&mut self) {
        self.ends.resize(PARTS, number_of(self.bytes.len()));
    }

    fn part(&self, part: usize) -> &[u8] {
        let end = |part: usize| self.ends.get(part).map_or(self.bytes.len(), |&end| end as usize);
        let start = part.checked_sub(1).map_or(0, end);
        &self.bytes[start..end(part)]
    }
}

fn write_row(row: &Row, out: &mut Vec<u8>) {
    out.extend_from_slice(&row.key.to_le_bytes()[..8 - KNOWN_BITS as usize / 8]);
    let tally = &row.tally;
    if let Some(packed) = pack(tally) {
        out.extend_from_slice(&(row.code | SINGLE).to_le_bytes());
        out.extend_from_slice(&packed.to_le_bytes()[..5]);
        return;
    }
    out.extend_from_slice(&row.code.to_le_bytes());
    for number in [tally.games, tally.white, tally.draws, tally.black] {
        put_number(out, number.into());
    }
    for ratings in [tally.players, tally.opponents] {
        put_number(out, ratings.count.into());
        put_number(out, ratings.sum);
    }
    put_number(out, tally.last_year.into());
}

/// The facts about one game in 38 bits; none if that does not suffice. A rating of 0 is one that is not known.
fn pack(tally: &Tally) -> Option<u64> {
    let rating = |ratings: Ratings| match (ratings.count, ratings.sum) {
        (0, 0) => Some(0),
        (1, rating @ 1..0x1000) => Some(rating),
        _ => None,
    };
    let result = match (tally.games, tally.white, tally.draws, tally.black) {
        (1, 0, 0, 0) => 0,
        (1, 1, 0, 0) => 1,
        (1, 0, 1, 0) => 2,
        (1, 0, 0, 1) => 3,
        _ => return None,
    };
    let year = Some(u64::from(tally.last_year)).filter(|&year| year < 0x1000)?;
    Some(result | rating(tally.players)? << 2 | rating(tally.opponents)? << 14 | year << 26)
}

fn unpack(packed: u64) -> Tally {
    let bits = |shift: u32| {
        u16::from_le_bytes([(packed >> shift).to_le_bytes()[0], (packed >> shift).to_le_bytes()[1]]) & 0xFFF
    };
    let rating = |shift| match bits(shift) {
        0 => Ratings::default(),
        rating => Ratings { sum: rating.into(), count: 1 },
    };
    let result = |number| u32::from(packed & 3 == number);
    Tally {
        games: 1,
        white: result(1),
        draws: result(2),
        black: result(3),
        players: rating(2),
        opponents: rating(14),
        last_year: bits(26),
    }
}

fn read_row(at: &mut Bytes<'_>, part: usize) -> Result<Row, Malformed> {
    let mut key = [0; 8];
    key[..7].copy_from_slice(&at.array::<7>()?);
    let key = u64::from_le_bytes(key) | ((part as u64) >> 2) << 56;
    let code = u16::from_le_bytes(at.array()?);
    if code & SINGLE != 0 {
        let mut packed = [0; 8];
        packed[..5].copy_from_slice(&at.array::<5>()?);
        return Ok(Row { key, code: code & !SINGLE, tally: unpack(u64::from_le_bytes(packed)) });
    }
    let (games, white, draws, black) = (at.number_u32()?, at.number_u32()?, at.number_u32()?, at.number_u32()?);
    let mut ratings = || Ok::<_, Malformed>(Ratings { count: at.number_u32()?, sum: at.number()? });
    let (players, opponents) = (ratings()?, ratings()?);
    let last_year = u16::try_from(at.number()?).map_err(|_| Malformed)?;
    Ok(Row { key, code, tally: Tally { games, white, draws, black, players, opponents, last_year } })
}

/// The rows of all blocks.
pub(crate) struct Shuffle {
    buffers: Vec<Vec<u8>>,
    /// The bytes in all buffers.
    kept: usize,
    /// The most of them.
    most: usize,
    spilled: Option<Mutex<Box<dyn Scratch>>>,
    /// Where the spilled file has each part: places and lengths.
    extents: Vec<Vec<(u64, usize)>>,
    end: u64,
}

impl fmt::Debug for Shuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shuffle").field("kept", &self.kept).field("end", &self.end).finish_non_exhaustive()
    }
}

impl Shuffle {
    /// Without rows. No more than this number of bytes is kept in memory.
    pub(crate) fn new(most: usize) -> Shuffle {
        let (buffers, extents) = (vec![Vec::new(); PARTS], vec![Vec::new(); PARTS]);
        Shuffle { buffers, kept: 0, most, spilled: None, extents, end: 0 }
    }

    /// Adds the rows of a block.
    pub(crate) fn add(&mut self, rows: &PartRows, temporary: &mut Temporary) -> io::Result<()> {
        for (part, buffer) in self.buffers.iter_mut().enumerate() {
            buffer.extend_from_slice(rows.part(part));
        }
        self.kept += rows.bytes.len();
        if self.kept > self.most { self.spill(temporary) } else { Ok(()) }
    }

    fn spill(&mut self, temporary: &mut Temporary) -> io::Result<()> {
        let file = match &mut self.spilled {
            Some(file) => file,
            none => none.insert(Mutex::new(temporary()?)),
        };
        let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (buffer, extents) in self.buffers.iter_mut().zip(&mut self.extents) {
            file.write_all(buffer)?;
            extents.push((self.end, buffer.len()));
            self.end += buffer.len() as u64;
            buffer.clear();
        }
        self.kept = 0;
        Ok(())
    }

    /// The bytes of a part.
    pub(crate) fn len(&self, part: usize) -> usize {
        self.buffers[part].len() + self.extents[part].iter().map(|(_, len)| len).sum::<usize>()
    }

    /// The rows of some parts, sorted and added up.
    pub(crate) fn load(&self, parts: Range<usize>) -> io::Result<Vec<Row>> {
        let (mut rows, mut most, mut bytes) = (Vec::new(), ADDED_UP, Vec::new());
        for part in parts {
            let mut take = |bytes: &[u8]| {
                let mut at = Bytes::new(bytes);
                while !at.is_empty() {
                    rows.push(read_row(&mut at, part).map_err(|_| io::ErrorKind::InvalidData)?);
                }
                // Openings are the same in all games.
                if rows.len() > most {
                    add_up(&mut rows);
                    most = most.max(2 * rows.len());
                }
                Ok::<(), io::Error>(())
            };
            if let Some(file) = &self.spilled {
                for &(place, len) in &self.extents[part] {
                    bytes.resize(len, 0);
                    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                    file.seek(SeekFrom::Start(place))?;
                    file.read_exact(&mut bytes)?;
                    drop(file);
                    take(&bytes)?;
                }
            }
            take(&self.buffers[part])?;
        }
        add_up(&mut rows);
        Ok(rows)
    }
}
