//! Rows of commands that are no searches: a table, or an object of JSON on each line.

use super::formats::{TableKind, plain};
use super::opening_args::RowFormat;
use serde_json::Value as Json;
use std::path::Path;
use tabiya::printable::{self, push_json};

/// The way rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowKind {
    /// For people; each command has a list of its own.
    List,
    Table(TableKind),
    Jsonl,
}

impl RowKind {
    /// The format that is asked for; otherwise the one that a file is named for.
    pub(crate) fn of(format: Option<RowFormat>, output: Option<&Path>) -> Option<RowKind> {
        let extension = output.and_then(Path::extension).and_then(|end| end.to_str());
        Some(match (format, extension) {
            (Some(RowFormat::List), _) => RowKind::List,
            (Some(RowFormat::Csv), _) | (None, Some("csv")) => RowKind::Table(TableKind::Csv { safe: false }),
            (Some(RowFormat::Tsv), _) | (None, Some("tsv")) => RowKind::Table(TableKind::Tsv { safe: false }),
            (Some(RowFormat::Md), _) | (None, Some("md")) => RowKind::Table(TableKind::Markdown),
            (Some(RowFormat::Jsonl), _) | (None, Some("jsonl" | "json")) => RowKind::Jsonl,
            (None, _) => return None,
        })
    }

    /// The text before the first row.
    pub(crate) fn head(self, columns: &[&str]) -> String {
        match self {
            RowKind::Table(kind) => kind.head(columns.iter().copied()),
            RowKind::List | RowKind::Jsonl => String::new(),
        }
    }

    /// A row for programs: a value for each column.
    pub(crate) fn row(self, columns: &[&str], values: &[Json]) -> String {
        let mut text = String::new();
        if let RowKind::Table(kind) = self {
            kind.row(values.iter().map(plain), &mut text);
            return text;
        }
        for (n, (name, value)) in columns.iter().zip(values).enumerate() {
            text.push(if n == 0 { '{' } else { ',' });
            push_json(name, &mut text);
            text.push(':');
            text.push_str(&printable::json(value.to_string()));
        }
        text.push_str("}\n");
        text
    }
}
