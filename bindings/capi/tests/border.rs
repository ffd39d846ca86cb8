//! The border of C, seen from Rust: values go over and come back, whichever of them are NULL, and errors with their places.
//!
//! These tests are the ones that Miri runs (`.ci/nightly`), which watches every access to memory. So they unpack nothing: the
//! libraries that do are written in C.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;
use tabiya_c::{
    Error, Match, Place, Query, Summary, tabiya_compile, tabiya_error_free, tabiya_error_place, tabiya_error_text,
    tabiya_query_free, tabiya_query_warnings, tabiya_search_file, tabiya_search_moves, tabiya_search_pgn, tabiya_stop,
};

const GAMES: &str =
    "[Event \"a\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke2 *\n\n1. g4 e6 2. f3 (2. h4 d5) 2... Qh4# 0-1\n";

/// What the callback has been given, and after how many matches it ends the search.
#[derive(Default)]
struct Taken {
    matches: Vec<(u64, u32, Option<String>)>,
    most: usize,
}

extern "C" fn take(data: *mut c_void, found: *const Match) -> bool {
    // SAFETY: each search of these tests is given a `Taken` that outlives it, and nobody else has it meanwhile.
    let taken = unsafe { &mut *data.cast::<Taken>() };
    // SAFETY: a match lives until this returns.
    let found = unsafe { &*found };
    let row = (!found.row.is_null()).then(|| text(found.row));
    assert!(row.as_ref().is_none_or(|row| row.len() == found.row_length));
    taken.matches.push((found.game, found.position, row));
    taken.matches.len() < taken.most
}

/// A text that the library has handed over.
fn text(text: *const c_char) -> String {
    // SAFETY: it has a zero at its end, and lives as long as what it is freed with.
    unsafe { CStr::from_ptr(text) }.to_str().expect("UTF-8").to_owned()
}

fn compile(query: &str, options: Option<&str>, error: *mut *mut Error) -> *mut Query {
    let options = options.map(|options| CString::new(options).expect("a text"));
    let options = options.as_ref().map_or(ptr::null(), |options| options.as_ptr());
    // SAFETY: all three point to what they should.
    unsafe { tabiya_compile(query.as_ptr().cast(), query.len(), options, error) }
}

/// Searches the games, and gives what was found, what it came to, and whether it has ended well.
fn search(query: *const Query, most: usize) -> (Taken, Summary, bool) {
    let mut taken = Taken { most, ..Taken::default() };
    let mut summary = Summary { games: 0, matched: 0, positions: 0, incomplete: 0, failed: 0 };
    let (data, pgn) = ((&raw mut taken).cast(), GAMES.as_ptr().cast());
    // SAFETY: all of them live longer than the search.
    let good =
        unsafe { tabiya_search_pgn(query, pgn, GAMES.len(), Some(take), data, &raw mut summary, ptr::null_mut()) };
    (taken, summary, good)
}

/// The code of an error, which is freed.
fn code(error: *mut Error) -> String {
    let mut place = Place { code: ptr::null(), game: 0, line: 0, column: 0, offset: 0, length: 0 };
    // SAFETY: the error is there.
    assert!(unsafe { tabiya_error_place(error, 0, &raw mut place) });
    let code = text(place.code);
    // SAFETY: it is not used any more.
    unsafe { tabiya_error_free(error) };
    code
}

#[test]
fn matches_and_rows_are_handed_over() {
    let mut error = ptr::null_mut();
    let query = compile("mate", Some(r#"{"columns": ["game", "ply"]}"#), &raw mut error);
    assert!(!query.is_null() && error.is_null());
    let (taken, summary, good) = search(query, usize::MAX);
    let row = |game: u64| format!("{{\"game\":{game},\"ply\":4}}");
    assert_eq!(taken.matches, [(1, 4, Some(row(1))), (3, 4, Some(row(3)))]);
    assert_eq!((summary.games, summary.matched, summary.positions, good), (3, 2, 2, true));
    assert_eq!(search(query, 1).0.matches.len(), 1, "the callback ends the search");
    // SAFETY: the query is there.
    unsafe { tabiya_stop(query) };
    assert!(search(query, usize::MAX).2, "a search that begins later goes on");
    // SAFETY: the query is there.
    let warnings = unsafe { tabiya_query_warnings(query) };
    assert_eq!(text(warnings), "");
    // SAFETY: it is not used any more.
    unsafe { tabiya_query_free(query) };
}

#[test]
fn matches_without_rows_and_moves_of_one_game() {
    let query = compile("check", Some(r#"{"columns": []}"#), ptr::null_mut());
    assert_eq!(search(query, usize::MAX).0.matches[0], (1, 4, None));
    let mut taken = Taken { most: usize::MAX, ..Taken::default() };
    for (fen, moves, good) in [
        (ptr::null(), c"e2e4 f7f6 d1h5", true),
        (c"4k3/8/8/8/8/8/8/4K2R w - - 0 1".as_ptr(), c"Rh8", true),
        (ptr::null(), c"e4 e4", false),
    ] {
        let (data, mut error) = ((&raw mut taken).cast(), ptr::null_mut());
        // SAFETY: all of them live longer than the search.
        let done = unsafe {
            tabiya_search_moves(query, fen, moves.as_ptr(), Some(take), data, ptr::null_mut(), &raw mut error)
        };
        assert_eq!((done, error.is_null()), (good, good));
        // SAFETY: it is NULL or an error that is not used any more.
        unsafe { tabiya_error_free(error) };
    }
    assert_eq!(taken.matches.iter().map(|found| found.1).collect::<Vec<_>>(), [3, 1]);
    // SAFETY: it is not used any more.
    unsafe { tabiya_query_free(query) };
}

#[test]
fn options_of_a_query() {
    let games = |query: &str, options: &str| {
        let query = compile(query, Some(options), ptr::null_mut());
        let found = search(query, usize::MAX).0.matches;
        // SAFETY: it is not used any more.
        unsafe { tabiya_query_free(query) };
        found.into_iter().map(|(game, ..)| game).collect::<Vec<_>>()
    };
    assert_eq!(games("", r#"{"recipe": "fools-mate"}"#), [1, 3]);
    assert_eq!(games("mate", r#"{"limit": 1}"#), [1]);
    // `sort` puts the greatest first.
    assert_eq!(games("mate sort gamenumber", "{}"), [3, 1]);
    assert_eq!(games("mate sort gamenumber", r#"{"sort": false}"#), [1, 3]);
    assert_eq!(games("mate sort gamenumber", r#"{"limit": 1}"#), [3]);
    // 2. h4 is played in a variation only.
    assert_eq!(games("move to h4 from P", r#"{"variations": true}"#), [3]);
    assert!(games("move to h4 from P", r#"{"variations": false}"#).is_empty());
    assert_eq!(games("parameter GAME 9 \"g\"\nmate gamenumber==GAME", r#"{"settings": {"GAME": "3"}}"#), [3]);
    for wrong in [r#"{"colums": []}"#, "columns", r#"{"recipe": "fools-mate"}"#, r#"{"columns": ["knight"]}"#] {
        let mut error = ptr::null_mut();
        assert!(compile("mate", Some(wrong), &raw mut error).is_null(), "{wrong}");
        assert_eq!(code(error), "bad-argument", "{wrong}");
    }
}

#[test]
fn errors_have_a_text_and_their_places() {
    let mut error = ptr::null_mut();
    assert!(compile("attaks\nand mat", None, &raw mut error).is_null());
    let mut place = Place { code: ptr::null(), game: 0, line: 0, column: 0, offset: 0, length: 0 };
    // SAFETY: the error is there.
    assert!(unsafe { tabiya_error_place(error, 0, &raw mut place) });
    assert_eq!((text(place.code), place.line, place.column, place.length), ("unknown-name".to_owned(), 1, 1, 6));
    // SAFETY: the error is there.
    assert!(!unsafe { tabiya_error_place(error, 99, &raw mut place) });
    // SAFETY: the error is there.
    assert!(text(unsafe { tabiya_error_text(error) }).contains("attacks"));
    assert_eq!(code(error), "unknown-name");
    // Bytes that are not text.
    let mut error = ptr::null_mut();
    // SAFETY: there are two bytes.
    assert!(unsafe { tabiya_compile(b"\xff\xfe".as_ptr().cast(), 2, ptr::null(), &raw mut error) }.is_null());
    assert_eq!(code(error), "bad-argument");
}

#[test]
fn what_is_null_is_an_error_or_nothing() {
    let null_query: *mut Query = ptr::null_mut();
    let mut error = ptr::null_mut();
    // SAFETY: each of them may be NULL.
    unsafe { tabiya_query_free(null_query) };
    // SAFETY: as before.
    unsafe { tabiya_error_free(ptr::null_mut()) };
    // SAFETY: as before.
    unsafe { tabiya_stop(null_query) };
    // SAFETY: as before.
    let warnings = unsafe { tabiya_query_warnings(null_query) };
    // SAFETY: as before.
    let said = unsafe { tabiya_error_text(ptr::null()) };
    assert_eq!((text(warnings), text(said)), (String::new(), String::new()));
    // SAFETY: as before.
    assert!(!unsafe { tabiya_error_place(ptr::null(), 0, ptr::null_mut()) });
    assert!(!search(null_query, 1).2);
    // SAFETY: as before.
    assert!(unsafe { tabiya_compile(ptr::null(), 3, ptr::null(), &raw mut error) }.is_null());
    assert_eq!(code(error), "null-argument");
    assert!(compile("mat", None, ptr::null_mut()).is_null(), "the error is not wanted");
}

#[test]
fn more_threads_than_a_run_may_have_are_an_error() {
    let (query, path) = (compile("mate", None, ptr::null_mut()), c"no-such-file.pgn".as_ptr());
    for threads in [1025, 4_000_000_000] {
        let mut error = ptr::null_mut();
        // SAFETY: all of them live longer than the search.
        let done =
            unsafe { tabiya_search_file(query, path, threads, None, ptr::null_mut(), ptr::null_mut(), &raw mut error) };
        assert!(!done && code(error) == "threads", "{threads}");
    }
    // SAFETY: it is not used any more.
    unsafe { tabiya_query_free(query) };
}
