//! The check of puzzles by a chess engine: at each move of the solver, one move alone wins.

use crate::cli::report::interrupt;
use std::sync::{Arc, OnceLock};
use tabiya::chess::{Board, Move, MoveList};
use tabiya::puzzle::Puzzle;
use tabiya::{ChessEngine, EngineLine, Game, Match, Score};

/// A position is won for the side to move from here on, in hundredths of a pawn.
const WON: i64 = 200;

/// An engine that checks puzzles.
#[derive(Debug)]
pub(crate) struct OnlyMoves {
    engine: Arc<dyn ChessEngine>,
    /// Its first error.
    wrong: OnceLock<String>,
}

impl OnlyMoves {
    pub(crate) fn new(engine: Arc<dyn ChessEngine>) -> OnlyMoves {
        OnlyMoves { engine, wrong: OnceLock::new() }
    }

    /// The error of the engine, if there was one: puzzles were left out because of it.
    pub(crate) fn wrong(&self) -> Option<&str> {
        self.wrong.get().map(String::as_str)
    }

    /// True if a match is a puzzle with one solution.
    pub(crate) fn passes(&self, game: &Game, matched: &Match) -> bool {
        let puzzle = Puzzle::of_game(game).or_else(|| Puzzle::of(game, matched));
        puzzle.or_else(|| Puzzle::of_next_move(game, matched)).is_some_and(|puzzle| self.is_sound(game, &puzzle))
    }

    /// The engine's two best lines, or one where one move alone is legal; none if the engine has not given them.
    fn two_lines(&self, board: &Board) -> Option<Vec<EngineLine>> {
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        let lines = self.engine.lines(board, 2, &interrupt::happened).and_then(|lines| match lines {
            Some(lines) if lines.len() < moves.len().min(2) => {
                Err("the engine gives one line where two were asked for (`MultiPV`)".to_owned())
            }
            lines => Ok(lines),
        });
        lines.unwrap_or_else(|wrong| {
            // A run that has ended does not tell of puzzles that it would have looked at.
            let _ = if interrupt::happened() { Ok(()) } else { self.wrong.set(wrong) };
            None
        })
    }

    /// True if each move of the solver is the engine's best and wins, and the second best does not. Where the solution mates,
    /// the best mates and the second does not, however well it wins; the last move may be any of several mates.
    fn is_sound(&self, game: &Game, puzzle: &Puzzle) -> bool {
        let tree = game.tree().full();
        let played = |&node: &u32| Some((*tree.board(tree.parent(node)?), *tree.move_to(node)?));
        let unplayed = puzzle.unplayed.map(|mv| (*tree.board(puzzle.start), mv));
        let moves: Vec<(Board, Move)> = puzzle.solution.iter().filter_map(played).chain(unplayed).collect();
        let mut list = MoveList::new();
        let mates = match (puzzle.solution.last(), unplayed) {
            (Some(&last), _) => tree.is_check(last) && tree.is_stuck(last, &mut list),
            (None, Some((board, mv))) => {
                Some(board.play(&mv)).is_some_and(|end| end.is_check() && !end.has_legal_move(&mut list))
            }
            (None, None) => return false,
        };
        moves.iter().enumerate().step_by(2).all(|(i, (board, mv))| {
            let Some(lines) = self.two_lines(board) else { return false };
            let wins = |score: Score| if mates { matches!(score, Score::Mate(1..)) } else { score.centipawns() >= WON };
            let Some((best, others)) = lines.split_first() else { return false };
            if mates && i + 1 == moves.len() {
                return wins(best.score);
            }
            best.moves.first() == Some(mv) && wins(best.score) && others.iter().all(|other| !wins(other.score))
        })
    }
}
