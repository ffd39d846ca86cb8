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
//!
//! Everything else that a `Move` says is on the board, so decoding generates no moves and asks nothing about legality.
//! Numbering the legal moves would need fewer bits after compression, but a generator at every position. The board is
//! changed in parts while a move is decoded (`Board::lift`, `shift`, `promote`): the list of pieces tells the role of
//! what is taken, and the four bits tell whether a pawn is promoted or goes two squares. Putting that into a `Move` and
//! taking it apart again took as long as decoding it; now a move takes 111 instructions instead of 173, its place in
//! the tree included (`benches/database.rs`).

use crate::bytes::Malformed;
use tabiya_chess::{Bitboard, Board, Color, Move, MoveKind, Piece, Role, Square, san};

/// What a pawn becomes, by the four bits.
static PROMOTIONS: [Option<Role>; 16] = {
    let roles = [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];
    let mut table = [None; 16];
    let mut kind = 1;
    while kind < 16 {
        table[kind] = roles[(kind - 1) / 3];
        kind += 1;
    }
    table
};

const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STEPS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const CASTLE_SHORT: u8 = 8;
const CASTLE_LONG: u8 = 9;
const NULL: u8 = 10;

/// The order of roles in the first list of pieces. Kings are few and move often, pawns are many and move seldom.
const ORDER: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The row of [`TARGETS`] of an empty place in a list.
const EMPTY: u8 = 7;

/// Where a piece goes: by its row (see [`row`]), its square, and four bits.
static TARGETS: [[[Option<Square>; 16]; 64]; 8] = targets();

/// The row of [`TARGETS`]: the roles, pawns by colour.
#[inline]
fn row(role: Role, color: Color) -> u8 {
    if role == Role::Pawn && color == Color::Black { 0 } else { role as u8 }
}

/// The role of a row.
static ROLES: [Role; 8] =
    [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::King];

const fn square(file: i32, rank: i32) -> Option<Square> {
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        None
    } else {
        Some(Square::new((rank * 8 + file).cast_unsigned()))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a square is less than 64, and what a piece does is less than 16"
)]
const fn targets() -> [[[Option<Square>; 16]; 64]; 8] {
    let mut table = [[[None; 16]; 64]; 8];
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
            let to = k % 8;
            // Standing still is not a move.
            if kind < 8 {
                table[Role::Knight as usize][from][kind] = square(file + JUMPS[kind].0, rank + JUMPS[kind].1);
                table[Role::King as usize][from][kind] = square(file + STEPS[kind].0, rank + STEPS[kind].1);
                if to != file {
                    table[Role::Bishop as usize][from][kind] = square(to, rank + to - file);
                    table[Role::Rook as usize][from][kind] = square(to, rank);
                }
            } else {
                if to != file {
                    table[Role::Bishop as usize][from][kind] = square(to, rank - to + file);
                }
                if to != rank {
                    table[Role::Rook as usize][from][kind] = square(file, to);
                }
            }
            table[Role::Queen as usize][from][kind] = table[Role::Rook as usize][from][kind];
            kind += 1;
        }
        from += 1;
    }
    table
}

/// A board on which moves are made, or not: who makes bytes of a game's moves has the boards already.
pub(crate) trait Playing {
    fn board(&self) -> &Board;
    fn advance(&mut self, _mv: &Move) {}
    fn lift(&mut self, _square: Square, _piece: Piece) {}
    fn shift(&mut self, _role: Role, _from: Square, _to: Square) {}
    fn promote(&mut self, _square: Square, _role: Role) {}
    /// Notes the square that a pawn has passed over.
    fn pass(&mut self, _square: Square) {}
}

impl Playing for &Board {
    fn board(&self) -> &Board {
        self
    }
}

impl Playing for &mut Board {
    #[inline(always)]
    fn board(&self) -> &Board {
        self
    }

    #[inline(always)]
    fn advance(&mut self, mv: &Move) {
        Board::advance(self, mv);
    }

    #[inline(always)]
    fn lift(&mut self, square: Square, piece: Piece) {
        Board::lift(self, square, piece);
    }

    #[inline(always)]
    fn shift(&mut self, role: Role, from: Square, to: Square) {
        Board::shift(self, role, from, to);
    }

    #[inline(always)]
    fn promote(&mut self, square: Square, role: Role) {
        Board::promote(self, square, role);
    }

    #[inline(always)]
    fn pass(&mut self, square: Square) {
        self.set_en_passant(Some(square));
    }
}

/// The pieces of one side.
#[derive(Clone, Debug)]
struct List {
    squares: [Square; 16],
    /// Rows of [`TARGETS`].
    rows: [u8; 16],
    count: u8,
}

/// The lists of pieces of both sides, black first.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    lists: [List; 2],
    /// The place in its list of the piece on each square; not to be relied on where no piece stands.
    places: [u8; 64],
}

impl Pieces {
    /// The pieces of a board; none if a side has more than sixteen.
    pub(crate) fn of(board: &Board) -> Option<Pieces> {
        let list = List { squares: [Square::A1; 16], rows: [EMPTY; 16], count: 0 };
        let mut pieces = Pieces { lists: [list.clone(), list], places: [0; 64] };
        for color in [Color::Black, Color::White] {
            let list = &mut pieces.lists[color as usize];
            if board.by_color(color).count() > 16 {
                return None;
            }
            for role in ORDER {
                for square in board.by_piece(role.of(color)) {
                    list.squares[usize::from(list.count)] = square;
                    list.rows[usize::from(list.count)] = row(role, color);
                    pieces.places[square as usize] = list.count;
                    list.count += 1;
                }
            }
        }
        Some(pieces)
    }

    /// Makes the move that a byte means on a board whose pieces these are; they are those after the move then, and `mv` is the
    /// move. `more` gives a second byte.
    #[inline(always)]
    pub(crate) fn step(
        &mut self,
        mut at: impl Playing,
        mv: &mut Move,
        byte: u8,
        more: impl FnOnce() -> Result<u8, Malformed>,
    ) -> Result<(), Malformed> {
        let us = at.board().turn();
        let (number, kind) = (byte >> 4, byte & 15);
        let (place, list) = (usize::from(number), &mut self.lists[us as usize]);
        let (from, row) = (list.squares[place], list.rows[place]);
        let to = match TARGETS[usize::from(row & 7)][from as usize][usize::from(kind)] {
            Some(to) => to,
            None if row == Role::Queen as u8 && u32::from(kind) == from.file() as u32 => {
                Square::try_from(more()?).map_err(|_| Malformed)?
            }
            None if row == Role::King as u8 => {
                *mv = self.special(at.board(), from, kind)?;
                at.advance(mv);
                return Ok(());
            }
            None => return Err(Malformed),
        };
        if at.board().by_color(us).contains(to) {
            return Err(Malformed);
        }
        let (role, passed) = (ROLES[usize::from(row & 7)], at.board().en_passant());
        list.squares[place] = to;
        *mv = Move { role, from, to, promotion: None, kind: MoveKind::Normal, captured: None };
        let is_capture = at.board().by_color(!us).contains(to);
        if is_capture {
            mv.captured = Some(to);
            at.lift(to, self.take(!us, to));
        }
        self.places[to as usize] = number;
        at.shift(role, from, to);
        if role != Role::Pawn {
            return Ok(());
        }
        if let Some(role) = PROMOTIONS[usize::from(kind)] {
            self.lists[us as usize].rows[place] = role as u8;
            mv.promotion = Some(role);
            at.promote(to, role);
        } else if kind == 0 {
            at.pass(Square::new((u32::from(from) + u32::from(to)) / 2));
        } else if !is_capture && from.file() != to.file() {
            let square = Square::from_coords(to.file(), from.rank());
            if passed != Some(to) || !at.board().by_piece(Role::Pawn.of(!us)).contains(square) {
                return Err(Malformed);
            }
            (mv.kind, mv.captured) = (MoveKind::EnPassant, Some(square));
            at.lift(square, self.take(!us, square));
        }
        Ok(())
    }

    /// Castling and null moves.
    #[inline(never)]
    fn special(&mut self, board: &Board, king: Square, kind: u8) -> Result<Move, Malformed> {
        let mv = special(board, king, kind)?;
        if let MoveKind::Castle { rook_from, rook_to } = mv.kind {
            self.castle(board.turn(), &mv, rook_from, rook_to);
        }
        Ok(mv)
    }

    /// The bytes of a move, one or two; none if it has none. The pieces are those after the move then.
    #[inline]
    pub(crate) fn encode(&mut self, board: &Board, mv: &Move) -> Option<(u8, Option<u8>)> {
        let us = board.turn();
        let place = self.places[mv.from as usize];
        let list = &self.lists[us as usize];
        if place >= list.count || list.squares[usize::from(place)] != mv.from {
            return None;
        }
        let mut second = None;
        let kind = match mv.kind {
            MoveKind::Null => NULL,
            MoveKind::Castle { .. } if mv.is_castle_short() => CASTLE_SHORT,
            MoveKind::Castle { .. } => CASTLE_LONG,
            MoveKind::Drop => return None,
            MoveKind::Normal | MoveKind::EnPassant if mv.role == Role::Pawn => {
                let direction = match mv.to.file() as i32 - mv.from.file() as i32 {
                    0 => 0,
                    -1 => 1,
                    _ => 2,
                };
                let promotion = match mv.promotion {
                    None => 0,
                    Some(Role::Queen) => 1,
                    Some(Role::Rook) => 2,
                    Some(Role::Bishop) => 3,
                    Some(_) => 4,
                };
                let two = u32::from(mv.from).abs_diff(u32::from(mv.to)) == 16;
                if two { 0 } else { 1 + 3 * promotion + direction }
            }
            MoveKind::Normal | MoveKind::EnPassant => {
                let targets = &TARGETS[usize::from(row(mv.role, us))][mv.from as usize];
                match targets.iter().position(|&to| to == Some(mv.to)) {
                    Some(kind) => u8::try_from(kind).ok()?,
                    None if mv.role == Role::Queen => {
                        second = Some(mv.to as u8);
                        mv.from.file() as u8
                    }
                    None => return None,
                }
            }
        };
        let byte = place << 4 | kind;
        let mut decoded = *mv;
        self.step(board, &mut decoded, byte, || second.ok_or(Malformed)).ok()?;
        (decoded == *mv).then_some((byte, second))
    }

    /// Takes a piece of a side from its square. The last of the list gets its place.
    #[inline(always)]
    fn take(&mut self, side: Color, square: Square) -> Piece {
        let list = &mut self.lists[side as usize];
        let (number, count) = (self.places[square as usize] & 15, list.count.wrapping_sub(1) & 15);
        let (place, last) = (usize::from(number), usize::from(count));
        let (row, moved) = (list.rows[place], list.squares[last]);
        list.squares[place] = moved;
        list.rows[place] = list.rows[last];
        list.rows[last] = EMPTY;
        list.count = count;
        self.places[moved as usize] = number;
        ROLES[usize::from(row & 7)].of(side)
    }

    /// Moves king and rook of a castling. The two may change places, so both are looked up in the list before they go.
    fn castle(&mut self, us: Color, mv: &Move, rook_from: Square, rook_to: Square) {
        let list = &mut self.lists[us as usize];
        let stands = |n: u8, square: Square, role: Role| {
            list.squares[usize::from(n)] == square && list.rows[usize::from(n)] == role as u8
        };
        let place = |square, role| (0..16).find(|&n| stands(n, square, role));
        if let (Some(king), Some(rook)) = (place(mv.from, Role::King), place(rook_from, Role::Rook)) {
            for (place, square) in [(king, mv.to), (rook, rook_to)] {
                list.squares[usize::from(place)] = square;
                self.places[square as usize] = place;
            }
        }
    }
}

/// The move of a king that is not a step.
fn special(board: &Board, king: Square, kind: u8) -> Result<Move, Malformed> {
    let short = match kind {
        CASTLE_SHORT => true,
        CASTLE_LONG => false,
        NULL => {
            let mv = san::null_move(board);
            return if mv.from == king { Ok(mv) } else { Err(Malformed) };
        }
        _ => return Err(Malformed),
    };
    let us = board.turn();
    let own_rooks = board.castling() & board.by_piece(Role::Rook.of(us)) & Bitboard::from_rank(king.rank());
    let aside = own_rooks.into_iter().filter(|rook| (rook.file() > king.file()) == short);
    // The outermost rook: with two on one side, a FEN means that one.
    let rook_from = if short { aside.max() } else { aside.min() }.ok_or(Malformed)?;
    let (to, rook_to) = Move::castle_targets(us, short);
    let stays = Bitboard::from(king) | rook_from;
    let blocked = (board.occupied() & !stays) & (Bitboard::from(to) | rook_to);
    if to.rank() != king.rank() || blocked.any() {
        return Err(Malformed);
    }
    let kind = MoveKind::Castle { rook_from, rook_to };
    Ok(Move { role: Role::King, from: king, to, promotion: None, kind, captured: None })
}
