//! Rows of commands that are no searches: a table, or an object of JSON on each line.

use super::formats::TableKind;
use crate::cli::options::pass_args::RowFormat;
use serde_json::{Value as Json, json};
use std::path::Path;
use tabiya::GameHeading;
use tabiya::printable::{self, line, push_json};

/// The columns about the game of a row.
pub(crate) const GAME_COLUMNS: [&str; 9] =
    ["file", "game", "white", "black", "white_elo", "black_elo", "date", "event", "result"];

/// Their values.
pub(crate) fn game_values(game: &GameHeading) -> [Json; 9] {
    let GameHeading { file, number, players, ratings, date, event, result } = game;
    [
        json!(&**file),
        json!(number),
        json!(players[0]),
        json!(players[1]),
        json!(ratings[0]),
        json!(ratings[1]),
        json!(date),
        json!(event),
        json!(result.as_str()),
    ]
}

/// The game of a row in a list: its number, with its file if there are several; and the players, the year and the result.
pub(crate) fn game_texts(game: &GameHeading, several: bool) -> (String, String) {
    let GameHeading { file, number, players, date, result, .. } = game;
    let place = if several { format!("{}:{number}", line(file)) } else { number.to_string() };
    let year = date.split('.').next().filter(|year| !year.contains('?'));
    let year = year.map(|year| format!(", {year}")).unwrap_or_default();
    (place, format!("{} - {}{year}, {result}", line(&players[0]), line(&players[1])))
}

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

/// A value as text; nothing where there is none.
fn plain(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Array(texts) => texts.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
