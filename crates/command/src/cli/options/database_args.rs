//! The options of the commands about database files: `index` and `info`.

use super::help::{ADVANCED, GAMES, OUTPUT};
use super::report_args::ReportArgs;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct IndexArgs {
    /// Files, folders, or - for standard input: .pgn, .pgn.zst, .pgn.gz, .pgn.bz2, .pgn.zip, .tabiya
    #[arg(value_name = "GAMES", help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    /// The database file
    #[arg(short, long, value_name = "BASE.tabiya", help_heading = OUTPUT)]
    pub(crate) output: PathBuf,

    /// Add the games to the database file if it exists already, after those that it has
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) append: bool,

    /// Do not store what finds exact positions quickly; the file is about a tenth smaller
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) no_positions: bool,

    /// Make the file less than half as large: without what was played in the first plies, unless --explorer asks for it, and
    /// without columns of what stands where, so that searches read more games [default with --append: as the database is]
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) small: bool,

    /// Store what was played in the first 50 plies [default: for a new database; for one that games are added to, if it
    /// has that]
    #[arg(long, overrides_with = "no_explorer", help_heading = OUTPUT)]
    pub(crate) explorer: bool,

    /// Do not store what was played in the first plies; the file is smaller by about a tenth
    #[arg(long, overrides_with = "explorer", help_heading = OUTPUT)]
    pub(crate) no_explorer: bool,

    /// Write all faults to a file, as JSON, one object per line
    #[arg(long, value_name = "FILE.jsonl", help_heading = OUTPUT)]
    pub(crate) report: Option<PathBuf>,

    /// Number of threads [default: one per processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[arg(help_heading = ADVANCED)]
    pub(crate) threads: Option<u16>,

    #[command(flatten)]
    pub(crate) messages: ReportArgs,
}

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// The database file
    #[arg(value_name = "BASE.tabiya")]
    pub(crate) database: PathBuf,

    /// The moves played in a position, instead
    #[arg(long, value_name = "FEN")]
    pub(crate) position: Option<String>,

    /// The form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = OUTPUT)]
    pub(crate) format: InfoFormat,

    /// Print messages as JSON, one object per line
    #[arg(long, help_heading = ADVANCED)]
    pub(crate) json_diagnostics: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum InfoFormat {
    /// Lines for people
    #[default]
    Text,
    /// One JSON object
    Json,
}
