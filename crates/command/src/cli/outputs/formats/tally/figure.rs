//! A further number of a tally in the forms that people and programs read.

use serde_json::Value as Json;
use std::borrow::Cow;
use tabiya::printable::line;
use tabiya::rows::{Cell, ColumnType};
use tabiya::tallies::Figure;

/// The number of characters of a value that people are shown.
const SHOWN: usize = 300;

/// For people.
pub(super) fn shown(figure: &Figure) -> String {
    match figure {
        Figure::None => String::new(),
        Figure::Whole(n) => n.to_string(),
        Figure::Real(x) => format!("{x:.2}"),
        Figure::Rate(x) => rate(*x),
        Figure::Score(x) => format!("{:.1}%", x * 100.0),
        Figure::Text(text) => shown_text(text),
    }
}

/// In per cent, with two digits at least, however rare it is.
fn rate(rate: f64) -> String {
    let percent = rate * 100.0;
    let digits = if percent > 0.0 { (1.0 - percent.log10().floor()).max(2.0) as usize } else { 2 };
    format!("{percent:.digits$}%")
}

/// For tables.
pub(super) fn plain(figure: &Figure) -> String {
    match figure {
        Figure::None => String::new(),
        Figure::Whole(n) => n.to_string(),
        Figure::Real(x) | Figure::Rate(x) | Figure::Score(x) => x.to_string(),
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

/// A text for people, which is cut if it is long.
pub(super) fn shown_text(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", line(&text[..end])),
        None => line(text).into_owned(),
    }
}
