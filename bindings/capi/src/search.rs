//! Games through a query: each match goes to the callback, on the thread that called, and the numbers go to a summary.

use crate::error::Error;
use crate::query::{NAME, Query};
use std::ffi::{c_char, c_void};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use tabiya::chess::MoveList;
use tabiya::pipeline::{RunOptions, RunSummary, Sources};
use tabiya::rows::{Columns, Row};
use tabiya::{Found, Game, SortKey};

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
    fn new(found: &Found<&Game>, columns: Option<&Columns>, sort_keys: &[SortKey]) -> Taken {
        let row = columns.map(|columns| {
            let mut row = String::new();
            columns.push_json(&Row::of(found, NAME, sort_keys), &mut MoveList::new(), &mut row);
            row.push('\0');
            row
        });
        let (game, offset) = (found.game().number(), found.game().offset());
        Taken { game, offset, position: found.position(), ply: found.ply(), row }
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
    let options = RunOptions { threads: Some(NonZeroUsize::MIN), ..RunOptions::default() };
    search(query, Sources::new().bytes("games", bytes), options, caller)
}

/// Searches one game, on this thread.
pub(crate) fn moves(query: &Query, fen: Option<&str>, moves: &str, caller: &Caller) -> Ended {
    let tags = fen.map_or_else(String::new, |fen| {
        let fen = fen.replace('\\', "\\\\").replace('"', "\\\"");
        format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n")
    });
    let options = RunOptions { threads: Some(NonZeroUsize::MIN), strict: true, ..RunOptions::default() };
    let (ended, summary) = search(query, Sources::new().bytes("moves", format!("{tags}{moves} *\n")), options, caller);
    // Places are those in the moves.
    (ended.map_err(|error| error.after(tags.len() as u64, tags.lines().count() as u64)), summary)
}

/// Searches a file or a folder on several threads; 0 stands for one for each processor.
pub(crate) fn file(query: &Query, path: PathBuf, threads: u32, caller: &Caller) -> Ended {
    let threads = usize::try_from(threads).ok().and_then(NonZeroUsize::new);
    search(query, Sources::new().path(path), RunOptions { threads, ..RunOptions::default() }, caller)
}

fn search(query: &Query, sources: Sources, mut options: RunOptions, caller: &Caller) -> Ended {
    options.search.control = query.control();
    let columns = query.columns.clone();
    options.search.paths = columns.as_ref().is_some_and(Columns::need_paths);
    options.search.constituents = columns.as_ref().is_some_and(Columns::need_constituents);
    let sort_keys: Arc<[SortKey]> = query.set.sort_keys(0).into();
    let take = move |found: Found<&Game>| Taken::new(&found, columns.as_ref(), &sort_keys);
    let mut matches = match query.set.map(sources, &options, take) {
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
