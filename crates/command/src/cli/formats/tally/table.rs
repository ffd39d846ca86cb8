//! A tally for people: one line for each value with a bar, or a crosstab of two.

use super::figures::{Figure, Sums};
use super::lines::Line;
use super::{Figures, Kept, by_value, shown};
use crate::cli::formats::Put;
use crate::cli::formats::bars::{aligned, bar, percent};
use crate::cli::output::Fault;
use crate::cli::text::thousands;
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use tabiya::printable::line;

/// A crosstab has no more cells than this; more pairs of values are listed one below the other.
const CROSSTAB_CELLS: usize = 1 << 18;

/// Pairs of values with their games, and the values of each side with their numbers, in their order.
pub(super) struct Crosstab<'c> {
    down: Vec<Line<'c>>,
    across: Vec<(&'c Json, u64)>,
    cells: FxHashMap<(&'c Json, &'c Json), u64>,
}

impl<'c> Crosstab<'c> {
    /// The table of groups with two values; none if it would have too many cells for anybody to read it.
    pub(super) fn of(kept: &'c Kept, query: usize, matched: u64, figures: &Figures) -> Option<Crosstab<'c>> {
        let pair = |((number, values), sums): (&'c (usize, Vec<Json>), &'c Sums)| match values.as_slice() {
            [row, column] if *number == query => Some((row, column, sums)),
            _ => None,
        };
        let (mut rows, mut columns) = (FxHashMap::<&Json, Sums>::default(), FxHashMap::<&Json, u64>::default());
        let mut cells = FxHashMap::default();
        for (row, column, sums) in kept.counts.iter().filter_map(pair) {
            rows.entry(row).or_insert_with(|| Sums::new(&figures.aggregates)).merge(sums);
            *columns.entry(column).or_default() += sums.games;
            cells.insert((row, column), sums.games);
        }
        if rows.len().saturating_mul(columns.len()) > CROSSTAB_CELLS {
            return None;
        }
        let mut all: FxHashMap<&Json, u64> = FxHashMap::default();
        for ((_, values), games) in kept.everywhere.iter().filter(|((number, _), _)| *number == query) {
            if let Some(row) = values.first() {
                *all.entry(row).or_default() += games;
            }
        }
        let down = rows.into_iter().map(|(row, sums)| Line {
            values: vec![row],
            share: sums.games as f64 / matched.max(1) as f64,
            figures: figures.of(&sums, all.get(row).copied().unwrap_or(0)),
            sums,
        });
        let mut down: Vec<Line<'c>> = down.collect();
        down.sort_by(|a, b| figures.order.compare(a, b));
        let mut across: Vec<(&Json, u64)> = columns.into_iter().collect();
        let by_games = |a: &(&Json, u64), b: &(&Json, u64)| b.1.cmp(&a.1);
        across.sort_by(|a, b| {
            let order = if figures.order.is_by_key() { a.0.is_null().cmp(&b.0.is_null()) } else { by_games(a, b) };
            order.then_with(|| by_value(a.0, b.0))
        });
        Some(Crosstab { down, across, cells })
    }
}

/// The games for each pair of values: those of the first expression go down, those of the second across.
pub(super) fn crosstab(
    crosstab: &Crosstab<'_>,
    (names, figures): (&[String], &[String]),
    width: Option<usize>,
    put: Put<'_>,
) -> Result<(), Fault> {
    let Crosstab { down, across, cells } = crosstab;
    let mut head = vec![format!("{} \\ {}", names[0], names[1])];
    head.extend(across.iter().map(|(value, _)| shown(value)));
    head.extend(["games".to_owned(), "share".to_owned()]);
    head.extend(figures.iter().map(|name| line(name).into_owned()));
    let row = |one: &Line<'_>| {
        let value = one.values[0];
        let games = |column| cells.get(&(value, column)).map_or_else(String::new, |&n| thousands(n));
        let own = across.iter().map(|(column, _)| games(*column));
        let sums = [thousands(one.sums.games), percent(one.share)];
        let figures = one.figures.iter().map(Figure::shown);
        std::iter::once(shown(value)).chain(own).chain(sums).chain(figures).collect()
    };
    let sums = across.iter().map(|(_, sum)| thousands(*sum));
    let all = thousands(down.iter().map(|one| one.sums.games).sum());
    let mut last: Vec<String> = std::iter::once("games".to_owned()).chain(sums).chain([all]).collect();
    last.resize(head.len(), String::new());
    let lines = || std::iter::once(head.clone()).chain(down.iter().map(row)).chain(std::iter::once(last.clone()));
    aligned(lines, (1, width), put)
}

/// One line for each group, with a bar for its games. The first `left` cells are values.
pub(super) fn bars(
    heads: &[String],
    lines: &[Line<'_>],
    left: usize,
    width: Option<usize>,
    put: Put<'_>,
) -> Result<(), Fault> {
    let most = lines.iter().map(|one| one.sums.games).max().unwrap_or(1).max(1);
    let row = |one: &Line<'_>| {
        let mut cells: Vec<String> = one.values.iter().map(|value| shown(value)).collect();
        cells.extend([thousands(one.sums.games), thousands(one.sums.positions), percent(one.share)]);
        cells.extend(one.figures.iter().map(Figure::shown));
        cells.push(bar(one.sums.games, most));
        cells
    };
    let head: Vec<String> = heads.iter().map(|name| line(name).into_owned()).collect();
    aligned(|| std::iter::once(head.clone()).chain(lines.iter().map(row)), (left, width), put)
}
