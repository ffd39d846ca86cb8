//! The command line: `tabiya search | check | explain | repair | doc | recipes | cql`. Only these files read files, print and know exit codes.
//!
//! ```text
//! args       what was asked for
//! queries    query files and texts -> a set of queries, or every diagnostic there is
//! run        one search from the options to the exit code
//!   inputs   files, folders, standard input, samples -> raw games in order
//!   workers  raw games -> searched games, on one thread or many, in order
//!   found    what one game gave, rendered by a format
//!   collect  searched games in order -> outputs, counts, reports
//!     sorting   rendered games put in order on disk
//!     output    files, pipes, devices
//!       replace files that appear when they are complete
//!     report    messages, progress, damaged games
//!     faults    every fault of every game, for programs
//! repair     games of any quality as clean PGN
//! doc        pages of the book, recipes beside them
//!   terminal   Markdown as text for a terminal, through a pager
//! cql        CQL 6.2's command: its own options, output file and summary, over the same workers
//! ```
//!
//! Tests: `tests/cli`.

mod args;
mod check;
mod collect;
mod cql;
mod doc;
mod explain;
mod failures;
mod faults;
mod files;
mod formats;
mod game_search;
mod inputs;
mod interrupt;
mod job;
mod limits;
mod output;
mod picture;
mod positions;
mod queries;
mod query_info;
mod recipes;
mod repair;
mod replace;
mod report;
mod run;
mod sorting;
mod terminal;
mod text;
mod values;
mod workers;

use args::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
use report::Report;
use std::path::Path;
use std::process::ExitCode;

/// The stack of each thread that evaluates queries: filters nest, and their evaluation with them.
const STACK: usize = 64 << 20;

/// The outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Something was found, or all is well.
    Found,
    /// Nothing was found.
    Nothing,
    /// Something is wrong.
    Error,
    /// A signal ended it.
    Interrupted,
}

impl Exit {
    /// The exit status of the process.
    fn code(self) -> i32 {
        match self {
            Exit::Found => 0,
            Exit::Nothing => 1,
            Exit::Error => 2,
            Exit::Interrupted => interrupt::status(),
        }
    }
}

/// Reads the command line and does what it says.
pub(crate) fn main() -> ExitCode {
    let worker = std::thread::Builder::new().name("main".into()).stack_size(STACK).spawn(dispatch);
    let code = match worker {
        Ok(worker) => worker.join().unwrap_or(Exit::Error.code()),
        Err(error) => {
            Report::plain().error(format!("cannot start a thread: {error}"));
            Exit::Error.code()
        }
    };
    // Threads that wait for input on a pipe are not waited for.
    std::process::exit(code)
}

/// The arguments of CQL's command, if it is that which is called: `tabiya cql ...`, or a link named `cql`.
fn cql_arguments() -> Option<Vec<String>> {
    let mut args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned());
    let program = args.next()?;
    let stem = Path::new(&program).file_stem()?.to_string_lossy().to_ascii_lowercase();
    let args: Vec<String> = args.collect();
    match args.split_first() {
        _ if stem == "cql" => Some(args),
        Some((first, rest)) if first == "cql" => Some(rest.to_vec()),
        _ => None,
    }
}

fn dispatch() -> i32 {
    match cql_arguments() {
        Some(args) => cql::main(&args),
        None => command().code(),
    }
}

fn command() -> Exit {
    let matches = match Cli::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => error.exit(),
        Err(shown) => {
            // The help or the version: clap would not notice that nobody gets it.
            let text = shown.render();
            let text = if output::stdout_takes_colors() { text.ansi().to_string() } else { text.to_string() };
            return output::print(text.as_bytes(), &Report::plain());
        }
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.format(&mut Cli::command()).exit(),
    };
    let chosen = matches.subcommand().map(|(_, matches)| matches);
    match cli.command {
        Command::Search(mut args) => {
            args.query.note_order(chosen);
            run::search(&args)
        }
        Command::Check(args) => check::check(&args),
        Command::Repair(args) => repair::repair(&args),
        // It has taken the arguments before clap has seen them.
        Command::Cql { .. } => Exit::Error,
        Command::Explain(mut args) => {
            args.query.note_order(chosen);
            explain::explain(&args)
        }
        Command::Doc(args) => doc::doc(&args),
        Command::Recipes(args) => recipes::recipes(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "tabiya", &mut script);
            output::print(&script, &Report::plain())
        }
        Command::Man => manual(),
    }
}

/// The manual: one page for the command and one for each of its parts, one behind the other.
fn manual() -> Exit {
    let mut command = Cli::command();
    command.build();
    let mut pages = Vec::new();
    let parts = command.get_subcommands().filter(|part| !part.is_hide_set() && part.get_name() != "help");
    let parts: Vec<clap::Command> = parts.cloned().collect();
    for page in std::iter::once(command).chain(parts) {
        if clap_mangen::Man::new(page).render(&mut pages).is_err() {
            return Exit::Error;
        }
    }
    output::print(&pages, &Report::plain())
}
