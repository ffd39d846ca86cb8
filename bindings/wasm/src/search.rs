//! One query through the games of a file in memory: rows, numbers and messages as JSON.

use serde_json::{Value, json};
use std::sync::Arc;
use tabiya_library::Sources;
use tabiya_library::pipeline::Message;
use tabiya_session::CallOptions;

/// The time limit of a search without one, in seconds: a page that waits for ever is a broken page.
const SECONDS: f64 = 600.0;

/// Searches the games of a file: PGN, plain or compressed, or a database. `options` is an object of JSON.
///
/// # Errors
///
/// The error of the query or the options, as text. The error of the games is in the answer: it has an `error` if
/// the rows are not complete.
pub fn search(query: &str, bytes: Vec<u8>, options: &str) -> Result<String, String> {
    let options = CallOptions::read(options)?.or_seconds(SECONDS);
    let set = options.compile(options.text(query)?).map_err(|error| error.to_string())?;
    let columns = Arc::new(options.columns(&set)?);
    let sources = Sources::new().bytes(&options.name, bytes);
    let written = Arc::clone(&columns);
    // One thread is the one that calls.
    let found = set.map_rows(sources, &options.run(&columns).threads(1), &columns, move |row, moves| {
        let mut text = String::new();
        written.push_json(row, moves, &mut text);
        text
    });
    let mut found = found.map_err(|message| message.text())?;
    // Errors are in the summary.
    let rows: Vec<String> = found.by_ref().filter_map(Result::ok).collect();
    let (summary, error) = match found.finish() {
        Ok(summary) => (summary, None),
        Err(failed) => (*failed.summary, Some(*failed.message)),
    };
    let told = json!({
        "games": summary.games, "matched": summary.matched, "positions": summary.positions,
        "messages": summary.messages.iter().map(message).collect::<Vec<Value>>(),
        "error": error.as_ref().map(message),
    });
    // An object with the rows in front, which are JSON already.
    Ok(format!("{{\"rows\":[{}],{}", rows.join(","), &told.to_string()[1..]))
}

/// Something that is to be said of the file or of a game.
fn message(message: &Message) -> Value {
    json!({
        "severity": message.severity.name(), "code": message.code, "message": message.message, "game": message.game,
        "line": message.place.map(|place| place.0), "help": message.help,
    })
}
