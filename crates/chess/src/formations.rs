//! Formations of two or three pieces that have a name: the fianchetto, the battery, the opposition.

use crate::slides::{bishop_lines, rook_lines, some_unblocked};
use crate::{Bitboard, Board, Color, Role, Square};

/// Bishops on the second square of a knight's file, counted from their own side, with a pawn of their colour one or two
/// squares in front of them.
pub fn fianchetto(board: &Board) -> Bitboard {
    let bishops =
        |color, homes: [Square; 2]| board.by_piece(Role::Bishop.of(color)) & homes.into_iter().collect::<Bitboard>();
    let [white, black] = [Color::White, Color::Black].map(|color| board.by_piece(Role::Pawn.of(color)).0);
    let behind_white = Bitboard(white >> 8 | white >> 16);
    let behind_black = Bitboard(black << 8 | black << 16);
    bishops(Color::White, [Square::B2, Square::G2]) & behind_white
        | bishops(Color::Black, [Square::B7, Square::G7]) & behind_black
}

/// Line pieces of one colour that stand on a line along which both move, with nothing between: queens and rooks on files
/// and ranks, queens and bishops on diagonals.
pub fn battery(board: &Board) -> Bitboard {
    let (occupied, queens) = (board.occupied(), board.by_role(Role::Queen));
    let (rooks, bishops) = (board.by_role(Role::Rook) | queens, board.by_role(Role::Bishop) | queens);
    let mut found = Bitboard::EMPTY;
    for color in Color::ALL {
        let own = board.by_color(color);
        for (pieces, lines) in [(own & rooks, rook_lines as fn(Square) -> Bitboard), (own & bishops, bishop_lines)] {
            let joined = |&square: &Square| some_unblocked(square, lines(square) & pieces, occupied);
            found |= pieces.into_iter().filter(joined).collect::<Bitboard>();
        }
    }
    found
}

/// The king that has the opposition: the kings stand on a file or rank with one square between them, and the other one is
/// to move. None if a side has several kings.
pub fn opposition(board: &Board) -> Bitboard {
    let kings = [board.turn(), !board.turn()].map(|color| board.kings(color).single_square());
    let [Some(moving), Some(waiting)] = kings else { return Bitboard::EMPTY };
    let apart = (moving.file().distance(waiting.file()), moving.rank().distance(waiting.rank()));
    if matches!(apart, (0, 2) | (2, 0)) { Bitboard::from(waiting) } else { Bitboard::EMPTY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    fn squares(text: &str, find: fn(&Board) -> Bitboard) -> Vec<Square> {
        find(&fen::parse(text).expect("a position").board).into_iter().collect()
    }

    #[test]
    fn a_fianchettoed_bishop_stands_behind_its_pawn() {
        // b2 behind b3, g7 behind g5; g2 has its pawn on h3, b7 behind a white pawn.
        let text = "4k3/1b4b1/1P6/6p1/8/1P5P/1B4B1/4K3 w - - 0 1";
        assert_eq!(squares(text, fianchetto), [Square::B2, Square::G7]);
        // Three squares away, on another rank, or of the other colour.
        assert_eq!(squares("4k3/6B1/6p1/1P6/8/1p6/1B6/4K3 w - - 0 1", fianchetto), []);
    }

    #[test]
    fn a_battery_moves_along_its_line() {
        // Queen and two rooks on the d-file; the knight ends the line, and the bishop has nothing to do with it.
        let gun = "4k3/3r4/8/3n4/3R4/3R4/3Q4/3BK3 w - - 0 1";
        assert_eq!(squares(gun, battery), [Square::D2, Square::D3, Square::D4]);
        // Queen and bishop on a diagonal; the rook is on it, but does not move along it.
        let diagonal = "4k3/8/8/8/4R3/3B4/2Q5/4K3 w - - 0 1";
        assert_eq!(squares(diagonal, battery), [Square::C2, Square::D3]);
        // Rooks of both colours, and rooks with a pawn between.
        assert_eq!(squares("3rk3/8/8/8/3R4/3P4/8/3RK3 w - - 0 1", battery), []);
        // On a rank as well.
        assert_eq!(squares("r4rk1/8/8/8/8/8/8/4K3 w - - 0 1", battery), [Square::A8, Square::F8]);
    }

    #[test]
    fn the_king_that_need_not_move_has_the_opposition() {
        assert_eq!(squares("8/8/4k3/8/4K3/8/8/8 b - - 0 1", opposition), [Square::E4]);
        assert_eq!(squares("8/8/4k3/8/4K3/8/8/8 w - - 0 1", opposition), [Square::E6]);
        assert_eq!(squares("8/8/8/8/3K1k2/8/8/8 b - - 0 1", opposition), [Square::D4]);
        // Diagonal, distant, and a knight's move apart.
        for text in ["8/8/5k2/8/3K4/8/8/8 b - - 0 1", "4k3/8/8/8/4K3/8/8/8 b - - 0 1", "8/8/4k3/8/3K4/8/8/8 b - - 0 1"]
        {
            assert_eq!(squares(text, opposition), [], "{text}");
        }
    }
}
