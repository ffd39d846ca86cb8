//! The command line: `tabiya search | tag | check | fmt | explain | rewrite | board | tree | novelty | repertoire | dedupe | index |
//! info | export | shard | samples | cql | doc | lesson | recipes | lsp | engine | serve | completions | man | help`. Only these files print and know
//! exit codes.
//!
//! ```text
//! commands   the commands but search
//! games      what commands do that go through games: search, and the runs of the others
//! cql        CQL 6.2's command: its own options, output file and summary, over the same pipeline
//! serve      what `tabiya_session` answers, over HTTP: a page in the browser
//! engine     the same as lines of JSON: other programs
//! service    what these have of the command: options, games, files of results
//! outputs    files, formats, rows
//! inputs     games and queries
//! options    what was asked for
//! report     messages, progress, signals, exit status
//! ```
//!
//! Each of these uses those below it only. Tests: `tests/command/cli`.

mod commands;
pub(crate) mod cql;
#[cfg(feature = "engine")]
mod engine;
mod games;
mod inputs;
mod options;
mod outputs;
mod report;
#[cfg(feature = "serve")]
mod serve;
mod service;

use clap::error::ErrorKind;
use clap::{ArgMatches, FromArgMatches};
use commands::{
    board, check, dedupe, doc, explain, fmt, index, info, lesson, lsp, manual, me, names, novelty, recipes, repertoire,
    rewrite, shard, tag, tree,
};
pub use cql::given as cql_options;
#[cfg(feature = "engine")]
pub use engine::engine_answers;
use games::run;
use options::args::{Cli, ColorArg, Command, SearchPart};
use options::{command_line, pages};
use outputs::output;
use report::{Exit, Report};
pub use service::desk;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;
use tabiya::pipeline::STACK;
use tabiya_session::samples;

/// Reads a command line, whose first word is the program's name, does what it says, and ends the process: threads that wait for input
/// on a pipe are not waited for.
pub fn main(words: Vec<OsString>) -> ! {
    let worker = std::thread::Builder::new().name("main".into()).stack_size(STACK).spawn(|| dispatch(words));
    let code = match worker {
        Ok(worker) => worker.join().unwrap_or(Exit::Error.code()),
        Err(error) => {
            Report::plain().error(format!("cannot start a thread: {error}"));
            Exit::Error.code()
        }
    };
    std::process::exit(code)
}

/// The arguments of CQL's command, if it is that which is called: `tabiya cql ...`, or a link named `cql`.
fn cql_arguments(words: &[OsString]) -> Option<Vec<String>> {
    let mut args = words.iter().map(|word| word.to_string_lossy().into_owned());
    let program = args.next()?;
    let stem = Path::new(&program).file_stem()?.to_string_lossy().to_ascii_lowercase();
    let args: Vec<String> = args.collect();
    match args.split_first() {
        _ if stem == "cql" => Some(args),
        Some((first, rest)) if first == "cql" => Some(rest.to_vec()),
        Some((first, rest)) if first == "help" && rest == ["cql"] => Some(vec!["-help".to_owned()]),
        _ => None,
    }
}

fn dispatch(words: Vec<OsString>) -> i32 {
    match cql_arguments(&words) {
        Some(args) => cql::main(&args),
        None => run_command(words, SearchPart::default()).code(),
    }
}

/// The command line as clap has read it; otherwise what is wrong has been said, or the help has been shown.
fn read_arguments(words: Vec<OsString>) -> Result<ArgMatches, Exit> {
    let words = match command_line::read(words.into_iter()) {
        Ok(words) => words,
        Err(message) => {
            Report::plain().say(&message);
            return Err(Exit::Error);
        }
    };
    match pages::command_for(&words).try_get_matches_from(words) {
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

/// Runs the command that is requested; a search may be a `part` of another command.
fn run_command(words: Vec<OsString>, part: SearchPart) -> Exit {
    let matches = match read_arguments(words.clone()) {
        Ok(matches) => matches,
        Err(exit) => return exit,
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.format(&mut pages::command()).exit(),
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
            args.query.origins.note_order(chosen);
            args.settle(chosen);
            args.part = part;
            args.words = words;
            run::search(&args)
        }
        Command::Tag(mut args) => {
            args.origins.note_order(chosen);
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
        Command::Rewrite(args) => rewrite::rewrite(&args),
        Command::Tree(args) => tree::tree(&args),
        Command::Novelty(args) => novelty::novelty(&args),
        Command::Repertoire(args) => repertoire::repertoire(&args),
        Command::Dedupe(args) => dedupe::dedupe(&args),
        Command::Me(args) => me::me(&args, &run_command),
        Command::Names(args) => names::names(&args),
        Command::Index(args) => index::index(&args),
        Command::Info(args) => info::info(&args),
        Command::Export { words } => {
            run_command(["tabiya", "rewrite", "--as-read"].map(OsString::from).into_iter().chain(words).collect(), part)
        }
        Command::Shard(args) => shard::shard(&args),
        // It has taken the arguments before clap has seen them.
        Command::Cql { .. } => Exit::Error,
        Command::Explain(mut args) => {
            args.query.origins.note_order(chosen);
            explain::explain(&args)
        }
        Command::Doc(args) => doc::doc(&args),
        Command::Lesson(args) => lesson::lesson(&args),
        Command::Recipes(args) => recipes::recipes(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut pages::command(), "tabiya", &mut script);
            output::print(&script, &Report::plain())
        }
        Command::Samples => output::print(samples::GAMES, &Report::plain()),
        Command::Man(args) => manual::manual(&args),
        Command::Help { name } => manual::help(name.as_deref().unwrap_or_default()),
    }
}
