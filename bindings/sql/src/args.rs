//! The options of the command.

use crate::parameters::{Parameters, parameters};
use clap::{Parser, Subcommand, ValueEnum};
use datafusion::error::DataFusionError;
use std::fmt;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tabiya_cluster::{Access, Cluster};
use tabiya_tables::Resources;

/// SQL over chess games
///
/// Three table functions read PGN files, plain or compressed, and database files: games('glob'), positions('glob'), and
/// cql('query', 'glob') with the positions that match a query. Without -c and -f, statements come from standard input; at a terminal,
/// from a prompt.
#[derive(Debug, Parser)]
#[command(
    name = "tabiya-sql",
    version,
    after_help = "Examples:
  tabiya-sql -c \"select result, count(*) from games('games.pgn') group by result\"
  tabiya-sql -c \"select white, black, move from cql('mate', 'games.pgn') where year >= 1900\"
  tabiya-sql -c \"select fen, clock from positions('*.pgn.zst') where ply = 20\" -o fens.parquet
  tabiya-sql -f report.sql --format csv
  tabiya-sql jobs --cluster master:19050

Exit status: 0 if all went well, 2 after an error, 130 after Ctrl-C."
)]
pub(crate) struct Args {
    /// Run these statements; repeatable
    #[arg(short = 'c', long = "command", value_name = "SQL")]
    pub(crate) commands: Vec<String>,

    /// Run the statements of a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// The form of results; by default a table at a terminal, CSV elsewhere
    #[arg(long, value_enum, value_name = "FORMAT", global = true)]
    format: Option<Format>,

    /// Write the result to a file; its extension names the format
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Search `cql` tables on the cluster with this scheduler; their files are manifests of tabiya shard, or one shard each
    #[arg(long, value_name = "HOST:PORT", global = true)]
    pub(crate) cluster: Option<String>,

    /// The file with the token of the cluster; by default the one that TABIYA_CLUSTER_TOKEN_FILE names
    #[arg(long, value_name = "FILE", global = true)]
    token_file: Option<PathBuf>,

    /// Connect to the cluster encrypted; the certificate (PEM) is that of the authority that has signed those of its programs. By
    /// default the one that TABIYA_CLUSTER_TLS_CA names
    #[arg(long, value_name = "FILE", global = true)]
    tls_ca: Option<PathBuf>,

    /// The time for which a scheduler that was lost during a search is waited for, or an executor where there is none; by default 60
    #[arg(long, value_name = "SECONDS")]
    reconnect: Option<u64>,

    /// The number of threads; by default one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The greatest number of rows of a table; by default 1000 on standard output, and all of them in a file
    #[arg(long, value_name = "N")]
    pub(crate) rows: Option<usize>,

    /// The greatest time of a statement, which fails if it takes longer
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time_limit: Option<NonZeroU64>,

    /// The greatest number of rows of a result, and of a search on a cluster; a statement that gives more fails
    #[arg(long, value_name = "N")]
    pub(crate) row_limit: Option<u64>,

    /// The values of $1, $2 and so on in the statements, as a list in JSON; or of $name and others, as an object
    #[arg(long, value_name = "JSON", value_parser = parameters)]
    pub(crate) parameters: Option<Parameters>,

    /// The value of a parameter of the queries; repeatable
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    set: Vec<(String, String)>,

    /// A folder below which queries may open files; repeatable
    #[arg(long, value_name = "DIR")]
    files: Vec<String>,

    /// The folder with the tablebases of Syzygy
    #[arg(long, value_name = "DIR")]
    syzygy: Option<String>,

    /// The steps that a query may take in one game
    #[arg(long, value_name = "N")]
    step_limit: Option<u64>,

    /// The states of the automaton of one sequence
    #[arg(long, value_name = "N")]
    state_limit: Option<u64>,

    /// Another limit on queries, as of `tabiya search`; repeatable
    #[arg(long, value_name = "NAME=N", value_delimiter = ',', value_parser = limit)]
    limits: Vec<(String, u64)>,

    /// Report errors and warnings as lines of JSON, for programs
    #[arg(long, global = true)]
    pub(crate) json_diagnostics: bool,

    /// Report errors only
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(subcommand)]
    pub(crate) task: Option<Task>,
}

/// What is done in place of statements.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// List the jobs of a cluster, or cancel some
    Jobs {
        /// Cancel the job of this name; repeatable
        #[arg(long, value_name = "JOB")]
        cancel: Vec<String>,
    },
}

/// The form of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Table,
    /// With the names of the columns in the first line
    Csv,
    /// One object per line
    Json,
    /// For other programs: columns with types
    Parquet,
    /// The same without compression: a stream in a pipe, with an index in a file
    Arrow,
}

impl Format {
    /// True if the format is not text.
    pub(crate) fn is_binary(self) -> bool {
        matches!(self, Format::Parquet | Format::Arrow)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Table => "a table",
            Format::Csv => "CSV",
            Format::Json => "JSON",
            Format::Parquet => "Parquet",
            Format::Arrow => "Arrow",
        })
    }
}

impl Args {
    pub(crate) fn threads(&self) -> NonZeroUsize {
        let asked = self.threads.and_then(|threads| NonZeroUsize::new(threads.into()));
        asked.unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// How the cluster is called.
    ///
    /// # Errors
    ///
    /// If a file that is named cannot be read.
    pub(crate) fn access(&self) -> Result<Access, DataFusionError> {
        Access::read(self.token_file.as_deref(), self.tls_ca.as_deref()).map_err(DataFusionError::Execution)
    }

    /// How long a scheduler that was lost is waited for.
    pub(crate) fn reconnect(&self) -> Duration {
        self.reconnect.map_or(Cluster::RECONNECT, Duration::from_secs)
    }

    /// What queries may use.
    pub(crate) fn resources(&self) -> Resources {
        let named = [("steps", self.step_limit), ("states", self.state_limit)];
        let named = named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Resources {
            settings: self.set.clone(),
            files: self.files.iter().map(|folder| from_root(folder)).collect(),
            syzygy: self.syzygy.as_deref().map(from_root),
            limits: self.limits.iter().cloned().chain(named).collect(),
        }
    }

    /// The form of results on standard output or in the file that is named.
    ///
    /// # Errors
    ///
    /// If neither an option nor the extension of the file names one.
    pub(crate) fn format(&self, terminal: bool) -> Result<Format, String> {
        match (self.format, &self.output) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(if terminal { Format::Table } else { Format::Csv }),
            (None, Some(path)) => of_extension(path).ok_or_else(|| {
                format!(
                    "the format of {} is not known; name it *.csv, *.json, *.parquet or *.arrow, or give --format",
                    path.display()
                )
            }),
        }
    }
}

/// A path as every machine of a cluster can read it.
fn from_root(path: &str) -> String {
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| path.display().to_string())
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write a name, `=` and a value: MIN=2600")?;
    Ok((name.trim().to_owned(), value.to_owned()))
}

fn limit(text: &str) -> Result<(String, u64), String> {
    let (name, value) = pair(text)?;
    let value = value.trim().parse().map_err(|_| format!("write a whole number after it: {name}=1000000"))?;
    Ok((name, value))
}

fn of_extension(path: &Path) -> Option<Format> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "csv" => Some(Format::Csv),
        "json" | "jsonl" | "ndjson" => Some(Format::Json),
        "parquet" => Some(Format::Parquet),
        "arrow" | "feather" => Some(Format::Arrow),
        "txt" => Some(Format::Table),
        _ => None,
    }
}
