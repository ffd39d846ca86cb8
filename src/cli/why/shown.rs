//! Each filter of a query at one position, as a tree beside the board, or as JSON.

use super::super::Exit;
use super::super::output;
use super::super::report::{Message, Report};
use super::{Place, Task, WhyFormat, cut, exit, failure};
use anstyle::{AnsiColor, Style};
use serde_json::{Value as Json, json};
use std::str::FromStr as _;
use tabiya::chess::{Bitboard, Color, MoveList, Square};
use tabiya::game::plain_tag;
use tabiya::pipeline::{GameJob, NextText, Sources, Texts};
use tabiya::printable::line;
use tabiya::syntax::Severity;
use tabiya::{AtPosition, Game, Observation, Scratch, SequenceProgress, Stop, Value, Why};
use tabiya_diagram::{Diagram, TextStyle};

/// The least width of the tree beside a board.
const BESIDE: usize = 40;

/// The number of squares that are named one by one.
const MOST_SQUARES: usize = 8;

/// So many moves of a match are shown.
const MOST_MOVES: usize = 8;

/// So many filters of one kind are shown below another one; of more, only those that do not match.
const MOST_PARTS: usize = 16;

/// Explains the queries at a position.
pub(super) fn explain(task: &Task, place: Place, sources: Sources, format: WhyFormat, report: &Report) -> Exit {
    let in_order = task.whys.iter().any(|why| why.must_run_in_order().is_some());
    // What earlier games leave behind counts, too.
    let first = if in_order { 1 } else { place.game };
    let mut texts =
        Texts::new(sources.only((first.max(task.range.0), place.game.min(task.range.1))), &task.options.control);
    let (mut job, mut failed) = (GameJob::default(), false);
    let mut scratches: Vec<Scratch> = task.whys.iter().map(|_| Scratch::new()).collect();
    loop {
        match texts.next(&mut job) {
            NextText::Game => {}
            NextText::Message(message) => {
                failed |= message.severity == Severity::Error;
                report.say(&message);
                continue;
            }
            NextText::End => break,
        }
        let mut game = Game::new();
        game.parse(&job.raw);
        if game.number() == place.game {
            return show(task, place, (&game, &job.file), &mut scratches, format, report);
        }
        for (why, scratch) in task.whys.iter().zip(&mut scratches) {
            if game.number() >= first && in_order && game.number() < place.game {
                let mut funnel = why.funnel();
                if let Err(error) = why.count(&job.file, &game, scratch, &task.options, &mut funnel) {
                    report.say(&failure(why, &error, (&job.file, game.number())));
                    failed = true;
                }
            }
        }
    }
    if super::interrupt::happened() {
        return Exit::Interrupted;
    }
    if !failed {
        let message = Message::error("no-game", format!("there is no game {} in the input", place.game));
        report.say(&message.help("games are counted from 1 in each file, as `tabiya search` shows them"));
    }
    Exit::Error
}

fn show(
    task: &Task,
    place: Place,
    (game, file): (&Game, &str),
    scratches: &mut [Scratch],
    format: WhyFormat,
    report: &Report,
) -> Exit {
    let mut matches = true;
    let (mut text, mut objects) = (String::new(), Vec::new());
    for (why, scratch) in task.whys.iter().zip(scratches) {
        let position = match place.find(game, why) {
            Ok(position) => position,
            Err(message) => {
                let message = Message { game: Some(place.game), ..Message::error("no-position", message).file(file) };
                report.say(&message.help("write GAME:PLY, GAME:MOVE and w or b, or GAME:#POSITION"));
                return Exit::Error;
            }
        };
        let at = match why.at(game, position, scratch, &task.options) {
            Ok(at) => at,
            Err(error) => {
                report.say(&failure(why, &error, (file, place.game)));
                return Exit::Error;
            }
        };
        matches &= at.matches;
        match format {
            WhyFormat::Json => objects.push(json!({
                "query": why.query().source().name,
                "file": file,
                "game": game.number(),
                "position": position,
                "move": named(game, position),
                "fen": game.fen(position),
                "matches": at.matches,
                "filters": at.parts.iter().map(|part| object(part, game)).collect::<Vec<_>>(),
            })),
            WhyFormat::Text => {
                if !text.is_empty() {
                    text.push('\n');
                }
                if task.whys.len() > 1 {
                    text.push_str(&format!("{}\n", line(&why.query().source().name)));
                }
                Shown { game, color: output::stdout_takes_colors() }.position((position, &at), why, &mut text);
            }
        }
    }
    if format == WhyFormat::Json {
        text = format!("{:#}\n", json!({ "queries": objects }));
    }
    exit(super::print(&text, report), false, false, matches)
}

/// The move that led to a position; `start` at the beginning.
fn named(game: &Game, position: u32) -> String {
    let text = game.numbered_move(position, &mut MoveList::new());
    if text.is_empty() { "start".into() } else { text }
}

/// A position of a game as text for people.
struct Shown<'g> {
    game: &'g Game,
    color: bool,
}

impl Shown<'_> {
    fn style(&self, style: Style) -> Style {
        if self.color { style } else { Style::new() }
    }

    fn painted(&self, style: Style, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let style = self.style(style);
        format!("{style}{text}{style:#}")
    }

    fn position(&self, (position, at): (u32, &AtPosition), why: &Why, out: &mut String) {
        let game = self.game;
        let year = game.year().map(|year| format!(", {year}")).unwrap_or_default();
        let (white, black) = (game.player(Color::White), game.player(Color::Black));
        let (white, black) = (plain_tag(&white), plain_tag(&black));
        let title = format!("{}  {} - {}{year}, {}", game.number(), line(&white), line(&black), game.result());
        let node = game.tree().node(position);
        let side = node.board.turn().fold_wb("White", "Black");
        out.push_str(&self.painted(Style::new().bold(), &title));
        out.push_str(&format!("\n  {}, {side} to move", self.named_long(position)));
        out.push_str(if at.matches { ": the query matches\n\n" } else { ": the query does not match\n\n" });
        let width = output::stdout_width();
        let beside = width.saturating_sub(Diagram::LINE_WIDTH + 5);
        let room = if beside < BESIDE { width.saturating_sub(2) } else { beside };
        let mut tree = Tree { shown: self, lines: Vec::new(), room, failed: false };
        at.parts.iter().for_each(|part| tree.part(part, 0));
        if at.parts.is_empty() {
            tree.lines.push(format!("{} has no filters", line(&why.query().source().name)));
        }
        let style = TextStyle { color: self.color, ascii: false };
        let board = self.diagram(position, at).lines(style);
        if beside < BESIDE {
            board.iter().for_each(|row| out.push_str(&format!("  {}\n", row.trim_end())));
            out.push('\n');
            tree.lines.iter().for_each(|row| out.push_str(&format!("  {row}\n")));
            return;
        }
        let (mut left, mut right) = (board.iter(), tree.lines.iter());
        loop {
            match (left.next(), right.next()) {
                (None, None) => break,
                (Some(board), None) => out.push_str(&format!("  {}\n", board.trim_end())),
                (Some(board), Some(row)) => out.push_str(&format!("  {board}   {row}\n")),
                (None, Some(row)) => out.push_str(&format!("  {:1$}   {row}\n", "", Diagram::LINE_WIDTH)),
            }
        }
    }

    /// `position 83, after 42. Rh7#`
    fn named_long(&self, position: u32) -> String {
        let variation = if self.game.tree().node(position).depth > 0 { " in a variation" } else { "" };
        match position {
            0 => "position 0, at the start".into(),
            _ => format!("position {position}, after {}{variation}", named(self.game, position)),
        }
    }

    /// The board with the last move, and the squares of the filter that decides.
    fn diagram(&self, position: u32, at: &AtPosition) -> Diagram {
        let tree = self.game.tree();
        let mut diagram = Diagram::new(&tree.node(position).board);
        if let Some(mv) = tree.move_to(position).filter(|mv| !mv.is_null()) {
            let origin = mv.origin().map_or(Bitboard::EMPTY, Bitboard::from);
            diagram = diagram.last_move(origin | Bitboard::from(mv.to));
        }
        for part in at.parts.iter().filter(|part| part.holds == Some(true)) {
            if let Some(Value::Squares(squares)) = &part.value
                && squares.len() <= MOST_SQUARES
            {
                diagram = diagram.mark(squares.iter().filter_map(|name| Square::from_str(name).ok()).collect());
            }
        }
        diagram
    }
}

/// The lines of a tree of filters.
struct Tree<'s, 'g> {
    shown: &'s Shown<'g>,
    lines: Vec<String>,
    room: usize,
    /// True if the filter that decides has been marked.
    failed: bool,
}

impl Tree<'_, '_> {
    fn part(&mut self, part: &Observation, depth: usize) {
        let indent = "  ".repeat(depth);
        // If no image matches, the mark stands inside the image that comes furthest.
        let inside = part.image.is_some() && part.parts.iter().any(decides);
        let decides = decides(part) && !inside && !self.failed;
        let (sign, style) = match part.holds {
            Some(true) => ("✓", AnsiColor::Green.on_default()),
            Some(false) if decides => ("✗", AnsiColor::Red.on_default().bold()),
            Some(false) => ("✗", AnsiColor::Red.on_default()),
            None => ("·", Style::new().dimmed()),
        };
        // What no search asks for here is shown faintly.
        let style = if part.asked { style } else { Style::new().dimmed() };
        let value = self.value(part);
        let note = if decides { "  <- fails here" } else { "" };
        let used = indent.len() + 2 + value.chars().count() + note.len();
        let text = cut(&line(&part.text), self.room.saturating_sub(used).max(BESIDE / 2));
        let text = if decides { self.shown.painted(style, &text) } else { text };
        let note = self.shown.painted(style, note);
        self.lines.push(format!("{indent}{} {text}{value}{note}", self.shown.painted(style, sign)));
        self.failed |= decides;
        if let Some(run) = &part.run {
            for text in self.run(run) {
                self.wrapped(&text, depth);
            }
        }
        if let Some((number, count)) = part.image {
            self.lines.push(format!("{indent}  image {number} of {count}:"));
        }
        let shown = |inner: &&Observation| part.parts.len() <= MOST_PARTS || inner.holds == Some(false);
        let hidden = part.parts.len() - part.parts.iter().filter(shown).count();
        for inner in part.parts.iter().filter(shown) {
            // An image with several filters has a line for each of them.
            match part.image {
                Some(_) if !inner.parts.is_empty() && inner.run.is_none() && inner.value.is_none() => {
                    inner.parts.iter().for_each(|inner| self.part(inner, depth + 1));
                }
                _ => self.part(inner, depth + 1),
            }
        }
        if hidden > 0 {
            self.lines.push(format!("{indent}  ({hidden} more, which match)"));
        }
    }

    fn wrapped(&mut self, text: &str, depth: usize) {
        let indent = "  ".repeat(depth + 1);
        let room = self.room.saturating_sub(indent.len()).max(BESIDE / 2);
        let mut row = String::new();
        for word in text.split(' ') {
            if !row.is_empty() && row.chars().count() + 1 + word.chars().count() > room {
                self.lines.push(format!("{indent}{row}"));
                row.clear();
                row.push_str("  ");
            } else if !row.is_empty() {
                row.push(' ');
            }
            row.push_str(word);
        }
        self.lines.push(format!("{indent}{row}"));
    }

    /// ` = e4 f5`, ` = 31`; nothing if there is no value.
    fn value(&self, part: &Observation) -> String {
        if part.holds.is_none() && part.value.is_none() {
            return "  (not evaluated)".into();
        }
        let text = match &part.value {
            None => return String::new(),
            // A test says so by its sign.
            Some(Value::None) if part.holds.is_some() => return String::new(),
            Some(Value::None) => "no value".into(),
            Some(Value::True) => return String::new(),
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Text(text)) => format!("\"{}\"", cut(&line(text), 32)),
            Some(Value::Position(id)) => self.position(*id),
            Some(Value::Squares(squares)) => match squares.len() {
                0 => "no squares".into(),
                more if more > MOST_SQUARES => format!("{} ... ({more} squares)", squares[..4].join(" ")),
                _ => squares.join(" "),
            },
        };
        format!(" = {text}")
    }

    fn position(&self, id: u32) -> String {
        match id < self.shown.game.tree().len() {
            true => format!("the position after {}", named(self.shown.game, id)).replace("after start", "at the start"),
            false => "an imagined position".into(),
        }
    }

    fn run(&self, run: &SequenceProgress) -> Vec<String> {
        if run.unknown {
            return vec!["its filters have effects, so its runs cannot be followed".into()];
        }
        let mut lines = Vec::new();
        if run.banned {
            lines.push("banned: an earlier match contains this position".into());
        }
        match &run.matched {
            Some(positions) => {
                let moves = self.moves(positions);
                let length = run.value.unwrap_or_default();
                lines.push(format!("longest match: length {length}{moves}"));
                if run.out_of_range {
                    lines.push(format!("the length {length} is not in the range of the filter"));
                }
                lines.extend(run.ended.as_ref().map(|stop| match stop.position {
                    None => "not longer: no position is left".into(),
                    Some(_) => format!("not longer: {}", self.stop(run, stop)),
                }));
            }
            None => lines.extend(run.failed.as_ref().map(|stop| self.stop(run, stop))),
        }
        lines
    }

    /// `constituent 3 of 4 (move from N to g5) fails at 43... Rh8`
    fn stop(&self, run: &SequenceProgress, stop: &Stop) -> String {
        let text = run.constituents.get(stop.constituent - 1).map_or("", String::as_str);
        let reached = format!(
            "reached constituent {} of {} (`{}`)",
            stop.constituent,
            run.constituents.len(),
            cut(&line(text), 40)
        );
        match stop.position {
            Some(0) => format!("{reached}, which fails at the start"),
            Some(position) => format!("{reached}, which fails after {}", named(self.shown.game, position)),
            None => format!("{reached}, but no position is left for it"),
        }
    }

    fn moves(&self, positions: &[u32]) -> String {
        let mut text = String::new();
        let mut moves = MoveList::new();
        for (i, &position) in positions.iter().take(MOST_MOVES).enumerate() {
            text.push_str(if i == 0 { ": " } else { " " });
            match position {
                0 => text.push_str("start"),
                _ => self.shown.game.write_move(position, i == 0, &mut moves, &mut text),
            }
        }
        if positions.len() > MOST_MOVES {
            text.push_str(" …");
        }
        text
    }
}

/// True if a filter is asked in a search and does not match.
fn decides(part: &Observation) -> bool {
    part.asked && part.holds == Some(false)
}

fn object(part: &Observation, game: &Game) -> Json {
    let stop = |stop: &Stop| {
        json!({
            "constituent": stop.constituent,
            "filter": stop.filter,
            "position": stop.position,
            "move": stop.position.map(|position| named(game, position)),
        })
    };
    json!({
        "text": part.text,
        "span": [part.span.start, part.span.end],
        "holds": part.holds,
        "asked": part.asked,
        "value": part.value.as_ref().map(|value| match value {
            Value::None => Json::Null,
            Value::True => json!(true),
            Value::Number(number) => json!(number),
            Value::Text(text) => json!(text),
            Value::Squares(squares) => json!(squares),
            Value::Position(id) => json!({ "position": id }),
        }),
        "image": part.image.map(|(number, count)| json!({ "number": number, "of": count })),
        "sequence": part.run.as_ref().filter(|run| !run.unknown).map(|run| json!({
            "constituents": run.constituents,
            "matched": run.matched,
            "value": run.value,
            "out_of_range": run.out_of_range,
            "banned": run.banned,
            "failed": run.failed.as_ref().map(stop),
            "ended": run.ended.as_ref().map(stop),
        })),
        "filters": part.parts.iter().map(|inner| object(inner, game)).collect::<Vec<_>>(),
    })
}
