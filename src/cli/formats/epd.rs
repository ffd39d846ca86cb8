//! Positions, one to a line: FEN, or EPD with the game and the move in its operations.

use super::{Format, FoundGame, Tools, rows_of};
use crate::cli::positions::{fen_at, value_text};
use crate::cli::rows::{numbered_move, plain};
use std::fmt::Write as _;
use tabiya::chess::Color;

/// The formats `epd` and `fen`.
#[derive(Debug)]
pub(crate) struct Epd {
    /// True if a line is a FEN and nothing else.
    pub(crate) fen: bool,
}

impl Format for Epd {
    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        for row in rows_of(game) {
            let fen = fen_at(row.game, row.matched.position);
            if self.fen {
                let _ = writeln!(out, "{fen}");
                continue;
            }
            let mut fields = fen.split(' ');
            let position: Vec<&str> = fields.by_ref().take(4).collect();
            let _ = write!(out, "{}", position.join(" "));
            for (opcode, counter) in ["hmvc", "fmvn"].into_iter().zip(fields) {
                let _ = write!(out, " {opcode} {counter};");
            }
            let id = format!("{} {}", row.file, row.game.number());
            let (white, black) = (plain(&row.game.player(Color::White)), plain(&row.game.player(Color::Black)));
            let game = format!("{white} - {black}, {}, {}", row.game.date(), row.game.result());
            let mv = numbered_move(row.game, row.matched.position, &mut tools.moves);
            let values = row.query.columns.iter().zip(&row.matched.values);
            let values = values.map(|(name, value)| format!("{name}={}", value_text(value)));
            let comments = [game, mv].into_iter().chain(values).enumerate();
            let comments = comments.map(|(i, text)| (format!("c{i}"), text)).filter(|(_, text)| !text.is_empty());
            for (opcode, text) in std::iter::once(("id".to_owned(), id)).chain(comments) {
                // EPD has no way to write a quote in a text.
                let text = text.replace('"', "'").replace(['\n', '\r'], " ");
                let _ = write!(out, " {opcode} \"{text}\";");
            }
            out.push('\n');
        }
    }
}
