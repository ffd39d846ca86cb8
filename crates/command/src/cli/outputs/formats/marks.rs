//! The numbers by which puzzles and positions are told apart, so that each is written once.

use sha2::{Digest as _, Sha256};
use tabiya::puzzle::Puzzle;
use tabiya::{Game, Match};

/// A number that is the same for puzzles with the same pieces on the same squares, the same side to move and the same
/// solution.
pub(crate) fn mark_of_puzzle(game: &Game, puzzle: &Puzzle) -> u64 {
    mark(&game.fen(puzzle.start), &puzzle.uci(game))
}

/// The same for a match without a solution: it is told by its position.
pub(crate) fn mark_of_match(game: &Game, matched: &Match) -> u64 {
    Puzzle::of(game, matched)
        .map_or_else(|| mark_of_position(game, matched.position), |puzzle| mark_of_puzzle(game, &puzzle))
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
