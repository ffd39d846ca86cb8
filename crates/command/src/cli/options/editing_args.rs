//! The options of the commands for writing queries: `fmt` and `lsp`.

use super::help::{OUTPUT, QUERY};
use super::reading_args::DialectArg;
use clap::Args;
use std::path::PathBuf;
use tabiya::syntax::LINE_WIDTH;

/// Which queries are laid out, and where the result goes.
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Query files, which are rewritten; - for standard input, written to standard output
    #[arg(value_name = "FILE.cql", required_unless_present = "texts", help_heading = QUERY)]
    pub(crate) files: Vec<PathBuf>,

    /// A query, which is written to standard output; repeatable
    #[arg(short = 'e', long = "query", value_name = "TEXT", allow_hyphen_values = true, help_heading = QUERY)]
    pub(crate) texts: Vec<String>,

    /// CQL dialect: 5, 6 or auto (the default)
    #[arg(long, value_name = "DIALECT", default_value = "auto", help_heading = QUERY)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    pub(crate) dialect: DialectArg,

    /// Change nothing: print what would change, and end with status 1 if anything would
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) check: bool,

    /// Width of a line
    #[arg(long, value_name = "COLUMNS", default_value_t = LINE_WIDTH, value_parser = width, help_heading = OUTPUT)]
    pub(crate) width: usize,

    /// Print errors as JSON, one object per line
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json_diagnostics: bool,
}

/// How the language server works.
#[derive(Debug, Args)]
pub(crate) struct LspArgs {
    /// Where the built book is, for links: a URL or a folder
    #[arg(long, value_name = "URL")]
    pub(crate) book: Option<String>,

    /// Talk on standard input and output, as it always does; editors add this option
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
}

/// A width of lines, in columns.
fn width(text: &str) -> Result<usize, String> {
    let width = text.parse().ok().filter(|width| (20..=1_000).contains(width));
    width.ok_or_else(|| "write a number from 20 to 1000".into())
}
