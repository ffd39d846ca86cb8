//! `libtabiya`: queries, searches, rows and errors for programs in C. `include/tabiya.h` is made of these functions.
//!
//! ```text
//! border   raw pointers -> what Rust can trust, and back; panics stop here
//! query    a query that is compiled, with the columns of its rows and the searches that are running
//! search   games through a query: matches to a callback, what they came to in a summary
//! error    what went wrong, where
//! ```

mod border;
mod error;
mod query;
mod search;

pub use error::{Error, Place};
pub use query::Query;
pub use search::{Callback, Match, Summary};

use border::{bytes, guarded, handle, optional_text, put, text};
use search::Caller;
use std::ffi::{c_char, c_void};

/// The version of the library, such as "0.1.0". It is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn tabiya_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Compiles a query: `length` bytes of text, a whole CQL file or only its body.
///
/// `options` is an object of JSON; NULL stands for none. Everything may be left out:
///
/// - `columns`: the names of the columns of rows, `["white", "move"]`: columns of `tabiya search --columns` and tags. By default
///   there are the usual ones. With an empty list matches come without rows, which is faster.
/// - `recipe`: the recipe of the book that takes the place of the query, which is an empty text then.
/// - `dialect`: `"5"`, `"6"` or `"auto"`, by which the text decides.
/// - `variations`: true if variations are searched; otherwise the header of the query decides.
/// - `linearize`: false if `move` inside `next` sees all moves, and not only that of the line chosen.
/// - `select`: columns with values, `{"attackers": "#(A attacks k)"}`.
/// - `settings`: values of the parameters of the query, `{"MIN": "60"}`.
/// - `steps`: true if each position of the sequence of a match is a match of its own row.
/// - `sort`: false if games come as they are found, even if `sort` in the query asks for the best first.
/// - `limit`: the number of games with matches after which a search ends.
/// - `seconds`: the time limit of a search.
/// - `name`: the name of games in memory, in rows and messages.
///
/// Returns NULL if the query is wrong; `*error`, unless `error` is NULL, says why. Queries name no files (`readfile`,
/// `similarposition`): they may come from strangers. Free the query with tabiya_query_free.
///
/// # Safety
///
/// If they are not NULL, `query_text` must point to `length` bytes, `options` to a text with a zero at its end, and `error` to a
/// pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_compile(
    query_text: *const c_char,
    length: usize,
    options: *const c_char,
    error: *mut *mut Error,
) -> *mut Query {
    let compile = || {
        // SAFETY: the caller promises that there are `length` bytes.
        let query_text = text(unsafe { bytes(query_text, length, "query_text") }?, "query_text")?;
        // SAFETY: the caller promises a text with a zero at its end.
        let options = unsafe { optional_text(options, "options") }?;
        Ok(Box::into_raw(Box::new(Query::compile(query_text, options.unwrap_or_default())?)))
    };
    // SAFETY: the caller promises that `error` is NULL or points to a pointer.
    unsafe { guarded(error, std::ptr::null_mut(), compile) }
}

/// What may be wrong with a query that can run, as text for people, with places; "" if nothing is. It is freed with the query.
///
/// # Safety
///
/// `query` must be NULL or a query that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_query_warnings(query: *const Query) -> *const c_char {
    // SAFETY: the caller promises a query that is there.
    let query = unsafe { query.as_ref() };
    query.map_or(c"".as_ptr(), Query::warnings)
}

/// Ends all searches that are running with a query, no matter which threads they are on; they return false, with an error whose code is
/// "stopped". Searches that begin later are not affected.
///
/// # Safety
///
/// `query` must be NULL or a query that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_stop(query: *const Query) {
    // SAFETY: the caller promises a query that is there.
    if let Some(query) = unsafe { query.as_ref() } {
        query.stop();
    }
}

/// Frees a query, with which no search may be running. NULL is allowed.
///
/// # Safety
///
/// `query` must be NULL or come from tabiya_compile, and must not be used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_query_free(query: *mut Query) {
    if !query.is_null() {
        // SAFETY: it was made by `Box::into_raw` in `tabiya_compile`, and the caller gives it up.
        drop(unsafe { Box::from_raw(query) });
    }
}

/// Searches the games in `length` bytes of PGN, plain or compressed, or of a database file, on the calling thread alone.
///
/// `callback`, unless it is NULL, is called on this thread with every match, in the order of the games or of `sort`, and gets `data`
/// with it. It ends the search by returning false. Games with moves that cannot be read are searched up to the first such move, and
/// counted in `*summary`, unless `summary` is NULL.
///
/// Returns true if the search has gone as far as the callback let it. Otherwise `*error`, unless `error` is NULL, says what went
/// wrong; the callback may have been given matches all the same.
///
/// # Safety
///
/// `query` must be NULL or a query that is not freed before the search ends, `pgn` must point to `length` bytes, `summary` and
/// `error` must be NULL or point to what they are made for. The callback must return: it must neither throw nor jump out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_search_pgn(
    query: *const Query,
    pgn: *const c_char,
    length: usize,
    callback: Callback,
    data: *mut c_void,
    summary: *mut Summary,
    error: *mut *mut Error,
) -> bool {
    let search = || {
        // SAFETY: the caller promises a query that is there.
        let query = unsafe { handle(query) }?;
        // SAFETY: the caller promises that there are `length` bytes.
        let pgn = unsafe { bytes(pgn, length, "pgn") }?;
        let (ended, found) = search::bytes(query, pgn, &Caller { callback, data });
        // SAFETY: the caller promises that `summary` is NULL or points to a summary.
        unsafe { put(summary, found) };
        ended.map(|()| true)
    };
    // SAFETY: the caller promises that `error` is NULL or points to a pointer.
    unsafe { guarded(error, false, search) }
}

/// Searches one game that is given as its moves, on the calling thread: "e2e4 e7e5 g1f3", "1. e4 e5 2. Nf3", or any other
/// spelling that PGN files have. `fen` is the first position; NULL stands for that of a game of chess. A move that cannot be
/// made is an error. All else is as in tabiya_search_pgn.
///
/// # Safety
///
/// As tabiya_search_pgn; `fen`, unless it is NULL, and `moves` must be texts with a zero at their ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_search_moves(
    query: *const Query,
    fen: *const c_char,
    moves: *const c_char,
    callback: Callback,
    data: *mut c_void,
    summary: *mut Summary,
    error: *mut *mut Error,
) -> bool {
    let search = || {
        // SAFETY: the caller promises a query that is there.
        let query = unsafe { handle(query) }?;
        // SAFETY: the caller promises a text with a zero at its end.
        let fen = unsafe { optional_text(fen, "fen") }?;
        // SAFETY: the caller promises a text with a zero at its end.
        let moves = unsafe { optional_text(moves, "moves") }?.ok_or_else(|| Error::null("moves"))?;
        let (ended, found) = search::moves(query, fen, moves, &Caller { callback, data });
        // SAFETY: the caller promises that `summary` is NULL or points to a summary.
        unsafe { put(summary, found) };
        ended.map(|()| true)
    };
    // SAFETY: the caller promises that `error` is NULL or points to a pointer.
    unsafe { guarded(error, false, search) }
}

/// Searches a file of games, or a folder of them: PGN, plain or compressed (.zst, .gz, .bz2), or a database file. `threads` is the
/// number of threads that search; 0 stands for one for each processor, and more than 1,024 are an error. The callback is called on
/// the calling thread all the same, one match after another. All else is as in tabiya_search_pgn.
///
/// # Safety
///
/// As tabiya_search_pgn; `path` must be a text with a zero at its end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_search_file(
    query: *const Query,
    path: *const c_char,
    threads: u32,
    callback: Callback,
    data: *mut c_void,
    summary: *mut Summary,
    error: *mut *mut Error,
) -> bool {
    let search = || {
        // SAFETY: the caller promises a query that is there.
        let query = unsafe { handle(query) }?;
        // SAFETY: the caller promises a text with a zero at its end.
        let path = unsafe { border::path(path) }?;
        let (ended, found) = search::file(query, path, threads, &Caller { callback, data });
        // SAFETY: the caller promises that `summary` is NULL or points to a summary.
        unsafe { put(summary, found) };
        ended.map(|()| true)
    };
    // SAFETY: the caller promises that `error` is NULL or points to a pointer.
    unsafe { guarded(error, false, search) }
}

/// What an error says, as text for people: every mistake of a query with the marked line and advice, or what went wrong with a
/// file or a game. It is freed with the error; "" for NULL.
///
/// # Safety
///
/// `error` must be NULL or an error that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_error_text(error: *const Error) -> *const c_char {
    // SAFETY: the caller promises an error that is there.
    let error = unsafe { error.as_ref() };
    error.map_or(c"".as_ptr(), Error::text)
}

/// The code and the place of an error. Of several mistakes in a query, `number` counts from 0. Returns false, and leaves
/// `*place` as it is, if there is no such mistake.
///
/// # Safety
///
/// `error` must be NULL or an error that has not been freed, and `place` NULL or point to a place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_error_place(error: *const Error, number: usize, place: *mut Place) -> bool {
    // SAFETY: the caller promises an error that is there.
    let error = unsafe { error.as_ref() };
    let Some(found) = error.and_then(|error| error.place(number)) else { return false };
    // SAFETY: the caller promises that `place` is NULL or points to a place.
    unsafe { put(place, found) };
    true
}

/// Frees an error. NULL is allowed.
///
/// # Safety
///
/// `error` must be NULL or come from a function of this library, and must not be used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_error_free(error: *mut Error) {
    if !error.is_null() {
        // SAFETY: it was made by `Box::into_raw` in `guarded`, and the caller gives it up.
        drop(unsafe { Box::from_raw(error) });
    }
}

// Queries are shared between threads, and errors may be looked at on another thread than the one that got them.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Query>();
    shared::<Error>();
};
