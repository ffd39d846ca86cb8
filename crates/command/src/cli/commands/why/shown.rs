//! Each filter of a query at one position, as a tree next to the board, or as JSON.

use super::{Form, NamedPosition, Task, WhyFormat, drawn, exit, failure, position};
use crate::cli::outputs::output;
use crate::cli::report::{Exit, Message, Report, interrupt};
use anstyle::{AnsiColor, Style};
use serde_json::{Value as Json, json};
use std::str::FromStr as _;
use tabiya::chess::{Bitboard, Color, Square};
use tabiya::game::plain_tag;
use tabiya::pipeline::{GameJob, NextText, Sources, Texts};
use tabiya::printable::line;
use tabiya::syntax::Severity;
use tabiya::{AtPosition, Game, Observation, Scratch, Stop, Value, Why};
use tabiya_diagram::{Diagram, TextStyle};
use tabiya_session::assist::why::{FilterRow, MOST_SQUARES, Row, cut, named, rows};

/// The least width of the tree next to a board.
const BESIDE: usize = 40;

/// Explains the queries at a position.
pub(super) fn explain(task: &Task, place: NamedPosition, sources: Sources, form: Form<'_>, report: &Report) -> Exit {
    let in_order = task.whys.iter().any(|why| why.must_run_in_order().is_some());
    // What earlier games leave behind counts as well.
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
            NextText::Halted(_) => return Exit::Interrupted,
        }
        let mut game = Game::new();
        game.parse(&job.raw);
        if game.number() == place.game {
            let found = (place, &game, &*job.file);
            return match form {
                Form::Filters(format) => show(task, found, &mut scratches, format, report),
                drawing => drawn::show(task, found, &mut scratches, drawing, report),
            };
        }
        for (why, scratch) in task.whys.iter().zip(&mut scratches) {
            if game.number() >= first && in_order && game.number() < place.game {
                let mut funnel = why.funnel();
                if let Err(error) = why.count(&job.file, &game, scratch, &task.options, &mut funnel) {
                    if interrupt::happened() {
                        return Exit::Interrupted;
                    }
                    report.say(&failure(why, &error, (&job.file, game.number())).message);
                    failed = true;
                }
            }
        }
    }
    if !failed {
        let message = Message::error("no-game", format!("there is no game {} in the input", place.game));
        report.say(&message.help("games are counted from 1 in each file, as `tabiya search` shows them"));
    }
    Exit::Error
}

fn show(
    task: &Task,
    found: (NamedPosition, &Game, &str),
    scratches: &mut [Scratch],
    format: WhyFormat,
    report: &Report,
) -> Exit {
    let (_, game, file) = found;
    let mut matches = true;
    let (mut text, mut objects) = (String::new(), Vec::new());
    for (why, scratch) in task.whys.iter().zip(scratches) {
        let Some(position) = position(found, why, report) else { return Exit::Error };
        let at = match why.at(game, position, scratch, &task.options) {
            Ok(at) => at,
            Err(_) if interrupt::happened() => return Exit::Interrupted,
            Err(error) => return report.refuse(&failure(why, &error, (file, game.number())).message),
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
    exit(super::print(&text, report), matches)
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
        let (white, black) = (plain_tag(white), plain_tag(black));
        let title = format!("{}  {} - {}{year}, {}", game.number(), line(&white), line(&black), game.result());
        let node = game.tree().node(position);
        let side = node.board.turn().fold_wb("White", "Black");
        out.push_str(&self.painted(Style::new().bold(), &title));
        out.push_str(&format!("\n  {}, {side} to move", self.named_long(position)));
        out.push_str(if at.matches { ": the query matches\n\n" } else { ": the query does not match\n\n" });
        let width = output::stdout_width();
        let beside = width.saturating_sub(Diagram::LINE_WIDTH + 5);
        let room = if beside < BESIDE { width.saturating_sub(2) } else { beside };
        let mut tree = Tree { shown: self, lines: Vec::new(), room };
        rows(at, game).iter().for_each(|row| tree.row(row));
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
}

impl Tree<'_, '_> {
    fn row(&mut self, row: &Row) {
        match row {
            Row::Filter(filter) => self.filter(filter),
            Row::Hidden { depth, count } => {
                self.lines.push(format!("{}({count} more, which match)", "  ".repeat(*depth)));
            }
        }
    }

    fn filter(&mut self, row: &FilterRow) {
        let indent = "  ".repeat(row.depth);
        let (sign, style) = match row.holds {
            Some(true) => ("✓", AnsiColor::Green.on_default()),
            Some(false) if row.decides => ("✗", AnsiColor::Red.on_default().bold()),
            Some(false) => ("✗", AnsiColor::Red.on_default()),
            None => ("·", Style::new().dimmed()),
        };
        // What no search asks for here is shown faintly.
        let style = if row.asked { style } else { Style::new().dimmed() };
        let value = match &row.value {
            _ if row.is_unknown() => "  (not evaluated)".into(),
            Some(value) => format!(" = {value}"),
            None => String::new(),
        };
        let note = if row.decides { "  <- fails here" } else { "" };
        let used = indent.len() + 2 + value.chars().count() + note.len();
        let text = cut(&row.text, self.room.saturating_sub(used).max(BESIDE / 2));
        let text = if row.decides { self.shown.painted(style, &text) } else { text };
        let note = self.shown.painted(style, note);
        self.lines.push(format!("{indent}{} {text}{value}{note}", self.shown.painted(style, sign)));
        for text in &row.notes {
            self.wrapped(text, row.depth);
        }
        if let Some((number, count)) = row.image {
            self.lines.push(format!("{indent}  transformed filter {number} of {count}:"));
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
