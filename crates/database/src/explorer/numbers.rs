//! The numbers of the positions of a game, each from the number before.

use super::tally::turn_number;
use crate::positions::Placement;
use tabiya_chess::Board;
use tabiya_pgn::TreeView;

/// The number of a position: of its placement of pieces and its side to move. Castling rights and en passant do not count.
/// Positions that differ in what counts have the same number only by chance, about once in 10^19 pairs;
/// [`same_position`] compares them themselves.
pub fn position_number(board: &Board) -> u64 {
    Placement::exact(board).number() ^ turn_number(board.turn())
}

/// True if two positions have the same placement of pieces and the same side to move.
pub fn same_position(one: &Board, other: &Board) -> bool {
    one.without_rights() == other.without_rights()
}

/// The numbers of the first positions that a view of a game shows, by their ids ([`position_number`]): `most` of them, or as
/// many as there are. The previous content of `numbers` is forgotten.
pub fn position_numbers(view: TreeView<'_>, most: u32, numbers: &mut Vec<u64>) {
    numbers.clear();
    for n in 0..view.len().min(most) {
        let board = view.board(n);
        let number = match (view.parent(n), view.move_to(n)) {
            // In variants with rules of their own, a move may do more than it says.
            (Some(parent), Some(mv)) if view.situation(parent).is_none() => {
                let above = view.board(parent);
                let placement = Placement::of_number(numbers[parent as usize] ^ turn_number(above.turn()));
                placement.after(above, mv).number() ^ turn_number(board.turn())
            }
            _ => position_number(board),
        };
        numbers.push(number);
    }
}
