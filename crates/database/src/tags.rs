//! The tags of a block's games: which names and values there are, and which game has which.
//!
//! ```text
//! tags        names, columns, rosters
//! names       number, texts
//! columns     number; for each: name, pool. A name that comes twice in one game has two columns
//! rosters     number; for each: number of columns, columns in the order of the tags
//! a pool      number of values, their lengths, their texts
//! rows        for each game its roster, as cells
//! a column    for each game that has it its value, as cells: the number in the pool
//! cells       a byte: 0 all are the number that follows; 1 a byte for each; 2 the same, the lower bytes of all, then the
//!             higher ones
//! ```
//!
//! Rows, and each of the first columns and pools, are sections of their own, so that a test of tags is answered once for each
//! value, and then for all games of a block by one or two columns (`columns`), and a search without tags decompresses none.

use crate::bytes::{Bytes, Malformed, number_of, put_bytes, put_number};
use crate::sections::{self, Stored};
use std::collections::HashMap;
use std::sync::OnceLock;
use tabiya_pgn::Game;

/// The most different values of one pool, and the most columns.
pub(crate) const MAX_VALUES: usize = 1 << 16;

/// The longest names and values of one game together, in bytes. A few bytes of a hostile file could stand for much more.
pub(crate) const MAX_TEXT: usize = 64 << 20;

/// The most tags of one game.
pub(crate) const MAX_TAGS: usize = 256;

/// Names and values that take no more bytes are not too long for any game, however often it has them.
const PLAIN_VALUES: usize = MAX_TEXT / MAX_TAGS;

/// The most tags of all games of a block.
pub(crate) const MAX_CELLS: usize = 1 << 21;

/// How numbers are written: one for all, or one for each in one byte or two.
pub(crate) mod cells {
    pub(crate) const SAME: u8 = 0;
    pub(crate) const ONE_BYTE: u8 = 1;
    pub(crate) const TWO_BYTES: u8 = 2;
}

/// The length of a game's names and values; none if its tags are too many or too long to be kept here.
pub(crate) fn text_len(game: &Game) -> Option<usize> {
    let tags = game.tags();
    let len = tags.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>();
    Some(len).filter(|&len| tags.len() <= MAX_TAGS && len <= MAX_TEXT)
}

/// Collects the tags of games.
#[derive(Debug, Default)]
pub(crate) struct TagsWriter {
    names: NumberedTexts,
    columns: HashMap<(u32, u32), u32>,
    rosters: HashMap<Vec<u32>, u32>,
    /// Name, pool, and the values of the games that have the column.
    list: Vec<(u32, u32, Vec<u32>)>,
    roster_list: Vec<Vec<u32>>,
    /// The rosters of the games.
    roster_of: Vec<u32>,
    /// The number of tags of all games.
    cells: usize,
    pool_of: HashMap<String, u32>,
    pools: Vec<NumberedTexts>,
}

/// Texts by number, in the order in which they were met.
#[derive(Debug, Default)]
struct NumberedTexts {
    by_text: HashMap<Box<str>, u32>,
    lengths: Vec<u8>,
    texts: Vec<u8>,
}

impl NumberedTexts {
    /// The number of a text, which is added if it is new.
    fn add(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.by_text.get(text) {
            return number;
        }
        let number = number_of(self.by_text.len());
        self.by_text.insert(text.into(), number);
        put_number(&mut self.lengths, text.len() as u64);
        self.texts.extend_from_slice(text.as_bytes());
        number
    }

    fn write(&self, out: &mut Vec<u8>) {
        put_number(out, self.by_text.len() as u64);
        out.extend_from_slice(&self.lengths);
        put_bytes(out, &self.texts);
    }
}

/// The values of names with the same key share a pool: those of both players, and all dates.
fn pool_key(name: &str) -> &str {
    let name = name.strip_prefix("White").or_else(|| name.strip_prefix("Black")).unwrap_or(name);
    if name.ends_with("Date") { "Date" } else { name }
}

impl TagsWriter {
    /// Adds the tags of the next game, or notes that it has none that are kept here.
    pub(crate) fn add(&mut self, game: Option<&Game>) {
        let mut roster = Vec::new();
        for (name, value) in game.iter().flat_map(|game| game.tags().iter()) {
            let name_number = self.names.add(name);
            let seen = roster.iter().filter(|&&column: &&u32| self.list[column as usize].0 == name_number).count();
            let next = number_of(self.columns.len());
            let column = *self.columns.entry((name_number, number_of(seen))).or_insert(next);
            if column == next {
                let fresh = number_of(self.pools.len());
                let pool = *self.pool_of.entry(pool_key(name).to_owned()).or_insert(fresh);
                if pool == fresh {
                    self.pools.push(NumberedTexts::default());
                }
                self.list.push((name_number, pool, Vec::new()));
            }
            let (_, pool, values) = &mut self.list[column as usize];
            values.push(self.pools[*pool as usize].add(value));
            roster.push(column);
        }
        self.cells += roster.len();
        let next = number_of(self.rosters.len());
        let number = *self.rosters.entry(roster).or_insert_with_key(|roster| {
            self.roster_list.push(roster.clone());
            next
        });
        self.roster_of.push(number);
    }

    /// True if one more game can be added: no pool is nearly full.
    pub(crate) fn has_room(&self) -> bool {
        let has_values = self.pools.iter().all(|pool| pool.by_text.len() <= MAX_VALUES - MAX_TAGS);
        has_values && self.list.len() <= MAX_VALUES - MAX_TAGS && self.cells <= MAX_CELLS - MAX_TAGS
    }

    /// The sections, with their kinds.
    pub(crate) fn finish(&self) -> Vec<(u32, Vec<u8>)> {
        let mut rows = Vec::new();
        write_cells(&self.roster_of, &mut rows);
        let mut sections = vec![(sections::TAGS, self.dictionary()), (sections::TAG_ROWS, rows)];
        let mut add = |kind: u32, write: &dyn Fn(&mut Vec<u8>)| match sections.last_mut() {
            Some((last, bytes)) if *last == kind => write(bytes),
            _ => {
                let mut bytes = Vec::new();
                write(&mut bytes);
                sections.push((kind, bytes));
            }
        };
        for (n, (_, _, values)) in self.list.iter().enumerate() {
            add(sections::tag_column(n), &|bytes| write_cells(values, bytes));
        }
        for (n, pool) in self.pools.iter().enumerate() {
            add(sections::tag_pool(n), &|bytes| pool.write(bytes));
        }
        sections
    }

    /// The names and rosters.
    fn dictionary(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.names.write(&mut out);
        put_number(&mut out, self.list.len() as u64);
        for &(name, pool, _) in &self.list {
            put_number(&mut out, name.into());
            put_number(&mut out, pool.into());
        }
        put_number(&mut out, self.roster_list.len() as u64);
        for roster in &self.roster_list {
            put_number(&mut out, roster.len() as u64);
            roster.iter().for_each(|&column| put_number(&mut out, column.into()));
        }
        out
    }
}

/// Appends numbers that are less than 65,536; nothing if there are none.
fn write_cells(values: &[u32], out: &mut Vec<u8>) {
    let Some((&first, rest)) = values.split_first() else { return };
    if rest.iter().all(|&value| value == first) {
        out.push(cells::SAME);
        put_number(out, first.into());
        return;
    }
    let is_short = values.iter().all(|&value| value < 256);
    out.push(if is_short { cells::ONE_BYTE } else { cells::TWO_BYTES });
    out.extend(values.iter().map(|value| value.to_le_bytes()[0]));
    if !is_short {
        out.extend(values.iter().map(|value| value.to_le_bytes()[1]));
    }
}

/// The names of a block's tags, ready to be read; the values are read on first use.
#[derive(Debug)]
pub(crate) struct Dictionary {
    /// The texts of all names.
    text: String,
    /// The range of the name of each column, and its pool.
    columns: Vec<(TextRange, u32)>,
    /// The columns of all rosters, and where each roster begins.
    rosters: Vec<u32>,
    roster_starts: Vec<u32>,
    /// The sections of the pools.
    stored: Stored,
    /// Checksums say that pools are as they were written, so one that is still malformed counts as missing.
    pools: Box<[OnceLock<Option<Pool>>]>,
    /// True if no game can have longer tags than it may.
    is_short: bool,
}

/// The values that some columns have in common.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    /// The texts of all values, one after another.
    text: String,
    values: Vec<TextRange>,
}

impl Pool {
    /// A pool without values.
    pub(crate) const EMPTY: &Pool = &Pool { text: String::new(), values: Vec::new() };

    /// Reads a pool of no more than this number of values.
    fn read(at: &mut Bytes<'_>, most: usize) -> Result<Pool, Malformed> {
        let mut pool = Pool::default();
        read_texts(at, most.min(MAX_VALUES), &mut pool.text, &mut pool.values)?;
        Ok(pool)
    }

    /// The number of values.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// A value by its number.
    #[inline]
    pub(crate) fn get(&self, number: usize) -> Option<&str> {
        self.values.get(number).map(|&(start, end)| &self.text[start as usize..end as usize])
    }

    /// The values in their order.
    pub(crate) fn values(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(|&(start, end)| &self.text[start as usize..end as usize])
    }

    /// The values one after another, and where each of them ends.
    pub(crate) fn text(&self) -> (&str, &[TextRange]) {
        (&self.text, &self.values)
    }
}

/// Where a text begins and ends.
pub(crate) type TextRange = (u32, u32);

/// A place in what is read, if it is not beyond what places can say.
fn place(at: usize) -> Result<u32, Malformed> {
    u32::try_from(at).map_err(|_| Malformed)
}

/// Reads no more than this number of texts and appends them to `text`; their ranges.
fn read_texts(
    at: &mut Bytes<'_>,
    most: usize,
    text: &mut String,
    ranges: &mut Vec<TextRange>,
) -> Result<usize, Malformed> {
    let count = at.count_of(most)?;
    let (first, mut end) = (ranges.len(), place(text.len())?);
    ranges.reserve(count);
    for _ in 0..count {
        let start = end;
        end = end.checked_add(at.number_u32()?).ok_or(Malformed)?;
        ranges.push((start, end));
    }
    let added = at.text()?;
    text.push_str(added);
    let whole = |&(start, stop): &TextRange| text.get(start as usize..stop as usize).is_some();
    if end as usize != text.len() || !added.is_ascii() && !ranges[first..].iter().all(whole) {
        return Err(Malformed);
    }
    Ok(count)
}

impl Dictionary {
    /// Reads names and rosters of this number of games. `stored` are the sections of the pools.
    pub(crate) fn read(section: &[u8], stored: Stored, games: usize) -> Result<Dictionary, Malformed> {
        let mut at = Bytes::new(section);
        let (mut text, mut names) = (String::new(), Vec::new());
        read_texts(&mut at, MAX_VALUES, &mut text, &mut names)?;
        let mut columns = Vec::new();
        for _ in 0..at.count_of(MAX_VALUES)? {
            let (name, pool) = (at.number_u32()?, at.number_u32()?);
            columns.push((*names.get(name as usize).ok_or(Malformed)?, pool));
        }
        let (mut rosters, mut roster_starts) = (Vec::new(), vec![0]);
        for _ in 0..at.count_of(games)? {
            for _ in 0..at.count_of(MAX_CELLS - rosters.len())? {
                rosters.push(at.number_u32()?);
            }
            roster_starts.push(place(rosters.len())?);
        }
        // Each pool is that of a column.
        let pools = columns.iter().map(|(_, pool)| *pool as usize + 1).max().unwrap_or(0);
        let no_column = |&column: &u32| column as usize >= columns.len();
        if !at.is_empty() || pools > columns.len() || rosters.iter().any(no_column) {
            return Err(Malformed);
        }
        let is_short = section.len() + stored.bytes() <= PLAIN_VALUES;
        let pools = (0..pools).map(|_| OnceLock::new()).collect();
        let dictionary = Dictionary { text, columns, rosters, roster_starts, stored, pools, is_short };
        dictionary.read_last_pools()?;
        if !is_short {
            // They may be too much for one game, so its tags are looked at.
            let mut all = (0..dictionary.pools.len()).map(|pool| dictionary.pool_at(pool));
            all.try_for_each(|pool| pool.map(drop).ok_or(Malformed))?;
        }
        Ok(dictionary)
    }

    /// Reads the pools that are in one section, since none of them can be found before those in front of it are read.
    fn read_last_pools(&self) -> Result<(), Malformed> {
        let Some(section) = self.stored.unpack(sections::LAST_TAG_POOL)? else { return Ok(()) };
        let mut at = Bytes::new(&section);
        let first = (0..self.pools.len()).find(|&pool| sections::tag_pool(pool) == sections::LAST_TAG_POOL);
        let mut values = 0;
        for pool in &self.pools[first.unwrap_or(self.pools.len())..] {
            let read = Pool::read(&mut at, MAX_CELLS - values)?;
            values += read.len();
            let _ = pool.set(Some(read));
        }
        if at.is_empty() { Ok(()) } else { Err(Malformed) }
    }

    /// A pool, which is read on first use.
    fn pool_at(&self, pool: usize) -> Option<&Pool> {
        let read = || {
            let bytes = self.stored.unpack(sections::tag_pool(pool)).ok()??;
            let mut at = Bytes::new(&bytes);
            Pool::read(&mut at, MAX_VALUES).ok().filter(|_| at.is_empty())
        };
        self.pools[pool].get_or_init(read).as_ref()
    }

    /// True if no game can have longer tags than it may.
    pub(crate) fn is_short(&self) -> bool {
        self.is_short
    }

    /// The number of columns.
    pub(crate) fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The number of rosters.
    pub(crate) fn rosters(&self) -> usize {
        self.roster_starts.len() - 1
    }

    /// The columns of a roster.
    pub(crate) fn roster(&self, roster: usize) -> &[u32] {
        &self.rosters[self.roster_starts[roster] as usize..self.roster_starts[roster + 1] as usize]
    }

    /// The name of a column.
    pub(crate) fn name(&self, column: u32) -> &str {
        let ((start, end), _) = self.columns[column as usize];
        &self.text[start as usize..end as usize]
    }

    /// True if a column has a name. Lengths are compared first, which costs less than to look at the text.
    pub(crate) fn is_named(&self, column: u32, name: &str) -> bool {
        let ((start, end), _) = self.columns[column as usize];
        (end - start) as usize == name.len() && self.name(column) == name
    }

    /// The values that a column may have.
    #[inline]
    pub(crate) fn pool(&self, column: u32) -> &Pool {
        self.pool_at(self.columns[column as usize].1 as usize).unwrap_or(Pool::EMPTY)
    }
}
