//! The results of a search as a file: the search is made again, with the outputs of `tabiya search`.
//!
//! Rows have what a list needs; PGN with comments, reports and typed columns are made from the games. The filters of
//! the page become a condition on the games.

use super::failure::Failure;
use super::kept::Kept;
use super::rows::{Filters, Head};
use super::search::{Search, Task};
use serde::Deserialize;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tabiya::game::Game;
use tabiya::pipeline::{GameTest, Sources};
use tabiya::{OpeningNames, QuerySet, RunControl, Scratch};
use tabiya_disk as disk;
use tempfile::TempDir;

/// The form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ExportFormat {
    /// The games, with comments.
    Pgn,
    /// A table for spreadsheets.
    Csv,
    /// A line of JSON for each row.
    Jsonl,
    /// A table for programs.
    Parquet,
    /// A report for a browser.
    Html,
}

impl ExportFormat {
    /// Its name among the formats of the command.
    pub fn name(self) -> &'static str {
        match self {
            ExportFormat::Pgn => "pgn",
            ExportFormat::Csv => "csv",
            ExportFormat::Jsonl => "jsonl",
            ExportFormat::Parquet => "parquet",
            ExportFormat::Html => "html",
        }
    }

    /// The name under which a file is saved.
    pub fn file_name(self) -> String {
        format!("tabiya.{}", self.name())
    }

    /// The media type of a file.
    pub fn media_type(self) -> &'static str {
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ExportRows {
    #[default]
    /// A match.
    Matches,
    /// A position of the sequence of a match.
    Steps,
    /// A game in which nothing matches.
    Unmatched,
}

/// The file that is requested.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct ExportAs {
    /// The form of the file.
    pub format: ExportFormat,
    /// What a row is.
    #[serde(default)]
    pub rows: ExportRows,
}

/// A file of results that is to be made.
#[allow(missing_debug_implementations, reason = "it is on its way only")]
pub struct Wish<'w> {
    /// Its content.
    pub how: ExportAs,
    /// The text of the query, and the values of its parameters.
    pub query: &'w str,
    /// See `query`.
    pub settings: &'w [(String, String)],
    /// The query, planned.
    pub set: QuerySet,
    /// The games.
    pub sources: Sources,
    /// The games that count, if not all do.
    pub test: Option<Arc<dyn GameTest>>,
    /// Ends the search.
    pub control: Arc<RunControl>,
    /// The number of threads of the search, if it is given.
    pub threads: Option<NonZeroUsize>,
    /// The file, whose name also says what it is.
    pub path: &'w Path,
    /// Takes its bytes in place of the file.
    pub into: Option<Box<dyn Write + Send>>,
}

/// Makes a file of results.
pub type MakeFile = fn(Wish<'_>) -> Result<(), Failure>;

/// A condition on the games that are searched again, with the queries.
#[derive(Debug)]
struct Only(Filters, QuerySet);

impl Only {
    fn head(&self, game: &Game) -> Head {
        Head::of(game, OpeningNames::or_builtin(self.1.openings()), (&"".into(), game.number()), None)
    }
}

impl GameTest for Only {
    fn is_refused_by_tags(&self, game: &Game, _: &mut Scratch) -> bool {
        !self.0.of_tags().pass(&self.head(game))
    }

    fn holds(&self, game: &Game, _: &mut Scratch) -> bool {
        self.0.pass(&self.head(game))
    }
}

/// A file that goes when it has been sent.
#[derive(Debug)]
pub struct Exported {
    /// The file, at its beginning.
    pub file: File,
    /// Its form.
    pub format: ExportFormat,
    _folder: TempDir,
}

/// Makes the file, in a folder for temporary files.
pub(super) fn export(
    search: &Search,
    how: (ExportAs, Filters),
    folder: &Path,
    (make_file, control): (Option<MakeFile>, Arc<RunControl>),
) -> Result<Exported, Failure> {
    let no_room = |error: io::Error| Failure::no_room("the file cannot be made", &error);
    let folder = TempDir::new_in(folder).map_err(no_room)?;
    let format = how.0.format;
    let path = folder.path().join(format!("results.{}", format.name()));
    make(search, how, (&path, None), (make_file, control)).map_err(|mut failure| {
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
    (make_file, control): (Option<MakeFile>, Arc<RunControl>),
) -> Result<Vec<u8>, Failure> {
    let kept = Kept::default();
    let path = PathBuf::from(how.0.format.file_name());
    make(search, how, (&path, Some(Box::new(kept.clone()))), (make_file, control))?;
    Ok(kept.take())
}

/// Makes the search again, for bytes or else for a file, whose name says the same of both.
fn make(
    search: &Search,
    (how, filters): (ExportAs, Filters),
    (path, into): (&Path, Option<Box<dyn Write + Send>>),
    (make_file, control): (Option<MakeFile>, Arc<RunControl>),
) -> Result<(), Failure> {
    let Some(make_file) = make_file else {
        return Err(Failure::missing("no-files", "no files of results are made here"));
    };
    if how.rows == ExportRows::Unmatched && !filters.is_empty() {
        // A game that a condition rejects is not one of those that were searched.
        return Err(Failure::bad_request("games in which nothing matches are not filtered"));
    }
    let Task { query, set, sources, threads, .. } = &search.task;
    let set = match how.rows {
        ExportRows::Unmatched => without_a_match(&search.task)?,
        ExportRows::Matches | ExportRows::Steps => set.clone(),
    };
    let sources = sources.iter().try_fold(Sources::new(), |all, source| source.add_named_to(all));
    let sources = sources.map_err(|error| Failure::conflict("unreadable-file", error.to_string()))?;
    let test: Option<Arc<dyn GameTest>> =
        if filters.is_empty() { None } else { Some(Arc::new(Only(filters, set.clone()))) };
    let (query, settings) = (query.text.as_str(), query.settings.as_slice());
    make_file(Wish { how, query, settings, set, sources, test, control, threads: *threads, path, into })
}

/// The query of a search for games in which it matches nowhere.
fn without_a_match(task: &Task) -> Result<QuerySet, Failure> {
    let mut queries = task.set.queries().to_vec();
    queries.iter_mut().for_each(|query| query.header_mut().match_count = Some((0, 0)));
    QuerySet::new(queries, &task.options).map_err(|_| Failure::internal())
}
