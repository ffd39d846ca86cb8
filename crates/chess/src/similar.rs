//! Positions up to symmetry: boards that are alike have the same shape.
//!
//! Without pawns two boards are alike if a rotation or reflection makes one of the other. With pawns they are alike if
//! a shift to the side does, perhaps after a mirror from left to right. The side to move must be the same; rights to
//! castle and to capture en passant do not count.
//!
//! The normal form is the least of eight images without pawns, the lesser of two mirror images with pawns, each shifted
//! to the left edge; so a lookup takes the same time however many boards are kept.

use crate::{Bitboard, Board, Color, Role};
use std::collections::HashMap;

/// The pieces of a board: squares by colour, then by role.
type PieceSets = [Bitboard; 7];

/// The properties that similar boards share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Shape {
    pieces: PieceSets,
    turn: Color,
}

/// Boards to which others may be similar, each with the number of the game that it comes from. A look-up takes the same time however
/// many boards there are; each kind of board takes about 80 bytes.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::fen;
/// use tabiya::chess::similar::Models;
///
/// let board = |text: &str| fen::parse(text).unwrap().board;
/// let mut models = Models::new(true);
/// models.add(&board("8/2k5/8/2P5/8/3K4/8/8 w - - 0 1"), 7);
/// assert_eq!(models.similar_game(&board("8/7k/8/7P/8/6K1/8/8 w - - 0 1")), Some(7), "mirrored and shifted");
/// assert_eq!(models.similar_game(&board("8/8/2k5/8/2P5/8/3K4/8 w - - 0 1")), None, "a pawn on another rank");
/// ```
#[derive(Clone, Debug)]
pub struct Models {
    shapes: HashMap<Shape, u64>,
    /// True if symmetries count.
    symmetric: bool,
    /// Bit n: some model has n men. It distinguishes most boards.
    counts: u128,
    /// The highest number of a game.
    last_game: u64,
}

impl Models {
    /// No positions yet. `symmetric`: whether boards are alike when a symmetry makes one of the other.
    pub fn new(symmetric: bool) -> Models {
        Models { shapes: HashMap::new(), symmetric, counts: 0, last_game: 0 }
    }

    /// Adds a board; of boards that are alike the first counts.
    pub fn add(&mut self, board: &Board, game: u64) {
        self.counts |= 1 << board.occupied().count();
        self.last_game = self.last_game.max(game);
        self.shapes.entry(self.shape(board)).or_insert(game);
    }

    /// The highest number of a game of which a board was added; 0 without boards.
    pub fn last_game(&self) -> u64 {
        self.last_game
    }

    /// The first game with a board like this one.
    pub fn similar_game(&self, board: &Board) -> Option<u64> {
        if self.counts >> board.occupied().count() & 1 == 0 {
            return None;
        }
        self.shapes.get(&self.shape(board)).copied()
    }

    fn shape(&self, board: &Board) -> Shape {
        let mut pieces = [board.by_color(Color::White); 7];
        for (set, role) in pieces[1..].iter_mut().zip(Role::ALL) {
            *set = board.by_role(role);
        }
        let pieces = match (self.symmetric, board.by_role(Role::Pawn).any()) {
            (false, _) => pieces,
            (true, true) => leftmost(pieces).min(leftmost(pieces.map(Bitboard::flip_horizontal))),
            (true, false) => dihedral(pieces),
        };
        Shape { pieces, turn: board.turn() }
    }
}

/// Shifts everything to the left until a piece stands on the first file.
fn leftmost(pieces: PieceSets) -> PieceSets {
    let all = pieces[1..].iter().fold(0, |all, set| all | set.0);
    let first = (0..8).find(|file| all & (0x0101_0101_0101_0101 << file) != 0).unwrap_or(0);
    pieces.map(|set| Bitboard(set.0 >> first))
}

/// The least of the eight rotations and reflections.
fn dihedral(pieces: PieceSets) -> PieceSets {
    let turned = pieces.map(Bitboard::flip_diagonal);
    let images = [pieces, turned].into_iter().flat_map(|pieces| {
        let mirrored = pieces.map(Bitboard::flip_horizontal);
        [pieces, mirrored, pieces.map(Bitboard::flip_vertical), mirrored.map(Bitboard::flip_vertical)]
    });
    images.min().unwrap_or(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Dihedral;
    use crate::{Square, fen};

    fn board(text: &str) -> Board {
        fen::parse(text).expect("a board").board
    }

    fn alike(a: &str, b: &str) -> bool {
        let mut models = Models::new(true);
        models.add(&board(a), 7);
        models.similar_game(&board(b)) == Some(7)
    }

    #[test]
    fn without_pawns_all_eight_symmetries_count() {
        let model = board("8/2k5/8/3Q4/8/8/6K1/8 w - - 0 1");
        let mut models = Models::new(true);
        models.add(&model, 1);
        for symmetry in Dihedral::ALL {
            let mut image = Board::empty();
            for square in model.occupied() {
                let to = symmetry.apply(Bitboard::from(square)).single_square().expect("one square");
                image.put(to, model.piece_at(square).expect("a piece"));
            }
            assert_eq!(models.similar_game(&image), Some(1), "{symmetry:?}");
            image.set_turn(Color::Black);
            assert_eq!(models.similar_game(&image), None);
        }
        assert!(!alike("8/2k5/8/3Q4/8/8/6K1/8 w - - 0 1", "8/3k4/8/4Q3/8/8/7K/8 w - - 0 1"), "a shift");
    }

    #[test]
    fn with_pawns_the_mirror_and_shifts_to_the_side_count() {
        let model = "8/2k5/8/2P5/8/3K4/8/8 w - - 0 1";
        assert!(alike(model, "8/k7/8/P7/8/1K6/8/8 w - - 0 1"), "a shift");
        assert!(alike(model, "8/7k/8/7P/8/6K1/8/8 w - - 0 1"), "a mirror and a shift");
        assert!(!alike(model, "8/8/2k5/8/2P5/8/3K4/8 w - - 0 1"), "a shift downwards");
        assert!(!alike(model, "8/8/3K4/8/2P5/8/2k5/8 w - - 0 1"), "a mirror of the ranks");
        assert!(!alike(model, "8/2k5/8/2p5/8/3K4/8/8 w - - 0 1"), "another colour");
        let mut exact = Models::new(false);
        exact.add(&board(model), 1);
        assert_eq!(exact.similar_game(&board("8/k7/8/P7/8/1K6/8/8 w - - 0 1")), None);
        let mut same = board(model);
        same.set_en_passant(Some(Square::A3));
        assert_eq!(exact.similar_game(&same), Some(1));
    }
}
