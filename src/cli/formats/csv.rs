//! A table with one row per matching position. A set is its squares with blanks between; what has no value is empty.

use super::{Format, FoundGame, Tools};
use crate::cli::positions::{fen_at, value_text};

/// The format `csv`.
#[derive(Debug)]
pub(crate) struct Csv {
    /// True if there are several queries, so that rows say which one matched.
    pub(crate) several: bool,
    /// The names of the columns asked for.
    pub(crate) columns: Vec<String>,
    /// True if cells that a spreadsheet would take for formulas get an apostrophe.
    pub(crate) safe: bool,
}

impl Csv {
    fn row(&self, query: &str, cells: impl Iterator<Item = String>, out: &mut Vec<u8>) {
        let mut writer = csv::WriterBuilder::new().buffer_capacity(512).from_writer(out);
        let first = self.several.then(|| query.to_owned());
        let cells = cells.map(|cell| if self.safe { guarded(cell) } else { cell });
        // Writing to memory does not fail.
        let _ = writer.write_record(first.into_iter().chain(cells));
    }
}

impl Format for Csv {
    fn head(&self) -> String {
        let names = ["file", "game", "position", "ply", "fen"].map(str::to_owned);
        let mut row = Vec::new();
        self.row("query", names.into_iter().chain(self.columns.iter().cloned()), &mut row);
        String::from_utf8(row).unwrap_or_default()
    }

    fn game(&self, game: &FoundGame<'_>, _tools: &mut Tools, out: &mut String) {
        let mut rows = Vec::new();
        for found in game.found {
            for matched in &found.matches.matches {
                let position = matched.position;
                let ply = game.game.tree().node(position).ply.to_string();
                let fen = fen_at(game.game, position);
                let cells = [game.file.to_owned(), game.game.number().to_string(), position.to_string(), ply, fen];
                let values = matched.values.iter().map(value_text);
                self.row(&found.query.number.to_string(), cells.into_iter().chain(values), &mut rows);
            }
        }
        out.push_str(&String::from_utf8_lossy(&rows));
    }
}

/// A cell that no spreadsheet takes for a formula. A number with its sign stays one.
fn guarded(cell: String) -> String {
    let is_number = || cell.parse::<f64>().is_ok() && cell.contains(|c: char| c.is_ascii_digit());
    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number();
    if formula { format!("'{cell}") } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_and_numbers() {
        for cell in ["=1+1", "+cmd|x", "-2+3", "@SUM(A1)", "\t=1", "\r", "--", "-", "-inf"] {
            assert_eq!(guarded(cell.to_owned()), format!("'{cell}"));
        }
        for cell in ["", "-12", "+3", "-1.5e3", "a=b", "'=1", "e4 e5"] {
            assert_eq!(guarded(cell.to_owned()), cell);
        }
    }
}
