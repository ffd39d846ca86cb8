//! The options, as clap reads them.

use super::help::{self, ADVANCED, GAMES, OUTPUT, QUERY};
use super::limits::{Allowance, Given};
use super::row_args::RowArgs;
use super::values::{folder, seconds};
use clap::builder::styling::{AnsiColor, Styles};
use clap::{ArgMatches, Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tabiya::syntax::ReadingLimits;
use tabiya::{EndgameTables, FileAccess, Need, Needs, PlanOptions, QueryOptions, SyzygyTables};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// Finds patterns in chess games with the Chess Query Language.
#[derive(Debug, Parser)]
#[command(name = "tabiya", version, styles = STYLES, arg_required_else_help = true)]
#[command(override_usage = "tabiya <COMMAND> [OPTIONS] ...\n       tabiya <QUERY> [GAMES] ...")]
#[command(after_help = help::TOP.short(), after_long_help = help::TOP.long())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Use colours: auto, always or never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = OUTPUT)]
    #[arg(hide_possible_values = true, hide_default_value = true, display_order = 900)]
    pub(crate) color: ColorArg,
}

/// The command line, with the headings of each part's help in one order.
pub(crate) fn command() -> clap::Command {
    Cli::command().mut_subcommands(in_order)
}

/// Headings stand in the order of the arguments: those of each heading are put behind those of the headings before.
fn in_order(mut command: clap::Command) -> clap::Command {
    for heading in [QUERY, GAMES, OUTPUT, ADVANCED] {
        let below = command.get_arguments().filter(|argument| argument.get_help_heading() == Some(heading));
        let below: Vec<clap::Id> = below.map(|argument| argument.get_id().clone()).collect();
        command = below.into_iter().fold(command, |command, id| command.mut_arg(id, |argument| argument));
    }
    command
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Search games for all positions that match a query
    #[command(after_help = help::SEARCH.short(), after_long_help = help::SEARCH.long())]
    Search(Box<SearchArgs>),
    /// Check queries without searching
    #[command(after_help = help::CHECK.short(), after_long_help = help::CHECK.long())]
    Check(CheckArgs),
    /// Show how a query is read and how it will be run
    #[command(after_help = help::EXPLAIN.short(), after_long_help = help::EXPLAIN.long())]
    Explain(ExplainArgs),
    /// Read games of any quality and write them as clean PGN
    #[command(after_help = help::REPAIR.short(), after_long_help = help::REPAIR.long())]
    Repair(RepairArgs),
    /// Draw a position as text, or as a picture in SVG
    #[command(after_help = help::BOARD.short(), after_long_help = help::BOARD.long())]
    Board(BoardArgs),
    /// Put games into a database file, which is searched much faster than PGN
    #[command(after_help = help::INDEX.short(), after_long_help = help::INDEX.long())]
    Index(IndexArgs),
    /// Show what a database file contains
    #[command(after_help = help::INFO.short(), after_long_help = help::INFO.long())]
    Info(InfoArgs),
    /// Write the games of database files as the PGN that they were read from
    #[command(after_help = help::EXPORT.short(), after_long_help = help::EXPORT.long())]
    Export(ExportArgs),
    /// Print the sample games, as PGN
    #[command(after_help = help::SAMPLES.short(), after_long_help = help::SAMPLES.long())]
    Samples,
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
    #[command(after_help = help::COMPLETIONS.short(), after_long_help = help::COMPLETIONS.long())]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a manual page, or write all of them to a folder
    #[command(after_help = help::MAN.short(), after_long_help = help::MAN.long())]
    Man(ManArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Command that the page is about
    #[arg(conflicts_with = "dir")]
    pub(crate) command: Option<String>,

    /// Write the pages of all commands to a folder
    #[arg(long, value_name = "DIR", value_parser = folder)]
    pub(crate) dir: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    #[default]
    Auto,
    Always,
    Never,
}

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
    /// Query to search for; repeatable
    ///
    /// Query to search for: a whole CQL file or only its body; repeatable
    #[arg(short = 'e', long = "query", value_name = "TEXT", allow_hyphen_values = true, help_heading = QUERY)]
    pub(crate) texts: Vec<String>,

    /// Read a query from a file (- for stdin); repeatable
    #[arg(short = 'f', long = "file", value_name = "FILE.cql", help_heading = QUERY)]
    pub(crate) files: Vec<PathBuf>,

    /// Query from the recipes (see `tabiya recipes`); repeatable
    #[arg(long = "recipe", value_name = "NAME", help_heading = QUERY)]
    pub(crate) recipes: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// Search variations too
    ///
    /// Search variations too, whatever the query's header says
    #[arg(long, overrides_with = "mainline", help_heading = QUERY)]
    pub(crate) variations: bool,

    /// Search the main line only, whatever the query's header says
    #[arg(long, overrides_with = "variations", help_heading = QUERY, hide_short_help = true)]
    pub(crate) mainline: bool,

    /// Let `move` inside sequences see all moves of the game, not only the one of the line in question
    #[arg(long, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) nolinearize: bool,

    /// Add a column; EXPR sees the query's variables
    ///
    /// Add a column to each result. EXPR is evaluated after each match and sees the query's variables.
    #[arg(long = "select", value_name = "NAME=EXPR", value_parser = column, help_heading = OUTPUT)]
    pub(crate) selects: Vec<(String, String)>,

    /// Where each of `texts`, `files` and `recipes` stands on the command line
    #[arg(skip)]
    pub(crate) order: [Vec<usize>; 3],
}

/// How query text is read and planned.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ReadingArgs {
    /// CQL dialect: 5, 6 or auto (the default)
    ///
    /// CQL dialect: 5, 6 or auto [default: detected for each query]
    #[arg(long, value_name = "DIALECT", default_value = "auto", help_heading = QUERY)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    pub(crate) dialect: DialectArg,

    /// Print errors and warnings about queries and games as JSON, one object per line
    #[arg(long, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) json_diagnostics: bool,

    /// Show at most N errors and N warnings of a query (20 by default), and count the others
    #[arg(long, value_name = "N", help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) max_errors: Option<NonZeroUsize>,

    /// Switch parts of the planner off; the matches stay the same; repeatable
    #[arg(long, value_name = "PARTS", value_delimiter = ',', help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) disable: Vec<PlannerPart>,

    /// Folder of Syzygy endgame tables, for `tablebase` and `dtz`
    #[arg(long, value_name = "DIR", value_parser = endgame_tables, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) syzygy: Option<Arc<SyzygyTables>>,

    /// Limit on the number of states of the automaton of one sequence
    #[arg(long, value_name = "N", help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) state_limit: Option<usize>,

    /// Limit on the steps of a query in one game: rounds of loops, moves tried, filters tried one by one
    #[arg(long, value_name = "N", help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) step_limit: Option<u64>,

    /// Change other limits on queries: text, memory, entries, output, written, files, run-steps, given-up
    #[arg(long, value_name = "NAME=N", value_delimiter = ',', value_parser = Given::parse)]
    #[arg(help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) limits: Vec<Given>,

    /// Open none of the files that queries name: for queries from strangers
    #[arg(long, conflicts_with = "folders", help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) sandbox: bool,

    /// Let queries also open files below this folder, beside those below the current folder; repeatable
    #[arg(long = "files", value_name = "DIR", value_parser = folder, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) folders: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) query: QueryArgs,

    /// Files, folders, or - for standard input
    ///
    /// Files, folders, or - for standard input: .pgn, .pgn.zst, .pgn.gz, .pgn.bz2, and database files (see tabiya index)
    #[arg(help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    /// Search the sample games that come with the program
    #[arg(long, conflicts_with = "games", help_heading = GAMES)]
    pub(crate) sample: bool,

    /// Search only games A to B of each file (inclusive)
    ///
    /// Search only games A to B of each file (inclusive): 10-20, 10..20, 10.., ..20, 10
    #[arg(long, value_name = "A-B", value_parser = game_range, help_heading = GAMES)]
    pub(crate) game_range: Option<(u64, u64)>,

    /// Stop after N matching games
    ///
    /// Stop after N matching games; counts stop there too. With `sort`, search all games and show the best N.
    #[arg(long, value_name = "N", help_heading = GAMES)]
    pub(crate) limit: Option<u64>,

    /// list, pgn, jsonl, csv, tsv, md, fen, epd or count
    ///
    /// Output format [default: that of the extension of -o, otherwise list]. `list` is for people, `pgn` gives the games that
    /// match with comments where they match; `jsonl`, `csv`, `tsv` and `md` (Markdown) give one row for each matching
    /// position, `fen` and `epd` the positions themselves, `count` only the numbers of games and positions.
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT, hide_possible_values = true)]
    pub(crate) format: Option<FormatName>,

    /// Print only the numbers of games and positions
    #[arg(short = 'c', long, help_heading = OUTPUT, group = "formats", conflicts_with = "format")]
    count: bool,

    /// Print JSON, one object per matching position
    #[arg(long, help_heading = OUTPUT, group = "formats", conflicts_with = "format")]
    json: bool,

    /// Print a table with one row per matching position
    #[arg(long, help_heading = OUTPUT, group = "formats", conflicts_with = "format")]
    csv: bool,

    /// Write to a file, whose extension gives the format
    ///
    /// Write to a file, whose extension gives the format. It is written atomically: the file appears, or is replaced, once the
    /// search has finished without an error. In its name, {query} stands for the name of each query, and {ext} for the usual
    /// ending of the format.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) rows: RowArgs,

    /// Show no progress and no summary
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) quiet: bool,

    /// List all PGN errors of the games
    ///
    /// List all PGN errors of the games, also minor ones, by which no move is lost
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) warnings: bool,

    /// Number of search threads [default: one per processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[arg(help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) threads: Option<u16>,

    /// Put an apostrophe before cells of a table that a spreadsheet would treat as formulas
    #[arg(long, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) csv_safe: bool,

    /// Write all faults of all games that are read to a file, as JSON, one object per line
    #[arg(long, value_name = "FILE.jsonl", help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) report: Option<PathBuf>,

    /// End the run after this time, and keep what was found until then
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) time_limit: Option<Duration>,

    /// Treat games with PGN errors as errors: exit with status 2
    #[arg(long, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) strict: bool,

    /// Read the moves of all games, also where the tags show that nothing matches, and count damaged games among all of them
    #[arg(long, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) check_moves: bool,
}

impl SearchArgs {
    /// Takes `--count` and its like for the format that they stand for.
    pub(crate) fn settle(&mut self) {
        let short = [(self.count, FormatName::Count), (self.json, FormatName::Jsonl), (self.csv, FormatName::Csv)];
        self.format = self.format.or_else(|| short.into_iter().find(|(given, _)| *given).map(|(_, format)| format));
    }
}

#[derive(Debug, Args)]
pub(crate) struct RepairArgs {
    /// Files, folders, or - for standard input: .pgn, .pgn.zst, .pgn.gz, .pgn.bz2
    #[arg(value_name = "IN", help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    /// Write the games to a file, which is created when they are complete, instead of standard output
    #[arg(short, long, value_name = "OUT.pgn", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,

    /// Write all faults to a file, as JSON, one object per line
    #[arg(long, value_name = "FILE.jsonl", help_heading = OUTPUT)]
    pub(crate) report: Option<PathBuf>,

    /// Print messages about games as JSON, one object per line
    #[arg(long, help_heading = ADVANCED)]
    pub(crate) json_diagnostics: bool,

    /// Show no progress and no summary
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct IndexArgs {
    /// Files, folders, or - for standard input: .pgn, .pgn.zst, .pgn.gz, .pgn.bz2, .tabiya
    #[arg(value_name = "GAMES", help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    /// The database file
    #[arg(short, long, value_name = "BASE.tabiya", help_heading = OUTPUT)]
    pub(crate) output: PathBuf,

    /// Add the games to the database file if it exists already, behind those that it has
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) append: bool,

    /// Do not store what finds exact positions quickly; the file is about a third smaller
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) no_positions: bool,

    /// Write all faults to a file, as JSON, one object per line
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) report: Option<PathBuf>,

    /// Number of threads [default: one per processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// Print messages about games as JSON, one object per line
    #[arg(long)]
    pub(crate) json_diagnostics: bool,

    /// Show no progress and no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BoardArgs {
    /// The position in FEN; counters, rights and the side to move may be left out
    #[arg(value_name = "FEN", required = true)]
    pub(crate) fen: Vec<String>,

    /// Write a picture to a file instead
    #[arg(long, value_name = "FILE.svg", help_heading = OUTPUT)]
    pub(crate) svg: Option<PathBuf>,

    /// Draw the pieces as letters
    #[arg(long, conflicts_with = "svg", help_heading = OUTPUT)]
    pub(crate) ascii: bool,
}

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// The database file
    #[arg(value_name = "BASE.tabiya")]
    pub(crate) database: PathBuf,

    /// The form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: InfoFormat,

    /// Print messages as JSON, one object per line
    #[arg(long)]
    pub(crate) json_diagnostics: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum InfoFormat {
    /// Lines for people
    #[default]
    Text,
    /// One JSON object
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// Database files
    #[arg(value_name = "BASE.tabiya", required = true)]
    pub(crate) databases: Vec<PathBuf>,

    /// Write the games to a file, which is created or replaced when they are complete, instead of standard output
    #[arg(short, long, value_name = "OUT.pgn")]
    pub(crate) output: Option<PathBuf>,

    /// Print messages as JSON, one object per line
    #[arg(long)]
    pub(crate) json_diagnostics: bool,

    /// Show no progress and no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Query files; - for standard input
    #[arg(value_name = "FILE.cql", required_unless_present = "texts", help_heading = QUERY)]
    pub(crate) files: Vec<PathBuf>,

    /// A query: a whole CQL file or only its body; repeatable
    #[arg(short = 'e', long = "query", value_name = "TEXT", allow_hyphen_values = true, help_heading = QUERY)]
    pub(crate) texts: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) query: QueryArgs,

    /// Query files
    #[arg(value_name = "FILE.cql", help_heading = QUERY)]
    pub(crate) more: Vec<PathBuf>,

    /// Print only the automata, in the language of Graphviz
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) dot: bool,

    /// Draw the automata to a file
    #[arg(long, value_name = "FILE.svg", help_heading = OUTPUT)]
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
    /// The same with tabs between the cells
    Tsv,
    /// The same as a Markdown table, with the columns that people read
    Md,
    /// One FEN per matching position
    Fen,
    /// One position in EPD per match, with the game and the move
    Epd,
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
    /// Closed filters at 64 positions at once
    Blocks,
    /// Moves left unread where tags show that nothing matches
    SkipMoves,
    /// Games refused by numbers of pieces
    Material,
    /// Games refused by the squares on which pieces must stand
    Squares,
    /// Games refused by castling, captures, promotions, null moves and drops
    SpecialMoves,
    /// Games refused by their number of moves
    Length,
    /// Games refused because there is no check
    Check,
    /// Games refused by their last position
    Ending,
    /// Games refused by their result
    Result,
    /// Games refused because they have no variations
    Variations,
    /// Games refused because a position is not in them
    ExactPosition,
    /// Only the first position, or those without a move, asked
    Places,
}

impl PlannerPart {
    /// The kind of condition that it stands for, if it is one.
    fn need(self) -> Option<Need> {
        Some(match self {
            PlannerPart::Columns
            | PlannerPart::Automata
            | PlannerPart::Reorder
            | PlannerPart::Blocks
            | PlannerPart::SkipMoves => return None,
            PlannerPart::Material => Need::Material,
            PlannerPart::Squares => Need::Squares,
            PlannerPart::SpecialMoves => Need::SpecialMoves,
            PlannerPart::Length => Need::Length,
            PlannerPart::Check => Need::Check,
            PlannerPart::Ending => Need::Ending,
            PlannerPart::Result => Need::Result,
            PlannerPart::Variations => Need::Variations,
            PlannerPart::ExactPosition => Need::ExactPosition,
            PlannerPart::Places => Need::Places,
        })
    }
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
            blocks: on(PlannerPart::Blocks),
            skip_moves: on(PlannerPart::SkipMoves),
            needs: self.disable.iter().filter_map(|part| part.need()).fold(Needs::ALL, Needs::without),
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
        digits => digits.parse::<u64>().map_err(|_| format!("`{digits}` is not a number; write, for example, 10-20")),
    };
    let ends = text.split_once("..").or_else(|| text.split_once('-'));
    let (first, last) = match ends {
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

    #[test]
    fn options_are_consistent() {
        command().debug_assert();
    }

    #[test]
    fn ranges() {
        assert_eq!(game_range("10..20"), Ok((10, 20)));
        assert_eq!(game_range("10-20"), Ok((10, 20)));
        assert_eq!(game_range("10-"), Ok((10, u64::MAX)));
        assert_eq!(game_range("10.."), Ok((10, u64::MAX)));
        assert_eq!(game_range("..20"), Ok((1, 20)));
        assert_eq!(game_range("7"), Ok((7, 7)));
        assert!(game_range("0..3").is_err());
        assert!(game_range("5..3").is_err());
        assert!(game_range("5-3").is_err());
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
