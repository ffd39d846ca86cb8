//! What `serve`, `engine` and desks have of the command: what the options mean, the games that are there from the start, and
//! the results of a search as a file, for which the search is made again, with the outputs of `tabiya search`.

use super::games::run;
use super::options::args::{QueryArgs, SearchArgs};
use super::options::format_names::FormatName;
use super::options::reading_args::{OriginArgs, ReadingArgs};
use super::options::row_args::{RowArgs, RowKind};
use super::outputs::output::OutputWriter;
use super::report::{Exit, Report};
#[cfg(feature = "engine")]
use super::report::{Message, interrupt};
use std::sync::PoisonError;
use tabiya_session::Desk;
use tabiya_session::service::{ExportFormat, ExportRows, Failure, Settings, Wish};

/// The requests of the page, answered by calls, with files of results.
pub fn desk() -> Desk {
    Desk::with(Settings { make_file: Some(make), ..Settings::default() })
}

#[cfg(feature = "engine")]
impl super::options::service_args::ServiceArgs {
    /// What the options mean. Queries cannot open files.
    pub(crate) fn settings(&self) -> Settings {
        use tabiya::{ChessEngine, FileAccess, QueryOptions};
        let (dialect, allowance) = (self.dialect.into(), self.limits.allowance());
        let (limits, files) = (allowance.limits, FileAccess::none());
        let (engine, openings) = (self.engine.engine(false), self.openings.own());
        let asked = engine.clone().map(|engine| engine as std::sync::Arc<dyn ChessEngine>);
        Settings {
            dialect,
            options: QueryOptions { dialect, limits, files, engine: asked, openings, ..QueryOptions::default() },
            engine,
            seconds: self.time_limit.as_secs_f64(),
            rows: self.row_limit as usize,
            given_up: allowance.given_up,
            threads: self.threads.and_then(|threads| std::num::NonZeroUsize::new(threads.into())),
            ends: interrupt::by_signal,
            make_file: Some(make),
        }
    }
}

#[cfg(feature = "engine")]
/// Puts the games on the shelf that are there from the start. A source that cannot be read stays there with its problem.
///
/// # Errors
///
/// If a path means no file.
pub(crate) fn add_games(
    service: &tabiya_session::service::Service,
    games: &[std::path::PathBuf],
    report: &Report,
) -> Result<(), Message> {
    let problems = service.add_games(games).map_err(|failure| {
        let message = Message::error("unreadable-file", failure.message);
        message.help("name PGN files, folders of them, or database files")
    })?;
    problems.into_iter().for_each(|problem| report.say(&Message::error("unreadable-file", problem)));
    Ok(())
}

/// Makes the file that is wished for.
fn make(wish: Wish<'_>) -> Result<(), Failure> {
    let args = arguments(&wish);
    let name = || wish.path.display().to_string();
    let output = wish.into.map(|into| OutputWriter::to(into, name()));
    let (report, taken) = Report::taking();
    let failed = |code, message: String| Failure::conflict(code, message);
    match run::export(&args, (&wish.set, wish.sources), output, (wish.control, wish.test), report) {
        Err(message) => Err(failed(message.code, message.message)),
        Ok(Exit::Found | Exit::Nothing) => Ok(()),
        Ok(_) => {
            let taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
            let first = taken.first().map(|message| (message.code, message.message.clone()));
            let ended = || ("incomplete", "the search did not come to its end".to_owned());
            let (code, message) = first.unwrap_or_else(ended);
            Err(failed(code, message))
        }
    }
}

/// The options of `tabiya search` for this. No command line is read, so that the module for browsers has nothing that reads one.
fn arguments(wish: &Wish<'_>) -> SearchArgs {
    let origins = OriginArgs { texts: vec![wish.query.to_owned()], ..OriginArgs::default() };
    let reading = ReadingArgs { settings: wish.settings.to_vec(), sandbox: true, ..ReadingArgs::default() };
    let (kind, unmatched) = match wish.how.rows {
        ExportRows::Matches => (RowKind::Matches, false),
        ExportRows::Steps => (RowKind::Steps, false),
        ExportRows::Unmatched => (RowKind::Matches, true),
    };
    SearchArgs {
        query: QueryArgs { origins, reading, ..QueryArgs::default() },
        quiet: true,
        format: Some(match wish.how.format {
            ExportFormat::Pgn => FormatName::Pgn,
            ExportFormat::Csv => FormatName::Csv,
            ExportFormat::Jsonl => FormatName::Jsonl,
            ExportFormat::Parquet => FormatName::Parquet,
            ExportFormat::Html => FormatName::Html,
        }),
        output: Some(wish.path.to_owned()),
        rows: RowArgs { kind, unmatched, ..RowArgs::default() },
        // A browser hands the file to a spreadsheet, and the names in it are strangers'.
        csv_safe: wish.how.format == ExportFormat::Csv,
        threads: wish.threads.and_then(|threads| threads.get().try_into().ok()),
        ..SearchArgs::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args as _, FromArgMatches as _};

    #[test]
    fn what_is_not_given_is_as_on_a_command_line() {
        let command = SearchArgs::augment_args(clap::Command::new("tabiya"));
        let words = command.try_get_matches_from(["tabiya", "--query", "mate", "--sandbox"]).unwrap();
        let origins = OriginArgs { texts: vec!["mate".to_owned()], ..OriginArgs::default() };
        let reading = ReadingArgs { sandbox: true, ..ReadingArgs::default() };
        let query = QueryArgs { origins, reading, ..QueryArgs::default() };
        let given = SearchArgs { query, ..SearchArgs::default() };
        assert_eq!(format!("{given:?}"), format!("{:?}", SearchArgs::from_arg_matches(&words).unwrap()));
    }
}
