//! Why a query matches at a position, or why not: its filters with their values there.

use super::failure::Failure;
use super::queries::{QueryText, errors};
use crate::assist::Utf16;
use crate::assist::why::{Row, rows};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::time::Duration;
use tabiya::{Game, QueryOptions, RunControl, RunError, Scratch, SearchOptions, Why};

/// The time that one game may take.
const TIME: Duration = Duration::from_secs(20);

/// The options of a search in one game, which ends in time.
pub(super) fn one_game() -> SearchOptions {
    let control = Arc::new(RunControl::with_time_limit(TIME));
    SearchOptions { comments: true, paths: true, constituents: true, control, ..SearchOptions::default() }
}

/// The reason why a query cannot be asked of a game.
pub(super) fn failed(error: &RunError) -> Failure {
    let failure = Failure::conflict("query-failed", format!("position {}: {}", error.position, error.message));
    match &error.help {
        Some(help) => failure.help(help.clone()),
        None => failure,
    }
}

/// The parts of a query at a position.
pub(super) fn why(query: &QueryText, game: &Game, node: u32, options: &QueryOptions) -> Result<Json, Failure> {
    let refused = |error: tabiya::QueryError| Failure::query(errors(&query.text, &error));
    let parsed = query.parse(options).map_err(refused)?;
    // A position in a variation is explained wherever the query says that it looks.
    let in_variation = node < game.tree().len() && game.tree().node(node).depth > 0;
    let variations = if in_variation { Some(true) } else { options.variations };
    let why = Why::new(parsed, &QueryOptions { variations, ..options.clone() }).map_err(refused)?;
    if node >= why.positions(game) {
        return Err(Failure::missing("no-position", format!("the game has no position {node}")));
    }
    let (mut scratch, search) = (Scratch::new(), one_game());
    let at = why.at(game, node, &mut scratch, &search).map_err(|error| failed(&error))?;
    let (places, rows) = (Utf16::new(&query.text), rows(&at, game));
    let parts: Vec<Json> = rows.iter().map(|row| part(row, &places, query.text.len())).collect();
    let mut json = json!({"matches": at.matches, "parts": parts});
    if let Some(reason) = why.must_run_in_order() {
        json["order"] = format!("{reason}; here the game is asked by itself").into();
    }
    Ok(json)
}

fn part(row: &Row, places: &Utf16<'_>, length: usize) -> Json {
    let filter = match row {
        Row::Filter(filter) => filter,
        Row::Hidden { depth, count } => {
            return json!({"text": format!("{count} more, which match"), "depth": depth, "holds": true, "asked": true, "hidden": count});
        }
    };
    let mut json = json!({
        "text": filter.text, "depth": filter.depth, "holds": filter.holds, "asked": filter.asked, "decides": filter.decides,
    });
    if let Some(place) = filter.place.as_ref().filter(|place| place.end <= length) {
        json["from"] = places.units(place.start).into();
        json["to"] = places.units(place.end).into();
    }
    if let Some(value) = &filter.value {
        json["value"] = value.as_str().into();
    }
    if !filter.squares.is_empty() {
        json["squares"] = json!(filter.squares);
    }
    let mut notes = filter.notes.clone();
    notes.extend(filter.image.map(|(number, count)| format!("image {number} of {count}")));
    if filter.is_unknown() {
        notes.push("not evaluated here".into());
    }
    if !notes.is_empty() {
        json["note"] = notes.join("; ").into();
    }
    json
}
