//! What `serve`, `engine` and desks have of the command: what the options mean, the games that are there from the start, and
//! the results of a search as a file, for which the search is made again, with the outputs of `tabiya search`.

use super::games::run;
use super::options::args::SearchArgs;
use super::outputs::output::OutputWriter;
use super::report::{Exit, Report};
#[cfg(feature = "engine")]
use super::report::{Message, interrupt};
use clap::{Args as _, FromArgMatches as _};
use std::ffi::OsString;
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
    let args = arguments(&wish)?;
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

/// The options of `tabiya search` for this.
fn arguments(wish: &Wish<'_>) -> Result<SearchArgs, Failure> {
    let words = ["tabiya", "--quiet", "--sandbox", "--format", wish.how.format.name(), "--query"];
    let mut words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    words.extend([wish.query.into(), "--output".into(), wish.path.into()]);
    for (name, value) in wish.settings {
        words.extend(["--set".into(), format!("{name}={value}").into()]);
    }
    match wish.how.rows {
        ExportRows::Matches => {}
        ExportRows::Steps => words.extend(["--rows", "steps"].map(OsString::from)),
        ExportRows::Unmatched => words.push("--unmatched".into()),
    }
    if wish.how.format == ExportFormat::Csv {
        // A browser hands the file to a spreadsheet, and the names in it are strangers'.
        words.push("--csv-safe".into());
    }
    if let Some(threads) = wish.threads {
        words.extend(["--threads".into(), threads.to_string().into()]);
    }
    let command = SearchArgs::augment_args(clap::Command::new("tabiya"));
    let read = command.try_get_matches_from(words).and_then(|words| SearchArgs::from_arg_matches(&words));
    read.map_err(|_| Failure::internal())
}
