//! The evaluator: clocks and evaluations: those that comments tell, and what a chess engine thinks of positions.

use super::evaluator::Evaluator;
use crate::chess::{Color, MoveList, san};
use crate::facts::{EngineLine, Score};
use crate::game::commands::Eval;
use crate::syntax::catalogue::NumberOp;

impl Evaluator<'_> {
    /// The evaluation from White's side.
    pub(super) fn engine_eval(&mut self, node: u32) -> Option<i64> {
        let line = self.engine_line(node)?;
        let score = line.score.centipawns();
        Some(self.board(node).turn().fold_wb(score, -score))
    }

    /// The best move, as chess players write it; none where the game is over.
    pub(super) fn engine_best(&mut self, node: u32) -> Option<String> {
        let best = *self.engine_line(node)?.moves.first()?;
        let (board, mut text) = (*self.board(node), String::new());
        san::write(&board, &best, &board.play(&best), &mut MoveList::new(), &mut text);
        Some(text)
    }

    /// What the last move cost its side: by the evaluations of the game, if it has both, else by the engine's.
    pub(super) fn engine_drop(&mut self, node: u32) -> Option<i64> {
        if let Some(drop) = self.eval_drop(node) {
            return Some(drop);
        }
        let before = self.view.parent(node)?;
        let drop = self.engine_eval(before)? - self.engine_eval(node)?;
        Some(self.board(before).turn().fold_wb(drop, -drop))
    }

    /// The best line. Games of variants with rules of their own have none: the engine knows the usual rules.
    fn engine_line(&mut self, node: u32) -> Option<EngineLine> {
        let engine = self.plan.advisers.engine.as_ref()?;
        if self.view.situation(node).is_some() || !self.pay(NumberOp::EngineEval.row(), node) {
            return None;
        }
        let wrong = match engine.lines(self.board(node), 1, &|| self.context.control.halted().is_some()) {
            Ok(lines) => return lines?.into_iter().next(),
            Err(wrong) => wrong,
        };
        match self.context.control.halted() {
            Some(halt) => self.halt(halt, node),
            None => {
                let help = "check `--engine`: it names a chess engine that speaks UCI, such as stockfish";
                self.fail(node, wrong, Some(help));
            }
        }
        None
    }

    /// The time that a side has left, by the last comment that tells it.
    pub(super) fn last_clock(&mut self, color: Color, node: u32) -> Option<i64> {
        let mut place = node;
        loop {
            let clock = if self.board(place).turn() != color { self.game.clock(place) } else { None };
            if clock.is_some() || !self.spend(1, place) {
                return clock;
            }
            place = self.view.parent(place)?;
        }
    }

    /// The evaluation that the comment gives, from White's side, in hundredths of a pawn; a mate counts as [`Score::MATE`].
    pub(super) fn evaluation(&self, node: u32) -> Option<i64> {
        Some(match self.game.evaluation(node)? {
            Eval::Centipawns(value) => value,
            // A mate that has been given has no side in its number: it is the side to move that has lost.
            Eval::Mate(0) => self.board(node).turn().fold_wb(-Score::MATE, Score::MATE),
            Eval::Mate(moves) => moves.signum() * Score::MATE,
        })
    }

    /// The drop of the evaluation caused by the last move, from its side's point of view, in hundredths of a pawn;
    /// nothing counts more than a mate.
    pub(super) fn eval_drop(&self, node: u32) -> Option<i64> {
        let score = |node| Some(self.evaluation(node)?.clamp(-Score::MATE, Score::MATE));
        let before = self.view.parent(node)?;
        let drop = score(before)? - score(node)?;
        Some(self.board(before).turn().fold_wb(drop, -drop))
    }
}
