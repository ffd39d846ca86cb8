//! The command line: `tabiya search | tag | check | fmt | explain | repair | board | tree | novelty | repertoire | dedupe | index |
//! info | export | shard | samples | cql | doc | lesson | recipes | lsp | engine | serve | completions | man`. Only these files print and know
//! exit codes.
//!
//! ```text
//! command_line  a query in the place of a command
//! args       what was asked for; `row_args`, `tally_args`, `reading_args` and `database_args` are parts of it
//! help       the headings and the ends of the pages of help and manual
//! manual     manual pages
//! queries    query files and texts -> a set of queries, or every diagnostic there is
//! run        one search from the options to the exit code
//!   inputs   files, folders, standard input, samples -> sources of games
//!   drive    the library's pipeline, whose events go to whoever collects them
//!   render   what one game gave, rendered by a format, on the threads that search
//!     sinks      the format of each destination; rows are those of `tabiya::rows`
//!     selection  the matches that become rows
//!   collect  searched games in order -> outputs, counts, reports
//!     sorting   rendered games put in order on disk
//!     claims    the files that a run reads and writes: none is both
//!     output    files, pipes, devices
//!     course    how far a run is and how it ends, for all commands that go through games
//!     report    messages, damaged games
//!       progress  the bar on a terminal
//!     open      files shown by the programs of the desktop
//!     faults    every fault of every game, for programs
//! tag        which queries of a set match each game
//!   shown    as tags, comments or rows
//!   score    compared with what the games say of themselves
//! check      queries without games; `watch` does it again when a file changes
//! fmt        query files in their standard layout
//! lsp        a language server for editors
//! serve      what `tabiya_session` answers, over HTTP: a page in the browser
//! engine     the same as lines of JSON: other programs
//!   service    what these have of the command: options, games, files of results
//! board      a position as text or as a picture
//! repair     games of any quality as clean PGN
//! tree       what was played from a position, as a list, a table, JSON or a game
//! novelty    the first moves of games that lead to positions which older games do not have
//! repertoire where games leave the lines of a file, and what it has instead
//! dedupe     games without those that occur twice
//!   conditions  the queries of these; `plain_rows` writes their rows for programs
//! index      games -> a database file, over the library's pool
//! info       what is in a database file
//! export     a database file -> PGN
//! shard      games -> files of about equal size and their manifest
//!   shard_pack   frames and blocks, packed on several threads
//!   shard_files  the folder, its files, its manifest
//! explain    how queries are read and run
//!   words    what they mean, in words
//!   why      what their filters leave of games, and what they are at a position
//! doc        pages of the book, recipes beside them; `own_recipes` are those of the user, kept in their `data_folder`
//! lesson     lessons of the book, and answers to their exercises
//!   terminal   Markdown as text for a terminal, through a pager
//! cql        CQL 6.2's command: its own options, output file and summary, over the same pipeline
//! ```
//!
//! Tests: `tests/command/cli`.

mod args;
mod board;
mod check;
mod claims;
mod collect;
mod command_line;
mod conditions;
mod course;
pub(crate) mod cql;
mod data_folder;
mod database_args;
mod dedupe;
mod doc;
mod drive;
mod editing_args;
#[cfg(feature = "engine")]
mod engine;
mod explain;
mod export;
mod faults;
mod files;
mod fmt;
mod formats;
mod game_rows;
mod help;
mod index;
mod info;
mod inputs;
mod interrupt;
mod lesson;
mod limit_args;
mod limits;
mod lsp;
mod manual;
mod novelty;
mod only_moves;
mod open;
mod opening_args;
mod openings;
mod output;
mod own_recipes;
mod pass_args;
mod picture;
mod place;
mod plain_rows;
mod progress;
mod queries;
mod query_info;
mod reading_args;
mod recipes;
mod render;
mod repair;
mod repertoire;
mod report;
mod report_args;
mod resume;
mod row_args;
mod run;
mod selection;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "serve")]
mod serve_args;
mod service;
#[cfg(feature = "engine")]
mod service_args;
mod shard;
mod shard_args;
mod shard_files;
mod shard_pack;
mod sinks;
mod sorting;
mod split;
mod tag;
mod tag_args;
mod tally_args;
mod targets;
mod terminal;
mod text;
mod tree;
mod uci_args;
mod values;
mod watch;
mod why;
mod words;

use args::{Cli, ColorArg, Command};
use clap::error::ErrorKind;
use clap::{ArgMatches, FromArgMatches};
pub use cql::given as cql_options;
#[cfg(feature = "engine")]
pub use engine::engine_answers;
use report::Report;
pub use service::desk;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use tabiya::pipeline::STACK;
use tabiya_disk as disk;
use tabiya_disk::replace;
use tabiya_session::samples;

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
pub fn main() -> ExitCode {
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
        None => run_command().code(),
    }
}

/// The command line as clap has read it; otherwise what is wrong has been said, or the help has been shown.
fn read_arguments() -> Result<ArgMatches, Exit> {
    let words = match command_line::read(std::env::args_os()) {
        Ok(words) => words,
        Err(message) => {
            Report::plain().say(&message);
            return Err(Exit::Error);
        }
    };
    match args::command_for(&words).try_get_matches_from(words) {
        Ok(matches) => Ok(matches),
        Err(error) if error.kind() == ErrorKind::InvalidSubcommand => {
            // Nobody reads standard error if it cannot be written.
            let _ = error.print();
            let _ = writeln!(std::io::stderr(), "To search, write: tabiya search -e 'QUERY' games.pgn");
            Err(Exit::Error)
        }
        Err(error) if error.use_stderr() => error.exit(),
        Err(shown) => {
            // The help or the version: clap would not notice that nobody gets it.
            let text = shown.render();
            let text = if output::stdout_takes_colors() { text.ansi().to_string() } else { text.to_string() };
            Err(output::print(text.as_bytes(), &Report::plain()))
        }
    }
}

/// Consoles of Windows show colours after they have been told to take them; those that cannot do it get none.
#[cfg(windows)]
fn prepare_consoles() {
    use anstream::{AutoStream, ColorChoice};
    let out = AutoStream::always(std::io::stdout()).current_choice();
    let err = AutoStream::always(std::io::stderr()).current_choice();
    if [out, err].contains(&ColorChoice::Always) {
        ColorChoice::Never.write_global();
    }
}

/// Runs the command that is asked for.
fn run_command() -> Exit {
    let matches = match read_arguments() {
        Ok(matches) => matches,
        Err(exit) => return exit,
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.format(&mut args::command()).exit(),
    };
    #[cfg(windows)]
    prepare_consoles();
    match cli.color {
        ColorArg::Auto => {}
        ColorArg::Always => anstream::ColorChoice::Always.write_global(),
        ColorArg::Never => anstream::ColorChoice::Never.write_global(),
    }
    let chosen = matches.subcommand().map(|(_, matches)| matches);
    match cli.command {
        Command::Search(mut args) => {
            args.query.note_order(chosen);
            args.settle(chosen);
            run::search(&args)
        }
        Command::Tag(mut args) => {
            args.note_order(chosen);
            tag::tag(&args)
        }
        Command::Board(args) => board::board(&args),
        Command::Check(args) => check::check(&args),
        Command::Fmt(args) => fmt::fmt(&args),
        Command::Lsp(args) => lsp::lsp(&args),
        #[cfg(feature = "engine")]
        Command::Engine(args) => engine::engine(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::serve(&args),
        Command::Repair(args) => repair::repair(&args),
        Command::Tree(args) => tree::tree(&args),
        Command::Novelty(args) => novelty::novelty(&args),
        Command::Repertoire(args) => repertoire::repertoire(&args),
        Command::Dedupe(args) => dedupe::dedupe(&args),
        Command::Index(args) => index::index(&args),
        Command::Info(args) => info::info(&args),
        Command::Export(args) => export::export(&args),
        Command::Shard(args) => shard::shard(&args),
        // It has taken the arguments before clap has seen them.
        Command::Cql { .. } => Exit::Error,
        Command::Explain(mut args) => {
            args.query.note_order(chosen);
            explain::explain(&args)
        }
        Command::Doc(args) => doc::doc(&args),
        Command::Lesson(args) => lesson::lesson(&args),
        Command::Recipes(args) => recipes::recipes(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut args::command(), "tabiya", &mut script);
            output::print(&script, &Report::plain())
        }
        Command::Samples => output::print(samples::GAMES, &Report::plain()),
        Command::Man(args) => manual::manual(&args),
    }
}
