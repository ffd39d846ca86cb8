//! Warnings and errors on standard error, for people or as lines of JSON.

use datafusion::common::DataFusionError;
use datafusion::sql::sqlparser::parser::ParserError;
use serde_json::{Value, json};
use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use tabiya::pipeline::Message;
use tabiya::syntax::SourceView;
use tabiya::{QueryError, printable};
use tabiya_tables::Notice;

/// True if programs read the messages.
static JSON: AtomicBool = AtomicBool::new(false);

/// True if the line of a terminal shows how far a search is.
static PROGRESS: AtomicBool = AtomicBool::new(false);

/// From now on each message is a line of JSON: `severity`, `text`, which people see, and, where known, `code`,
/// `message`, `help`, `source`, `line` and `column`.
pub(crate) fn in_json() {
    JSON.store(true, Ordering::Relaxed);
}

/// A message with what this program has in place of the options of `tabiya search`.
fn in_sql(text: &str) -> String {
    text.replace("`--variations`", "`variations => true`")
        .replace(
            "name a program that speaks UCI with `--engine PROGRAM` of the command, such as stockfish",
            "`tabiya search` asks one",
        )
        .replace("`--files FOLDER` of the command, in place of `--sandbox`", "`--files FOLDER`")
}

/// Says how far a search is: at a terminal in one line that the next message takes away, for programs as a line of JSON.
fn progress(text: &str, come: usize, all: usize) {
    if JSON.load(Ordering::Relaxed) {
        write("progress", text, json!({"done": come, "all": all}));
    } else if std::io::stderr().is_terminal() {
        let (end, open) = if come < all { (text, true) } else { ("", false) };
        PROGRESS.store(open, Ordering::Relaxed);
        let mut error = std::io::stderr().lock();
        let _ = write!(error, "\r\x1b[K{end}").and_then(|()| error.flush());
    }
}

/// Writes a message; nobody can be told if that fails.
fn write(severity: &str, text: &str, more: Value) {
    let text = &in_sql(text);
    let mut error = std::io::stderr().lock();
    if PROGRESS.swap(false, Ordering::Relaxed) {
        let _ = write!(error, "\r\x1b[K");
    }
    let _ = if JSON.load(Ordering::Relaxed) {
        let mut line = json!({"severity": severity, "text": text});
        if let (Some(line), Value::Object(more)) = (line.as_object_mut(), more) {
            line.extend(more);
        }
        writeln!(error, "{}", printable::json(line.to_string()))
    } else {
        writeln!(error, "{text}")
    };
}

/// Reports an error.
pub(crate) fn error(text: &str) {
    write("error", &format!("error: {text}"), json!({"message": text}));
}

/// Says something about what was done.
pub(crate) fn note(text: &str) {
    write("note", &format!("note: {text}"), json!({"message": text}));
}

/// Reports a warning or a note.
pub(crate) fn notice(notice: &Notice) {
    let text = notice.to_string();
    match notice {
        Notice::Query(_) => write("warning", &text, json!({"source": "query"})),
        Notice::Shards { come, all } => progress(&text, *come, *all),
        Notice::Games(message) => write(message.severity.name(), &text, of_message(message)),
    }
}

fn of_message(message: &Message) -> Value {
    json!({"code": message.code, "message": message.message, "help": message.help})
}

/// Reports an error of a statement, in the words of `tabiya` where it comes from a query or from games.
pub(crate) fn report(failure: &DataFusionError) {
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(failure);
    while let Some(cause) = source {
        if let Some(query) = cause.downcast_ref::<QueryError>() {
            return report_query(query);
        }
        if let Some(message) = cause.downcast_ref::<Message>() {
            return write("error", &format!("error[{}]: {message}", message.code), of_message(message));
        }
        source = cause.source();
    }
    let message = match failure.find_root() {
        DataFusionError::SQL(error, _) => match &**error {
            ParserError::ParserError(text) | ParserError::TokenizerError(text) => text.clone(),
            ParserError::RecursionLimitExceeded => "the statement is nested too deeply".into(),
        },
        other => other.message().into_owned(),
    };
    let text = printable::lines(&in_user_words(&message)).into_owned();
    let help = help(&text);
    let shown = help.map_or_else(|| format!("error: {text}"), |help| format!("error: {text}\n  = help: {help}"));
    write("error", &shown, json!({"message": text, "help": help}));
}

/// Reports everything that is wrong with a query.
fn report_query(query: &QueryError) {
    if !JSON.load(Ordering::Relaxed) {
        return write("error", &query.to_string(), Value::Null);
    }
    let view = SourceView::new(&query.source.text, &query.source.name);
    for one in &query.diagnostics {
        let place = view.place(one.span());
        let more = json!({
            "code": one.code, "message": one.message, "help": one.help, "source": query.source.name,
            "line": place.line, "column": place.column,
        });
        write(one.severity.name(), view.render(one, false).trim_end(), more);
    }
}

/// An error without the request to report it to DataFusion, whose fault it hardly is, without advice for programmers, and without the
/// names that tables of functions have there, which nobody writes.
fn in_user_words(text: &str) -> String {
    let ends = ["\nThis issue was likely caused by a bug in DataFusion", ". See `RuntimeEnv::"];
    let text = ends.iter().fold(text, |text, end| text.split(end).next().unwrap_or(text)).trim_end();
    ["games", "positions", "cql"].iter().fold(text.to_owned(), |text, name| text.replace(&format!("\"{name}()\"."), ""))
}

/// Advice on an error of DataFusion's.
fn help(text: &str) -> Option<&'static str> {
    let has = |part: &str| text.contains(part);
    if has("No suitable object store found") {
        return Some("files are read from this machine only: copy them, or mount the storage as a folder");
    }
    if has("table '") && has("not found") {
        return Some(
            "games are read by functions: games('games.pgn'), positions('games.pgn'), cql('query', 'games.pgn'); \
             other files are named in quotes, with .parquet, .csv, .json or .arrow at the end",
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
