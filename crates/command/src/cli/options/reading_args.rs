//! The options about which queries there are, and how they are read and planned, which all commands with queries share.

use super::help::{ADVANCED, ENGINES, LIMITS, PLANNER, QUERY};
use super::limit_args::LimitArgs;
use super::limits::Allowance;
use super::tables_args::ExactNamesArgs;
use super::uci_args::UciArgs;
use super::values::{folder, places_of};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tabiya::syntax::{Dialect, ReadingLimits};
use tabiya::{ChessEngine, EndgameTables, FileAccess, Need, Needs, PlanOptions, QueryOptions};
use tabiya_session::service::setting;

/// The condition for games, as every command that takes only some of them has it, and whether other spellings of its names count.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct WhereArgs {
    /// Take only games in which QUERY matches; repeatable
    #[arg(long = "where", value_name = "QUERY", allow_hyphen_values = true, help_heading = QUERY)]
    pub(crate) conditions: Vec<String>,

    #[command(flatten)]
    pub(crate) spelling: ExactNamesArgs,
}

/// Which queries.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct OriginArgs {
    /// Query to search for; repeatable
    ///
    /// Query to search for: a whole CQL file or only its body; repeatable
    #[arg(short = 'e', long = "query", value_name = "TEXT", allow_hyphen_values = true, help_heading = QUERY)]
    pub(crate) texts: Vec<String>,

    /// Read a query from a file (- for stdin); repeatable
    #[arg(short = 'f', long = "file", value_name = "FILE.cql", help_heading = QUERY)]
    pub(crate) files: Vec<PathBuf>,

    /// Query from the recipes (tabiya recipes); repeatable
    #[arg(long = "recipe", value_name = "NAME", help_heading = QUERY)]
    pub(crate) recipes: Vec<String>,

    /// Where each of them stands on the command line
    #[arg(skip)]
    pub(crate) order: [Vec<usize>; 3],
}

impl OriginArgs {
    /// Remembers in which order `-e`, `-f` and `--recipe` were given.
    pub(crate) fn note_order(&mut self, matches: Option<&ArgMatches>) {
        self.order = ["texts", "files", "recipes"].map(|id| places_of(id, matches));
    }
}

/// How query text is read and planned.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ReadingArgs {
    /// Set a parameter of the query: MIN=2600
    ///
    /// Set a parameter that the query declares, `parameter MIN 2400 "least rating"`, to another value; repeatable
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting, help_heading = QUERY, hide_short_help = true)]
    pub(crate) settings: Vec<(String, String)>,

    /// CQL dialect: 5, 6 or auto (the default)
    ///
    /// CQL dialect: 5, 6 or auto [default: detected for each query]
    #[arg(long, value_name = "DIALECT", default_value = "auto", help_heading = QUERY)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    pub(crate) dialect: DialectArg,

    /// Print errors and warnings as JSON, one object per line
    #[arg(long, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) json_diagnostics: bool,

    /// Show at most N errors and N warnings of a query [default: 20]
    #[arg(long, value_name = "N", help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) max_errors: Option<NonZeroUsize>,

    /// Switch parts of the planner off; the matches stay the same; repeatable
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_parser = planner_part())]
    #[arg(help_heading = PLANNER, hide_short_help = true)]
    pub(crate) disable: Vec<PlannerPart>,

    /// Folder of Syzygy tablebases, for `tablebase` and `dtz`
    #[arg(long, value_name = "DIR", value_parser = endgame_tables, help_heading = ENGINES, hide_short_help = true)]
    pub(crate) syzygy: Option<Arc<dyn EndgameTables>>,

    #[command(flatten)]
    pub(crate) engine: UciArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Open none of the files that queries name: for queries from strangers
    #[arg(long, conflicts_with_all = ["folders", "engine"], help_heading = LIMITS, hide_short_help = true)]
    pub(crate) sandbox: bool,

    /// Let queries also open files below this folder, in addition to those below the current folder; repeatable
    #[arg(long = "files", value_name = "DIR", value_parser = folder, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) folders: Vec<PathBuf>,
}

impl ReadingArgs {
    /// The options of the library that these mean.
    pub(crate) fn options(&self) -> QueryOptions {
        let dialect = self.dialect.into();
        let on = |part| !self.disable.contains(&part);
        let plan = PlanOptions {
            columns: on(PlannerPart::Columns),
            automata: on(PlannerPart::Automata),
            reorder: on(PlannerPart::Reorder),
            blocks: on(PlannerPart::Blocks),
            skip_moves: on(PlannerPart::SkipMoves),
            tokens: on(PlannerPart::Tokens),
            stored_columns: on(PlannerPart::StoredColumns),
            needs: Need::ALL.into_iter().filter(|need| !on(PlannerPart::Need(*need))).fold(Needs::ALL, Needs::without),
        };
        let usual = ReadingLimits::default();
        let reading = ReadingLimits { errors: self.max_errors.map_or(usual.errors, NonZeroUsize::get), ..usual };
        let (limits, files) = (self.allowance().limits, self.access());
        let (tables, engine) = (self.syzygy.clone(), self.engine());
        let settings = self.settings.clone();
        QueryOptions { dialect, reading, plan, limits, files, tables, engine, settings, ..QueryOptions::default() }
    }

    /// The chess engine that queries and the check of puzzles may ask.
    pub(crate) fn engine(&self) -> Option<Arc<dyn ChessEngine>> {
        self.engine.engine(self.json_diagnostics).map(|engine| engine as Arc<dyn ChessEngine>)
    }

    /// The resources that the queries may use.
    pub(crate) fn allowance(&self) -> Allowance {
        self.limits.allowance()
    }

    /// The files that queries may name.
    pub(crate) fn access(&self) -> FileAccess {
        if self.sandbox { FileAccess::none() } else { access(&self.folders) }
    }
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

impl From<DialectArg> for Dialect {
    fn from(dialect: DialectArg) -> Dialect {
        match dialect {
            DialectArg::Auto => Dialect::Auto,
            DialectArg::Five => Dialect::Five,
            DialectArg::Six => Dialect::Six,
        }
    }
}

/// A part of the planner that can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlannerPart {
    Columns,
    Automata,
    Reorder,
    Blocks,
    SkipMoves,
    Tokens,
    StoredColumns,
    /// The conditions of one kind by which games are skipped.
    Need(Need),
}

impl PlannerPart {
    /// All of them.
    fn all() -> impl Iterator<Item = PlannerPart> {
        use PlannerPart::{Automata, Blocks, Columns, Reorder, SkipMoves, StoredColumns, Tokens};
        let parts = [Columns, Automata, Reorder, Blocks, SkipMoves, Tokens, StoredColumns].into_iter();
        parts.chain(Need::ALL.map(PlannerPart::Need))
    }

    /// Its name on the command line, and what it does.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            PlannerPart::Columns => ("columns", "Columns of bits for predicates"),
            PlannerPart::Automata => ("automata", "Automata for sequences"),
            PlannerPart::Reorder => ("reorder", "Cheap tests first"),
            PlannerPart::Blocks => ("blocks", "Closed filters at 64 positions at once"),
            PlannerPart::SkipMoves => ("skip-moves", "Moves left unread where tags show that nothing matches"),
            PlannerPart::Tokens => ("tokens", "Moves left unplayed where their text shows that nothing matches"),
            PlannerPart::StoredColumns => ("stored-columns", "Columns of a database, which say where filters hold"),
            PlannerPart::Need(need) => (need.name(), need.effect()),
        }
    }
}

/// Reads the name of a part of the planner.
fn planner_part() -> impl TypedValueParser<Value = PlannerPart> {
    let values = PlannerPart::all().map(|part| {
        let (name, help) = part.words();
        PossibleValue::new(name).help(help)
    });
    let named = |name: String| PlannerPart::all().find(|part| part.words().0 == name).ok_or("no part of the planner");
    PossibleValuesParser::new(values).try_map(named)
}

/// The files that queries may name: those below the folder where the command runs, and below some others.
pub(crate) fn access(folders: &[PathBuf]) -> FileAccess {
    let folders = || folders.iter().map(PathBuf::as_path);
    let here = std::iter::once(Path::new("."));
    // A folder that has gone meanwhile holds no files.
    FileAccess::below(here.chain(folders())).or_else(|_| FileAccess::below(folders())).unwrap_or_default()
}

/// Opens a folder of tablebases.
#[cfg(feature = "syzygy")]
fn endgame_tables(folder: &str) -> Result<Arc<dyn EndgameTables>, String> {
    let tables = tabiya::SyzygyTables::open(folder).map_err(|error| error.to_string())?;
    if tables.files() == 0 {
        return Err("this folder contains no Syzygy tables (files such as KQvKP.rtbw)".into());
    }
    Ok(Arc::new(tables))
}

#[cfg(not(feature = "syzygy"))]
fn endgame_tables(_: &str) -> Result<Arc<dyn EndgameTables>, String> {
    Err("this is a light build of Tabiya, which reads no tablebases".into())
}
