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

/// The squares of the files adjacent to a set of whole files.
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

/// Pawns with a pawn of their colour on an adjacent file.
pub fn connected_pawns(board: &Board) -> Bitboard {
    each(board, |own| beside(files(own)))
}

/// Pawns without a pawn of their colour on an adjacent file.
pub fn isolated_pawns(board: &Board) -> Bitboard {
    each(board, |own| !beside(files(own)))
}

/// Pawns with another pawn of their colour on their file.
pub fn doubled_pawns(board: &Board) -> Bitboard {
    each(board, |own| above(own) | below(own))
}

/// Pawns with no pawn of the other colour ahead of them on their file or an adjacent file.
pub fn passed_pawns(board: &Board) -> Bitboard {
    let [white, black] = [Color::White, Color::Black].map(|color| pawns(board, color));
    let around = |set: u64| set | beside(set);
    Bitboard(white & !around(below(black)) | black & !around(above(white)))
}

/// Squares that a pawn attacks and no pawn of the other colour attacks or can come to attack by advancing: no pawn of
/// the other colour stands ahead of them on an adjacent file.
pub fn outposts(board: &Board) -> Bitboard {
    let [white, black] = [Color::White, Color::Black].map(|color| pawns(board, color));
    let held_by_white = beside(white) << 8;
    let held_by_black = beside(black) >> 8;
    // `above(white)` on adjacent files: the squares that white pawns attack now or later; likewise for Black.
    Bitboard(held_by_white & !beside(below(black)) | held_by_black & !beside(above(white)))
}

/// Pawns that their neighbours have left behind: there are pawns of their colour on the adjacent files, all of
/// them further ahead, and a pawn of the other colour attacks the square in front.
pub fn backward_pawns(board: &Board) -> Bitboard {
    let [white, black] = [Color::White, Color::Black].map(|color| pawns(board, color));
    let (by_white, by_black) = (beside(white) << 8, beside(black) >> 8);
    // Not next to a pawn or ahead of one on an adjacent file.
    let left_white = white & beside(files(white)) & !beside(white | above(white));
    let left_black = black & beside(files(black)) & !beside(black | below(black));
    Bitboard(left_white & by_black >> 8 | left_black & by_white << 8)
}

/// Pawns that block each other: each stands directly in front of one of the other colour.
pub fn rammed_pawns(board: &Board) -> Bitboard {
    let [white, black] = [Color::White, Color::Black].map(|color| pawns(board, color));
    Bitboard(white & black >> 8 | black & white << 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use crate::fen;

    fn squares(text: &str, find: fn(&Board) -> Bitboard) -> Vec<Square> {
        find(&fen::parse(text).expect("a position").board).into_iter().collect()
    }

    #[test]
    fn outposts_are_held_and_safe_for_good() {
        // d5 is held by e4, and Black has no pawn on c or e that could attack it; f5 could be attacked by g7. Of the
        // squares that Black's pawns hold, e4 could come to attack f6.
        assert_eq!(
            squares("4k3/3p2p1/8/8/4P3/8/8/4K3 w - - 0 1", outposts),
            [Square::D5, Square::C6, Square::E6, Square::H6]
        );
        // A pawn that has gone past attacks it no more.
        assert_eq!(
            squares("4k3/8/8/8/4P1p1/8/8/4K3 w - - 0 1", outposts),
            [Square::F3, Square::H3, Square::D5, Square::F5]
        );
    }

    #[test]
    fn rammed_pawns_stand_face_to_face() {
        // e4 and e5 block each other; a5 is blocked by a piece, c4 and c6 are a square apart, and g5 is next to h6.
        assert_eq!(squares("4k3/8/n1p4p/P3p1P1/2P1P3/8/8/4K3 w - - 0 1", rammed_pawns), [Square::E4, Square::E5]);
        // No pawn looks over the edge of the board.
        assert_eq!(squares("p3k3/8/8/8/8/8/8/P3K3 w - - 0 1", rammed_pawns), []);
        // A pawn that has passed the other one is not in its way.
        assert_eq!(squares("4k3/8/8/4P3/4p3/8/8/4K3 w - - 0 1", rammed_pawns), []);
    }

    #[test]
    fn backward_pawns_have_been_left_behind() {
        // d3: its neighbours c4 and e4 are ahead, and d4 is attacked by e5.
        assert_eq!(squares("4k3/8/8/4p3/2P1P3/3P4/8/4K3 w - - 0 1", backward_pawns), [Square::D3]);
        // Next to a pawn, without an attack on the square in front, alone: none.
        for text in [
            "4k3/8/8/4p3/2P5/3PP3/8/4K3 w - - 0 1",
            "4k3/8/8/8/2P1P3/3P4/8/4K3 w - - 0 1",
            "4k3/8/8/4p3/8/3P4/8/4K3 w - - 0 1",
        ] {
            assert_eq!(squares(text, backward_pawns), [], "{text}");
        }
        assert_eq!(squares("4k3/8/3p4/2p1p3/8/8/8/4K3 b - - 0 1", backward_pawns), []);
        assert_eq!(squares("4k3/8/3p4/2p1p3/2P1P3/8/8/4K3 b - - 0 1", backward_pawns), [Square::D6]);
    }
}
