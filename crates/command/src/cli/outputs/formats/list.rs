//! For people: each game with its players, each match with its move, and why it matches. Foreign text is shown without
//! control characters, wherever the list goes.
//!
//! It is the format of pipes as well: `tabiya search ... | less` should show what the terminal shows. Programs name their
//! format.

use super::{Format, FoundGame, QueryMatches, Tools};
use anstyle::{AnsiColor, Style};
use std::fmt::Write as _;
use std::str::FromStr as _;
use tabiya::chess::{Bitboard, Color, Square};
use tabiya::game::plain_tag;
use tabiya::printable::line;
use tabiya::{Game, Match, SortValue, Value};
use tabiya_diagram::{Diagram, TextStyle};
use tabiya_session::Reasons;
use unicode_width::UnicodeWidthStr as _;

/// The width of the column of moves, in characters.
const MOVE_WIDTH: usize = 14;

/// The columns by which what continues a line is moved to the right.
const INDENT: usize = 6;

/// The least width of the text next to a board; with less room it is written above.
const BESIDE: usize = 40;

/// The format `list`.
#[derive(Debug)]
pub(crate) struct List {
    pub(crate) color: bool,
    /// True if there are several queries, so that names are needed.
    pub(crate) several_queries: bool,
    /// True if games come from several files, so that names are needed.
    pub(crate) several_files: bool,
    /// The width of the lines, in characters.
    pub(crate) width: usize,
    /// The style of the boards, if they are shown.
    pub(crate) boards: Option<TextStyle>,
}

/// A part of a line that is not broken inside words, with its style.
struct Part {
    style: Style,
    text: String,
}

impl Format for List {
    fn wants_comments(&self) -> bool {
        true
    }

    fn wants_paths(&self) -> bool {
        true
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        self.title(game, out);
        for found in game.found {
            if self.several_queries {
                let _ =
                    writeln!(out, "  {}{}{:#}", self.style(AnsiColor::Yellow), line(&found.query.name), Style::new());
            }
            // A value that no match has is one of the whole game.
            for (i, (key, value)) in found.query.sort_keys.iter().zip(&found.matches.sort_values).enumerate() {
                if value.is_none() || !found.matches.matches.iter().any(|matched| has_best(found, matched, i)) {
                    let value = value.as_ref().map_or_else(|| "none".into(), SortValue::to_string);
                    let _ = writeln!(out, "  {}: {}", line(&key.name), line(&value));
                }
            }
            let reasons = found.reasons();
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
        let (white, black) = (game.player(Color::White), game.player(Color::Black));
        let (white, black) = (plain_tag(white), plain_tag(black));
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
        game.write_move(matched.position, true, &mut tools.moves, &mut last);
        if last.is_empty() {
            last.push_str("start");
        }
        let pad = MOVE_WIDTH.saturating_sub(last.width());
        let mut parts = vec![Part { style: self.style(AnsiColor::Cyan), text: last }];
        let side = node.board.turn().fold_wb("White", "Black");
        let variation = if node.depth > 0 { ", in a variation" } else { "" };
        parts.push(Part { style: Style::new(), text: format!("{:pad$} {side} to move{variation}", "") });
        for (i, (key, value)) in found.query.sort_keys.iter().zip(&matched.sort_values).enumerate() {
            if let Some(value) = value.as_ref().filter(|_| has_best(found, matched, i)) {
                let text = format!("  {}: {}", line(&key.name), line(&value.to_string()));
                parts.push(Part { style: self.style(AnsiColor::Yellow), text });
            }
        }
        for (name, value) in found.query.columns.iter().zip(&matched.values) {
            let text = format!("  {}={}", line(name), line(&value.to_string()));
            parts.push(Part { style: Style::new(), text });
        }
        for reason in reasons.at(matched, game, &mut tools.moves) {
            parts.push(Part { style: self.style(AnsiColor::Green), text: format!("  {}", line(&reason)) });
        }
        let Some(style) = self.boards else { return write_parts(&parts, ("  ", self.width), out) };
        let board = diagram(game, matched).lines(style);
        let beside = self.width.saturating_sub(Diagram::LINE_WIDTH + 5);
        if beside < BESIDE {
            write_parts(&parts, ("  ", self.width), out);
            for text in &board {
                let _ = writeln!(out, "    {}", text.trim_end());
            }
        } else {
            let mut text = String::new();
            write_parts(&parts, ("", beside), &mut text);
            let (mut left, mut right) = (board.iter(), text.lines());
            loop {
                match (left.next(), right.next()) {
                    (None, None) => break,
                    (Some(board), None) => out.push_str(&format!("  {}\n", board.trim_end())),
                    (Some(board), Some(text)) => out.push_str(&format!("  {board}   {text}\n")),
                    (None, Some(text)) => out.push_str(&format!("  {:1$}   {text}\n", "", Diagram::LINE_WIDTH)),
                }
            }
        }
        out.push('\n');
    }
}

/// True if a match has the best value of a sort key. The number of matches belongs to the game.
fn has_best(found: &QueryMatches<'_>, matched: &Match, key: usize) -> bool {
    if found.query.sort_keys[key].match_count {
        return false;
    }
    let value = matched.sort_values.get(key).and_then(Option::as_ref);
    value.is_some() && value == found.matches.sort_values.get(key).and_then(Option::as_ref)
}

/// The board of a match, with the squares of the last move and those of the columns asked for.
fn diagram(game: &Game, matched: &Match) -> Diagram {
    let mut diagram = Diagram::new(&game.tree().node(matched.position).board);
    if let Some(mv) = game.tree().move_to(matched.position).filter(|mv| !mv.is_null()) {
        let origin = mv.origin().map_or(Bitboard::EMPTY, Bitboard::from);
        diagram = diagram.last_move(origin | Bitboard::from(mv.to));
    }
    for value in &matched.values {
        if let Value::Squares(squares) = value {
            diagram = diagram.mark(squares.iter().filter_map(|name| Square::from_str(name).ok()).collect());
        }
    }
    diagram
}

/// Writes parts as lines of a width, broken between words, with an indent before each line and more before the others.
fn write_parts(parts: &[Part], (indent, width): (&str, usize), out: &mut String) {
    out.push_str(indent);
    let mut column = indent.len();
    for part in parts {
        let style = part.style;
        let _ = write!(out, "{style}");
        for word in words(&part.text) {
            let wide = word.width();
            if column + word.trim_end().width() > width && column > indent.len() + INDENT {
                out.truncate(out.trim_end_matches(' ').len());
                // A line ends without a style, so that a pager can show any part of the list.
                let _ = write!(out, "{style:#}\n{indent}{:INDENT$}{style}", "");
                column = indent.len() + INDENT;
                if word == " " {
                    continue;
                }
            }
            out.push_str(word);
            column += wide;
        }
        let _ = write!(out, "{style:#}");
    }
    out.push('\n');
}

/// The words of a text with the spaces after them; the number of a move belongs to the move.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut end = 0;
        for word in rest.split_inclusive(' ') {
            end += word.len();
            if !(word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with(". ")) {
                break;
            }
        }
        let (word, behind) = rest.split_at(end);
        rest = behind;
        (!word.is_empty()).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(parts: &[&str], width: usize) -> String {
        let part = |text: &&str| Part { style: Style::new(), text: (*text).to_owned() };
        let mut out = String::new();
        write_parts(&parts.iter().map(part).collect::<Vec<_>>(), ("  ", width), &mut out);
        out
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        assert_eq!(written(&["1. e4", "  White to move"], 80), "  1. e4  White to move\n");
        let text = written(&["1. e4", "  next: 9 positions: 1... e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4"], 40);
        assert_eq!(text, "  1. e4  next: 9 positions: 1... e5\n        2. Nf3 Nc6 3. Bb5 a6 4. Ba4\n");
        assert!(text.lines().all(|line| line.len() <= 40));
        // A word that is wider than a line stays whole.
        let long = "x".repeat(50);
        assert!(written(&["1. e4 ", &long], 20).contains(&long));
    }
}
