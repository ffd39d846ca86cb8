//! Positions as text: FEN with counters, and the move that led there.

use tabiya::chess::fen::{self, Setup};
use tabiya::chess::{Color, MoveList};
use tabiya::{Game, Value};

/// The FEN of a position, with the counters that the moves make.
pub(crate) fn fen_at(game: &Game, node: u32) -> String {
    let board = *game.tree().board(node);
    let setup = Setup { board, halfmoves: game.halfmoves(node), fullmoves: game.move_number(node) };
    match game.tree().situation(node) {
        Some(situation) => situation.write_fen(&setup),
        None => fen::write(&setup),
    }
}

/// Appends the move that led to a position: `12. Nf3`, `12... Nf6`. Nothing for the initial position.
pub(crate) fn push_move(game: &Game, node: u32, numbered: bool, moves: &mut MoveList, out: &mut String) {
    let tree = game.tree().full();
    let Some(above) = tree.parent(node) else { return };
    let before = tree.board(above);
    if numbered || before.turn() == Color::White {
        out.push_str(&game.move_number(above).to_string());
        out.push_str(before.turn().fold_wb(". ", "... "));
    }
    game.tree().write_san(node, moves, out);
}

/// A value as people read it: `a1 b1`, `12`, `true`; nothing where there is none.
pub(crate) fn value_text(value: &Value) -> String {
    match value {
        Value::None => String::new(),
        Value::True => "true".into(),
        Value::Number(n) => n.to_string(),
        Value::Text(text) => text.clone(),
        Value::Squares(squares) => squares.join(" "),
        Value::Position(id) => id.to_string(),
    }
}
