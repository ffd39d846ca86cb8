//! The options of `serve`.

use super::help::{ADVANCED, GAMES, QUERY};
use super::limit_args::LimitArgs;
use super::reading_args::DialectArg;
use super::values::seconds;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// How the page is served.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Files, folders and database files that the page shows [default: the sample games]
    #[arg(help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    /// Query that the page begins with
    #[arg(short = 'e', long = "query", value_name = "TEXT", allow_hyphen_values = true, help_heading = QUERY)]
    pub(crate) query: Option<String>,

    /// CQL dialect of queries: 5, 6 or auto (the default)
    #[arg(long, value_name = "DIALECT", default_value = "auto", help_heading = QUERY)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    pub(crate) dialect: DialectArg,

    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Port on which the page is served [default: one that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,

    /// Take no files but those named here: the page can neither name nor drop others
    #[arg(long, help_heading = GAMES)]
    pub(crate) only_given: bool,

    /// Greatest size of a file that is dropped on the page, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2048, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) drop_limit: u64,

    /// Time limit of each search
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "600", help_heading = ADVANCED)]
    pub(crate) time_limit: Duration,

    /// Number of results after which a search ends
    #[arg(long, value_name = "N", default_value_t = 100_000, help_heading = ADVANCED)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) row_limit: u32,

    /// Number of threads of each search [default: one per processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[arg(help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) threads: Option<u16>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
