//! The options of `tabiya rewrite`.

use super::help::{GAMES, OUTPUT, QUERY};
use super::reading_args::{ReadingArgs, WhereArgs};
use super::tables_args::TablesArgs;
use clap::Args;
use std::num::NonZeroU64;
use std::path::PathBuf;
use tabiya::game::{Letters, Part};

/// The options that change games, which a game that is written as it was read does not allow.
const SHAPES: [&str; 17] = [
    "letters",
    "write_letters",
    "from",
    "until",
    "plies",
    "without",
    "lines",
    "merge",
    "tags",
    "without_tags",
    "add_openings",
    "spellings",
    "ratings",
    "add_evals",
    "mark_novelties",
    "marks",
    "fix_results",
];

#[derive(Debug, Args)]
pub(crate) struct RewriteArgs {
    /// Files, folders, or - for standard input: PGN, compressed or not, and databases
    #[arg(value_name = "IN", help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    /// Write the games to a file instead of standard output
    ///
    /// Write the games to a file, which is created when they are complete, instead of standard output; with fields of the games in
    /// its name, such as '{eco}/{white}.pgn', to a file for each value
    #[arg(short, long, value_name = "OUT.pgn", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,

    /// Read games that are incomplete with English letters with those of a language: de, es, fr, hu, ru; font for figurine fonts; figurine
    #[arg(long, value_name = "CODE", value_parser = letters, help_heading = GAMES, hide_short_help = true)]
    pub(crate) letters: Option<Letters>,

    /// Write moves with the letters of a language, as --letters names them; figurine for the figurines of Unicode
    #[arg(long, value_name = "CODE", value_parser = letters, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) write_letters: Option<Letters>,

    #[command(flatten)]
    pub(crate) only: WhereArgs,

    /// Begin each game where a query first matches in its main line
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, help_heading = QUERY)]
    pub(crate) from: Option<String>,

    /// End each game where a query first matches in its main line
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, help_heading = QUERY)]
    pub(crate) until: Option<String>,

    /// Keep the plies A to B, counted from 1; A- and -B leave one end as it is
    #[arg(long, value_name = "A-B", value_parser = plies, allow_hyphen_values = true)]
    #[arg(help_heading = OUTPUT, conflicts_with_all = ["from", "until"])]
    pub(crate) plies: Option<Plies>,

    /// Write each game as it was in its file, byte for byte, with its faults
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = SHAPES)]
    pub(crate) as_read: bool,

    /// Leave out variations, comments, words, nags, clocks, evals or marks
    ///
    /// Leave out parts of games, separated by commas: variations, comments, words (the text of comments, without the commands),
    /// nags, clocks, evals, marks (arrows and squares)
    #[arg(long, value_name = "PART,...", value_delimiter = ',', value_parser = part, help_heading = OUTPUT)]
    pub(crate) without: Vec<Part>,

    /// Write each line of a game as a game of its own
    ///
    /// Write each line of a game, from its beginning to its end, as a game of its own
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["add_openings", "mark_novelties"])]
    pub(crate) lines: bool,

    /// Write all games as one, with variations
    ///
    /// Write all games as one, with the moves of the others as variations of those of the first; one for each first position
    #[arg(long, conflicts_with = "lines", help_heading = OUTPUT)]
    pub(crate) merge: bool,

    /// Write only these tags; `roster` stands for the seven of every game
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = OUTPUT)]
    pub(crate) tags: Option<Vec<String>>,

    /// Leave out these tags, separated by commas
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) without_tags: Vec<String>,

    /// Add the tags ECO, Opening and Variation where they are missing, by the positions of the game
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) add_openings: bool,

    #[command(flatten)]
    pub(crate) tables: TablesArgs,

    /// Add the evaluations of the engine (--engine) after moves of the main line that have none, as [%eval]
    #[arg(long, requires = "engine", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) add_evals: bool,

    /// Mark the first move of each game that leads to a position which these older games do not have, by $146
    #[arg(long, value_name = "OLD", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) mark_novelties: Option<PathBuf>,

    /// Draw the matches of QUERY: its squares as [%csl], the moves of its sequence as [%cal]
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) marks: Option<String>,

    /// Begin another file after N games; the field `n` in the name of the output is the number of the file
    #[arg(long, value_name = "N", requires = "output", conflicts_with = "merge", help_heading = OUTPUT)]
    #[arg(hide_short_help = true)]
    pub(crate) games_per_file: Option<NonZeroU64>,

    /// Set the result where the last position shows it: mate, stalemate, or pieces that cannot mate
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) fix_results: bool,

    /// Write all faults to a file, as JSON, one object per line
    #[arg(long, value_name = "FILE.jsonl", help_heading = OUTPUT, hide_short_help = true, conflicts_with = "as_read")]
    pub(crate) report: Option<PathBuf>,

    /// Show no progress and no summary
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Reads the name of a part of games.
fn part(name: &str) -> Result<Part, String> {
    Part::named(name.trim()).ok_or_else(|| format!("the parts are {}", Part::names().collect::<Vec<_>>().join(", ")))
}

/// The plies of a game that are kept, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plies {
    pub(crate) first: u32,
    pub(crate) last: Option<u32>,
}

/// Reads the code of a language.
fn letters(code: &str) -> Result<Letters, String> {
    Letters::of_code(code).ok_or_else(|| {
        let codes: Vec<&str> = Letters::all().map(Letters::code).collect();
        format!("letters are those of one of {}", codes.join(", "))
    })
}

/// Reads `A-B`, `A-` or `-B`.
fn plies(text: &str) -> Result<Plies, String> {
    let wrong = || "write two numbers of plies, from 1: 1-20, 21- or -20".to_owned();
    let (first, last) = text.split_once('-').ok_or_else(wrong)?;
    let number = |text: &str| match text {
        "" => Ok(None),
        digits => digits.parse().ok().filter(|&number: &u32| number > 0).map(Some).ok_or_else(wrong),
    };
    let (first, last) = (number(first)?, number(last)?);
    let plies = Plies { first: first.unwrap_or(1), last };
    if (first, last) == (None, None) || last.is_some_and(|last| last < plies.first) {
        return Err(wrong());
    }
    Ok(plies)
}
