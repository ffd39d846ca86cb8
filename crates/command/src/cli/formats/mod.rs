//! Formats of results. A format renders one game at a time, on whatever thread has searched it.
//!
//! A new format is a file of this folder, a name and a row of [`FORMATS`] here, and an arm in `cli/sinks.rs`, which makes it of
//! the options.

mod bars;
#[cfg(feature = "columnar")]
mod columnar;
mod comment_texts;
mod comments;
mod count;
mod encoder;
mod epd;
mod html;
#[cfg(not(feature = "columnar"))]
mod left_out;
mod list;
mod marks;
mod packed;
mod pgn;
mod puzzles;
mod reasons;
mod rows;
mod table;
mod tally;

pub(crate) use bars::{aligned, bar, percent};
#[cfg(feature = "columnar")]
pub(crate) use columnar::{ColumnarEncoder, ColumnarKind};
#[cfg(feature = "service")]
pub(crate) use comments::without_commands;
pub(crate) use comments::{Merging, annotate};
pub(crate) use count::Count;
pub(crate) use encoder::Encoder;
pub(crate) use epd::Epd;
pub(crate) use html::{Html, ShownQuery};
#[cfg(not(feature = "columnar"))]
pub(crate) use left_out::{ColumnarEncoder, ColumnarKind};
pub(crate) use list::List;
pub(crate) use pgn::Pgn;
pub(crate) use puzzles::Puzzles;
#[cfg(feature = "service")]
pub(crate) use reasons::Reasons;
pub(crate) use rows::{MatchRows, RowForm};
pub(crate) use table::TableKind;
pub(crate) use tally::{Tally, wrong};

use super::output::Fault;
use super::query_info::QueryInfo;
use super::report::Message;
use clap::ValueEnum;
use tabiya::chess::MoveList;
use tabiya::game::{Additions, Writer};
use tabiya::rows::{Columns, Row, Subject};
use tabiya::tallies::GameCounts;
use tabiya::{Game, GameMatches, Match};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatName {
    /// A list for people: games, moves, and why they match
    List,
    /// The games that match, with comments where they match
    Pgn,
    /// One JSON object per matching position
    Jsonl,
    /// A table with one row per matching position
    Csv,
    /// The same with tabs between the cells
    Tsv,
    /// The same as a Markdown table, with the columns that people read
    Md,
    /// The same rows as a Parquet file: columns with types
    Parquet,
    /// The same for Apache Arrow: a file, or a stream where it is written to a pipe
    Arrow,
    /// One FEN per matching position
    Fen,
    /// One position in EPD per match, with the game and the moves
    Epd,
    /// One puzzle per match as PGN: its position, and its solution as moves
    PuzzlePgn,
    /// The same as a table in the form of Lichess's puzzles
    Puzzles,
    /// The same as cards for Anki
    Anki,
    /// A page for the browser: charts, and all matches as boards to step through
    Html,
    /// Only the numbers of games and positions that match
    Count,
}

/// What a format shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Games and moves, and why they match, for people.
    List,
    /// The games themselves.
    Games,
    /// A row of columns for each match.
    Rows,
    /// Positions.
    Positions,
    /// Puzzles.
    Puzzles,
    /// A page for the browser.
    Report,
    /// Numbers only.
    Count,
}

/// What is known of a format before a game is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormatFacts {
    pub(crate) name: FormatName,
    pub(crate) shows: Shows,
    /// The usual end of the names of its files.
    pub(crate) ending: &'static str,
    /// The ends of names for which it is chosen.
    pub(crate) extensions: &'static [&'static str],
    /// True if it is made to be read, so that it names files only where there are several.
    pub(crate) for_people: bool,
    /// True if its bytes are no text, which a terminal cannot show.
    pub(crate) binary: bool,
}

const fn row(name: FormatName, shows: Shows, ending: &'static str, extensions: &'static [&'static str]) -> FormatFacts {
    FormatFacts { name, shows, ending, extensions, for_people: false, binary: false }
}

/// All formats, in the order in which their extensions are listed.
pub(crate) const FORMATS: [FormatFacts; 15] = [
    row(FormatName::Pgn, Shows::Games, "pgn", &["pgn"]),
    row(FormatName::Csv, Shows::Rows, "csv", &["csv"]),
    row(FormatName::Tsv, Shows::Rows, "tsv", &["tsv"]),
    row(FormatName::Jsonl, Shows::Rows, "jsonl", &["jsonl", "ndjson"]),
    FormatFacts { binary: true, ..row(FormatName::Parquet, Shows::Rows, "parquet", &["parquet"]) },
    FormatFacts { binary: true, ..row(FormatName::Arrow, Shows::Rows, "arrow", &["arrow", "feather"]) },
    FormatFacts { for_people: true, ..row(FormatName::Md, Shows::Rows, "md", &["md"]) },
    row(FormatName::Fen, Shows::Positions, "fen", &["fen"]),
    row(FormatName::Epd, Shows::Positions, "epd", &["epd"]),
    FormatFacts { for_people: true, ..row(FormatName::Html, Shows::Report, "html", &["html", "htm"]) },
    FormatFacts { for_people: true, ..row(FormatName::List, Shows::List, "txt", &["txt"]) },
    row(FormatName::Count, Shows::Count, "txt", &[]),
    row(FormatName::PuzzlePgn, Shows::Puzzles, "pgn", &[]),
    row(FormatName::Puzzles, Shows::Puzzles, "csv", &[]),
    row(FormatName::Anki, Shows::Puzzles, "tsv", &[]),
];

impl FormatName {
    /// What is known of it.
    pub(crate) fn facts(self) -> &'static FormatFacts {
        FORMATS.iter().find(|facts| facts.name == self).expect("a row for each format")
    }

    pub(crate) fn shows(self) -> Shows {
        self.facts().shows
    }

    /// The format that an extension stands for, in small letters.
    pub(crate) fn of_extension(end: &str) -> Option<FormatName> {
        FORMATS.iter().find(|facts| facts.extensions.contains(&end)).map(|facts| facts.name)
    }
}

/// Takes pieces of a text.
pub(crate) type Put<'p> = &'p mut dyn FnMut(&str) -> Result<(), Fault>;

/// A way to show results.
pub(crate) trait Format: Send + Sync {
    /// True if the search has to make comments.
    fn wants_comments(&self) -> bool {
        false
    }

    /// The columns of its rows, if it has some.
    fn columns(&self) -> Option<&Columns> {
        None
    }

    /// True if the search has to find the positions of sequences.
    fn wants_paths(&self) -> bool {
        self.columns().is_some_and(Columns::need_paths)
    }

    /// True if these have to say which constituent matched each position.
    fn wants_constituents(&self) -> bool {
        self.columns().is_some_and(Columns::need_constituents)
    }

    /// True if it takes every game that is searched, also those in which nothing was found.
    fn wants_every_game(&self) -> bool {
        false
    }

    /// True if the moves of all games must be read for it.
    fn wants_all_moves(&self) -> bool {
        false
    }

    /// True if all of its text is made at the end of the run.
    fn is_sum(&self) -> bool {
        false
    }

    /// The text before the first game.
    fn head(&self) -> String {
        String::new()
    }

    /// True if what it writes are whole games, each once, and not rows.
    fn writes_games(&self) -> bool {
        false
    }

    /// Appends the rendered results of a game that matches, or of any if it [wants](Self::wants_every_game) every game.
    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String);

    /// A number that is the same for matches of which one is enough with `--distinct`: those of one position, by pieces and
    /// side to move, with one solution.
    fn mark(&self, game: &Game, matched: &Match) -> u64 {
        marks::mark_of_match(game, matched)
    }

    /// What counts of a game, if the format counts and renders nothing.
    fn counts(&self, _game: &FoundGame<'_>, _tools: &mut Tools) -> Option<GameCounts> {
        None
    }

    /// Takes what [`counts`](Format::counts) gave and keeps it for [`tail`](Format::tail), in the order of the games.
    fn keep(&self, _counts: GameCounts) {}

    /// The bytes that it keeps for [`tail`](Format::tail).
    fn held(&self) -> usize {
        0
    }

    /// Gives the text after the last game to `put`, piece by piece.
    ///
    /// # Errors
    ///
    /// Those of `put`.
    fn tail(&self, _counts: &[QueryCounts<'_>], _end: &RunEnd, _put: Put<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// What makes the bytes of one output of the rendered texts, if they are not its text themselves.
    ///
    /// # Errors
    ///
    /// If the columns cannot be encoded.
    fn encoder(&self) -> Result<Option<Box<dyn Encoder>>, Message> {
        Ok(None)
    }
}

/// A game and the queries that it matches.
pub(crate) struct FoundGame<'a> {
    pub(crate) file: &'a str,
    pub(crate) game: &'a Game,
    /// In the order of the queries; empty only in a game that is rendered although nothing was found in it.
    pub(crate) found: &'a [QueryMatches<'a>],
}

/// The rows of a game: one for each match, or one without a position where no match is asked for.
fn rows_of<'a>(game: &FoundGame<'a>) -> impl Iterator<Item = Row<'a>> {
    let &FoundGame { file, game, found } = game;
    found.iter().flat_map(move |QueryMatches { query, matches }| {
        let QueryInfo { name: query, sort_keys, unmatched, .. } = query;
        let whole = unmatched.then_some(Subject::Game);
        let subjects = matches.matches.iter().map(Subject::Match).chain(whole);
        subjects.map(move |subject| Row { file, query, sort_keys, game, subject })
    })
}

/// The matches of one query in a game.
pub(crate) struct QueryMatches<'a> {
    pub(crate) query: &'a QueryInfo,
    pub(crate) matches: &'a GameMatches,
}

/// The numbers of one query over all games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryCounts<'a> {
    pub(crate) query: &'a QueryInfo,
    pub(crate) games: u64,
    pub(crate) matched: u64,
    pub(crate) positions: u64,
}

/// The end of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunEnd {
    /// The games that were searched.
    pub(crate) games: u64,
    /// Those of them with moves that could not be read.
    pub(crate) damaged: u64,
    /// The time that it took.
    pub(crate) seconds: f64,
    /// False if it ended early, by a signal or by an error.
    pub(crate) complete: bool,
}

/// Memory that rendering uses again.
#[derive(Debug, Default)]
pub(crate) struct Tools {
    pub(crate) moves: MoveList,
    pub(crate) writer: Writer,
    pub(crate) additions: Additions,
    /// Remarks made while games were written.
    pub(crate) noticed: Vec<Noticed>,
}

/// Something to report about the output of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noticed {
    /// Comments of a position are left out, because they are too long.
    LongComment,
    /// The text is cut at this many bytes.
    LongText(usize),
    /// A match has no move to be found, so that it is no puzzle.
    NoPuzzle,
}
