//! Where the games of a block come from: their sources, their places in them, and the blanks around their texts.
//!
//! ```text
//! section     runs, blanks, then for all games: offset; for all games: line; for all games: length; for all games: blanks
//! runs        number; for each: name of the source, number of the first game there, games. Their numbers follow one another
//! blanks      number; for each: bytes before a game, bytes behind it
//! offset      less the end of the game before and what is between, signed: nought unless something is missing
//! line        less that of the game before, signed
//! ```

use crate::bytes::{Bytes, Malformed, put_bytes, put_number, put_signed};
use std::collections::HashMap;
use tabiya_pgn::RawGame;

/// The greatest offset, line and number of a game.
const MAX_PLACE: u64 = 1 << 60;

#[derive(Debug)]
struct Run {
    source: String,
    first: u64,
    games: u32,
}

/// Collects the places of games.
#[derive(Debug, Default)]
pub(crate) struct PlacesWriter {
    runs: Vec<Run>,
    blanks: HashMap<(Vec<u8>, Vec<u8>), u32>,
    blank_list: Vec<u8>,
    offsets: Vec<u8>,
    lines: Vec<u8>,
    lengths: Vec<u8>,
    blank_of: Vec<u8>,
    /// The place behind the last game and its blanks, and its line.
    end: u64,
    line: u64,
}

impl PlacesWriter {
    pub(crate) fn add(&mut self, source: &str, raw: &RawGame) {
        let last = self.runs.last_mut();
        let follows =
            |run: &&mut Run| run.source == source && run.first.checked_add(run.games.into()) == Some(raw.number);
        match last.filter(follows) {
            Some(run) => run.games += 1,
            None => self.runs.push(Run { source: source.to_owned(), first: raw.number, games: 1 }),
        }
        let expected = self.end.wrapping_add(raw.before.len() as u64);
        put_signed(&mut self.offsets, raw.offset.wrapping_sub(expected) as i64);
        put_signed(&mut self.lines, raw.line.wrapping_sub(self.line) as i64);
        put_number(&mut self.lengths, raw.bytes.len() as u64);
        self.end = raw.offset.wrapping_add((raw.bytes.len() + raw.behind.len()) as u64);
        self.line = raw.line;
        let next = self.blanks.len() as u32;
        let number =
            *self.blanks.entry((raw.before.clone(), raw.behind.clone())).or_insert_with_key(|(before, behind)| {
                put_bytes(&mut self.blank_list, before);
                put_bytes(&mut self.blank_list, behind);
                next
            });
        put_number(&mut self.blank_of, number.into());
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
        for part in [&self.blank_list, &self.offsets, &self.lines, &self.lengths, &self.blank_of] {
            out.extend_from_slice(part);
        }
        out
    }
}

/// The place of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GamePlace {
    source: u32,
    pub(crate) number: u64,
    pub(crate) offset: u64,
    pub(crate) line: u64,
    /// The length of its text.
    len: u32,
    blanks: u32,
}

/// The places of a block's games, ready to be read.
#[derive(Debug)]
pub(crate) struct PlacesReader {
    sources: Vec<String>,
    games: Vec<GamePlace>,
    blanks: Vec<(Vec<u8>, Vec<u8>)>,
    /// Where the texts of games begin that are there as texts; all others have none.
    texts: Vec<u32>,
}

impl PlacesReader {
    /// Reads the section; `is_text` says which games are there as texts.
    pub(crate) fn read(
        section: &[u8],
        games: usize,
        is_text: impl Fn(usize) -> bool,
    ) -> Result<PlacesReader, Malformed> {
        let at = &mut Bytes::new(section);
        let (mut sources, mut list) = (Vec::new(), Vec::with_capacity(games.min(section.len())));
        for _ in 0..at.count()? {
            sources.push(at.text()?.to_owned());
            let (first, count) = (at.number()?, at.number_u32()?);
            for n in 0..u64::from(count) {
                if list.len() == games {
                    return Err(Malformed);
                }
                let (source, number) = (sources.len() as u32 - 1, first.checked_add(n).ok_or(Malformed)?);
                list.push(GamePlace { source, number, offset: 0, line: 0, len: 0, blanks: 0 });
            }
        }
        let mut blanks = Vec::new();
        for _ in 0..at.count()? {
            blanks.push((at.bytes()?.to_vec(), at.bytes()?.to_vec()));
        }
        if list.len() != games {
            return Err(Malformed);
        }
        for place in &mut list {
            place.offset = at.signed()? as u64;
        }
        let mut line = 0_u64;
        for place in &mut list {
            line = line.wrapping_add(at.signed()? as u64);
            place.line = line;
        }
        for place in &mut list {
            place.len = at.number_u32()?;
        }
        let mut end = 0_u64;
        for place in &mut list {
            place.blanks = at.number_u32()?;
            let (before, behind) = blanks.get(place.blanks as usize).ok_or(Malformed)?;
            place.offset = place.offset.wrapping_add(end).wrapping_add(before.len() as u64);
            end = place.offset.wrapping_add(u64::from(place.len)).wrapping_add(behind.len() as u64);
        }
        // Who reads a game adds to these numbers.
        if list.iter().any(|place| place.offset.max(place.line).max(place.number) > MAX_PLACE) {
            return Err(Malformed);
        }
        let (mut texts, mut text_end) = (Vec::with_capacity(games), 0_u32);
        for (game, place) in list.iter().enumerate() {
            texts.push(text_end);
            if is_text(game) {
                text_end = text_end.checked_add(place.len).ok_or(Malformed)?;
            }
        }
        Ok(PlacesReader { sources, games: list, blanks, texts })
    }

    pub(crate) fn get(&self, game: usize) -> GamePlace {
        self.games[game]
    }

    /// Where the text of a game begins and ends that is there as its text.
    pub(crate) fn text(&self, game: usize) -> (u32, u32) {
        (self.texts[game], self.texts[game].saturating_add(self.games[game].len))
    }

    pub(crate) fn source(&self, game: usize) -> &str {
        &self.sources[self.games[game].source as usize]
    }

    /// The blanks before and behind a game.
    pub(crate) fn blanks(&self, game: usize) -> &(Vec<u8>, Vec<u8>) {
        &self.blanks[self.games[game].blanks as usize]
    }
}
