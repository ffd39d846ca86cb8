//! `tabiya explain QUERY GAMES`: what each filter of a query leaves of many games, and what each of them is at one
//! position.

mod counting;
mod shown;
mod table;

use super::args::{ExplainArgs, WhyFormat};
use super::claims::Claims;
use super::files::{DiskFiles, ReadOnly};
use super::place::Place;
use super::queries::{self, Origin};
use super::report::{Message, Report};
use super::{Exit, drive, inputs, interrupt, output};
use std::path::PathBuf;
use std::sync::Arc;
use tabiya::{QueryError, RunControl, SearchOptions, Why};

/// The games that queries are explained on.
#[derive(Debug)]
pub(crate) enum Given {
    Samples,
    Named(Vec<PathBuf>),
}

/// The queries, and how they are put to games.
struct Task {
    whys: Vec<Why>,
    options: SearchOptions,
    /// The games that are read, by their numbers.
    range: (u64, u64),
}

/// Explains queries on games.
pub(crate) fn explain(args: &ExplainArgs, origins: &[Origin<'_>], given: &Given, mut report: Report) -> Exit {
    let options = args.query.options();
    let Some(parsed) = queries::read(origins, &options, &report) else { return Exit::Error };
    let mut whys = Vec::new();
    let mut good = true;
    for query in parsed {
        match Why::new(query, &options) {
            Ok(why) => whys.push(why),
            Err(QueryError { source, diagnostics, omitted }) => {
                report.diagnostics(&source, &diagnostics, omitted);
                good = false;
            }
        }
    }
    if !good {
        return Exit::Error;
    }
    let mut sources = match given {
        Given::Samples => inputs::samples(),
        Given::Named(paths) => inputs::find(paths, !queries::use_stdin(origins)),
    };
    let control = Arc::new(RunControl::new());
    interrupt::listen(&control);
    let reading = &args.query.reading;
    let disk = DiskFiles::new(reading.access(), reading.allowance().limits, Claims::default());
    let counted = whys.iter().any(Why::needs_game_count).then(|| sources.count_games(&control));
    let options = SearchOptions {
        files: Some(Arc::new(ReadOnly(disk))),
        last_game_number: counted,
        control,
        ..SearchOptions::default()
    };
    let in_order = whys.iter().find_map(Why::must_run_in_order);
    let task = Task { whys, options, range: args.game_range.unwrap_or((1, u64::MAX)) };
    match args.at {
        Some(place) => shown::explain(&task, place, sources, args.format, &report),
        None => {
            let threads = drive::threads(args.threads, in_order, &report);
            report.start_progress(sources.total());
            let several = sources.have_several_sources();
            let counted = counting::count(Arc::new(task), sources, threads, report);
            table::print(&counted, several, args.format)
        }
    }
}

/// The exit status of a run, once its text has been written.
fn exit(printed: Exit, interrupted: bool, failed: bool, found: bool) -> Exit {
    match (interrupted, failed || printed == Exit::Error, found) {
        (true, ..) => Exit::Interrupted,
        (_, true, _) => Exit::Error,
        (_, _, false) => Exit::Nothing,
        _ => Exit::Found,
    }
}

/// The message about a game that could not be explained.
fn failure(why: &Why, error: &tabiya::RunError, (file, game): (&str, u64)) -> Message {
    let text = format!("position {}: {}: {}", error.position, why.query().source().name, error.message);
    let message = Message { game: Some(game), ..Message::error("query-failed", text).file(file) };
    match &error.help {
        Some(help) => message.help(help.clone()),
        None => message,
    }
}

/// Prints a text for people or for programs.
fn print(text: &str, report: &Report) -> Exit {
    output::print(text.as_bytes(), report)
}
