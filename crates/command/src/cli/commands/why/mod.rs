//! `tabiya explain QUERY GAMES`: what each filter of a query leaves of many games, and what each of them is at one
//! position.

mod counting;
mod drawn;
mod shown;
mod table;

use crate::cli::games::drive;
use crate::cli::inputs;
use crate::cli::inputs::queries::{self, Origin};
use crate::cli::options::args::{ExplainArgs, WhyFormat};
use crate::cli::options::place::NamedPosition;
use crate::cli::outputs::claims::{Claims, Use};
use crate::cli::outputs::files::{DiskFiles, ReadOnly};
use crate::cli::outputs::output;
use crate::cli::report::{Exit, Message, Report, interrupt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tabiya::pipeline::Failure;
use tabiya::{Game, ParsedQuery, QueryError, SearchOptions, Why};

/// The games that queries are explained on.
#[derive(Debug)]
pub(crate) enum Given {
    Samples,
    Named(Vec<PathBuf>),
}

/// The form in which a position is shown.
enum Form<'a> {
    /// What each filter is there.
    Filters(WhyFormat),
    /// The tree of its game, in the language of Graphviz.
    Dot,
    /// The same as a picture in a file, in addition to the files that are read.
    Picture(&'a Path, Claims),
}

/// The queries, and how they are put to games.
struct Task {
    whys: Vec<Why>,
    options: SearchOptions,
    /// The games that are read, by their numbers.
    range: (u64, u64),
}

/// Explains queries on games.
pub(crate) fn explain(args: &ExplainArgs, origins: &[Origin<'_>], given: &Given, report: Report) -> Exit {
    let options = args.query.options();
    let Some(parsed) = queries::read(origins, &options, &report) else { return Exit::Error };
    let named: Vec<PathBuf> = parsed.iter().flat_map(ParsedQuery::files).map(Path::to_owned).collect();
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
    let control = interrupt::control();
    let reading = &args.query.reading;
    let named = || named.iter().map(PathBuf::as_path).chain(reading.engine.file());
    let reads = || Claims::reading(files(origins, given).chain(named()));
    // Queries do not read what will be a picture.
    let mut claims = reads();
    if let Some(Err(message)) = args.svg.as_ref().map(|path| claims.claim(Use::Picture, path)) {
        return report.refuse(&message);
    }
    let disk = DiskFiles::new(reading.access(), reading.allowance().limits, claims);
    let counted = whys.iter().any(Why::needs_game_count).then(|| sources.count_games(&control)).flatten();
    let options = SearchOptions {
        files: Some(Arc::new(ReadOnly(disk))),
        last_game_number: counted,
        control,
        ..SearchOptions::default()
    };
    let in_order = whys.iter().find_map(Why::must_run_in_order);
    let task = Task { whys, options, range: args.game_range.unwrap_or((1, u64::MAX)) };
    match args.at {
        Some(place) => {
            let form = match &args.svg {
                Some(path) => Form::Picture(path, reads()),
                None if args.dot => Form::Dot,
                None => Form::Filters(args.format),
            };
            shown::explain(&task, place, sources, form, &report)
        }
        None => {
            let threads = drive::threads(args.threads, in_order, &report);
            let several = match sources.have_several_sources() {
                Ok(several) => several,
                Err(message) => return report.refuse(&message),
            };
            let counted = counting::count(Arc::new(task), sources, threads, report);
            table::print(&counted, several, args.format)
        }
    }
}

/// The files that queries and games come from.
fn files<'a>(origins: &'a [Origin<'_>], given: &'a Given) -> impl Iterator<Item = &'a Path> {
    let queries = origins.iter().filter_map(|origin| match origin {
        Origin::File(path) => Some(*path),
        Origin::Text(..) | Origin::Recipe(_) => None,
    });
    let games = match given {
        Given::Samples => &[][..],
        Given::Named(paths) => paths,
    };
    queries.chain(games.iter().map(PathBuf::as_path))
}

/// The exit status of a run, once its text has been written.
fn exit(printed: Exit, found: bool) -> Exit {
    match printed {
        Exit::Error => Exit::Error,
        _ if found => Exit::Found,
        _ => Exit::Nothing,
    }
}

/// The number of the position in its game.
fn position((place, game, file): (NamedPosition, &Game, &str), why: &Why, report: &Report) -> Option<u32> {
    let found = place.find(game, why).map_err(|message| {
        let message = Message { game: Some(place.game), ..Message::error("no-position", message).file(file) };
        report.say(&message.help("write GAME:PLY, GAME:MOVE and w or b, or GAME:#POSITION"));
    });
    found.ok()
}

/// The failure of a game that could not be explained.
fn failure(why: &Why, error: &tabiya::RunError, (file, game): (&str, u64)) -> Failure {
    let name = &why.query().source().name;
    let text = format!("position {}: {name}: {}", error.position, error.message);
    let message = Message { game: Some(game), ..Message::error("query-failed", text).file(file) };
    let message = Message { help: error.help.clone().map(String::into_boxed_str), ..message };
    Failure { message, kind: error.kind, reason: format!("{name}: {}", error.message) }
}

/// Prints a text for people or for programs.
fn print(text: &str, report: &Report) -> Exit {
    output::print(text.as_bytes(), report)
}
