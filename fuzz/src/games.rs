//! Games drawn at random: variations, comments, set-ups that never arose in a game, and now and then a fault.

use super::bytes::Bytes;
use super::dice::{Style, any_move, any_setup};
use std::fmt::Write as _;
use tabiya::chess::fen::{self, Setup};
use tabiya::chess::{Board, san};
use tabiya::game::{Game, RawGame};

const NAMES: [&str; 5] = ["Kasparov, G", "Fir", "Elm, B", "?", "Tal"];
const COMMENTS: [&str; 6] =
    ["a try", "[%clk 0:09:13]", "[%eval -1.25] dubious", "[%eval #3]", "cooked by 1.e4", "\u{e9}\u{2654} <main>"];
const TAGS: [(&str, &[&str]); 9] = [
    ("WhiteElo", &["2800", "0", "-"]),
    ("BlackElo", &["1500"]),
    ("Date", &["1998.03.??", "2003.12.31", "????.??.??"]),
    ("ECO", &["B10", "C"]),
    ("Site", &["Copse", ""]),
    ("Event", &["Open", "12 (m) 1st Prize"]),
    ("Annotator", &["Tabiya"]),
    ("Result", &["1-0", "1/2-1/2", "*"]),
    ("Variant", &["Chess960", "atomic", "crazyhouse", "giveaway", "kingofthehill", "racing kings", "horde"]),
];
/// Boards that any placement makes, and a few that test something.
const BOARDS: [&str; 8] = [
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
    "KQ5k/1Q5q/8/KK4kk/8/8/p6P/8 b - - 12 40",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "P6p/8/8/3NN3/3nn3/8/8/p6P w - - 0 1",
    "k7/8/1QK5/8/8/8/8/8 w - - 0 1",
];

/// A game as its reader gives it.
pub(crate) fn game(bytes: &mut Bytes<'_>) -> (String, Game) {
    let text = text(bytes);
    let mut game = Game::new();
    game.parse(&RawGame::from_bytes(text.as_bytes()));
    (text, game)
}

fn text(bytes: &mut Bytes<'_>) -> String {
    let mut out = format!("[White \"{}\"]\n[Black \"{}\"]\n", bytes.one(&NAMES), bytes.one(&NAMES));
    for (tag, values) in TAGS {
        let chance = if tag == "Variant" { 4 } else { 25 };
        if bytes.percent(chance) {
            let _ = writeln!(out, "[{tag} \"{}\"]", bytes.one(values));
        }
    }
    let start = match bytes.below(10) {
        0..5 => Setup::initial(),
        5..8 => Setup { board: any_setup(bytes, 20), halfmoves: 3, fullmoves: 7 },
        _ => fen::parse(BOARDS[bytes.below(BOARDS.len())]).unwrap_or_else(|_| Setup::initial()),
    };
    if start != Setup::initial() {
        let _ = writeln!(out, "[FEN \"{}\"]", fen::write(&start));
    }
    out.push('\n');
    if bytes.percent(10) {
        let _ = write!(out, "{{{}}} ", bytes.one(&COMMENTS));
    }
    let style = Style::nth(bytes.below(88));
    let plies = 4 + bytes.below(16);
    Line { style, left: 36 }.write(bytes, start.board, plies, 0, &mut out);
    out.push_str(["*", "1-0", "0-1", "1/2-1/2", ""][bytes.below(5)]);
    out.push('\n');
    out
}

struct Line {
    style: Style,
    /// The number of positions that may still be made.
    left: usize,
}

impl Line {
    /// Writes a line and the variations of its moves.
    fn write(&mut self, bytes: &mut Bytes<'_>, mut board: Board, plies: usize, depth: u32, out: &mut String) {
        for _ in 0..plies {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            if bytes.percent(1) {
                out.push_str("Qxz9 ");
                return;
            }
            let null = bytes.percent(2).then(|| san::null_move(&board));
            let Some(mv) = null.or_else(|| any_move(&board, bytes, self.style)) else { return };
            let before = board;
            board = before.play(&mv);
            out.push_str(before.turn().fold_wb("1. ", "1... "));
            san::write(&before, &mv, &board, &mut Vec::new(), out);
            out.push(' ');
            if bytes.percent(6) {
                let _ = write!(out, "{{{}}} ", bytes.one(&COMMENTS));
            }
            if bytes.percent(4) {
                let _ = write!(out, "${} ", bytes.below(150));
            }
            while depth < 3 && self.left > 0 && bytes.percent(12) {
                out.push_str("( ");
                let plies = 1 + bytes.below(5);
                self.write(bytes, before, plies, depth + 1, out);
                out.push_str(") ");
            }
        }
    }
}
