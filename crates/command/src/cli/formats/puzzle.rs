//! A match as a puzzle: a position, and the moves that solve it.

use sha2::{Digest as _, Sha256};
use tabiya::chess::{Move, MoveList};
use tabiya::{Game, Match};

/// The tag of a game that is a puzzle itself.
pub(crate) const ID: &str = "PuzzleId";

/// A position of a game, and the moves that are to be found there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Puzzle {
    /// The position.
    pub(crate) start: u32,
    /// The positions that the moves lead to, one after the other.
    pub(crate) solution: Vec<u32>,
}

impl Puzzle {
    /// The puzzle of a match: the moves of its first sequence, from where they begin; without a sequence that has moves,
    /// the move that the game goes on with. None if there is no such move.
    pub(crate) fn of(game: &Game, matched: &Match) -> Option<Puzzle> {
        let tree = game.tree().full();
        let played = matched.paths.first().map_or_else(Vec::new, |path| path.played(game));
        let solution = if played.is_empty() { vec![tree.first_child(matched.position)?] } else { played };
        Some(Puzzle { start: tree.parent(*solution.first()?)?, solution })
    }

    /// The puzzle that a game is, if it comes from a collection of them: its first move is the opponent's.
    pub(crate) fn of_game(game: &Game) -> Option<Puzzle> {
        let moves = game.tree().mainline_len();
        let known = id(game).is_some() && moves > 2;
        known.then(|| Puzzle { start: 1, solution: (2..moves).collect() })
    }

    /// The solution with numbers: `23... Kg8 24. Nh6+ Kh7`.
    pub(crate) fn line(&self, game: &Game, moves: &mut MoveList) -> String {
        let mut text = String::new();
        game.write_moves(&self.solution, moves, &mut text);
        text
    }

    /// The moves of the solution in SAN, without numbers.
    pub(crate) fn san(&self, game: &Game, moves: &mut MoveList) -> Vec<String> {
        let san = |&node: &u32| {
            let mut text = String::new();
            game.tree().write_san(node, moves, &mut text);
            text
        };
        self.solution.iter().map(san).collect()
    }

    /// The moves of the solution as UCI writes them, with blanks between.
    pub(crate) fn uci(&self, game: &Game) -> String {
        let moves = self.solution.iter().filter_map(|&node| game.tree().move_to(node));
        moves.map(Move::uci).collect::<Vec<String>>().join(" ")
    }

    /// A number that is the same for puzzles with the same pieces on the same squares, the same side to move and the same
    /// solution.
    pub(crate) fn mark(&self, game: &Game) -> u64 {
        mark(&game.fen(self.start), &self.uci(game))
    }
}

/// The same for a match without a solution: it is told by its position.
pub(crate) fn mark_of_match(game: &Game, matched: &Match) -> u64 {
    Puzzle::of(game, matched).map_or_else(|| mark_of_position(game, matched.position), |puzzle| puzzle.mark(game))
}

/// The same for a position alone.
pub(crate) fn mark_of_position(game: &Game, position: u32) -> u64 {
    mark(&game.fen(position), "")
}

fn mark(fen: &str, solution: &str) -> u64 {
    let mut fields = fen.split(' ');
    let mut hash = Sha256::new();
    for part in [fields.next().unwrap_or_default(), fields.next().unwrap_or_default(), solution] {
        hash.update(part);
        hash.update([0_u8]);
    }
    hash.finalize().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The name of the puzzle that a game is, if it comes from a collection of them.
pub(crate) fn id(game: &Game) -> Option<&str> {
    game.tags().get(ID).filter(|id| !id.is_empty())
}
