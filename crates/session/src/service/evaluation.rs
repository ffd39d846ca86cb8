//! How the chess engine of the server evaluates of a position.

use super::fields::{answers, asks};
use super::requests::position;
use super::{Failure, Kind, Service};
use serde::Serialize;
use tabiya::chess::{Board, Color, Move, MoveList, fen, san};
use tabiya::{ChessEngine as _, Score};

/// The most lines that are given.
const LINES: u8 = 10;
/// The most moves of a line.
const MOVES: usize = 12;

asks! {
    /// A position, and the number of lines.
    pub EvaluationAsked {
        /// As FEN.
        fen: String;
        /// One, if it is not given.
        lines: Option<u8>
    }
}

answers! {
    /// What a chess engine thinks of a position.
    Evaluation {
        /// What the engine calls itself.
        engine: String,
        /// The best first; none where no game can be played.
        lines: Vec<EngineLine>
    }

    /// A line that it would play.
    EngineLine {
        /// Its score in hundredths of a pawn, from White's side; 10,000 for mate.
        cp: i64,
        /// The number of moves to mate, if there is one: negative if Black mates, 0 after mate.
        mate: Option<i64>,
        /// The moves in SAN, with numbers.
        moves: String
    }
}

impl Service {
    /// The best lines from a position, with scores from White's side.
    pub fn evaluate(&self, asked: &EvaluationAsked) -> Result<impl Serialize + use<>, Failure> {
        let Some(engine) = &self.settings.engine else {
            let failure = Failure::new(Kind::Missing, "no-engine", "the server has no chess engine");
            return Err(failure.help("start it with --engine and a program that speaks UCI, such as stockfish"));
        };
        let setup = position(&asked.fen)?;
        let failed = |wrong: String| Failure::new(Kind::Unavailable, "engine", wrong);
        let lines = engine
            .lines(&setup.board, asked.lines.unwrap_or(1).clamp(1, LINES), &self.settings.ends)
            .map_err(failed)?;
        let name = engine.name().map_err(failed)?;
        let lines = lines.iter().flatten().map(|line| engine_line(line, &setup)).collect();
        Ok(Evaluation { engine: name.to_owned(), lines })
    }
}

fn engine_line(line: &tabiya::EngineLine, setup: &fen::Setup) -> EngineLine {
    let whites = |value: i64| setup.board.turn().fold_wb(value, -value);
    let mate = if let Score::Mate(moves) = line.score { Some(whites(moves.into())) } else { None };
    let moves = numbered(&line.moves[..line.moves.len().min(MOVES)], &setup.board, setup.fullmoves);
    EngineLine { cp: whites(line.score.centipawns()), mate, moves }
}

/// `23... Kg8 24. Nh6+ Kh7`.
fn numbered(moves: &[Move], board: &Board, number: u32) -> String {
    let (mut board, mut number, mut text, mut list) = (*board, number.max(1), String::new(), MoveList::new());
    for (i, mv) in moves.iter().enumerate() {
        let white = board.turn() == Color::White;
        if i > 0 {
            text.push(' ');
        }
        if white || i == 0 {
            text += &format!("{number}{} ", if white { "." } else { "..." });
        }
        let after = board.play(mv);
        san::write(&board, mv, &after, &mut list, &mut text);
        number += u32::from(!white);
        board = after;
    }
    text
}
