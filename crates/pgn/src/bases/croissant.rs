//! Databases of En Croissant (`.db3`): SQLite, with a blob of moves for each game.
//!
//! A byte of the blob is the number of a move among all legal ones, in the order in which shakmaty generates them (which has been the
//! same since its version 0.25; [`Board::legal_move_at`]), or one of four marks. How many bytes hold the length of a comment is written down nowhere, so it is
//! found by trial: with the right number the whole blob can be decoded, and with others a text is taken for moves that are not legal.

use super::movetext::{Lines, Movetext};
use super::{Base, HELP};
use crate::frame::{Coded, Folded, Made};
use crate::{Frames, Input, MAX_GAME_BYTES, ReadError};
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, MAIN_DB, OpenFlags, Row, Statement};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionError};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tabiya_chess::{Board, MoveList, fen};

/// The first bytes of every SQLite database.
pub(super) const MAGIC: &[u8] = b"SQLite format 3\0";

/// The most bytes of a database that is not a file by itself, and is kept in memory.
const MOST_IN_MEMORY: u64 = 256 << 20;

/// The number of games that are fetched at once.
const FETCHED: usize = 1024;

/// The most names that are kept in memory.
const NAMES: usize = 1 << 16;

const VARIATION: u8 = 255;
const END: u8 = 254;
const COMMENT: u8 = 253;
const NAG: u8 = 252;

/// The ways to write the length of a comment: bytes, and whether the first of them counts most. Those that read most come first: they
/// make a length out of letters, which is too great, where the right one is shorter.
const LENGTHS: [(usize, bool); 7] = [(8, true), (8, false), (4, true), (4, false), (2, true), (2, false), (1, true)];

/// The tags that come from other tables: name, table, column of the key.
const NAMED: [(&str, &str, &str); 4] = [
    ("Event", "Events", "EventID"),
    ("Site", "Sites", "SiteID"),
    ("White", "Players", "WhiteID"),
    ("Black", "Players", "BlackID"),
];

/// The columns that are not tags: others say the same better, or the program counts it for itself.
const OTHERS: [&str; 9] =
    ["ID", "EventID", "SiteID", "WhiteID", "BlackID", "WhiteMaterial", "BlackMaterial", "PawnHome", "Moves"];

/// A database of En Croissant.
#[derive(Debug)]
pub(super) struct Croissant {
    connection: Connection,
    /// The names of the tags that a row gives, in order.
    tags: Arc<Vec<String>>,
    query: String,
    /// The names that were looked up, by their places among [`NAMED`] and their keys.
    names: HashMap<(usize, i64), Box<[u8]>>,
    /// The greatest key fetched so far.
    last: Option<i64>,
    fetched: VecDeque<(Vec<u8>, Folded)>,
    over: bool,
    /// The way to write lengths that fitted last.
    length: Arc<AtomicUsize>,
}

/// Opens the database that a stream has.
pub(super) fn open(frames: &mut Frames<Input>) -> Result<Croissant, ReadError> {
    let name = frames.source().path().to_owned();
    let unreadable = |error: rusqlite::Error| ReadError::with_help(&name, damaged(&error), "unreadable-file", HELP);
    let connection = match frames.source().file() {
        Some(path) => {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            Connection::open_with_flags(path, flags).map_err(unreadable)?
        }
        None => {
            let help = "unpack it, and name the file itself";
            let mut bytes = frames
                .all_bytes(MOST_IN_MEMORY)
                .map_err(|error| ReadError::with_help(&name, error, "unreadable-file", help))?;
            // There is no log of changes next to it.
            if let Some(versions) = bytes.get_mut(18..20) {
                versions.fill(1);
            }
            let mut connection = Connection::open_in_memory().map_err(unreadable)?;
            connection.deserialize_read_exact(MAIN_DB, &*bytes, bytes.len(), true).map_err(unreadable)?;
            connection
        }
    };
    let longest = i32::try_from(MAX_GAME_BYTES).unwrap_or(i32::MAX);
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, longest).map_err(unreadable)?;
    match Croissant::new(connection).map_err(unreadable)? {
        Some(base) => Ok(base),
        None => {
            let error = io::Error::new(io::ErrorKind::InvalidData, "it is an SQLite database, not one of En Croissant");
            let help = "export its games as PGN from the program that made it";
            Err(ReadError::with_help(&name, error, "not-text", help))
        }
    }
}

/// An error of SQLite, as one of reading.
fn damaged(error: &rusqlite::Error) -> io::Error {
    io::Error::other(error.to_string())
}

impl Croissant {
    /// Looks at the tables; nothing if they are others.
    fn new(connection: Connection) -> rusqlite::Result<Option<Croissant>> {
        connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
        // A view could take for ever.
        let count = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('Games', 'Players', 'Events', 'Sites')";
        let tables: i64 = connection.query_row(count, (), |row| row.get(0))?;
        let mut statement = connection.prepare("SELECT name FROM pragma_table_info('Games')")?;
        let columns: Vec<String> = statement.query_map((), |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        drop(statement);
        let has = |name: &str| columns.iter().any(|column| column == name);
        if tables != 4 || !["ID", "Moves"].into_iter().chain(NAMED.map(|(_, _, key)| key)).all(has) {
            return Ok(None);
        }
        let own = columns.iter().filter(|column| !OTHERS.contains(&&***column));
        let tags = Arc::new(NAMED.iter().map(|(tag, ..)| (*tag).to_owned()).chain(own.clone().cloned()).collect());
        let own = own.map(|column| format!("\"{}\"", column.replace('"', "\"\"")));
        let values: Vec<String> = NAMED.map(|(_, _, key)| key.to_owned()).into_iter().chain(own).collect();
        let query =
            format!("SELECT ID, Moves, {} FROM Games WHERE ID >= ?1 ORDER BY ID LIMIT {FETCHED}", values.join(", "));
        let (names, last, fetched, over) = (HashMap::new(), None, VecDeque::new(), false);
        Ok(Some(Croissant { connection, tags, query, names, last, fetched, over, length: Arc::default() }))
    }

    fn fetch(&mut self) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare(&self.query)?;
        let lookup = |(_, table, _)| self.connection.prepare(&format!("SELECT Name FROM {table} WHERE ID = ?1"));
        let mut lookups = NAMED.into_iter().map(lookup).collect::<rusqlite::Result<Vec<_>>>()?;
        // A condition that SQLite can look up: any other goes through all games before for each of these.
        let mut rows = statement.query([self.last.map_or(i64::MIN, |last| last.saturating_add(1))])?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            let key: i64 = row.get(0)?;
            (self.last, count) = (Some(key), count + 1);
            let mut head = Head::with_room(self.tags.len());
            for (place, lookup) in lookups.iter_mut().enumerate() {
                let Some(key) = row.get::<_, Option<i64>>(place + 2)? else { continue };
                if self.names.len() == NAMES {
                    self.names.clear();
                }
                let name = match self.names.entry((place, key)) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(unknown) => unknown.insert(name(lookup, key)?),
                };
                head.add(place, name);
            }
            self.fetched.push_back(coded(row, head, &self.tags, &self.length)?);
        }
        self.over = count < FETCHED || self.last == Some(i64::MAX);
        Ok(())
    }
}

impl Base for Croissant {
    fn next_game(&mut self) -> io::Result<Option<(Vec<u8>, Folded)>> {
        if self.fetched.is_empty() && !self.over {
            self.fetch().map_err(|error| damaged(&error))?;
        }
        Ok(self.fetched.pop_front())
    }
}

/// A name; an empty one if there is none with this key.
fn name(lookup: &mut Statement<'_>, key: i64) -> rusqlite::Result<Box<[u8]>> {
    let mut rows = lookup.query([key])?;
    let Some(row) = rows.next()? else { return Ok(Box::default()) };
    let mut head = Head::default();
    head.add_value(0, row.get_ref(0)?);
    Ok(head.values.into())
}

/// The tags of a game: their values, one after the other.
#[derive(Debug, Default)]
struct Head {
    values: Vec<u8>,
    /// The numbers of the tags, and the ends of their values.
    ends: Vec<(usize, usize)>,
}

impl Head {
    /// With room for this many values of usual length.
    fn with_room(tags: usize) -> Head {
        Head { values: Vec::with_capacity(16 * tags), ends: Vec::with_capacity(tags) }
    }

    fn add(&mut self, tag: usize, value: &[u8]) {
        self.values.extend_from_slice(value);
        self.ends.push((tag, self.values.len()));
    }

    fn add_value(&mut self, tag: usize, value: ValueRef<'_>) {
        match value {
            ValueRef::Text(text) => self.add(tag, text),
            ValueRef::Integer(number) if number != 0 => self.add(tag, number.to_string().as_bytes()),
            _ => {}
        }
    }

    /// Names and values.
    fn tags<'h>(&'h self, names: &'h [String]) -> Vec<(&'h str, &'h [u8])> {
        let mut start = 0;
        let tag = |&(tag, end): &(usize, usize)| (&*names[tag], &self.values[std::mem::replace(&mut start, end)..end]);
        self.ends.iter().map(tag).collect()
    }
}

/// The coded moves of a row, and what makes the game of them. The head has the names.
fn coded(
    row: &Row<'_>,
    mut head: Head,
    tags: &Arc<Vec<String>>,
    length: &Arc<AtomicUsize>,
) -> rusqlite::Result<(Vec<u8>, Folded)> {
    for at in NAMED.len()..tags.len() {
        head.add_value(at, row.get_ref(at + 2)?);
    }
    let moves = match row.get_ref(1)? {
        ValueRef::Blob(bytes) => bytes.to_vec(),
        _ => Vec::new(),
    };
    let (tags, length) = (Arc::clone(tags), Arc::clone(length));
    Ok((moves, Folded::new(move |moves: &[u8]| unfolded(moves, &head.tags(&tags), &length))))
}

/// The game that has these tags and coded moves.
fn unfolded(moves: &[u8], head: &[(&str, &[u8])], length: &AtomicUsize) -> Coded {
    let fen = head.iter().find(|(tag, _)| *tag == "FEN").map(|(_, fen)| *fen);
    let (start, fault) = match fen.map_or_else(|| Ok(Board::initial()), first_board) {
        Ok(start) => (Some(start), None),
        Err(error) => (None, Some(format!("its first position is not one that En Croissant can play from: {error}"))),
    };
    let written = |length: usize| {
        let mut text = Movetext::new();
        head.iter().for_each(|(tag, value)| text.tag(tag, value));
        text.begin();
        let leaves_moves = moves.iter().all(|&byte| byte < NAG) && text.leaves_moves(numbered, 0, moves.len());
        let written = start.as_ref().filter(|_| !leaves_moves);
        let ended = written.map_or(Ok(()), |start| decode(moves, start, LENGTHS[length], &mut text));
        text.word(head.iter().find(|(tag, _)| *tag == "Result").and_then(|(_, text)| result(text)).unwrap_or("*"));
        (text, ended)
    };
    let (mut text, mut ended) = written(length.load(Ordering::Relaxed));
    if ended.is_err() && moves.contains(&COMMENT) {
        for other in 0..LENGTHS.len() {
            let (again, fits) = written(other);
            if fits.is_ok() {
                (text, ended) = (again, fits);
                length.store(other, Ordering::Relaxed);
                break;
            }
        }
    }
    text.into_coded(fault.or(ended.err()))
}

fn result(text: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(text).ok()?;
    ["1-0", "0-1", "1/2-1/2"].contains(&text).then_some(text)
}

/// The first position of a game, if shakmaty, whose order of moves counts, can play from it.
fn first_board(text: &[u8]) -> Result<Board, String> {
    let fen = Fen::from_ascii(text).map_err(|error| error.to_string())?;
    let mode = CastlingMode::detect(fen.as_setup());
    let _: Chess = fen.into_position(mode).map_err(|error: PositionError<Chess>| error.to_string())?;
    fen::parse(&String::from_utf8_lossy(text)).map(|setup| setup.board).map_err(|error| error.to_string())
}

/// Decodes a blob that has nothing but moves.
fn numbered(bytes: &[u8], from: usize, made: Made<'_>) -> Result<(), String> {
    let count = Board::initial().play_numbered(&bytes[from..], made);
    match bytes.get(from + count) {
        None => Ok(()),
        Some(byte) => Err(format!("byte {} of its moves, {byte}, is not the index of a legal move", from + count + 1)),
    }
}

/// Decodes a blob; the error says where it does not describe a game.
fn decode(bytes: &[u8], start: &Board, length: (usize, bool), text: &mut Movetext) -> Result<(), String> {
    let (mut lines, mut list) = (Lines::new(*start), MoveList::new());
    let mut rest = bytes;
    while let Some((&byte, behind)) = rest.split_first() {
        let wrong = |why: &str| Err(format!("byte {} of its moves, {byte}, {why}", bytes.len() - rest.len() + 1));
        let mut next = behind;
        match byte {
            VARIATION => lines.open(text).or_else(wrong)?,
            END => lines.close(text).or_else(wrong)?,
            COMMENT => {
                let Some((comment, after)) = comment(behind, length) else {
                    return wrong("begins a comment that does not end");
                };
                text.comment(comment);
                next = after;
            }
            NAG => {
                let Some((nag, after)) = behind.split_first() else { return wrong("has no NAG after it") };
                text.word(&format!("${nag}"));
                next = after;
            }
            _ => {
                let before = lines.position;
                let Some(mv) = before.legal_move_at(u32::from(byte)) else {
                    return wrong("is not the index of a legal move");
                };
                lines.position.advance(&mv);
                text.play(&before, &mv, &lines.position, &mut list);
                lines.made_from(before);
            }
        }
        rest = next;
    }
    if lines.is_main() { Ok(()) } else { Err("its moves end in a variation".into()) }
}

/// A comment, and what comes after it.
fn comment(bytes: &[u8], (size, big_endian): (usize, bool)) -> Option<(&[u8], &[u8])> {
    let (digits, rest) = bytes.split_at_checked(size)?;
    let add = |sum: u64, &digit: &u8| sum << 8 | u64::from(digit);
    let len = if big_endian { digits.iter().fold(0, add) } else { digits.iter().rev().fold(0, add) };
    let (text, rest) = rest.split_at_checked(usize::try_from(len).ok()?)?;
    std::str::from_utf8(text).is_ok().then_some((text, rest))
}
