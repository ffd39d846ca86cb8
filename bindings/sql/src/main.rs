//! SQL over chess games: the command `tabiya-sql`.
//!
//! ```text
//! args       the options
//! session    the tables of a session, in this process or on a cluster
//! jobs       the jobs of a cluster: listed, cancelled
//! run        statements: one after the other, until one fails or Ctrl-C
//!   output   results as tables, CSV, JSON lines, Parquet, Arrow
//!     arrow  streams and files of Arrow
//!   notices  warnings and errors on standard error
//! prompt     the interactive prompt
//!   split    where statements end
//!   complete what the Tab key offers
//! ```

mod args;
mod arrow;
mod complete;
mod jobs;
mod notices;
mod output;
mod parameters;
mod prompt;
mod run;
mod session;
mod split;

use args::{Args, Task};
use clap::Parser as _;
use run::Ended;
use std::io::IsTerminal as _;
use std::io::Read as _;
use std::process::ExitCode;

/// The exit status of a run with errors: as `tabiya` has it.
const FAILED: u8 = 2;

/// The exit status of a run that Ctrl-C has ended: 128 and the signal's number, as shells have it.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let args = Args::parse();
    if args.json_diagnostics {
        notices::in_json();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(args.threads().get()).enable_all().build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            notices::error(&format!("cannot start {} threads: {error}; choose fewer with --threads", args.threads()));
            return ExitCode::from(FAILED);
        }
    };
    let ended = runtime.block_on(run(&args));
    // Reading may go on for the moment that a game takes.
    runtime.shutdown_background();
    match ended {
        Ended::Well => ExitCode::SUCCESS,
        Ended::Failed => ExitCode::from(FAILED),
        Ended::Interrupted => ExitCode::from(INTERRUPTED),
    }
}

async fn run(args: &Args) -> Ended {
    if let Some(Task::Jobs { cancel }) = &args.task {
        return jobs::jobs(cancel, args).await;
    }
    let context = match session::session(args).await {
        Ok(context) => context,
        Err(error) => {
            notices::report(&error);
            return Ended::Failed;
        }
    };
    if args.commands.is_empty() && args.file.is_none() && std::io::stdin().is_terminal() {
        return prompt::prompt(&context, args).await;
    }
    match texts(args) {
        Ok(texts) => run::all(&context, &texts, args).await,
        Err(text) => {
            notices::error(&text);
            Ended::Failed
        }
    }
}

/// The statements to be run.
fn texts(args: &Args) -> Result<Vec<String>, String> {
    let mut texts = args.commands.clone();
    match &args.file {
        Some(path) => {
            let text = tabiya_disk::read_text(path);
            texts.push(text.map_err(|error| format!("cannot read {}: {error}", path.display()))?);
        }
        None if texts.is_empty() => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|error| format!("cannot read standard input: {error}"))?;
            texts.push(text);
        }
        None => {}
    }
    Ok(texts)
}
