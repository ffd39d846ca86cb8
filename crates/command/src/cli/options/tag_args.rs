//! The options of `tabiya tag`.

use super::help::{GAMES, OUTPUT, QUERY};
use super::pass_args::PassArgs;
use super::reading_args::{OriginArgs, ReadingArgs};
use super::values::game_range;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(mut_arg("texts", |arg| {
    arg.help("A query; repeatable").long_help("A query: a whole CQL file or only its body; repeatable")
}))]
pub(crate) struct TagArgs {
    /// Queries of a set: themes, or a folder; repeatable
    ///
    /// All queries of a set: `themes`, or a folder of query files; repeatable. A query is named after its file
    #[arg(long = "queries", value_name = "NAME|DIR", help_heading = QUERY)]
    pub(crate) sets: Vec<String>,

    #[command(flatten)]
    pub(crate) origins: OriginArgs,

    /// Search variations too
    ///
    /// Search variations too, regardless of the headers of the queries
    #[arg(long, help_heading = QUERY)]
    pub(crate) variations: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// Files, folders, or - for standard input
    ///
    /// Files, folders, or - for standard input: PGN, tables of puzzles, and database files, compressed or not
    #[arg(help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    /// Tag the sample games that come with the program
    #[arg(long, conflicts_with = "games", help_heading = GAMES)]
    pub(crate) sample: bool,

    /// Tag only games A to B of each file (inclusive)
    #[arg(long, value_name = "A-B", value_parser = game_range, help_heading = GAMES)]
    pub(crate) game_range: Option<(u64, u64)>,

    /// pgn, comments, csv or jsonl
    ///
    /// The form of the answer [default: that of the extension of -o, otherwise pgn]. `pgn` gives all games with a tag,
    /// `comments` all games with comments where the queries match, `csv` and `jsonl` one row for each game.
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT, hide_possible_values = true)]
    pub(crate) format: Option<TagFormat>,

    /// Write the names as comments where the queries match
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["format", "csv", "json"])]
    comments: bool,

    /// Write a table with one row per game
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["format", "json"])]
    csv: bool,

    /// Write JSON, one object per game; with --score, one object
    #[arg(long, help_heading = OUTPUT, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Compare with the tag that the games have already
    ///
    /// Compare what is found with the tag that the games have already: for each theme its precision and recall, and the games
    /// that differ. Games without the tag are left out.
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["format", "csv", "comments"])]
    pub(crate) score: bool,

    /// The name of the tag
    #[arg(long = "tag", value_name = "NAME", value_parser = tag_name, default_value = "Themes")]
    #[arg(help_heading = OUTPUT)]
    pub(crate) tag_name: String,

    #[command(flatten)]
    pub(crate) pass: PassArgs,
}

/// The form in which `tag` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TagFormat {
    /// All games, with a tag
    Pgn,
    /// All games, with comments where the queries match
    Comments,
    /// A table with one row per game
    Csv,
    /// One JSON object per game
    Jsonl,
}

impl TagArgs {
    /// The format that is requested; none if the name of the output decides.
    pub(crate) fn asked_format(&self) -> Option<TagFormat> {
        let short = [(self.comments, TagFormat::Comments), (self.csv, TagFormat::Csv), (self.json, TagFormat::Jsonl)];
        self.format.or_else(|| short.into_iter().find(|(given, _)| *given).map(|(_, format)| format))
    }
}

/// The name of a tag.
fn tag_name(text: &str) -> Result<String, String> {
    let is_name = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if is_name { Ok(text.to_owned()) } else { Err("the name of a tag has letters, digits and `_` only".into()) }
}
