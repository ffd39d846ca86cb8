//! What a run has to say, as exceptions, warnings and lines of Python.

use crate::errors::{GamesError, GamesWarning, QueryWarning, SearchError, warn};
use crate::resources::in_python;
use pyo3::prelude::*;
use std::collections::HashSet;
use tabiya::pipeline::{Message, RunSummary, SecondLook};
use tabiya::printable;
use tabiya::syntax::Severity;

/// Prints a line as Python does, made safe for a terminal.
pub(crate) fn print(py: Python<'_>, line: &str) -> PyResult<()> {
    py.import("builtins")?.call_method1("print", (&*printable::lines(line),)).map(drop)
}

/// The exception for an error of a run.
pub(crate) fn raised(message: &Message) -> PyErr {
    let text = in_python(&message.to_string());
    // What the caller asked for is not wrong with the games.
    if message.game.is_some() || matches!(message.code, "time-limit" | "held-limit") {
        SearchError::new_err(text)
    } else {
        GamesError::new_err(text)
    }
}

/// Warns about files without games, and about games that lost moves, and tells why nothing was found if that is known.
pub(crate) fn report(py: Python<'_>, summary: &RunSummary) -> PyResult<()> {
    bad_files(py, &summary.messages)?;
    let mut hints =
        summary.messages.iter().filter(|message| SecondLook::CODES.contains(&message.code)).map(Message::text);
    hints.try_for_each(|hint| warn::<QueryWarning>(py, &hint))?;
    let first = summary.messages.iter().find(|message| message.game.is_some());
    damaged_games(py, summary.incomplete, first, "the moves before them were searched")
}

/// Warns about files, such as those that are not PGN: of each once.
pub(crate) fn bad_files(py: Python<'_>, messages: &[Message]) -> PyResult<()> {
    let mut told = HashSet::new();
    let of_files = messages.iter().filter(|one| one.severity == Severity::Warning && one.game.is_none());
    let mut texts = of_files.map(Message::text).filter(|text| told.insert(text.clone()));
    texts.try_for_each(|text| warn::<GamesWarning>(py, &text))
}

/// Warns about this many games that lost moves, and says what was done with them.
pub(crate) fn damaged_games(py: Python<'_>, games: u64, first: Option<&Message>, done: &str) -> PyResult<()> {
    let games = match games {
        0 => return Ok(()),
        1 => "1 game has".into(),
        _ => format!("{games} games have"),
    };
    let mut text = format!("{games} moves that could not be read; {done}");
    if let Some(first) = first {
        text.push_str(&format!(" (first: {first})"));
    }
    warn::<GamesWarning>(py, &text)
}
