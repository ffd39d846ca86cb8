//! The options of `engine`, and those that it shares with `serve`.

use super::help::{ADVANCED, GAMES, QUERY};
use super::limit_args::LimitArgs;
use super::reading_args::DialectArg;
use super::report::{Message, Report};
use super::uci_args::UciArgs;
use super::values::seconds;
use super::{file_of_results, interrupt};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tabiya::{ChessEngine, FileAccess, QueryOptions};
use tabiya_session::service::{Service, Settings};

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
    pub(crate) engine: UciArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl ServiceArgs {
    /// What the options mean. Queries cannot open files.
    pub(crate) fn settings(&self) -> Settings {
        let (dialect, allowance) = (self.dialect.into(), self.limits.allowance());
        let (limits, files) = (allowance.limits, FileAccess::none());
        let engine = self.engine.engine(false);
        let asked = engine.clone().map(|engine| engine as Arc<dyn ChessEngine>);
        Settings {
            dialect,
            options: QueryOptions { dialect, limits, files, engine: asked, ..QueryOptions::default() },
            engine,
            seconds: self.time_limit.as_secs_f64(),
            rows: self.row_limit as usize,
            given_up: allowance.given_up,
            threads: self.threads.and_then(|threads| NonZeroUsize::new(threads.into())),
            ends: interrupt::by_signal,
            make_file: Some(file_of_results::make),
        }
    }
}

/// Puts the games on the shelf that are there from the start. A source that cannot be read stays there with its problem.
///
/// # Errors
///
/// If a path means no file.
pub(crate) fn add_games(service: &Service, games: &[PathBuf], report: &Report) -> Result<(), Message> {
    let problems = service.add_games(games).map_err(|failure| {
        let message = Message::error("unreadable-file", failure.message);
        message.help("name PGN files, folders of them, or database files")
    })?;
    problems.into_iter().for_each(|problem| report.say(&Message::error("unreadable-file", problem)));
    Ok(())
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
