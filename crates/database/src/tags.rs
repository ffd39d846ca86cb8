//! The tags of a block's games: which names and values there are, and for each chunk of games which game has which.
//!
//! ```text
//! section     names, columns, rosters, pools
//! names       number, texts
//! columns     number; for each: name, pool. A name that comes twice in one game has two columns
//! rosters     number; for each: number of columns, columns in the order of the tags
//! pools       number; for each: number of values, their lengths, their texts
//! chunk       for each game its roster; then for each column that some of the games have, a byte: 0 all have the value whose number
//!             in the pool follows; 1 for each game that has the column a byte, the number of its value; 2 the same, the lower
//!             bytes of all, then the higher ones
//! ```
//!
//! A game of a database does not copy its tags: most searches ask for few of them, or for none. It points to the block
//! that has them (`StoredTags`); copying took a twentieth of the time of a search for checks, and a sixth of one for a
//! player. A copy of a game, and a game that a search hands over, has its own text, so that a few games that somebody
//! keeps do not keep all blocks in memory.

use crate::bytes::{Bytes, Malformed, number_of, put_bytes, put_number};
use std::collections::HashMap;
use std::sync::Arc;
use tabiya_pgn::{Game, StoredTags};

/// The most different values of one pool.
const MAX_VALUES: usize = 1 << 16;

/// The longest names and values of one game together, in bytes. A few bytes of a hostile file could stand for much more.
const MAX_TEXT: usize = 64 << 20;

/// The most tags of one game.
const MAX_TAGS: usize = 256;

/// How the values of a column in a chunk are written: one for all games, or one for each in one byte or two.
const SAME: u8 = 0;
const ONE_BYTE: u8 = 1;
const TWO_BYTES: u8 = 2;

/// True if the tags of a game are neither too many nor too long to be kept here.
pub(crate) fn fit(game: &Game) -> bool {
    let tags = game.tags();
    tags.len() <= MAX_TAGS && tags.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>() <= MAX_TEXT
}

/// Collects the tags of games.
#[derive(Debug, Default)]
pub(crate) struct TagsWriter {
    names: NumberedTexts,
    columns: HashMap<(u32, u32), u32>,
    rosters: HashMap<Vec<u32>, u32>,
    /// Name, pool, and the values of the games of the present chunk that have the column.
    list: Vec<(u32, u32, Vec<u32>)>,
    roster_list: Vec<Vec<u32>>,
    /// The rosters of the games of the present chunk.
    roster_of: Vec<u32>,
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
        let next = number_of(self.rosters.len());
        let number = *self.rosters.entry(roster).or_insert_with_key(|roster| {
            self.roster_list.push(roster.clone());
            next
        });
        self.roster_of.push(number);
    }

    /// True if one more game can be added: no pool is nearly full.
    pub(crate) fn has_room(&self) -> bool {
        self.pools.iter().all(|pool| pool.by_text.len() <= MAX_VALUES - MAX_TAGS)
    }

    /// Appends which game of the present chunk has which values, and begins a new chunk.
    pub(crate) fn end_chunk(&mut self, out: &mut Vec<u8>) {
        self.roster_of.drain(..).for_each(|roster| put_number(out, roster.into()));
        for (_, _, values) in &mut self.list {
            write_cells(values, out);
            values.clear();
        }
    }

    /// The section.
    pub(crate) fn finish(&self) -> Vec<u8> {
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
        put_number(&mut out, self.pools.len() as u64);
        self.pools.iter().for_each(|pool| pool.write(&mut out));
        out
    }
}

/// Appends the values of one column; nothing if there are none.
fn write_cells(values: &[u32], out: &mut Vec<u8>) {
    let Some((&first, rest)) = values.split_first() else { return };
    if rest.iter().all(|&value| value == first) {
        out.push(SAME);
        put_number(out, first.into());
        return;
    }
    let is_short = values.iter().all(|&value| value < 256);
    out.push(if is_short { ONE_BYTE } else { TWO_BYTES });
    out.extend(values.iter().map(|value| value.to_le_bytes()[0]));
    if !is_short {
        out.extend(values.iter().map(|value| value.to_le_bytes()[1]));
    }
}

/// The names and values of a block's tags, ready to be read.
#[derive(Debug)]
pub(crate) struct TagsReader {
    /// Texts of names and values.
    text: String,
    columns: Vec<Column>,
    /// The columns of all rosters, and where each roster begins.
    rosters: Vec<u32>,
    roster_starts: Vec<u32>,
    /// The ranges of values, all pools one after another.
    values: Vec<(u32, u32)>,
    /// The length of the longest tag there could be.
    longest: usize,
}

/// A tag that some games have.
#[derive(Clone, Copy, Debug)]
struct Column {
    /// The range of its name.
    name: (u32, u32),
    /// Where its pool begins in the list of values, and how many values the pool has.
    pool: (u32, u32),
}

/// The tags of a chunk's games, ready to be read.
#[derive(Debug)]
struct TagCells {
    /// The roster of each game, and the place of its first value in `cells`.
    games: Vec<(u32, u32)>,
    /// Indices into the list of values, game by game.
    cells: Vec<u32>,
}

/// The values of one column in a chunk.
enum Cells<'b> {
    Same(u32),
    OneByte(&'b [u8]),
    TwoBytes(&'b [u8], &'b [u8]),
}

impl<'b> Cells<'b> {
    /// The values of this many games.
    fn read(at: &mut Bytes<'b>, size: usize) -> Result<Cells<'b>, Malformed> {
        if size == 0 {
            return Ok(Cells::OneByte(&[]));
        }
        match at.byte()? {
            SAME => Ok(Cells::Same(at.number_u32()?)),
            ONE_BYTE => Ok(Cells::OneByte(at.take(size)?)),
            TWO_BYTES => Ok(Cells::TwoBytes(at.take(size)?, at.take(size)?)),
            _ => Err(Malformed),
        }
    }

    /// The value of the n-th game that has the tag; none if there are fewer.
    #[inline]
    fn get(&self, n: usize) -> Option<u32> {
        match self {
            Cells::Same(value) => Some(*value),
            Cells::OneByte(values) => values.get(n).map(|&value| value.into()),
            Cells::TwoBytes(low, high) => Some(u16::from_le_bytes([*low.get(n)?, *high.get(n)?]).into()),
        }
    }
}

fn length((start, end): (u32, u32)) -> usize {
    (end - start) as usize
}

/// A place in what is read, if it is not beyond what places can say.
fn place(at: usize) -> Result<u32, Malformed> {
    u32::try_from(at).map_err(|_| Malformed)
}

/// Reads texts and appends them to `text`; their ranges.
fn read_texts(at: &mut Bytes<'_>, text: &mut String, ranges: &mut Vec<(u32, u32)>) -> Result<usize, Malformed> {
    let count = at.count()?;
    let (first, mut end) = (ranges.len(), place(text.len())?);
    ranges.reserve(count);
    for _ in 0..count {
        let start = end;
        end = end.checked_add(at.number_u32()?).ok_or(Malformed)?;
        ranges.push((start, end));
    }
    let added = at.text()?;
    text.push_str(added);
    let whole = |&(start, stop): &(u32, u32)| text.get(start as usize..stop as usize).is_some();
    if end as usize != text.len() || !added.is_ascii() && !ranges[first..].iter().all(whole) {
        return Err(Malformed);
    }
    Ok(count)
}

impl TagsReader {
    pub(crate) fn read(section: &[u8]) -> Result<TagsReader, Malformed> {
        let at = &mut Bytes::new(section);
        let (mut text, mut names, mut values) = (String::with_capacity(section.len()), Vec::new(), Vec::new());
        read_texts(at, &mut text, &mut names)?;
        let mut wanted = Vec::new();
        for _ in 0..at.count()? {
            wanted.push((at.number_u32()?, at.number_u32()?));
        }
        let (mut rosters, mut roster_starts) = (Vec::new(), vec![0]);
        for _ in 0..at.count()? {
            for _ in 0..at.count()? {
                rosters.push(at.number_u32()?);
            }
            roster_starts.push(place(rosters.len())?);
        }
        if rosters.iter().any(|&column| column as usize >= wanted.len()) {
            return Err(Malformed);
        }
        let mut pools = Vec::new();
        for _ in 0..at.count()? {
            let first = place(values.len())?;
            let count = place(read_texts(at, &mut text, &mut values)?)?;
            pools.push((first, count));
        }
        let mut columns = Vec::with_capacity(wanted.len());
        for (name, pool) in wanted {
            let name = *names.get(name as usize).ok_or(Malformed)?;
            let pool = *pools.get(pool as usize).ok_or(Malformed)?;
            columns.push(Column { name, pool });
        }
        let longest = |ranges: &mut dyn Iterator<Item = (u32, u32)>| ranges.map(length).max().unwrap_or(0);
        let longest = longest(&mut columns.iter().map(|column| column.name)) + longest(&mut values.iter().copied());
        Ok(TagsReader { text, columns, rosters, roster_starts, values, longest })
    }

    /// The columns of a roster.
    fn roster(&self, roster: u32) -> Option<&[u32]> {
        let starts = self.roster_starts.get(roster as usize..)?;
        let (&start, &end) = (starts.first()?, starts.get(1)?);
        self.rosters.get(start as usize..end as usize)
    }

    /// Reads which of a chunk's games has which values.
    fn read_cells(&self, at: &mut Bytes<'_>, games: usize) -> Result<TagCells, Malformed> {
        let mut list = Vec::with_capacity(games);
        let (mut cell_count, mut sizes) = (0, vec![0_usize; self.columns.len()]);
        for _ in 0..games {
            let roster = at.number_u32()?;
            let columns = self.roster(roster).ok_or(Malformed)?;
            if columns.len() > MAX_TAGS {
                return Err(Malformed);
            }
            list.push((roster, place(cell_count)?));
            cell_count += columns.len();
            columns.iter().for_each(|&column| sizes[column as usize] += 1);
        }
        let parts: Vec<Cells<'_>> = sizes.iter().map(|&size| Cells::read(at, size)).collect::<Result<_, _>>()?;
        // From here on the number of games before the present one that have the tag.
        sizes.fill(0);
        let mut cells = Vec::with_capacity(cell_count);
        for &(roster, _) in &list {
            for &column in self.roster(roster).unwrap_or_default() {
                let (column, (first, count)) = (column as usize, self.columns[column as usize].pool);
                let value = parts[column].get(sizes[column]).filter(|&value| value < count).ok_or(Malformed)?;
                sizes[column] += 1;
                cells.push(first + value);
            }
        }
        Ok(TagCells { games: list, cells })
    }
}

/// The tags of a chunk's games.
#[derive(Debug)]
pub(crate) struct ChunkTags {
    reader: Arc<TagsReader>,
    cells: TagCells,
}

impl ChunkTags {
    /// Reads which of a chunk's games has which values.
    pub(crate) fn read(reader: &Arc<TagsReader>, at: &mut Bytes<'_>, games: usize) -> Result<ChunkTags, Malformed> {
        let cells = reader.read_cells(at, games)?;
        let tags = ChunkTags { reader: Arc::clone(reader), cells };
        if reader.longest <= MAX_TEXT / MAX_TAGS || (0..games).all(|game| tags.is_short(game)) {
            Ok(tags)
        } else {
            Err(Malformed)
        }
    }

    /// False if the tags of a game are longer than they may be.
    fn is_short(&self, game: usize) -> bool {
        let TagsReader { columns, values, .. } = &*self.reader;
        let (roster, cells) = self.row(game);
        let names = roster.iter().map(|&column| length(columns[column as usize].name));
        let values = cells[..roster.len()].iter().map(|&cell| length(values[cell as usize]));
        names.chain(values).sum::<usize>() <= MAX_TEXT
    }

    /// The columns of a game, and its values in them.
    fn row(&self, game: usize) -> (&[u32], &[u32]) {
        let (roster, first) = self.cells.games[game];
        (self.reader.roster(roster).unwrap_or_default(), &self.cells.cells[first as usize..])
    }

    fn text(&self, (start, end): (u32, u32)) -> &str {
        &self.reader.text[start as usize..end as usize]
    }
}

impl StoredTags for ChunkTags {
    fn count(&self, game: usize) -> usize {
        self.row(game).0.len()
    }

    fn tag(&self, game: usize, place: usize) -> Option<(&str, &str)> {
        let (roster, cells) = self.row(game);
        let name = self.reader.columns[*roster.get(place)? as usize].name;
        let value = self.reader.values[cells[place] as usize];
        Some((self.text(name), self.text(value)))
    }

    fn get(&self, game: usize, name: &str) -> Option<&str> {
        let (roster, cells) = self.row(game);
        let TagsReader { columns, values, .. } = &*self.reader;
        // Lengths are compared first, which costs less than to look at the text.
        let has_name = |range: (u32, u32)| length(range) == name.len() && self.text(range) == name;
        let place = roster.iter().rposition(|&column| has_name(columns[column as usize].name))?;
        Some(self.text(values[cells[place] as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tags of a chunk with one game, written and read.
    fn read_back(tags: &[(&str, &str)]) -> Result<Vec<(String, String)>, Malformed> {
        let mut game = Game::new();
        let mut builder = game.build(1, 0, 1);
        tags.iter().for_each(|(name, value)| builder.tag(name, value));
        drop(builder);
        let (mut writer, mut cells) = (TagsWriter::default(), Vec::new());
        writer.add(Some(&game));
        writer.end_chunk(&mut cells);
        let reader = Arc::new(TagsReader::read(&writer.finish())?);
        let tags = ChunkTags::read(&reader, &mut Bytes::new(&cells), 1)?;
        let all = (0..tags.count(0)).filter_map(|place| tags.tag(0, place));
        Ok(all.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    #[test]
    fn a_few_bytes_stand_for_no_more_than_a_game_may_have() {
        let long = "x".repeat(MAX_TEXT / MAX_TAGS);
        let many = |count| vec![("N", long.as_str()); count];
        assert_eq!(read_back(&many(3)).expect("tags").len(), 3);
        // All of them are there once, in a section of a quarter of a megabyte.
        assert_eq!(read_back(&many(MAX_TAGS)), Err(Malformed));
    }
}
