//! Encoding games: a block is made from a batch of games, on any thread, and written later.
//!
//! Nothing is written that would be too large to be read ([`format::MAX_BLOCK`]). A block has less than 8 MiB of text before
//! its last game, which has 64 MiB at most. The encoded parts of games (moves, notes, comments, tags, patches, texts) take 8 MiB more
//! than their texts at most, since a game for which there is no room is kept as text: 80 MiB. A filter has about 1.2 bytes for
//! each position, of which there are 7 million at most: one for three bytes of text, and 4 million of the last game. What
//! the 2 million tags of a block take besides their texts are less than 16 MiB, and summaries, contents and layouts of 4,096
//! games one. So there are more than 30 MiB for the names of files and the white space between games, and
//! [`Writer`](crate::Writer) rejects more.

use crate::boards::BoardsWriter;
use crate::bytes::{number_of, put_number};
use crate::chunk::{self, RESULTS, form};
use crate::explorer::collect::Collector;
use crate::explorer::shuffle::PartRows;
use crate::export::{Exporter, Layout};
use crate::format::{self, Entry, HAS_POSITIONS, HAS_VARIATIONS, IS_SMALL, Section};
use crate::moves::Pieces;
use crate::places::PlacesWriter;
use crate::positions::{Placed, PositionsWriter};
use crate::summary::Summary;
use crate::tags::TagsWriter;
use crate::{notes, sections, summaries, tags};
use std::collections::HashMap;
use tabiya_chess::Board;
use tabiya_pgn::{Game, RawGame};

/// How a database is made: which of its parts are stored, and how small they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Makes it possible to look up exact positions ([`Block::may_contain`](crate::Block::may_contain)). It takes about
    /// a tenth of the file.
    pub exact_positions: bool,
    /// Collects what is played in the first moves, for writers that make a table of it
    /// ([`Writer::with_explorer`](crate::Writer::with_explorer)).
    pub explorer: bool,
    /// Makes the file less than half as large: the columns of what stands where ([`Block::lines`](crate::Block::lines)) are left
    /// out, so that searches read more games, and everything is compressed with more effort, which takes time once. Reading
    /// games takes as long.
    pub small: bool,
}

impl Default for Options {
    /// With exact positions, of the fast level, and without what writers make a table of openings from.
    fn default() -> Options {
        Options { exact_positions: true, explorer: false, small: false }
    }
}

/// Collects games and encodes them as one block.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } pub mod chess { pub use tabiya_chess::*; } pub mod database { pub use tabiya_database::*; } }
/// use tabiya::database::{BlockBuilder, Options};
/// use tabiya::game::{Game, RawGame};
///
/// let (raw, mut game) = (RawGame::from_bytes(b"1. e4 e5 1-0"), Game::new());
/// game.parse(&raw);
/// let mut block = BlockBuilder::new(&Options::default());
/// block.add("games.pgn", &raw, &game);
/// assert!(block.len() == 1 && !block.is_full());
/// assert_eq!(block.finish().games(), 1);
/// ```
#[derive(Debug, Default)]
pub struct BlockBuilder {
    options: Options,
    node_count: u64,
    pgn_bytes: u64,
    /// The bytes of what the games have become.
    made_bytes: u64,
    places: PlacesWriter,
    tags: TagsWriter,
    chunk: Chunk,
    /// The sections of the chunks that are full, by kind.
    chunks: Vec<(u32, Vec<u8>)>,
    layouts: HashMap<Layout, u32>,
    layout_list: Vec<u8>,
    layout_of: Vec<u8>,
    patches: Vec<u8>,
    summaries: Vec<Summary>,
    positions: PositionsWriter,
    boards: BoardsWriter,
    explorer: Collector,
    scratch: Scratch,
}

/// The parts of the present chunk, but for places.
#[derive(Debug, Default)]
struct Chunk {
    forms: Vec<u8>,
    lengths: Vec<u8>,
    moves: Vec<u8>,
    notes: Vec<u8>,
    comments: Vec<u8>,
    raw: Vec<u8>,
}

/// The bytes by which what is made of the games of a block may be longer than their texts.
const SPARE: u64 = 8 << 20;

/// Memory that is used again.
#[derive(Debug, Default)]
struct Scratch {
    exporter: Exporter,
    patch: Vec<u8>,
    placements: Vec<Placed>,
}

impl BlockBuilder {
    /// The number of games after which a block is full.
    pub const GAMES: u32 = 4096;

    /// The number of bytes of PGN after which a block is full.
    pub const PGN_BYTES: u64 = 8 << 20;

    /// A block without games.
    pub fn new(options: &Options) -> BlockBuilder {
        BlockBuilder { options: *options, ..BlockBuilder::default() }
    }

    /// Adds a game: `source` is the name of the file that it was read from, as results show it, `raw` its text, and
    /// `game` what [`Game::parse`] made of that text. Takes time in proportion to the text.
    ///
    /// # Panics
    /// If there are 65,536 games already: a block is full long before ([`BlockBuilder::is_full`]).
    pub fn add(&mut self, source: &str, raw: &RawGame, game: &Game) {
        assert!(self.len() < format::MAX_GAMES, "a block has no more than {} games", format::MAX_GAMES);
        self.node_count += u64::from(game.tree().len());
        self.pgn_bytes += raw.bytes.len() as u64;
        self.places.add(source, raw);
        self.summaries.push(Summary::of(game));
        let as_moves = self.add_moves(raw, game);
        if !as_moves {
            self.chunk.forms.push(if raw.cut { form::CUT } else { 0 });
            self.tags.add(None);
            self.chunk.raw.extend_from_slice(&raw.bytes);
            self.made_bytes += raw.bytes.len() as u64;
        }
        if self.chunk.forms.len() == chunk::GAMES {
            self.end_chunk();
        }
        if !self.options.small {
            self.boards.add(game, !as_moves);
        }
        if self.options.exact_positions {
            self.add_positions(game);
        }
        if self.options.explorer {
            self.explorer.add(game, |_| true);
        }
    }

    /// Adds a game as tags, moves and notes; `false`, and nothing, if that does not give back all of it.
    fn add_moves(&mut self, raw: &RawGame, game: &Game) -> bool {
        let tree = game.tree();
        let is_plain = !raw.cut && game.faults().is_empty() && !game.is_incomplete() && tree.situation(0).is_none();
        let tag_bytes = match tags::text_len(game) {
            Some(len) if is_plain && self.tags.has_room() => len,
            _ => return false,
        };
        let (main, runs) =
            if tree.len() > tree.mainline_len() { notes::runs(game) } else { (tree.len() - 1, Vec::new()) };
        let chunk = &mut self.chunk;
        let before = [chunk.moves.len(), chunk.notes.len(), chunk.comments.len()];
        let encoded = encode_moves(game, main, &runs, &mut chunk.moves);
        let has_notes = encoded.is_some() && notes::write(game, main, &runs, &mut chunk.notes, &mut chunk.comments);
        let layout = self.scratch.exporter.plan(game, &raw.bytes, &mut self.scratch.patch);
        let after = [chunk.moves.len(), chunk.notes.len(), chunk.comments.len()];
        let lengths = [0, 1, 2].map(|part| (after[part] - before[part]) as u64);
        let made_bytes = self.made_bytes + lengths.iter().sum::<u64>() + (tag_bytes + self.scratch.patch.len()) as u64;
        if encoded.is_none() || made_bytes > self.pgn_bytes + SPARE {
            chunk.moves.truncate(before[0]);
            chunk.notes.truncate(before[1]);
            chunk.comments.truncate(before[2]);
            return false;
        }
        self.made_bytes = made_bytes;
        let mut form = form::MOVES;
        let result = (0_u8..).zip(RESULTS).find(|(_, result)| *result == game.result()).map_or(0, |(number, _)| number);
        form |= result << form::RESULT_SHIFT;
        put_number(&mut chunk.lengths, lengths[0]);
        if has_notes {
            form |= form::NOTES;
            lengths[1..].iter().for_each(|&len| put_number(&mut chunk.lengths, len));
        }
        self.tags.add(Some(game));
        let next = number_of(self.layouts.len());
        let number = *self.layouts.entry(layout).or_insert_with_key(|layout| {
            layout.write(&mut self.layout_list);
            next
        });
        put_number(&mut self.layout_of, number.into());
        if !self.scratch.patch.is_empty() {
            form |= form::PATCH;
            put_number(&mut self.layout_of, self.scratch.patch.len() as u64);
            self.patches.extend_from_slice(&self.scratch.patch);
        }
        self.chunk.forms.push(form);
        true
    }

    /// Puts the present chunk with those that are full.
    fn end_chunk(&mut self) {
        let number = self.chunks.last().map_or(0, |(kind, _)| (kind >> 8) as usize);
        let Chunk { forms: mut contents, lengths, moves, notes, comments, raw } = std::mem::take(&mut self.chunk);
        contents.extend(lengths);
        self.places.end_chunk(&mut contents);
        let sections = [
            (sections::CONTENTS, contents),
            (sections::MOVES, moves),
            (sections::NOTES, notes),
            (sections::COMMENTS, comments),
            (sections::RAW, raw),
        ];
        self.chunks.extend(sections.map(|(kind, bytes)| (sections::part(kind, number), bytes)));
    }

    fn add_positions(&mut self, game: &Game) {
        let tree = game.tree().full();
        let placements = &mut self.scratch.placements;
        placements.clear();
        for n in 0..tree.len() {
            let (placed, is_new) = match (tree.parent(n), tree.move_to(n)) {
                (Some(parent), Some(mv)) if tree.situation(n).is_none() => {
                    placements[parent as usize].after(tree.board(parent), mv, tree.board(n))
                }
                _ => (Placed::of(tree.board(n)), true),
            };
            placements.push(placed);
            if is_new {
                self.positions.push(placed.placement);
            }
        }
        self.positions.end_game();
    }

    /// The number of games that were added.
    pub fn len(&self) -> u32 {
        number_of(self.summaries.len())
    }

    /// True if no game was added.
    pub fn is_empty(&self) -> bool {
        self.summaries.is_empty()
    }

    /// True if the block has as many games as one should have. It must be finished then.
    pub fn is_full(&self) -> bool {
        self.len() >= BlockBuilder::GAMES || self.pgn_bytes >= BlockBuilder::PGN_BYTES || !self.tags.has_room()
    }

    /// Encodes the games, and leaves a builder without any.
    pub fn finish(&mut self) -> EncodedBlock {
        let mut fresh = BlockBuilder::new(&self.options);
        fresh.scratch = std::mem::take(&mut self.scratch);
        // Every block is the same, regardless of the blocks encoded before it.
        fresh.scratch.exporter.forget();
        let mut built = std::mem::replace(self, fresh);
        if !built.chunk.forms.is_empty() {
            built.end_chunk();
        }
        let games = built.len();
        let Options { exact_positions, small, .. } = built.options;
        let varied = built.summaries.iter().any(|summary| summary.has_variations);
        let flags = [(exact_positions, HAS_POSITIONS), (small, IS_SMALL), (varied, HAS_VARIATIONS)];
        let flags = flags.into_iter().filter(|(is_set, _)| *is_set).fold(0, |flags, (_, flag)| flags | flag);
        let mut sections = built.chunks;
        sections.push((sections::SOURCES, built.places.finish()));
        sections.extend(built.tags.finish());
        let mut layouts = Vec::new();
        put_number(&mut layouts, built.layouts.len() as u64);
        layouts.extend(built.layout_list);
        layouts.extend(built.layout_of);
        sections.push((sections::LAYOUTS, layouts));
        sections.push((sections::PATCHES, built.patches));
        sections.extend(summaries::write(&built.summaries));
        if !small {
            sections.extend(built.boards.finish());
        }
        let filters = if exact_positions { built.positions.finish() } else { Vec::new() };
        sections.extend(
            filters.into_iter().enumerate().map(|(n, filter)| (sections::part(sections::POSITIONS, n), filter)),
        );
        sections.sort_unstable_by_key(|(kind, _)| *kind);
        let mut packer = sections::Packer::new(small);
        sections.iter().for_each(|(kind, bytes)| packer.add(*kind, bytes));
        let (list, mut bytes): (Vec<Section>, Vec<u8>) = packer.finish();
        let head = format::write_head(games, flags, built.node_count, built.pgn_bytes, &list);
        let entry = Entry {
            offset: 0,
            len: number_of(head.len() + bytes.len()),
            head_len: number_of(head.len()),
            games,
            flags,
            positions: built.node_count,
            pgn_bytes: built.pgn_bytes,
        };
        bytes.splice(0..0, head);
        let explorer = built.options.explorer.then(|| built.explorer.finish());
        let unpacked = list.iter().map(|section| u64::from(section.len)).sum();
        EncodedBlock { bytes, entry, unpacked, explorer }
    }
}

/// The pieces of a board; those of the array are at hand.
pub(crate) fn pieces_of(board: &Board) -> Option<Pieces> {
    static ARRAY: std::sync::OnceLock<Option<Pieces>> = std::sync::OnceLock::new();
    let array = Board::initial();
    if *board == array { ARRAY.get_or_init(|| Pieces::of(&array)).clone() } else { Pieces::of(board) }
}

/// Appends the bytes of all moves: the main line, then the variations. None if a move cannot be encoded.
fn encode_moves(game: &Game, main: u32, runs: &[notes::NodeRun], out: &mut Vec<u8>) -> Option<()> {
    let tree = game.tree().full();
    let mut next = 1;
    for len in std::iter::once(main).chain(runs.iter().map(|run| run.1)) {
        let mut parent = if next < tree.len() { tree.parent(next)? } else { 0 };
        let mut pieces = pieces_of(tree.board(parent))?;
        for _ in 0..len {
            let (board, mv) = (tree.board(parent), tree.move_to(next)?);
            let (byte, second) = pieces.encode(board, mv)?;
            out.push(byte);
            out.extend(second);
            parent = next;
            next += 1;
        }
    }
    Some(())
}

/// A block that is ready to be written.
#[derive(Clone, Debug)]
pub struct EncodedBlock {
    pub(crate) bytes: Vec<u8>,
    pub(crate) entry: Entry,
    /// The bytes of all sections before compression.
    pub(crate) unpacked: u64,
    /// What the games play in their first moves.
    pub(crate) explorer: Option<PartRows>,
}

impl EncodedBlock {
    /// The number of games.
    pub fn games(&self) -> u32 {
        self.entry.games
    }

    /// True if it has no games. Writing such a block writes nothing.
    pub fn is_empty(&self) -> bool {
        self.entry.games == 0
    }
}
