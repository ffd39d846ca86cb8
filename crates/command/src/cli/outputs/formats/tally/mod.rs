//! Counts of games and positions for each value of an expression, or for each combination of several, with further figures:
//! what [`tabiya::tallies`] counts, in the forms that people and programs read.
//!
//! The collector adds up and not the workers, because workers search games beyond those that `--limit` lets count. The
//! collector sees the games in order and stops at the right one.
//!
//! ```text
//! table    what people see: bars, crosstabs
//! figure   a further number in each form
//! ```

mod figure;
mod table;

use super::encoder::Encoder;
use super::packed::push_cell;
use super::table::TableKind;
use super::{ColumnarEncoder, ColumnarKind};
use super::{Format, FoundGame, Put, QueryCounts, QueryMatches, RunEnd, Tools};
use crate::cli::outputs::output::Fault;
use crate::cli::report::Message;
use crate::cli::report::text::count;
use serde_json::Value as Json;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tabiya::Value;
use tabiya::printable::push_json;
use tabiya::rows::{Cell, ColumnType};
use tabiya::tallies::{self, Counts, GameCounts, Line, TallyError, TallyValue};
use table::{Crosstab, bars, crosstab};

/// The way counts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TallyKind {
    /// For people, with bars; of two expressions, a crosstab.
    List,
    Table(TableKind),
    Jsonl,
    Columnar(ColumnarKind),
}

/// The format of `--tally`.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) kind: TallyKind,
    /// What is counted.
    pub(crate) tally: tallies::Tally,
    /// True if there are several queries, so that counts say which one they belong to.
    pub(crate) several: bool,
    /// The width of the terminal that it is shown on, in characters; none elsewhere.
    pub(crate) width: Option<usize>,
    /// The greatest number of games that are counted, if there is one.
    pub(crate) limit: Option<u64>,
    /// The counts so far.
    pub(crate) counts: Mutex<Counts>,
}

impl Format for Tally {
    fn wants_paths(&self) -> bool {
        self.tally.needs_paths()
    }

    fn wants_constituents(&self) -> bool {
        self.tally.needs_constituents()
    }

    fn wants_every_game(&self) -> bool {
        self.tally.needs_every_game()
    }

    fn wants_all_moves(&self) -> bool {
        self.tally.needs_all_moves()
    }

    /// Counts have no text before the last game.
    fn game(&self, _game: &FoundGame<'_>, _tools: &mut Tools, _out: &mut String) {}

    fn counts(&self, game: &FoundGame<'_>, tools: &mut Tools) -> Option<GameCounts> {
        let found = game.found.iter().map(|QueryMatches { query, matches }| (query.number - 1, *matches));
        Some(self.tally.count((game.file, game.game), found, &mut tools.moves))
    }

    fn keep(&self, counts: GameCounts) {
        self.tally.add(counts, &mut self.kept());
    }

    fn held(&self) -> usize {
        self.kept().held()
    }

    fn tail(&self, counts: &[QueryCounts<'_>], _end: &RunEnd, put: Put<'_>) -> Result<(), Fault> {
        let heads: Vec<String> = self.tally.columns().into_iter().map(|(name, _)| name).collect();
        if let TallyKind::Table(kind) = self.kind {
            let query = self.several.then_some("query");
            put(&kind.head(query.into_iter().chain(heads.iter().map(String::as_str))))?;
        }
        if let (TallyKind::List, Some(limit)) = (self.kind, self.limit) {
            put(&format!("of {} at most (--limit); --top shows only the first lines\n", count(limit, "game")))?;
        }
        let (kept, keys) = (self.kept(), self.tally.names().len());
        for query in counts {
            let asked = (query.query.number - 1, query.matched);
            let lines = self.tally.lines(&kept, asked, keys);
            if self.kind != TallyKind::List {
                lines.iter().try_for_each(|one| put(&self.line(&query.query.name, &heads, one)))?;
                continue;
            }
            if self.several {
                put(&format!("{}\n", tabiya::printable::line(&query.query.name)))?;
            }
            let cross = (keys == 2).then(|| {
                Crosstab::of(&self.tally, &self.tally.all_lines(&kept, asked, keys), || {
                    self.tally.lines(&kept, asked, 1)
                })
            });
            match cross.flatten() {
                Some(cross) => crosstab(&cross, &heads, self.width, put)?,
                None => bars(&heads, &lines, keys, self.width, put)?,
            }
        }
        Ok(())
    }

    fn encoder(&self) -> Result<Option<Box<dyn Encoder>>, Message> {
        let TallyKind::Columnar(kind) = self.kind else { return Ok(None) };
        let query = self.several.then_some(("query", ColumnType::Text)).into_iter();
        let columns = self.tally.columns();
        let columns = columns.iter().map(|(name, ty)| (name.as_str(), *ty));
        Ok(Some(Box::new(ColumnarEncoder::new(kind, query.chain(columns))?)))
    }
}

impl Tally {
    fn kept(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line in one of the forms for programs.
    fn line(&self, query: &str, names: &[String], one: &Line<'_>) -> String {
        let mut out = String::new();
        match self.kind {
            TallyKind::Table(kind) => {
                let name = self.several.then(|| query.to_owned());
                let numbers = [one.games.to_string(), one.positions.to_string(), one.share.to_string()];
                let figures = one.figures.iter().map(figure::plain);
                let values = one.values.iter().map(|value| value.text().into_owned());
                kind.row(name.into_iter().chain(values).chain(numbers).chain(figures), &mut out);
            }
            TallyKind::Columnar(_) => self.cells(query, one, &mut out),
            TallyKind::List | TallyKind::Jsonl => self.json_line(query, names, one, &mut out),
        }
        out
    }

    /// Appends a line as values for the encoder.
    fn cells(&self, query: &str, one: &Line<'_>, out: &mut String) {
        if self.several {
            push_cell(&Cell::Text(Cow::Borrowed(query)), out);
        }
        one.values.iter().for_each(|value| push_cell(&cell(value), out));
        let count = |n: u64| Cell::Number(n.cast_signed());
        let counts = [count(one.games), count(one.positions), Cell::Float(one.share)];
        counts.iter().for_each(|cell| push_cell(cell, out));
        let columns = self.tally.columns();
        let of_figures = &columns[columns.len() - one.figures.len()..];
        one.figures.iter().zip(of_figures).for_each(|(one, (_, ty))| push_cell(&figure::cell(one, *ty), out));
    }

    fn json_line(&self, query: &str, names: &[String], one: &Line<'_>, out: &mut String) {
        let numbers = [one.games.to_string(), one.positions.to_string(), one.share.to_string()];
        let values = one.values.iter().map(json).chain(numbers).chain(one.figures.iter().map(figure::json));
        let mut open = '{';
        if self.several {
            out.push_str("{\"query\":");
            push_json(query, out);
            open = ',';
        }
        for (name, value) in names.iter().zip(values) {
            out.push(open);
            open = ',';
            push_json(name, out);
            let _ = write!(out, ":{value}");
        }
        out.push_str("}\n");
    }
}

/// A value as JSON.
fn json(value: &TallyValue) -> String {
    let value = match value {
        TallyValue::None => Json::Null,
        TallyValue::Truth(truth) => Json::Bool(*truth),
        TallyValue::Number(n) => Json::from(*n),
        TallyValue::Text(text) => Json::from(text.as_str()),
        TallyValue::Squares(squares) => Json::from(squares.as_slice()),
    };
    tabiya::printable::json(value.to_string())
}

/// A value as that of a column with a type.
fn cell(value: &TallyValue) -> Cell<'_> {
    match value {
        TallyValue::None => Cell::Value(&Value::None),
        TallyValue::Truth(truth) => Cell::Boolean(*truth),
        TallyValue::Number(n) => Cell::Number(*n),
        TallyValue::Text(_) | TallyValue::Squares(_) => Cell::Text(value.text()),
    }
}

/// The message about what is wrong with the options.
pub(crate) fn wrong(error: &TallyError) -> Message {
    let code = match error {
        TallyError::UnknownColumn(_) => "unknown-column",
        TallyError::NoNumbers(_) => "no-numbers",
        TallyError::NoFact(_) => "no-fact",
        TallyError::UnknownOrder { .. } => "unknown-order",
    };
    Message::error(code, error.text("--")).help(error.help("--"))
}
