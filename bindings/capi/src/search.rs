//! Games through a query: each match goes to the callback, on the thread that called, and the numbers go to a summary.

use crate::error::Error;
use crate::query::Query;
use std::ffi::{c_char, c_void};
use std::path::PathBuf;
use std::sync::Arc;
use tabiya::chess::MoveList;
use tabiya::pipeline::{RunOptions, RunSummary, Sources};
use tabiya::rows::{Columns, Row};

/// A match: a position of a game. It lives until the callback returns.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The byte of the file, after decompression, at which the game begins.
    pub offset: u64,
    /// The number of the position in its game: positions are numbered from 0, those of a variation after the move that it
    /// replaces and all that follows it.
    pub position: u32,
    /// The number of moves from the beginning of the game to the position.
    pub ply: u32,
    /// The columns and their values, as an object of JSON with a zero at its end; NULL if the query was compiled without
    /// columns.
    pub row: *const c_char,
    /// The number of bytes of the row, without the zero.
    pub row_length: usize,
}

/// What a search came to.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// Games searched.
    pub games: u64,
    /// Games in which something was found.
    pub matched: u64,
    /// Positions that match.
    pub positions: u64,
    /// Games with moves that could not be read; they were searched up to the first such move.
    pub incomplete: u64,
    /// Games that could not be searched, because the query failed or reached a limit.
    pub failed: u64,
}

/// Takes a match; returns false to end the search. `data` is what was handed to the search.
pub type Callback = Option<extern "C" fn(data: *mut c_void, found: *const Match) -> bool>;

/// The function that takes the matches, and the pointer that it gets with each.
#[derive(Debug)]
pub(crate) struct Caller {
    pub(crate) callback: Callback,
    pub(crate) data: *mut c_void,
}

impl Caller {
    /// Hands a match over; false if no more are wanted.
    pub(crate) fn take(&self, found: &Match) -> bool {
        self.callback.is_none_or(|callback| callback(self.data, found))
    }
}

/// A match on its way from the thread that found it.
struct Taken {
    game: u64,
    offset: u64,
    position: u32,
    ply: u32,
    /// With a zero at its end; nothing if rows are not wanted.
    row: Option<String>,
}

impl Taken {
    fn new(row: &Row<'_>, columns: &Columns, moves: &mut MoveList) -> Taken {
        let text = columns.names().next().map(|_| {
            let mut text = String::new();
            columns.push_json(row, moves, &mut text);
            text.push('\0');
            text
        });
        let position = row.position().unwrap_or_default();
        let (game, ply) = (row.game, row.game.tree().node(position).ply);
        Taken { game: game.number(), offset: game.offset(), position, ply, row: text }
    }

    fn hand_over(&self, caller: &Caller) -> bool {
        let &Taken { game, offset, position, ply, ref row } = self;
        let (row, row_length) = match row {
            Some(row) => (row.as_ptr().cast(), row.len() - 1),
            None => (std::ptr::null(), 0),
        };
        caller.take(&Match { game, offset, position, ply, row, row_length })
    }
}

/// How a search ended, and what it came to until then.
pub(crate) type Ended = (Result<(), Error>, Summary);

/// Searches the games in some bytes, on this thread.
pub(crate) fn bytes(query: &Query, bytes: &[u8], caller: &Caller) -> Ended {
    search(query, Sources::new().bytes(&query.options.name, bytes), query.run().threads(1), caller)
}

/// Searches one game, on this thread.
pub(crate) fn moves(query: &Query, fen: Option<&str>, moves: &str, caller: &Caller) -> Ended {
    let tags = fen.map_or_else(String::new, |fen| {
        let fen = fen.replace('\\', "\\\\").replace('"', "\\\"");
        format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n")
    });
    let options = RunOptions { strict: true, ..query.run().threads(1) };
    let (ended, summary) = search(query, Sources::new().bytes("moves", format!("{tags}{moves} *\n")), options, caller);
    // Places are those in the moves.
    (ended.map_err(|error| error.after(tags.len() as u64, tags.lines().count() as u64)), summary)
}

/// Searches a file or a folder on several threads; 0 stands for one for each processor.
pub(crate) fn file(query: &Query, path: PathBuf, threads: u32, caller: &Caller) -> Ended {
    let threads = usize::try_from(threads).unwrap_or(usize::MAX);
    search(query, Sources::new().path(path), query.run().threads(threads), caller)
}

fn search(query: &Query, sources: Sources, options: RunOptions, caller: &Caller) -> Ended {
    let columns = Arc::clone(&query.columns);
    let take = move |row: &Row<'_>, moves: &mut MoveList| Taken::new(row, &columns, moves);
    let mut matches = match query.set.map_rows(sources, &options, &query.columns, take) {
        Ok(matches) => matches,
        Err(message) => return (Err(Error::from(&message)), Summary::from(&RunSummary::default())),
    };
    // Errors are in the summary.
    for found in matches.by_ref().flatten() {
        if !found.hand_over(caller) {
            break;
        }
    }
    match matches.finish() {
        Ok(summary) => (Ok(()), Summary::from(&summary)),
        Err(failed) => (Err(Error::from(&*failed.message)), Summary::from(&*failed.summary)),
    }
}

impl From<&RunSummary> for Summary {
    fn from(summary: &RunSummary) -> Summary {
        let &RunSummary { games, matched, positions, incomplete, failed, .. } = summary;
        Summary { games, matched, positions, incomplete, failed }
    }
}
