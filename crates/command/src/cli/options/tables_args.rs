//! The tables by which games are read: names of openings, spellings of players, ratings.

use super::help::{GAMES, OUTPUT};
use crate::cli::report::text::count;
use crate::cli::report::{Message, Report};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tabiya::OpeningNames;
use tabiya::game::{PreferredNames, RatingTable};
use tabiya::names::{NamesTable, Ratings};
use tabiya::pipeline::RunOptions;
use tabiya::syntax::Severity;

/// The tables by which games are read.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct TablesArgs {
    #[command(flatten)]
    pub(crate) openings: OpeningNamesArgs,

    #[command(flatten)]
    pub(crate) names: NamesFileArgs,

    #[command(flatten)]
    pub(crate) ratings: RatingsArgs,
}

impl TablesArgs {
    /// Their files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        [self.openings.file(), self.names.file(), self.ratings.file()].into_iter().flatten()
    }

    /// A run in which games are read by them.
    pub(crate) fn run(&self, options: RunOptions) -> RunOptions {
        RunOptions { names: self.names.table(), ratings: self.ratings.of_run(), ..options }
    }
}

/// Where the names of openings come from.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct OpeningNamesArgs {
    /// Name openings by a table of your own
    ///
    /// Name openings by the positions of this file, not by those of the program: code, name and moves on each line, with tabs
    #[arg(long = "openings", value_name = "FILE.tsv", value_parser = openings, help_heading = OUTPUT, hide_short_help = true)]
    table: Option<(PathBuf, Arc<OpeningNames>)>,
}

impl OpeningNamesArgs {
    /// The file.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.table.as_ref().map(|(path, _)| path.as_path())
    }

    /// The names of the file.
    pub(crate) fn own(&self) -> Option<Arc<OpeningNames>> {
        self.table.as_ref().map(|(_, names)| Arc::clone(names))
    }

    /// The names of the file, otherwise those of the program.
    pub(crate) fn names(&self) -> &OpeningNames {
        OpeningNames::or_builtin(self.table.as_ref().map(|(_, names)| names))
    }
}

/// The table of spellings by which games are read.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct NamesFileArgs {
    /// Read names of players as this file spells them
    ///
    /// Read names of players as this file spells them: a spelling file of Scid, or a table with spelling and name on each line (see
    /// tabiya names)
    #[arg(long = "names", value_name = "FILE", value_parser = table, help_heading = GAMES, hide_short_help = true)]
    spellings: Option<(PathBuf, NamesTable)>,
}

impl NamesFileArgs {
    /// The file.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.spellings.as_ref().map(|(path, _)| path.as_path())
    }

    /// The table.
    pub(crate) fn table(&self) -> Option<Arc<PreferredNames>> {
        self.spellings.as_ref().map(|(_, table)| Arc::clone(&table.names))
    }

    /// The table, after it was said what of the file is not used.
    pub(crate) fn names(&self, report: &Report) -> Option<Arc<PreferredNames>> {
        self.note(report);
        self.table()
    }

    /// Says what of the file is not used.
    pub(crate) fn note(&self, report: &Report) {
        let Some((path, table)) = &self.spellings else { return };
        let mut parts = Vec::new();
        if table.skipped > 0 {
            let lines = count(table.skipped as u64, "line");
            parts.push(format!("{lines} of other sections, or that begin with %, left out"));
        }
        if table.doubled > 0 {
            let spellings = count(table.doubled as u64, "spelling");
            parts.push(format!("{spellings} with a second name, which does not count"));
        }
        if !parts.is_empty() {
            let message = Message::new(Severity::Note, "names-left-out", parts.join("; "));
            report.say_summary(&message.file(path.display().to_string()));
        }
    }
}

/// Whether other spellings of names count.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ExactNamesArgs {
    /// Compare names of players letter by letter
    ///
    /// Compare names of players letter by letter; otherwise names that no game has are searched for in other spellings
    #[arg(long = "exact-names", help_heading = GAMES, hide_short_help = true)]
    pub(crate) exact: bool,
}

/// The table of ratings that games do not tell.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct RatingsArgs {
    /// Look up ratings that games lack in a table: name, elo, perhaps date
    #[arg(long, value_name = "FILE.csv", value_parser = ratings, help_heading = GAMES, hide_short_help = true)]
    ratings: Option<(PathBuf, Arc<Ratings>)>,
}

impl RatingsArgs {
    /// The file.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.ratings.as_ref().map(|(path, _)| path.as_path())
    }

    /// The table.
    pub(crate) fn table(&self) -> Option<&Ratings> {
        self.ratings.as_ref().map(|(_, table)| &**table)
    }

    /// The table, for a run.
    pub(crate) fn of_run(&self) -> Option<Arc<dyn RatingTable>> {
        self.ratings.as_ref().map(|(_, table)| Arc::clone(table) as Arc<dyn RatingTable>)
    }
}

/// Reads a table of openings.
fn openings(file: &str) -> Result<(PathBuf, Arc<OpeningNames>), String> {
    let path = PathBuf::from(file);
    let names = OpeningNames::read(&path).map_err(|error| error.to_string())?;
    Ok((path, Arc::new(names)))
}

/// Reads a table of spellings.
fn table(file: &str) -> Result<(PathBuf, NamesTable), String> {
    let path = PathBuf::from(file);
    let table = NamesTable::read(&path).map_err(|error| error.to_string())?;
    Ok((path, table))
}

/// Reads a table of ratings.
fn ratings(file: &str) -> Result<(PathBuf, Arc<Ratings>), String> {
    let path = PathBuf::from(file);
    let table = Ratings::read(&path).map_err(|error| error.to_string())?;
    Ok((path, Arc::new(table)))
}
