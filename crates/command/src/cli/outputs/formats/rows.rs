//! Rows of named values in the forms for programs: tables, JSON lines, and columns with types. A row is one matching position,
//! a line of a tally, or what a command says of a game.

use super::packed::push_cell;
use super::table::TableKind;
use super::{ColumnarKind, Encoder, Format, FoundGame, Tools, rows_of};
use crate::cli::options::pass_args::RowFormat;
use crate::cli::report::Message;
use std::path::Path;
use tabiya::rows::{Cell, ColumnType, Columns, push_object};

/// The way rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowForm {
    Table(TableKind),
    /// An object of JSON for each row, on a line of its own.
    Jsonl,
    /// Values for an [encoder](Self::encoder).
    Columnar(ColumnarKind),
}

impl RowForm {
    /// The form that is requested, otherwise the one that the output is named for; none for the list, which is for people.
    pub(crate) fn asked(format: Option<RowFormat>, output: Option<&Path>) -> Option<RowForm> {
        match format {
            None => output.and_then(RowForm::of_name),
            Some(RowFormat::List) => None,
            Some(RowFormat::Csv) => Some(RowForm::Table(TableKind::CSV)),
            Some(RowFormat::Tsv) => Some(RowForm::Table(TableKind::Tsv { safe: false })),
            Some(RowFormat::Md) => Some(RowForm::Table(TableKind::Markdown)),
            Some(RowFormat::Jsonl) => Some(RowForm::Jsonl),
        }
    }

    /// The ends of names of files of text.
    pub(crate) const ENDINGS: [&str; 5] = ["csv", "tsv", "md", "jsonl", "json"];

    /// The form that a file of text is named for.
    pub(crate) fn of_name(path: &Path) -> Option<RowForm> {
        Some(match path.extension()?.to_str()? {
            "csv" => RowForm::Table(TableKind::CSV),
            "tsv" => RowForm::Table(TableKind::Tsv { safe: false }),
            "md" => RowForm::Table(TableKind::Markdown),
            "jsonl" | "json" => RowForm::Jsonl,
            _ => return None,
        })
    }

    /// The text before the first row.
    pub(crate) fn head<'n>(self, names: impl Iterator<Item = &'n str>) -> String {
        match self {
            RowForm::Table(kind) => kind.head(names),
            RowForm::Jsonl | RowForm::Columnar(_) => String::new(),
        }
    }

    /// Appends a row: its values by the names of their columns.
    pub(crate) fn push<'n, 'c>(self, cells: impl Iterator<Item = (&'n str, Cell<'c>)>, out: &mut String) {
        match self {
            RowForm::Table(kind) => kind.row(cells.map(|(_, cell)| cell.text().into_owned()), out),
            RowForm::Jsonl => {
                push_object(cells, out);
                out.push('\n');
            }
            RowForm::Columnar(_) => cells.for_each(|(_, cell)| push_cell(&cell, out)),
        }
    }

    /// What makes the bytes of an output of such rows, if they are not the text itself.
    ///
    /// # Errors
    ///
    /// If the columns cannot be encoded.
    pub(crate) fn encoder<'n>(
        self,
        columns: impl Iterator<Item = (&'n str, ColumnType)>,
    ) -> Result<Option<Box<dyn Encoder>>, Message> {
        let RowForm::Columnar(kind) = self else { return Ok(None) };
        kind.encoder(columns).map(Some)
    }
}

/// The formats with a row for each match.
#[derive(Debug)]
pub(crate) struct MatchRows {
    pub(crate) form: RowForm,
    pub(crate) columns: Columns,
}

impl Format for MatchRows {
    fn head(&self) -> String {
        self.form.head(self.columns.names())
    }

    fn columns(&self) -> Option<&Columns> {
        Some(&self.columns)
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        for row in rows_of(game).flat_map(|row| self.columns.rows(row)) {
            self.form.push(self.columns.cells(&row, &mut tools.moves), out);
        }
    }

    fn encoder(&self) -> Result<Option<Box<dyn Encoder>>, Message> {
        self.form.encoder(self.columns.names().zip(self.columns.types()))
    }
}
