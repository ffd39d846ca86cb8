//! Warnings and errors on standard error.

use datafusion::common::DataFusionError;
use std::io::Write as _;
use tabiya::pipeline::Message;
use tabiya::{QueryError, printable};
use tabiya_tables::Notice;

/// Writes a line; nobody can be told if that fails.
fn write(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Reports an error.
pub(crate) fn error(text: &str) {
    write(&format!("error: {text}"));
}

/// Says something about what was done.
pub(crate) fn note(text: &str) {
    write(&format!("note: {text}"));
}

/// Reports a warning or a note.
pub(crate) fn notice(notice: &Notice) {
    write(&notice.to_string());
}

/// Reports an error of a statement, in the words of `tabiya` where it comes from a query or from games.
pub(crate) fn report(failure: &DataFusionError) {
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(failure);
    while let Some(cause) = source {
        if let Some(query) = cause.downcast_ref::<QueryError>() {
            return write(&query.to_string());
        }
        if let Some(message) = cause.downcast_ref::<Message>() {
            return write(&format!("error[{}]: {message}", message.code));
        }
        source = cause.source();
    }
    let message = failure.find_root().message();
    let text = printable::lines(&message);
    error(&text);
    if let Some(help) = help(&text) {
        write(&format!("  = help: {help}"));
    }
}

/// What can be done about an error of DataFusion's.
fn help(text: &str) -> Option<&'static str> {
    let has = |part: &str| text.contains(part);
    if has("table '") && has("not found") {
        return Some(
            "games are read by functions: games('games.pgn'), positions('games.pgn'), cql('query', 'games.pgn')",
        );
    }
    if has("table function") || has("Table function") {
        return Some("the functions that read games are games, positions and cql");
    }
    if has("No field named") {
        return Some(
            "`describe select * from games('games.pgn')` lists the columns of a table; write texts in single quotes",
        );
    }
    None
}
