//! The summaries of a block's games, by columns: one section for each of them, so that a search reads only what it asks about.
//!
//! ```text
//! events      for all games a byte of bits
//! castlings   the same
//! promotions  for all games a byte of bits for Black; then for White
//! plies       for all games a number
//! counts      for each kind of piece: for all games the least number; then the greatest
//! ```
//!
//! There is one section for each kind of fact, and one for each kind of piece; the conditions of a plan decide which of
//! them a search reads (`QuerySet::summary_parts`). The conditions are tested on thousands of games together first, then
//! of ever smaller ranges: the bits of a range are joined by `or`, which takes a fraction of an instruction for each
//! game.

use crate::bytes::{Bytes, Malformed, put_number};
use crate::sections;
use crate::summary::{CountRange, Summary, bits};
use std::ops::Range;
use tabiya_chess::{Color, Piece, Role};

/// The number of kinds of pieces.
const KINDS: usize = 12;

/// The place of a kind of piece among all kinds: black ones first, each colour from pawn to king.
fn index(piece: Piece) -> usize {
    piece.color as usize * 6 + piece.role as usize - 1
}

/// The kinds of pieces in their order.
fn pieces() -> impl Iterator<Item = Piece> {
    [Color::Black, Color::White].into_iter().flat_map(|color| Role::ALL.map(|role| Piece { color, role }))
}

/// The parts of summaries that a search reads. The fewer they are, the faster they are read; captures, checks and how the game ends
/// are always there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SummaryParts {
    counts: u16,
    castlings: bool,
    promotions: bool,
    plies: bool,
}

impl SummaryParts {
    /// Only the parts that are always there.
    pub const NONE: SummaryParts = SummaryParts { counts: 0, castlings: false, promotions: false, plies: false };

    /// Everything.
    pub const ALL: SummaryParts = SummaryParts { counts: 0xFFF, castlings: true, promotions: true, plies: true };

    /// These parts and the castlings ([`Summary::castled`]).
    #[must_use]
    pub fn with_castlings(self) -> SummaryParts {
        SummaryParts { castlings: true, ..self }
    }

    /// These parts and the promotions ([`Summary::promoted`]).
    #[must_use]
    pub fn with_promotions(self) -> SummaryParts {
        SummaryParts { promotions: true, ..self }
    }

    /// These parts and the numbers of moves ([`Summary::plies`]).
    #[must_use]
    pub fn with_plies(self) -> SummaryParts {
        SummaryParts { plies: true, ..self }
    }

    /// These parts and the counts of a kind of piece ([`Summary::count`]).
    #[must_use]
    pub fn with_count(self, piece: Piece) -> SummaryParts {
        SummaryParts { counts: self.counts | 1 << index(piece), ..self }
    }

    /// The number of kinds of pieces that are counted.
    pub fn kinds(self) -> u32 {
        self.counts.count_ones()
    }

    /// The kinds of the sections that have these parts.
    pub(crate) fn sections(self) -> impl Iterator<Item = u32> {
        let small = [
            (true, sections::SUMMARY_EVENTS),
            (self.castlings, sections::SUMMARY_CASTLINGS),
            (self.promotions, sections::SUMMARY_PROMOTIONS),
            (self.plies, sections::SUMMARY_PLIES),
        ];
        let counts = (0_u32..).take(KINDS).map(move |n| (self.counts >> n & 1 == 1, sections::SUMMARY_COUNTS + n));
        small.into_iter().chain(counts).filter(|(wanted, _)| *wanted).map(|(_, kind)| kind)
    }
}

/// The sections of the summaries of a block's games, with their kinds.
pub(crate) fn write(summaries: &[Summary]) -> Vec<(u32, Vec<u8>)> {
    let mut plies = Vec::new();
    summaries.iter().for_each(|summary| put_number(&mut plies, summary.plies.into()));
    let promotions = (0..2).flat_map(|side| summaries.iter().map(move |summary| summary.promotion_bits()[side]));
    let mut sections = vec![
        (sections::SUMMARY_EVENTS, summaries.iter().map(Summary::event_bits).collect()),
        (sections::SUMMARY_CASTLINGS, summaries.iter().map(Summary::castling_bits).collect()),
        (sections::SUMMARY_PROMOTIONS, promotions.collect()),
        (sections::SUMMARY_PLIES, plies),
    ];
    for (n, piece) in (0_u32..).zip(pieces()) {
        let least = summaries.iter().map(|summary| summary.count(piece).least);
        let counts = least.chain(summaries.iter().map(|summary| summary.count(piece).most));
        sections.push((sections::SUMMARY_COUNTS + n, counts.collect()));
    }
    sections
}

/// The summaries of the games of a block, as far as they were read.
#[derive(Clone, Debug)]
pub struct Summaries {
    games: usize,
    /// Each column is empty if it was not read.
    events: Vec<u8>,
    castlings: Vec<u8>,
    promotions: Vec<u8>,
    plies: Vec<u32>,
    counts: [Vec<u8>; KINDS],
}

impl Summaries {
    /// The summaries of this many games, of which nothing is known yet.
    pub(crate) fn new(games: usize) -> Summaries {
        Summaries {
            games,
            events: Vec::new(),
            castlings: Vec::new(),
            promotions: Vec::new(),
            plies: Vec::new(),
            counts: Default::default(),
        }
    }

    /// The column of a kind of section, and its bytes for each game.
    fn column(&self, kind: u32) -> Option<(&Vec<u8>, usize)> {
        match kind {
            sections::SUMMARY_EVENTS => Some((&self.events, 1)),
            sections::SUMMARY_CASTLINGS => Some((&self.castlings, 1)),
            sections::SUMMARY_PROMOTIONS => Some((&self.promotions, 2)),
            sections::SUMMARY_COUNTS.. => {
                self.counts.get((kind - sections::SUMMARY_COUNTS) as usize).map(|column| (column, 2))
            }
            _ => None,
        }
    }

    fn column_mut(&mut self, kind: u32) -> Option<&mut Vec<u8>> {
        match kind {
            sections::SUMMARY_EVENTS => Some(&mut self.events),
            sections::SUMMARY_CASTLINGS => Some(&mut self.castlings),
            sections::SUMMARY_PROMOTIONS => Some(&mut self.promotions),
            sections::SUMMARY_COUNTS.. => self.counts.get_mut((kind - sections::SUMMARY_COUNTS) as usize),
            _ => None,
        }
    }

    /// Adds a section.
    pub(crate) fn add(&mut self, kind: u32, section: Vec<u8>) -> Result<(), Malformed> {
        if kind == sections::SUMMARY_PLIES {
            let mut at = Bytes::new(&section);
            self.plies = (0..self.games).map(|_| at.number_u32()).collect::<Result<_, _>>()?;
            return if at.is_empty() { Ok(()) } else { Err(Malformed) };
        }
        let games = self.games;
        let (_, width) = self.column(kind).ok_or(Malformed)?;
        let column = self.column_mut(kind).ok_or(Malformed)?;
        if section.len() != width * games {
            return Err(Malformed);
        }
        *column = section;
        Ok(())
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games
    }

    /// True if there are no games.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The facts about some games together.
    ///
    /// # Panics
    /// If there are fewer games in the block.
    pub fn range(&self, games: Range<usize>) -> SummaryRange<'_> {
        assert!(games.end <= self.games, "there are no such games in the block");
        SummaryRange { summaries: self, games }
    }

    /// The summary of a game.
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn get(&self, game: usize) -> Summary {
        let range = self.range(game..game + 1);
        let promotions = [0, 1].map(|side| range.promotions(side));
        let mut summary = Summary::from_bits(range.plies(), range.events(), range.castlings(), promotions);
        for piece in pieces() {
            summary.set_count(piece, range.count(piece));
        }
        summary
    }
}

/// All bits that are set in some byte of a column; all bits if it was not read.
fn any(column: &[u8], games: &Range<usize>) -> u8 {
    column.get(games.clone()).map_or(u8::MAX, |bytes| bytes.iter().fold(0, |all, byte| all | byte))
}

/// The facts about some games of a block together, from the parts of their summaries that were read. What may be true of one of
/// them counts as true, and bounds hold for all of them. Each answer takes time in proportion to the number of games, but a byte
/// of each is all that is looked at.
#[derive(Clone, Debug)]
pub struct SummaryRange<'s> {
    summaries: &'s Summaries,
    games: Range<usize>,
}

impl SummaryRange<'_> {
    fn events(&self) -> u8 {
        any(&self.summaries.events, &self.games)
    }

    fn castlings(&self) -> u8 {
        any(&self.summaries.castlings, &self.games)
    }

    fn promotions(&self, side: usize) -> u8 {
        let skipped = side * self.summaries.games;
        any(&self.summaries.promotions, &(self.games.start + skipped..self.games.end + skipped))
    }

    /// True if one of the games has variations.
    pub fn has_variations(&self) -> bool {
        self.events() & bits::HAS_VARIATIONS != 0
    }

    /// The number of moves of the longest main line.
    pub fn plies(&self) -> u32 {
        let plies = self.summaries.plies.get(self.games.clone());
        plies.map_or(u32::MAX, |plies| plies.iter().copied().max().unwrap_or(0))
    }

    /// True if there is a capture.
    pub fn captures(&self) -> bool {
        self.events() & bits::CAPTURES != 0
    }

    /// True if there is a capture en passant.
    pub fn en_passant(&self) -> bool {
        self.events() & bits::EN_PASSANT != 0
    }

    /// True if there is a null move.
    pub fn null_moves(&self) -> bool {
        self.events() & bits::NULL_MOVES != 0
    }

    /// True if a piece is dropped.
    pub fn drops(&self) -> bool {
        self.events() & bits::DROPS != 0
    }

    /// True if some position is check.
    pub fn check(&self) -> bool {
        self.events() & bits::CHECK != 0
    }

    /// True if a game ends in check.
    pub fn ends_in_check(&self) -> bool {
        self.events() & bits::ENDS_IN_CHECK != 0
    }

    /// True if a game ends in a position that is not check.
    pub fn ends_out_of_check(&self) -> bool {
        let events = self.summaries.events.get(self.games.clone());
        events.is_none_or(|events| events.iter().fold(u8::MAX, |all, byte| all & byte) & bits::ENDS_IN_CHECK == 0)
    }

    /// True if the side to move at the end of a game has no legal move.
    pub fn ends_without_moves(&self) -> bool {
        self.events() & bits::ENDS_WITHOUT_MOVES != 0
    }

    /// True if a side castles: with the king's rook, or with the queen's rook.
    pub fn castled(&self, color: Color, short: bool) -> bool {
        self.castlings() & bits::castling(color, short) != 0
    }

    /// True if a pawn of a side is promoted to a role.
    pub fn promoted(&self, color: Color, role: Role) -> bool {
        self.promotions(color as usize) & bits::promotion(role) != 0
    }

    /// How many pieces of a kind stand on the board at the same time.
    pub fn count(&self, piece: Piece) -> CountRange {
        let column = &self.summaries.counts[index(piece)];
        let games = self.summaries.games;
        match (column.get(self.games.clone()), column.get(self.games.start + games..self.games.end + games)) {
            (Some(least), Some(most)) => CountRange {
                least: least.iter().copied().min().unwrap_or(0),
                most: most.iter().copied().max().unwrap_or(0),
            },
            _ => CountRange { least: 0, most: u8::MAX },
        }
    }
}
