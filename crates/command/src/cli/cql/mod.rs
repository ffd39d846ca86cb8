//! `tabiya cql`: CQL 6.2's command, for scripts and programs that call it. The same through a link named `cql`.
//!
//! ```text
//! options    arguments -> what is asked for; `usage.txt` lists them, `preamble` holds the filters they stand for
//! script     file or default text, options and header -> a query, input, output
//! mod        one run, from the arguments to the exit code
//!   collect  searched games in order -> output file, progress, summary line
//!   game     a game that matches as CQL's output files have it
//! console    standard output, with lines for graphical front ends
//! convert    -a -u -utf8 -html -colorize -echo, and the tokens and the tree of a script
//! ```
//!
//! Exit codes: 0 for a run to the end, whether or not anything matches; 1 for any error; 128 and its number for a signal.
//!
//! It is a front end of its own because CQL's options (any case, one hyphen or two, greedy) do not fit clap. Everything
//! after the options is what `search` uses: pipeline, sorter, outputs. The filters that options stand for are pieces of
//! source with spans of their own, read between header and body of the script.
//!
//! CQL's layout counts bytes, so that lines break in the same places; the export layout counts characters. `tabiya cql`
//! cuts a game's text at 105,000 bytes as CQL does and says so, unless `-outputbuffer` raises the limit. `search` never
//! cuts.

mod collect;
mod console;
mod convert;
mod game;
mod hhdb;
mod number;
pub(crate) mod options;
pub(crate) mod preamble;
mod script;
mod wanted;

/// What the fuzz target of the options needs.
pub mod given {
    pub use super::options::{Options, Refusal, Threads, Wanted, read};
    pub use super::preamble::Preamble;
}

use super::inputs;
use super::report::Report;
use crate::cli::games::drive;
use crate::cli::inputs::query_info::QueryInfo;
use crate::cli::options::args;
use crate::cli::outputs::claims::{Claims, Use};
use crate::cli::outputs::files::DiskFiles;
use crate::cli::outputs::formats::Merging;
use crate::cli::outputs::output::OutputWriter;
use crate::cli::outputs::render::{SinkInfo, Task};
use crate::cli::outputs::selection::Selection;
use crate::cli::report::interrupt;
use collect::{Collector, Ended};
use console::Console;
use game::CqlGame;
use options::{Options, Refusal, Threads, Wanted};
use script::Script;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tabiya::pipeline::{GameTest, RunOptions, Sources};
use tabiya::{
    FileAccess, Files, ParsedQuery, PlanOptions, Query, QueryError, QueryOptions, QuerySet, RunControl, SearchOptions,
    Source, printable,
};
use tabiya_disk as disk;
use wanted::WantedGames;

/// The options as they are shown.
const USAGE: &str = include_str!("usage.txt");

/// The message for a query that must see the games in order.
const IN_ORDER: &str =
    "CQL: running single-threaded because 'persistent', 'writefile', 'readfile' or 'dictionary' detected";

/// Does what the arguments say, and gives the exit code.
pub(crate) fn main(args: &[String]) -> i32 {
    let mut console = Console::default();
    let code = match convert::convert(args, &mut console) {
        Some(code) => code,
        None => {
            console.banner();
            match options::read(args) {
                Ok(Wanted::Search(options)) => return search(*options, console),
                other => answer(other, &mut console),
            }
        }
    };
    match console.lost() {
        Some(message) => {
            Report::plain().say(&message);
            1
        }
        None => code,
    }
}

/// Does what needs no games.
fn answer(wanted: Result<Wanted, Refusal>, console: &mut Console) -> i32 {
    match wanted {
        Ok(Wanted::Search(_) | Wanted::Version) => {}
        Ok(Wanted::Usage) => console.put(USAGE),
        Ok(Wanted::HhdbWords) => console.put(hhdb::HELP),
        Ok(Wanted::Tokens(options)) => return show(&options, console, convert::tokens),
        Ok(Wanted::Tree(options)) => return show(&options, console, convert::tree),
        Err(Refusal::Unknown(message)) => {
            // Nobody reads standard error if it cannot be written.
            let message = format!("{}\n", printable::line(&message));
            let _ = std::io::Write::write_all(&mut std::io::stderr(), message.as_bytes());
            console.put(USAGE);
            return 1;
        }
        Err(Refusal::Wrong(message)) => {
            console.fail(&message);
            return 1;
        }
    }
    0
}

/// Shows something of the script.
fn show(options: &Options, console: &mut Console, text: fn(&Source) -> Result<String, QueryError>) -> i32 {
    let source = match script::load(options) {
        Ok((source, _)) => source,
        Err(message) => {
            console.fail(&message);
            return 1;
        }
    };
    match text(&source) {
        Ok(text) => {
            console.put(&text);
            0
        }
        Err(error) => {
            console.refuse(&error);
            1
        }
    }
}

/// The reason why a run does not begin.
enum Stop {
    Message(String),
    Query(Box<QueryError>),
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::Message(message)
    }
}

impl From<QueryError> for Stop {
    fn from(error: QueryError) -> Stop {
        Stop::Query(Box::new(error))
    }
}

fn search(options: Options, mut console: Console) -> i32 {
    console.gui = options.gui;
    console.variable("version", "6.2");
    console.variable("build", "9.493");
    match prepare(&options, &mut console) {
        Ok(run) => start(&options, run, console),
        Err(Stop::Message(message)) => {
            console.fail(&message);
            1
        }
        Err(Stop::Query(error)) => {
            console.refuse(&error);
            1
        }
    }
}

/// Everything that a run needs.
struct Prepared {
    task: Task,
    set: QuerySet,
    search: RunOptions,
    inputs: Sources,
    output: Option<OutputWriter>,
    output_name: String,
    threads: usize,
    files: Arc<DiskFiles>,
}

/// The files that the script may name.
fn access(options: &Options) -> FileAccess {
    if options.sandbox { FileAccess::none() } else { args::access(&options.folders) }
}

/// Everything that can go wrong before a game is read.
fn prepare(options: &Options, console: &mut Console) -> Result<Prepared, Stop> {
    if options.show_preamble {
        console.line(&format!("from the options: {}", options.preamble.text()));
    }
    let script = script::read(options)?;
    // A search that keeps every comment evaluates every filter where it stands, in the order of the text.
    let plan = match options.compat.keep_all_comments {
        true => PlanOptions::NONE,
        false => PlanOptions::default(),
    };
    let allowance = options.allowance;
    let limits = allowance.limits;
    let query_options = QueryOptions { linearize: options.linearize, plan, limits, ..QueryOptions::default() };
    let Script { query, input, output, overrides } = script;
    warn(&query);
    for (file, games) in query.similar_files() {
        console.line(&format!("Db: read {games} games from submission file: {file}"));
    }
    if overrides {
        console.line(&format!("Using command line argument for filename: {output}"));
    }
    let script_file = options.script.as_ref().map(|_| PathBuf::from(&query.source().name));
    let set = QuerySet::new(vec![query], &query_options)?.with_compat(options.compat);
    if options.debug {
        console.put(&format!("{}\n", set.explain(0).trim_end()));
    }
    let mut inputs = inputs::find(&[open_input(&input)?], true);
    let mut claims = Claims::reading(inputs.paths().chain(script_file.as_deref()).chain(set.queries()[0].files()));
    if !options.stdout {
        claims.claim(Use::Results, Path::new(&output)).map_err(|message| message.text())?;
    }
    // A signal that comes earlier ends the program, which has written nothing.
    let control = Arc::new(options.time_limit.map_or_else(RunControl::new, RunControl::with_time_limit));
    interrupt::listen(&control);
    let in_order = set.must_run_in_order().is_some();
    if in_order {
        console.notice(IN_ORDER);
    }
    let threads = match options.threads {
        _ if in_order => 1,
        Threads::Count(threads) => threads,
        Threads::Usual => std::thread::available_parallelism().map_or(1, |all| all.get().saturating_sub(1).max(1)),
    };
    let games = set.queries()[0].header().game_numbers;
    let natural = |number: i64| u64::try_from(number).unwrap_or(0);
    let games = games.map_or((1, u64::MAX), |(low, high)| (natural(low), natural(high)));
    let last_game_number = set.needs_game_count().then(|| {
        console.line(&format!("counting the games of {input} for `lastgamenumber`"));
        inputs.count_games(&control).map(|count| count.min(games.1))
    });
    let info = query_info(&set);
    let (output, output_name) = match options.stdout {
        true => (None, String::new()),
        false => (Some(OutputWriter::create(Path::new(&output)).map_err(|message| message.text())?), output),
    };
    let format = CqlGame {
        merging: Merging { header: options.header_comment, unique: !options.compat.repeated_comments, strict: true },
        longest: options.output_buffer,
    };
    let sorted = options.stdout || !info.sort_keys.is_empty();
    let files = Arc::new(DiskFiles::new(access(options), limits, claims));
    let search = SearchOptions {
        comments: !info.silent,
        // A run that is ended meanwhile searches no game.
        last_game_number: last_game_number.flatten(),
        files: Some(Arc::clone(&files) as Arc<dyn Files>),
        control,
        ..SearchOptions::default()
    };
    let sinks = vec![SinkInfo { format: Box::new(format), sorted, names: None }];
    let given_up = allowance.given_up;
    let search = RunOptions {
        search,
        threads: NonZeroUsize::new(threads),
        skip_moves: plan.skip_moves,
        given_up,
        test: wanted_games(options)?,
        ..RunOptions::default()
    };
    let task = Task {
        queries: vec![info],
        sinks,
        strict: false,
        warnings: false,
        all_faults: false,
        selection: Selection::default(),
        distinct: false,
        held: limits.held,
        spare: Arc::default(),
    };
    Ok(Prepared { task, set, search, inputs, output, output_name, threads, files })
}

/// Says what the script itself can hardly mean. CQL says nothing of it, so nothing goes to standard output.
fn warn(query: &ParsedQuery) {
    let source = query.source();
    // Filters of options come after the text of the file.
    let own = query.warnings().iter().filter(|one| one.span().end as usize <= source.text.len());
    Report::plain().diagnostics(source, &own.cloned().collect::<Vec<_>>(), query.omitted());
}

/// The file of games as a path, if it can be opened.
fn open_input(input: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(input);
    if input == "-" {
        return Ok(path);
    }
    // On Windows, a folder cannot be opened.
    let data =
        disk::open(&path).and_then(|file| disk::metadata_of(&file.0)).or_else(|error| match disk::metadata(&path) {
            Ok(data) if data.is_dir() => Ok(data),
            _ => Err(error),
        });
    match data {
        Ok(data) if data.is_dir() => Err(format!("Unable to open file: {input} (it is a folder)")),
        Ok(_) => Ok(path),
        Err(error) => Err(format!("Unable to open file: {input} ({error})")),
    }
}

fn query_info(set: &QuerySet) -> QueryInfo {
    let query = &set.queries()[0];
    let header = query.header();
    QueryInfo {
        number: 1,
        name: query.source().name.clone(),
        columns: Vec::new(),
        sort_keys: set.sort_keys(0),
        unmatched: false,
        silent: header.silent,
        match_string: String::new(),
        sink: 0,
    }
}

/// The tests of `-player` and `-year`.
fn wanted_games(options: &Options) -> Result<Option<Arc<dyn GameTest>>, QueryError> {
    let pattern = options.player.as_ref().map(|pattern| pattern.replace('"', r"\x22"));
    let query = pattern.map(|pattern| {
        let text = format!("cql(dialect 6) initial {{player white ~~ \"{pattern}\" or player black ~~ \"{pattern}\"}}");
        Query::parse(&text)
            .map_err(|error| QueryError { source: Source { name: "option -player".into(), text }, ..error })
    });
    let query = query.transpose()?;
    let chosen = query.is_some() || options.years.is_some();
    Ok(chosen.then(|| Arc::new(WantedGames { years: options.years, query }) as Arc<dyn GameTest>))
}

fn start(options: &Options, run: Prepared, console: Console) -> i32 {
    let Prepared { task, set, search, inputs, output, output_name, threads, files } = run;
    let numbered = inputs.numbered();
    let sorted = task.sinks[0].sorted;
    let spare = Arc::clone(&task.spare);
    let mut collector = Collector::new(options, console, output, (sorted, spare));
    collector.search(drive::start(&Arc::new(task), &set, inputs, &search));
    let games = numbered.load(std::sync::atomic::Ordering::Relaxed);
    let ended = collector.finish(games, threads, &output_name);
    let (messages, good) = files.finish(ended == Ended::Well);
    messages.iter().for_each(|message| Report::new(false, false).say(message));
    match ended {
        Ended::Well if good => 0,
        Ended::Well => 1,
        Ended::Badly => 1,
        Ended::Interrupted => crate::cli::report::Exit::Interrupted.code(),
    }
}
