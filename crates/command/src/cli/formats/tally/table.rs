//! A tally for people: one line for each value with a bar, or a crosstab of two.

use super::figures::{Figure, Sums};
use super::lines::Line;
use super::{Figures, Kept, by_value, shown};
use crate::cli::formats::Put;
use crate::cli::output::Fault;
use crate::cli::text::thousands;
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use std::fmt::Write as _;
use tabiya::printable::line;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The width of the longest bar, in characters.
const BAR: u64 = 24;

/// A crosstab has no more cells than this; more pairs of values are listed one below the other.
const CROSSTAB_CELLS: usize = 1 << 18;

/// The least width to which a column of values is cut.
const LEAST: usize = 12;

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

/// Writes lines of cells below each other: the first `left` cells are texts, and what follows are numbers. A cell after
/// the width of the first line is a bar. Texts are cut so that lines are not wider than `width`, if there is one. The
/// lines are made twice, so that they need not all be in memory.
fn aligned<L: Iterator<Item = Vec<String>>>(
    lines: impl Fn() -> L,
    (left, width): (usize, Option<usize>),
    put: Put<'_>,
) -> Result<(), Fault> {
    let columns = lines().next().map_or(0, |first| first.len());
    let mut widths = vec![0; columns];
    let mut with_bars = false;
    for cells in lines() {
        widths.iter_mut().zip(&cells).for_each(|(width, cell)| *width = cell.width().max(*width));
        with_bars |= cells.len() > columns;
    }
    if let Some(width) = width {
        let bar = if with_bars { 2 + BAR as usize } else { 0 };
        narrow(&mut widths, left, width.saturating_sub(bar));
    }
    for cells in lines() {
        let mut text = String::new();
        for (i, cell) in cells.iter().enumerate() {
            let gap = if i == 0 { "" } else { "  " };
            let cell = if i < left { cut(cell, widths[i]) } else { cell.clone() };
            let pad = widths.get(i).map_or(0, |width| width.saturating_sub(cell.width()));
            let _ = match i {
                _ if i < left => write!(text, "{gap}{cell}{:pad$}", ""),
                _ if i < columns => write!(text, "{gap}{:pad$}{cell}", ""),
                _ => write!(text, "{gap}{cell}"),
            };
        }
        put(&format!("{}\n", text.trim_end()))?;
    }
    Ok(())
}

/// Makes columns of texts narrower, the widest first, until all columns together are no wider than `most`, with two blanks
/// between them.
fn narrow(widths: &mut [usize], left: usize, most: usize) {
    let left = left.min(widths.len());
    loop {
        let all = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
        let Some(widest) = widths[..left].iter_mut().max().filter(|width| all > most && **width > LEAST) else {
            return;
        };
        *widest -= 1;
    }
}

/// A text that is no wider than this, with dots where it was cut.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > width {
            break;
        }
        kept.push(c);
    }
    format!("{}…", kept.trim_end())
}

/// A bar for a number, in eighths of a character.
fn bar(n: u64, most: u64) -> String {
    let eighths = (n * BAR * 8).div_ceil(most);
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][(eighths % 8) as usize];
    format!("{}{rest}", "█".repeat((eighths / 8) as usize))
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(lines: &[&[&str]], left: usize, width: Option<usize>) -> String {
        let lines: Vec<Vec<String>> =
            lines.iter().map(|cells| cells.iter().map(|s| (*s).to_owned()).collect()).collect();
        let mut out = String::new();
        let mut put = |text: &str| {
            out.push_str(text);
            Ok(())
        };
        aligned(|| lines.iter().cloned(), (left, width), &mut put).unwrap();
        out
    }

    #[test]
    fn bars_are_in_proportion() {
        assert_eq!(bar(10, 10), "█".repeat(24));
        assert_eq!(bar(5, 10), "█".repeat(12));
        assert_eq!(bar(1, 192), "▏");
        assert_eq!(bar(0, 10), "");
    }

    #[test]
    fn columns_are_aligned() {
        let lines: [&[&str]; 3] = [&["eco", "games"], &["C11", "1,200", "██"], &["–", "7", "▏"]];
        assert_eq!(written(&lines, 1, None), "eco  games\nC11  1,200  ██\n–        7  ▏\n");
    }

    #[test]
    fn texts_are_cut_to_the_width_and_numbers_are_not() {
        let long = "French Defence: Winawer Variation, Poisoned Pawn";
        let lines: [&[&str]; 2] = [&["opening", "games"], &[long, "1,200"]];
        assert_eq!(written(&lines, 1, Some(30)), "opening                  games\nFrench Defence: Winawe…  1,200\n");
        assert!(written(&lines, 1, Some(30)).lines().all(|line| line.width() <= 30));
        assert!(written(&lines, 1, None).contains(long));
        // There is an end to it.
        assert!(written(&lines, 1, Some(5)).contains("French Defe…  1,200"));
        assert_eq!(cut("東京東京", 6), "東京…");
    }
}
