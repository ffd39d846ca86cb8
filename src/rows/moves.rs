//! Positions and moves as text: FEN with counters, the move that led to a position, the moves of a sequence.

use crate::Game;
use crate::chess::fen::{self, Setup};
use crate::chess::{Color, MoveList};
use crate::search::Path;
use std::borrow::Cow;

/// The FEN of a position, with the counters that the moves make. Under the rules of a variant it has the fields of the variant.
///
/// # Panics
///
/// If the game has no position with this number.
pub fn fen_at(game: &Game, node: u32) -> String {
    let board = *game.tree().board(node);
    let setup = Setup { board, halfmoves: game.halfmoves(node), fullmoves: game.move_number(node) };
    match game.tree().situation(node) {
        Some(situation) => situation.write_fen(&setup),
        None => fen::write(&setup),
    }
}

/// Appends the move that led to a position: `12. Nf3`, `12... Nf6`; without `numbered`, a move of Black has no number. Nothing
/// for the initial position. `moves` is memory that is used again.
///
/// # Panics
///
/// If the game has no position with this number.
pub fn push_move(game: &Game, node: u32, numbered: bool, moves: &mut MoveList, out: &mut String) {
    let tree = game.tree().full();
    let Some(above) = tree.parent(node) else { return };
    let before = tree.board(above);
    if numbered || before.turn() == Color::White {
        out.push_str(&game.move_number(above).to_string());
        out.push_str(before.turn().fold_wb(". ", "... "));
    }
    game.tree().write_san(node, moves, out);
}

/// The move that led to a position, with its number; nothing at the start.
///
/// # Panics
///
/// If the game has no position with this number.
pub fn numbered_move(game: &Game, position: u32, moves: &mut MoveList) -> String {
    let mut text = String::new();
    push_move(game, position, true, moves, &mut text);
    text
}

/// The positions that the moves of a sequence lead to, in the order of the game. Without a sequence there are none.
pub fn played(game: &Game, path: Option<&Path>) -> Vec<u32> {
    let mut positions = path.map_or_else(Vec::new, |path| path.positions.clone());
    positions.sort_by_key(|&node| game.tree().node(node).ply);
    if !positions.is_empty() {
        positions.remove(0);
    }
    positions
}

/// The moves of a sequence: `23... Kg8 24. Nh6+ Kh7`.
pub(super) fn san_moves(game: &Game, path: &Path, moves: &mut MoveList) -> String {
    let mut text = String::new();
    for (i, node) in played(game, Some(path)).into_iter().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        push_move(game, node, i == 0, moves, &mut text);
    }
    text
}

/// The value of a tag without the escapes of PGN.
pub fn plain_tag(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    Cow::Owned(value.replace("\\\"", "\"").replace("\\\\", "\\"))
}
