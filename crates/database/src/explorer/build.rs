//! Making a table of the rows of all games, and of those of games that are added.
//!
//! A position is in the tables if two games have it, whichever table the games came with. So for positions of the games that are
//! added which no table has, the old games are looked through once more: a new game may be the second one to have a
//! position, and the counts of the first are nowhere else. The new table then has, for a position that an older one has,
//! the counts of the new games alone, and for others the counts of all games, so that the tables add up.
//!
//! Keeping what single games play would make the table ten times as large, for positions that hardly anybody asks for. Joining the
//! tables each time would write all of it again for every game that is added; only a file with too many tables gets one
//! table in place of all of them, made of its games.

use super::ExplorerError;
use super::collect::Collector;
use super::shuffle::{KEPT_BYTES, PARTS, PartRows, Scratch, Shuffle, Temporary};
use super::table::{Cursor, Place, Table, TableFault, TableWriter};
use super::tally::{Row, add_up};
use crate::storage::Storage;
use std::fmt;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use tabiya_pgn::Game;

/// The most tables of a file.
pub(crate) const MOST_TABLES: usize = 16;

/// The bytes of rows that make a task for one thread.
const TASK_BYTES: usize = 1 << 20;

/// How the table of openings is made while games are written ([`Writer::with_explorer`](crate::Writer::with_explorer)).
pub struct ExplorerOptions {
    threads: usize,
    kept: usize,
    temporary: Temporary,
    stop: Stop,
}

/// Tells whether the work must end.
type Stop = Box<dyn Fn() -> bool + Send + Sync>;

impl ExplorerOptions {
    /// With this number of threads, 1,024 at most, for what remains to be done when all games are written; `temporary` makes a file for what is more
    /// than 64 MB. The file takes about 500 bytes for each game.
    pub fn new<T: Scratch + 'static>(
        threads: usize,
        mut temporary: impl FnMut() -> io::Result<T> + Send + 'static,
    ) -> ExplorerOptions {
        let temporary: Temporary = Box::new(move || Ok(Box::new(temporary()?) as Box<dyn Scratch>));
        ExplorerOptions { threads: threads.clamp(1, 1024), kept: KEPT_BYTES, temporary, stop: Box::new(|| false) }
    }

    /// The same with a function that is called from time to time and says whether the work must end. [`Writer::finish`](crate::Writer::finish)
    /// fails then, and the kind of its error is `Interrupted`.
    #[must_use]
    pub fn with_stop(self, stop: impl Fn() -> bool + Send + Sync + 'static) -> ExplorerOptions {
        ExplorerOptions { stop: Box::new(stop), ..self }
    }

    /// The same with another bound than 64 MB on what is kept in memory before it is written to the file.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> ExplorerOptions {
        ExplorerOptions { kept: bytes, ..self }
    }
}

impl fmt::Debug for ExplorerOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExplorerOptions").field("threads", &self.threads).field("kept", &self.kept).finish()
    }
}

/// The games of a file that games are added to.
pub(crate) trait OldGames: Sync {
    /// The number of blocks.
    fn blocks(&self) -> usize;

    /// Hands out the games of a block.
    ///
    /// # Errors
    /// If one of them cannot be read.
    fn each(&self, block: usize, take: &mut dyn FnMut(&Game)) -> io::Result<()>;
}

/// Positions of which a few more are taken for wanted ones.
struct Wanted {
    bits: Vec<u64>,
}

impl Wanted {
    fn new(keys: usize) -> Wanted {
        Wanted { bits: vec![0; (keys / 4).clamp(1, 1 << 24).next_power_of_two()] }
    }

    fn place(&self, key: u64) -> (usize, u64) {
        let [.., a, b, c] = (key >> 6).to_be_bytes();
        (u32::from_be_bytes([0, a, b, c]) as usize & (self.bits.len() - 1), 1 << (key & 63))
    }

    fn add(&mut self, key: u64) {
        let (word, bit) = self.place(key);
        self.bits[word] |= bit;
    }

    fn may_contain(&self, key: u64) -> bool {
        let (word, bit) = self.place(key);
        self.bits[word] & bit != 0
    }
}

/// The rows of the games that are written, until they become a table.
#[derive(Debug)]
pub(crate) struct ExplorerBuilder {
    options: ExplorerOptions,
    new: Shuffle,
}

/// The positions of some parts: all rows, and for each position how many there are and whether no older table has it.
#[derive(Default)]
struct Positions {
    rows: Vec<Row>,
    counts: Vec<(usize, bool)>,
}

impl ExplorerBuilder {
    pub(crate) fn new(options: ExplorerOptions) -> ExplorerBuilder {
        let new = Shuffle::new(options.kept);
        ExplorerBuilder { options, new }
    }

    /// Adds the rows of a block of games.
    pub(crate) fn add(&mut self, rows: &PartRows) -> io::Result<()> {
        self.new.add(rows, &mut self.options.temporary)
    }

    /// Writes a table of the games that were added: of all games, if there are no old tables or if they cannot be read.
    /// True comes with it if it is to be read together with the old tables.
    pub(crate) fn write(
        mut self,
        old: &dyn OldGames,
        tables: Option<&OldTables<'_>>,
        out: &mut dyn Write,
    ) -> io::Result<(Place, bool)> {
        let wanted = match tables.filter(|old| old.tables.len() < MOST_TABLES).map(|old| (old, self.wanted(old))) {
            None => None,
            Some((_, Err(error))) if error.kind() == io::ErrorKind::InvalidData => None,
            Some((old, wanted)) => Some((old, wanted?)),
        };
        let threads = self.options.threads;
        let Some((tables, wanted)) = wanted else {
            let all = Mutex::new((self.new, self.options.temporary));
            scan(old, threads, &|_| true, &all, &self.options.stop)?;
            (self.new, self.options.temporary) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
            return Ok((self.write_table(&Shuffle::new(0), None, out)?, false));
        };
        let found = Mutex::new((Shuffle::new(self.options.kept), self.options.temporary));
        scan(old, threads, &|key| wanted.may_contain(key), &found, &self.options.stop)?;
        let (found, temporary) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.options.temporary = temporary;
        Ok((self.write_table(&found, Some(tables), out)?, true))
    }

    /// The positions of the new games that no old table has. Reads all that [`merge`] reads of old tables.
    ///
    /// # Errors
    /// If an old table is damaged there, the kind is `InvalidData`.
    fn wanted(&self, tables: &OldTables<'_>) -> io::Result<Wanted> {
        // No row takes less than ten bytes.
        let rows = (0..PARTS).map(|part| self.new.len(part)).sum::<usize>() / 10;
        let mut wanted = Wanted::new(rows);
        for parts in self.tasks(&self.new) {
            let (rows, mut cursors) = (self.new.load(parts)?, tables.cursors());
            for same in rows.chunk_by(|one, other| one.key == other.key) {
                if !tables.contain(same[0].key, &mut cursors)? {
                    wanted.add(same[0].key);
                }
            }
        }
        Ok(wanted)
    }

    /// Ranges of parts of about the same work.
    fn tasks(&self, found: &Shuffle) -> Vec<Range<usize>> {
        let (mut tasks, mut start, mut bytes) = (Vec::new(), 0, 0);
        for part in 0..PARTS {
            bytes += self.new.len(part) + found.len(part);
            if bytes >= TASK_BYTES || part + 1 == PARTS {
                tasks.push(start..part + 1);
                (start, bytes) = (part + 1, 0);
            }
        }
        tasks
    }

    fn write_table(&self, found: &Shuffle, tables: Option<&OldTables<'_>>, out: &mut dyn Write) -> io::Result<Place> {
        let (mut table, new) = (TableWriter::new(out), &self.new);
        for tasks in self.tasks(found).chunks(self.options.threads) {
            check(&self.options.stop)?;
            let merged = std::thread::scope(|scope| {
                let (first, others) = tasks.split_first().map_or((0..0, tasks), |(first, rest)| (first.clone(), rest));
                let others: Vec<_> =
                    others.iter().map(|parts| scope.spawn(|| merge(parts.clone(), new, found, tables))).collect();
                let first = merge(first, new, found, tables);
                let others = others.into_iter().map(|thread| joined(thread.join()));
                std::iter::once(first).chain(others).collect::<io::Result<Vec<Positions>>>()
            })?;
            for positions in merged {
                let mut rows = positions.rows.as_slice();
                for (count, fresh) in positions.counts {
                    let (same, rest) = rows.split_at(count);
                    table.push(same, fresh)?;
                    rows = rest;
                }
            }
        }
        table.finish()
    }
}

/// The positions of some parts that the table gets: of new rows, and of old rows that were found.
fn merge(parts: Range<usize>, new: &Shuffle, found: &Shuffle, tables: Option<&OldTables<'_>>) -> io::Result<Positions> {
    let (new, old) = (new.load(parts.clone())?, found.load(parts)?);
    let (mut positions, mut old) = (Positions::default(), old.as_slice());
    let (mut cursors, mut all) = (tables.map(OldTables::cursors).unwrap_or_default(), Vec::new());
    for same in new.chunk_by(|one, other| one.key == other.key) {
        let key = same[0].key;
        old = &old[old.partition_point(|row| row.key < key)..];
        let (here, rest) = old.split_at(old.partition_point(|row| row.key == key));
        old = rest;
        if tables.map_or(Ok(false), |tables| tables.contain(key, &mut cursors))? {
            positions.rows.extend_from_slice(same);
            positions.counts.push((same.len(), false));
            continue;
        }
        all.clear();
        all.extend_from_slice(same);
        all.extend_from_slice(here);
        add_up(&mut all);
        if all.iter().map(|row| u64::from(row.tally.games)).sum::<u64>() >= 2 {
            positions.rows.extend_from_slice(&all);
            positions.counts.push((all.len(), true));
        }
    }
    Ok(positions)
}

/// Adds the rows of old games to those that are collected, as far as their positions are wanted.
fn scan(
    old: &dyn OldGames,
    threads: usize,
    is_wanted: &(dyn Fn(u64) -> bool + Sync),
    to: &Mutex<(Shuffle, Temporary)>,
    stop: &Stop,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut collector = Collector::default();
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= old.blocks() {
                return Ok(());
            }
            check(stop)?;
            old.each(block, &mut |game| collector.add(game, is_wanted))?;
            let rows = collector.finish();
            let mut to = to.lock().unwrap_or_else(PoisonError::into_inner);
            let (shuffle, temporary) = &mut *to;
            shuffle.add(&rows, temporary)?;
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(old.blocks())).map(|_| scope.spawn(work)).collect();
        let first = work();
        others.into_iter().fold(first, |all: io::Result<()>, thread| all.and(joined(thread.join())))
    })
}

fn check(stop: &Stop) -> io::Result<()> {
    if stop() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
}

/// What a thread has made.
fn joined<T>(result: std::thread::Result<io::Result<T>>) -> io::Result<T> {
    result.unwrap_or_else(|_| Err(io::Error::other("a thread of the program failed")))
}

/// The tables that are there.
pub(crate) struct OldTables<'t> {
    pub(crate) storage: &'t Storage,
    pub(crate) tables: &'t [Table],
}

impl OldTables<'_> {
    fn cursors(&self) -> Vec<Cursor> {
        self.tables.iter().map(|_| Cursor::default()).collect()
    }

    fn contain(&self, key: u64, cursors: &mut [Cursor]) -> io::Result<bool> {
        for (table, cursor) in self.tables.iter().zip(cursors) {
            match table.contains(self.storage, key, cursor) {
                Ok(false) => {}
                Ok(true) => return Ok(true),
                Err(TableFault::Read(error)) => return Err(io::Error::other(ExplorerError::Read(error))),
                Err(TableFault::Damaged) => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
        Ok(false)
    }
}
