//! Every fault of every game, as rows for programs: one JSON object per line.

use serde_json::json;
use tabiya::game::RawGame;
use tabiya::{Game, printable};

/// The amount of text around a fault that is reported, in bytes before it and from it on.
const AROUND: (usize, usize) = (40, 80);

/// The faults of a game of a file, one row each. `raw` is its text.
pub(crate) fn rows(game: &Game, file: &str, raw: &RawGame) -> String {
    let mut rows = String::new();
    for fault in game.faults().list() {
        let row = json!({
            "file": file,
            "game": raw.number,
            "line": fault.line,
            "byte": fault.offset,
            "kind": fault.kind.code(),
            "loses_moves": fault.kind.loses(),
            "ply": fault.ply,
            "text": fault.text,
            "around": raw.around(fault.offset, AROUND.0, AROUND.1),
            "message": fault.message,
            "help": fault.kind.help(),
        });
        rows.push_str(&printable::json(row.to_string()));
        rows.push('\n');
    }
    rows
}
