//! The options of the command.

use clap::{Parser, ValueEnum};
use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

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
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write the result to a file; its extension names the format
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Search `cql` tables on the cluster with this scheduler; their files are manifests of tabiya shard, or one shard each
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) cluster: Option<String>,

    /// The number of threads; by default one for each processor
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// The greatest number of rows of a table that is printed
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) rows: usize,

    /// Report errors only
    #[arg(short, long)]
    pub(crate) quiet: bool,
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
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
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
