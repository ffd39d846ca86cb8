//! Why a query matches at a position, or why not: its filters with their values there.

use super::failure::Failure;
use super::queries::{QueryText, errors};
use super::utf16::Text;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::time::Duration;
use tabiya::chess::MoveList;
use tabiya::printable::line;
use tabiya::syntax::ast::Span;
use tabiya::{
    Game, Observation, QueryOptions, RunControl, RunError, Scratch, SearchOptions, SequenceProgress, Stop, Value, Why,
};

/// The time that one game may take.
const TIME: Duration = Duration::from_secs(20);

/// A sequence with more moves is cut.
const MOST_MOVES: usize = 12;

/// A filter of the query.
#[derive(Debug, Serialize)]
pub(super) struct Part {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<usize>,
    depth: usize,
    holds: Option<bool>,
    /// False if a search would not come to it here.
    asked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    squares: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// The options of a search in one game, which ends in time.
pub(super) fn one_game() -> SearchOptions {
    let control = Arc::new(RunControl::with_time_limit(TIME));
    SearchOptions { comments: true, paths: true, constituents: true, control, ..SearchOptions::default() }
}

/// The reason why a query cannot be asked of a game.
pub(super) fn failed(error: &RunError) -> Failure {
    let failure = Failure::conflict("query-failed", format!("position {}: {}", error.position, error.message));
    match &error.help {
        Some(help) => failure.help(help.clone()),
        None => failure,
    }
}

/// The parts of a query at a position.
pub(super) fn why(query: &QueryText, game: &Game, node: u32, options: &QueryOptions) -> Result<Json, Failure> {
    let refused = |error: tabiya::QueryError| Failure::query(errors(&query.text, &error));
    let parsed = query.parse(options).map_err(refused)?;
    // A position in a variation is explained wherever the query says that it looks.
    let in_variation = node < game.tree().len() && game.tree().node(node).depth > 0;
    let variations = if in_variation { Some(true) } else { options.variations };
    let why = Why::new(parsed, &QueryOptions { variations, ..options.clone() }).map_err(refused)?;
    if node >= why.positions(game) {
        return Err(Failure::missing("no-position", format!("the game has no position {node}")));
    }
    let (mut scratch, search) = (Scratch::new(), one_game());
    let at = why.at(game, node, &mut scratch, &search).map_err(|error| failed(&error))?;
    let mut parts = Parts { text: &query.text, game, all: Vec::new() };
    at.parts.iter().for_each(|part| parts.push(part, 0));
    let mut json = json!({"matches": at.matches, "parts": parts.all});
    if let Some(reason) = why.must_run_in_order() {
        json["order"] = format!("{reason}; here the game is asked by itself").into();
    }
    Ok(json)
}

struct Parts<'q> {
    text: &'q str,
    game: &'q Game,
    all: Vec<Part>,
}

impl Parts<'_> {
    fn push(&mut self, part: &Observation, depth: usize) {
        let (from, to) = self.place(part.span);
        let squares = match &part.value {
            Some(Value::Squares(squares)) => Some(squares.clone()),
            _ => None,
        };
        let mut notes = part.run.as_ref().map(|run| self.run(run)).unwrap_or_default();
        if let Some((number, count)) = part.image {
            notes.push(format!("image {number} of {count}"));
        }
        if part.holds.is_none() && part.value.is_none() {
            notes.push("not evaluated here".into());
        }
        let note = (!notes.is_empty()).then(|| notes.join("; "));
        self.all.push(Part {
            text: line(&part.text).into_owned(),
            from,
            to,
            depth,
            holds: part.holds,
            asked: part.asked,
            value: self.value(part),
            squares,
            note,
        });
        part.parts.iter().for_each(|inner| self.push(inner, depth + 1));
    }

    /// The place of a filter in the text, if it has one.
    fn place(&self, span: Span) -> (Option<usize>, Option<usize>) {
        if span.end <= span.start || span.end as usize > self.text.len() {
            return (None, None);
        }
        let (from, to) = Text(self.text).span(span);
        (Some(from), Some(to))
    }

    fn value(&self, part: &Observation) -> Option<String> {
        Some(match part.value.as_ref()? {
            // A test says so by its truth.
            Value::True => return None,
            Value::None if part.holds.is_some() => return None,
            Value::None => "no value".into(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => format!("\"{}\"", line(text)),
            Value::Position(id) => self.position(*id),
            Value::Squares(squares) if squares.is_empty() => "no squares".into(),
            Value::Squares(squares) => squares.join(" "),
        })
    }

    fn position(&self, id: u32) -> String {
        match id {
            0 => "the position at the start".into(),
            id if id < self.game.tree().len() => format!("the position after {}", self.named(id)),
            _ => "an imagined position".into(),
        }
    }

    fn named(&self, id: u32) -> String {
        self.game.numbered_move(id, &mut MoveList::new())
    }

    /// How far a sequence came.
    fn run(&self, run: &SequenceProgress) -> Vec<String> {
        if run.unknown {
            return vec!["its filters have effects, so its runs cannot be followed".into()];
        }
        let mut notes = Vec::new();
        if run.banned {
            notes.push("banned: an earlier match contains this position".into());
        }
        match &run.matched {
            Some(positions) => {
                let length = run.value.unwrap_or_default();
                notes.push(format!("longest match: length {length}{}", self.moves(positions)));
                if run.out_of_range {
                    notes.push(format!("the length {length} is not in the range of the filter"));
                }
                notes.extend(run.ended.as_ref().map(|stop| match stop.position {
                    None => "not longer: no position is left".into(),
                    Some(_) => format!("not longer: {}", self.stop(run, stop)),
                }));
            }
            None => notes.extend(run.failed.as_ref().map(|stop| self.stop(run, stop))),
        }
        notes
    }

    fn stop(&self, run: &SequenceProgress, stop: &Stop) -> String {
        let text = run.constituents.get(stop.constituent - 1).map_or("", String::as_str);
        let reached = format!("reached constituent {} of {} ({})", stop.constituent, run.constituents.len(), line(text));
        match stop.position {
            Some(0) => format!("{reached}, which fails at the start"),
            Some(position) => format!("{reached}, which fails after {}", self.named(position)),
            None => format!("{reached}, but no position is left for it"),
        }
    }

    fn moves(&self, positions: &[u32]) -> String {
        let (mut text, mut moves) = (String::new(), MoveList::new());
        for (i, &position) in positions.iter().take(MOST_MOVES).enumerate() {
            text.push_str(if i == 0 { ": " } else { " " });
            match position {
                0 => text.push_str("start"),
                _ => self.game.write_move(position, i == 0, &mut moves, &mut text),
            }
        }
        if positions.len() > MOST_MOVES {
            text.push_str(" …");
        }
        text
    }
}
