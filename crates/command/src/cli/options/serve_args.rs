//! The options of `serve`.

use super::help::{ADVANCED, GAMES, QUERY};
use super::service_args::ServiceArgs;
use clap::Args;
use std::path::PathBuf;

/// How the page is served.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Files, folders and database files that the page shows [default: the sample games]
    #[arg(help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    /// Query that the page begins with
    #[arg(short = 'e', long = "query", value_name = "TEXT", allow_hyphen_values = true, help_heading = QUERY)]
    pub(crate) query: Option<String>,

    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Port on which the page is served [default: one that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,

    /// Keep the key of the page in FILE, so that bookmarks and links last; with --port, the address stays the same
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,

    /// Keep queries, collections, cards and choices of the page in FILE [default: memory.sqlite in the folder of your data]
    #[arg(long, value_name = "FILE", conflicts_with = "no_memory")]
    pub(crate) memory: Option<PathBuf>,

    /// Keep nothing: the browser keeps them, for the address of the page
    #[arg(long)]
    pub(crate) no_memory: bool,

    /// Take no files but those named here: the page can neither name nor drop others
    #[arg(long, help_heading = GAMES)]
    pub(crate) only_given: bool,

    /// Greatest size of a file that is dropped on the page, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2048, help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) drop_limit: u64,

    #[command(flatten)]
    pub(crate) service: ServiceArgs,
}
