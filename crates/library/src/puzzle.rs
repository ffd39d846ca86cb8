//! A match as a puzzle: a position, and the moves that solve it.

use crate::chess::{Move, MoveList, san};
use crate::game::Game;
use crate::search::Match;

/// The tag of a game that is a puzzle itself, as in Lichess's collection.
pub const ID: &str = "PuzzleId";

/// A position of a game, and the moves that are to be found there. Positions are those of the game, by their ids.
///
/// ```
/// use tabiya::chess::MoveList;
/// use tabiya::puzzle::Puzzle;
/// use tabiya::{Game, Query};
///
/// let game = Game::from_pgn("1. f3 e5 2. g4 Qh4# 0-1");
/// for found in Query::parse("mate")?.matches(&game)? {
///     let puzzle = Puzzle::of(&game, found.matched()).expect("the move that gives mate");
///     assert_eq!((puzzle.start, puzzle.uci(&game)), (3, "d8h4".to_owned()));
///     assert_eq!(puzzle.san(&game, &mut MoveList::new()), ["Qh4#"]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub start: u32,
    /// The positions that the moves lead to, one after the other; none if the solution was not played.
    pub solution: Vec<u32>,
    /// The solution if it was not played: one move.
    pub unplayed: Option<Move>,
}

impl Puzzle {
    /// The puzzle of a match: the moves of its first sequence, from where they begin; without a sequence that has moves, the
    /// move that a filter among its conditions found ([`MatchDetails::found_move`](crate::MatchDetails::found_move)); and
    /// in a position that is mate, the move that gave it. None if the query found no move.
    pub fn of(game: &Game, matched: &Match) -> Option<Puzzle> {
        let (tree, position) = (game.tree().full(), matched.position);
        let played = matched.paths.first().map_or_else(Vec::new, |path| path.played(game));
        if let Some(&first) = played.first() {
            return Some(Puzzle { start: tree.parent(first)?, solution: played, unplayed: None });
        }
        if let Some(found) = matched.found_move {
            let played = tree.children(position).find(|&child| tree.move_to(child) == Some(&found));
            let unplayed = if played.is_none() { Some(found) } else { None };
            return Some(Puzzle { start: position, solution: played.into_iter().collect(), unplayed });
        }
        let mates = tree.is_check(position) && tree.is_stuck(position, &mut MoveList::new());
        let start = tree.parent(position).filter(|_| mates)?;
        Some(Puzzle { start, solution: vec![position], unplayed: None })
    }

    /// The move that the game goes on with after a match as a puzzle, for those who have other means to know that it solves
    /// one. None at the end of a line.
    pub fn of_next_move(game: &Game, matched: &Match) -> Option<Puzzle> {
        let next = game.tree().full().first_child(matched.position)?;
        Some(Puzzle { start: matched.position, solution: vec![next], unplayed: None })
    }

    /// The puzzle that a game is, if it comes from a collection of them: its first move is the opponent's.
    pub fn of_game(game: &Game) -> Option<Puzzle> {
        let moves = game.tree().mainline_len();
        let known = id(game).is_some() && moves > 2;
        known.then(|| Puzzle { start: 1, solution: (2..moves).collect(), unplayed: None })
    }

    /// The solution with numbers: `23... Kg8 24. Nh6+ Kh7`.
    pub fn line(&self, game: &Game, moves: &mut MoveList) -> String {
        let mut text = String::new();
        game.write_moves(&self.solution, moves, &mut text);
        if let Some(mv) = &self.unplayed {
            let dots = game.tree().board(self.start).turn().fold_wb(". ", "... ");
            text = format!("{}{dots}{}", game.move_number(self.start), self.unplayed_san(game, mv, moves));
        }
        text
    }

    /// The moves of the solution in SAN, without numbers.
    pub fn san(&self, game: &Game, moves: &mut MoveList) -> Vec<String> {
        let mut line = Vec::new();
        for &node in &self.solution {
            let mut text = String::new();
            game.tree().write_san(node, moves, &mut text);
            line.push(text);
        }
        line.extend(self.unplayed.map(|mv| self.unplayed_san(game, &mv, moves)));
        line
    }

    fn unplayed_san(&self, game: &Game, mv: &Move, moves: &mut MoveList) -> String {
        let (board, mut text) = (game.tree().board(self.start), String::new());
        san::write(board, mv, &board.play(mv), moves, &mut text);
        text
    }

    /// The moves of the solution as UCI writes them, with spaces between.
    pub fn uci(&self, game: &Game) -> String {
        let moves = self.solution.iter().filter_map(|&node| game.tree().move_to(node)).chain(&self.unplayed);
        moves.map(Move::uci).collect::<Vec<String>>().join(" ")
    }
}

/// The name of the puzzle that a game is, if it comes from a collection of them.
pub fn id(game: &Game) -> Option<&str> {
    game.tags().get(ID).filter(|id| !id.is_empty())
}
