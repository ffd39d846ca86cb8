//! For people: each game with its players, each match with its move, and why it matches. Foreign text is shown without
//! control characters, wherever the list goes.

use super::reasons::Reasons;
use super::{Format, FoundGame, QueryMatches, Tools};
use crate::cli::positions::{push_move, value_text};
use anstyle::{AnsiColor, Style};
use std::fmt::Write as _;
use tabiya::chess::Color;
use tabiya::printable::line;
use tabiya::{Game, Match, SortValue};
use unicode_width::UnicodeWidthStr as _;

/// The width of the column of moves, in characters.
const MOVE_WIDTH: usize = 14;

/// The format `list`.
#[derive(Debug)]
pub(crate) struct List {
    pub(crate) color: bool,
    /// True if there are several queries, so that names are needed.
    pub(crate) several_queries: bool,
    /// True if games come from several files, so that names are needed.
    pub(crate) several_files: bool,
}

impl Format for List {
    fn wants_comments(&self) -> bool {
        true
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        self.title(game, out);
        for found in game.found {
            if self.several_queries {
                let _ =
                    writeln!(out, "  {}{}{:#}", self.style(AnsiColor::Yellow), line(&found.query.name), Style::new());
            }
            let keys = found.query.sort_keys.iter().zip(&found.matches.sort_values);
            for (key, value) in keys {
                let value = value.as_ref().map_or_else(|| "none".into(), SortValue::to_string);
                let _ = writeln!(out, "  {}: {}", line(&key.name), line(&value));
            }
            let reasons = Reasons::new(found);
            for matched in &found.matches.matches {
                self.matched(game.game, found, matched, &reasons, tools, out);
            }
        }
    }
}

impl List {
    fn style(&self, color: AnsiColor) -> Style {
        if self.color { color.on_default() } else { Style::new() }
    }

    /// `12  Tal, Mihail - Botvinnik, Mikhail, 1960, 1-0`
    fn title(&self, found: &FoundGame<'_>, out: &mut String) {
        let game = found.game;
        let bold = if self.color { Style::new().bold() } else { Style::new() };
        let file = if self.several_files { format!("{} ", line(found.file)) } else { String::new() };
        let year = game.year().map(|year| format!(", {year}")).unwrap_or_default();
        let name = |color| game.player(color).replace("\\\"", "\"").replace("\\\\", "\\");
        let (white, black) = (name(Color::White), name(Color::Black));
        let (white, black) = (line(&white), line(&black));
        let _ = writeln!(out, "{bold}{file}{}  {white} - {black}{year}, {}{bold:#}", game.number(), game.result());
    }

    /// `  23. Nf5+      Black to move  next: 3 positions: 23... Kg8 24. Nh6+`
    fn matched(
        &self,
        game: &Game,
        found: &QueryMatches<'_>,
        matched: &Match,
        reasons: &Reasons<'_>,
        tools: &mut Tools,
        out: &mut String,
    ) {
        let node = game.tree().node(matched.position);
        let mut last = String::new();
        push_move(game, matched.position, true, &mut tools.moves, &mut last);
        if last.is_empty() {
            last.push_str("start");
        }
        let pad = MOVE_WIDTH.saturating_sub(last.width());
        let side = node.board.turn().fold_wb("White", "Black");
        let cyan = self.style(AnsiColor::Cyan);
        let _ = write!(out, "  {cyan}{last}{cyan:#}{:pad$} {side} to move", "");
        if node.depth > 0 {
            out.push_str(", in a variation");
        }
        for (name, value) in found.query.columns.iter().zip(&matched.values) {
            let _ = write!(out, "  {}={}", line(name), line(&value_text(value)));
        }
        let green = self.style(AnsiColor::Green);
        for reason in reasons.at(matched.position, game, &mut tools.moves) {
            let _ = write!(out, "  {green}{}{green:#}", line(&reason));
        }
        out.push('\n');
    }
}
