//! The options of `engine`, and those that it shares with `serve`.

use super::help::{ADVANCED, GAMES, QUERY};
use super::limit_args::LimitArgs;
use super::reading_args::DialectArg;
use super::tables_args::OpeningNamesArgs;
use super::uci_args::UciArgs;
use super::values::seconds;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// How queries are read, and how far searches go.
#[derive(Debug, Args)]
pub(crate) struct ServiceArgs {
    /// CQL dialect of queries: 5, 6 or auto (the default)
    #[arg(long, value_name = "DIALECT", default_value = "auto", help_heading = QUERY)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    pub(crate) dialect: DialectArg,

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
    pub(crate) openings: OpeningNamesArgs,

    #[command(flatten)]
    pub(crate) engine: UciArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// How other programs are answered.
#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// Files, folders and database files that are open from the start
    #[arg(help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) service: ServiceArgs,
}
