//! Positions as text: FEN with counters, and the move that led there.

use tabiya::chess::MoveList;
use tabiya::{Game, Value};

/// The FEN of a position, with the counters that the moves make.
pub(crate) fn fen_at(game: &Game, node: u32) -> String {
    game.fen(node)
}

/// Appends the move that led to a position: `12. Nf3`, `12... Nf6`. Nothing for the initial position.
pub(crate) fn push_move(game: &Game, node: u32, numbered: bool, moves: &mut MoveList, out: &mut String) {
    game.write_move(node, numbered, moves, out);
}

/// A value as people read it: `a1 b1`, `12`, `true`; nothing where there is none.
pub(crate) fn value_text(value: &Value) -> String {
    value.to_string()
}
