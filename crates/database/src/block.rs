//! A block of games: summaries, tags, moves, texts and places, each read when it is first asked for.

use crate::bytes::{Bytes, Malformed};
use crate::encode::{RESULTS, form, pieces_of};
use crate::error::{BlockError, BlockFault};
use crate::export::{Exporter, Layout};
use crate::format::{Entry, HAS_POSITIONS, Section};
use crate::places::PlacesReader;
use crate::positions::{self, CHUNK, Placement};
use crate::storage::Storage;
use crate::summaries::{self, Summaries, SummaryParts};
use crate::tags::TagsReader;
use crate::{notes, sections};
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tabiya_pgn::{Game, GameBuilder, RawGame, Reading};

/// A block of a database. Games are numbered from 0 within it.
///
/// A block may be shared between threads. Damage in one of its parts shows when that part is first asked for.
#[derive(Debug)]
pub struct Block {
    storage: Arc<Storage>,
    number: usize,
    entry: Entry,
    sections: Vec<Section>,
    contents: OnceLock<Vec<Content>>,
    places: OnceLock<PlacesReader>,
    tags: OnceLock<TagsReader>,
    layouts: OnceLock<Vec<(Layout, Range<u32>)>>,
    moves: OnceLock<Vec<u8>>,
    notes: OnceLock<Vec<u8>>,
    comments: OnceLock<String>,
    patches: OnceLock<Vec<u8>>,
    raw: OnceLock<Vec<u8>>,
}

/// Where the parts of a game begin in their sections; they end where those of the next game begin.
#[derive(Clone, Copy, Debug, Default)]
struct Content {
    form: u8,
    moves: u32,
    notes: u32,
    comments: u32,
}

/// The value of a cell, which is computed when it is first asked for.
fn once<T>(cell: &OnceLock<T>, compute: impl FnOnce() -> Result<T, BlockError>) -> Result<&T, BlockError> {
    match cell.get() {
        Some(value) => Ok(value),
        None => {
            let value = compute()?;
            Ok(cell.get_or_init(|| value))
        }
    }
}

impl Block {
    pub(crate) fn new(storage: Arc<Storage>, number: usize, entry: Entry, sections: Vec<Section>) -> Block {
        Block {
            storage,
            number,
            entry,
            sections,
            contents: OnceLock::new(),
            places: OnceLock::new(),
            tags: OnceLock::new(),
            layouts: OnceLock::new(),
            moves: OnceLock::new(),
            notes: OnceLock::new(),
            comments: OnceLock::new(),
            patches: OnceLock::new(),
            raw: OnceLock::new(),
        }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.entry.games as usize
    }

    /// True if there are no games.
    pub fn is_empty(&self) -> bool {
        self.entry.games == 0
    }

    /// The name, the stored length and the length of each section.
    pub(crate) fn section_sizes(&self) -> impl Iterator<Item = (&'static str, u32, u32)> + '_ {
        self.sections.iter().map(|section| (sections::name(section.kind), section.stored, section.len))
    }

    /// Reads the summaries of all games, without reading the games. For a part that is left out, the summaries say what refuses
    /// no game: any number of pieces, and all squares.
    ///
    /// # Errors
    /// If the summaries cannot be read or are damaged.
    pub fn summaries(&self, parts: SummaryParts) -> Result<Summaries, BlockError> {
        let base = self.section(sections::SUMMARY_BASE)?;
        let wrong = |_| self.malformed(sections::SUMMARY_BASE);
        let mut summaries = Summaries::read(&base, self.len()).map_err(wrong)?;
        for (n, piece) in summaries::pieces() {
            if parts.has_count(piece) {
                let section = self.section(sections::SUMMARY_COUNTS + n as u32)?;
                summaries.add_counts(piece, section).map_err(wrong)?;
            }
            if parts.has_visited(piece) {
                let section = self.section(sections::SUMMARY_VISITED + n as u32)?;
                summaries.add_visited(piece, section).map_err(wrong)?;
            }
        }
        Ok(summaries)
    }

    /// The name of the file that a game was read from.
    ///
    /// # Errors
    /// If the places of games cannot be read or are damaged.
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn source(&self, game: usize) -> Result<&str, BlockError> {
        Ok(self.places()?.source(game))
    }

    /// Reads a game, which is then equal to the one that was added, in everything that can be asked of it. What was in `game`
    /// before is forgotten; its memory is used again.
    ///
    /// # Errors
    /// If a part of the block that the game needs cannot be read or is damaged.
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn read(&self, number: usize, reading: &Reading, game: &mut Game) -> Result<(), BlockError> {
        self.read_unless(number, reading, game, |_| false).map(|_| ())
    }

    /// The same, but `is_refused` is asked when the tags are there, and if it says yes, nothing else is read: the result is
    /// `false`, and `game` is as [`Game::parse_unless`] leaves it.
    ///
    /// # Errors
    /// See [`Block::read`].
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn read_unless(
        &self,
        number: usize,
        reading: &Reading,
        game: &mut Game,
        is_refused: impl FnOnce(&Game) -> bool,
    ) -> Result<bool, BlockError> {
        if self.contents()?[number].form & form::MOVES == 0 || reading.board.is_some() {
            let mut raw = RawGame::default();
            self.export(number, &mut raw)?;
            return Ok(game.parse_unless(&raw, reading, is_refused));
        }
        let place = self.places()?.get(number);
        let mut builder = game.build(place.number, place.offset, place.line);
        self.tags()?.build(number, &mut builder).map_err(|_| self.malformed(sections::TAGS))?;
        if is_refused(builder.game()) {
            return Ok(false);
        }
        self.build_moves(number, &mut builder)?;
        Ok(true)
    }

    /// Gives a game's moves and notes to a builder that has its tags.
    fn build_moves(&self, number: usize, builder: &mut GameBuilder<'_>) -> Result<(), BlockError> {
        let contents = self.contents()?;
        let (content, next) = (contents[number], contents[number + 1]);
        let codes = self.part(self.moves()?, content.moves, next.moves, sections::MOVES)?;
        let moves = |_| self.malformed(sections::MOVES);
        builder.start().map_err(|_| self.malformed(sections::TAGS))?;
        if content.form & form::NOTES == 0 {
            play_all(codes, builder).map_err(moves)?;
        } else {
            let numbers = self.part(self.notes()?, content.notes, next.notes, sections::NOTES)?;
            let texts = self.comments()?.get(content.comments as usize..next.comments as usize);
            let texts = texts.ok_or_else(|| self.malformed(sections::COMMENTS))?;
            build_with_notes(codes, numbers, texts, builder).map_err(|_| self.malformed(sections::NOTES))?;
        }
        builder.result(RESULTS[usize::from(content.form >> form::RESULT_SHIFT & 3)]);
        Ok(())
    }

    /// Gives back the text of a game and its place, as they were read from the source, byte for byte.
    ///
    /// # Errors
    /// See [`Block::read`].
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn export(&self, game: usize, raw: &mut RawGame) -> Result<(), BlockError> {
        self.export_with(game, raw, &mut ExportScratch::default())
    }

    /// The same with memory that is used again.
    ///
    /// # Errors
    /// See [`Block::read`].
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn export_with(&self, game: usize, raw: &mut RawGame, scratch: &mut ExportScratch) -> Result<(), BlockError> {
        let place = self.places()?.get(game);
        (raw.number, raw.offset, raw.line) = (place.number, place.offset, place.line);
        let (before, behind) = self.places()?.blanks(game);
        raw.before.clone_from(before);
        raw.behind.clone_from(behind);
        raw.bytes.clear();
        let content = self.contents()?[game];
        if content.form & form::MOVES == 0 {
            raw.cut = content.form & form::CUT != 0;
            let text = self.raw_text(game)?;
            raw.bytes.extend_from_slice(text);
            return Ok(());
        }
        raw.cut = false;
        self.read(game, &Reading::default(), &mut scratch.game)?;
        let (layout, patch) = &self.layouts()?[game];
        let patch: &[u8] =
            if patch.is_empty() { &[] } else { self.part(self.patches()?, patch.start, patch.end, sections::PATCHES)? };
        let exported = scratch.exporter.export(&scratch.game, *layout, patch, &mut raw.bytes);
        exported.map_err(|_| self.malformed(sections::PATCHES))
    }

    /// The text of a game that is there as its text.
    fn raw_text(&self, game: usize) -> Result<&[u8], BlockError> {
        let (start, end) = self.places()?.text(game);
        self.part(self.raw()?, start, end, sections::RAW)
    }

    /// True if positions can be looked up in this block.
    pub fn has_positions(&self) -> bool {
        self.entry.flags & HAS_POSITIONS != 0
    }

    /// The ranges of games in which one of these placements of pieces may occur, variations included; no other game of the block
    /// has one of them. All games, if the block has no positions to look up ([`Block::has_positions`]).
    ///
    /// # Errors
    /// If the positions cannot be read or are damaged.
    pub fn may_contain(&self, placements: &[Placement]) -> Result<Vec<Range<usize>>, BlockError> {
        if !self.has_positions() {
            let whole = 0..self.len();
            return Ok(vec![whole]);
        }
        let section = self.section(sections::POSITIONS)?;
        let chunks = positions::find(&section, self.len(), placements);
        let chunks = chunks.map_err(|_| self.malformed(sections::POSITIONS))?;
        Ok(chunks.into_iter().map(|chunk| chunk * CHUNK..((chunk + 1) * CHUNK).min(self.len())).collect())
    }

    fn contents(&self) -> Result<&[Content], BlockError> {
        let contents = once(&self.contents, || {
            let section = self.section(sections::CONTENTS)?;
            read_contents(&section, self.len()).map_err(|_| self.malformed(sections::CONTENTS))
        });
        contents.map(Vec::as_slice)
    }

    fn places(&self) -> Result<&PlacesReader, BlockError> {
        once(&self.places, || {
            let section = self.section(sections::PLACES)?;
            let contents = self.contents()?;
            let is_text = |game: usize| contents[game].form & form::MOVES == 0;
            PlacesReader::read(&section, self.len(), is_text).map_err(|_| self.malformed(sections::PLACES))
        })
    }

    fn tags(&self) -> Result<&TagsReader, BlockError> {
        once(&self.tags, || {
            let section = self.section(sections::TAGS)?;
            TagsReader::read(&section, self.len()).map_err(|_| self.malformed(sections::TAGS))
        })
    }

    fn layouts(&self) -> Result<&[(Layout, Range<u32>)], BlockError> {
        let layouts = once(&self.layouts, || {
            let section = self.section(sections::LAYOUTS)?;
            read_layouts(&section, &self.contents()?[..self.len()]).map_err(|_| self.malformed(sections::LAYOUTS))
        });
        layouts.map(Vec::as_slice)
    }

    fn moves(&self) -> Result<&[u8], BlockError> {
        once(&self.moves, || self.section(sections::MOVES)).map(Vec::as_slice)
    }

    fn notes(&self) -> Result<&[u8], BlockError> {
        once(&self.notes, || self.section(sections::NOTES)).map(Vec::as_slice)
    }

    fn comments(&self) -> Result<&str, BlockError> {
        let comments = once(&self.comments, || {
            let section = self.section(sections::COMMENTS)?;
            String::from_utf8(section).map_err(|_| self.malformed(sections::COMMENTS))
        });
        comments.map(String::as_str)
    }

    fn patches(&self) -> Result<&[u8], BlockError> {
        once(&self.patches, || self.section(sections::PATCHES)).map(Vec::as_slice)
    }

    fn raw(&self) -> Result<&[u8], BlockError> {
        once(&self.raw, || self.section(sections::RAW)).map(Vec::as_slice)
    }

    /// Reads a section; one that is not there is empty.
    fn section(&self, kind: u32) -> Result<Vec<u8>, BlockError> {
        match self.sections.iter().find(|section| section.kind == kind) {
            Some(section) => {
                sections::read(&self.storage, self.entry.offset, section).map_err(|cause| self.fail(cause))
            }
            None => Ok(Vec::new()),
        }
    }

    fn part<'s>(&self, section: &'s [u8], start: u32, end: u32, kind: u32) -> Result<&'s [u8], BlockError> {
        section.get(start as usize..end as usize).ok_or_else(|| self.malformed(kind))
    }

    fn malformed(&self, kind: u32) -> BlockError {
        self.fail(BlockFault::Malformed(sections::name(kind)))
    }

    fn fail(&self, cause: BlockFault) -> BlockError {
        BlockError { block: self.number, offset: self.entry.offset, games: self.entry.games, cause }
    }
}

/// Memory for exporting games, which is used again.
#[derive(Debug, Default)]
pub struct ExportScratch {
    game: Game,
    exporter: Exporter,
}

/// Reads where the parts of games begin: one item for each game, and one for the end of the last.
fn read_contents(section: &[u8], games: usize) -> Result<Vec<Content>, Malformed> {
    let mut at = Bytes::new(section);
    let forms = at.take(games)?;
    let mut list = Vec::with_capacity(games + 1);
    let mut next = Content::default();
    for &form in forms {
        list.push(Content { form, ..next });
        let mut end = |start: u32| start.checked_add(at.number_u32()?).ok_or(Malformed);
        if form & form::MOVES == 0 {
            continue;
        }
        next.moves = end(next.moves)?;
        if form & form::NOTES != 0 {
            next.notes = end(next.notes)?;
            next.comments = end(next.comments)?;
        }
    }
    list.push(next);
    Ok(list)
}

/// Reads the layout of each game and the place of its patch.
fn read_layouts(section: &[u8], contents: &[Content]) -> Result<Vec<(Layout, Range<u32>)>, Malformed> {
    let mut at = Bytes::new(section);
    let mut layouts = Vec::new();
    for _ in 0..at.count()? {
        layouts.push(Layout::read(&mut at)?);
    }
    let mut end = 0_u32;
    let mut list = Vec::with_capacity(contents.len());
    for content in contents {
        if content.form & form::MOVES == 0 {
            list.push((Layout::default(), 0..0));
            continue;
        }
        let layout = *layouts.get(at.number()? as usize).ok_or(Malformed)?;
        let start = end;
        if content.form & form::PATCH != 0 {
            end = end.checked_add(at.number_u32()?).ok_or(Malformed)?;
        }
        list.push((layout, start..end));
    }
    Ok(list)
}

/// Plays the moves of bytes from where the builder stands.
fn play_all(codes: &[u8], builder: &mut GameBuilder<'_>) -> Result<(), Malformed> {
    let mut pieces = pieces_of(builder.board()).ok_or(Malformed)?;
    let mut codes = codes.iter();
    builder.play_line(|board| {
        let Some(&byte) = codes.next() else { return Ok(None) };
        pieces.step(board, byte, || codes.next().copied().ok_or(Malformed)).map(Some)
    })
}

/// The same with so many moves of bytes that may go on.
fn play(codes: &mut Bytes<'_>, mut count: u32, builder: &mut GameBuilder<'_>) -> Result<(), Malformed> {
    let mut pieces = pieces_of(builder.board()).ok_or(Malformed)?;
    builder.play_line(|board| {
        if count == 0 {
            return Ok(None);
        }
        count -= 1;
        pieces.step(board, codes.byte()?, || codes.byte()).map(Some)
    })
}

/// Plays the main line and the variations, and adds the notes.
fn build_with_notes(codes: &[u8], numbers: &[u8], texts: &str, builder: &mut GameBuilder<'_>) -> Result<(), Malformed> {
    let mut numbers = Bytes::new(numbers);
    match notes::read_runs(&mut numbers)? {
        None => play_all(codes, builder)?,
        Some((main, count)) => {
            let mut codes = Bytes::new(codes);
            play(&mut codes, main, builder)?;
            for _ in 0..count {
                builder.take_back(numbers.number_u32()?).map_err(|_| Malformed)?;
                play(&mut codes, numbers.number_u32()?, builder)?;
            }
        }
    }
    notes::build(&mut numbers, texts, builder)
}
