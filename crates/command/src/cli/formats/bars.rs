//! Tables for people: cells below each other, and bars for numbers.

use super::Put;
use crate::cli::output::Fault;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// The width of the longest bar, in characters.
const BAR: u64 = 24;

/// Writes lines of cells below each other: the first `left` cells are texts, and what follows are numbers. A cell after
/// the width of the first line is a bar. The lines are made twice, so that they need not all be in memory.
pub(crate) fn aligned<L: Iterator<Item = Vec<String>>>(
    lines: impl Fn() -> L,
    left: usize,
    put: Put<'_>,
) -> Result<(), Fault> {
    let columns = lines().next().map_or(0, |first| first.len());
    let mut widths = vec![0; columns];
    for cells in lines() {
        widths.iter_mut().zip(&cells).for_each(|(width, cell)| *width = cell.width().max(*width));
    }
    for cells in lines() {
        let mut text = String::new();
        for (i, cell) in cells.iter().enumerate() {
            let gap = if i == 0 { "" } else { "  " };
            let pad = widths.get(i).map_or(0, |width| width - cell.width());
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

/// A bar for a number, in eighths of a character.
pub(crate) fn bar(n: u64, most: u64) -> String {
    let eighths = (n * BAR * 8).div_ceil(most);
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][(eighths % 8) as usize];
    format!("{}{rest}", "█".repeat((eighths / 8) as usize))
}

/// A share in per cent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion() {
        assert_eq!(bar(10, 10), "█".repeat(24));
        assert_eq!(bar(5, 10), "█".repeat(12));
        assert_eq!(bar(1, 192), "▏");
        assert_eq!(bar(0, 10), "");
    }

    #[test]
    fn columns_are_aligned() {
        let lines = [vec!["eco", "games"], vec!["C11", "1,200", "██"], vec!["–", "7", "▏"]];
        let lines: Vec<Vec<String>> =
            lines.iter().map(|cells| cells.iter().map(|s| (*s).to_owned()).collect()).collect();
        let mut out = String::new();
        let mut put = |text: &str| {
            out.push_str(text);
            Ok(())
        };
        aligned(|| lines.iter().cloned(), 1, &mut put).unwrap();
        assert_eq!(out, "eco  games\nC11  1,200  ██\n–        7  ▏\n");
    }
}
