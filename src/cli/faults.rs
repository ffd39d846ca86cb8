//! Every fault of every game, as rows for programs: one JSON object per line.

use super::found::Job;
use super::inputs::Inputs;
use super::output::Output;
use super::report::Message;
use super::run::{is_input, output_is_input};
use serde_json::json;
use std::path::{Path, PathBuf};
use tabiya::{Game, printable};

/// How much of the text around a fault is told, in bytes before it and from it on.
const AROUND: (usize, usize) = (40, 80);

/// Opens the file that faults are told in, if there is to be one. It may be neither an input nor another output.
pub(crate) fn open(
    path: Option<&Path>,
    others: &[Option<PathBuf>],
    inputs: &Inputs,
) -> Result<Option<Output>, Message> {
    let Some(path) = path else { return Ok(None) };
    if is_input(path, inputs) {
        return Err(output_is_input(path));
    }
    if others.iter().any(|other| other.as_deref().unwrap_or(Path::new("-")) == path) {
        let message = Message::error("output-twice", "both results and faults are to be written here");
        return Err(message.file(path.display().to_string()).help("choose another name for --report"));
    }
    Output::create(path).map(Some)
}

/// The faults of a game that was read from a job, one row each.
pub(crate) fn rows(game: &Game, job: &Job) -> String {
    let mut rows = String::new();
    for fault in game.faults().list() {
        let row = json!({
            "file": &*job.file,
            "game": job.raw.number,
            "line": fault.line,
            "byte": fault.offset,
            "kind": fault.kind.code(),
            "loses_moves": fault.kind.loses(),
            "ply": fault.ply,
            "text": fault.text,
            "around": job.raw.around(fault.offset, AROUND.0, AROUND.1),
            "message": fault.message,
            "help": fault.kind.help(),
        });
        rows.push_str(&printable::json(row.to_string()));
        rows.push('\n');
    }
    rows
}
