//! Moves as bytes: four bits for the piece in the list of its side's pieces, four bits for where it goes.
//!
//! | piece | the four bits |
//! |---|---|
//! | pawn | 0 two squares; else 1 + 3 × promotion (none, queen, rook, bishop, knight) + (0 ahead, 1 and 2 taking towards a and h) |
//! | knight | one of eight jumps |
//! | bishop | 0 to 7 to this file on the diagonal that rises to the right, 8 to 15 on the other |
//! | rook | 0 to 7 to this file, 8 to 15 to this rank |
//! | queen | as the rook; to its own file: the next byte is the square |
//! | king | one of eight steps; 8 castling to the right, 9 to the left; 10 null move |
//!
//! A list begins, at the first position of a game or a variation, with the pieces by role and square. A piece keeps its place in
//! the list; when one is taken, the last of the list gets its place. Decoding needs no legal moves: what the byte leaves open
//! (what is taken, how a castling rook goes) is on the board.

use crate::bytes::Malformed;
use tabiya_chess::{Bitboard, Board, Color, Move, MoveKind, Role, Square, san};

/// In [`TARGETS`]: no square.
const NOWHERE: u8 = 255;

const PROMOTIONS: [Option<Role>; 5] =
    [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];
const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STEPS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const CASTLE_SHORT: u8 = 8;
const CASTLE_LONG: u8 = 9;
const NULL: u8 = 10;

/// The order of roles in the first list of pieces. Kings are few and move often, pawns are many and move seldom.
const ORDER: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Where a piece goes: by its row (see [`row`]), its square, and four bits.
static TARGETS: [[[u8; 16]; 64]; 7] = targets();

/// The row of [`TARGETS`]: the roles, pawns by colour.
#[inline]
fn row(role: Role, color: Color) -> usize {
    if role == Role::Pawn && color == Color::Black { 0 } else { role as usize }
}

const fn square(file: i32, rank: i32) -> u8 {
    if file < 0 || file > 7 || rank < 0 || rank > 7 { NOWHERE } else { (rank * 8 + file) as u8 }
}

const fn targets() -> [[[u8; 16]; 64]; 7] {
    let mut table = [[[NOWHERE; 16]; 64]; 7];
    let mut from = 0;
    while from < 64 {
        let (file, rank) = (from as i32 % 8, from as i32 / 8);
        let mut kind = 0;
        while kind < 16 {
            let k = kind as i32;
            let aside = if kind == 0 { 0 } else { [0, -1, 1][(kind - 1) % 3] };
            let ahead = if kind == 0 { 2 } else { 1 };
            table[0][from][kind] = square(file + aside, rank - ahead);
            table[Role::Pawn as usize][from][kind] = square(file + aside, rank + ahead);
            if kind < 8 {
                table[Role::Knight as usize][from][kind] = square(file + JUMPS[kind].0, rank + JUMPS[kind].1);
                table[Role::King as usize][from][kind] = square(file + STEPS[kind].0, rank + STEPS[kind].1);
                table[Role::Bishop as usize][from][kind] = square(k, rank + k - file);
                table[Role::Rook as usize][from][kind] = square(k, rank);
            } else {
                let k = k - 8;
                table[Role::Bishop as usize][from][kind] = square(k, rank - k + file);
                table[Role::Rook as usize][from][kind] = square(file, k);
            }
            table[Role::Queen as usize][from][kind] = table[Role::Rook as usize][from][kind];
            // Standing still is no move.
            let mut row = 0;
            while row < 7 {
                if table[row][from][kind] == from as u8 {
                    table[row][from][kind] = NOWHERE;
                }
                row += 1;
            }
            kind += 1;
        }
        from += 1;
    }
    table
}

/// The lists of pieces of both sides, black first.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    squares: [[Square; 16]; 2],
    roles: [[Role; 16]; 2],
    counts: [usize; 2],
    /// The place in its list of the piece on each square; not to be relied on where no piece stands.
    places: [u8; 64],
}

impl Pieces {
    /// The pieces of a board; none if a side has more than sixteen.
    pub(crate) fn of(board: &Board) -> Option<Pieces> {
        let mut pieces =
            Pieces { squares: [[Square::A1; 16]; 2], roles: [[Role::Pawn; 16]; 2], counts: [0; 2], places: [0; 64] };
        for color in [Color::Black, Color::White] {
            let side = color as usize;
            if board.by_color(color).count() > 16 {
                return None;
            }
            for role in ORDER {
                for square in board.by_piece(role.of(color)) {
                    let place = pieces.counts[side];
                    pieces.squares[side][place] = square;
                    pieces.roles[side][place] = role;
                    pieces.places[square as usize] = place as u8;
                    pieces.counts[side] += 1;
                }
            }
        }
        Some(pieces)
    }

    /// The move that a byte means on a board, whose pieces these are. `more` gives a second byte.
    #[inline(always)]
    pub(crate) fn decode(
        &self,
        board: &Board,
        byte: u8,
        more: impl FnOnce() -> Result<u8, Malformed>,
    ) -> Result<Move, Malformed> {
        let us = board.turn();
        let (place, kind) = (usize::from(byte >> 4), byte & 15);
        if place >= self.counts[us as usize] {
            return Err(Malformed);
        }
        let (from, role) = (self.squares[us as usize][place], self.roles[us as usize][place]);
        let mut to = TARGETS[row(role, us)][from as usize][usize::from(kind)];
        if to == NOWHERE {
            match role {
                Role::Queen if u32::from(kind) == from.file() as u32 => to = more()?,
                Role::King => return special(board, from, kind),
                _ => return Err(Malformed),
            }
        }
        let to = Square::try_from(to).map_err(|_| Malformed)?;
        let mut mv = Move { role, from, to, promotion: None, kind: MoveKind::Normal, captured: None };
        let target = Bitboard::from(to);
        if (board.by_color(us) & target).any() {
            return Err(Malformed);
        }
        if (board.by_color(!us) & target).any() {
            mv.captured = Some(to);
        }
        if role == Role::Pawn {
            mv.promotion = PROMOTIONS[usize::from(kind + 2) / 3 - usize::from(kind > 0)];
            if mv.captured.is_none() && from.file() != to.file() {
                let taken = Square::from_coords(to.file(), from.rank());
                if board.en_passant() != Some(to) || !(board.by_piece(Role::Pawn.of(!us))).contains(taken) {
                    return Err(Malformed);
                }
                mv.captured = Some(taken);
                mv.kind = MoveKind::EnPassant;
            }
        }
        Ok(mv)
    }

    /// The bytes of a move: one, or two if the second of the pair is there. None if a move has none.
    #[inline]
    pub(crate) fn encode(&self, board: &Board, mv: &Move) -> Option<(u8, Option<u8>)> {
        let us = board.turn();
        let place = usize::from(self.places[mv.from as usize]);
        if place >= self.counts[us as usize] || self.squares[us as usize][place] != mv.from {
            return None;
        }
        let targets = &TARGETS[row(mv.role, us)][mv.from as usize];
        let target = mv.to as u8;
        let mut second = None;
        let kind = match mv.kind {
            MoveKind::Null => NULL,
            MoveKind::Castle { .. } if mv.is_castle_short() => CASTLE_SHORT,
            MoveKind::Castle { .. } => CASTLE_LONG,
            MoveKind::Drop => return None,
            MoveKind::Normal | MoveKind::EnPassant if mv.role == Role::Pawn => {
                let promotion = PROMOTIONS.iter().position(|&role| role == mv.promotion)?;
                let direction = match mv.to.file() as i32 - mv.from.file() as i32 {
                    0 => 0,
                    -1 => 1,
                    _ => 2,
                };
                let two = u32::from(mv.from).abs_diff(u32::from(mv.to)) == 16;
                if two { 0 } else { 1 + 3 * promotion as u8 + direction }
            }
            MoveKind::Normal | MoveKind::EnPassant => match targets.iter().position(|&to| to == target) {
                Some(kind) => kind as u8,
                None if mv.role == Role::Queen => {
                    second = Some(target);
                    mv.from.file() as u8
                }
                None => return None,
            },
        };
        let byte = (place as u8) << 4 | kind;
        let decoded = self.decode(board, byte, || second.ok_or(Malformed));
        (decoded.as_ref() == Ok(mv)).then_some((byte, second))
    }

    /// Makes a move that was decoded with these pieces.
    #[inline(always)]
    pub(crate) fn play(&mut self, us: Color, mv: &Move) {
        if let Some(square) = mv.captured {
            let side = !us as usize;
            let place = usize::from(self.places[square as usize]) & 15;
            let last = (self.counts[side].wrapping_sub(1)) & 15;
            self.squares[side][place] = self.squares[side][last];
            self.roles[side][place] = self.roles[side][last];
            self.places[self.squares[side][place] as usize] = place as u8;
            self.counts[side] = last;
        }
        self.shift(us, mv.from, mv.to);
        if let Some(role) = mv.promotion {
            self.roles[us as usize][usize::from(self.places[mv.to as usize]) & 15] = role;
        }
        if let MoveKind::Castle { rook_from, rook_to } = mv.kind {
            self.castle(us, mv, rook_from, rook_to);
        }
    }

    #[inline(always)]
    fn shift(&mut self, us: Color, from: Square, to: Square) {
        let place = self.places[from as usize] & 15;
        self.places[to as usize] = place;
        self.squares[us as usize][usize::from(place)] = to;
    }

    /// King and rook may change places, so the rook's place in the list is looked up by its square there.
    #[inline(never)]
    fn castle(&mut self, us: Color, mv: &Move, rook_from: Square, rook_to: Square) {
        let side = us as usize;
        let rook =
            (0..self.counts[side]).find(|&n| self.squares[side][n] == rook_from && self.roles[side][n] == Role::Rook);
        if let Some(place) = rook {
            self.squares[side][place] = rook_to;
            self.places[rook_to as usize] = place as u8;
        }
        let king =
            (0..self.counts[side]).find(|&n| self.squares[side][n] == mv.to && self.roles[side][n] == Role::King);
        if let Some(place) = king {
            self.places[mv.to as usize] = place as u8;
        }
    }
}

/// Castling and null moves.
#[inline(never)]
fn special(board: &Board, king: Square, kind: u8) -> Result<Move, Malformed> {
    let short = match kind {
        CASTLE_SHORT => true,
        CASTLE_LONG => false,
        NULL => return Ok(san::null_move(board)).and_then(|mv| if mv.from == king { Ok(mv) } else { Err(Malformed) }),
        _ => return Err(Malformed),
    };
    let us = board.turn();
    let own_rooks = board.castling() & board.by_piece(Role::Rook.of(us)) & Bitboard::from_rank(king.rank());
    let aside = own_rooks.into_iter().filter(|rook| (rook.file() > king.file()) == short);
    // The outermost rook: with two on one side, a FEN means that one.
    let rook_from = if short { aside.last() } else { aside.min() }.ok_or(Malformed)?;
    let (to, rook_to) = Move::castle_targets(us, short);
    let stays = Bitboard::from(king) | rook_from;
    let blocked = (board.occupied() & !stays) & (Bitboard::from(to) | rook_to);
    if to.rank() != king.rank() || blocked.any() {
        return Err(Malformed);
    }
    let kind = MoveKind::Castle { rook_from, rook_to };
    Ok(Move { role: Role::King, from: king, to, promotion: None, kind, captured: None })
}
