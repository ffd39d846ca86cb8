//! The position that moves lead to, from text such as `1.e4 e5 2.Nf3`.

use crate::chess::san::{self, San};
use crate::chess::{Board, Move, MoveList};
use std::fmt;

/// Moves from the first position of chess, and the position that they lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// The position after them.
    pub board: Board,
}

/// Text that is not a sequence of legal moves from the first position of chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The word that cannot be read as a move, or that is not a legal one.
    pub word: String,
    /// The number of moves before it.
    pub moves: usize,
    /// The error; none if it is written as no move is.
    pub reason: Option<String>,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(f, "illegal move `{}`: {reason}", self.word),
            None => write!(f, "`{}` is not a move", self.word),
        }
    }
}

impl std::error::Error for LineError {}

impl Line {
    /// The moves as people write them.
    pub fn sans(&self) -> Vec<String> {
        let (mut board, mut scratch) = (Board::initial(), MoveList::new());
        let write = |mv: &Move| {
            let (mut text, after) = (String::new(), board.play(mv));
            san::write(&board, mv, &after, &mut scratch, &mut text);
            board = after;
            text
        };
        self.moves.iter().map(write).collect()
    }

    /// Reads moves in any of the spellings that PGN has, or as UCI writes them, with or without numbers.
    ///
    /// ```
    /// use tabiya::openings::Line;
    /// let line = Line::read("1.e4 e5 2. Nf3 b8c6")?;
    /// assert_eq!(line.moves.len(), 4);
    /// assert_eq!(Line::read("e4 e5 Ke3").unwrap_err().to_string(), "illegal move `Ke3`: no king can reach e3");
    /// # Ok::<(), tabiya::openings::LineError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first word that is not a legal move.
    pub fn read(text: &str) -> Result<Line, LineError> {
        let mut line = Line { moves: Vec::new(), board: Board::initial() };
        for word in text.split_whitespace() {
            let wrong = |reason| LineError { word: word.to_owned(), moves: line.moves.len(), reason };
            let Some(mv) = read_word(word, &line.board).map_err(wrong)? else { continue };
            line.board = line.board.play(&mv);
            line.moves.push(mv);
        }
        Ok(line)
    }
}

/// The move that a word stands for; none if it is the number of a move.
///
/// # Errors
///
/// The error; none if it is written as no move is.
pub(crate) fn read_word(word: &str, board: &Board) -> Result<Option<Move>, Option<String>> {
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    // `0-0` and `0000` are moves.
    let text = if unnumbered.starts_with('.') { unnumbered.trim_start_matches('.') } else { word };
    if text.is_empty() || unnumbered.is_empty() && text.len() < 4 {
        return Ok(None);
    }
    let (san, rest) = San::scan(text.as_bytes()).map(|(san, len)| (san, &text[len..])).ok_or(None)?;
    if !rest.chars().all(|sign| "+#!?".contains(sign)) {
        return Err(None);
    }
    san.find(board).map(|found| Some(found.mv)).map_err(|error| Some(error.to_string()))
}
