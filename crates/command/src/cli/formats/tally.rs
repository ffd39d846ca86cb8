//! Counts of games and positions for each value of an expression, or for each combination of several.
//!
//! The collector counts and not the workers, because workers search games beyond those that `--limit` lets count. The
//! collector sees the games in order and stops at the right one.

use super::bars::{aligned, bar, percent};
use super::counted::Counted;
use super::encoder::Encoder;
use super::packed::push_cell;
use super::table::TableKind;
use super::{ColumnarEncoder, ColumnarKind};
use super::{Format, FoundGame, Put, QueryCounts, RunEnd, Tools, rows_of};
use crate::cli::output::Fault;
use crate::cli::report::Message;
use crate::cli::text::thousands;
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tabiya::Value;
use tabiya::printable::{line, push_json};
use tabiya::rows::{Cell, ColumnType, Columns};

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
    /// True if there are several queries, so that counts say which one they belong to.
    pub(crate) several: bool,
    /// Games and positions by query and values.
    pub(crate) kept: Mutex<Kept>,
}

/// The counts so far.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    counts: Counts,
    /// The bytes that they take.
    bytes: usize,
}

/// Games and positions by the number of a query and its values.
type Counts = FxHashMap<(usize, Vec<Json>), (u64, u64)>;

/// The bytes that counts take beside their values, and a value beside its text.
const GROUP_BYTES: usize = 80;
const VALUE_BYTES: usize = 48;

/// A crosstab has no more cells than this; more pairs of values are listed one below the other.
const CROSSTAB_CELLS: usize = 1 << 18;

/// The number of characters of a value that people are shown.
const SHOWN: usize = 300;

/// One line of the result.
struct Group<'c> {
    values: &'c [Json],
    games: u64,
    positions: u64,
    /// The share of the games that match.
    share: f64,
}

impl Format for Tally {
    fn columns(&self) -> Option<&Columns> {
        Some(self.counted.columns())
    }

    /// The values of the matches of a game, as JSON for [`keeps`](Format::keeps).
    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        let numbers = game.found.iter().flat_map(|found| found.matches.matches.iter().map(move |_| found.query.number));
        let values = rows_of(game).map(|row| self.counted.values(&row, &mut tools.moves));
        let values: Vec<(usize, Vec<Json>)> = numbers.zip(values).collect();
        out.push_str(&serde_json::to_string(&values).unwrap_or_default());
    }

    fn keeps(&self, text: &str) -> bool {
        let values: Vec<(usize, Vec<Json>)> = serde_json::from_str(text).unwrap_or_default();
        let mut of_game: FxHashMap<(usize, Vec<Json>), u64> = FxHashMap::default();
        values.into_iter().for_each(|key| *of_game.entry(key).or_default() += 1);
        let mut kept = self.kept();
        let Kept { counts, bytes } = &mut *kept;
        for (key, times) in of_game {
            let (games, positions) = counts.entry(key).or_insert_with_key(|(_, values)| {
                *bytes += GROUP_BYTES + values.iter().map(size).sum::<usize>();
                (0, 0)
            });
            *games += 1;
            *positions += times;
        }
        true
    }

    fn held(&self) -> usize {
        self.kept().bytes
    }

    fn tail(&self, counts: &[QueryCounts<'_>], _end: &RunEnd, put: Put<'_>) -> Result<(), Fault> {
        let heads: Vec<String> = self.names().iter().cloned().chain(COUNTS.map(str::to_owned)).collect();
        if let TallyKind::Table(kind) = self.kind {
            let query = self.several.then_some("query");
            put(&kind.head(query.into_iter().chain(heads.iter().map(String::as_str))))?;
        }
        let kept = self.kept();
        for query in counts {
            let groups = groups(&kept.counts, query);
            if self.kind == TallyKind::List {
                if self.several {
                    put(&format!("{}\n", line(&query.query.name)))?;
                }
                match Crosstab::of(&groups).filter(|_| self.names().len() == 2) {
                    Some(crosstab) => self.crosstab(&crosstab, query.matched, put)?,
                    None => bars(&heads, &groups, put)?,
                }
                continue;
            }
            for group in &groups {
                put(&self.line(&query.query.name, group))?;
            }
        }
        Ok(())
    }

    fn encoder(&self) -> Result<Option<Box<dyn Encoder>>, Message> {
        let TallyKind::Columnar(kind) = self.kind else { return Ok(None) };
        let query = self.several.then_some(("query", ColumnType::Text)).into_iter();
        let values = self.names().iter().map(String::as_str).zip(self.counted.types().iter().copied());
        let counts = COUNTS.into_iter().zip([ColumnType::Int64, ColumnType::Int64, ColumnType::Float64]);
        let encoder = ColumnarEncoder::new(kind, query.chain(values).chain(counts))?;
        Ok(Some(Box::new(encoder)))
    }
}

impl Tally {
    /// The names of the values.
    fn names(&self) -> &[String] {
        self.counted.names()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A group in one of the forms for programs.
    fn line(&self, query: &str, group: &Group<'_>) -> String {
        let mut out = String::new();
        match self.kind {
            TallyKind::Table(kind) => {
                let name = self.several.then(|| query.to_owned());
                let numbers = [group.games.to_string(), group.positions.to_string(), format!("{:.4}", group.share)];
                kind.row(name.into_iter().chain(group.values.iter().map(plain)).chain(numbers), &mut out);
            }
            TallyKind::Columnar(_) => self.cells(query, group, &mut out),
            TallyKind::List | TallyKind::Jsonl => self.json_line(query, group, &mut out),
        }
        out
    }

    /// Appends a group as values for the encoder.
    fn cells(&self, query: &str, group: &Group<'_>, out: &mut String) {
        if self.several {
            push_cell(&Cell::Text(Cow::Borrowed(query)), out);
        }
        group.values.iter().for_each(|value| push_cell(&cell(value), out));
        let count = |n: u64| Cell::Number(n.cast_signed());
        let counts = [count(group.games), count(group.positions), Cell::Float(group.share)];
        counts.iter().for_each(|cell| push_cell(cell, out));
    }

    fn json_line(&self, query: &str, group: &Group<'_>, out: &mut String) {
        out.push('{');
        if self.several {
            out.push_str("\"query\":");
            push_json(query, out);
            out.push(',');
        }
        for (name, value) in self.names().iter().zip(group.values) {
            push_json(name, out);
            let _ = write!(out, ":{},", tabiya::printable::json(value.to_string()));
        }
        let Group { games, positions, share, .. } = group;
        let _ = writeln!(out, "\"games\":{games},\"positions\":{positions},\"share\":{share:.4}}}");
    }

    /// The games for each pair of values: those of the first expression go down, those of the second across.
    fn crosstab(&self, crosstab: &Crosstab<'_>, matched: u64, put: Put<'_>) -> Result<(), Fault> {
        let Crosstab { down, across, cells } = crosstab;
        let mut head = vec![format!("{} \\ {}", self.names()[0], self.names()[1])];
        head.extend(across.iter().map(|(value, _)| shown(value)));
        head.extend(["games".to_owned(), "share".to_owned()]);
        let row = |(row, sum): &(&Json, u64)| {
            let games = |column| cells.get(&(*row, column)).map_or_else(String::new, |&n| thousands(n));
            let own = across.iter().map(|(column, _)| games(*column));
            let sums = [thousands(*sum), percent(*sum as f64 / matched.max(1) as f64)];
            std::iter::once(shown(row)).chain(own).chain(sums).collect()
        };
        let sums = across.iter().map(|(_, sum)| thousands(*sum));
        let all = thousands(down.iter().map(|(_, sum)| sum).sum());
        let last: Vec<String> = std::iter::once("games".to_owned()).chain(sums).chain([all, String::new()]).collect();
        let lines = || std::iter::once(head.clone()).chain(down.iter().map(row)).chain(std::iter::once(last.clone()));
        aligned(lines, 1, put)
    }
}

/// The counts of a query, the greatest first.
fn groups<'c>(counts: &'c Counts, query: &QueryCounts<'_>) -> Vec<Group<'c>> {
    let own = counts.iter().filter(|((number, _), _)| *number == query.query.number);
    let mut groups: Vec<Group<'_>> = own
        .map(|((_, values), &(games, positions))| Group {
            values,
            games,
            positions,
            share: games as f64 / query.matched.max(1) as f64,
        })
        .collect();
    groups.sort_by(|a, b| (b.games, b.positions).cmp(&(a.games, a.positions)).then(by_values(a.values, b.values)));
    groups
}

/// Pairs of values with their games, and the values of each side with theirs, those with most games first.
struct Crosstab<'c> {
    down: Vec<(&'c Json, u64)>,
    across: Vec<(&'c Json, u64)>,
    cells: FxHashMap<(&'c Json, &'c Json), u64>,
}

impl<'c> Crosstab<'c> {
    /// The table of groups with two values; none if it would have too many cells for anybody to read it.
    fn of(groups: &[Group<'c>]) -> Option<Crosstab<'c>> {
        let side = |place: usize| {
            let mut sums: FxHashMap<&Json, u64> = FxHashMap::default();
            groups.iter().filter_map(|group| Some((group.values.get(place)?, group.games))).for_each(
                |(value, games)| {
                    *sums.entry(value).or_default() += games;
                },
            );
            let mut sums: Vec<(&Json, u64)> = sums.into_iter().collect();
            sums.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| by_value(a.0, b.0)));
            sums
        };
        let (down, across) = (side(0), side(1));
        if down.len().saturating_mul(across.len()) > CROSSTAB_CELLS {
            return None;
        }
        let pair = |group: &Group<'c>| match group.values {
            [row, column] => Some(((row, column), group.games)),
            _ => None,
        };
        let cells = groups.iter().filter_map(pair).collect();
        Some(Crosstab { down, across, cells })
    }
}

/// One line for each group, with a bar for its games.
fn bars(heads: &[String], groups: &[Group<'_>], put: Put<'_>) -> Result<(), Fault> {
    let most = groups.iter().map(|group| group.games).max().unwrap_or(1).max(1);
    let row = |group: &Group<'_>| {
        let mut cells: Vec<String> = group.values.iter().map(shown).collect();
        cells.extend([thousands(group.games), thousands(group.positions), percent(group.share)]);
        cells.push(bar(group.games, most));
        cells
    };
    aligned(|| std::iter::once(heads.to_vec()).chain(groups.iter().map(row)), heads.len() - 3, put)
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

fn by_values(a: &[Json], b: &[Json]) -> Ordering {
    a.iter().zip(b).map(|(a, b)| by_value(a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
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
        assert!(by_values(&[Json::Null, Json::from("b")], &[Json::Null, Json::from("a")]).is_gt());
    }
}
