//! The scheduler of a cluster: it takes searches from clients, gives shards to executors, and knows where the results are.

use clap::Parser;
use std::process::ExitCode;
use tabiya_cluster::{SchedulerOptions, TabiyaCodec, VERSION, log_level, run_scheduler};

/// Gives the shards of searches to executors.
#[derive(Parser)]
#[command(name = "tabiya-scheduler", version = VERSION)]
struct Options {
    #[command(flatten)]
    options: SchedulerOptions,

    /// What is logged on standard error: error, warn, info, debug. With info, each job that has ended is one line
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = log_level)]
    log: log::LevelFilter,
}

#[expect(clippy::print_stderr, reason = "whoever started it reads why it ends")]
fn main() -> ExitCode {
    let Options { options, log } = Options::parse();
    let mut logger = env_logger::Builder::new();
    // Of a job that was cancelled Ballista says that its executors cannot be told, and that it does not know the job any more.
    // They ask by themselves.
    let of_jobs = if log > log::LevelFilter::Info { log } else { log::LevelFilter::Off };
    let others = if log > log::LevelFilter::Info { log } else { log.min(log::LevelFilter::Warn) };
    logger.filter_level(others).filter_module("ballista_scheduler::state", of_jobs);
    logger.filter_module("tabiya_cluster", log).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let result = runtime
        .map_err(Into::into)
        .and_then(|runtime| runtime.block_on(run_scheduler(options, TabiyaCodec::default())));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
