//! Databases of Scid: an index with a record for each game (`.si4`, `.si5`), and next to it a file of names (`.sn4`, `.sn5`) and a file
//! of moves (`.sg4`, `.sg5`).
//!
//! Version 4 has headers, counts most significant bytes first, and stores names in alphabetical order, each as what differs from the
//! one before. Version 5 has no headers, counts least significant bytes first, and stores names in the order of their numbers. Both
//! code games alike (`scid_moves.rs`).

use super::movetext::Movetext;
use super::scid_moves::{self, date};
use super::{Base, HELP};
use crate::ReadError;
use crate::frame::{Coded, Folded};
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use tabiya_disk::{self as disk, Steps};

/// The first bytes of an index of version 4.
pub(super) const MAGIC: &[u8] = b"Scid.si\0\x01\x90";

const NAMES_MAGIC: &[u8] = b"Scid.sn\0";

/// The bytes of the headers of an index and of a file of names of version 4.
const HEADS: [usize; 2] = [182, 36];

/// The most bytes of all names together; those of version 4 may become fifty times as long as they are stored.
const MOST_NAMES: usize = 1 << 30;

/// The bytes of the file of moves that are read at once; more than a game has.
const WINDOW: usize = 256 << 10;

/// The kinds of ratings, whose names become tags: `WhiteElo`, `BlackUSCF`.
const RATINGS: [&str; 7] = ["Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "ECF"];

/// The letters of the flags that a user sets, from the one that marks a game as deleted.
const FLAGS: &str = "DWBMENPTQK!?U123456";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    Four,
    Five,
}

impl Version {
    /// The bytes of a record.
    fn record(self) -> usize {
        if self == Version::Four { 47 } else { 56 }
    }

    /// The version of an index with this name that begins with these bytes.
    pub(super) fn of(path: &Path, start: &[u8]) -> Option<Version> {
        let five = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("si5"));
        if start.starts_with(MAGIC) {
            return Some(Version::Four);
        }
        (five && start.contains(&0)).then_some(Version::Five)
    }
}

/// A database of Scid.
#[derive(Debug)]
pub(super) struct Scid {
    version: Version,
    index: io::BufReader<Steps>,
    /// The number of games that are still to be read.
    left: u64,
    names: Arc<Names>,
    moves: Moves,
}

/// The file of moves, of which a part is in memory.
#[derive(Debug)]
struct Moves {
    file: Steps,
    part: Vec<u8>,
    /// The place of the part.
    at: u64,
}

/// What a record of the index says of a game.
#[derive(Debug)]
struct Record {
    offset: u64,
    len: usize,
    /// The numbers of the names: players, event, site, round.
    white: usize,
    black: usize,
    event: usize,
    site: usize,
    round: usize,
    date: u32,
    event_date: u32,
    /// Ratings and their kinds.
    ratings: [(u32, u32); 2],
    result: u32,
    eco: u32,
    flags: u32,
    is_chess960: bool,
}

/// Opens an index and the two files next to it.
pub(super) fn open(path: &Path, version: Version) -> Result<Scid, ReadError> {
    let sibling = |letter: char| {
        let end = path.extension().unwrap_or_default().to_string_lossy();
        let sibling =
            path.with_extension(end.replace('i', &letter.to_string()).replace('I', &letter.to_uppercase().to_string()));
        let unreadable = |error: io::Error| {
            let error = io::Error::new(error.kind(), format!("its {} cannot be read: {error}", name(&sibling)));
            ReadError::with_help(path, error, "unreadable-file", "put the three files of the database into one folder")
        };
        disk::open(&sibling).map_err(unreadable)
    };
    let (games, mut names) = (sibling('g')?, sibling('n')?);
    let damaged = |error: io::Error| ReadError::with_help(path, error, "unreadable-file", HELP);
    let index = disk::open(path).map_err(damaged)?;
    let bytes = disk::metadata_of(&index.0).map_err(damaged)?.len();
    let mut stored = Vec::new();
    names.read_to_end(&mut stored).map_err(damaged)?;
    let mut index = io::BufReader::new(index);
    let (names, left) = match version {
        Version::Four => {
            let mut head = [0; HEADS[0]];
            index.read_exact(&mut head).map_err(damaged)?;
            (Names::four(&stored), u64::from(number(&head[14..17])))
        }
        Version::Five => (Names::five(stored), bytes.div_ceil(version.record() as u64)),
    };
    let names = names.ok_or_else(|| damaged(io::Error::other("its file of names is damaged")))?;
    let moves = Moves { file: games, part: Vec::new(), at: 0 };
    Ok(Scid { version, index, left, names: Arc::new(names), moves })
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

impl Base for Scid {
    fn next_game(&mut self) -> io::Result<Option<(Vec<u8>, Folded)>> {
        if self.left == 0 {
            return Ok(None);
        }
        let mut bytes = [0; 56];
        let bytes = &mut bytes[..self.version.record()];
        self.index.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => io::Error::other(format!("its index lacks {} games", self.left)),
            _ => error,
        })?;
        self.left -= 1;
        let record = if self.version == Version::Four { Record::four(bytes) } else { Record::five(bytes) };
        let coded = self.moves.of(record.offset, record.len)?;
        let (are_there, bytes) = (coded.is_some(), coded.unwrap_or_default().to_vec());
        let (names, version) = (Arc::clone(&self.names), self.version);
        let unfold = move |coded: &[u8]| record.text(&names, are_there.then_some(coded), version);
        Ok(Some((bytes, Folded::new(unfold))))
    }
}

impl Moves {
    /// The coded moves of a game; nothing if they are not in the file.
    fn of(&mut self, offset: u64, len: usize) -> io::Result<Option<&[u8]>> {
        let is_there = offset >= self.at && offset + len as u64 <= self.at + self.part.len() as u64;
        if !is_there {
            self.file.seek(SeekFrom::Start(offset))?;
            self.part.clear();
            self.at = offset;
            (&mut self.file).take(WINDOW as u64).read_to_end(&mut self.part)?;
        }
        let start = usize::try_from(offset - self.at).unwrap_or(usize::MAX);
        Ok(self.part.get(start..).and_then(|rest| rest.get(..len)))
    }
}

/// A number, the most significant byte first.
fn number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte))
}

impl Record {
    fn four(bytes: &[u8]) -> Record {
        let word = |at: usize| number(&bytes[at..at + 2]);
        let id = |bits: u32, at: usize| (bits << 16 | word(at)) as usize;
        let (high, dates) = (u32::from(bytes[14]), number(&bytes[25..29]));
        let date = dates & 0xF_FFFF;
        // The year of the event counts from four years before the game.
        let event_date = match dates >> 20 {
            0 => 0,
            event => (((date >> 9) + (event >> 9)).saturating_sub(4)) << 9 | event & 0x1FF,
        };
        let rating = |at: usize| (word(at) & 0xFFF, word(at) >> 12);
        Record {
            offset: u64::from(number(&bytes[..4])),
            len: (u32::from(bytes[6] >> 7) << 16 | word(4)) as usize,
            white: id(u32::from(bytes[9] >> 4), 10),
            black: id(u32::from(bytes[9] & 15), 12),
            event: id(high >> 5, 15),
            site: id(high >> 2 & 7, 17),
            round: id(high & 3, 19),
            date,
            event_date,
            ratings: [rating(29), rating(31)],
            result: word(21) >> 12,
            eco: word(23),
            flags: u32::from(bytes[6] & 63) << 16 | word(7),
            is_chess960: false,
        }
    }

    fn five(bytes: &[u8]) -> Record {
        let word = |n: usize| bytes[4 * n..4 * n + 4].iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
        let low = |n: usize, bits: u32| word(n) & ((1 << bits) - 1);
        Record {
            offset: u64::from(low(8, 15)) << 32 | u64::from(word(9)),
            len: (word(8) >> 15) as usize,
            white: low(0, 28) as usize,
            black: low(1, 28) as usize,
            event: low(2, 28) as usize,
            site: word(3) as usize,
            round: low(4, 31) as usize,
            date: low(5, 20),
            event_date: low(6, 20),
            ratings: [(word(5) >> 20, word(11) >> 21 & 7), (word(6) >> 20, word(11) >> 18 & 7)],
            result: word(11) >> 16 & 3,
            eco: low(11, 16),
            flags: low(7, 22),
            is_chess960: word(4) >> 31 == 1,
        }
    }

    /// The text of the game that has these coded moves.
    fn text(&self, names: &Names, coded: Option<&[u8]>, version: Version) -> Coded {
        let (mut text, mut lost) = (Movetext::new(), None);
        let kinds = [
            ("Event", 1, self.event),
            ("Site", 2, self.site),
            ("Round", 3, self.round),
            ("White", 0, self.white),
            ("Black", 0, self.black),
        ];
        for (tag, kind, id) in kinds {
            match names.get(kind, id) {
                Some(name) => text.tag(tag, name),
                None => {
                    lost = Some(format!("its tag {tag} is the name number {id}, which is not in the file of names"))
                }
            }
        }
        let result = ["*", "1-0", "0-1", "1/2-1/2"].get(self.result as usize).unwrap_or(&"*");
        text.tag("Date", date(self.date).as_bytes());
        text.tag("Result", result.as_bytes());
        for (side, (rating, kind)) in ["White", "Black"].into_iter().zip(self.ratings) {
            if let Some(kind) = RATINGS.get(kind as usize).filter(|_| rating > 0) {
                text.tag(&format!("{side}{kind}"), rating.to_string().as_bytes());
            }
        }
        text.tag("ECO", eco(self.eco).as_bytes());
        if self.event_date > 0 {
            text.tag("EventDate", date(self.event_date).as_bytes());
        }
        let flags: String =
            FLAGS.chars().enumerate().filter(|(n, _)| self.flags >> (n + 3) & 1 == 1).map(|(_, c)| c).collect();
        text.tag("ScidFlags", flags.as_bytes());
        if self.is_chess960 {
            text.tag("Variant", b"Chess960");
        }
        let Some(coded) = coded else {
            text.begin();
            text.word(result);
            return text.into_coded(Some("its moves are not in the file of moves".into()));
        };
        let mut coded = scid_moves::write(coded, text, result, version == Version::Five);
        coded.fault = coded.fault.or(lost);
        coded
    }
}

/// A code of openings. Each of the usual ones has 131 numbers: itself, and for every letter the letter and four with a digit.
fn eco(code: u32) -> String {
    let Some(code) = code.checked_sub(1).filter(|code| *code < 500 * 131) else { return String::new() };
    let letter = |first: u8, n: u32| char::from(first + u8::try_from(n).unwrap_or_default());
    let mut text = format!("{}{:02}", letter(b'A', code / 13_100), code / 131 % 100);
    if let Some(part) = (code % 131).checked_sub(1) {
        text.push(letter(b'a', part / 5));
        if part % 5 > 0 {
            text.push(letter(b'0', part % 5));
        }
    }
    text
}

/// Players, events, sites and rounds, by their numbers.
#[derive(Debug, Default)]
struct Names {
    text: Vec<u8>,
    spans: [Vec<(usize, usize)>; 4],
}

impl Names {
    fn get(&self, kind: usize, id: usize) -> Option<&[u8]> {
        let &(start, end) = self.spans[kind].get(id)?;
        self.text.get(start..end)
    }

    /// Names in alphabetical order, each with its number, how often it occurs, its length, and how much of the one before it begins
    /// with.
    fn four(stored: &[u8]) -> Option<Names> {
        let head = stored.get(..HEADS[1]).filter(|head| head.starts_with(NAMES_MAGIC))?;
        let mut rest = &stored[HEADS[1]..];
        let mut take = |len: usize| rest.split_off(..len);
        let width = |most: u32| {
            if most < 256 {
                1
            } else if most < 65_536 {
                2
            } else {
                3
            }
        };
        let mut names = Names::default();
        for kind in 0..4 {
            let (count, most) =
                (number(&head[12 + 3 * kind..15 + 3 * kind]), number(&head[24 + 3 * kind..27 + 3 * kind]));
            // Each name has five bytes and more.
            if count as usize > stored.len() / 5 + 1 {
                return None;
            }
            names.spans[kind].resize(count as usize, (0, 0));
            let mut last = (0, 0);
            for n in 0..count {
                let id = number(take(width(count).max(2))?) as usize;
                take(width(most))?;
                let len = usize::from(take(1)?[0]);
                let shared = if n == 0 { 0 } else { usize::from(take(1)?[0]) };
                let own = take(len.checked_sub(shared)?)?;
                let start = names.text.len();
                if start > MOST_NAMES || shared > last.1 - last.0 {
                    return None;
                }
                names.text.extend_from_within(last.0..last.0 + shared);
                names.text.extend_from_slice(own);
                last = (start, names.text.len());
                *names.spans[kind].get_mut(id)? = last;
            }
        }
        Some(names)
    }

    /// Names in the order of their numbers, each after its length and its kind.
    fn five(stored: Vec<u8>) -> Option<Names> {
        let (mut spans, mut at) = ([const { Vec::new() }; 4], 0);
        while at < stored.len() {
            let (mut value, mut shift) = (0_u64, 0);
            loop {
                let byte = *stored.get(at)?;
                value |= u64::from(byte & 127) << shift;
                (at, shift) = (at + 1, shift + 7);
                match byte < 128 {
                    true => break,
                    false if shift > 35 => return None,
                    false => {}
                }
            }
            let end = at.checked_add(usize::try_from(value >> 3).ok()?).filter(|end| *end <= stored.len())?;
            // Greater kinds describe the database.
            if let Some(spans) = spans.get_mut((value & 7) as usize) {
                spans.push((at, end));
            }
            at = end;
        }
        Some(Names { text: stored, spans })
    }
}
