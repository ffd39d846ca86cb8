//! Formats of results. A format renders one game at a time, on any thread has searched it.
//!
//! A new format is a file of this folder, a name with its facts in `options/format_names.rs`, and an arm in `outputs/sinks.rs`,
//! which makes it of the options.

mod bars;
#[cfg(feature = "columnar")]
mod columnar;
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
mod rows;
mod table;
mod tally;
#[cfg(feature = "columnar")]
mod workbook;

pub(crate) use bars::{aligned, bar, percent};
#[cfg(feature = "columnar")]
pub(crate) use columnar::ColumnarKind;
pub(crate) use comments::{Merging, annotate};
pub(crate) use count::Count;
pub(crate) use encoder::Encoder;
pub(crate) use epd::Epd;
pub(crate) use html::{Html, ShownQuery, page_of_sums};
#[cfg(not(feature = "columnar"))]
pub(crate) use left_out::ColumnarKind;
pub(crate) use list::List;
pub(crate) use pgn::Pgn;
pub(crate) use puzzles::Puzzles;
pub(crate) use rows::{MatchRows, RowForm};
pub(crate) use table::TableKind;
pub(crate) use tally::{Tally, tally_of_rows, wrong};

use super::output::Fault;
use crate::cli::inputs::query_info::QueryInfo;
use crate::cli::report::Message;
use tabiya::chess::MoveList;
use tabiya::game::{Additions, Writer};
use tabiya::rows::{Columns, Row, Subject};
use tabiya::tallies::GameCounts;
use tabiya::{Game, GameMatches, Match};
use tabiya_session::Reasons;

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

    /// True if it shows nothing of games but how many of them match, and at how many positions.
    fn only_counts(&self) -> bool {
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

    /// What counts of a game, if the format counts.
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

/// The rows of a game: one for each match, or one without a position where no match is requested.
fn rows_of<'a>(game: &FoundGame<'a>) -> impl Iterator<Item = Row<'a>> {
    let &FoundGame { file, game, found } = game;
    found.iter().flat_map(move |QueryMatches { query, matches }| {
        let QueryInfo { name: query, sort_keys, unmatched, .. } = query;
        let whole = unmatched.then_some(Subject::Game);
        let subjects = matches.matches.iter().map(Subject::Match).chain(whole);
        subjects.map(move |subject| Row { query, sort_keys, subject, ..Row::of_game(file, game) })
    })
}

/// The matches of one query in a game.
pub(crate) struct QueryMatches<'a> {
    pub(crate) query: &'a QueryInfo,
    pub(crate) matches: &'a GameMatches,
}

impl<'a> QueryMatches<'a> {
    /// Why its positions match.
    fn reasons(&self) -> Reasons<'a> {
        Reasons::new(self.matches, &self.query.match_string, self.query.silent)
    }
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
    /// A match has no move to be found, so that it is not a puzzle.
    NoPuzzle,
}
