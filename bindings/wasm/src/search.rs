//! One query through the games of a file in memory: rows, numbers and messages as JSON.

use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;
use tabiya_library::pipeline::Message;
use tabiya_library::rows::{Choice, Columns};
use tabiya_library::syntax::Dialect;
use tabiya_library::{ParsedQuery, QueryOptions, QuerySet, RunControl, RunOptions, SearchOptions, Source, Sources};

/// The dialect of a query.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
enum DialectName {
    #[default]
    #[serde(rename = "auto")]
    Auto,
    #[serde(rename = "5")]
    Five,
    #[serde(rename = "6")]
    Six,
}

/// The games that are searched, and how.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Options {
    /// The name of the file in rows and messages.
    name: String,
    dialect: DialectName,
    /// True if variations are searched; if it is left out, the header of the query decides.
    variations: Option<bool>,
    /// True if `move` inside `next` sees only the move of the line chosen.
    linearize: bool,
    /// Columns with values: their names, each with an expression.
    select: BTreeMap<String, String>,
    /// Values of the parameters of the query.
    settings: BTreeMap<String, String>,
    /// The names of the columns.
    columns: Option<Vec<String>>,
    /// True if there is a row for each position of the sequence of a match.
    steps: bool,
    /// True if games come in the order that `sort` in the query asks for.
    sort: bool,
    /// The number of games with matches after which the search ends.
    limit: Option<u64>,
    /// The time limit.
    seconds: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            name: "games.pgn".into(),
            dialect: DialectName::Auto,
            variations: None,
            linearize: true,
            select: BTreeMap::new(),
            settings: BTreeMap::new(),
            columns: None,
            steps: false,
            sort: false,
            limit: None,
            seconds: 600.0,
        }
    }
}

impl Options {
    fn query(&self) -> QueryOptions {
        QueryOptions {
            dialect: match self.dialect {
                DialectName::Auto => Dialect::Auto,
                DialectName::Five => Dialect::Five,
                DialectName::Six => Dialect::Six,
            },
            variations: self.variations,
            linearize: self.linearize,
            selects: self.select.clone().into_iter().collect(),
            settings: self.settings.clone().into_iter().collect(),
            ..QueryOptions::default()
        }
    }

    /// One thread is the one that calls.
    fn run(&self, columns: &Columns) -> RunOptions {
        let time = Duration::try_from_secs_f64(self.seconds).unwrap_or(Duration::MAX);
        let search = SearchOptions {
            paths: columns.need_paths(),
            constituents: columns.need_constituents(),
            control: Arc::new(RunControl::with_time_limit(time)),
            ..SearchOptions::default()
        };
        RunOptions {
            search,
            threads: Some(NonZeroUsize::MIN),
            limit: self.limit,
            sort: self.sort,
            ..RunOptions::default()
        }
    }
}

/// Searches the games of a file: PGN, plain or compressed, or a database. `options` is an object of JSON.
///
/// # Errors
///
/// The error of the query or the options, as text. The error of the games is in the answer: it has an `error` if
/// the rows are not complete.
pub fn search(query: &str, bytes: Vec<u8>, options: &str) -> Result<String, String> {
    let options: Options = match options.trim() {
        "" => Options::default(),
        text => serde_json::from_str(text).map_err(|error| format!("the options have an unexpected form: {error}"))?,
    };
    let reading = options.query();
    let source = Source { name: "query".into(), text: query.into() };
    let parsed = [ParsedQuery::parse(source, &reading).map_err(|error| error.to_string())?];
    let planned = ParsedQuery::check_settings(&parsed, &reading).and_then(|()| QuerySet::new(parsed.into(), &reading));
    let set = planned.map_err(|error| error.to_string())?;
    let choice = Choice { names: options.columns.as_deref(), steps: options.steps, ..Choice::of(&set) };
    let columns = Arc::new(Columns::new(&choice).map_err(|error| format!("{error}; {}", error.help()))?);
    let sources = Sources::new().bytes(&options.name, bytes);
    let written = Arc::clone(&columns);
    let found = set.map_rows(sources, &options.run(&columns), &columns, move |row, moves| {
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
