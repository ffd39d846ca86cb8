//! Every fault of every game, as rows for programs: one JSON object per line.

use super::output::{self, Output};
use super::report::Message;
use serde_json::json;
use std::path::Path;
use tabiya::game::RawGame;
use tabiya::pipeline::Sources;
use tabiya::{Game, printable};

/// The amount of text around a fault that is reported, in bytes before it and from it on.
const AROUND: (usize, usize) = (40, 80);

/// Opens the file for faults, if one was named. It may be neither an input nor another output.
///
/// # Errors
///
/// If it is an input or another output, or cannot be created.
pub(crate) fn open(path: Option<&Path>, others: &[Output], inputs: &Sources) -> Result<Option<Output>, Message> {
    let Some(path) = path else { return Ok(None) };
    let twice = || {
        let message = Message::error("output-twice", "both results and faults would be written to this file");
        message.file(path.display().to_string()).help("choose another name for --report")
    };
    // Two handles of standard output would wait for each other.
    if output::is_stdout(path) && others.iter().any(Output::is_stdout) {
        return Err(twice());
    }
    output::refuse_input(path, inputs.paths())?;
    let faults = Output::create(path)?;
    if others.iter().any(|other| other.is_same_file(&faults)) { Err(twice()) } else { Ok(Some(faults)) }
}

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
