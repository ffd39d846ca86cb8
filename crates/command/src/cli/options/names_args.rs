//! The options of `names`.

use super::help::{ADVANCED, GAMES, OUTPUT};
use super::pass_args::{RowFormatArgs, ThreadArgs};
use super::report_args::ReportArgs;
use super::tables_args::NamesFileArgs;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct SpellingsArgs {
    /// Files or folders of PGN, compressed or not, databases, or - for standard input
    #[arg(value_name = "GAMES", required = true, help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) file: NamesFileArgs,

    /// Write a file for --names: a table (.csv, .tsv), otherwise a spelling file as Scid has them
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) rows: RowFormatArgs,

    /// The memory for the names, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) memory: u32,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) messages: ReportArgs,
}
