//! Pawn structure of one board, both colours united.

use crate::{Bitboard, Board, Color, Role};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const NOT_A: u64 = !FILE_A;
const NOT_H: u64 = !(FILE_A << 7);

/// All squares of the files that have a square of the set.
fn files(set: u64) -> u64 {
    let mut bits = set;
    for shift in [8, 16, 32] {
        bits |= bits << shift | bits >> shift;
    }
    bits
}

/// The squares of the files beside a set of whole files.
fn beside(files: u64) -> u64 {
    (files & NOT_H) << 1 | (files & NOT_A) >> 1
}

/// All squares on ranks above those of the set's squares, file by file.
fn above(set: u64) -> u64 {
    let mut bits = set << 8;
    for shift in [8, 16, 32] {
        bits |= bits << shift;
    }
    bits
}

/// All squares on ranks below those of the set's squares, file by file.
fn below(set: u64) -> u64 {
    let mut bits = set >> 8;
    for shift in [8, 16, 32] {
        bits |= bits >> shift;
    }
    bits
}

fn pawns(board: &Board, color: Color) -> u64 {
    board.by_piece(Role::Pawn.of(color)).0
}

/// Applies to the pawns of each colour on their own.
fn each(board: &Board, keep: impl Fn(u64) -> u64) -> Bitboard {
    let [white, black] = [Color::White, Color::Black].map(|color| pawns(board, color));
    Bitboard(white & keep(white) | black & keep(black))
}

/// Pawns with a pawn of their colour on a file beside theirs.
pub fn connected_pawns(board: &Board) -> Bitboard {
    each(board, |own| beside(files(own)))
}

/// Pawns without one.
pub fn isolated_pawns(board: &Board) -> Bitboard {
    each(board, |own| !beside(files(own)))
}

/// Pawns with another pawn of their colour on their file.
pub fn doubled_pawns(board: &Board) -> Bitboard {
    each(board, |own| above(own) | below(own))
}

/// Pawns with no pawn of the other colour ahead of them on their file or a file beside it.
pub fn passed_pawns(board: &Board) -> Bitboard {
    let [white, black] = [Color::White, Color::Black].map(|color| pawns(board, color));
    let around = |set: u64| set | beside(set);
    Bitboard(white & !around(below(black)) | black & !around(above(white)))
}
