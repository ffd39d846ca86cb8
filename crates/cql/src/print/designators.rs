//! Piece designators as text.

use crate::ast::{Designator, Pieces};
use tabiya_chess::{Bitboard, Square};

/// A piece designator as it is written in a query; it reads back as the same one.
pub fn designator_text(designator: &Designator) -> String {
    let Designator { pieces, squares } = *designator;
    if squares.is_empty() || pieces.0 == 0 {
        return "[]".to_owned();
    }
    let all = squares == Bitboard::FULL;
    if pieces == Pieces::ANY {
        return if all { "a-h1-8".to_owned() } else { squares_text(squares) };
    }
    let pieces = pieces_text(pieces);
    if all { pieces } else { pieces + &squares_text(squares) }
}

/// `R`, `[RQ]`, `A`
pub(crate) fn pieces_text(pieces: Pieces) -> String {
    const LETTERS: [char; 13] = ['P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k', '_'];
    let mut text = String::new();
    let mut rest = pieces.0;
    for (group, letter) in [(Pieces::WHITE, 'A'), (Pieces::BLACK, 'a')] {
        if rest & group.0 == group.0 {
            text.push(letter);
            rest &= !group.0;
        }
    }
    text.extend((0..13).filter(|bit| rest & 1 << bit != 0).map(|bit| LETTERS[bit]));
    if text.len() == 1 { text } else { format!("[{text}]") }
}

/// Roles of either colour: `Q`, `[NB]`
pub fn roles_text(pieces: Pieces) -> String {
    pieces_text(Pieces(pieces.0 & Pieces::WHITE.0))
}

/// `a1`, `a-h1-4`, `[a1,c-d5]`
fn squares_text(squares: Bitboard) -> String {
    let mut rest = squares;
    let mut parts = Vec::new();
    while let Some(first) = rest.first() {
        let rectangle = largest_rectangle(rest, first);
        parts.push(rectangle_text(rectangle));
        let [f1, f2, r1, r2] = rectangle;
        for rank in r1..=r2 {
            for file in f1..=f2 {
                rest.discard(Square::new(rank * 8 + file));
            }
        }
    }
    if parts.len() == 1 { parts.remove(0) } else { format!("[{}]", parts.join(",")) }
}

/// From a square to the right as far as possible, then upward: files and ranks.
fn largest_rectangle(squares: Bitboard, first: Square) -> [u32; 4] {
    let (f1, r1) = (u32::from(first) % 8, u32::from(first) / 8);
    let holds = |file: u32, rank: u32| file < 8 && rank < 8 && squares.contains(Square::new(rank * 8 + file));
    let f2 = (f1..8).take_while(|&file| holds(file, r1)).last().unwrap_or(f1);
    let r2 = (r1..8).take_while(|&rank| (f1..=f2).all(|file| holds(file, rank))).last().unwrap_or(r1);
    [f1, f2, r1, r2]
}

fn rectangle_text([f1, f2, r1, r2]: [u32; 4]) -> String {
    let file = |n: u32| char::from(b'a' + u8::try_from(n).unwrap_or(0));
    let files = if f1 == f2 { file(f1).to_string() } else { format!("{}-{}", file(f1), file(f2)) };
    let ranks = if r1 == r2 { format!("{}", r1 + 1) } else { format!("{}-{}", r1 + 1, r2 + 1) };
    files + &ranks
}
