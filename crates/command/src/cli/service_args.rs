//! The options of `engine`, and those that it shares with `serve`.

use super::help::{ADVANCED, GAMES, QUERY};
use super::limit_args::LimitArgs;
use super::reading_args::DialectArg;
use super::service::Settings;
use super::values::seconds;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use tabiya::{FileAccess, QueryOptions};

/// How queries are read, and how far searches go.
#[derive(Debug, Args)]
pub(crate) struct ServiceArgs {
    /// CQL dialect of queries: 5, 6 or auto (the default)
    #[arg(long, value_name = "DIALECT", default_value = "auto", help_heading = QUERY)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    dialect: DialectArg,

    /// Time limit of each search
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "600", help_heading = ADVANCED)]
    time_limit: Duration,

    /// Number of results after which a search ends
    #[arg(long, value_name = "N", default_value_t = 100_000, help_heading = ADVANCED)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    row_limit: u32,

    /// Number of threads of each search [default: one per processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[arg(help_heading = ADVANCED, hide_short_help = true)]
    threads: Option<u16>,

    #[command(flatten)]
    limits: LimitArgs,
}

impl ServiceArgs {
    /// What these options mean. Queries cannot open files.
    pub(crate) fn settings(&self) -> Settings {
        let (dialect, allowance) = (self.dialect.into(), self.limits.allowance());
        let (limits, files) = (allowance.limits, FileAccess::none());
        Settings {
            dialect,
            options: QueryOptions { dialect, limits, files, ..QueryOptions::default() },
            seconds: self.time_limit.as_secs_f64(),
            rows: self.row_limit as usize,
            given_up: allowance.given_up,
            threads: self.threads.and_then(|threads| NonZeroUsize::new(threads.into())),
        }
    }
}

/// What another program asks of.
#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// Files, folders and database files that are open from the start
    #[arg(help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) service: ServiceArgs,
}
