//! A block of games: summaries, tags, moves, texts and places, each read on first use.
//!
//! A block has up to 4,096 games and needs nothing from outside: it is encoded and read on any thread, and damage costs
//! only its own games. Larger blocks compress little better; much smaller ones would repeat the names of players too
//! often.

use crate::boards::{self, Lines, Mark, Squares};
use crate::bytes::{Bytes, Malformed};
use crate::chunk::{self, Chunk, Contents, RESULTS, form};
use crate::columns::{BlockTags, TagColumn};
use crate::encode::pieces_of;
use crate::error::{BlockError, BlockFault};
use crate::export::{Exporter, Layout};
use crate::format::{Entry, HAS_POSITIONS, HAS_VARIATIONS, IS_SMALL, Section};
use crate::moves::Pieces;
use crate::places::Sources;
use crate::positions::{GROUP, Placement, PositionFilter, PositionLookUp};
use crate::storage::Storage;
use crate::summaries::{Summaries, SummaryParts};
use crate::{notes, sections};
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tabiya_chess::{Color, Piece, Rank, Square, san};
use tabiya_pgn::{Game, GameBuilder, RawGame, Reading, StoredTags};

/// A block of a database. Games are numbered from 0 within it.
///
/// A block may be shared between threads. Damage in one of its parts shows when that part is first used.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } pub mod chess { pub use tabiya_chess::*; } pub mod database { pub use tabiya_database::*; } }
/// use tabiya::database::Database;
/// use tabiya::game::RawGame;
/// # use std::io::Cursor;
/// # use tabiya::database::{BlockBuilder, Options, Writer};
/// # use tabiya::game::Game;
/// # let (raw, mut game) = (RawGame::from_bytes(b"[White \"Tal\"]\n\n1. e4 e5 1-0"), Game::new());
/// # game.parse(&raw);
/// # let mut block = BlockBuilder::new(&Options::default());
/// # block.add("games.pgn", &raw, &game);
/// # let mut writer = Writer::create(Cursor::new(Vec::new()))?;
/// # writer.write(&block.finish())?;
/// # let bytes = writer.finish()?.into_inner();
///
/// let block = Database::from_bytes(bytes)?.read_block(0)?;
/// let mut text = RawGame::default();
/// block.export(0, &mut text)?;
/// assert_eq!((block.len(), block.source(0)?), (1, "games.pgn"));
/// assert_eq!(text.bytes, b"[White \"Tal\"]\n\n1. e4 e5 1-0", "the text that was read, byte for byte");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Block {
    storage: Arc<Storage>,
    number: usize,
    entry: Entry,
    sections: Vec<Section>,
    chunks: Box<[Chunk]>,
    sources: OnceLock<Sources>,
    tags: OnceLock<Arc<BlockTags>>,
    layouts: OnceLock<Vec<(Layout, Range<u32>)>>,
    patches: OnceLock<Vec<u8>>,
    lines: OnceLock<Lines>,
}

/// The value of a cell, which is computed on first use.
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
        let chunks = (0..(entry.games as usize).div_ceil(chunk::GAMES)).map(|_| Chunk::default()).collect();
        Block {
            storage,
            number,
            entry,
            sections,
            chunks,
            sources: OnceLock::new(),
            tags: OnceLock::new(),
            layouts: OnceLock::new(),
            patches: OnceLock::new(),
            lines: OnceLock::new(),
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

    /// Reads the summaries of all games, without reading the games. For a part that is left out, the summaries rule out no
    /// game: any number of pieces.
    ///
    /// # Errors
    /// If the summaries cannot be read or are damaged.
    pub fn summaries(&self, parts: SummaryParts) -> Result<Summaries, BlockError> {
        let mut summaries = Summaries::new(self.len());
        for kind in parts.sections() {
            summaries.add(kind, self.section(kind)?).map_err(|_| self.malformed(kind))?;
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
        assert!(game < self.len(), "there is no such game in the block");
        Ok(self.sources()?.source(game))
    }

    /// Reads a game, which is then equal to the one that was added, in everything that a query can test. The previous
    /// content of `game` is forgotten; its memory is reused.
    ///
    /// # Errors
    /// If a part of the block that the game needs cannot be read or is damaged.
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn read(&self, number: usize, reading: &Reading, game: &mut Game) -> Result<(), BlockError> {
        self.read_unless(number, reading, game, |_| false).map(|_| ())
    }

    /// The same, but `is_refused` is called when the tags are there, and if it says yes, nothing else is read: the result is
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
        let (chunk, n) = (number / chunk::GAMES, number % chunk::GAMES);
        let contents = self.contents(chunk)?;
        if contents.of(n).0.form & form::MOVES == 0 || reading.board.is_some() {
            let mut raw = RawGame::default();
            self.export(number, &mut raw)?;
            return Ok(game.parse_unless(&raw, reading, is_refused));
        }
        let place = &contents.places[n];
        let mut builder = game.build(self.sources()?.number(number), place.offset, place.line);
        builder.stored_tags(Arc::clone(self.tags()?) as Arc<dyn StoredTags>, number);
        if is_refused(builder.game()) {
            return Ok(false);
        }
        self.build_moves(chunk, n, &mut builder)?;
        Ok(true)
    }

    /// Gives the moves and notes of a chunk's game to a builder that has its tags.
    fn build_moves(&self, chunk: usize, n: usize, builder: &mut GameBuilder<'_>) -> Result<(), BlockError> {
        let (game, next) = self.contents(chunk)?.of(n);
        let codes = self.part(self.moves(chunk)?, game.moves, next.moves, sections::MOVES)?;
        let moves = |_| self.malformed(sections::MOVES);
        builder.start().map_err(|_| self.malformed(sections::TAGS))?;
        if game.form & form::NOTES == 0 {
            play_all(codes, builder).map_err(moves)?;
        } else {
            let numbers = self.part(self.notes(chunk)?, game.notes, next.notes, sections::NOTES)?;
            let texts = self.comments(chunk)?.get(game.comments as usize..next.comments as usize);
            let texts = texts.ok_or_else(|| self.malformed(sections::COMMENTS))?;
            build_with_notes(codes, numbers, texts, builder).map_err(|_| self.malformed(sections::NOTES))?;
        }
        builder.result(RESULTS[usize::from(game.form >> form::RESULT_SHIFT & 3)]);
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
        let (chunk, n) = (game / chunk::GAMES, game % chunk::GAMES);
        let contents = self.contents(chunk)?;
        let place = &contents.places[n];
        (raw.number, raw.offset, raw.line) = (self.sources()?.number(game), place.offset, place.line);
        let (before, behind) = self.sources()?.blanks(place);
        raw.before.clone_from(before);
        raw.behind.clone_from(behind);
        raw.bytes.clear();
        let parts = contents.of(n).0;
        if parts.form & form::MOVES == 0 {
            raw.cut = parts.form & form::CUT != 0;
            let text = self.part(self.raw(chunk)?, parts.raw, parts.raw.saturating_add(place.len), sections::RAW)?;
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

    /// True if positions can be looked up in this block.
    pub fn has_positions(&self) -> bool {
        self.entry.flags & HAS_POSITIONS != 0
    }

    /// True if the block has columns: [`Block::lines`] and what goes by it. Blocks of the small level
    /// ([`Options::small`](crate::Options::small)) have none.
    pub fn has_columns(&self) -> bool {
        self.entry.flags & IS_SMALL == 0
    }

    /// The numbering of the positions of the main lines, which columns go by.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn lines(&self) -> Result<&Lines, BlockError> {
        once(&self.lines, || {
            let (plies, games) = (self.section(sections::SUMMARY_PLIES)?, self.section(sections::COLUMN_GAMES)?);
            let lines = Lines::read(&plies, &games, self.len(), self.entry.positions);
            lines.map_err(|_| self.malformed(sections::COLUMN_GAMES))
        })
    }

    /// Where a kind of piece stands on a rank, for [`Block::stretches`].
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn squares(&self, piece: Piece, rank: Rank) -> Result<Squares, BlockError> {
        let section = self.section(boards::squares_section(piece, rank.into()))?;
        Squares::read(section).map_err(|_| self.malformed(sections::SQUARES))
    }

    /// Calls `each` with the stretches of positions ([`Block::lines`]) at which a piece stands on a square, in order. `squares` are
    /// those of this piece on the rank of the square, and `memory` is used again. Takes time in proportion to [`Squares::weight`] and
    /// the number of stretches.
    ///
    /// # Errors
    /// If the squares are damaged.
    pub fn stretches(
        &self,
        (piece, square): (Piece, Square),
        squares: &Squares,
        memory: &mut Vec<u32>,
        each: impl FnMut(Range<u32>),
    ) -> Result<(), BlockError> {
        let stretches = squares.stretches((piece, square), self.lines()?, memory, each);
        stretches.map_err(|_| self.malformed(sections::SQUARES))
    }

    /// The positions ([`Block::lines`]) at which the number of a kind of piece changes, in order, each with how much; at the first
    /// position of all it changes from nought. A position at which it changes several times is there several times.
    ///
    /// # Errors
    /// If the numbers cannot be read or are damaged.
    pub fn counts(&self, piece: Piece) -> Result<Vec<(u32, i16)>, BlockError> {
        let section = self.section(boards::counts_section(piece))?;
        boards::counts(&section, piece, self.lines()?).map_err(|_| self.malformed(sections::COUNTS))
    }

    /// Calls `each` with the positions ([`Block::lines`]) that have a mark, in order.
    ///
    /// # Errors
    /// If the marks cannot be read or are damaged.
    pub fn marked(&self, mark: Mark, each: impl FnMut(u32)) -> Result<(), BlockError> {
        let section = self.section(mark.section())?;
        boards::marked(&section, self.lines()?, each).map_err(|_| self.malformed(sections::MARKS))
    }

    /// False if no game of the block has positions outside its main line.
    pub fn has_variations(&self) -> bool {
        self.entry.flags & HAS_VARIATIONS != 0
    }

    /// The groups of games that share a filter of positions ([`Block::read_filter`]), in order: all games together.
    pub fn position_groups(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let games = self.len();
        (0..games.div_ceil(GROUP)).map(move |group| group * GROUP..((group + 1) * GROUP).min(games))
    }

    /// Reads the filter of a group of games, by its place in [`Block::position_groups`]. If positions cannot be looked up in the
    /// block ([`Block::has_positions`]), the filter says of every position that it may occur.
    ///
    /// # Errors
    /// If the filter cannot be read or is damaged.
    pub fn read_filter(&self, group: usize, filter: &mut PositionFilter) -> Result<(), BlockError> {
        filter.clear();
        if !self.has_positions() {
            return Ok(());
        }
        let section = self.filter_section(group)?;
        let read = |bytes: &mut _| sections::read_stored(&self.storage, self.entry.offset, section, bytes);
        filter.read(read).map_err(|cause| self.fail(cause))
    }

    /// Opens the filter of a group of games for [`Block::look_up`], which reads no more of it than it needs.
    ///
    /// # Errors
    /// If the beginning of the filter cannot be read or is damaged.
    pub fn open_filter(&self, group: usize, filter: &mut PositionLookUp) -> Result<(), BlockError> {
        filter.clear();
        if !self.has_positions() {
            return Ok(());
        }
        let section = self.filter_section(group)?;
        let opened = filter.open(&self.storage, self.entry.offset + u64::from(section.offset), section.len as usize);
        opened.map_err(|cause| self.fail(cause))
    }

    /// False if the placement occurs in none of the games of a filter that this block has opened, variations included. True says no
    /// more than that it may occur.
    ///
    /// # Errors
    /// If a part of the filter cannot be read or is damaged.
    pub fn look_up(&self, placement: Placement, filter: &mut PositionLookUp) -> Result<bool, BlockError> {
        filter.may_contain(&self.storage, placement).map_err(|cause| self.fail(cause))
    }

    fn filter_section(&self, group: usize) -> Result<&Section, BlockError> {
        let kind = sections::part(sections::POSITIONS, group);
        self.find(kind).filter(|section| section.stored == section.len).ok_or_else(|| self.malformed(kind))
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
        let (mut found, mut filter) = (Vec::new(), PositionFilter::default());
        for (number, games) in self.position_groups().enumerate() {
            self.read_filter(number, &mut filter)?;
            if placements.iter().any(|&placement| filter.may_contain(placement)) {
                found.push(games);
            }
        }
        Ok(found)
    }

    fn contents(&self, chunk: usize) -> Result<&Contents, BlockError> {
        once(&self.chunks[chunk].contents, || {
            let section = self.section(sections::part(sections::CONTENTS, chunk))?;
            let games = (self.len() - chunk * chunk::GAMES).min(chunk::GAMES);
            let contents = Contents::read(&section, games, self.sources()?);
            contents.map_err(|_| self.malformed(sections::CONTENTS))
        })
    }

    fn sources(&self) -> Result<&Sources, BlockError> {
        once(&self.sources, || {
            let section = self.section(sections::SOURCES)?;
            Sources::read(&section, self.len()).map_err(|_| self.malformed(sections::SOURCES))
        })
    }

    fn tags(&self) -> Result<&Arc<BlockTags>, BlockError> {
        once(&self.tags, || {
            let (names, rows) = (self.section(sections::TAGS)?, self.section(sections::TAG_ROWS)?);
            let start = self.sections.partition_point(|section| section.kind < sections::tag_column(0));
            let parts = &self.sections[start..];
            let parts = &parts[..parts.partition_point(|section| sections::is_tag_part(section.kind))];
            let stored = sections::Stored::read(&self.storage, self.entry.offset, parts);
            let stored = stored.map_err(|cause| self.fail(cause))?;
            let tags = BlockTags::read(&names, &rows, stored, self.len());
            tags.map(Arc::new).map_err(|_| self.malformed(sections::TAGS))
        })
    }

    /// The values of a tag in all games, without the games. Of several tags of the name the last one of each game counts.
    ///
    /// # Errors
    /// If the tags cannot be read or are damaged.
    pub fn tag_column(&self, name: &str) -> Result<TagColumn<'_>, BlockError> {
        Ok(self.tags()?.column(name))
    }

    /// The rating of a player in each game as [`Game::elo`] has it, 0 if it is not known.
    ///
    /// # Errors
    /// If the tags cannot be read or are damaged.
    pub fn ratings(&self, color: Color) -> Result<Vec<u16>, BlockError> {
        Ok(self.tags()?.ratings(color))
    }

    /// The games of which no tags are known without reading them: they have none, or are kept as text.
    ///
    /// # Errors
    /// If the tags cannot be read or are damaged.
    pub fn games_without_tags(&self) -> Result<Vec<usize>, BlockError> {
        Ok(self.tags()?.games_without())
    }

    fn layouts(&self) -> Result<&[(Layout, Range<u32>)], BlockError> {
        let layouts = once(&self.layouts, || {
            let section = self.section(sections::LAYOUTS)?;
            let mut forms = Vec::with_capacity(self.len());
            for game in 0..self.len() {
                forms.push(self.contents(game / chunk::GAMES)?.of(game % chunk::GAMES).0.form);
            }
            read_layouts(&section, &forms).map_err(|_| self.malformed(sections::LAYOUTS))
        });
        layouts.map(Vec::as_slice)
    }

    fn moves(&self, chunk: usize) -> Result<&[u8], BlockError> {
        self.bytes_of(&self.chunks[chunk].moves, sections::MOVES, chunk)
    }

    fn notes(&self, chunk: usize) -> Result<&[u8], BlockError> {
        self.bytes_of(&self.chunks[chunk].notes, sections::NOTES, chunk)
    }

    fn comments(&self, chunk: usize) -> Result<&str, BlockError> {
        let comments = once(&self.chunks[chunk].comments, || {
            let section = self.chunk_section(sections::COMMENTS, chunk)?;
            String::from_utf8(section).map_err(|_| self.malformed(sections::COMMENTS))
        });
        comments.map(String::as_str)
    }

    fn raw(&self, chunk: usize) -> Result<&[u8], BlockError> {
        self.bytes_of(&self.chunks[chunk].raw, sections::RAW, chunk)
    }

    /// A section of a chunk.
    fn bytes_of<'s>(&self, cell: &'s OnceLock<Vec<u8>>, kind: u32, chunk: usize) -> Result<&'s [u8], BlockError> {
        once(cell, || self.chunk_section(kind, chunk)).map(Vec::as_slice)
    }

    /// Reads a section of a chunk, if it is as long as the contents of the chunk say.
    fn chunk_section(&self, kind: u32, chunk: usize) -> Result<Vec<u8>, BlockError> {
        let part = sections::part(kind, chunk);
        let declared = self.find(part).map_or(0, |section| section.len);
        if declared == self.contents(chunk)?.len_of(kind) { self.section(part) } else { Err(self.malformed(kind)) }
    }

    fn patches(&self) -> Result<&[u8], BlockError> {
        once(&self.patches, || self.section(sections::PATCHES)).map(Vec::as_slice)
    }

    /// The section of a kind.
    fn find(&self, kind: u32) -> Option<&Section> {
        self.sections.binary_search_by_key(&kind, |section| section.kind).ok().map(|place| &self.sections[place])
    }

    /// Reads a section; one that is not there is empty.
    fn section(&self, kind: u32) -> Result<Vec<u8>, BlockError> {
        match self.find(kind) {
            Some(section) => {
                sections::read(&self.storage, self.entry.offset, section).map_err(|cause| self.fail(cause))
            }
            None => Ok(Vec::new()),
        }
    }

    fn part<'s>(&self, section: &'s [u8], start: u32, end: u32, kind: u32) -> Result<&'s [u8], BlockError> {
        section.get(start as usize..end as usize).ok_or_else(|| self.malformed(kind))
    }

    pub(crate) fn malformed(&self, kind: u32) -> BlockError {
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

/// Reads the layout of each game and the place of its patch.
fn read_layouts(section: &[u8], forms: &[u8]) -> Result<Vec<(Layout, Range<u32>)>, Malformed> {
    let mut at = Bytes::new(section);
    let mut layouts = Vec::new();
    for _ in 0..at.count_of(forms.len())? {
        layouts.push(Layout::read(&mut at)?);
    }
    let mut end = 0_u32;
    let mut list = Vec::with_capacity(forms.len());
    for form in forms {
        if form & form::MOVES == 0 {
            list.push((Layout::default(), 0..0));
            continue;
        }
        let layout = *layouts.get(at.number_u32()? as usize).ok_or(Malformed)?;
        let start = end;
        if form & form::PATCH != 0 {
            end = end.checked_add(at.number_u32()?).ok_or(Malformed)?;
        }
        list.push((layout, start..end));
    }
    Ok(list)
}

/// Plays the moves of bytes from the first position.
fn play_all(codes: &[u8], builder: &mut GameBuilder<'_>) -> Result<(), Malformed> {
    let mut codes = Bytes::new(codes);
    play(&mut codes, u32::MAX, builder)
}

/// Plays this many moves of bytes that may go on, or as many as there are. They are not alternatives.
fn play(codes: &mut Bytes<'_>, count: u32, builder: &mut GameBuilder<'_>) -> Result<(), Malformed> {
    let mut pieces = pieces_of(builder.board()).ok_or(Malformed)?;
    play_with(codes, count, &mut pieces, builder)
}

fn play_with(
    codes: &mut Bytes<'_>,
    count: u32,
    pieces: &mut Pieces,
    builder: &mut GameBuilder<'_>,
) -> Result<(), Malformed> {
    // Every move takes a byte or two.
    let most = count.min(u32::try_from(codes.len()).map_err(|_| Malformed)?);
    let mut left = codes.as_slice().iter();
    builder.play_line(most, |board, mv| {
        let Some(&byte) = left.next() else { return Ok(false) };
        pieces.step(board, mv, byte, || left.next().copied().ok_or(Malformed)).map(|()| true)
    })?;
    *codes = Bytes::new(left.as_slice());
    Ok(())
}

/// Plays a variation, whose first move is an alternative.
fn play_variation(codes: &mut Bytes<'_>, count: u32, builder: &mut GameBuilder<'_>) -> Result<(), Malformed> {
    let mut pieces = pieces_of(builder.board()).ok_or(Malformed)?;
    let Some(others) = count.checked_sub(1) else { return Ok(()) };
    let byte = codes.byte()?;
    let mut first = san::null_move(builder.board());
    pieces.step(builder.board(), &mut first, byte, || codes.byte())?;
    builder.play(first)?;
    play_with(codes, others, &mut pieces, builder)
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
                play_variation(&mut codes, numbers.number_u32()?, builder)?;
            }
        }
    }
    notes::build(&mut numbers, texts, builder)
}
