//! The results of a search as a file: the search is made again, with the outputs of `tabiya search`.
//!
//! Rows have what a list needs; PGN with comments, reports and typed columns are made from the games. The filters of
//! the page become a condition on the games.

use super::failure::Failure;
use super::parsed;
use super::rows::{Filters, Head};
use super::search::{Search, Task};
use crate::cli::games::run;
use crate::cli::options::args::SearchArgs;
use crate::cli::outputs::kept::Kept;
use crate::cli::outputs::output::Output;
use crate::cli::report::{Exit, Report};
use serde::Deserialize;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use tabiya::game::Game;
use tabiya::pipeline::{GameTest, Sources};
use tabiya::{QuerySet, RunControl, Scratch};
use tabiya_disk as disk;
use tempfile::TempDir;

/// The form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExportFormat {
    Pgn,
    Csv,
    Jsonl,
    Parquet,
    Html,
}

impl ExportFormat {
    pub(crate) fn name(self) -> &'static str {
        match self {
            ExportFormat::Pgn => "pgn",
            ExportFormat::Csv => "csv",
            ExportFormat::Jsonl => "jsonl",
            ExportFormat::Parquet => "parquet",
            ExportFormat::Html => "html",
        }
    }

    /// The name under which a file is saved.
    pub(crate) fn file_name(self) -> String {
        format!("tabiya.{}", self.name())
    }

    /// The media type of a file.
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            ExportFormat::Pgn => "application/vnd.chess-pgn",
            ExportFormat::Csv => "text/csv; charset=utf-8",
            ExportFormat::Jsonl => "application/jsonl",
            ExportFormat::Parquet => "application/vnd.apache.parquet",
            // It is a page of strangers' games: it is saved and not shown at the address that it comes from.
            ExportFormat::Html => "application/octet-stream",
        }
    }
}

/// What a row of the file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExportRows {
    #[default]
    Matches,
    /// A position of the sequence of a match.
    Steps,
    /// A game in which nothing matches.
    Unmatched,
}

/// The file that is asked for.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct ExportAs {
    pub(crate) format: ExportFormat,
    #[serde(default)]
    rows: ExportRows,
}

/// A condition on the games that are searched again.
#[derive(Debug)]
struct Only(Filters);

impl GameTest for Only {
    fn is_refused_by_tags(&self, game: &Game, _: &mut Scratch) -> bool {
        !self.0.of_tags().pass(&Head::of(game, &"".into(), game.number(), None))
    }

    fn holds(&self, game: &Game, _: &mut Scratch) -> bool {
        self.0.pass(&Head::of(game, &"".into(), game.number(), None))
    }
}

/// A file that goes when it has been sent.
#[derive(Debug)]
pub(crate) struct Exported {
    pub(crate) file: File,
    pub(crate) format: ExportFormat,
    _folder: TempDir,
}

/// Makes the file, in a folder for temporary files.
pub(super) fn export(
    search: &Search,
    how: (ExportAs, Filters),
    folder: &Path,
    control: Arc<RunControl>,
) -> Result<Exported, Failure> {
    let no_room = |error: io::Error| Failure::no_room("the file cannot be made", &error);
    let folder = TempDir::new_in(folder).map_err(no_room)?;
    let format = how.0.format;
    let path = folder.path().join(format!("results.{}", format.name()));
    make(search, how, (&path, None), control).map_err(|mut failure| {
        failure.message = failure.message.replace(&folder.path().display().to_string(), "");
        failure
    })?;
    let file = disk::open(&path).map_err(no_room)?.0;
    Ok(Exported { file, format, _folder: folder })
}

/// Makes the bytes of the file.
pub(super) fn export_bytes(
    search: &Search,
    how: (ExportAs, Filters),
    control: Arc<RunControl>,
) -> Result<Vec<u8>, Failure> {
    let kept = Kept::default();
    let path = PathBuf::from(how.0.format.file_name());
    let output = Output::to(Box::new(kept.clone()), path.display().to_string());
    make(search, how, (&path, Some(output)), control)?;
    Ok(kept.take())
}

/// Makes the search again, for an output or else for a file, whose name says the same of both.
fn make(
    search: &Search,
    (asked, filters): (ExportAs, Filters),
    (path, output): (&Path, Option<Output>),
    control: Arc<RunControl>,
) -> Result<(), Failure> {
    let rows = asked.rows;
    if rows == ExportRows::Unmatched && !filters.is_empty() {
        // A game that a condition refuses is none of those that were searched.
        return Err(Failure::bad_request("games in which nothing matches are not filtered"));
    }
    let set = match rows {
        ExportRows::Unmatched => without_a_match(&search.task)?,
        ExportRows::Matches | ExportRows::Steps => search.task.set.clone(),
    };
    let args = arguments(search, asked, path)?;
    let sources = search.task.sources.iter().try_fold(Sources::new(), |all, source| source.add_named_to(all));
    let sources = sources.map_err(|error| Failure::conflict("unreadable-file", error.to_string()))?;
    let test: Option<Arc<dyn GameTest>> = if filters.is_empty() { None } else { Some(Arc::new(Only(filters))) };
    let (report, taken) = Report::taking();
    let searched = run::export(&args, (&set, sources), output, (control, test), report);
    let failed = |code, message: String| Failure::conflict(code, message);
    match searched {
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

/// The query of a search for games in which it matches nowhere.
fn without_a_match(task: &Task) -> Result<QuerySet, Failure> {
    let mut queries = task.set.queries().to_vec();
    queries.iter_mut().for_each(|query| query.header_mut().match_count = Some((0, 0)));
    QuerySet::new(queries, &task.options).map_err(|_| Failure::internal())
}

/// The options of `tabiya search` for this.
fn arguments(search: &Search, asked: ExportAs, path: &Path) -> Result<SearchArgs, Failure> {
    let ExportAs { format, rows } = asked;
    let words = ["tabiya", "--quiet", "--sandbox", "--format", format.name(), "--query"];
    let mut words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    words.extend([search.task.query.text.clone().into(), "--output".into(), path.into()]);
    for (name, value) in &search.task.query.settings {
        words.extend(["--set".into(), format!("{name}={value}").into()]);
    }
    match rows {
        ExportRows::Matches => {}
        ExportRows::Steps => words.extend(["--rows", "steps"].map(OsString::from)),
        ExportRows::Unmatched => words.push("--unmatched".into()),
    }
    if format == ExportFormat::Csv {
        // A browser hands the file to a spreadsheet, and the names in it are strangers'.
        words.push("--csv-safe".into());
    }
    if let Some(threads) = search.task.threads {
        words.extend(["--threads".into(), threads.to_string().into()]);
    }
    parsed(words).map_err(|_| Failure::internal())
}
