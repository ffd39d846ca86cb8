//! The themes found, compared with what the games say of themselves.

use super::queries::Named;
use super::shown::Tagged;
use crate::cli::report::text::thousands;
use serde_json::json;
use std::fmt::Write as _;
use tabiya::printable;

/// The number of games that a table names for each theme and each kind of difference.
const SHOWN: usize = 3;

/// The bytes that a game that differs takes in addition to its name.
const NAME_BYTES: usize = 32;

/// The counts of all themes.
#[derive(Clone, Debug)]
pub(super) struct Score {
    themes: Vec<Theme>,
    /// The games that are compared, and those without labels.
    games: u64,
    unlabelled: u64,
    json: bool,
    held: usize,
}

/// The counts of one theme.
#[derive(Clone, Debug, Default)]
struct Theme {
    name: String,
    /// Games that were found and have the label.
    both: u64,
    /// Games that have the label and were not found.
    missed: Vec<String>,
    /// Games that were found and do not have the label.
    extra: Vec<String>,
}

impl Theme {
    fn labelled(&self) -> u64 {
        self.both + self.missed.len() as u64
    }

    fn found(&self) -> u64 {
        self.both + self.extra.len() as u64
    }

    /// The share of those found that have the label.
    fn precision(&self) -> Option<f64> {
        share(self.both, self.found())
    }

    /// The share of those with the label that were found.
    fn recall(&self) -> Option<f64> {
        share(self.both, self.labelled())
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl Score {
    /// Nothing counted yet.
    pub(super) fn new(named: &Named, json: bool) -> Score {
        let themes = named.names.iter().map(|name| Theme { name: name.clone(), ..Theme::default() });
        Score { themes: themes.collect(), games: 0, unlabelled: 0, json, held: 0 }
    }

    /// Compares a game.
    pub(super) fn take(&mut self, game: &Tagged) {
        let Some(labels) = &game.labels else {
            self.unlabelled += 1;
            return;
        };
        self.games += 1;
        let labels: Vec<&str> = labels.split_whitespace().collect();
        for (i, theme) in self.themes.iter_mut().enumerate() {
            let list = match (labels.contains(&theme.name.as_str()), game.themes.binary_search(&i).is_ok()) {
                (true, true) => {
                    theme.both += 1;
                    continue;
                }
                (false, false) => continue,
                (true, false) => &mut theme.missed,
                (false, true) => &mut theme.extra,
            };
            list.push(game.name());
            self.held += NAME_BYTES + list.last().map_or(0, String::len);
        }
    }

    /// True if no game has been compared.
    pub(super) fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The bytes that it keeps.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// The score as a table, or as JSON.
    pub(super) fn text(&self) -> String {
        if self.json { self.object() } else { self.table() }
    }

    fn object(&self) -> String {
        let theme = |theme: &Theme| {
            json!({
                "theme": theme.name,
                "labelled": theme.labelled(),
                "found": theme.found(),
                "both": theme.both,
                "precision": theme.precision(),
                "recall": theme.recall(),
                "missed": theme.missed,
                "extra": theme.extra,
            })
        };
        let themes: Vec<serde_json::Value> = self.themes.iter().map(theme).collect();
        let object = json!({"games": self.games, "unlabelled": self.unlabelled, "themes": themes});
        printable::json(object.to_string()) + "\n"
    }

    fn table(&self) -> String {
        let mut rows =
            vec![["theme", "labelled", "found", "both", "precision", "recall", "missed", "extra"].map(str::to_owned)];
        for theme in &self.themes {
            rows.push([
                theme.name.clone(),
                thousands(theme.labelled()),
                thousands(theme.found()),
                thousands(theme.both),
                percent(theme.precision()),
                percent(theme.recall()),
                some_of(&theme.missed),
                some_of(&theme.extra),
            ]);
        }
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; 8] = std::array::from_fn(width);
        let mut text = String::new();
        for row in &rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
                // Numbers are aligned at their ends.
                let _ = match column {
                    1..=5 => write!(line, "  {cell:>width$}"),
                    0 => write!(line, "{cell:width$}"),
                    _ => write!(line, "  {cell:width$}"),
                };
            }
            let _ = writeln!(text, "{}", printable::line(line.trim_end()));
        }
        text
    }
}

/// A share in percent.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".into(), |share| format!("{:.1} %", 100.0 * share))
}

/// The first names of a list.
fn some_of(names: &[String]) -> String {
    let more = names.len().saturating_sub(SHOWN);
    let mut text = names.iter().take(SHOWN).map(String::as_str).collect::<Vec<&str>>().join(" ");
    if more > 0 {
        let _ = write!(text, " and {} more", thousands(more as u64));
    }
    if text.is_empty() { "-".into() } else { text }
}
