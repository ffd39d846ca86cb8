//! Counts of games and positions for each value of an expression, or for each combination of several, with further figures.
//!
//! The collector counts and not the workers, because workers search games beyond those that `--limit` lets count. The
//! collector sees the games in order and stops at the right one.
//!
//! ```text
//! figures  the numbers of one line
//! lines    the lines, in their order
//! rate     the same values of all games, whether they match or not
//! table    what people see: bars, crosstabs
//! ```

mod figures;
mod lines;
mod rate;
mod table;

use super::counted::Counted;
use super::encoder::Encoder;
use super::packed::push_cell;
use super::table::TableKind;
use super::{ColumnarEncoder, ColumnarKind};
use super::{Format, FoundGame, Put, QueryCounts, RunEnd, Tools, rows_of};
use crate::cli::output::Fault;
use crate::cli::report::Message;
use crate::cli::tally_args::Aggregate;
use figures::{Figure, Sums};
pub(crate) use lines::Order;
use lines::{Line, lines};
pub(crate) use rate::Everywhere;
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tabiya::chess::Color;
use tabiya::game::GameResult;
use tabiya::printable::{line, push_json};
use tabiya::rows::{Cell, ColumnType, Columns, Row};
use tabiya::{ParsedQuery, Value};
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

/// The names of the columns after the values.
pub(crate) const COUNTS: [&str; 3] = ["games", "positions", "share"];

/// The format of `--tally`.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) kind: TallyKind,
    /// The values that are counted.
    pub(crate) counted: Counted,
    /// What is shown beside the counts.
    pub(crate) figures: Figures,
    /// True if there are several queries, so that counts say which one they belong to.
    pub(crate) several: bool,
    /// The width of the terminal that it is shown on, in characters; none elsewhere.
    pub(crate) width: Option<usize>,
    /// Games and positions by query and values.
    pub(crate) kept: Mutex<Kept>,
}

/// What is shown beside the counts.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// The share of all games with the same values, if it is asked for.
    pub(crate) rate: Option<Everywhere>,
    /// If the score is asked for: the place of the side among the values of a match.
    pub(crate) side: Option<usize>,
    /// What is made of values.
    pub(crate) aggregates: Vec<Aggregate>,
    /// These values, by the names of their columns.
    pub(crate) values: Counted,
    pub(crate) order: Order,
}

/// The counts so far.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    counts: FxHashMap<Group, Sums>,
    /// The number of all games with the same values.
    everywhere: FxHashMap<Group, u64>,
    /// The bytes that they take.
    bytes: usize,
}

/// The number of a query, and values that are counted.
type Group = (usize, Vec<Json>);

/// A match on its way to the collector: the group that it belongs to, the values that figures are made of, the colour
/// of the side that matches (true for Black), and its half points.
type Counting = (Group, Vec<Json>, bool, Option<u8>);

/// What a game gives: its matches, and with `--rate` the groups that it belongs to whether it matches or not.
type Taken = (Vec<Counting>, Vec<Group>);

/// The bytes that counts take beside their values, and a value beside its text.
const GROUP_BYTES: usize = 80;
const VALUE_BYTES: usize = 48;

/// The number of characters of a value that people are shown.
const SHOWN: usize = 300;

impl Format for Tally {
    fn columns(&self) -> Option<&Columns> {
        Some(self.counted.columns())
    }

    fn wants_paths(&self) -> bool {
        self.all_columns().any(Columns::need_paths)
    }

    fn wants_constituents(&self) -> bool {
        self.all_columns().any(Columns::need_constituents)
    }

    fn wants_every_game(&self) -> bool {
        self.figures.rate.is_some()
    }

    fn wants_all_moves(&self) -> bool {
        self.figures.rate.as_ref().is_some_and(Everywhere::reads_results)
    }

    /// The values of the matches of a game, as JSON for [`keeps`](Format::keeps).
    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        let numbers = game.found.iter().flat_map(|found| found.matches.matches.iter().map(move |_| found.query.number));
        let mut taken = Taken::default();
        for (number, row) in numbers.zip(rows_of(game)) {
            let values = self.figures.values.values(&row, &mut tools.moves);
            for (player, group) in self.counted.entries(&row, &mut tools.moves) {
                let side = player.unwrap_or_else(|| self.figures.side(&row));
                let halves = self.figures.side.and_then(|_| half_points(row.game.result(), side));
                taken.0.push(((number, group), values.clone(), side == Color::Black, halves));
            }
        }
        if let Some(rate) = &self.figures.rate {
            taken.1 = rate.groups(game, &mut tools.moves);
        }
        out.push_str(&serde_json::to_string(&taken).unwrap_or_default());
    }

    fn keeps(&self, text: &str) -> bool {
        let (matches, everywhere): Taken = serde_json::from_str(text).unwrap_or_default();
        let Figures { aggregates, values, .. } = &self.figures;
        let truths: Vec<bool> = values.types().iter().map(|ty| *ty == ColumnType::Boolean).collect();
        let mut kept = self.kept();
        let Kept { counts, everywhere: all, bytes } = &mut *kept;
        // The sides for which the game counts already, by group.
        let mut seen: FxHashMap<Group, [bool; 2]> = FxHashMap::default();
        for (group, values, black, halves) in matches {
            let sums = counts.entry(group.clone()).or_insert_with_key(|(_, values)| {
                *bytes += GROUP_BYTES + values.iter().map(size).sum::<usize>() + aggregates.len() * VALUE_BYTES;
                Sums::new(aggregates)
            });
            sums.positions += 1;
            *bytes += sums.add(values, &truths);
            let sides = seen.entry(group).or_insert_with(|| {
                sums.games += 1;
                [false; 2]
            });
            if let Some(halves) = halves.filter(|_| !std::mem::replace(&mut sides[usize::from(black)], true)) {
                sums.halves += u64::from(halves);
                sums.decided += 1;
            }
        }
        for group in everywhere {
            *all.entry(group).or_insert_with_key(|(_, values)| {
                *bytes += GROUP_BYTES + values.iter().map(size).sum::<usize>();
                0
            }) += 1;
        }
        true
    }

    fn held(&self) -> usize {
        self.kept().bytes
    }

    fn tail(&self, counts: &[QueryCounts<'_>], _end: &RunEnd, put: Put<'_>) -> Result<(), Fault> {
        let names: Vec<String> = self.counted.names().to_vec();
        let heads: Vec<String> =
            names.iter().cloned().chain(COUNTS.map(str::to_owned)).chain(self.figures.names()).collect();
        if let TallyKind::Table(kind) = self.kind {
            let query = self.several.then_some("query");
            put(&kind.head(query.into_iter().chain(heads.iter().map(String::as_str))))?;
        }
        let kept = self.kept();
        for query in counts {
            let number = query.query.number;
            if self.kind == TallyKind::List {
                if self.several {
                    put(&format!("{}\n", line(&query.query.name)))?;
                }
                let cross =
                    if names.len() == 2 { Crosstab::of(&kept, number, query.matched, &self.figures) } else { None };
                match cross {
                    Some(cross) => crosstab(&cross, (&names, &self.figures.names()), self.width, put)?,
                    None => {
                        bars(&heads, &lines(&kept, number, query.matched, &self.figures), names.len(), self.width, put)?
                    }
                }
                continue;
            }
            for one in &lines(&kept, number, query.matched, &self.figures) {
                put(&self.line(&query.query.name, one))?;
            }
        }
        Ok(())
    }

    fn encoder(&self) -> Result<Option<Box<dyn Encoder>>, Message> {
        let TallyKind::Columnar(kind) = self.kind else { return Ok(None) };
        let query = self.several.then_some(("query", ColumnType::Text)).into_iter();
        let values = self.counted.names().iter().map(String::as_str).zip(self.counted.types().iter().copied());
        let counts = COUNTS.into_iter().zip([ColumnType::Int64, ColumnType::Int64, ColumnType::Float64]);
        let names = self.figures.names();
        let figures = names.iter().map(String::as_str).zip(self.figures.types());
        let encoder = ColumnarEncoder::new(kind, query.chain(values).chain(counts).chain(figures))?;
        Ok(Some(Box::new(encoder)))
    }
}

impl Tally {
    fn all_columns(&self) -> impl Iterator<Item = &Columns> {
        [self.counted.columns(), self.figures.values.columns()].into_iter()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line in one of the forms for programs.
    fn line(&self, query: &str, one: &Line<'_>) -> String {
        let mut out = String::new();
        match self.kind {
            TallyKind::Table(kind) => {
                let name = self.several.then(|| query.to_owned());
                let numbers = [one.sums.games.to_string(), one.sums.positions.to_string(), format!("{:.4}", one.share)];
                let figures = one.figures.iter().map(Figure::plain);
                let values = one.values.iter().map(|value| plain(value));
                kind.row(name.into_iter().chain(values).chain(numbers).chain(figures), &mut out);
            }
            TallyKind::Columnar(_) => self.cells(query, one, &mut out),
            TallyKind::List | TallyKind::Jsonl => self.json_line(query, one, &mut out),
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
        let counts = [count(one.sums.games), count(one.sums.positions), Cell::Float(one.share)];
        counts.iter().for_each(|cell| push_cell(cell, out));
        one.figures.iter().zip(self.figures.types()).for_each(|(figure, ty)| push_cell(&figure.cell(ty), out));
    }

    fn json_line(&self, query: &str, one: &Line<'_>, out: &mut String) {
        out.push('{');
        if self.several {
            out.push_str("\"query\":");
            push_json(query, out);
            out.push(',');
        }
        for (name, value) in self.counted.names().iter().zip(&one.values) {
            push_json(name, out);
            let _ = write!(out, ":{},", tabiya::printable::json(value.to_string()));
        }
        let Line { sums: Sums { games, positions, .. }, share, .. } = one;
        let _ = write!(out, "\"games\":{games},\"positions\":{positions},\"share\":{share:.4}");
        for (name, figure) in self.figures.names().iter().zip(&one.figures) {
            out.push(',');
            push_json(name, out);
            let _ = write!(out, ":{}", figure.json());
        }
        out.push_str("}\n");
    }
}

impl Figures {
    /// The names of their columns.
    pub(crate) fn names(&self) -> Vec<String> {
        let rate = self.rate.as_ref().map(|_| "rate".to_owned());
        let score = self.side.map(|_| "score".to_owned());
        rate.into_iter().chain(score).chain(self.values.names().iter().cloned()).collect()
    }

    /// The types of their columns.
    fn types(&self) -> Vec<ColumnType> {
        let shares = usize::from(self.rate.is_some()) + usize::from(self.side.is_some());
        let made = |(aggregate, ty): (&Aggregate, &ColumnType)| match aggregate {
            Aggregate::Average | Aggregate::Median => ColumnType::Float64,
            Aggregate::Least | Aggregate::Greatest if *ty == ColumnType::Text => ColumnType::Text,
            Aggregate::Least | Aggregate::Greatest | Aggregate::Sum => ColumnType::Int64,
        };
        let values = self.aggregates.iter().zip(self.values.types()).map(made);
        std::iter::repeat_n(ColumnType::Float64, shares).chain(values).collect()
    }

    /// The side that a match is for.
    fn side(&self, row: &Row<'_>) -> Color {
        let value = self.side.and_then(|place| row.matched?.values.get(place));
        value.map_or(Color::White, ParsedQuery::matched_side)
    }

    /// The figures of a line with these numbers; `all` is the number of games with its values, whether they match or not.
    fn of(&self, sums: &Sums, all: u64) -> Vec<Figure> {
        let rate = self.rate.as_ref().map(|_| match all {
            0 => Figure::None,
            all => Figure::Share(sums.games as f64 / all as f64, 2),
        });
        let score = self.side.map(|_| sums.score());
        rate.into_iter().chain(score).chain(sums.aggregates(&self.aggregates)).collect()
    }
}

/// The half points of a side; none if the result is not known.
fn half_points(result: GameResult, side: Color) -> Option<u8> {
    let winner = match result {
        GameResult::White => Color::White,
        GameResult::Black => Color::Black,
        GameResult::Draw => return Some(1),
        GameResult::Unknown => return None,
    };
    Some(if winner == side { 2 } else { 0 })
}

/// The bytes that a value takes.
fn size(value: &Json) -> usize {
    VALUE_BYTES
        + match value {
            Json::String(text) => text.len(),
            Json::Array(values) => values.iter().map(size).sum(),
            _ => 0,
        }
}

/// A value as that of a column with a type.
fn cell(value: &Json) -> Cell<'_> {
    match value {
        Json::Null => Cell::Value(&Value::None),
        Json::Bool(truth) => Cell::Boolean(*truth),
        Json::Number(n) => n.as_i64().map_or(Cell::None, Cell::Number),
        other => Cell::Text(Cow::Owned(plain(other))),
    }
}

/// A value as text; nothing where there is none.
pub(crate) fn plain(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Array(squares) => squares.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// The same for people.
fn shown(value: &Json) -> String {
    match value {
        Json::Null => "–".into(),
        Json::Array(squares) if squares.is_empty() => "–".into(),
        other => {
            let text = plain(other);
            match text.char_indices().nth(SHOWN) {
                Some((end, _)) => format!("{}…", line(&text[..end])),
                None => line(&text).into_owned(),
            }
        }
    }
}

fn by_values<'v>(a: impl Iterator<Item = &'v Json>, b: impl Iterator<Item = &'v Json>) -> Ordering {
    a.zip(b).map(|(a, b)| by_value(a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// Numbers by their size, texts byte by byte.
fn by_value(a: &Json, b: &Json) -> Ordering {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => plain(a).cmp(&plain(b)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered() {
        let mut values = [Json::from(10), Json::from(9), Json::from(-1)];
        values.sort_by(by_value);
        assert_eq!(values, [Json::from(-1), Json::from(9), Json::from(10)]);
        assert!(
            by_values([&Json::Null, &Json::from("b")].into_iter(), [&Json::Null, &Json::from("a")].into_iter()).is_gt()
        );
    }

    #[test]
    fn points_are_those_of_a_side() {
        let points = |result| Color::ALL.map(|side| half_points(result, side));
        assert_eq!(points(GameResult::White), [Some(2), Some(0)]);
        assert_eq!(points(GameResult::Black), [Some(0), Some(2)]);
        assert_eq!(points(GameResult::Draw), [Some(1), Some(1)]);
        assert_eq!(points(GameResult::Unknown), [None, None]);
    }
}
