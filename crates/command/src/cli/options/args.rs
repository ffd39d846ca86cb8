//! The options, as clap reads them.

pub(crate) use super::database_args::{IndexArgs, InfoArgs, InfoFormat};
pub(crate) use super::editing_args::{FmtArgs, LspArgs};
use super::format_names::FormatName;
use super::help::{ADVANCED, GAMES, OUTPUT, QUERY};
pub(crate) use super::names_args::SpellingsArgs;
pub(crate) use super::opening_args::{BoardArgs, DedupeArgs, NoveltyArgs, RepertoireArgs, TreeArgs};
use super::place::NamedPosition;
use super::reading_args::OriginArgs;
pub(crate) use super::reading_args::{ReadingArgs, WhereArgs, access};
pub(crate) use super::rewrite_args::RewriteArgs;
use super::row_args::RowArgs;
#[cfg(feature = "serve")]
pub(crate) use super::serve_args::ServeArgs;
#[cfg(feature = "engine")]
pub(crate) use super::service_args::EngineArgs;
pub(crate) use super::shard_args::ShardArgs;
pub(crate) use super::tables_args::TablesArgs;
pub(crate) use super::tag_args::TagArgs;
use super::values::{game_range, seconds};
use clap::builder::styling::{AnsiColor, Styles};
use clap::{ArgMatches, Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tabiya::QueryOptions;

pub(super) const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// Finds patterns in chess games with the Chess Query Language.
#[derive(Debug, Parser)]
#[command(name = "tabiya", version, styles = STYLES, arg_required_else_help = true, disable_help_subcommand = true)]
#[command(override_usage = "tabiya <COMMAND> [OPTIONS] ...\n       tabiya <QUERY> [GAMES] ...")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Use colours: auto, always or never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(hide_possible_values = true, hide_default_value = true, hide_short_help = true, display_order = 900)]
    pub(crate) color: ColorArg,
}

/// True if a word is the name of a command.
pub(crate) fn is_command(word: &str) -> bool {
    Command::has_subcommand(word)
}

/// True if a word is an option that comes before a command.
pub(crate) fn is_option_of_the_program(word: &str) -> bool {
    matches!(word, "-h" | "--help" | "-V" | "--version") || word.split('=').next() == Some("--color")
}

/// True if a word begins as a command does, so that it may be meant for one.
pub(crate) fn begins_like_a_command(word: &str) -> bool {
    let start: String = word.chars().take(2).collect();
    Cli::command().get_subcommands().any(|command| command.get_name().starts_with(&start))
}

/// The counts of several searches, for a page with all of them.
pub(crate) type Sums = Arc<Mutex<Vec<serde_json::Value>>>;

/// One of several searches of a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchPart {
    /// Takes what is counted in place of an output.
    pub(crate) sums: Option<Sums>,
    /// True if an earlier search has told what is wrong with the games.
    pub(crate) told: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Search games for all positions that match a query
    Search(Box<SearchArgs>),
    /// Write which themes, or other queries, match each game
    Tag(Box<TagArgs>),
    /// Check queries without searching
    Check(Box<CheckArgs>),
    /// Lay out query files in the standard way
    Fmt(FmtArgs),
    /// Say what a query means, how it runs, and why it matches
    Explain(Box<ExplainArgs>),
    /// Write games of any quality as clean PGN, in the shape you need
    #[command(alias = "repair")]
    Rewrite(Box<RewriteArgs>),
    /// Draw a position as text, or as a picture in SVG
    Board(BoardArgs),
    /// Show what was played from a position, with results and ratings
    Tree(Box<TreeArgs>),
    /// Find the first new moves of games, compared with older games
    Novelty(Box<NoveltyArgs>),
    /// Find where games leave a repertoire, and what it has instead
    Repertoire(Box<RepertoireArgs>),
    /// Write games without those that occur twice
    Dedupe(DedupeArgs),
    /// Show how a player scored, and which moves cost most
    Me(MeArgs),
    /// List players whom games have in several spellings
    Names(SpellingsArgs),
    /// Put games into a database file, which is searched much faster
    Index(IndexArgs),
    /// Show what a database file contains
    Info(InfoArgs),
    /// Write games as they were read: rewrite --as-read
    Export {
        /// Games, and options of tabiya rewrite that do not change them
        #[arg(value_name = "IN", trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Cut games into files of about equal size, for many machines
    Shard(ShardArgs),
    /// Print the sample games, as PGN
    Samples,
    /// Run a CQL script as the command of CQL 6.2 does (-h: its options)
    #[command(disable_help_flag = true, disable_version_flag = true)]
    Cql {
        /// Options of CQL 6.2, and a script
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Show or search the book, or list what it describes
    Doc(DocArgs),
    /// Show a lesson of the book, and check a solution of its exercise
    Lesson(LessonArgs),
    /// List, search or show recipes: queries for well-known patterns
    Recipes(RecipesArgs),
    /// Serve an editor by the Language Server Protocol
    Lsp(LspArgs),
    /// Answer another program by lines of JSON on standard streams
    #[cfg(feature = "engine")]
    Engine(Box<EngineArgs>),
    /// Serve a page for the browser: games, queries, results and boards
    #[cfg(feature = "serve")]
    Serve(Box<ServeArgs>),
    /// Print a script that completes commands and options in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a manual page, or write all of them to a folder
    Man(ManArgs),
    /// Show the options of a command, or a topic such as `limits`
    Help {
        /// A command or a topic
        name: Option<String>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Command that the page is about
    #[arg(conflicts_with = "dir")]
    pub(crate) command: Option<String>,

    /// Write the pages of all commands to a folder
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    #[default]
    Auto,
    Always,
    Never,
}

/// Whose games are looked at.
#[derive(Debug, Args)]
pub(crate) struct MeArgs {
    /// The name as the games have it, or a part of it
    pub(crate) name: String,

    /// Files or folders of PGN, compressed or not, and databases
    #[arg(value_name = "GAMES", required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Write a page for the browser
    #[arg(short, long, value_name = "FILE.html")]
    pub(crate) output: Option<PathBuf>,

    /// After `--`: options of tabiya search for each of the searches
    #[arg(value_name = "OPTIONS", last = true, allow_hyphen_values = true)]
    pub(crate) options: Vec<OsString>,
}

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

/// Which lesson is shown, and which query is compared with its solution.
#[derive(Debug, Args)]
pub(crate) struct LessonArgs {
    /// The number of a lesson
    #[arg(value_name = "NUMBER")]
    pub(crate) number: Option<usize>,

    /// An answer to its exercise
    #[arg(value_name = "QUERY", allow_hyphen_values = true, conflicts_with = "solution")]
    pub(crate) answer: Option<String>,

    /// Show the solution
    #[arg(long, requires = "number")]
    pub(crate) solution: bool,
}

/// Which recipes are shown.
#[derive(Debug, Args)]
pub(crate) struct RecipesArgs {
    /// The name of a recipe, or words to search for
    #[arg(value_name = "WORDS")]
    pub(crate) words: Vec<String>,

    /// List the recipes of your own folder
    #[arg(long)]
    pub(crate) mine: bool,

    /// Print only the query
    #[arg(long, requires = "words")]
    pub(crate) query: bool,
}

/// Which queries, and how they are read.
#[derive(Debug, Default, Args)]
pub(crate) struct QueryArgs {
    #[command(flatten)]
    pub(crate) origins: OriginArgs,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// Search variations too
    ///
    /// Search variations too, regardless of the query's header
    #[arg(long, overrides_with = "mainline", help_heading = QUERY)]
    pub(crate) variations: bool,

    /// Search the main line only, regardless of the query's header
    #[arg(long, overrides_with = "variations", help_heading = QUERY, hide_short_help = true)]
    pub(crate) mainline: bool,

    /// Let `move` inside sequences see all moves, not only the one of the line
    #[arg(long, help_heading = QUERY, hide_short_help = true)]
    pub(crate) nolinearize: bool,

    /// Add a column; EXPR sees the query's variables
    ///
    /// Add a column to each result. EXPR is evaluated after each match and sees the query's variables.
    #[arg(long = "select", value_name = "NAME=EXPR", value_parser = column, help_heading = OUTPUT)]
    pub(crate) selects: Vec<(String, String)>,
}

#[derive(Debug, Default, Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) query: QueryArgs,

    /// Files, folders, or - for standard input
    ///
    /// Files, folders, or - for standard input: .pgn, .pgn.zst, .pgn.gz, .pgn.bz2, .pgn.zip, positions (EPD, FEN), tables of puzzles, and database files (see
    /// tabiya index)
    #[arg(help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) only: WhereArgs,

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
    /// Stop after N matching games; counts stop there as well. With `sort`, search all games and show the best N.
    #[arg(long, value_name = "N", help_heading = GAMES)]
    pub(crate) limit: Option<u64>,

    /// list, pgn, jsonl, csv, parquet, html, puzzles (see --help)
    ///
    /// Output format [default: that of the extension of -o, otherwise list]: `list`; `pgn`, with comments where the query matches;
    /// `html`, a report; `count`; a row for each matching position in `jsonl`, `csv`, `tsv`, `md`, `parquet`, `arrow`, `xlsx`;
    /// positions in `fen`, `epd`; puzzles in `puzzle-pgn`, `puzzles` (Lichess's table), `anki` (cards).
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT, hide_possible_values = true)]
    pub(crate) format: Option<FormatName>,

    /// Print only the numbers of games and positions
    #[arg(short = 'c', long, help_heading = OUTPUT, group = "formats", conflicts_with = "format")]
    pub(crate) count: bool,

    /// Print JSON, one object per matching position
    #[arg(long, help_heading = OUTPUT, group = "formats", conflicts_with = "format")]
    pub(crate) json: bool,

    /// Print a table with one row per matching position
    #[arg(long, help_heading = OUTPUT, group = "formats", conflicts_with = "format")]
    pub(crate) csv: bool,

    /// Print the table as Excel opens it, with semicolons and without formulas
    #[arg(long, help_heading = OUTPUT, group = "formats", conflicts_with = "format", hide_short_help = true)]
    pub(crate) excel: bool,

    /// Write to a file, whose extension gives the format
    ///
    /// Write to a file, whose extension gives the format. The file appears, or is replaced, when the search is complete. In its
    /// name, {query} and {ext} stand for the query and the format; {eco}, {white} and other fields of games, or {Tag}, make a file
    /// for each value.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,

    /// With the format pgn: mark the squares that filters mean, and the moves of sequences, as [%csl] and [%cal]
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) marks: bool,

    /// Set if it is one of several searches of a command.
    #[arg(skip)]
    pub(crate) part: SearchPart,

    /// The command line as it was given.
    #[arg(skip)]
    pub(crate) words: Vec<OsString>,

    /// Open the report in a browser (with -o FILE.html)
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) open: bool,

    #[command(flatten)]
    pub(crate) rows: RowArgs,

    #[command(flatten)]
    pub(crate) tables: TablesArgs,

    /// Show no progress and no summary
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) quiet: bool,

    /// List all PGN errors of the games
    ///
    /// List all PGN errors of the games, including minor ones
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) warnings: bool,

    /// Number of search threads [default: one per processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[arg(help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) threads: Option<u16>,

    /// Put an apostrophe before cells that spreadsheets treat as formulas
    #[arg(long, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) csv_safe: bool,

    /// Write all faults of the games to a file, as JSON, one object per line
    #[arg(long, value_name = "FILE.jsonl", help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) report: Option<PathBuf>,

    /// End the run after this time, and keep what was found until then
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) time_limit: Option<Duration>,

    /// Go on with the same search where it was stopped
    #[arg(long, requires = "output", help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) resume: bool,

    /// Treat games with PGN errors as errors: exit with status 2
    #[arg(long, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) strict: bool,

    /// Read the moves of all games, also of those that cannot match
    #[arg(long, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) check_moves: bool,
}

impl SearchArgs {
    /// Takes `--count` and its like for the format that they stand for, and `--best EXPR` for what it stands for.
    pub(crate) fn settle(&mut self, matches: Option<&ArgMatches>) {
        self.rows.settle(matches);
        let csv = self.csv || self.excel;
        let short = [(self.count, FormatName::Count), (self.json, FormatName::Jsonl), (csv, FormatName::Csv)];
        self.format = self.format.or_else(|| short.into_iter().find(|(given, _)| *given).map(|(_, format)| format));
    }

    /// The options of the library that these mean.
    pub(crate) fn options(&self) -> QueryOptions {
        QueryOptions { openings: self.tables.openings.own(), ..self.query.options() }
    }
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Query files; - for standard input
    #[arg(value_name = "FILE.cql", required_unless_present = "texts", help_heading = QUERY)]
    pub(crate) files: Vec<PathBuf>,

    /// A query: a whole CQL file or only its body; repeatable
    #[arg(short = 'e', long = "query", value_name = "TEXT", allow_hyphen_values = true, help_heading = QUERY)]
    pub(crate) texts: Vec<String>,

    /// Check the files again whenever one of them changes, until Ctrl-C
    #[arg(long, requires = "files", conflicts_with = "texts", help_heading = QUERY)]
    pub(crate) watch: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) query: QueryArgs,

    /// Games on which the query is explained; or a query file, or the code of a message
    ///
    /// Files, folders, or - for standard input with games on which the query is explained. A file that ends in .cql is a query,
    /// as is the first file if there is no other query. A single word may be the code of a message.
    #[arg(value_name = "GAMES", help_heading = GAMES)]
    pub(crate) more: Vec<PathBuf>,

    /// Explain the query on the sample games that come with the program
    #[arg(long, help_heading = GAMES)]
    pub(crate) sample: bool,

    /// Explain only on games A to B of each file (inclusive)
    #[arg(long, value_name = "A-B", value_parser = game_range, help_heading = GAMES)]
    pub(crate) game_range: Option<(u64, u64)>,

    /// Show each filter at one position, such as 344:83 or 344:42w
    ///
    /// Show each filter with its value at one position: GAME:PLY, GAME:MOVE followed by w or b (the position after that move), or
    /// GAME:#POSITION by the number of the position, which may be in a variation
    #[arg(long, value_name = "GAME:PLY", value_parser = NamedPosition::read, help_heading = GAMES)]
    pub(crate) at: Option<NamedPosition>,

    /// text or json, of what is said about games
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = OUTPUT)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    pub(crate) format: WhyFormat,

    /// Print only the automata, in the language of Graphviz; with --at, the tree of the game
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) dot: bool,

    /// Draw the automata to a file; with --at, the tree of the game
    #[arg(long, value_name = "FILE.svg", help_heading = OUTPUT)]
    pub(crate) svg: Option<PathBuf>,

    /// Print only how the query is run: the plan, columns and automata
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) plan: bool,

    /// Show no progress
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) quiet: bool,

    /// Number of threads that go through games [default: one per processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[arg(help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) threads: Option<u16>,
}

/// The form in which `explain` shows what it says about games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhyFormat {
    /// For people
    #[default]
    Text,
    /// One object with everything
    Json,
}

impl QueryArgs {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns() {
        assert_eq!(column("a=x == 3"), Ok(("a".into(), "x == 3".into())));
        assert!(column("ply=x").is_err());
        assert!(column("x").is_err());
        assert!(column("=x").is_err());
    }
}
