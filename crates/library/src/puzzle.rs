//! A match as a puzzle: a position, and the moves that solve it.

use crate::chess::{Move, MoveList};
use crate::game::Game;
use crate::search::Match;

/// The tag of a game that is a puzzle itself, as in Lichess's collection.
pub const ID: &str = "PuzzleId";

/// A position of a game, and the moves that are to be found there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub start: u32,
    /// The positions that the moves lead to, one after the other.
    pub solution: Vec<u32>,
}

impl Puzzle {
    /// The puzzle of a match: the moves of its first sequence, from where they begin; without a sequence that has moves,
    /// the move that the game goes on with. None if there is no such move.
    pub fn of(game: &Game, matched: &Match) -> Option<Puzzle> {
        let tree = game.tree().full();
        let played = matched.paths.first().map_or_else(Vec::new, |path| path.played(game));
        let solution = if played.is_empty() { vec![tree.first_child(matched.position)?] } else { played };
        Some(Puzzle { start: tree.parent(*solution.first()?)?, solution })
    }

    /// The puzzle that a game is, if it comes from a collection of them: its first move is the opponent's.
    pub fn of_game(game: &Game) -> Option<Puzzle> {
        let moves = game.tree().mainline_len();
        let known = id(game).is_some() && moves > 2;
        known.then(|| Puzzle { start: 1, solution: (2..moves).collect() })
    }

    /// The solution with numbers: `23... Kg8 24. Nh6+ Kh7`.
    pub fn line(&self, game: &Game, moves: &mut MoveList) -> String {
        let mut text = String::new();
        game.write_moves(&self.solution, moves, &mut text);
        text
    }

    /// The moves of the solution in SAN, without numbers.
    pub fn san(&self, game: &Game, moves: &mut MoveList) -> Vec<String> {
        let san = |&node: &u32| {
            let mut text = String::new();
            game.tree().write_san(node, moves, &mut text);
            text
        };
        self.solution.iter().map(san).collect()
    }

    /// The moves of the solution as UCI writes them, with blanks between.
    pub fn uci(&self, game: &Game) -> String {
        let moves = self.solution.iter().filter_map(|&node| game.tree().move_to(node));
        moves.map(Move::uci).collect::<Vec<String>>().join(" ")
    }
}

/// The name of the puzzle that a game is, if it comes from a collection of them.
pub fn id(game: &Game) -> Option<&str> {
    game.tags().get(ID).filter(|id| !id.is_empty())
}
