//! Where the games of a block come from: their sources, their places in them, and the white space around their texts.
//!
//! ```text
//! section     runs, blanks
//! runs        number; for each: name of the source, number of the first game there, games. Their numbers follow one another
//! blanks      number; for each: bytes before a game, bytes after it
//! chunk       for all games: offset; for all games: line; for all games: length; for all games: blanks
//! offset      less the end of the game before and what is between, signed: nought unless something is missing
//! line        less that of the game before, signed
//! ```

use crate::bytes::{Bytes, Malformed, number_of, put_bytes, put_number, put_signed};
use std::collections::HashMap;
use tabiya_pgn::RawGame;

/// The greatest offset, line and number of a game.
const MAX_PLACE: u64 = 1 << 60;

#[derive(Debug)]
struct GameRun {
    source: String,
    first: u64,
    games: u32,
}

/// Collects the places of games.
#[derive(Debug, Default)]
pub(crate) struct PlacesWriter {
    runs: Vec<GameRun>,
    blanks: HashMap<(Vec<u8>, Vec<u8>), u32>,
    blank_list: Vec<u8>,
    offsets: Vec<u8>,
    lines: Vec<u8>,
    lengths: Vec<u8>,
    blank_of: Vec<u8>,
    /// The place after the last game of the present chunk and its white space, and its line.
    end: u64,
    line: u64,
}

impl PlacesWriter {
    pub(crate) fn add(&mut self, source: &str, raw: &RawGame) {
        let last = self.runs.last_mut();
        let follows =
            |run: &&mut GameRun| run.source == source && run.first.checked_add(run.games.into()) == Some(raw.number);
        match last.filter(follows) {
            Some(run) => run.games += 1,
            None => self.runs.push(GameRun { source: source.to_owned(), first: raw.number, games: 1 }),
        }
        let expected = self.end.wrapping_add(raw.before.len() as u64);
        put_signed(&mut self.offsets, raw.offset.wrapping_sub(expected).cast_signed());
        put_signed(&mut self.lines, raw.line.wrapping_sub(self.line).cast_signed());
        put_number(&mut self.lengths, raw.bytes.len() as u64);
        self.end = raw.offset.wrapping_add((raw.bytes.len() + raw.behind.len()) as u64);
        self.line = raw.line;
        let next = number_of(self.blanks.len());
        let number =
            *self.blanks.entry((raw.before.clone(), raw.behind.clone())).or_insert_with_key(|(before, behind)| {
                put_bytes(&mut self.blank_list, before);
                put_bytes(&mut self.blank_list, behind);
                next
            });
        put_number(&mut self.blank_of, number.into());
    }

    /// Appends the places of the games of the present chunk, and begins a new chunk.
    pub(crate) fn end_chunk(&mut self, out: &mut Vec<u8>) {
        for part in [&mut self.offsets, &mut self.lines, &mut self.lengths, &mut self.blank_of] {
            out.append(part);
        }
        (self.end, self.line) = (0, 0);
    }

    /// The section.
    pub(crate) fn finish(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put_number(&mut out, self.runs.len() as u64);
        for run in &self.runs {
            put_bytes(&mut out, run.source.as_bytes());
            put_number(&mut out, run.first);
            put_number(&mut out, run.games.into());
        }
        put_number(&mut out, self.blanks.len() as u64);
        out.extend_from_slice(&self.blank_list);
        out
    }
}

/// The place of one game in its source.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GamePlace {
    pub(crate) offset: u64,
    pub(crate) line: u64,
    /// The length of its text.
    pub(crate) len: u32,
    blanks: u32,
}

/// The sources of a block's games, and the white space around them, ready to be read.
#[derive(Debug)]
pub(crate) struct Sources {
    /// For each run the first game of the block that is in it, its source, and the number of that game there.
    runs: Vec<(usize, String, u64)>,
    blanks: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Sources {
    pub(crate) fn read(section: &[u8], games: usize) -> Result<Sources, Malformed> {
        let at = &mut Bytes::new(section);
        let (mut runs, mut next) = (Vec::new(), 0_usize);
        for _ in 0..at.count()? {
            let (source, first, count) = (at.text()?.to_owned(), at.number()?, at.number_u32()?);
            // Who reads a game adds to its number.
            if count == 0 || first > MAX_PLACE {
                return Err(Malformed);
            }
            runs.push((next, source, first));
            next = usize::try_from(count).ok().and_then(|count| next.checked_add(count)).ok_or(Malformed)?;
        }
        if next != games {
            return Err(Malformed);
        }
        let mut blanks = Vec::new();
        for _ in 0..at.count_of(games)? {
            blanks.push((at.bytes()?.to_vec(), at.bytes()?.to_vec()));
        }
        Ok(Sources { runs, blanks })
    }

    fn run(&self, game: usize) -> &(usize, String, u64) {
        // The first run begins with game 0, and there is one if there is a game.
        &self.runs[self.runs.partition_point(|run| run.0 <= game) - 1]
    }

    /// The name of the source of a game.
    pub(crate) fn source(&self, game: usize) -> &str {
        &self.run(game).1
    }

    /// The number of a game in its source.
    pub(crate) fn number(&self, game: usize) -> u64 {
        let (start, _, first) = self.run(game);
        first + (game - start) as u64
    }

    /// The white space before and after a game.
    pub(crate) fn blanks(&self, place: &GamePlace) -> &(Vec<u8>, Vec<u8>) {
        &self.blanks[place.blanks as usize]
    }

    /// Reads the places of a chunk's games.
    pub(crate) fn read_places(&self, at: &mut Bytes<'_>, games: usize) -> Result<Vec<GamePlace>, Malformed> {
        let mut list = vec![GamePlace::default(); games];
        for place in &mut list {
            place.offset = at.signed()?.cast_unsigned();
        }
        let mut line = 0_u64;
        for place in &mut list {
            line = line.wrapping_add(at.signed()?.cast_unsigned());
            place.line = line;
        }
        for place in &mut list {
            place.len = at.number_u32()?;
        }
        let mut end = 0_u64;
        for place in &mut list {
            place.blanks = at.number_u32()?;
            let (before, behind) = self.blanks.get(place.blanks as usize).ok_or(Malformed)?;
            place.offset = place.offset.wrapping_add(end).wrapping_add(before.len() as u64);
            end = place.offset.wrapping_add(u64::from(place.len)).wrapping_add(behind.len() as u64);
            // Who reads a game adds to these numbers.
            if place.offset.max(place.line) > MAX_PLACE {
                return Err(Malformed);
            }
        }
        Ok(list)
    }
}
