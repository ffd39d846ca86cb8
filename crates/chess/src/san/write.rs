//! Moves in SAN as they should be written.

use super::find::{plain, reaching};
use crate::{Bitboard, Board, Move, MoveKind, MoveList, Role};

/// A move in SAN, made by [`text`].
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::{Board, MoveList, san};
///
/// let (board, mut moves) = (Board::initial(), MoveList::new());
/// board.legal_moves(&mut moves);
/// let knight = *moves.iter().find(|mv| mv.uci() == "g1f3").expect("a legal move");
/// assert_eq!(san::text(&board, &knight, &board.play(&knight), &mut moves).as_str(), "Nf3");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SanText {
    signs: [u8; SanText::MOST],
    len: usize,
}

impl SanText {
    /// The number of signs that there is room for. A move has seven at most: `Qa1xb2#`, `axb8=Q#`.
    const MOST: usize = 16;

    #[inline]
    fn push(&mut self, sign: char) {
        self.signs[self.len % SanText::MOST] = sign as u8;
        self.len += 1;
    }

    fn of(text: &[u8]) -> SanText {
        let mut whole = SanText::default();
        whole.signs[..text.len()].copy_from_slice(text);
        SanText { len: text.len(), ..whole }
    }

    /// Appends the text to bytes.
    #[inline]
    pub fn push_to(&self, out: &mut Vec<u8>) {
        // A copy of a fixed length takes less time than one of just the signs.
        let end = out.len() + self.len;
        out.extend_from_slice(&self.signs);
        out.truncate(end);
    }

    /// The length in bytes; all characters are ASCII.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "no move is written without signs")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.signs[..self.len]).unwrap_or_default()
    }
}

/// Appends a move in SAN: disambiguated by file, then rank, then both, among legal moves, with `+` or `#`. `after`
/// is the board after the move; `moves` is scratch memory. A null move is `--` and no more: with a `+` after it, it
/// would be read as the sign for a decisive advantage.
pub fn write(board: &Board, mv: &Move, after: &Board, moves: &mut MoveList, out: &mut String) {
    out.push_str(text(board, mv, after, moves).as_str());
}

/// What [`write()`] appends.
#[inline]
pub fn text(board: &Board, mv: &Move, after: &Board, moves: &mut MoveList) -> SanText {
    let mut out = core(board, mv);
    if !mv.is_null() && after.is_check() {
        out.push(if after.has_legal_move(moves) { '+' } else { '#' });
    }
    out
}

#[inline]
fn core(board: &Board, mv: &Move) -> SanText {
    let mut out = SanText::default();
    match mv.kind {
        MoveKind::Null => return SanText::of(b"--"),
        MoveKind::Castle { .. } => return SanText::of(if mv.is_castle_short() { b"O-O" } else { b"O-O-O" }),
        MoveKind::Drop => {
            out.push(mv.role.upper_char());
            out.push('@');
        }
        MoveKind::Normal | MoveKind::EnPassant => {
            if mv.role != Role::Pawn {
                out.push(mv.role.upper_char());
                write_origin(board, mv, &mut out);
            } else if mv.is_capture() {
                out.push(mv.from.file().char());
            }
            if mv.is_capture() {
                out.push('x');
            }
        }
    }
    out.push(mv.to.file().char());
    out.push(mv.to.rank().char());
    if let Some(role) = mv.promotion {
        out.push('=');
        out.push(role.upper_char());
    }
    out
}

/// The file, rank or square of origin, where another piece of the kind could make the move.
#[inline]
fn write_origin(board: &Board, mv: &Move, out: &mut SanText) {
    let rivals = rivals(board, mv);
    if rivals.is_empty() {
        return;
    }
    let same_file = (rivals & Bitboard::from_file(mv.from.file())).any();
    let same_rank = (rivals & Bitboard::from_rank(mv.from.rank())).any();
    if !same_file || same_rank {
        out.push(mv.from.file().char());
    }
    if same_file {
        out.push(mv.from.rank().char());
    }
}

/// True if another piece of the kind, not a pawn, could make a move.
pub(super) fn is_ambiguous(board: &Board, mv: &Move) -> bool {
    mv.kind == MoveKind::Normal && mv.role != Role::Pawn && rivals(board, mv).any()
}

/// The other pieces of the kind that could make a move.
fn rivals(board: &Board, mv: &Move) -> Bitboard {
    let us = board.turn();
    let others = board.by_piece(mv.role.of(us)) & !Bitboard::from(mv.from);
    if others.is_empty() {
        return others;
    }
    let able = reaching(mv.role, mv.to, others, board.occupied());
    able.into_iter().filter(|&from| board.is_safe(&plain(board, mv.role, from, mv.to))).collect()
}
