//! Formats of results. A format renders one game at a time, on whatever thread has searched it.

mod comments;
mod count;
mod epd;
mod html;
mod jsonl;
mod list;
mod pgn;
mod reasons;
mod table;
mod tally;

pub(crate) use comments::{Merging, annotate};
pub(crate) use count::Count;
pub(crate) use epd::Epd;
pub(crate) use html::{Html, ShownQuery};
pub(crate) use jsonl::Jsonl;
pub(crate) use list::List;
pub(crate) use pgn::Pgn;
pub(crate) use table::{Table, TableKind};
pub(crate) use tally::{Tally, TallyKind};

use super::job::Noticed;
use super::query_info::QueryInfo;
use super::rows::Row;
use tabiya::chess::MoveList;
use tabiya::game::{Additions, Writer};
use tabiya::{Game, GameMatches};

/// A way to show results.
pub(crate) trait Format: Send + Sync {
    /// True if the search has to make comments.
    fn wants_comments(&self) -> bool {
        false
    }

    /// True if the search has to find the positions of sequences.
    fn wants_paths(&self) -> bool {
        false
    }

    /// The text before the first game.
    fn head(&self) -> String {
        String::new()
    }

    /// Appends the rendered results of a game that matches.
    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String);

    /// Takes what [`game`](Format::game) rendered and keeps it for [`tail`](Format::tail), in the order of the games;
    /// `false` if it is to be written.
    fn keeps(&self, _text: &str) -> bool {
        false
    }

    /// The text after the last game.
    fn tail(&self, _counts: &[QueryCounts<'_>], _end: &RunEnd) -> String {
        String::new()
    }
}

/// A game and the queries that it matches.
pub(crate) struct FoundGame<'a> {
    pub(crate) file: &'a str,
    pub(crate) game: &'a Game,
    /// In the order of the queries; never empty.
    pub(crate) found: &'a [QueryMatches<'a>],
}

/// The rows of a game: one for each match.
fn rows_of<'a>(game: &FoundGame<'a>) -> impl Iterator<Item = Row<'a>> {
    let &FoundGame { file, game, found } = game;
    found.iter().flat_map(move |QueryMatches { query, matches }| {
        matches.matches.iter().map(move |matched| Row { file, game, query, matches, matched })
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
    /// The results of the queries in the current game.
    pub(crate) results: Vec<(usize, GameMatches)>,
}
