//! What the filters of a query are at a position, as rows of words: next to the board in the terminal, and on a page.

use std::ops::Range;
use tabiya::chess::MoveList;
use tabiya::printable::line;
use tabiya::{AtPosition, Game, Observation, SequenceProgress, Stop, Value};

/// The number of squares that are named one by one.
pub const MOST_SQUARES: usize = 8;

/// The number of moves of a match that are shown.
const MOST_MOVES: usize = 8;

/// The number of filters of one kind that are shown below another one; of more, only those that do not match.
const MOST_PARTS: usize = 16;

/// A row of the explanation of a query at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A filter.
    Filter(FilterRow),
    /// This many filters more, all of which match.
    Hidden {
        /// How deeply the filters are nested.
        depth: usize,
        /// The number of filters.
        count: usize,
    },
}

/// A filter at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterRow {
    /// How deeply it is nested.
    pub depth: usize,
    /// The filter on one line; in an image of a transform, the filter of that image.
    pub text: String,
    /// Its bytes in the query; none for what the header asks of the game.
    pub place: Option<Range<usize>>,
    /// Whether it matches, if that is known.
    pub holds: Option<bool>,
    /// True if a search evaluates it at this position.
    pub asked: bool,
    /// True if it is the one because of which the query does not match.
    pub decides: bool,
    /// Its value in words, if it has one in addition to its truth.
    pub value: Option<String>,
    /// The squares that are its value.
    pub squares: Vec<String>,
    /// How far the runs of a sequence come, in sentences without a full stop.
    pub notes: Vec<String>,
    /// If it is a transform: the number of the image that is shown below it, and how many there are.
    pub image: Option<(usize, usize)>,
}

impl FilterRow {
    /// True if the filter is neither a test nor has a value that can be known here.
    pub fn is_unknown(&self) -> bool {
        self.holds.is_none() && self.value.is_none()
    }
}

/// The rows for a query at a position of a game, in the order of its text.
pub fn rows(at: &AtPosition, game: &Game) -> Vec<Row> {
    let mut rows = Rows { game, rows: Vec::new(), failed: false };
    at.parts.iter().for_each(|part| rows.add(part, 0));
    rows.rows
}

/// The move that led to a position; `start` at the beginning.
pub fn named(game: &Game, position: u32) -> String {
    let text = game.numbered_move(position, &mut MoveList::new());
    if text.is_empty() { "start".into() } else { text }
}

/// A text that is not longer than `room` characters.
pub fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let short: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{}…", short.trim_end())
}

struct Rows<'g> {
    game: &'g Game,
    rows: Vec<Row>,
    /// True if the filter that decides has been found.
    failed: bool,
}

impl Rows<'_> {
    fn add(&mut self, part: &Observation, depth: usize) {
        // If no image matches, the mark stands inside the image that comes furthest.
        let inside = part.image.is_some() && part.parts.iter().any(decides);
        let decides = decides(part) && !inside && !self.failed;
        self.failed |= decides;
        let (start, end) = (part.span.start as usize, part.span.end as usize);
        let squares = match &part.value {
            Some(Value::Squares(squares)) => squares.clone(),
            _ => Vec::new(),
        };
        self.rows.push(Row::Filter(FilterRow {
            depth,
            text: line(&part.text).into_owned(),
            place: (start < end).then_some(start..end),
            holds: part.holds,
            asked: part.asked,
            decides,
            value: self.value(part),
            squares,
            notes: part.run.as_ref().map(|run| self.run(run)).unwrap_or_default(),
            image: part.image,
        }));
        let shown = |inner: &&Observation| part.parts.len() <= MOST_PARTS || inner.holds == Some(false);
        let hidden = part.parts.len() - part.parts.iter().filter(shown).count();
        for inner in part.parts.iter().filter(shown) {
            // An image with several filters has a row for each of them.
            match part.image {
                Some(_) if !inner.parts.is_empty() && inner.run.is_none() && inner.value.is_none() => {
                    inner.parts.iter().for_each(|inner| self.add(inner, depth + 1));
                }
                _ => self.add(inner, depth + 1),
            }
        }
        if hidden > 0 {
            self.rows.push(Row::Hidden { depth: depth + 1, count: hidden });
        }
    }

    /// `e4 f5`, `31`; nothing if there is no value.
    fn value(&self, part: &Observation) -> Option<String> {
        Some(match part.value.as_ref()? {
            // A test says so by its truth.
            Value::None if part.holds.is_some() => return None,
            Value::True => return None,
            Value::None => "no value".into(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => format!("\"{}\"", cut(&line(text), 32)),
            Value::Position(id) => self.position(*id),
            Value::Squares(squares) => match squares.len() {
                0 => "no squares".into(),
                more if more > MOST_SQUARES => format!("{} ... ({more} squares)", squares[..4].join(" ")),
                _ => squares.join(" "),
            },
        })
    }

    fn position(&self, id: u32) -> String {
        match id < self.game.tree().len() {
            true => format!("the position after {}", named(self.game, id)).replace("after start", "at the start"),
            false => "an imagined position".into(),
        }
    }

    /// How far the runs of a sequence come.
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

    /// `reached constituent 3 of 4 (move from N to g5), which fails after 43... Rh8`
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
            Some(position) => format!("{reached}, which fails after {}", named(self.game, position)),
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
                _ => self.game.write_move(position, i == 0, &mut moves, &mut text),
            }
        }
        if positions.len() > MOST_MOVES {
            text.push_str(" …");
        }
        text
    }
}

/// True if a filter is requested in a search and does not match.
fn decides(part: &Observation) -> bool {
    part.asked && part.holds == Some(false)
}
