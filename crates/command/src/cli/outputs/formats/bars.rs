//! Tables for people: cells below each other, and bars for numbers.

use super::Put;
use crate::cli::outputs::output::Fault;
use std::fmt::Write as _;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The width of the longest bar, in characters.
const BAR: u32 = 24;

/// The least width to which a column of values is cut.
const LEAST: usize = 12;

/// Writes lines of cells below each other: the first `left` cells are texts, and what follows are numbers. A cell after
/// the width of the first line is a bar. Texts are cut so that lines are not wider than `width`, if there is one. The
/// lines are made twice, so that they need not all be in memory.
pub(crate) fn aligned<L: Iterator<Item = Vec<String>>>(
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

/// Makes columns of texts narrower, the widest first, until all columns together are not wider than `most`, with two spaces
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

/// A text that is not a wider than this, with dots where it was cut.
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
pub(crate) fn bar(n: u64, most: u64) -> String {
    let eighths = (n * u64::from(BAR) * 8).div_ceil(most);
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
