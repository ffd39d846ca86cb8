//! Notes that `tabiya rewrite` adds to games: evaluations of a chess engine, marks of a query, and the sign of a novelty.

use crate::cli::games::conditions;
use crate::cli::options::rewrite_args::RewriteArgs;
use crate::cli::report::{Message, Report, interrupt};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tabiya::chess::Color;
use tabiya::game::{Cut, Part, Repairer};
use tabiya::novelty::{NoveltyOptions, novelties};
use tabiya::pipeline::{GameJob, RunOptions, Sources};
use tabiya::uci::UciEngine;
use tabiya::{ChessEngine as _, QuerySet, RunControl, Score, Scratch, SearchOptions};
use tabiya_session::service::Marker;

/// The sign of a novelty.
const NOVELTY: u32 = 146;

/// The additions to each game.
#[derive(Default)]
pub(super) struct Notes {
    engine: Option<Arc<UciEngine>>,
    /// True if evaluations of the games are left out, so that the engine gives all.
    evaluates_all: bool,
    marks: Option<Marks>,
    /// The ply of its novelty, by the file and the number of the game.
    novelties: FxHashMap<(Arc<str>, u64), u32>,
}

impl Notes {
    /// Finds the novelties of the inputs, if they are wanted, and remembers the engine.
    pub(super) fn of(args: &RewriteArgs, inputs: &Sources, control: &Arc<RunControl>) -> Result<Notes, Message> {
        let engine = &args.reading.engine;
        let mut notes = Notes {
            engine: engine.engine(args.reading.json_diagnostics).filter(|_| args.add_evals),
            evaluates_all: args.without.iter().any(|part| matches!(part, Part::Evals | Part::Comments)),
            ..Notes::default()
        };
        let Some(old) = &args.mark_novelties else { return Ok(notes) };
        let again = inputs.again().ok_or_else(|| {
            let message =
                Message::error("read-once", "the games are read twice to find their novelties, and a stream only once");
            message.help("write the games to a file first, and name that")
        })?;
        let options = NoveltyOptions { run: RunOptions::new().control(control), ..NoveltyOptions::default() };
        novelties(Sources::from(old), again, &options, &mut (), |found| {
            notes.novelties.insert((found.game.file, found.game.number), found.ply);
        })?;
        Ok(notes)
    }

    /// Plans the query whose matches are marked. Errors have been reported if this gives nothing.
    pub(super) fn mark(&mut self, args: &RewriteArgs, control: &Arc<RunControl>, report: &Report) -> Option<()> {
        let Some(query) = &args.marks else { return Some(()) };
        let set = conditions::plan(&[query], &args.reading, report)??;
        let Some(marker) = Marker::new(&set.queries()[0], &args.reading.options()) else {
            let text = "--marks: a query that keeps something from game to game marks nothing";
            report.say(&Message::error("no-marks", text).help("leave out its persistent variables"));
            return None;
        };
        let options = SearchOptions { paths: true, control: Arc::clone(control), ..SearchOptions::default() };
        self.marks = Some(Marks { set, marker, options, scratches: Vec::new() });
        Some(())
    }

    /// Adds what belongs to the part that is kept of a game.
    ///
    /// # Errors
    ///
    /// If the engine or the query fails.
    pub(super) fn add(&mut self, repairer: &mut Repairer, job: &GameJob, cut: Cut) -> Result<(), Message> {
        let moves = repairer.game().tree().mainline_len();
        let kept = cut.from + 1..cut.to.map_or(moves, |to| to.saturating_add(1).min(moves));
        let novelty = self.novelties.get(&(Arc::clone(&job.file), job.raw.number));
        novelty.filter(|ply| kept.contains(ply)).into_iter().for_each(|&ply| repairer.add_nag(ply, NOVELTY));
        if let Some(marks) = &mut self.marks {
            marks.add(repairer)?;
        }
        let Some(engine) = &self.engine else { return Ok(()) };
        for node in kept {
            let game = repairer.game();
            // Engines know the rules of chess only.
            if game.evaluation(node).is_some() && !self.evaluates_all || game.tree().situation(node).is_some() {
                continue;
            }
            let board = *game.tree().board(node);
            let lines = engine.lines(&board, 1, &interrupt::happened).map_err(|error| {
                Message::error("engine", error).help("no game is written; choose another engine with --engine")
            })?;
            let score = lines.and_then(|lines| lines.first().map(|line| line.score));
            if let Some(text) = score.and_then(|score| eval(score, board.turn())) {
                repairer.add_comment(node, &text);
            }
        }
        Ok(())
    }
}

/// A query whose matches are marked.
struct Marks {
    set: QuerySet,
    marker: Marker,
    options: SearchOptions,
    scratches: Vec<Scratch>,
}

impl Marks {
    /// Adds the squares and arrows of the matches in a game.
    fn add(&mut self, repairer: &mut Repairer) -> Result<(), Message> {
        let found = self.set.search_game(repairer.game(), &mut self.scratches, &self.options).swap_remove(0);
        let found = found.map_err(|error| {
            Message::error("query-failed", format!("--marks: {}", error.message)).help("no game is written")
        })?;
        for (node, commands) in self.marker.commands(repairer.game(), &found) {
            repairer.add_comment(node, &commands);
        }
        Ok(())
    }
}

/// The command of an evaluation, which is White's; none after mate, which needs none.
fn eval(score: Score, turn: Color) -> Option<String> {
    let white = |n: i32| turn.fold_wb(n, n.saturating_neg());
    match score {
        Score::Mate(0) => None,
        Score::Mate(moves) => Some(format!("[%eval #{}]", white(moves))),
        Score::Centipawns(n) => {
            let sign = if white(n) < 0 { "-" } else { "" };
            Some(format!("[%eval {sign}{}.{:02}]", n.unsigned_abs() / 100, n.unsigned_abs() % 100))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_those_of_white() {
        let text = |score, turn| eval(score, turn).unwrap_or_default();
        assert_eq!(text(Score::Centipawns(35), Color::White), "[%eval 0.35]");
        assert_eq!(text(Score::Centipawns(205), Color::Black), "[%eval -2.05]");
        assert_eq!(text(Score::Centipawns(-7), Color::Black), "[%eval 0.07]");
        assert_eq!(text(Score::Mate(3), Color::Black), "[%eval #-3]");
        assert_eq!(text(Score::Mate(-3), Color::Black), "[%eval #3]");
        assert_eq!(text(Score::Mate(0), Color::White), "");
    }
}
