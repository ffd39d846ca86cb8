//! The options, as clap reads them.

use super::limits::{Allowance, Given};
use super::values::{folder, seconds};
use clap::builder::styling::{AnsiColor, Styles};
use clap::{ArgMatches, Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tabiya::syntax::ReadingLimits;
use tabiya::{EndgameTables, FileAccess, PlanOptions, QueryOptions, SyzygyTables};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// Finds patterns in chess games with the Chess Query Language.
#[derive(Debug, Parser)]
#[command(name = "tabiya", version, styles = STYLES, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Search games for all positions that match a query
    #[command(after_help = SEARCH_HELP)]
    Search(SearchArgs),
    /// Check queries without searching; the exit status is 2 if one has an error, otherwise 0
    Check(CheckArgs),
    /// Show how a query is read and how it will be run
    Explain(ExplainArgs),
    /// Read games of any quality and write them as clean PGN
    #[command(after_help = REPAIR_HELP)]
    Repair(RepairArgs),
    /// Run a CQL script exactly as CQL 6.2's own command does (-h for its options)
    #[command(disable_help_flag = true, disable_version_flag = true)]
    Cql {
        /// Options of CQL 6.2, and a script
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Show a page of the manual, or search it; without words, list all words of the language
    #[command(after_help = DOC_HELP)]
    Doc(DocArgs),
    /// List, search or show the recipes: queries for well-known patterns
    #[command(after_help = RECIPES_HELP)]
    Recipes(RecipesArgs),
    /// Print a script that completes commands and options in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

const SEARCH_HELP: &str = "\
Without GAMES, tabiya searches the files of the query's header, otherwise standard input if it is piped, otherwise the
sample games.

Exit status: 0 if something was found, 1 if nothing was found, 2 if something could not be read, run or written; 130 after
Ctrl-C, 143 after SIGTERM, 129 after SIGHUP.

Examples:
  tabiya search -e 'check and mate' games.pgn
  tabiya search -e 'next (check check check)' --format count games.pgn.zst
  tabiya search -f knights.cql --variations -o found.pgn folder-of-games/
  tabiya search -e 'check x=k' --select king=x --format csv games.pgn";

const REPAIR_HELP: &str = "\
Text that could not be read is kept in comments that begin with `Not read:`. The result has no faults, and repairing it
again gives the same bytes.

Exit status: 0 if the games were written, whatever had to be repaired; 2 if something could not be read or written.

Examples:
  tabiya repair games.pgn -o clean.pgn
  tabiya repair folder-of-games/ --report faults.jsonl -o clean.pgn";

const DOC_HELP: &str = "\
Long pages are shown with $PAGER, or with less.

Examples:
  tabiya doc next
  tabiya doc first-steps
  tabiya doc how many checks
  tabiya doc unknown-name";

const RECIPES_HELP: &str = "\
Examples:
  tabiya recipes
  tabiya recipes rook endgame
  tabiya recipes greek-gift
  tabiya recipes greek-gift --query > my.cql
  tabiya search --recipe greek-gift games.pgn";

/// Which page of the book is shown.
#[derive(Debug, Args)]
pub(crate) struct DocArgs {
    /// A word of the language, the name of a page, the code of a message, or words to search for
    #[arg(value_name = "WORD", allow_hyphen_values = true)]
    pub(crate) words: Vec<String>,

    /// Open the built book in a browser
    #[arg(long)]
    pub(crate) open: bool,
}

/// Which recipes are shown.
#[derive(Debug, Args)]
pub(crate) struct RecipesArgs {
    /// The name of a recipe, or words to search for
    #[arg(value_name = "WORDS")]
    pub(crate) words: Vec<String>,

    /// Print only the query
    #[arg(long, requires = "words")]
    pub(crate) query: bool,
}

/// Which queries, and how they are read.
#[derive(Debug, Default, Args)]
pub(crate) struct QueryArgs {
    /// The query: a whole CQL file or only its body. May be repeated
    #[arg(short = 'e', long = "query", value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) texts: Vec<String>,

    /// A query from a file (- for standard input). May be repeated
    #[arg(short = 'f', long = "file", value_name = "FILE.cql")]
    pub(crate) files: Vec<PathBuf>,

    /// A query from the recipes (see `tabiya recipes`). May be repeated
    #[arg(long = "recipe", value_name = "NAME")]
    pub(crate) recipes: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// Search variations, whatever the query's header says
    #[arg(long, overrides_with = "mainline")]
    pub(crate) variations: bool,

    /// Search the main line only, whatever the query's header says
    #[arg(long, overrides_with = "variations")]
    pub(crate) mainline: bool,

    /// Let `move` inside sequences see all moves of the game, not only the one of the line in question
    #[arg(long)]
    pub(crate) nolinearize: bool,

    /// Add a column: EXPR is evaluated after each match and sees the query's variables
    #[arg(long = "select", value_name = "NAME=EXPR", value_parser = column)]
    pub(crate) selects: Vec<(String, String)>,

    /// Where each of `texts`, `files` and `recipes` stands on the command line
    #[arg(skip)]
    pub(crate) order: [Vec<usize>; 3],
}

/// How query text is read and planned.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ReadingArgs {
    /// The dialect of CQL; `auto` decides for each query
    #[arg(long, value_name = "DIALECT", default_value = "auto")]
    pub(crate) dialect: DialectArg,

    /// Print errors and warnings about queries and games as JSON, one object per line
    #[arg(long)]
    pub(crate) json_diagnostics: bool,

    /// Show at most N errors and N warnings of a query (20 by default), and count the others
    #[arg(long, value_name = "N")]
    pub(crate) max_errors: Option<NonZeroUsize>,

    /// Switch parts of the planner off; the matches stay the same. May be repeated
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    pub(crate) disable: Vec<PlannerPart>,

    /// The folder of Syzygy endgame tables, for `tablebase` and `dtz`
    #[arg(long, value_name = "DIR", value_parser = endgame_tables)]
    pub(crate) syzygy: Option<Arc<SyzygyTables>>,

    /// The greatest number of states of the automaton of one sequence
    #[arg(long, value_name = "N")]
    pub(crate) state_limit: Option<usize>,

    /// The greatest number of steps of a query in one game: rounds of loops, moves tried, filters tried one by one
    #[arg(long, value_name = "N")]
    pub(crate) step_limit: Option<u64>,

    /// Change other limits on queries: text, memory, entries, output, written, files, run-steps, given-up
    #[arg(long, value_name = "NAME=N", value_delimiter = ',', value_parser = Given::parse)]
    pub(crate) limits: Vec<Given>,

    /// Open none of the files that queries name: for queries from strangers
    #[arg(long, conflicts_with = "folders")]
    pub(crate) sandbox: bool,

    /// Let queries also open files below this folder, beside those below the current folder. May be repeated
    #[arg(long = "files", value_name = "DIR", value_parser = folder)]
    pub(crate) folders: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) query: QueryArgs,

    /// Files, folders, or - for standard input: .pgn, .pgn.zst, .pgn.gz, .pgn.bz2
    pub(crate) games: Vec<PathBuf>,

    /// The format of the results; by default, that of the output name, else list on a terminal and jsonl elsewhere
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<FormatName>,

    /// Write the results to a file, which is created or replaced when they are complete and there was no error
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Put an apostrophe before cells of a table that a spreadsheet would treat as formulas
    #[arg(long)]
    pub(crate) csv_safe: bool,

    /// Write all faults of all games that are read to a file, as JSON, one object per line
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) report: Option<PathBuf>,

    /// Search only the games with these numbers, counted in each file: 10..20, 10.., ..20, 10
    #[arg(long, value_name = "A..B", value_parser = game_range)]
    pub(crate) game_range: Option<(u64, u64)>,

    /// Stop after N games that match; counts stop there too. If results are sorted, show the first N
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,

    /// The number of threads that search; by default, the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// End the run after this time, and keep what was found until then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,

    /// Treat damaged games as errors
    #[arg(long)]
    pub(crate) strict: bool,

    /// Read the moves of all games, also where the tags show that nothing matches, and count damaged games among all of them
    #[arg(long)]
    pub(crate) check_moves: bool,

    /// Show no progress and no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RepairArgs {
    /// Files, folders, or - for standard input: .pgn, .pgn.zst, .pgn.gz, .pgn.bz2
    #[arg(value_name = "IN")]
    pub(crate) games: Vec<PathBuf>,

    /// Write the games to a file, which is created when they are complete, instead of standard output
    #[arg(short, long, value_name = "OUT.pgn")]
    pub(crate) output: Option<PathBuf>,

    /// Write all faults to a file, as JSON, one object per line
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) report: Option<PathBuf>,

    /// Print messages about games as JSON, one object per line
    #[arg(long)]
    pub(crate) json_diagnostics: bool,

    /// Show no progress and no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Query files; - for standard input
    #[arg(value_name = "FILE.cql", required_unless_present = "texts")]
    pub(crate) files: Vec<PathBuf>,

    /// A query: a whole CQL file or only its body
    #[arg(short = 'e', long = "query", value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) texts: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) query: QueryArgs,

    /// Query files
    #[arg(value_name = "FILE.cql")]
    pub(crate) more: Vec<PathBuf>,

    /// Print only the automata, in the language of Graphviz
    #[arg(long)]
    pub(crate) dot: bool,

    /// Draw the automata to a file
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DialectArg {
    #[default]
    Auto,
    #[value(name = "5")]
    Five,
    #[value(name = "6")]
    Six,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatName {
    /// A list for people: games, moves, and why they match
    List,
    /// The games that match, with comments where they match
    Pgn,
    /// One JSON object per matching position
    Jsonl,
    /// A table with one row per matching position
    Csv,
    /// Only the numbers of games and positions that match
    Count,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlannerPart {
    /// Columns of bits for predicates
    Columns,
    /// Automata for sequences
    Automata,
    /// Cheap tests first
    Reorder,
    /// Moves left unread where tags show that nothing matches
    SkipMoves,
}

/// The files that queries may name: those below the folder where the command runs, and below some others.
pub(crate) fn access(folders: &[PathBuf]) -> FileAccess {
    let folders = || folders.iter().map(PathBuf::as_path);
    let here = std::iter::once(Path::new("."));
    // A folder that has gone meanwhile holds no files.
    FileAccess::below(here.chain(folders())).or_else(|_| FileAccess::below(folders())).unwrap_or_default()
}

/// Opens a folder of endgame tables.
fn endgame_tables(folder: &str) -> Result<Arc<SyzygyTables>, String> {
    let tables = SyzygyTables::open(folder).map_err(|error| error.to_string())?;
    if tables.files() == 0 {
        return Err("this folder contains no Syzygy tables (files such as KQvKP.rtbw)".into());
    }
    Ok(Arc::new(tables))
}

impl QueryArgs {
    /// Remembers in which order `-e`, `-f` and `--recipe` were given.
    pub(crate) fn note_order(&mut self, matches: Option<&ArgMatches>) {
        let places = |id: &str| matches.and_then(|m| m.indices_of(id)).map(Iterator::collect).unwrap_or_default();
        self.order = [places("texts"), places("files"), places("recipes")];
    }

    /// The options of the library that these mean.
    pub(crate) fn options(&self) -> QueryOptions {
        let variations = match (self.variations, self.mainline) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        QueryOptions {
            variations,
            linearize: !self.nolinearize,
            selects: self.selects.clone(),
            ..self.reading.options()
        }
    }
}

impl ReadingArgs {
    /// The options of the library that these mean.
    pub(crate) fn options(&self) -> QueryOptions {
        let dialect = match self.dialect {
            DialectArg::Auto => tabiya::syntax::Dialect::Auto,
            DialectArg::Five => tabiya::syntax::Dialect::Five,
            DialectArg::Six => tabiya::syntax::Dialect::Six,
        };
        let on = |part| !self.disable.contains(&part);
        let plan = PlanOptions {
            columns: on(PlannerPart::Columns),
            automata: on(PlannerPart::Automata),
            reorder: on(PlannerPart::Reorder),
            skip_moves: on(PlannerPart::SkipMoves),
        };
        let usual = ReadingLimits::default();
        let reading = ReadingLimits { errors: self.max_errors.map_or(usual.errors, NonZeroUsize::get), ..usual };
        let (limits, files) = (self.allowance().limits, self.access());
        let tables = self.syzygy.clone().map(|tables| tables as Arc<dyn EndgameTables>);
        QueryOptions { dialect, reading, plan, limits, files, tables, ..QueryOptions::default() }
    }

    /// The resources that the queries may use.
    pub(crate) fn allowance(&self) -> Allowance {
        let mut allowance = Allowance::default();
        let limits = &mut allowance.limits;
        limits.states = self.state_limit.unwrap_or(limits.states);
        limits.steps = self.step_limit.unwrap_or(limits.steps);
        self.limits.iter().for_each(|given| given.apply(&mut allowance));
        allowance
    }

    /// The files that queries may name.
    pub(crate) fn access(&self) -> FileAccess {
        if self.sandbox { FileAccess::none() } else { access(&self.folders) }
    }
}

/// The names of columns that are always there.
const RESERVED: [&str; 6] = ["query", "file", "game", "position", "ply", "fen"];

fn column(text: &str) -> Result<(String, String), String> {
    let Some((name, expression)) = text.split_once('=') else {
        return Err("write a name, `=` and an expression: --select where=x".into());
    };
    let name = name.trim();
    if name.is_empty() {
        return Err("a column needs a name before `=`: --select where=x".into());
    }
    if RESERVED.contains(&name) {
        return Err(format!("`{name}` is a column already; choose another name"));
    }
    Ok((name.to_owned(), expression.to_owned()))
}

fn game_range(text: &str) -> Result<(u64, u64), String> {
    let number = |text: &str, missing: u64| match text.trim() {
        "" => Ok(missing),
        digits => digits.parse::<u64>().map_err(|_| format!("`{digits}` is no number; write for example 10..20")),
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first, 1)?, number(last.trim_start_matches('='), u64::MAX)?),
        None => (number(text, 0)?, number(text, 0)?),
    };
    if first == 0 {
        return Err("games are counted from 1".into());
    }
    if first > last {
        return Err(format!("{first} is greater than {last}; the smaller number comes first"));
    }
    Ok((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn options_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn ranges() {
        assert_eq!(game_range("10..20"), Ok((10, 20)));
        assert_eq!(game_range("10.."), Ok((10, u64::MAX)));
        assert_eq!(game_range("..20"), Ok((1, 20)));
        assert_eq!(game_range("7"), Ok((7, 7)));
        assert!(game_range("0..3").is_err());
        assert!(game_range("5..3").is_err());
        assert!(game_range("a..3").is_err());
    }

    #[test]
    fn columns() {
        assert_eq!(column("a=x == 3"), Ok(("a".into(), "x == 3".into())));
        assert!(column("ply=x").is_err());
        assert!(column("x").is_err());
        assert!(column("=x").is_err());
    }
}
