//! Why a query matches at a position, or why not: its filters with their values there.

use super::failure::Failure;
use super::fields::{Place, answers, some};
use super::queries::{QueryText, errors};
use crate::assist::Utf16;
use crate::assist::why::{Row, rows};
use std::sync::Arc;
use std::time::Duration;
use tabiya::{Game, QueryOptions, RunControl, RunError, Scratch, SearchOptions, Why};

answers! {
    /// Why a query matches at a position, or why not.
    #[cfg_attr(test, ts(rename = "Why"))]
    Observed { matches: bool, parts: Vec<Part>; order: String }

    /// A filter of the query.
    Part {
        text: String, depth: usize,
        /// Null where nothing can be said.
        holds: Option<bool>,
        /// False where the search would not have come to it, because another had decided before.
        asked: bool;
        /// True for the one that makes the query fail.
        decides: bool, from: usize, to: usize, value: String, squares: Vec<String>, note: String,
        /// It stands for so many that match.
        hidden: usize
    }
}

/// The time that one game may take.
const TIME: Duration = Duration::from_secs(20);

/// The options of a search in one game, which ends in time.
pub(super) fn one_game() -> SearchOptions {
    let control = Arc::new(RunControl::with_time_limit(TIME));
    SearchOptions { comments: true, paths: true, constituents: true, control, ..SearchOptions::default() }
}

/// The reason why a query cannot run on a game.
pub(super) fn failed(error: &RunError) -> Failure {
    let failure = Failure::conflict("query-failed", format!("position {}: {}", error.position, error.message));
    match &error.help {
        Some(help) => failure.help(help.clone()),
        None => failure,
    }
}

/// The parts of a query at a position.
pub(super) fn why(query: &QueryText, game: &Game, node: u32, options: &QueryOptions) -> Result<Observed, Failure> {
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
    let parts = rows.iter().map(|row| part(row, &places, query.text.len())).collect();
    let order = why.must_run_in_order().map(|reason| format!("{reason}; here the game is asked by itself"));
    Ok(Observed { matches: at.matches, parts, order })
}

fn part(row: &Row, places: &Utf16<'_>, length: usize) -> Part {
    let part = |text, depth, holds, asked| {
        let (decides, from, to, value, squares, note, hidden) = Default::default();
        Part { text, depth, holds, asked, decides, from, to, value, squares, note, hidden }
    };
    let filter = match row {
        Row::Filter(filter) => filter,
        Row::Hidden { depth, count } => {
            let text = format!("{count} more, which match");
            return Part { hidden: Some(*count), ..part(text, *depth, Some(true), true) };
        }
    };
    let mut notes = filter.notes.clone();
    notes.extend(filter.image.map(|(number, count)| format!("image {number} of {count}")));
    if filter.is_unknown() {
        notes.push("not evaluated here".into());
    }
    let place = filter.place.clone().filter(|place| place.end <= length);
    let (from, to) = place.map(|bytes| Place::of(bytes, places)).map(|Place { from, to }| (from, to)).unzip();
    Part {
        decides: Some(filter.decides),
        from,
        to,
        value: filter.value.clone(),
        squares: some(filter.squares.clone()),
        note: some(notes.join("; ")),
        ..part(filter.text.clone(), filter.depth, filter.holds, filter.asked)
    }
}
