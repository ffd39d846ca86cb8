//! One JSON object per matching position, one per line.

use super::{Format, FoundGame, Tools, rows_of};
use tabiya::rows::Columns;

/// The format `jsonl`.
#[derive(Debug)]
pub(crate) struct Jsonl {
    pub(crate) columns: Columns,
}

impl Format for Jsonl {
    fn columns(&self) -> Option<&Columns> {
        Some(&self.columns)
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        for row in rows_of(game).flat_map(|row| self.columns.rows(row)) {
            self.columns.push_json(&row, &mut tools.moves, out);
            out.push('\n');
        }
    }
}
