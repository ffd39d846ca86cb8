//! A tally for people: one line for each value with a bar, or a crosstab of two.

use super::figure;
use crate::cli::outputs::formats::Put;
use crate::cli::outputs::formats::bars::{aligned, bar, percent};
use crate::cli::outputs::output::Fault;
use crate::cli::report::text::thousands;
use rustc_hash::{FxHashMap, FxHashSet};
use tabiya::printable::line;
use tabiya::rows::Cell;
use tabiya::tallies::{COUNTS, Counts, Line, Tally};

/// A crosstab has no more cells than this; more pairs of values are listed one below the other.
const CROSSTAB_CELLS: usize = 1 << 18;

/// Pairs of values with their games, and the values of each side with their numbers, in their order.
pub(super) struct Crosstab<'c> {
    down: Vec<Line<'c>>,
    across: Vec<(&'c Cell<'static>, u64)>,
    cells: FxHashMap<(&'c Cell<'static>, &'c Cell<'static>), u64>,
    /// The games of all lines.
    all: u64,
}

impl<'c> Crosstab<'c> {
    /// The table of lines with two values, of which `down` gives those of the first ones; none if it would have too many cells
    /// for anybody to read it. `counted` are the counts of a query, and the number of games in which it matches.
    pub(super) fn of(tally: &Tally, kept: &'c Counts, counted: (usize, u64)) -> Option<Crosstab<'c>> {
        let (lines, down) = (tally.all_lines(kept, counted, 2), tally.lines(kept, counted, 1));
        let mut columns = tally.second_values(kept, counted.0);
        let mut cells = FxHashMap::default();
        let shown: FxHashSet<&Cell<'static>> = down.iter().map(|one| &one.values[0]).collect();
        let is_shown = |one: &&Line<'c>| one.games > 0 && shown.contains(&one.values[0]);
        for (one, column) in lines.iter().filter(is_shown).filter_map(|one| Some((one, one.values.get(1)?))) {
            cells.insert((&one.values[0], column), one.games);
        }
        let filled: FxHashSet<&Cell<'static>> = cells.keys().map(|(_, column)| *column).collect();
        columns.retain(|column, _| filled.contains(column));
        if down.len().saturating_mul(columns.len()) > CROSSTAB_CELLS {
            return None;
        }
        let mut across: Vec<(&Cell<'static>, u64)> = columns.into_iter().collect();
        let is_none = |value: &Cell<'static>| *value == Cell::None;
        across.sort_by(|a, b| {
            let order = if tally.is_ordered_by_values() { is_none(a.0).cmp(&is_none(b.0)) } else { b.1.cmp(&a.1) };
            order.then_with(|| a.0.compare(b.0))
        });
        Some(Crosstab { down, across, cells, all: counted.1 })
    }
}

/// The games for each pair of values: the first expression goes down, the second across. `names` are those of
/// the columns of lines: two values, their numbers, figures.
pub(super) fn crosstab(
    crosstab: &Crosstab<'_>,
    names: &[String],
    width: Option<usize>,
    put: Put<'_>,
) -> Result<(), Fault> {
    let Crosstab { down, across, cells, all } = crosstab;
    let mut head = vec![format!("{} \\ {}", names[0], names[1])];
    head.extend(across.iter().map(|(value, _)| shown(value)));
    head.extend(["games".to_owned(), "share".to_owned()]);
    head.extend(names.iter().skip(2 + COUNTS.len()).map(|name| line(name).into_owned()));
    let row = |one: &Line<'_>| {
        let value = &one.values[0];
        let games = |column: &Cell<'static>| cells.get(&(value, column)).map_or_else(String::new, |&n| thousands(n));
        let own = across.iter().map(|(column, _)| games(column));
        let sums = [thousands(one.games), percent(one.share)];
        let figures = one.figures.iter().map(figure::shown);
        std::iter::once(shown(value)).chain(own).chain(sums).chain(figures).collect()
    };
    let sums = across.iter().map(|(_, sum)| thousands(*sum));
    let mut last: Vec<String> = std::iter::once("games".to_owned()).chain(sums).chain([thousands(*all)]).collect();
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
    let most = lines.iter().map(|one| one.games).max().unwrap_or(1).max(1);
    let row = |one: &Line<'_>| {
        let mut cells = cells(one);
        cells.push(bar(one.games, most));
        cells
    };
    let head: Vec<String> = heads.iter().map(|name| line(name).into_owned()).collect();
    aligned(|| std::iter::once(head.clone()).chain(lines.iter().map(row)), (left, width), put)
}

/// A line for people: its values, its numbers, its figures.
pub(super) fn cells(one: &Line<'_>) -> Vec<String> {
    let mut cells: Vec<String> = one.values.iter().map(shown).collect();
    cells.extend([thousands(one.games), thousands(one.positions), percent(one.share)]);
    cells.extend(one.figures.iter().map(figure::shown));
    cells
}

/// A value for people.
pub(super) fn shown(value: &Cell<'static>) -> String {
    match value {
        Cell::None => "–".into(),
        Cell::List(list) if list.is_empty() => "–".into(),
        other => figure::shown_text(&other.text()),
    }
}
