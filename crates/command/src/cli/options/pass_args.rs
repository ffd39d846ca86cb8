//! The options that the commands share which go through all games once: `tree`, `novelty`, `repertoire`, `dedupe`, `tag`.

use super::help::{ADVANCED, OUTPUT};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// How many threads there are.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Number of threads [default: one per processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[arg(help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) threads: Option<u16>,
}

/// Where the result goes, and how it is made.
#[derive(Clone, Debug, Args)]
pub(crate) struct PassArgs {
    /// Write to a file, which appears, or is replaced, when it is complete
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,

    /// Show no progress and no summary
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

impl PassArgs {
    /// The file to write to; `-` for standard output.
    pub(crate) fn target(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new("-"))
    }
}

/// The form of rows.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RowFormatArgs {
    /// list, csv, tsv, md or jsonl [default: that of the extension of -o, otherwise list]
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT, hide_possible_values = true)]
    format: Option<RowFormat>,

    /// Print a table with one row for each item
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["format", "json"])]
    csv: bool,

    /// Print JSON, one object for each item
    #[arg(long, help_heading = OUTPUT, conflicts_with = "format")]
    json: bool,
}

impl RowFormatArgs {
    /// The form that is requested; none if the name of the output decides.
    pub(crate) fn asked(self) -> Option<RowFormat> {
        let short = if self.csv { Some(RowFormat::Csv) } else { self.json.then_some(RowFormat::Jsonl) };
        self.format.or(short)
    }

    /// True if the list for people is requested.
    pub(crate) fn is_list(self) -> bool {
        self.format == Some(RowFormat::List)
    }
}

/// Counts in place of rows.
#[derive(Clone, Debug, Args)]
pub(crate) struct RowTallyArgs {
    /// Count the rows by the values of a column, such as move, white or event
    #[arg(long, value_name = "COLUMN", help_heading = OUTPUT)]
    pub(crate) tally: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// For people
    List,
    /// A table
    Csv,
    /// The same with tabs between the cells
    Tsv,
    /// The same as a Markdown table
    Md,
    /// One JSON object for each row
    Jsonl,
}
