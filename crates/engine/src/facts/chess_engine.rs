//! Chess engines: what a program that plays chess thinks of a position.

use crate::chess::{Board, Move};

/// What a position is worth for the side to move.
///
/// ```
/// use tabiya::Score;
///
/// assert_eq!(Score::Centipawns(-35).centipawns(), -35);
/// assert_eq!((Score::Mate(3).centipawns(), Score::Mate(0).centipawns()), (10_000, -10_000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in N moves (not plies) of the side to move, if positive; below 0, mate by the other side. 0: the side to move is mated.
    Mate(i32),
}

impl Score {
    /// What a mate counts in hundredths of a pawn, however many moves it takes. Nothing counts more.
    pub const MATE: i64 = 10_000;

    /// The score in hundredths of a pawn, from -10,000 to 10,000.
    pub fn centipawns(self) -> i64 {
        match self {
            Score::Centipawns(value) => i64::from(value).clamp(-Score::MATE, Score::MATE),
            Score::Mate(moves) if moves > 0 => Score::MATE,
            Score::Mate(_) => -Score::MATE,
        }
    }
}

/// A line of play that begins at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLine {
    /// What the position is worth if this line is played.
    pub score: Score,
    /// The moves that both sides then play, the first of the side to move. Empty where the game is over.
    pub moves: Vec<Move>,
}

/// A chess engine, asked by `engineeval`, `enginebest` and `enginedrop`. Threads ask it at the same time.
pub trait ChessEngine: std::fmt::Debug + Send + Sync {
    /// Up to this many lines (at least one) that begin with different moves, the best first. A position without legal moves has
    /// one line without moves: mate, or an even score. `None` if the position is one that engines cannot play from, because
    /// a king is missing, for example.
    ///
    /// An engine may think long. It is given up as soon as `halted` holds, which it asks several times in a second; once that
    /// holds, it holds for good.
    ///
    /// # Errors
    ///
    /// The error of the engine, in words: it cannot be started, or does not answer, or was given up.
    fn lines(&self, board: &Board, lines: u8, halted: &dyn Fn() -> bool) -> Result<Option<Vec<EngineLine>>, String>;
}
