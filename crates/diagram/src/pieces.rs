//! The shapes of the pieces, drawn for this project: each fits into a square of 45 units.

use tabiya_chess::{Color, Piece, Role};

/// The length of the side of a square, in the units of the drawings.
pub(crate) const SIDE: i32 = 45;

/// The outline of a piece, which is filled, and the lines inside it.
struct Shape {
    outline: &'static str,
    lines: &'static str,
}

fn shape(role: Role) -> Shape {
    match role {
        Role::Pawn => Shape {
            outline: "M22.5 10a5.3 5.3 0 0 1 3.5 9.3c2.4 1.1 3.3 2.3 3.4 3.7h-3.2c.4 4.6 2.7 7 5.8 8.8 1.3.8 2 1.9 2 3.4V38H11\
                      v-2.8c0-1.5.7-2.6 2-3.4 3.1-1.8 5.4-4.2 5.8-8.8h-3.2c.1-1.4 1-2.6 3.4-3.7A5.3 5.3 0 0 1 22.5 10z",
            lines: "M18.8 23h7.4",
        },
        Role::Knight => Shape {
            outline: "M12 38c-.2-7.5 7.6-8.6 8-15.2-1.8 1.4-3.8 1.8-5.6 1.5-1.2 2.6-4.2 3.3-6 1.4-1.6-1.6-.9-3.7 0-5.3 1.2-2.2\
                       2.8-4.1 3.7-7.6.4-1.6 1.4-2.9 2.9-3.8L15.3 5l4.1 3.2C29 9 34.4 15.6 34.4 27c0 4 .1 7.6.4 11z",
            lines: "M21.5 11.5c5.6 2 9 8.2 9.3 19.5M15.4 14.6l1.6-.9M10.2 22.2l.9-.7M14.4 24.3c1.7-.3 3.2-1.1 4.4-2.3",
        },
        Role::Bishop => Shape {
            outline: "M22.5 5a2.4 2.4 0 0 1 1.5 4.3c5 3.5 7.4 8.3 7.4 12.5 0 2.9-1.4 4.9-3.3 6.3l1.3 4.2 6.1 \
                      1.7V38h-26v-4l6.1-1.7 1.3-4.2c-1.9-1.4-3.3-3.4-3.3-6.3 0-4.2 2.4-9 7.4-12.5A2.4 \
                      2.4 0 0 1 22.5 5z",
            lines: "M22.5 14.5v8M19 18h7M16.9 28.1h11.2M15.6 32.3h13.8",
        },
        Role::Rook => Shape {
            outline: "M10.5 38v-4.5l3.5-2.5 1.4-12.5-3.9-3V8h5v3h3.5V8h5v3h3.5V8h5v7.5l-3.9 3L31 31l3.5 2.5V38z",
            lines: "M11.5 15.5h22M15.4 18.5h14.2M14 31h17",
        },
        Role::Queen => Shape {
            outline: "M7.9 13.4a2 2 0 1 1 1.6-.3l5.2 8.4.7-10.3a2 2 0 1 1 1.7-.1l3.2 10 1.4-12.2a2 2 0 1 1 1.6 \
                      0l1.4 12.2 3.2-10a2 2 0 1 1 1.7.1l.7 10.3 5.2-8.4a2 2 0 1 1 1.6.3L32.8 31.5l2.2 3V38H10v\
                      -3.5l2.2-3z",
            lines: "M12.2 31.5c6.5-1.6 14.1-1.6 20.6 0M10.8 34.5c7.5-1.4 15.9-1.4 23.4 0",
        },
        Role::King => Shape {
            outline: "M21.4 3.5h2.2v2.3H26V8h-2.4v2.6c3.3 2.6 2.9 5.7.7 9 3.8-3.5 8.9-3.7 11.5-.8 3 3.4 1.6 \
                      8.6-3.2 12.7l2.4 3V38H10v-3.5l2.4-3C7.6 27.4 6.2 22.2 9.2 18.8c2.6-2.9 7.7-2.7 11.5.8\
                      -2.2-3.3-2.6-6.4.7-9V8H19V5.8h2.4z",
            lines: "M22.5 20v10M12.4 31.5c6.4-1.7 13.8-1.7 20.2 0M10.8 34.5c7.5-1.4 15.9-1.4 23.4 0",
        },
    }
}

/// The name of the drawing of a kind of piece in a document: `tabiya-q`.
pub(crate) fn id(role: Role) -> String {
    format!("tabiya-{}", role.char())
}

/// The drawing of a kind of piece, to be placed inside `<defs>`. Its colours are those of the element that uses it.
pub(crate) fn definition(role: Role) -> String {
    let Shape { outline, lines } = shape(role);
    format!(
        "<g id=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-width=\"1.4\">\
         <path d=\"{outline}\"/><path d=\"{lines}\" fill=\"none\" stroke=\"currentColor\"/></g>",
        id(role)
    )
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
