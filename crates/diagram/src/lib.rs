//! Draws chess boards with marked squares and arrows, as SVG and as text.
//!
//! ```
//! # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
//! use tabiya::chess::{Bitboard, Square, fen};
//! use tabiya_diagram::Diagram;
//!
//! let setup = fen::parse("6rk/5Npp/8/8/8/8/6PP/6K1 b - - 0 1").unwrap();
//! let diagram = Diagram::new(&setup.board).mark(Bitboard::from(Square::H8)).arrow(Square::F7, Square::H8);
//! assert!(diagram.to_svg().starts_with("<svg"));
//! assert!(diagram.to_text().starts_with("8 . . . . . . r k"));
//! ```
//!
//! A picture depends only on the diagram: equal diagrams give equal bytes. The pieces are drawn for this project.

mod pieces;
mod text;

pub use text::TextStyle;

use pieces::SIDE;
use std::fmt::Write as _;
use tabiya_chess::{Bitboard, Board, Color, File, Rank, Role, Square};

/// The width of the margin that holds the names of files and ranks and the side to move.
const MARGIN: i32 = 18;

const LIGHT: &str = "#f2e8d5";
const DARK: &str = "#c5a880";
const MARKED: &str = "#d9482b";
const LAST_MOVE: &str = "#e8cf4f";
const ARROW: &str = "#1f6f43";

/// A board with marked squares and arrows.
#[derive(Clone, Debug)]
pub struct Diagram {
    board: Board,
    marked: Bitboard,
    last_move: Bitboard,
    arrows: Vec<(Square, Square)>,
    bottom: Color,
    title: String,
}

impl Diagram {
    /// A diagram of a board without marks, with White at the bottom.
    pub fn new(board: &Board) -> Diagram {
        let (marked, last_move, arrows) = (Bitboard::EMPTY, Bitboard::EMPTY, Vec::new());
        Diagram { board: *board, marked, last_move, arrows, bottom: Color::White, title: String::new() }
    }

    /// Marks squares, in addition to those already marked.
    #[must_use]
    pub fn mark(mut self, squares: Bitboard) -> Diagram {
        self.marked |= squares;
        self
    }

    /// Shows squares as those of the last move, in addition to those already shown.
    #[must_use]
    pub fn last_move(mut self, squares: Bitboard) -> Diagram {
        self.last_move |= squares;
        self
    }

    /// Adds an arrow from the middle of one square to the middle of another. An arrow to the same square draws nothing.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square) -> Diagram {
        if from != to {
            self.arrows.push((from, to));
        }
        self
    }

    /// Puts the side of a colour at the bottom.
    #[must_use]
    pub fn orientation(mut self, bottom: Color) -> Diagram {
        self.bottom = bottom;
        self
    }

    /// Describes the picture for readers who cannot see it. It may be any text.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Diagram {
        self.title = title.into();
        self
    }

    /// The picture as a document of its own, without references to other files. It takes time and space in proportion to
    /// the numbers of pieces and arrows.
    pub fn to_svg(&self) -> String {
        let side = 8 * SIDE;
        let (width, height) = (side + 2 * MARGIN, side + MARGIN);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n"
        );
        if !self.title.is_empty() {
            let _ = writeln!(svg, "<title>{}</title>", escaped(&self.title));
        }
        let used = Role::ALL.into_iter().filter(|role| self.board.by_role(*role).any());
        let drawings: Vec<&str> = used.map(pieces::definition).collect();
        let _ = writeln!(svg, "<defs>\n{}\n</defs>", drawings.join("\n"));
        self.draw_squares(&mut svg);
        self.draw_names(&mut svg);
        self.draw_pieces(&mut svg);
        for (from, to) in &self.arrows {
            self.draw_arrow(&mut svg, *from, *to);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The ranks from the top of the picture to its bottom.
    fn downwards(&self) -> Vec<Rank> {
        let mut ranks: Vec<Rank> = Rank::ALL.to_vec();
        if self.bottom == Color::White {
            ranks.reverse();
        }
        ranks
    }

    /// The files from left to right.
    fn rightwards(&self) -> Vec<File> {
        let mut files: Vec<File> = File::ALL.to_vec();
        if self.bottom == Color::Black {
            files.reverse();
        }
        files
    }

    /// The upper left corner of a square in the picture.
    fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        let (across, down) = if self.bottom == Color::White { (file, 7 - rank) } else { (7 - file, rank) };
        (MARGIN + across * SIDE, down * SIDE)
    }

    fn draw_squares(&self, svg: &mut String) {
        let side = 8 * SIDE;
        let _ = writeln!(
            svg,
            "<rect x=\"{MARGIN}\" width=\"{side}\" height=\"{side}\" fill=\"{LIGHT}\" stroke=\"#6b5a44\"/>"
        );
        let mut dark = String::new();
        for square in Bitboard::DARK_SQUARES {
            let (x, y) = self.corner(square);
            let _ = write!(dark, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
        }
        let _ = writeln!(svg, "<path d=\"{dark}\" fill=\"{DARK}\"/>");
        for square in self.last_move {
            let (x, y) = self.corner(square);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{LAST_MOVE}\" fill-opacity=\".6\"/>"
            );
        }
        for square in self.marked {
            let (x, y) = self.corner(square);
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"{MARKED}\" fill-opacity=\".25\" \
                 stroke=\"{MARKED}\" stroke-width=\"3\"/>",
                x + 2,
                y + 2,
                SIDE - 4,
                SIDE - 4
            );
        }
    }

    /// The names of files and ranks, and a disc next to the first rank of the side to move.
    fn draw_names(&self, svg: &mut String) {
        svg.push_str("<g font-family=\"sans-serif\" font-size=\"12\" fill=\"#6b5a44\" text-anchor=\"middle\">\n");
        for (i, rank) in (0..).zip(self.downwards()) {
            let _ =
                writeln!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", MARGIN / 2, i * SIDE + SIDE / 2 + 4, rank.char());
        }
        for (i, file) in (0..).zip(self.rightwards()) {
            let (x, y) = (MARGIN + i * SIDE + SIDE / 2, 8 * SIDE + 13);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", file.char());
        }
        svg.push_str("</g>\n");
        let turn = self.board.turn();
        let y = if turn == self.bottom { 8 * SIDE - SIDE / 2 } else { SIDE / 2 };
        let fill = if turn == Color::White { "#fff" } else { "#2b2b2b" };
        let x = MARGIN + 8 * SIDE + MARGIN / 2;
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{fill}\" stroke=\"#2b2b2b\"/>");
    }

    fn draw_pieces(&self, svg: &mut String) {
        for color in [Color::White, Color::Black] {
            if self.board.by_color(color).is_empty() {
                continue;
            }
            let _ = writeln!(svg, "<g {}>", pieces::paint(color));
            for square in self.board.by_color(color) {
                let (x, y) = self.corner(square);
                if let Some(role) = self.board.role_at(square) {
                    let _ = writeln!(svg, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", pieces::id(role));
                }
            }
            svg.push_str("</g>\n");
        }
    }

    /// A line that begins a little off the middle of the first square and ends with a head in the middle of the second.
    fn draw_arrow(&self, svg: &mut String, from: Square, to: Square) {
        let middle = |square| {
            let (x, y) = self.corner(square);
            (f64::from(x) + f64::from(SIDE) / 2.0, f64::from(y) + f64::from(SIDE) / 2.0)
        };
        let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
        let length = (x2 - x1).hypot(y2 - y1);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        let point =
            |along: f64, aside: f64| format!("{:.1} {:.1}", x1 + dx * along - dy * aside, y1 + dy * along + dx * aside);
        let (start, neck, tip) = (10.0, length - 16.0, length - 1.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{}L{}L{}L{}L{}L{}L{}z\" fill=\"{ARROW}\" fill-opacity=\".75\"/>",
            point(start, -3.0),
            point(neck, -3.0),
            point(neck, -9.0),
            point(tip, 0.0),
            point(neck, 9.0),
            point(neck, 3.0),
            point(start, 3.0)
        );
    }
}

/// A text that XML shows as it is. Characters that XML does not allow are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            sign if sign.is_control() || matches!(sign, '\u{fffe}' | '\u{ffff}') => {}
            sign => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_chess::fen;

    fn diagram(text: &str) -> Diagram {
        Diagram::new(&fen::parse(text).expect("a FEN").board)
    }

    #[test]
    fn each_piece_is_drawn_once_on_its_square() {
        let svg = diagram("6rk/5Npp/8/8/8/8/6PP/6K1 b - - 0 1").to_svg();
        assert_eq!(svg.matches("<use ").count(), 8);
        assert_eq!(svg.matches("<g id=").count(), 4, "only the kinds of pieces on the board are defined");
        // h8: the eighth file, at the top.
        assert!(svg.contains(&format!("<use href=\"#tabiya-k\" x=\"{}\" y=\"0\"/>", MARGIN + 7 * SIDE)));
        assert!(svg.contains("fill=\"#2b2b2b\" stroke=\"#2b2b2b\"/>"), "Black is to move");
    }

    #[test]
    fn the_board_turns() {
        let white = diagram("k7/8/8/8/8/8/8/7K w - - 0 1");
        let black = white.clone().orientation(Color::Black);
        let king = |x: i32, y: i32| format!("<use href=\"#tabiya-k\" x=\"{}\" y=\"{}\"/>", MARGIN + x * SIDE, y * SIDE);
        assert!(white.to_svg().contains(&king(0, 0)) && white.to_svg().contains(&king(7, 7)));
        let turned = black.to_svg();
        assert!(turned.contains(&king(7, 7)) && turned.contains(&king(0, 0)));
        assert!(white.to_text().starts_with("8 k ."));
        assert!(black.to_text().starts_with("1 K ."));
        assert!(black.to_text().ends_with("  h g f e d c b a\n"));
        assert!(white.to_unicode().starts_with("8 ♚ ·") && white.to_unicode().contains("1 · · · · · · · ♔"));
    }

    #[test]
    fn marks_and_arrows() {
        let plain = diagram("8/8/8/8/8/8/8/8 w - - 0 1");
        let marked = plain.clone().mark(Bitboard::from(Square::E4) | Bitboard::from(Square::D5));
        assert_eq!(marked.to_svg().matches("stroke-width=\"3\"").count(), 2);
        let moved = plain.clone().last_move(Bitboard::from(Square::E2) | Bitboard::from(Square::E4));
        assert_eq!(moved.to_svg().matches("fill-opacity=\".6\"").count(), 2);
        let arrow = plain.clone().arrow(Square::E2, Square::E4).arrow(Square::A1, Square::A1);
        assert_eq!(arrow.to_svg().matches("fill-opacity=\".75\"").count(), 1, "an arrow on the spot is none");
        assert_eq!(plain.to_svg(), diagram("8/8/8/8/8/8/8/8 w - - 0 1").to_svg());
    }

    #[test]
    fn titles_are_text() {
        let svg = diagram("8/8/8/8/8/8/8/8 w - - 0 1").title("<script>\"a\" & b\u{1b}</script>\n").to_svg();
        assert!(svg.contains("<title>&lt;script&gt;&quot;a&quot; &amp; b&lt;/script&gt; </title>"));
    }
}
