//! The options of the commands about positions, openings and two sets of games: `board`, `tree`, `novelty`, `repertoire`,
//! `dedupe`.

use super::help::{ADVANCED, GAMES, OUTPUT, QUERY};
use super::pass_args::{PassArgs, RowFormatArgs, RowTallyArgs, ThreadArgs};
use super::reading_args::{ReadingArgs, WhereArgs};
use super::report_args::ReportArgs;
use super::tables_args::{ExactNamesArgs, NamesFileArgs, OpeningNamesArgs, TablesArgs};
use clap::{Args, ValueEnum};
use std::ops::RangeInclusive;
use std::path::PathBuf;

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

    #[command(flatten)]
    pub(crate) openings: OpeningNamesArgs,
}

#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    /// A position (FEN, moves such as "1.e4 e5", or a query) unless it is the first one, and files, folders, or -
    ///
    /// First the position: a FEN, moves from the first position such as "1.e4 e5 2.Nf3", or a query, which stands for all
    /// positions where it matches. If the first word names a file, the tree begins at the first position of chess. Then files,
    /// folders, or - for standard input: PGN, compressed or not, and databases; or an opening book of Polyglot (BOOK.bin) alone.
    #[arg(value_name = "POSITION|GAMES", help_heading = GAMES)]
    pub(crate) words: Vec<PathBuf>,

    /// Use the sample games that come with the program
    #[arg(long, help_heading = GAMES)]
    pub(crate) sample: bool,

    /// Begin where a query matches
    #[arg(short = 'e', long, value_name = "TEXT", allow_hyphen_values = true, help_heading = QUERY)]
    pub(crate) query: Option<String>,

    #[command(flatten)]
    pub(crate) only: WhereArgs,

    /// The depth of the tree in plies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    #[arg(help_heading = OUTPUT)]
    pub(crate) plies: u32,

    /// List only moves of at least N games [default: 1; with --plies but not --variations, 2]
    #[arg(long, alias = "min", value_name = "N", help_heading = OUTPUT)]
    pub(crate) at_least: Option<u32>,

    /// Name the best game of each move: that with the highest mean rating
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) best: bool,

    /// Count games that reach the position after ply 50 as well
    #[arg(long, help_heading = GAMES)]
    pub(crate) whole: bool,

    /// Let variations count as well: a game once in each position, and there once for each move
    #[arg(long, help_heading = GAMES, hide_short_help = true)]
    pub(crate) variations: bool,

    /// The side whose points are shown: white, black, or mover (the side to move)
    #[arg(long, value_name = "SIDE", default_value = "white", help_heading = OUTPUT)]
    #[arg(hide_possible_values = true)]
    pub(crate) side: SideArg,

    /// list, csv, tsv, md, json, pgn or bin [default: that of the extension of -o, otherwise list]
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT, hide_possible_values = true)]
    pub(crate) format: Option<TreeFormat>,

    /// Print a table with one row for each move
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["format", "json"])]
    pub(crate) csv: bool,

    /// Print the tree as one JSON object
    #[arg(long, help_heading = OUTPUT, conflicts_with = "format")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) tables: TablesArgs,

    #[command(flatten)]
    pub(crate) pass: PassArgs,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// A side whose points are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SideArg {
    White,
    Black,
    /// The side that is to move in each position.
    Mover,
}

impl SideArg {
    /// The name of the side; `mover` is that of the side to move.
    pub(crate) fn name(self, mover: &'static str) -> &'static str {
        match self {
            SideArg::White => "White",
            SideArg::Black => "Black",
            SideArg::Mover => mover,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// For people, with bars
    List,
    /// A table with one row for each move
    Csv,
    /// The same with tabs between the cells
    Tsv,
    /// The same as a Markdown table
    Md,
    /// One object
    Json,
    /// A game with the moves as variations, and the numbers in comments
    Pgn,
    /// An opening book of Polyglot
    Bin,
}

#[derive(Debug, Args)]
pub(crate) struct NoveltyArgs {
    /// The older games: a file, a folder, or a database
    #[arg(value_name = "OLD", help_heading = GAMES)]
    pub(crate) old: PathBuf,

    /// The games whose novelties are looked for: files, folders, or - for standard input
    #[arg(value_name = "NEW", required = true, help_heading = GAMES)]
    pub(crate) new: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) only: WhereArgs,

    /// Look only at games of NEW in which both players have at least this rating
    #[arg(long, value_name = "N", help_heading = QUERY)]
    pub(crate) min_elo: Option<u32>,

    /// Report only novelties at these plies, such as 9-40
    #[arg(long, value_name = "A-B", value_parser = plies, help_heading = OUTPUT)]
    pub(crate) plies: Option<RangeInclusive<u32>>,

    /// Let the variations of the old games count as well
    #[arg(long, help_heading = GAMES)]
    pub(crate) variations: bool,

    #[command(flatten)]
    pub(crate) rows: RowFormatArgs,

    #[command(flatten)]
    pub(crate) tally: RowTallyArgs,

    /// The memory for the positions of NEW, in megabytes; with less, OLD is read several times
    #[arg(long, value_name = "MB", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) memory: u32,

    #[command(flatten)]
    pub(crate) names: NamesFileArgs,

    #[command(flatten)]
    pub(crate) pass: PassArgs,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RepertoireArgs {
    /// The repertoire: a file of games with variations, a folder, or a database
    #[arg(value_name = "REPERTOIRE", help_heading = GAMES)]
    pub(crate) repertoire: PathBuf,

    /// The games that are compared with it: files, folders, or - for standard input
    #[arg(value_name = "GAMES", required_unless_present = "conflicts", help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) only: WhereArgs,

    /// List the positions in which the repertoire itself has several moves of the side whose it is
    ///
    /// List the positions in which the repertoire itself has several moves of the side whose it is, each move with the first
    /// chapter that has it; the side is the one that has fewer such positions, unless --by names it
    #[arg(long, conflicts_with_all = ["games", "conditions", "exact"], help_heading = OUTPUT)]
    pub(crate) conflicts: bool,

    /// Report only games that this side leaves: white or black
    #[arg(long, value_name = "SIDE", help_heading = OUTPUT, hide_possible_values = true)]
    pub(crate) by: Option<LeaverArg>,

    /// Report only games that leave at these plies, such as 1-20
    #[arg(long, value_name = "A-B", value_parser = plies, help_heading = OUTPUT)]
    pub(crate) plies: Option<RangeInclusive<u32>>,

    #[command(flatten)]
    pub(crate) rows: RowFormatArgs,

    #[command(flatten)]
    pub(crate) tally: RowTallyArgs,

    #[command(flatten)]
    pub(crate) pass: PassArgs,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// The side that leaves a repertoire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeaverArg {
    White,
    Black,
}

#[derive(Debug, Args)]
pub(crate) struct DedupeArgs {
    /// Files or folders of PGN, compressed or not, and databases
    #[arg(value_name = "GAMES", required = true, help_heading = GAMES)]
    pub(crate) games: Vec<PathBuf>,

    /// Write the games that are kept, as PGN, to a file, which appears, or is replaced, when it is complete
    #[arg(short, long, value_name = "OUT.pgn", help_heading = OUTPUT)]
    pub(crate) output: PathBuf,

    /// Write a row for each game that is left out: a table (.csv, .tsv, .md), otherwise JSON lines
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) report: Option<PathBuf>,

    /// Fewest plies of a game that may be the beginning of another; shorter ones are compared more strictly
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = GAMES)]
    pub(crate) plies: u32,

    /// Compare the moves alone, regardless of the tags
    #[arg(long, conflicts_with_all = ["days", "spellings", "exact"], help_heading = GAMES)]
    pub(crate) moves_only: bool,

    /// Compare the last positions alone, however they were reached, regardless of the tags
    #[arg(long, conflicts_with_all = ["moves_only", "days", "spellings", "exact"], help_heading = GAMES)]
    pub(crate) positions: bool,

    /// Days by which complete dates may differ
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = GAMES)]
    pub(crate) days: u32,

    /// Keep games that are the beginning of others
    #[arg(long, help_heading = GAMES)]
    pub(crate) keep_beginnings: bool,

    /// The memory for what is kept of the games, in megabytes: about 15,000 games each
    #[arg(long, value_name = "MB", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(help_heading = ADVANCED, hide_short_help = true)]
    pub(crate) memory: u32,

    #[command(flatten)]
    pub(crate) names: NamesFileArgs,

    #[command(flatten)]
    pub(crate) spelling: ExactNamesArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) messages: ReportArgs,
}

/// A range of plies.
fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || "write the first and the last ply, for example 9-40, 9- or -40".to_owned();
    let (first, last) = text.split_once('-').or_else(|| text.split_once("..")).unwrap_or((text, text));
    let number = |digits: &str, missing: u32| match digits.trim() {
        "" => Ok(missing),
        digits => digits.parse().map_err(|_| wrong()),
    };
    let (first, last) = (number(first, 1)?, number(last, u32::MAX)?);
    if first == 0 || first > last { Err(wrong()) } else { Ok(first..=last) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_plies() {
        assert_eq!(plies("9-40"), Ok(9..=40));
        assert_eq!(plies("9-"), Ok(9..=u32::MAX));
        assert_eq!(plies("..40"), Ok(1..=40));
        assert_eq!(plies("7"), Ok(7..=7));
        for wrong in ["0-3", "5-3", "x", "1-x"] {
            assert!(plies(wrong).is_err(), "{wrong}");
        }
    }
}
