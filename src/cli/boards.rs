//! Boards as text and as pictures.

use anstyle::{Ansi256Color, AnsiColor, Color as AnyColor, Style};
use std::fmt::Write as _;
use tabiya::chess::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};

/// The way boards are drawn as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardStyle {
    /// True if squares have colours; otherwise marked squares are in brackets.
    pub(crate) color: bool,
    /// True if pieces are letters.
    pub(crate) ascii: bool,
}

/// The width of a board as text.
pub(crate) const BOARD_WIDTH: usize = 19;

/// The squares of a board that are marked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marks {
    /// The squares of the last move: `[N]` without colours.
    pub(crate) last_move: Bitboard,
    /// The squares that the query selected: `(N)` without colours.
    pub(crate) matched: Bitboard,
}

impl Default for Marks {
    fn default() -> Marks {
        Marks { last_move: Bitboard::EMPTY, matched: Bitboard::EMPTY }
    }
}

impl Marks {
    /// The marks around a square, with which they are drawn without colours.
    fn brackets(&self, square: Square) -> Option<(char, char)> {
        if self.matched.contains(square) {
            Some(('(', ')'))
        } else if self.last_move.contains(square) {
            Some(('[', ']'))
        } else {
            None
        }
    }
}

/// The nine lines of a board: eight ranks and the letters of the files, each [`BOARD_WIDTH`] wide.
pub(crate) fn lines(board: &Board, marks: &Marks, style: BoardStyle) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for rank in Rank::ALL.into_iter().rev() {
        let mut text = rank.char().to_string();
        let squares = File::ALL.map(|file| Square::from_coords(file, rank));
        if style.color {
            text.push(' ');
            squares.iter().for_each(|&square| colored(board, square, marks, style, &mut text));
            text.push(' ');
        } else {
            bracketed(board, &squares, marks, style, &mut text);
        }
        lines.push(text);
    }
    let files: Vec<String> = File::ALL.iter().map(|file| file.char().to_string()).collect();
    lines.push(format!("  {}  ", files.join(" ")));
    lines
}

/// Appends a square with its background.
fn colored(board: &Board, square: Square, marks: &Marks, style: BoardStyle, out: &mut String) {
    let light = square.is_light();
    let background = match marks.brackets(square) {
        Some(('(', _)) => 114,
        Some(_) if light => 228,
        Some(_) => 185,
        None if light => 223,
        None => 180,
    };
    let paint = Style::new().bg_color(Some(AnyColor::Ansi256(Ansi256Color(background))));
    let paint = paint.fg_color(Some(AnyColor::Ansi(AnsiColor::Black)));
    let _ = write!(out, "{paint}{} {paint:#}", symbol(board.piece_at(square), style.ascii, ' '));
}

/// Appends a rank whose marked squares are in brackets.
fn bracketed(board: &Board, squares: &[Square; 8], marks: &Marks, style: BoardStyle, out: &mut String) {
    let empty = if style.ascii { '.' } else { '·' };
    let mut closing = None;
    for &square in squares {
        let brackets = marks.brackets(square);
        // Between two marked squares there is room for one sign.
        out.push(match (closing, brackets) {
            (Some(_), Some(_)) => '|',
            (Some(close), None) => close,
            (None, Some((open, _))) => open,
            (None, None) => ' ',
        });
        out.push(symbol(board.piece_at(square), style.ascii, empty));
        closing = brackets.map(|(_, close)| close);
    }
    out.push(closing.unwrap_or(' '));
    out.push(' ');
}

fn symbol(piece: Option<Piece>, ascii: bool, empty: char) -> char {
    let Some(piece) = piece else { return empty };
    if ascii {
        return piece.char();
    }
    let white = piece.color == Color::White;
    match piece.role {
        Role::King => {
            if white {
                '♔'
            } else {
                '♚'
            }
        }
        Role::Queen => {
            if white {
                '♕'
            } else {
                '♛'
            }
        }
        Role::Rook => {
            if white {
                '♖'
            } else {
                '♜'
            }
        }
        Role::Bishop => {
            if white {
                '♗'
            } else {
                '♝'
            }
        }
        Role::Knight => {
            if white {
                '♘'
            } else {
                '♞'
            }
        }
        Role::Pawn => {
            if white {
                '♙'
            } else {
                '♟'
            }
        }
    }
}

/// A board as a picture in SVG. The pieces are chess symbols of the reader's fonts.
pub(crate) fn svg(board: &Board, marks: &Marks) -> String {
    let mut out = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 380 380\" width=\"380\" height=\"380\" role=\"img\" \
         font-family=\"'DejaVu Sans', 'Segoe UI Symbol', 'Noto Sans Symbols2', sans-serif\" text-anchor=\"middle\">\n\
         <rect width=\"380\" height=\"380\" fill=\"#fff\"/>\n",
    );
    for square in Square::ALL {
        let (x, y) = (20 + 45 * u32::from(square.file()), 320 - 45 * u32::from(square.rank()));
        let light = square.is_light();
        let fill = match marks.brackets(square) {
            Some(('(', _)) => "#8fce8f",
            Some(_) => "#f2e27a",
            None if light => "#f0d9b5",
            None => "#b58863",
        };
        let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"45\" height=\"45\" fill=\"{fill}\"/>");
        if let Some(piece) = board.piece_at(square) {
            // The filled symbols, in the colour of the piece and with an outline, can be told apart in any font.
            let symbol = symbol(Some(Piece { color: Color::Black, ..piece }), false, ' ');
            let fill = piece.color.fold_wb("#fff", "#000");
            let outline = piece.color.fold_wb("#000", "#fff");
            let width = piece.color.fold_wb("1.4", "0.4");
            let (x, y) = (x + 22, y + 35);
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"36\" fill=\"{fill}\" stroke=\"{outline}\" \
                 stroke-width=\"{width}\">{symbol}&#xFE0E;</text>"
            );
        }
    }
    for (i, (file, rank)) in File::ALL.into_iter().zip(Rank::ALL).enumerate() {
        let i = i as u32;
        let (x, y) = (42 + 45 * i, 348 - 45 * i);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"376\" font-size=\"12\" fill=\"#555\">{}</text>", file.char());
        let _ = writeln!(out, "<text x=\"10\" y=\"{y}\" font-size=\"12\" fill=\"#555\">{}</text>", rank.char());
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::chess::fen;

    fn board(text: &str) -> Board {
        fen::parse(text).unwrap().board
    }

    #[test]
    fn marked_squares_are_in_brackets() {
        let board = board("r3k3/8/8/8/8/8/4Pp2/R3K2R w - - 0 1");
        let last_move: Bitboard = [Square::E2, Square::F2, Square::A1].into_iter().collect();
        let matched = Bitboard::from(Square::A8);
        let style = BoardStyle { color: false, ascii: true };
        let lines = lines(&board, &Marks { last_move, matched }, style);
        assert_eq!(lines[0], "8(r). . . k . . .  ");
        assert_eq!(lines[6], "2 . . . .[P|p]. .  ");
        assert_eq!(lines[7], "1[R]. . . K . . R  ");
        assert_eq!(lines[8], "  a b c d e f g h  ");
        assert_eq!(lines.len(), 9);
        let width = |line: &String| unicode_width::UnicodeWidthStr::width(line.as_str());
        let style = BoardStyle { ascii: false, ..style };
        let drawn = super::lines(&board, &Marks::default(), style);
        assert!(drawn[0].starts_with("8 ♜ · · · ♚ "), "{}", drawn[0]);
        assert!(drawn[..8].iter().all(|line| width(line) == BOARD_WIDTH));
    }

    #[test]
    fn colours_leave_the_text_of_the_board() {
        let board = board("8/8/8/8/8/8/8/K6k w - - 0 1");
        let lines = lines(&board, &Marks::default(), BoardStyle { color: true, ascii: true });
        assert_eq!(anstream::adapter::strip_str(&lines[7]).to_string(), format!("1 K{:13}k  ", ""));
    }

    #[test]
    fn a_picture_has_every_square_and_piece() {
        let picture = svg(&board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), &Marks::default());
        assert_eq!(picture.matches("<rect").count(), 65);
        assert_eq!(picture.matches("font-size=\"36\"").count(), 3);
        assert!(picture.contains("♟") && !picture.contains("♙"));
    }
}
