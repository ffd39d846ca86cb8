//! Boards as text.

use super::{Diagram, pieces};
use anstyle::{Ansi256Color, AnsiColor, Color as AnyColor, Style};
use std::fmt::Write as _;
use tabiya_chess::{Piece, Square};

/// The way a board is drawn as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// True if squares have the colours of a terminal. Otherwise marked squares are in brackets: `(N)`, and `[N]` for those
    /// of the last move.
    pub color: bool,
    /// True if pieces are letters, capital for White; otherwise the chess symbols of Unicode.
    pub ascii: bool,
}

/// The reason why a square is drawn differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Marked,
    LastMove,
}

impl Mark {
    fn brackets(self) -> (char, char) {
        match self {
            Mark::Marked => ('(', ')'),
            Mark::LastMove => ('[', ']'),
        }
    }
}

impl Diagram {
    /// The width of each of the [`lines`](Diagram::lines), in columns of a terminal.
    pub const LINE_WIDTH: usize = 19;

    /// The board as text: eight ranks, then the names of the files. White's pieces are capital letters, empty squares are
    /// dots. Marks and arrows are not shown.
    pub fn to_text(&self) -> String {
        self.plain(TextStyle { color: false, ascii: true })
    }

    /// The same with the chess symbols of Unicode.
    pub fn to_unicode(&self) -> String {
        self.plain(TextStyle { color: false, ascii: false })
    }

    /// Nine lines, eight ranks and the names of the files, each [`LINE_WIDTH`](Diagram::LINE_WIDTH) wide. Marked squares and
    /// those of the last move are shown, arrows are not. A square that is both is drawn as marked.
    pub fn lines(&self, style: TextStyle) -> Vec<String> {
        self.draw_lines(style, |square| {
            if self.marked.contains(square) {
                Some(Mark::Marked)
            } else {
                self.last_move.contains(square).then_some(Mark::LastMove)
            }
        })
    }

    fn plain(&self, style: TextStyle) -> String {
        let lines = self.draw_lines(style, |_| None);
        lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
    }

    fn draw_lines(&self, style: TextStyle, mark: impl Fn(Square) -> Option<Mark>) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let files = self.rightwards();
        for rank in self.downwards() {
            let mut line = rank.char().to_string();
            let squares = files.iter().map(|file| Square::from_coords(*file, rank));
            let marked = squares.map(|square| (square, mark(square)));
            if style.color {
                line.push(' ');
                marked.for_each(|(square, mark)| self.push_colored(square, mark, style, &mut line));
                line.push(' ');
            } else {
                self.push_bracketed(marked, style, &mut line);
            }
            lines.push(line);
        }
        let names: String = files.iter().flat_map(|file| [' ', file.char()]).collect();
        lines.push(format!(" {names}  "));
        lines
    }

    /// Appends a square with its background.
    fn push_colored(&self, square: Square, mark: Option<Mark>, style: TextStyle, out: &mut String) {
        let background = match (mark, square.is_light()) {
            (Some(Mark::Marked), _) => 114,
            (Some(Mark::LastMove), true) => 228,
            (Some(Mark::LastMove), false) => 185,
            (None, true) => 223,
            (None, false) => 180,
        };
        let paint = Style::new().bg_color(Some(AnyColor::Ansi256(Ansi256Color(background))));
        let paint = paint.fg_color(Some(AnyColor::Ansi(AnsiColor::Black)));
        let _ = write!(out, "{paint}{} {paint:#}", symbol(self.board.piece_at(square), style, ' '));
    }

    /// Appends the squares of a rank, those with marks in brackets.
    fn push_bracketed(
        &self,
        squares: impl Iterator<Item = (Square, Option<Mark>)>,
        style: TextStyle,
        out: &mut String,
    ) {
        let empty = if style.ascii { '.' } else { '·' };
        let mut closing = None;
        for (square, mark) in squares {
            let brackets = mark.map(Mark::brackets);
            // Between two marked squares there is room for one sign.
            out.push(match (closing, brackets) {
                (Some(_), Some(_)) => '|',
                (Some(close), None) => close,
                (None, Some((open, _))) => open,
                (None, None) => ' ',
            });
            out.push(symbol(self.board.piece_at(square), style, empty));
            closing = brackets.map(|(_, close)| close);
        }
        out.push(closing.unwrap_or(' '));
        out.push(' ');
    }
}

fn symbol(piece: Option<Piece>, style: TextStyle, empty: char) -> char {
    match piece {
        None => empty,
        Some(piece) if style.ascii => piece.char(),
        Some(piece) => pieces::symbol(piece),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_chess::{Bitboard, Color, fen};

    const ASCII: TextStyle = TextStyle { color: false, ascii: true };

    fn diagram(text: &str) -> Diagram {
        Diagram::new(&fen::parse(text).expect("a FEN").board)
    }

    #[test]
    fn marked_squares_are_in_brackets() {
        let last_move: Bitboard = [Square::E2, Square::F2, Square::A1].into_iter().collect();
        let plain = diagram("r3k3/8/8/8/8/8/4Pp2/R3K2R w - - 0 1");
        let marked = plain.clone().last_move(last_move).mark(Bitboard::from(Square::A8));
        let lines = marked.lines(ASCII);
        assert_eq!(lines[0], "8(r). . . k . . .  ");
        assert_eq!(lines[6], "2 . . . .[P|p]. .  ");
        assert_eq!(lines[7], "1[R]. . . K . . R  ");
        assert_eq!(lines[8], "  a b c d e f g h  ");
        assert_eq!(lines.len(), 9);
        let turned = marked.clone().orientation(Color::Black).lines(ASCII);
        assert_eq!(turned[1], "2 . .[p|P]. . . .  ");
        assert_eq!(marked.to_text(), plain.to_text(), "a text without marks");
        let symbols = plain.lines(TextStyle::default());
        assert!(symbols[0].starts_with("8 ♜ · · · ♚ "), "{}", symbols[0]);
        assert!(lines.iter().chain(&symbols).all(|line| line.chars().count() == Diagram::LINE_WIDTH));
    }

    #[test]
    fn colours_leave_the_text_of_the_board() {
        let line = &diagram("8/8/8/8/8/8/8/K6k w - - 0 1").lines(TextStyle { color: true, ascii: true })[7];
        // Every sequence of colours ends with the first `m`.
        let text: String =
            line.split('\u{1b}').map(|part| part.split_once('m').map_or(part, |(_, text)| text)).collect();
        assert_eq!(text, format!("1 K{:13}k  ", ""));
    }
}
