//! The shapes of the pieces, drawn for this project (`pieces.svg`): each fits into a square of 45 units.

use tabiya_chess::{Color, Piece, Role};

/// The length of the side of a square, in the units of the drawings.
pub(crate) const SIDE: i32 = 45;

/// The drawings, one a line: an outline, which is filled, and lines inside it.
const DRAWINGS: &str = include_str!("pieces.svg");

/// The name of the drawing of a kind of piece in a document: `tabiya-q`.
pub(crate) fn id(role: Role) -> String {
    format!("tabiya-{}", role.char())
}

/// The drawing of a kind of piece, to be placed inside `<defs>`. Its colours are those of the element that uses it.
pub(crate) fn definition(role: Role) -> &'static str {
    let start = format!("<g id=\"{}\" ", id(role));
    DRAWINGS.lines().find(|line| line.starts_with(&start)).expect("each piece has its drawing")
}

/// The attributes that give a piece its colour.
pub(crate) fn paint(color: Color) -> &'static str {
    match color {
        Color::White => "fill=\"#fff\" stroke=\"#1a1a1a\" color=\"#1a1a1a\"",
        Color::Black => "fill=\"#2b2b2b\" stroke=\"#111\" color=\"#e8e8e8\"",
    }
}

/// The chess symbol of a piece in Unicode.
pub(crate) fn symbol(piece: Piece) -> char {
    let white = match piece.role {
        Role::King => '♔',
        Role::Queen => '♕',
        Role::Rook => '♖',
        Role::Bishop => '♗',
        Role::Knight => '♘',
        Role::Pawn => '♙',
    };
    let step = if piece.color == Color::White { 0 } else { 6 };
    char::from_u32(white as u32 + step).unwrap_or(white)
}
