//! A further number of a tally in the forms that people and programs read.

use super::table::shown_text;
use serde_json::Value as Json;
use std::borrow::Cow;
use tabiya::rows::{Cell, ColumnType};
use tabiya::tallies::Figure;

/// For people.
pub(super) fn shown(figure: &Figure) -> String {
    match figure {
        Figure::None => String::new(),
        Figure::Whole(n) => n.to_string(),
        Figure::Real(x) => format!("{x:.2}"),
        Figure::Rate(x) => format!("{:.2}%", x * 100.0),
        Figure::Score(x) => format!("{:.1}%", x * 100.0),
        Figure::Text(text) => shown_text(text),
    }
}

/// For tables.
pub(super) fn plain(figure: &Figure) -> String {
    match figure {
        Figure::None => String::new(),
        Figure::Whole(n) => n.to_string(),
        Figure::Real(x) | Figure::Rate(x) | Figure::Score(x) => format!("{x:.4}"),
        Figure::Text(text) => text.clone(),
    }
}

/// As JSON.
pub(super) fn json(figure: &Figure) -> String {
    match figure {
        Figure::None => "null".into(),
        Figure::Text(text) => tabiya::printable::json(Json::from(text.as_str()).to_string()),
        number => plain(number),
    }
}

/// For columns with a type. A sum that is too large for its column is left out.
pub(super) fn cell(figure: &Figure, ty: ColumnType) -> Cell<'_> {
    match figure {
        Figure::None => Cell::None,
        Figure::Whole(n) if ty == ColumnType::Text => Cell::Text(Cow::Owned(n.to_string())),
        Figure::Whole(n) => i64::try_from(*n).map_or(Cell::None, Cell::Number),
        Figure::Real(x) | Figure::Rate(x) | Figure::Score(x) => Cell::Float(*x),
        Figure::Text(text) => Cell::Text(Cow::Borrowed(text)),
    }
}
