//! The positions and moves of a game as people write them: FEN, and SAN with the numbers of the moves.

use super::Game;
use tabiya_chess::fen::{self, Setup};
use tabiya_chess::{Color, MoveList};

impl Game {
    /// The FEN of a position, with the counters that the moves of the game make.
    ///
    /// ```
    /// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
    /// use tabiya::game::{Game, RawGame};
    /// let mut game = Game::new();
    /// game.parse(&RawGame::from_bytes(b"1. e4 e5"));
    /// assert_eq!(game.fen(1), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// ```
    pub fn fen(&self, node: u32) -> String {
        let board = *self.tree().board(node);
        let setup = Setup { board, halfmoves: self.halfmoves(node), fullmoves: self.move_number(node) };
        match self.tree().situation(node) {
            Some(situation) => situation.write_fen(&setup),
            None => fen::write(&setup),
        }
    }

    /// Appends the move that led to a position, with its number: `12. Nf3`, and for Black `12... Nf6` if `numbered`, else
    /// `Nf6`. Nothing for the initial position. `moves` is memory that is used again.
    pub fn write_move(&self, node: u32, numbered: bool, moves: &mut MoveList, out: &mut String) {
        let tree = self.tree().full();
        let Some(above) = tree.parent(node) else { return };
        let before = tree.board(above);
        if numbered || before.turn() == Color::White {
            out.push_str(&self.move_number(above).to_string());
            out.push_str(before.turn().fold_wb(". ", "... "));
        }
        self.tree().write_san(node, moves, out);
    }

    /// Appends the moves that led to some positions, in the order of the game and with spaces between: `23... Kg8 24. Nh6+ Kh7`.
    /// Where moves between two of them are left out, the second one has its number: `17. Kf1 18... Kg7`.
    pub fn write_moves(&self, nodes: &[u32], moves: &mut MoveList, out: &mut String) {
        let mut last = None;
        for &node in nodes {
            if last.is_some() {
                out.push(' ');
            }
            self.write_move(node, last.is_none() || self.tree().full().parent(node) != last, moves, out);
            last = Some(node);
        }
    }

    /// The move that led to a position, with its number; empty for the initial position.
    pub fn numbered_move(&self, node: u32, moves: &mut MoveList) -> String {
        let mut text = String::new();
        self.write_move(node, true, moves, &mut text);
        text
    }
}
