//! Which games of a block have which values of tags: by column, for all games together.
//!
//! A game of a database does not copy its tags: most searches ask for few of them, or for none. It points to the block
//! that has them (`StoredTags`); copying took a twentieth of the time of a search for checks, and a sixth of one for a
//! player. A copy of a game, and a game that a search hands over, has its own text, so that a few games that somebody
//! keeps do not keep all blocks in memory.
//!
//! Columns and values are read and checked together with the rest, but taken apart only on first use: a search
//! without tags never needs them, and a test of tags of all games takes one or two columns ([`TagColumn`]).

use crate::bytes::{Bytes, Malformed};
use crate::sections::{self, Stored};
use crate::tags::{Dictionary, MAX_CELLS, MAX_TAGS, MAX_TEXT, Pool, cells};
use std::sync::OnceLock;
use tabiya_chess::Color;
use tabiya_pgn::{StoredTags, rating_in_tag, tells_rating};

/// If so few games have a column, one in this many, its values are kept by game; else there is room for one of every game.
const SPARSE: usize = 16;

/// Numbers of games: one for all, or one for each.
#[derive(Debug)]
enum Cells {
    Same(u16),
    Each(Vec<u16>),
}

impl Cells {
    /// Reads this many numbers, all of them less than a limit.
    fn read(at: &mut Bytes<'_>, size: usize, limit: usize) -> Result<Cells, Malformed> {
        if size == 0 {
            return Ok(Cells::Each(Vec::new()));
        }
        let cells = match at.byte()? {
            cells::SAME => Cells::Same(u16::try_from(at.number()?).map_err(|_| Malformed)?),
            cells::ONE_BYTE => Cells::Each(at.take(size)?.iter().map(|&low| low.into()).collect()),
            cells::TWO_BYTES => {
                let (low, high) = (at.take(size)?, at.take(size)?);
                Cells::Each(low.iter().zip(high).map(|(&low, &high)| u16::from_le_bytes([low, high])).collect())
            }
            _ => return Err(Malformed),
        };
        let most = match &cells {
            Cells::Same(value) => *value,
            Cells::Each(values) => values.iter().copied().max().unwrap_or(0),
        };
        if usize::from(most) < limit { Ok(cells) } else { Err(Malformed) }
    }
}

/// The values of a column, by game.
#[derive(Debug)]
enum Column {
    /// All games that have it have this value.
    Same(u16),
    /// There is room for every game; those that do not have it have any value.
    Each(Vec<u16>),
    /// The games that have it, in order, each with its value.
    Some(Vec<(u32, u16)>),
}

impl Column {
    /// The value of a game that has the column.
    fn get(&self, game: usize) -> Option<u16> {
        match self {
            Column::Same(value) => Some(*value),
            Column::Each(values) => values.get(game).copied(),
            Column::Some(list) => {
                let found = list.binary_search_by_key(&game, |(game, _)| *game as usize).ok()?;
                Some(list[found].1)
            }
        }
    }
}

/// The tags of a block's games.
#[derive(Debug)]
pub(crate) struct BlockTags {
    dictionary: Dictionary,
    games: usize,
    /// The rosters of the games.
    rows: Cells,
    /// By column, the number of games that have it.
    sizes: Vec<usize>,
    /// The sections of the columns.
    stored: Stored,
    /// A column that is malformed although its checksum is right counts as missing.
    columns: Box<[OnceLock<Option<Column>>]>,
}

impl BlockTags {
    /// Reads names and rows. `stored` are the sections of the columns and of the pools of values.
    pub(crate) fn read(names: &[u8], rows: &[u8], mut stored: Stored, games: usize) -> Result<BlockTags, Malformed> {
        let dictionary = Dictionary::read(names, stored.split_off(sections::TAG_POOLS), games)?;
        let mut at = Bytes::new(rows);
        let rows = Cells::read(&mut at, games, dictionary.rosters())?;
        let mut with_roster = vec![0_usize; dictionary.rosters()];
        match &rows {
            Cells::Same(roster) => with_roster[usize::from(*roster)] = games,
            Cells::Each(rows) => rows.iter().for_each(|&roster| with_roster[usize::from(roster)] += 1),
        }
        let (mut cell_count, mut sizes) = (0_usize, vec![0; dictionary.columns()]);
        for (roster, &games) in with_roster.iter().enumerate().filter(|(_, games)| **games > 0) {
            let columns = dictionary.roster(roster);
            cell_count = cell_count.saturating_add(columns.len().saturating_mul(games));
            if columns.len() > MAX_TAGS || cell_count > MAX_CELLS {
                return Err(Malformed);
            }
            columns.iter().for_each(|&column| sizes[column as usize] += games);
        }
        let columns = sizes.iter().map(|_| OnceLock::new()).collect();
        let tags = BlockTags { dictionary, games, rows, sizes, stored, columns };
        tags.read_last_columns()?;
        if at.is_empty() && tags.are_short() { Ok(tags) } else { Err(Malformed) }
    }

    /// Reads the columns that are in one section, since none of them can be found before those in front of it are read.
    fn read_last_columns(&self) -> Result<(), Malformed> {
        let Some(section) = self.stored.unpack(sections::LAST_TAG_COLUMN)? else { return Ok(()) };
        let mut at = Bytes::new(&section);
        let first = (0..self.columns.len()).find(|&column| sections::tag_column(column) == sections::LAST_TAG_COLUMN);
        for column in first.into_iter().flat_map(|first| first..self.columns.len()) {
            let read = self.read_column(column, &mut at)?;
            let _ = self.columns[column].set(Some(read));
        }
        if at.is_empty() { Ok(()) } else { Err(Malformed) }
    }

    /// A column, which is read on first use.
    fn column_at(&self, column: u32) -> Option<&Column> {
        let column = column as usize;
        let read = || {
            let bytes = self.stored.unpack(sections::tag_column(column)).ok()??;
            self.read_column(column, &mut Bytes::new(&bytes)).ok()
        };
        self.columns[column].get_or_init(read).as_ref()
    }

    /// Reads the next column of a section.
    fn read_column(&self, column: usize, at: &mut Bytes<'_>) -> Result<Column, Malformed> {
        let number = u32::try_from(column).map_err(|_| Malformed)?;
        let size = self.sizes[column];
        let values = match Cells::read(at, size, self.dictionary.pool(number).len())? {
            Cells::Same(value) => return Ok(Column::Same(value)),
            Cells::Each(values) if size == self.games => return Ok(Column::Each(values)),
            Cells::Each(values) => values,
        };
        let with_it = |roster| self.dictionary.roster(roster).contains(&number);
        let with_it: Vec<bool> = (0..self.dictionary.rosters()).map(with_it).collect();
        let games = (0_u32..).zip(0..self.games).filter(|(_, game)| with_it[self.roster_of(*game)]).zip(values);
        if size < self.games / SPARSE {
            return Ok(Column::Some(games.map(|((number, _), value)| (number, value)).collect()));
        }
        let mut each = vec![0; self.games];
        games.for_each(|((_, game), value)| each[game] = value);
        Ok(Column::Each(each))
    }

    /// True if the tags of no game are longer than they may be.
    fn are_short(&self) -> bool {
        let is_short = |game: usize| {
            let tags = (0..self.count(game)).filter_map(|place| self.tag(game, place));
            tags.map(|(name, value)| name.len() + value.len()).sum::<usize>() <= MAX_TEXT
        };
        self.dictionary.is_short() || (0..self.games).all(is_short)
    }

    #[inline]
    fn roster_of(&self, game: usize) -> usize {
        match &self.rows {
            Cells::Same(roster) => (*roster).into(),
            Cells::Each(rows) => rows[game].into(),
        }
    }

    /// The value that a game has in one of its columns.
    #[inline]
    fn value(&self, game: usize, column: u32) -> Option<&str> {
        let number = self.column_at(column)?.get(game)?;
        self.dictionary.pool(column).get(usize::from(number))
    }

    /// The games of which no tags are known here, since they have none, or since they are kept as text.
    pub(crate) fn games_without(&self) -> Vec<usize> {
        (0..self.games).filter(|&game| self.dictionary.roster(self.roster_of(game)).is_empty()).collect()
    }

    /// The values of a tag in all games.
    pub(crate) fn column(&self, name: &str) -> TagColumn<'_> {
        let last =
            |roster: usize| self.dictionary.roster(roster).iter().rev().find(|&&n| self.dictionary.is_named(n, name));
        let by_roster: Vec<Option<u32>> = (0..self.dictionary.rosters()).map(|roster| last(roster).copied()).collect();
        // Columns of one name have the same pool.
        let pool = by_roster.iter().flatten().next().map_or(Pool::EMPTY, |&column| self.dictionary.pool(column));
        TagColumn { tags: self, by_roster, pool, codes: OnceLock::new() }
    }

    /// The rating of a player in each game, 0 if it is not known.
    pub(crate) fn ratings(&self, color: Color) -> Vec<u16> {
        let rating_of =
            |name: &str, value: &str| rating_in_tag(name, value, color).and_then(|value| u16::try_from(value).ok());
        // By column that tells ratings: the rating that each of its values is.
        let tables: Vec<Option<Vec<u16>>> = (0_u32..)
            .zip(&self.columns)
            .map(|(number, _)| {
                let name = self.dictionary.name(number);
                let value = |value: &str| rating_of(name, value).unwrap_or(0);
                tells_rating(name, color).then(|| self.dictionary.pool(number).values().map(value).collect())
            })
            .collect();
        let telling =
            |roster: usize| self.dictionary.roster(roster).iter().copied().filter(|&n| tables[n as usize].is_some());
        let by_roster: Vec<Vec<u32>> = (0..self.dictionary.rosters()).map(|roster| telling(roster).collect()).collect();
        let rating = |game: usize| {
            by_roster[self.roster_of(game)].iter().find_map(|&number| {
                let value = self.column_at(number)?.get(game)?;
                let table = tables[number as usize].as_ref()?;
                table.get(usize::from(value)).copied().filter(|&rating| rating > 0)
            })
        };
        (0..self.games).map(|game| rating(game).unwrap_or(0)).collect()
    }
}

impl StoredTags for BlockTags {
    fn count(&self, game: usize) -> usize {
        self.dictionary.roster(self.roster_of(game)).len()
    }

    fn tag(&self, game: usize, place: usize) -> Option<(&str, &str)> {
        let column = *self.dictionary.roster(self.roster_of(game)).get(place)?;
        Some((self.dictionary.name(column), self.value(game, column)?))
    }

    fn get(&self, game: usize, name: &str) -> Option<&str> {
        let roster = self.dictionary.roster(self.roster_of(game));
        let column = *roster.iter().rev().find(|&&column| self.dictionary.is_named(column, name))?;
        self.value(game, column)
    }
}

/// The values of one tag in all games of a block, by number: each value is there once, so that a test of it is answered once for
/// all games that have it.
#[derive(Clone, Debug)]
pub struct TagColumn<'b> {
    tags: &'b BlockTags,
    /// The column by roster.
    by_roster: Vec<Option<u32>>,
    pool: &'b Pool,
    /// Read on first use: where no value passes a test, nobody needs them.
    codes: OnceLock<Vec<u32>>,
}

impl TagColumn<'_> {
    /// The code of each game: 0 if it has no such tag. Of several tags of the name the last one counts.
    pub fn codes(&self) -> &[u32] {
        self.codes.get_or_init(|| {
            let code = |game: usize| {
                let column = self.tags.column_at(self.by_roster[self.tags.roster_of(game)]?)?;
                column.get(game).map(|value| u32::from(value) + 1)
            };
            (0..self.tags.games).map(|game| code(game).unwrap_or(0)).collect()
        })
    }

    /// The number of codes, 0 included. Not every one need belong to a game, because some tags have their values in common.
    pub fn len(&self) -> usize {
        self.pool.len() + 1
    }

    /// False: there is at least the code 0.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The value with a code; none for 0, and if there is no such code.
    pub fn value(&self, code: u32) -> Option<&str> {
        self.pool.get(usize::try_from(code).ok()?.checked_sub(1)?)
    }

    /// The codes of the values that contain a text, which is not empty, in ascending order. Takes time in proportion to the length
    /// of all values, but looks at sixteen bytes or more at a time.
    pub fn codes_with(&self, part: &str) -> Vec<u32> {
        let (text, values) = self.pool.text();
        let mut codes = Vec::new();
        let finder = memchr::memmem::Finder::new(part);
        let mut at = 0;
        while let Some(found) = text.as_bytes().get(at..).and_then(|rest| finder.find(rest)) {
            let place = at + found;
            let value = values.partition_point(|&(_, end)| end as usize <= place);
            let Some(&(_, end)) = values.get(value) else { break };
            if place + part.len() <= end as usize {
                codes.extend(u32::try_from(value + 1));
                at = end as usize;
            } else {
                // It reaches into the next value.
                at = place + 1;
            }
        }
        codes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tags::TagsWriter;
    use tabiya_pgn::Game;

    /// The tags of a block with one game, written and read.
    fn read_back(tags: &[(&str, &str)]) -> Result<Vec<(String, String)>, Malformed> {
        let mut game = Game::new();
        let mut builder = game.build(1, 0, 1);
        tags.iter().for_each(|(name, value)| builder.tag(name, value));
        drop(builder);
        let mut writer = TagsWriter::default();
        writer.add(Some(&game));
        let mut sections = writer.finish();
        let columns = sections.split_off(2);
        let tags = BlockTags::read(&sections[0].1, &sections[1].1, Stored::plain(columns), 1)?;
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

    #[test]
    fn names_beyond_the_sections_are_kept_together() {
        let tags: Vec<(String, String)> = (0..200).map(|n| (format!("Name{n}"), format!("value {}", n % 7))).collect();
        let list: Vec<(&str, &str)> = tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(read_back(&list), Ok(tags));
    }
}
