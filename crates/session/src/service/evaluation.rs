//! What the chess engine beside the server thinks of a position.

use super::requests::position;
use super::{Failure, Kind, Service};
use serde::Deserialize;
use serde_json::{Value, json};
use tabiya::chess::{Board, Color, Move, MoveList, fen, san};
use tabiya::{ChessEngine as _, EngineLine, Score};

/// The most lines that are given.
const LINES: u8 = 10;
/// The most moves of a line.
const MOVES: usize = 12;

/// A position, and the number of lines.
#[derive(Debug, Deserialize)]
pub struct EvaluationAsked {
    /// The position as FEN.
    fen: String,
    #[serde(default = "one")]
    lines: u8,
}

fn one() -> u8 {
    1
}

impl Service {
    /// The best lines from a position, with scores from White's side.
    pub fn evaluate(&self, asked: &EvaluationAsked) -> Result<Value, Failure> {
        let Some(engine) = &self.settings.engine else {
            let failure = Failure::new(Kind::Missing, "no-engine", "the server has no chess engine");
            return Err(failure.help("start it with --engine and a program that speaks UCI, such as stockfish"));
        };
        let setup = position(&asked.fen)?;
        let failed = |wrong: String| Failure::new(Kind::Unavailable, "engine", wrong);
        let lines = engine.lines(&setup.board, asked.lines.clamp(1, LINES), &self.settings.ends).map_err(failed)?;
        let name = engine.name().map_err(failed)?;
        let lines: Vec<Value> = lines.iter().flatten().map(|line| line_json(line, &setup)).collect();
        Ok(json!({"engine": name, "lines": lines}))
    }
}

fn line_json(line: &EngineLine, setup: &fen::Setup) -> Value {
    let whites = |value: i64| setup.board.turn().fold_wb(value, -value);
    let mate = if let Score::Mate(moves) = line.score { Some(whites(moves.into())) } else { None };
    let moves = numbered(&line.moves[..line.moves.len().min(MOVES)], &setup.board, setup.fullmoves);
    json!({"cp": whites(line.score.centipawns()), "mate": mate, "moves": moves})
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
