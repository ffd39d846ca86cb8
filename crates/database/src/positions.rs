//! Exact positions: for each group of games a small filter over the placements of pieces that its games reach.
//!
//! A placement is a number of 64 bits (Zobrist: one random number for each piece and square, combined by exclusive or), and a
//! filter is a binary fuse filter with fingerprints of eight bits: it knows every placement that it was made from, and takes
//! one of 256 others for one of them. It is not from the crate `xorf`, because the hash, the fingerprint and the places of the
//! cells are part of the format: they must stay the same as long as there are files, and what a file says must be checked.
//!
//! A list of games for each position would have to name 8 million positions, and even game numbers of two bytes would
//! cost more than a filter, which takes nine bits for each new position of its group. A filter never misses. It is
//! wrong in one of 256 cases when it says yes, and then 512 games are read in vain, which takes about 1 ms.
//!
//! Pawns and material tell games apart nearly as well as all squares, and they change at every third move at most; so a
//! placement knows no more, and filters are a third as large: where they say yes, columns tell the games apart. Where
//! there are few pawns, all squares count. The placement leaves out the side to move, because `fen` filters and full diagrams mostly ask about the placement; the search checks the rest. Crates
//! with such filters take their shapes from logarithms, which may differ between machines, and a hostile file could
//! make them read beyond their cells.

use crate::bytes::{Bytes, Malformed, number_of};
use crate::error::BlockFault;
use crate::storage::Storage;
use tabiya_chess::{Board, Color, Move, MoveKind, Piece, Role, Square};

/// What messages call the filters of a block.
pub(crate) const NAME: &str = "positions";

/// The number of games that share a filter.
pub(crate) const GROUP: usize = 512;

/// The longest segment of a filter, in cells.
const MAX_SEGMENT: u32 = 1 << 18;

/// The cells of a filter that have a checksum of their own. A look-up needs three cells; reading and checking the whole filter would
/// take nearly all of its time.
const PAGE: usize = 1024;

/// The bytes in front of the checksums of pages: the length of a segment, the number of cells, the seed.
const SHAPE_LEN: usize = 12;

/// The placement of the pieces of a position, as a number of 64 bits. Side to move, castling rights and en passant do not
/// count; with four pawns or more, neither do the squares of pieces other than pawns.
/// Placements that differ in what counts may have the same number, but hardly ever do.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } pub mod chess { pub use tabiya_chess::*; } pub mod database { pub use tabiya_database::*; } }
/// use tabiya::chess::{Board, Color};
/// use tabiya::database::Placement;
///
/// let mut board = Board::initial();
/// let placement = Placement::of(&board);
/// board.set_turn(Color::Black);
/// assert_eq!(Placement::of(&board), placement);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(u64);

/// The last step of SplitMix64.
const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The number of each piece and square.
static KEYS: [[[u64; 64]; 6]; 2] = {
    let mut keys = [[[0; 64]; 6]; 2];
    let mut n = 0;
    while n < 768 {
        keys[n / 384][n / 64 % 6][n % 64] = mix((n as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        n += 1;
    }
    keys
};

#[inline]
fn key(color: Color, role: Role, square: Square) -> u64 {
    KEYS[color as usize][role as usize - 1][square as usize]
}

impl Placement {
    /// The number of a board's placement.
    pub fn of(board: &Board) -> Placement {
        if is_coarse(board) { Placement::coarse(board) } else { Placement::exact(board) }
    }

    /// The number that pawns and material make.
    fn coarse(board: &Board) -> Placement {
        let mut number = 0;
        for color in Color::ALL {
            for square in board.by_piece(Role::Pawn.of(color)) {
                number ^= key(color, Role::Pawn, square);
            }
            for role in Role::ALL.into_iter().filter(|role| *role != Role::Pawn) {
                number ^= KEYS[color as usize][role as usize - 1][board.by_piece(role.of(color)).count() % 64];
            }
        }
        // So it is the number of no squares.
        Placement(mix(number))
    }

    /// The number that the squares of all pieces make.
    pub(crate) fn exact(board: &Board) -> Placement {
        let mut number = 0;
        for color in Color::ALL {
            for role in Role::ALL {
                for square in board.by_piece(Piece { color, role }) {
                    number ^= key(color, role, square);
                }
            }
        }
        Placement(number)
    }

    /// The placement with this number.
    pub(crate) fn of_number(number: u64) -> Placement {
        Placement(number)
    }

    /// The number itself.
    pub(crate) fn number(self) -> u64 {
        self.0
    }

    /// The placement after a move by the rules of chess on `board`, whose placement this is.
    #[inline]
    pub(crate) fn after(self, board: &Board, mv: &Move) -> Placement {
        let us = board.turn();
        let mut number = self.0;
        match mv.kind {
            MoveKind::Null => return self,
            MoveKind::Drop => return Placement(number ^ key(us, mv.role, mv.to)),
            MoveKind::Castle { rook_from, rook_to } => {
                number ^= key(us, Role::Rook, rook_from) ^ key(us, Role::Rook, rook_to);
            }
            MoveKind::Normal | MoveKind::EnPassant => {
                if let Some(square) = mv.captured
                    && let Some(role) = board.role_at(square)
                {
                    number ^= key(!us, role, square);
                }
            }
        }
        number ^= key(us, mv.role, mv.from) ^ key(us, mv.promotion.unwrap_or(mv.role), mv.to);
        Placement(number)
    }
}

/// With fewer pawns than these the squares of all pieces count.
const MANY_PAWNS: usize = 4;

/// True if only pawns and material count.
fn is_coarse(board: &Board) -> bool {
    board.by_role(Role::Pawn).count() >= MANY_PAWNS
}

/// The placement of a position, and whether it is one of pawns and material.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) placement: Placement,
    coarse: bool,
}

impl Placed {
    pub(crate) fn of(board: &Board) -> Placed {
        Placed { placement: Placement::of(board), coarse: is_coarse(board) }
    }

    /// The placement after a move by the rules of chess from `before` to `board`, and whether it may differ from this one.
    #[inline]
    pub(crate) fn after(self, before: &Board, mv: &Move, board: &Board) -> (Placed, bool) {
        let is_quiet = !mv.is_capture() && !mv.is_drop() && mv.role != Role::Pawn;
        match (self.coarse, is_quiet) {
            (true, true) => (self, false),
            (false, true) => (Placed { placement: self.placement.after(before, mv), ..self }, true),
            (_, false) if is_coarse(board) => (Placed { placement: Placement::coarse(board), coarse: true }, true),
            (true, false) => (Placed::of(board), true),
            (false, false) => (Placed { placement: self.placement.after(before, mv), ..self }, true),
        }
    }
}

/// The shape of a filter for this many keys: the length of a segment, a power of two, and the number of cells.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the logarithms are positive and small, and a filter has about as many cells as keys"
)]
fn shape(keys: u32) -> (u32, u32) {
    if keys < 2 {
        return (4, 12);
    }
    let n = f64::from(keys);
    let segment = 1_u32 << ((n.ln() / 3.33_f64.ln() + 2.25).floor() as u32).min(MAX_SEGMENT.ilog2());
    let factor = (0.875 + 0.25 * 1e6_f64.ln() / n.ln()).max(1.125);
    let cells = (n * factor).round() as u32;
    let segments = cells.div_ceil(segment).max(3);
    (segment, segments * segment)
}

/// The fingerprint of a hash.
fn fingerprint(hash: u64) -> u8 {
    (hash ^ (hash >> 32)).to_le_bytes()[0]
}

/// Where a filter has the cells of a key.
#[derive(Debug)]
struct Shape {
    seed: u64,
    segment: u32,
    /// The number of places where a window of three segments may begin, in cells.
    starts: u32,
}

impl Shape {
    fn new(seed: u32, segment: u32, cells: u32) -> Shape {
        Shape { seed: seed.into(), segment, starts: cells - 2 * segment }
    }

    #[inline]
    fn hash(&self, key: u64) -> u64 {
        mix(key.wrapping_add(self.seed))
    }

    /// The three cells of a hash, in three segments one after another.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the first is less than `starts`, the others are cut by the mask"
    )]
    fn cells(&self, hash: u64) -> [usize; 3] {
        let first = ((u128::from(hash) * u128::from(self.starts)) >> 64) as u32;
        let mask = self.segment - 1;
        let second = (first + self.segment) ^ ((hash >> 18) as u32 & mask);
        let third = (first + 2 * self.segment) ^ (hash as u32 & mask);
        [first as usize, second as usize, third as usize]
    }
}

/// Appends a filter over keys that are all different.
fn write_filter(keys: &[u64], out: &mut Vec<u8>) {
    let (segment, mut cells) = shape(number_of(keys.len()));
    let mut seed = 0_u32;
    let table = loop {
        seed += 1;
        // Hardly ever are more than a few seeds needed; with more cells every set of keys fits in the end.
        if seed.is_multiple_of(16) {
            cells += segment;
        }
        let shape = Shape::new(seed, segment, cells);
        if let Some(table) = solve(keys, &shape, cells as usize) {
            break table;
        }
    };
    out.extend([segment, cells, seed].map(u32::to_le_bytes).as_flattened());
    table.chunks(PAGE).for_each(|page| out.extend(crc32fast::hash(page).to_le_bytes()));
    out.extend(crc32fast::hash(out).to_le_bytes());
    out.extend_from_slice(&table);
}

/// Fills the cells so that the three cells of each key give its fingerprint; none if that cannot be done with this seed.
fn solve(keys: &[u64], shape: &Shape, cells: usize) -> Option<Vec<u8>> {
    // For each cell how many keys have it, and the exclusive or of their hashes.
    let mut counts = vec![0_u8; cells];
    let mut hashes = vec![0_u64; cells];
    for &key in keys {
        let hash = shape.hash(key);
        for cell in shape.cells(hash) {
            counts[cell] = counts[cell].checked_add(1)?;
            hashes[cell] ^= hash;
        }
    }
    let mut alone: Vec<u32> = (0..number_of(cells)).filter(|&cell| counts[cell as usize] == 1).collect();
    let mut order: Vec<(u64, u32)> = Vec::with_capacity(keys.len());
    while let Some(cell) = alone.pop() {
        if counts[cell as usize] != 1 {
            continue;
        }
        let hash = hashes[cell as usize];
        order.push((hash, cell));
        for other in shape.cells(hash) {
            counts[other] -= 1;
            hashes[other] ^= hash;
            if counts[other] == 1 {
                alone.push(u32::try_from(other).ok()?);
            }
        }
    }
    if order.len() != keys.len() {
        return None;
    }
    let mut table = vec![0_u8; cells];
    for &(hash, cell) in order.iter().rev() {
        let others = shape.cells(hash).into_iter().fold(0, |sum, other| sum ^ table[other]);
        table[cell as usize] = fingerprint(hash) ^ others;
    }
    Some(table)
}

/// Collects the placements of games.
#[derive(Debug, Default)]
pub(crate) struct PositionsWriter {
    keys: Vec<u64>,
    games: usize,
    filters: Vec<Vec<u8>>,
}

impl PositionsWriter {
    /// Adds a placement of the present game.
    #[inline]
    pub(crate) fn push(&mut self, placement: Placement) {
        self.keys.push(placement.0);
    }

    /// Ends a game.
    pub(crate) fn end_game(&mut self) {
        self.games += 1;
        if self.games == GROUP {
            self.end_group();
        }
    }

    fn end_group(&mut self) {
        self.keys.sort_unstable();
        self.keys.dedup();
        let mut filter = Vec::new();
        write_filter(&self.keys, &mut filter);
        self.filters.push(filter);
        self.keys.clear();
        self.games = 0;
    }

    /// The filters of all groups.
    pub(crate) fn finish(mut self) -> Vec<Vec<u8>> {
        if self.games > 0 {
            self.end_group();
        }
        self.filters
    }
}

/// What tells which placements may occur in a group of games that follow one another. Its memory is used again when it is read
/// again ([`Block::read_filter`](crate::Block::read_filter)).
#[derive(Debug, Default)]
pub struct PositionFilter {
    bytes: Vec<u8>,
    /// None of games in which positions cannot be looked up.
    shape: Option<Shape>,
    /// Where the cells begin in the bytes.
    cells: usize,
}

impl PositionFilter {
    /// Makes it the filter of games in which positions cannot be looked up.
    pub(crate) fn clear(&mut self) {
        // The bytes stay: what is read next takes their place, and zeroing them first would take as long as reading.
        self.shape = None;
    }

    /// Reads a section, which `read` gives and checks.
    pub(crate) fn read(&mut self, read: impl FnOnce(&mut Vec<u8>) -> Result<(), BlockFault>) -> Result<(), BlockFault> {
        self.shape = None;
        read(&mut self.bytes)?;
        let len = self.bytes.len();
        self.cells = head_len(len).min(len);
        let shape = read_shape(&self.bytes[..self.cells], len);
        self.shape = Some(shape.map_err(|Malformed| BlockFault::Malformed(NAME))?);
        Ok(())
    }

    /// False if the placement occurs in none of the games, variations included. True says no more than that it may occur.
    pub fn may_contain(&self, placement: Placement) -> bool {
        let Some(shape) = &self.shape else { return true };
        let hash = shape.hash(placement.0);
        let table = &self.bytes[self.cells..];
        shape.cells(hash).into_iter().fold(fingerprint(hash), |sum, cell| sum ^ table[cell]) == 0
    }
}

/// A filter of which no more is read than each look-up needs: three kilobytes instead of thirty. Its memory is used again when
/// another one is opened ([`Block::open_filter`](crate::Block::open_filter)).
#[derive(Debug, Default)]
pub struct PositionLookUp {
    /// Shape and checksums.
    head: Vec<u8>,
    /// None of games in which positions cannot be looked up.
    shape: Option<Shape>,
    /// The place of the first cell in the file.
    cells: u64,
    /// The pages of the last look-up.
    pages: Vec<u8>,
}

impl PositionLookUp {
    /// Makes it the filter of games in which positions cannot be looked up.
    pub(crate) fn clear(&mut self) {
        self.shape = None;
    }

    /// Reads the beginning of a section.
    pub(crate) fn open(&mut self, storage: &Storage, place: u64, len: usize) -> Result<(), BlockFault> {
        let malformed = || BlockFault::Malformed(NAME);
        self.shape = None;
        let head = head_len(len);
        if head > len {
            return Err(malformed());
        }
        storage.read(place, head, &mut self.head).map_err(BlockFault::Read)?;
        self.cells = place + head as u64;
        self.shape = Some(read_shape(&self.head, len).map_err(|Malformed| malformed())?);
        Ok(())
    }

    /// What [`PositionFilter::may_contain`] says.
    pub(crate) fn may_contain(&mut self, storage: &Storage, placement: Placement) -> Result<bool, BlockFault> {
        let Some(shape) = &self.shape else { return Ok(true) };
        let hash = shape.hash(placement.0);
        let (mut sum, end) = (fingerprint(hash), (shape.starts + 2 * shape.segment) as usize);
        let cells = shape.cells(hash);
        // The pages lie side by side or nearly so, and one read takes less time than three.
        let pages = cells.map(|cell| cell / PAGE);
        let (first, [.., last]) = (pages[0] * PAGE, pages);
        let stop = end.min((last + 1) * PAGE);
        storage.read(self.cells + first as u64, stop - first, &mut self.pages).map_err(BlockFault::Read)?;
        for (cell, page) in cells.into_iter().zip(pages) {
            let (start, page_end) = (page * PAGE - first, stop.min((page + 1) * PAGE) - first);
            let checksum = Bytes::new(&self.head[SHAPE_LEN + 4 * page..]).u32();
            if checksum != Ok(crc32fast::hash(&self.pages[start..page_end])) {
                return Err(BlockFault::Checksum(NAME));
            }
            sum ^= self.pages[cell - first];
        }
        Ok(sum == 0)
    }
}

/// The number of bytes in front of the cells, in a section of this length.
fn head_len(len: usize) -> usize {
    let pages = len.saturating_sub(SHAPE_LEN + 4).div_ceil(PAGE + 4);
    SHAPE_LEN + 4 * (pages + 1)
}

/// The shape that a section of this length has by what is in front of its cells.
fn read_shape(head: &[u8], len: usize) -> Result<Shape, Malformed> {
    let (checked, checksum) = head.split_last_chunk().ok_or(Malformed)?;
    let mut at = Bytes::new(checked);
    let (segment, cells, seed) = (at.u32()?, at.u32()?, at.u32()?);
    let is_whole = crc32fast::hash(checked) == u32::from_le_bytes(*checksum) && head.len() + cells as usize == len;
    let is_shape = segment.is_power_of_two() && segment <= MAX_SEGMENT && cells % segment == 0 && cells / segment >= 3;
    if is_whole && is_shape { Ok(Shape::new(seed, segment, cells)) } else { Err(Malformed) }
}
