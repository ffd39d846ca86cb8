//! An executor of a cluster: it asks the scheduler for shards and searches them.

use clap::Parser;
use std::process::ExitCode;
use tabiya_cluster::{ExecutorOptions, TabiyaCodec, VERSION, log_level, run_executor};

/// Searches shards for a scheduler.
#[derive(Parser)]
#[command(name = "tabiya-executor", version = VERSION)]
struct Options {
    #[command(flatten)]
    options: ExecutorOptions,

    /// What is logged on standard error: error, warn, info, debug. With info, each shard is one line
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = log_level)]
    log: log::LevelFilter,
}

#[expect(clippy::print_stderr, reason = "whoever started it reads why it ends")]
fn main() -> ExitCode {
    let Options { options, log } = Options::parse();
    let mut logger = env_logger::Builder::new();
    // Ballista says more than anybody wants to know.
    let others = if log > log::LevelFilter::Info { log } else { log.min(log::LevelFilter::Warn) };
    logger.filter_level(others).filter_module("tabiya_cluster", log).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let run = |runtime: tokio::runtime::Runtime| {
        let ended = runtime.block_on(run_executor(options, TabiyaCodec::default()));
        // Others search what was begun here.
        runtime.shutdown_background();
        ended
    };
    match runtime.map_err(Into::into).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
