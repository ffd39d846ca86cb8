//! The evaluator: what a chess engine thinks of positions.

use super::evaluator::Evaluator;
use crate::chess::{MoveList, san};
use crate::facts::EngineLine;
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
        let wrong = match engine.lines(self.board(node), 1, &|| self.control.halted().is_some()) {
            Ok(lines) => return lines?.into_iter().next(),
            Err(wrong) => wrong,
        };
        match self.control.halted() {
            Some(halt) => self.halt(halt, node),
            None => {
                let help = "check `--engine`: it names a chess engine that speaks UCI, such as stockfish";
                self.fail(node, wrong, Some(help));
            }
        }
        None
    }
}
