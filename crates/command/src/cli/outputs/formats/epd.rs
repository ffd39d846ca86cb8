//! Positions, one to a line: FEN, or EPD with the game, the move before and the moves after it in its operations.
//!
//! The opcode `bm` has moves that are alternatives, so it is the first move only, and `pv` has the whole line. Where the
//! query found no move, there is no `bm`: the move played need not be a good one.

use super::marks::{mark_of_match, mark_of_position};
use super::{Format, FoundGame, Tools};
use std::fmt::Write as _;
use tabiya::chess::Color;
use tabiya::game::plain_tag;
use tabiya::puzzle::Puzzle;
use tabiya::{Game, Match};

/// The formats `epd` and `fen`.
#[derive(Debug)]
pub(crate) struct Epd {
    /// True if a line is a FEN and nothing else.
    pub(crate) fen: bool,
}

impl Format for Epd {
    fn wants_paths(&self) -> bool {
        !self.fen
    }

    fn mark(&self, game: &Game, matched: &Match) -> u64 {
        if self.fen { mark_of_position(game, matched.position) } else { mark_of_match(game, matched) }
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        let &FoundGame { file, game, found } = game;
        let matches = found.iter().flat_map(|found| found.matches.matches.iter().map(move |matched| (found, matched)));
        for (found, matched) in matches {
            let fen = game.fen(matched.position);
            if self.fen {
                let _ = writeln!(out, "{fen}");
                continue;
            }
            let mut fields = fen.split(' ');
            let position: Vec<&str> = fields.by_ref().take(4).collect();
            let _ = write!(out, "{}", position.join(" "));
            // A sequence that looks backwards begins elsewhere, and the move that gave mate was played before.
            let puzzle = Puzzle::of(game, matched).filter(|puzzle| puzzle.start == matched.position);
            let line = puzzle.map_or_else(Vec::new, |puzzle| puzzle.san(game, &mut tools.moves));
            if let Some(first) = line.first() {
                let _ = write!(out, " bm {first};");
            }
            for (opcode, counter) in ["hmvc", "fmvn"].into_iter().zip(fields) {
                let _ = write!(out, " {opcode} {counter};");
            }
            let id = format!("{file} {}", game.number());
            let (white, black) = (game.player(Color::White), game.player(Color::Black));
            let (white, black) = (plain_tag(white), plain_tag(black));
            let title = format!("{white} - {black}, {}, {}", game.date(), game.result());
            let mv = game.numbered_move(matched.position, &mut tools.moves);
            let values = found.query.columns.iter().zip(&matched.values);
            let values = values.map(|(name, value)| format!("{name}={value}"));
            let comments = [title, mv].into_iter().chain(values).enumerate();
            let comments = comments.map(|(i, text)| (format!("c{i}"), text)).filter(|(_, text)| !text.is_empty());
            for (opcode, text) in std::iter::once(("id".to_owned(), id)).chain(comments) {
                // EPD has no way to write a quote in a text.
                let text = text.replace('"', "'").replace(['\n', '\r'], " ");
                let _ = write!(out, " {opcode} \"{text}\";");
            }
            if line.len() > 1 {
                let _ = write!(out, " pv {};", line.join(" "));
            }
            out.push('\n');
        }
    }
}
