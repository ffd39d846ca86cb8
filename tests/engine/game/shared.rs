//! The places of games, and functions that several tests share.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use std::path::PathBuf;
use tabiya::chess::fen::{self, Setup};
use tabiya::game::{Game, GameTree, RawGame};

/// The games of the project.
pub(crate) fn own_games() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    tabiya::game::Input::files(folder).expect("the project's games are there")
}

/// A file of the corpora from outside, if it is here.
pub(crate) fn corpus(name: &str) -> Option<PathBuf> {
    tabiya_test_support::outside(&format!("corpora/{name}"))
}

/// Reads a game from text.
pub(crate) fn read(text: &str) -> Game {
    let mut game = Game::new();
    game.parse(&RawGame::from_bytes(text.as_bytes()));
    game
}

/// A position of shakmaty's from a FEN, where it has one.
pub(crate) fn position(fen: &str) -> Option<Chess> {
    let setup: Fen = fen.parse().ok()?;
    setup.into_position(CastlingMode::Chess960).or_else(|error| error.ignore_too_much_material().map_err(Box::new)).ok()
}

/// The board part of shakmaty's FEN, castling and turn included, without what the two have each their own view on.
pub(crate) fn board_text(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// The same of a node.
pub(crate) fn node_text(tree: &GameTree, node: u32) -> String {
    let fen = fen::write(&Setup { board: *tree.board(node), halfmoves: 0, fullmoves: 1 });
    fen.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// Plays a move that is written in SAN.
pub(crate) fn play(position: &Chess, san: &[u8]) -> Option<Chess> {
    let san = SanPlus::from_ascii(san).ok()?;
    let m = san.san.to_move(position).ok()?;
    position.clone().play(m).ok()
}
