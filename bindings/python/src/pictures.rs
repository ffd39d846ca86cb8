//! Boards as pictures in notebooks.

use tabiya::Game;
use tabiya::chess::Bitboard;
use tabiya_diagram::Diagram;

/// The board of a position in SVG, with the move that led there.
pub(crate) fn board(game: &Game, position: u32) -> String {
    let mut diagram = Diagram::new(game.tree().board(position));
    if let Some(mv) = game.tree().move_to(position) {
        diagram = diagram.last_move(Bitboard::from(mv.from) | Bitboard::from(mv.to));
    }
    diagram.title(game.fen(position)).to_svg()
}

/// A picture with a text below it.
pub(crate) fn figure(svg: &str, caption: &str) -> String {
    let caption = caption.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<figure style=\"width:18em;margin:0\">{svg}<figcaption>{caption}</figcaption></figure>")
}
